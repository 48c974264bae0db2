//! How the tables are made.

use std::collections::HashMap;

use perudo_rules::{Calza, LeaveAces, OpenAces, Rules, RulesSpec, Seat};

use super::file::{self, Written};
use super::key::{CALZA_DICE, Key, Ladder};
use super::writing::{self, Rounding};
use super::{Tables, round_start};
use crate::average::Average;
use crate::chain::{Values, tour_payoffs, win_chance};
use crate::game::Side;
use crate::response::Quality;
use crate::round::{Payoffs, Round, RoundError};
use crate::round_solver::RoundSolver;

/// A round that was solved.
#[derive(Clone, Copy, Debug)]
pub struct Made {
    /// The round.
    pub round: Round,
    /// After so many iterations.
    pub iterations: u32,
    /// How good the strategy was before it was rounded.
    pub quality: Quality,
}

/// How long a round is solved and how it is rounded, by the dice of both players.
struct Effort {
    target: f64,
    iterations: u32,
    rounding: Rounding,
}

impl Effort {
    fn of(dice: [u8; 2]) -> Effort {
        if dice[0] + dice[1] <= 3 {
            let rounding = Rounding { least_chance: 0.001, least_reach: 1e-5, parts: 4095 };
            Effort { target: 0.000_05, iterations: 4096, rounding }
        } else {
            let rounding = Rounding { least_chance: 0.003, least_reach: 1e-4, parts: 1023 };
            Effort { target: 0.000_25, iterations: 2048, rounding }
        }
    }
}

/// Between two looks at how good a strategy has become.
const ITERATIONS_BETWEEN: u32 = 64;

/// Rounds with calza are solved again until their values move by less.
const FIXED: f64 = 1e-4;

/// The ladders of the presets, and the most dice in all that are solved.
const FINALS: [(OpenAces, LeaveAces, u8); 3] = [
    (OpenAces::No, LeaveAces::DoublePlusOne, 4),
    (OpenAces::Yes, LeaveAces::DoublePlusOne, 3),
    (OpenAces::Yes, LeaveAces::Double, 3),
];

/// Maputo rounds, in which a player has one die, are solved up to so many dice.
const MAPUTO_DICE: u8 = 4;

/// Solves everything that comes with the program and writes it as a file. `told` hears of every
/// round as it is done.
///
/// # Errors
///
/// One of the rounds is not played under its rules, or too large.
pub fn make_tables(threads: usize, told: &mut dyn FnMut(&Made)) -> Result<Vec<u8>, RoundError> {
    let mut making = Making { threads, told, rounds: Vec::new(), values: HashMap::new() };
    for (open, leave, most) in FINALS {
        let ladder = Ladder::Final { open, leave, calza: Calza::Off };
        for dice in splits(most) {
            making.solve(Key::new(ladder, dice), Payoffs::ROUND)?;
        }
    }
    for dice in splits(MAPUTO_DICE).filter(|dice| dice.contains(&1)) {
        making.solve(Key::new(Ladder::Maputo, dice), Payoffs::ROUND)?;
    }
    making.calza(OpenAces::No, LeaveAces::DoublePlusOne)?;
    Ok(file::write(&making.rounds))
}

/// All ways to share at most so many dice between two players.
fn splits(most: u8) -> impl Iterator<Item = [u8; 2]> {
    (2..=most).flat_map(|all| (1..all).map(move |other| [all - other, other]))
}

struct Making<'a> {
    threads: usize,
    told: &'a mut dyn FnMut(&Made),
    rounds: Vec<Written>,
    values: HashMap<Key, f64>,
}

impl Making<'_> {
    fn solve(&mut self, key: Key, payoffs: Payoffs) -> Result<(), RoundError> {
        let (written, made) = solve(key, payoffs, self.threads)?;
        self.values.insert(key, written.value);
        (self.told)(&made);
        self.rounds.push(written);
        Ok(())
    }

    /// Rounds with calza depend on each other in both directions, since dice come back: they are
    /// solved in turn until their values stand still.
    fn calza(&mut self, open: OpenAces, leave: LeaveAces) -> Result<(), RoundError> {
        let key = |dice| Key::new(Ladder::Final { open, leave, calza: Calza::On }, dice);
        loop {
            let mut moved: f64 = 0.0;
            let mut solved = Vec::new();
            for dice in splits(CALZA_DICE) {
                let round = key(dice).round().ok_or(RoundError::TooLarge)?;
                let payoffs = payoffs(self, round).ok_or(RoundError::TooLarge)?;
                let (written, made) = solve(key(dice), payoffs, self.threads)?;
                let before = self.values.insert(written.key, written.value);
                moved = moved.max((written.value - before.unwrap_or(f64::INFINITY)).abs());
                (self.told)(&made);
                solved.push(written);
            }
            if moved < FIXED {
                self.rounds.extend(solved);
                return Ok(());
            }
        }
    }
}

/// Solves one round as well as its size allows.
fn solve(key: Key, payoffs: Payoffs, threads: usize) -> Result<(Written, Made), RoundError> {
    let round = key.round().ok_or(RoundError::TooLarge)?;
    let effort = Effort::of(round.dice);
    let mut solver = RoundSolver::new(round, payoffs, threads)?;
    loop {
        (0..ITERATIONS_BETWEEN).for_each(|_| solver.iterate());
        let quality = solver.quality();
        let iterations = solver.solver().iterations();
        if quality.exploitability() <= effort.target || iterations >= effort.iterations {
            let made = Made { round, iterations, quality };
            return Ok((written(&solver, key, quality.value, effort.rounding), made));
        }
    }
}

fn written(solver: &RoundSolver, key: Key, value: f64, rounding: Rounding) -> Written {
    let (game, payoffs) = (&solver.round().game, solver.payoffs());
    let book = |side| writing::write(game, side, &mut Average(solver.solver()), rounding);
    Written { key, payoffs, value, books: Side::BOTH.map(book) }
}

/// A file with only this round.
pub(crate) fn file_of_one(solver: &RoundSolver, rounding: Rounding) -> Option<Vec<u8>> {
    let key = Key::of(solver.round().round)?;
    Some(file::write(&[written(solver, key, solver.quality().value, rounding)]))
}

/// Values that go on where rounds with calza were not solved: there, as if calza were off.
struct Border<'a, V>(&'a V);

impl<V: Values> Values for Border<'_, V> {
    fn value(&self, round: Round) -> Option<f64> {
        let known = self.0.value(round);
        if known.is_some() || round.rules.calza == Calza::Off {
            return known;
        }
        let without = Rules::try_from(RulesSpec { calza: Calza::Off, ..*round.rules }).ok()?;
        let start = round_start(&without, round.dice)?;
        win_chance(&start, Seat::FIRST, self.0).map(|chance| 2.0 * chance - 1.0)
    }
}

fn payoffs(values: &impl Values, round: Round) -> Option<Payoffs> {
    match round.rules.calza {
        Calza::Off => Some(Payoffs::ROUND),
        Calza::On => tour_payoffs(&round_start(&round.rules, round.dice)?, &Border(values)),
    }
}

impl Values for Making<'_> {
    fn value(&self, round: Round) -> Option<f64> {
        self.values.get(&Key::of(round)?).copied()
    }
}

impl Tables {
    /// What the outcomes of a round are worth to its opener: without calza the round itself, with
    /// calza the tour. Positions with calza that the tables do not reach count as without.
    pub fn payoffs(&self, round: Round) -> Option<Payoffs> {
        payoffs(self, round)
    }
}
