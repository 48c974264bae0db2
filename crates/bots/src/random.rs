//! `random`: anything legal.

use perudo_rules::Action;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{Bot, Situation};

/// Picks among all legal actions with equal chance.
#[derive(Debug)]
pub struct Random {
    chance: Xoshiro256PlusPlus,
}

impl Random {
    /// A bot that repeats itself exactly for the same seed.
    pub fn new(seed: u64) -> Random {
        Random { chance: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }
}

impl Bot for Random {
    fn decide(&mut self, situation: &Situation<'_>) -> Action {
        let legal = situation.legal();
        let index = self.chance.random_range(0..legal.len().max(1));
        legal.pick(index).unwrap_or(Action::Pass)
    }

    fn weigh(&mut self, situation: &Situation<'_>, _samples: u32) -> Vec<(Action, f64)> {
        situation.legal().iter().map(|action| (action, 1.0)).collect()
    }
}
