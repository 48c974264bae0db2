//! `solver`: perfect where the tables reach, else `thinker`.

use perudo_rules::{Action, Bid};
use perudo_solver::{Spot, Tables};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{Bot, Situation, Thinker};

/// Plays the finals that were solved as the tables say, and thinks about everything else.
#[derive(Debug)]
pub struct Solver {
    chance: Xoshiro256PlusPlus,
    thinker: Thinker,
}

impl Solver {
    /// A bot that repeats itself exactly for the same seed.
    pub fn new(seed: u64) -> Solver {
        let chance = Xoshiro256PlusPlus::seed_from_u64(seed.rotate_left(32));
        Solver { chance, thinker: Thinker::new(seed, Thinker::BUDGET) }
    }

    /// What the tables say, drawn with its chances.
    fn look_up(&mut self, situation: &Situation<'_>) -> Option<Action> {
        let tables = Tables::builtin();
        if situation.legal().contains(Action::Pass) {
            let declare = tables.declaration(situation.view)?;
            return Some(if declare { Action::Maputo } else { Action::Pass });
        }
        let bids: Vec<Bid> = situation.bids.iter().map(|standing| standing.bid).collect();
        let policy = tables.policy(&Spot::of(situation.view, &bids)?)?;
        let mut rest = self.chance.random::<f32>() * policy.iter().map(|&(_, share)| share).sum::<f32>();
        let drawn = policy.iter().find(|&&(_, share)| {
            rest -= share;
            rest < 0.0
        });
        drawn.or(policy.last()).map(|&(action, _)| action)
    }
}

impl Bot for Solver {
    fn decide(&mut self, situation: &Situation<'_>) -> Action {
        self.look_up(situation).unwrap_or_else(|| self.thinker.decide(situation))
    }
}
