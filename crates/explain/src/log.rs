//! The log of a table in words, as everybody may know it: every event is a sentence, and nobody is addressed.

use perudo_protocol::{View, WireEvent};
use perudo_rules::{Bid, Call, Face, Hand, PhaseName};
use perudo_table::{Absence, PlaceName};
use perudo_words::Words;

/// What happened at a table; `before` is the table before it.
pub fn tell(event: &WireEvent, before: &View, words: &Words) -> String {
    let say = |key: &str, name: String| words.say(key, &[("name", name.into())]);
    let at = |chair: u8| name_at(before, chair);
    let person = |number: u16| name_of(before, number);
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
        WireEvent::Bid { chair, bid, .. } => {
            words.say("story-bid", &[("name", at(*chair).into()), ("bid", words.bid(*bid).into())])
        }
        WireEvent::Declared { chair, .. } => say("story-maputo", at(*chair)),
        WireEvent::Passed { chair, .. } => say("story-pass", at(*chair)),
        WireEvent::Called { chair, call, .. } => called(before, *chair, *call, words),
        WireEvent::Showdown { .. } => showdown(event, before, words).join(" "),
        WireEvent::Withdrawn { chair, winner, .. } => {
            let mut told = vec![say("story-left", at(*chair))];
            match winner {
                Some(winner) => told.push(say("story-wins", at(*winner))),
                None if matches!(before.now.phase, Some(PhaseName::Bidding | PhaseName::Showing)) => {
                    told.push(words.text("story-void"));
                }
                None => {}
            }
            told.join(" ")
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

/// The call unless it was told before, all dice, what they came to, and who pays for it.
fn showdown(event: &WireEvent, before: &View, words: &Words) -> Vec<String> {
    let WireEvent::Showdown { chair, call, bid, hands, count, loser, gainer, winner, .. } = event else {
        return Vec::new();
    };
    let mut told = Vec::new();
    // At a sealed table everyone shows their dice after the call.
    if before.now.phase != Some(PhaseName::Showing) {
        told.push(called(before, *chair, *call, words));
    }
    let hand = |(chair, hand): (usize, &Hand)| format!("{} {hand}", name_at(before, chair as u8));
    let shown = hands.iter().enumerate().filter(|(_, hand)| !hand.is_empty()).map(hand);
    let shown = shown.collect::<Vec<_>>().join(" · ");
    told.push(format!("{}.", words.say("story-cups", &[("hands", shown.into())])));
    let jokers = match bid.face {
        Face::Ace => 0,
        _ if !before.now.jokers() => 0,
        _ => hands.iter().map(|hand| hand.matching(Face::Ace, true)).sum(),
    };
    let counted = words.counted(Bid { count: *count, ..*bid }, jokers);
    told.push(words.say("story-count", &[("counted", counted.into())]));
    let dice = |chair: u8| before.now.dice.get(usize::from(chair)).copied().unwrap_or(0);
    let changed = |key: &str, chair: u8, left: u8| {
        let name = name_at(before, chair);
        let values = [("name", name.into()), ("left", left.into()), ("dice", words.dice(left).into())];
        words.say(key, &values)
    };
    told.extend(loser.map(|loser| changed("story-loses", loser, dice(loser).saturating_sub(1))));
    told.extend(gainer.map(|gainer| changed("story-gains", gainer, dice(gainer).saturating_add(1))));
    let wins = |winner: u8| words.say("story-wins", &[("name", name_at(before, winner).into())]);
    told.extend(winner.map(wins));
    told
}

fn called(before: &View, chair: u8, call: Call, words: &Words) -> String {
    let key = match call {
        Call::Dudo => "story-dudo",
        Call::Calza => "story-calza",
    };
    words.say(key, &[("name", name_at(before, chair).into())])
}

fn name_of(view: &View, person: u16) -> String {
    let known = view.people.iter().find(|known| known.person == person);
    known.map(|known| known.name.clone()).unwrap_or_default()
}

/// Whoever sits in a chair, or has played there and is gone.
fn name_at(view: &View, chair: u8) -> String {
    let seated = view.chairs.get(usize::from(chair)).and_then(|chair| chair.name.clone());
    let played = || {
        let players = &view.tour.as_ref()?.players;
        players.iter().find(|player| player.chair == chair).map(|player| player.name.clone())
    };
    seated.or_else(played).unwrap_or_default()
}

#[cfg(test)]
mod tests {
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

    /// Events as they go over the wire, and what is told of them.
    fn cases() -> Vec<(String, &'static str)> {
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
        let ServerMsg::Welcome { view, .. } = serde_json::from_str(WELCOME).unwrap() else { panic!() };
        for (text, expected) in cases() {
            let event: WireEvent =
                serde_json::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            for &language in Language::all() {
                let told = tell(&event, &view, &Words::new(language));
                assert!(!told.is_empty() && !told.contains(['{', '}']), "{}: {told}", language.code());
            }
            assert_eq!(tell(&event, &view, &Words::new(Language::default())), expected, "{text}");
        }
    }
}
