//! Events that no game could bring about: `apply` takes them all the same.

use perudo_rules::{AllHands, BySeat, Call, Event, Game, Opening, Outcome, Reveal, SeatSet};

use super::anything::{any_command, any_table};
use super::choices::Choices;

/// Applies whatever the bytes say to a referee's game and to two views of it, which must stay
/// views of it, and asks the game what to do next.
pub(crate) fn apply_bytes(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let (rules, players) = any_table(&mut choices);
    let mut game: Game = Game::new(rules, players).unwrap();
    while !choices.is_empty() {
        let event = any_event(&mut choices);
        let viewer = choices.seat();
        let mut player = game.seen_by(viewer);
        let mut spectator = game.seen_by_spectator();
        game.apply(&event);
        player.apply(&event.seen_by(viewer));
        spectator.apply(&event.seen_by_spectator());
        assert_eq!(player, game.seen_by(viewer), "after {event:?}");
        assert_eq!(spectator, game.seen_by_spectator(), "after {event:?}");

        let legal = game.legal_actions();
        let picked = (0..legal.len()).filter(|&index| legal.pick(index).is_some());
        assert_eq!(picked.count(), legal.len(), "after {event:?}");
        if let Ok(next) = game.decide(any_command(&mut choices)) {
            game.apply(&next);
        }
    }
}

fn any_event(choices: &mut Choices<'_>) -> Event {
    let seat = choices.seat();
    match choices.below(13) {
        0 => Event::DiceSet(BySeat::from_fn(|_| choices.one_of(&[0, 1, 5, u8::MAX]))),
        1 => Event::UsedSet(choices.some_of(SeatSet::ALL)),
        2 => Event::Opened { seat, opening: choices.one_of(&[Opening::Start, Opening::Lost]) },
        3 => Event::Drawn(BySeat::from_fn(|_| (choices.below(2) == 0).then(|| choices.face()))),
        4 => Event::Declared(seat),
        5 => Event::Passed(seat),
        6 => Event::Rolled(any_hands(choices)),
        7 => Event::Rethrown { seat, dice: any_hands(choices) },
        8 => Event::Bid { seat, bid: choices.bid() },
        9 => Event::Revealed(any_reveal(choices)),
        10 => Event::Left(seat),
        11 => Event::Called { seat, call: choices.one_of(&[Call::Dudo, Call::Calza]) },
        _ => Event::TourBegan,
    }
}

fn any_hands(choices: &mut Choices<'_>) -> AllHands {
    BySeat::from_fn(|_| choices.any_hand())
}

fn any_reveal(choices: &mut Choices<'_>) -> Reveal {
    let seat = choices.seat();
    Reveal {
        caller: choices.seat(),
        call: choices.one_of(&[Call::Dudo, Call::Calza]),
        bid: choices.bid(),
        bidder: choices.seat(),
        hands: any_hands(choices),
        count: choices.below(256) as u8,
        outcome: choices.one_of(&[Outcome::Loses(seat), Outcome::Gains(seat)]),
    }
}
