//! Events in words: for the live region, and for those who want to read the round again.

use perudo_protocol::{View, WireEvent, You};
use perudo_rules::{Call, PhaseName};
use perudo_table::{Absence, Actor, PlaceName};

use crate::i18n::words;

/// What an event says about a table as it is before it, if it says anything.
pub(super) fn sentence(event: &WireEvent, view: &View, you: You) -> Option<String> {
    let words = words();
    let chair_name = |chair: u8| name_at(view, chair);
    let person_name = |person: u16| {
        view.people
            .iter()
            .find(|known| known.person == person)
            .map(|known| known.name.clone())
            .unwrap_or_default()
    };
    let say = |key: &str, name: String| words.say(key, &[("name", name.into())]);
    let did = |what: PlayerEvent, chair: u8| what.sentence(view, chair);
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
                let dice: Vec<String> = hand.faces().map(|face| face.to_string()).collect();
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
        WireEvent::Showdown { chair, call, bid, hands, count, loser, gainer, winner, .. } => {
            let jokers = view.now.jokers() && bid.face.pips() != 1;
            let aces: u8 = hands.iter().map(|hand| hand.counts()[0]).sum();
            // At a sealed table the call was told before the dice were shown.
            let told = view.now.phase == Some(PhaseName::Showing);
            let called = (!told).then(|| did(PlayerEvent::called(*call == Call::Calza), *chair));
            let mut sentences: Vec<String> = called.into_iter().collect();
            sentences.push(words.say(
                "story-count",
                &[
                    ("count", (*count).into()),
                    ("face", bid.face.pips().into()),
                    ("jokers", (if jokers { aces } else { 0 }).into()),
                    ("bid", words.bid(perudo_rules::Bid { count: *count, ..*bid }).into()),
                ],
            ));
            sentences.extend(loser.map(|loser| did(PlayerEvent::Loses, loser)));
            sentences.extend(gainer.map(|gainer| did(PlayerEvent::Gains, gainer)));
            if let Some(winner) = winner {
                sentences.push(did(PlayerEvent::Wins, *winner));
            }
            sentences.join(" ")
        }
        WireEvent::Withdrawn { chair, winner, .. } => {
            let left = did(PlayerEvent::Leaves, *chair);
            match winner {
                Some(winner) => format!("{left} {}", did(PlayerEvent::Wins, *winner)),
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
        WireEvent::Said { person, text } => format!("{}: {text}", person_name(*person)),
        WireEvent::Emoted { person, emote } => {
            let feeling = words.text(&format!("web-emote-{emote}"));
            words.say("web-emoted", &[("name", person_name(*person).into()), ("feeling", feeling.into())])
        }
        WireEvent::Chat { on } => words.text(if *on { "web-chat-on" } else { "web-chat-off" }),
        WireEvent::Closed => words.text("web-table-closed"),
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
#[derive(Clone, Copy)]
pub(crate) enum PlayerEvent {
    Opens,
    Declares,
    Passes,
    Doubts,
    SaysCalza,
    Loses,
    Gains,
    Leaves,
    Wins,
}

impl PlayerEvent {
    pub(crate) fn called(calza: bool) -> PlayerEvent {
        if calza { PlayerEvent::SaysCalza } else { PlayerEvent::Doubts }
    }

    /// A sentence about whoever sits in a chair, at a table as it is before the event. Someone without a name of their
    /// own is addressed: “you lose a die”.
    pub(crate) fn sentence(self, view: &View, chair: u8) -> String {
        let words = words();
        let name = name_at(view, chair);
        let nameless = name == words.text("web-you-name");
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
        words.say(if nameless { to_you } else { about }, &values)
    }
}

/// The name of whoever sits in a chair.
pub(crate) fn name_at(view: &View, chair: u8) -> String {
    let seated = view.chairs.get(usize::from(chair)).and_then(|chair| chair.name.clone());
    let played = || {
        let tour = view.tour.as_ref()?;
        tour.players.iter().find(|player| player.chair == chair).map(|player| player.name.clone())
    };
    seated.or_else(played).unwrap_or_default()
}
