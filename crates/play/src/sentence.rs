//! Events in words: for the live region, and for those who want to read the round again.

use perudo_protocol::{View, WireEvent, You};
use perudo_rules::{Call, Face, PhaseName};
use perudo_table::{Absence, Actor, PlaceName};
use perudo_words::Words;

use super::shown::Shown;

/// What an event says about a table as it is before it, if it says anything.
pub fn sentence(event: &WireEvent, view: &View, you: You, words: &Words) -> Option<String> {
    let chair_name = |chair: u8| name_at(view, chair);
    let person_name = |person: u16| {
        view.people
            .iter()
            .find(|known| known.person == person)
            .map(|known| known.name.clone())
            .unwrap_or_default()
    };
    let say = |key: &str, name: String| words.say(key, &[("name", name.into())]);
    let did = |what: PlayerEvent, chair: u8| what.sentence(view, chair, you.chair, words);
    Some(match event {
        WireEvent::Came { name, place, .. } => {
            say(if *place == PlaceName::Watching { "web-came-to-watch" } else { "web-came" }, name.clone())
        }
        WireEvent::Left { person, removed, not_shown, .. } => {
            let key = match (removed, not_shown) {
                (_, true) => "web-not-shown",
                (true, false) => "web-removed",
                (false, false) => "web-left",
            };
            say(key, person_name(*person))
        }
        WireEvent::Seated { person, .. } => say("web-seated", person_name(*person)),
        WireEvent::Unbarred { person } => {
            let barred = view.barred.iter().find(|known| known.person == *person);
            say("web-unbarred", barred.map(|known| known.name.clone()).unwrap_or_default())
        }
        WireEvent::Locked { on } => words.text(if *on { "web-locked" } else { "web-unlocked" }),
        WireEvent::BotSat { name, .. } => say("web-came", name.clone()),
        WireEvent::Host { person } => say("web-new-host", person_name(*person)),
        WireEvent::Settings { .. } => words.text("web-settings-changed"),
        WireEvent::TourBegan { tour, .. } => words.say("web-tour-begins", &[("number", (*tour).into())]),
        WireEvent::Drawn { throws, .. } => {
            let throws: Vec<String> = throws
                .iter()
                .enumerate()
                .filter_map(|(chair, face)| Some(format!("{} {}", chair_name(chair as u8), (*face)?)))
                .collect();
            words.say("story-draw", &[("throws", throws.join(", ").into())])
        }
        WireEvent::Rolled { hand, .. } => match hand {
            Some(hand) => {
                let die = |face: Face| words.say("web-die", &[("face", face.pips().into())]);
                let dice: Vec<String> = hand.faces().map(die).collect();
                words.say("web-you-rolled", &[("dice", dice.join(", ").into())])
            }
            None => words.text("web-all-rolled"),
        },
        WireEvent::Bid { chair, bid, by } => {
            let name = match by {
                Actor::Person if you.chair == Some(*chair) => words.text("web-you"),
                Actor::Person | Actor::Bot => chair_name(*chair),
            };
            words.say("story-bid", &[("name", name.into()), ("bid", words.bid(*bid).into())])
        }
        WireEvent::Declared { chair, .. } => did(PlayerEvent::Declares, *chair),
        WireEvent::Passed { chair, .. } => did(PlayerEvent::Passes, *chair),
        WireEvent::Called { chair, call, .. } => did(PlayerEvent::called(*call == Call::Calza), *chair),
        WireEvent::Showdown { chair, call, .. } => {
            // At a sealed table the call was told before the dice were shown.
            let told = view.now.phase == Some(PhaseName::Showing);
            let called = (!told).then(|| did(PlayerEvent::called(*call == Call::Calza), *chair));
            let verdict = match Shown::of(event, view) {
                Some(Shown::Showdown(showdown)) => Some(showdown.verdict(you.chair, words)),
                _ => None,
            };
            called.into_iter().chain(verdict).collect::<Vec<_>>().join(" ")
        }
        WireEvent::Withdrawn { chair, winner, .. } => {
            let left = did(PlayerEvent::Leaves, *chair);
            let in_round = matches!(view.now.phase, Some(PhaseName::Bidding | PhaseName::Showing));
            match winner {
                Some(winner) => format!("{left} {}", did(PlayerEvent::Wins, *winner)),
                None if in_round => format!("{left} {}", words.text("story-void")),
                None => left,
            }
        }
        WireEvent::Away { person, why } => {
            let key = match why {
                Absence::Late => "web-away-late",
                Absence::Gone => "web-away-gone",
            };
            say(key, person_name(*person))
        }
        WireEvent::Back { person } => say("web-back", person_name(*person)),
        WireEvent::Skipped { .. } => words.text("web-skipped"),
        WireEvent::Said { person, text } => format!("{}: {text}", person_name(*person)),
        WireEvent::Emoted { person, emote } => {
            let feeling = words.text(&format!("web-emote-{emote}"));
            words.say("web-emoted", &[("name", person_name(*person).into()), ("feeling", feeling.into())])
        }
        WireEvent::Chat { on } => words.text(if *on { "web-chat-on" } else { "web-chat-off" }),
        WireEvent::Closed { reason: None } => words.text("web-table-closed"),
        WireEvent::Closed { reason: Some(reason) } => {
            words.say("web-table-closed-for", &[("reason", reason.as_str().into())])
        }
        WireEvent::Opened { .. }
        | WireEvent::BotLeft { .. }
        | WireEvent::MatchBegan
        | WireEvent::RestEnded
        | WireEvent::Silenced { .. }
        | WireEvent::Committed { .. }
        | WireEvent::ClockRestarted => return None,
    })
}

/// Something that a player does, or that happens to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerEvent {
    /// Opens the round.
    Opens,
    /// Declares maputo.
    Declares,
    /// Does not declare it.
    Passes,
    /// Calls dudo.
    Doubts,
    /// Calls calza.
    SaysCalza,
    /// Loses a die.
    Loses,
    /// Takes a die back.
    Gains,
    /// Leaves the game.
    Leaves,
    /// Wins it.
    Wins,
}

impl PlayerEvent {
    /// What a call is.
    pub fn called(calza: bool) -> PlayerEvent {
        if calza { PlayerEvent::SaysCalza } else { PlayerEvent::Doubts }
    }

    /// A sentence about whoever sits in a chair, at a table as it is before the event. The one who looks is addressed:
    /// “you lose a die”.
    pub fn sentence(self, view: &View, chair: u8, you: Option<u8>, words: &Words) -> String {
        let name = name_at(view, chair);
        let (about, to_you) = match self {
            PlayerEvent::Opens => ("story-opens", "web-you-open"),
            PlayerEvent::Declares => ("story-maputo", "web-you-declare"),
            PlayerEvent::Passes => ("story-pass", "web-you-pass"),
            PlayerEvent::Doubts => ("story-dudo", "web-you-doubt"),
            PlayerEvent::SaysCalza => ("story-calza", "web-you-calza"),
            PlayerEvent::Loses => ("story-loses", "web-you-lose"),
            PlayerEvent::Gains => ("story-gains", "web-you-gain"),
            PlayerEvent::Leaves => ("story-left", "web-you-left"),
            PlayerEvent::Wins => ("story-wins", "web-you-won"),
        };
        let before = view.now.dice.get(usize::from(chair)).copied().unwrap_or(0);
        let left = if let PlayerEvent::Gains = self { before + 1 } else { before.saturating_sub(1) };
        let values = [("name", name.into()), ("left", left.into()), ("dice", words.dice(left).into())];
        words.say(if you == Some(chair) { to_you } else { about }, &values)
    }
}

/// The name of whoever sits in a chair.
pub fn name_at(view: &View, chair: u8) -> String {
    let seated = view.chairs.get(usize::from(chair)).and_then(|chair| chair.name.clone());
    let played = || {
        let tour = view.tour.as_ref()?;
        tour.players.iter().find(|player| player.chair == chair).map(|player| player.name.clone())
    };
    seated.or_else(played).unwrap_or_default()
}
