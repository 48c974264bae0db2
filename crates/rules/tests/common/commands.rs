//! Commands made of bytes: most of them sensible, so that games get somewhere.

use perudo_rules::{BySeat, Command, Game, Opening, Phase, Seat, SeatSet};

use super::anything::any_command;
use super::choices::Choices;

/// A command that mostly fits the moment.
pub(crate) fn next_command(game: &Game, choices: &mut Choices<'_>) -> Command {
    if choices.below(16) == 15 { any_command(choices) } else { sensible(game, choices) }
}

fn sensible(game: &Game, choices: &mut Choices<'_>) -> Command {
    match game.phase() {
        Phase::Draw { throwing, again } => match choices.below(5) {
            0 if !again => set_dice(game, choices),
            1 if !again => Command::SetUsed(choices.some_of(game.seats())),
            2 if !again => Command::Open {
                seat: one_of(throwing, choices),
                opening: choices.one_of(&[Opening::Start, Opening::Lost]),
            },
            _ => Command::Draw(BySeat::from_fn(|seat| throwing.contains(seat).then(|| choices.face()))),
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
            95..99 => {
                let seat = one_of(game.with_dice(), choices);
                Command::Rethrow { seat, hand: choices.hand(game.dice(seat)) }
            }
            40..95 => small_step(game, turn, choices),
            _ => any_legal(game, turn, choices),
        },
        Phase::Over { .. } => Command::NextTour,
    }
}

fn set_dice(game: &Game, choices: &mut Choices<'_>) -> Command {
    let most = usize::from(game.rules().dice);
    let in_match = game.seats().without(game.left());
    Command::SetDice(BySeat::from_fn(|seat| {
        let named = in_match.contains(seat) && choices.below(2) == 0;
        named.then(|| choices.below(most + 1) as u8)
    }))
}

fn roll(game: &Game, choices: &mut Choices<'_>) -> Command {
    Command::Roll(BySeat::from_fn(|seat| choices.hand(game.dice(seat))))
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
