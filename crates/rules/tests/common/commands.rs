//! Tables and commands made of bytes: most of them sensible, so that games get somewhere.

use perudo_rules::{
    Axis, BySeat, Calza, Command, Game, Opening, Phase, Preset, Rules, RulesSpec, Seat, SeatSet,
};

use super::choices::Choices;

/// A document as it is, or any point on every axis; and a number of players that it allows.
pub(crate) fn any_table(choices: &mut Choices<'_>) -> (Rules, usize) {
    let preset = choices.one_of(&Preset::ALL);
    let mut spec = preset.spec();
    if choices.below(4) > 0 {
        for axis in Axis::ALL {
            let values = axis.values();
            spec.set(axis, &values[choices.below(values.len())]).unwrap();
        }
    }
    // The one contradiction there is: calza with one die each.
    let without_calza = RulesSpec { calza: Calza::Off, ..spec };
    let rules = Rules::try_from(spec).or_else(|_| Rules::try_from(without_calza)).unwrap();
    let players = 2 + choices.below(usize::from(rules.players) - 1);
    (rules, players)
}

/// A command that mostly fits the moment.
pub(crate) fn next_command(game: &Game, choices: &mut Choices<'_>) -> Command {
    if choices.below(16) == 15 { nonsense(choices) } else { sensible(game, choices) }
}

fn sensible(game: &Game, choices: &mut Choices<'_>) -> Command {
    match game.phase() {
        Phase::Draw { throwing, again } => match choices.below(5) {
            0 if !again => set_dice(game, choices),
            1 if !again => Command::SetUsed(some_of(game.seats(), choices)),
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

fn some_of(seats: SeatSet, choices: &mut Choices<'_>) -> SeatSet {
    seats.iter().filter(|_| choices.below(2) == 0).collect()
}

/// Any command at any moment, about any seat, with any numbers.
pub(crate) fn nonsense(choices: &mut Choices<'_>) -> Command {
    let seat = choices.seat();
    match choices.below(9) {
        0 => Command::SetDice(BySeat::from_fn(|_| (choices.below(8) == 0).then(|| choices.below(256) as u8))),
        1 => Command::SetUsed(some_of(SeatSet::ALL, choices)),
        2 => Command::Open { seat, opening: choices.one_of(&[Opening::Start, Opening::Lost]) },
        3 => Command::Draw(BySeat::from_fn(|_| (choices.below(2) == 0).then(|| choices.face()))),
        4 => Command::Act { seat, action: choices.action() },
        5 => Command::Roll(BySeat::from_fn(|_| choices.any_hand())),
        6 => Command::Rethrow { seat, hand: choices.any_hand() },
        7 => Command::Leave(seat),
        _ => Command::NextTour,
    }
}
