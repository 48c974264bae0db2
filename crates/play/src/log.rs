//! The log of a table in words, as everybody may know it: every event is a sentence.

use perudo_protocol::{View, WireEvent};
use perudo_rules::{Call, Face, PhaseName};
use perudo_table::{Absence, Actor, PlaceName};
use perudo_words::Words;

use super::player_event::{PlayerEvent, name_at};
use super::shown::Showdown;

/// What happened at a table; `before` is the table before it. Whoever sits in the chair `you` is addressed, for the story;
/// in a log that is nobody.
pub fn log_sentence(event: &WireEvent, before: &View, you: Option<u8>, words: &Words) -> String {
    let say = |key: &str, name: String| words.say(key, &[("name", name.into())]);
    let at = |chair: u8| name_at(before, chair);
    let person = |number: u16| {
        let known = before.people.iter().find(|known| known.person == number);
        known.map(|known| known.name.clone()).unwrap_or_default()
    };
    let did = |what: PlayerEvent, chair: u8| what.sentence(before, chair, you, words);
    match event {
        WireEvent::Opened { settings } => {
            let rules = settings.rules.clone().unwrap_or_default();
            words.say("log-opened", &[("rules", rules.into())])
        }
        WireEvent::Came { name, place, .. } => match place {
            PlaceName::Watching => say("web-came-to-watch", name.clone()),
            PlaceName::Queue => say("log-came-to-wait", name.clone()),
            PlaceName::Chair | PlaceName::Gone => say("web-came", name.clone()),
        },
        WireEvent::Left { person: number, removed, not_shown, .. } => {
            let key = match (removed, not_shown) {
                (_, true) => "web-not-shown",
                (true, false) => "web-removed",
                (false, false) => "web-left",
            };
            say(key, person(*number))
        }
        WireEvent::Seated { person: number, .. } => say("web-seated", person(*number)),
        WireEvent::Unbarred { person: number } => {
            let barred = before.barred.iter().find(|known| known.person == *number);
            say("web-unbarred", barred.map(|known| known.name.clone()).unwrap_or_default())
        }
        WireEvent::Locked { on } => words.text(if *on { "web-locked" } else { "web-unlocked" }),
        WireEvent::BotSat { level, name, .. } => {
            let values = [("name", name.clone().into()), ("level", words.bot(level).into())];
            words.say("log-bot-sat", &values)
        }
        WireEvent::BotLeft { chair } => say("web-left", at(*chair)),
        WireEvent::Host { person: number } => say("web-new-host", person(*number)),
        WireEvent::Settings { .. } => words.text("web-settings-changed"),
        WireEvent::MatchBegan => words.text("log-match-began"),
        WireEvent::RestEnded => words.text("log-rest-ended"),
        WireEvent::TourBegan { tour, .. } => words.say("web-tour-begins", &[("number", (*tour).into())]),
        WireEvent::Drawn { throws, .. } => {
            let throw =
                |(chair, face): (usize, &Option<Face>)| Some(format!("{} {}", at(chair as u8), (*face)?));
            let throws: Vec<String> = throws.iter().enumerate().filter_map(throw).collect();
            words.say("story-draw", &[("throws", throws.join(", ").into())])
        }
        WireEvent::Rolled { .. } => words.text("web-all-rolled"),
        WireEvent::Bid { chair, bid, by } => {
            let name = match by {
                Actor::Person if you == Some(*chair) => words.text("web-you"),
                Actor::Person | Actor::Bot => at(*chair),
            };
            words.say("story-bid", &[("name", name.into()), ("bid", words.bid(*bid).into())])
        }
        WireEvent::Declared { chair, .. } => did(PlayerEvent::Declares, *chair),
        WireEvent::Passed { chair, .. } => did(PlayerEvent::Passes, *chair),
        WireEvent::Called { chair, call, .. } => did(PlayerEvent::called(*call == Call::Calza), *chair),
        WireEvent::Showdown { .. } => {
            Showdown::of(event, before).map(|showdown| showdown.log(you, words)).unwrap_or_default()
        }
        WireEvent::Withdrawn { chair, winner, .. } => {
            let left = did(PlayerEvent::Leaves, *chair);
            let in_round = matches!(before.now.phase, Some(PhaseName::Bidding | PhaseName::Showing));
            match winner {
                Some(winner) => format!("{left} {}", did(PlayerEvent::Wins, *winner)),
                None if in_round => format!("{left} {}", words.text("story-void")),
                None => left,
            }
        }
        WireEvent::Away { person: number, why } => {
            let key = match why {
                Absence::Late => "web-away-late",
                Absence::Gone => "web-away-gone",
            };
            say(key, person(*number))
        }
        WireEvent::Back { person: number } => say("web-back", person(*number)),
        WireEvent::Skipped { .. } => words.text("web-skipped"),
        WireEvent::Said { person: number, text } => format!("{}: {text}", person(*number)),
        WireEvent::Emoted { person: number, emote } => {
            let feeling = words.text(&format!("web-emote-{emote}"));
            words.say("web-emoted", &[("name", person(*number).into()), ("feeling", feeling.into())])
        }
        WireEvent::Chat { on } => words.text(if *on { "web-chat-on" } else { "web-chat-off" }),
        WireEvent::Silenced { person: number, on } => {
            say(if *on { "log-silenced" } else { "log-may-speak" }, person(*number))
        }
        WireEvent::Committed { person: Some(number), .. } => say("log-committed", person(*number)),
        WireEvent::Committed { person: None, .. } => words.text("log-server-committed"),
        WireEvent::ClockRestarted => words.text("log-clock-restarted"),
        WireEvent::Closed { reason: None } => words.text("web-table-closed"),
        WireEvent::Closed { reason: Some(reason) } => {
            words.say("web-table-closed-for", &[("reason", reason.as_str().into())])
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use perudo_protocol::ServerMsg;
    use perudo_words::Language;

    use super::*;

    const WELCOME: &str = r#"{"type":"welcome","seq":9,"protocol":1,"you":{"person":null,"chair":null,"host":false},
        "view":{"table":"4t961m390c","settings":{"seats":2},"stage":"playing","tours_played":0,
            "chairs":[{"person":0,"name":"anna","wins":0},{"person":1,"name":"boris","wins":0}],
            "people":[{"person":0,"name":"anna","place":"chair","chair":0,"program":false,"silenced":false},
                {"person":1,"name":"boris","place":"chair","chair":1,"program":false,"silenced":false}],
            "barred":[{"person":2,"name":"clara"}],"host":0,"chat_on":true,"chat":[],
            "server_tip":"31260ada64c9ec368f8f2b53d289d451fede84f24edd1aa8bc8ecc93a1971f65",
            "server_from":1,"throws":0,
            "now":{"stage":"playing","phase":"bidding","kind":"normal","dice":[5,2]}}}"#;

    const TIP: &str = "31260ada64c9ec368f8f2b53d289d451fede84f24edd1aa8bc8ecc93a1971f65";

    /// A table of Anna and Boris.
    pub(crate) fn view() -> View {
        let ServerMsg::Welcome { view, .. } = serde_json::from_str(WELCOME).unwrap() else { panic!() };
        *view
    }

    /// Events as they go over the wire, and what is told of them.
    pub(crate) fn cases() -> Vec<(String, &'static str)> {
        let with_tip = |text: &str| text.replace("TIP", TIP);
        let links = r#""links":{"server":"TIP","chairs":[],"withheld":[]}"#;
        vec![
            (
                r#"{"what":"opened","settings":{"rules":"calza"}}"#.to_owned(),
                "The table is opened. Rules: calza.",
            ),
            (came("chair"), "olga sits down."),
            (came("queue"), "olga waits for a seat."),
            (came("watching"), "olga is here to watch."),
            (r#"{"what":"left","person":1,"removed":false}"#.to_owned(), "boris leaves."),
            (r#"{"what":"left","person":1,"removed":true}"#.to_owned(), "The host has removed boris."),
            (r#"{"what":"seated","person":1,"chair":1}"#.to_owned(), "boris takes a seat."),
            (r#"{"what":"unbarred","person":2}"#.to_owned(), "clara may come back."),
            (r#"{"what":"locked","on":true}"#.to_owned(), "The table is locked: nobody new can come in."),
            (r#"{"what":"bot-left","chair":1}"#.to_owned(), "boris leaves."),
            (r#"{"what":"host","person":1}"#.to_owned(), "boris is now the host."),
            (r#"{"what":"match-began"}"#.to_owned(), "A new match begins."),
            (r#"{"what":"rest-ended"}"#.to_owned(), "The host begins the next game at once."),
            (r#"{"what":"tour-began","tour":2,"chairs":[0,1]}"#.to_owned(), "Game 2 begins."),
            (
                with_tip(&format!(r#"{{"what":"drawn","throw":1,"throws":[3,6],{links}}}"#)),
                "The draw: anna 3, boris 6.",
            ),
            (r#"{"what":"rolled","throw":2,"with":[],"withheld":[]}"#.to_owned(), "Everyone has rolled."),
            (r#"{"what":"bid","chair":0,"bid":"3x4","by":"person"}"#.to_owned(), "anna: three fours."),
            (r#"{"what":"declared","chair":0,"by":"person"}"#.to_owned(), "anna declares maputo."),
            (r#"{"what":"passed","chair":0,"by":"bot"}"#.to_owned(), "anna does not declare maputo."),
            (
                r#"{"what":"called","chair":1,"call":"dudo","by":"person"}"#.to_owned(),
                "boris doubts it: “Dudo!”",
            ),
            (
                with_tip(&format!(
                    r#"{{"what":"showdown","chair":1,"call":"dudo","by":"person","bid":"3x4","bidder":0,
                        "hands":["11346","25"],"count":3,"loser":1,{links}}}"#
                )),
                "boris doubts it: “Dudo!” Under the cups: anna 11346 · boris 25. There are three fours, two of them \
                 jokers. boris loses a die and has one die left.",
            ),
            (
                r#"{"what":"withdrawn","chair":1}"#.to_owned(),
                "boris leaves the game; their dice go to the centre. The round is void: everyone rolls again.",
            ),
            (
                r#"{"what":"away","person":1,"why":"late"}"#.to_owned(),
                "boris ran out of time: a bot is playing for them.",
            ),
            (r#"{"what":"back","person":1}"#.to_owned(), "boris is back."),
            (r#"{"what":"said","person":0,"text":"hello"}"#.to_owned(), "anna: hello"),
            (r#"{"what":"emoted","person":0,"emote":"laugh"}"#.to_owned(), "anna: laughter."),
            (r#"{"what":"chat","on":false}"#.to_owned(), "The chat is off."),
            (r#"{"what":"silenced","person":1,"on":true}"#.to_owned(), "The host has silenced boris."),
            (r#"{"what":"silenced","person":1,"on":false}"#.to_owned(), "boris may speak again."),
            (
                with_tip(r#"{"what":"committed","person":1,"tip":"TIP","from":3}"#),
                "boris commits to a new hash chain.",
            ),
            (
                with_tip(r#"{"what":"committed","tip":"TIP","from":3}"#),
                "The server commits to a new hash chain.",
            ),
            (
                r#"{"what":"clock-restarted"}"#.to_owned(),
                "A server has taken the table up again: the time of the turn begins anew.",
            ),
            (r#"{"what":"closed"}"#.to_owned(), "The table has been closed."),
        ]
    }

    fn came(place: &str) -> String {
        format!(r#"{{"what":"came","person":3,"name":"olga","place":"{place}","program":false,"from":1}}"#)
    }

    #[test]
    fn every_event_is_a_sentence() {
        let view = view();
        for (text, expected) in cases() {
            let event: WireEvent =
                serde_json::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            for &language in Language::all() {
                let told = log_sentence(&event, &view, None, &Words::new(language));
                assert!(!told.is_empty() && !told.contains(['{', '}']), "{}: {told}", language.code());
            }
            assert_eq!(
                log_sentence(&event, &view, None, &Words::new(Language::default())),
                expected,
                "{text}"
            );
        }
    }
}
