//! Commands made of bytes: most of them sensible, so that games get somewhere.

use perudo_rules::{BySeat, Command, Game, Opening, Phase, Seat, SeatSet};

use super::anything::any_command;
use super::choices::Choices;

/// A command that mostly fits the moment.
pub(crate) fn next_command(game: &Game, choices: &mut Choices<'_>) -> Command {
    match choices.below(16) {
        14 => well_formed(game, choices),
        15 => any_command(choices),
        _ => fitting(game, choices),
    }
}

fn fitting(game: &Game, choices: &mut Choices<'_>) -> Command {
    match game.phase() {
        Phase::Draw { throwing, again } => match choices.below(5) {
            0 if !again => set_dice(game, choices),
            1 if !again => Command::SetUsed(choices.some_of(game.seats())),
            2 if !again => open(game, choices),
            _ => draw(throwing, choices),
        },
        Phase::Declaring { turn } => match choices.below(8) {
            0 => roll(game, choices),
            _ => any_legal(game, turn, choices),
        },
        Phase::Rolling => match choices.below(100) {
            99 => Command::Leave(one_of(game.with_dice(), choices)),
            _ => roll(game, choices),
        },
        Phase::Bidding { turn } => match choices.below(100) {
            99 => Command::Leave(one_of(game.with_dice(), choices)),
            95..99 => rethrow(game, choices),
            40..95 => small_step(game, turn, choices),
            _ => any_legal(game, turn, choices),
        },
        Phase::Showing { .. } | Phase::Over { .. } => Command::NextTour,
    }
}

/// A command that would be good at some moment, be it this one or another.
fn well_formed(game: &Game, choices: &mut Choices<'_>) -> Command {
    match choices.below(9) {
        0 => set_dice(game, choices),
        1 => Command::SetUsed(choices.some_of(game.seats())),
        2 => open(game, choices),
        3 => {
            let throwing = choices.some_of(game.with_dice());
            draw(throwing, choices)
        }
        4 => roll(game, choices),
        5 => rethrow(game, choices),
        6 => Command::Act { seat: one_of(game.with_dice(), choices), action: choices.action() },
        7 => Command::Leave(one_of(game.with_dice(), choices)),
        _ => Command::NextTour,
    }
}

fn set_dice(game: &Game, choices: &mut Choices<'_>) -> Command {
    let most = usize::from(game.rules().dice);
    Command::SetDice(BySeat::from_fn(|seat| {
        let named = game.seats().contains(seat) && choices.below(2) == 0;
        named.then(|| choices.below(most + 1) as u8)
    }))
}

fn roll(game: &Game, choices: &mut Choices<'_>) -> Command {
    Command::Roll(BySeat::from_fn(|seat| choices.hand(game.dice(seat))))
}

fn draw(throwing: SeatSet, choices: &mut Choices<'_>) -> Command {
    Command::Draw(BySeat::from_fn(|seat| throwing.contains(seat).then(|| choices.face())))
}

fn open(game: &Game, choices: &mut Choices<'_>) -> Command {
    let opening = choices.one_of(&[Opening::Start, Opening::Lost]);
    Command::Open { seat: one_of(game.with_dice(), choices), opening }
}

fn rethrow(game: &Game, choices: &mut Choices<'_>) -> Command {
    let seat = one_of(game.with_dice(), choices);
    Command::Rethrow { seat, hand: choices.hand(game.dice(seat)) }
}

fn any_legal(game: &Game, turn: Seat, choices: &mut Choices<'_>) -> Command {
    let legal = game.legal_actions();
    let action = legal.pick(choices.below(legal.len())).unwrap();
    Command::Act { seat: turn, action }
}

/// One of the lowest bids if there is one: only rounds that climb slowly go to aces and back.
fn small_step(game: &Game, turn: Seat, choices: &mut Choices<'_>) -> Command {
    let position = choices.below(6);
    let action = game.legal_actions().iter().take(position + 1).last().unwrap();
    Command::Act { seat: turn, action }
}

fn one_of(seats: SeatSet, choices: &mut Choices<'_>) -> Seat {
    let position = choices.below(seats.len());
    seats.iter().nth(position).unwrap()
}
