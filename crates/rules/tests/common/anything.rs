//! Tables and commands made of bytes: nothing is too absurd.

use perudo_rules::{Axis, BySeat, Calza, Command, Opening, Preset, Rules, RulesSpec, SeatSet};

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

/// Any command at any moment, about any seat, with any numbers.
pub(crate) fn any_command(choices: &mut Choices<'_>) -> Command {
    let seat = choices.seat();
    match choices.below(10) {
        0 => Command::SetDice(BySeat::from_fn(|_| (choices.below(8) == 0).then(|| choices.below(256) as u8))),
        1 => Command::SetUsed(choices.some_of(SeatSet::ALL)),
        2 => Command::Open { seat, opening: choices.one_of(&[Opening::Start, Opening::Lost]) },
        3 => Command::Draw(BySeat::from_fn(|_| (choices.below(2) == 0).then(|| choices.face()))),
        4 => Command::Act { seat, action: choices.action() },
        5 => Command::Roll(BySeat::from_fn(|_| choices.any_hand())),
        6 => Command::Rethrow { seat, hand: choices.any_hand() },
        7 => Command::Leave(seat),
        8 => Command::Show(BySeat::from_fn(|_| choices.any_hand())),
        _ => Command::NextTour,
    }
}
