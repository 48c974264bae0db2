//! The story of a table as somebody at it is told: for the live region, and for those who want to read the round again.

use perudo_protocol::{View, WireEvent, You};
use perudo_rules::Face;
use perudo_table::PlaceName;
use perudo_words::Words;

use super::log::log_sentence;
use super::shown::Showdown;

/// What an event says about a table as it is before it, if it says anything: what the log says, unless something else is
/// said here.
pub fn sentence(event: &WireEvent, view: &View, you: You, words: &Words) -> Option<String> {
    Some(match event {
        WireEvent::Opened { .. }
        | WireEvent::BotLeft { .. }
        | WireEvent::MatchBegan
        | WireEvent::RestEnded
        | WireEvent::Silenced { .. }
        | WireEvent::Committed { .. }
        | WireEvent::ClockRestarted => return None,
        // Who waits, and who is a bot, can be seen.
        WireEvent::Came { name, place: PlaceName::Queue, .. } | WireEvent::BotSat { name, .. } => {
            words.say("web-came", &[("name", name.clone().into())])
        }
        WireEvent::Rolled { hand: Some(hand), .. } => {
            let die = |face: Face| words.say("web-die", &[("face", face.pips().into())]);
            let dice: Vec<String> = hand.faces().map(die).collect();
            words.say("web-you-rolled", &[("dice", dice.join(", ").into())])
        }
        WireEvent::Left { person, removed: false, not_shown: false, .. } if you.person == Some(*person) => {
            words.text("web-you-get-up")
        }
        WireEvent::Showdown { .. } => Showdown::of(event, view)?.story(you.chair, words),
        _ => log_sentence(event, view, you.chair, words),
    })
}

#[cfg(test)]
mod tests {
    use perudo_protocol::ServerMsg;
    use perudo_words::Language;

    use super::*;
    use crate::log::tests::{cases, view};

    const ANNA: You = You { person: Some(0), chair: Some(0), host: false };

    #[test]
    fn the_story_addresses_whoever_is_told_and_leaves_out_what_only_a_log_has() {
        let cases = [
            (r#"{"what":"match-began"}"#, None),
            (r#"{"what":"silenced","person":1,"on":true}"#, None),
            (
                r#"{"what":"came","person":3,"name":"olga","place":"queue","program":false,"from":1}"#,
                Some("olga sits down."),
            ),
            (r#"{"what":"bot-sat","chair":2,"level":"steady","name":"Blaise"}"#, Some("Blaise sits down.")),
            (
                r#"{"what":"rolled","throw":2,"hand":"13","with":[],"withheld":[]}"#,
                Some("You rolled: ace, three."),
            ),
            (r#"{"what":"rolled","throw":2,"with":[],"withheld":[]}"#, Some("Everyone has rolled.")),
            (r#"{"what":"bid","chair":0,"bid":"3x4","by":"person"}"#, Some("You: three fours.")),
            (r#"{"what":"bid","chair":0,"bid":"3x4","by":"bot"}"#, Some("anna: three fours.")),
            (r#"{"what":"bid","chair":1,"bid":"3x4","by":"person"}"#, Some("boris: three fours.")),
            (r#"{"what":"declared","chair":0,"by":"person"}"#, Some("You declare maputo.")),
            (r#"{"what":"declared","chair":1,"by":"person"}"#, Some("boris declares maputo.")),
            (
                r#"{"what":"showdown","chair":0,"call":"dudo","by":"person","bid":"3x4","bidder":1,
                    "hands":["11346","25"],"count":3,"loser":0,
                    "links":{"server":null,"chairs":[],"withheld":[]}}"#,
                Some(
                    "You doubt it: “Dudo!” There are three fours, two of them jokers: the bid was true, and you \
                     doubted it. You lose a die and have four dice left.",
                ),
            ),
            (
                r#"{"what":"withdrawn","chair":1,"winner":0}"#,
                Some("boris leaves the game; their dice go to the centre. You won!"),
            ),
            (r#"{"what":"back","person":1}"#, Some("boris is back.")),
            (r#"{"what":"left","person":0,"removed":false}"#, Some("You leave.")),
            (r#"{"what":"left","person":1,"removed":false}"#, Some("boris leaves.")),
        ];
        let (view, words) = (view(), Words::new(Language::default()));
        for (text, expected) in cases {
            let event = serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(sentence(&event, &view, ANNA, &words).as_deref(), expected, "{text}");
        }
    }

    /// The page lacks what only programs outside of browsers say (`locales/native`), and with it most of what only the log says.
    #[test]
    fn the_page_has_all_words_of_its_story() {
        let document = include_str!("../../../PROTOCOL.md").lines();
        let examples =
            document.filter_map(|line| match serde_json::from_str(line.trim_start_matches("← ")) {
                Ok(ServerMsg::Event { event, .. }) => Some(event),
                _ => None,
            });
        let cases = cases().into_iter().map(|(text, _)| serde_json::from_str(&text).unwrap());
        let events: Vec<WireEvent> = examples.chain(cases).collect();
        let view = view();
        for &language in Language::all() {
            let file = |folder| {
                let root = env!("CARGO_MANIFEST_DIR");
                let path = format!("{root}/../words/locales/{folder}/{}.ftl", language.code());
                std::fs::read_to_string(path).unwrap()
            };
            Words::provide(language, &file("start"));
            Words::provide_rest(language, &file("."));
            let words = Words::of(language);
            assert!(!words.knows("log-opened"), "these are not the words of a page");
            for event in &events {
                for you in [You::default(), ANNA] {
                    let said = sentence(event, &view, you, words).unwrap_or_default();
                    assert!(!said.contains('{'), "{said}: {event:?}");
                }
            }
        }
    }
}
