//! `master`: the network, the solver's tables in finals; and five weaker players made of the same network.

use perudo_rules::Action;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::mind::{Decision, Network};
use crate::solver::look_up;
use crate::{Bot, Novice, Situation, Thinker};

/// How well a player made of the network plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// How often it decides like a beginner: by its own dice and a feeling.
    lapses: f64,
    /// Above 1 it does the unlikely more often than the network learnt to; below 1 less.
    temperature: Temperature,
    /// Whether it knows solved finals by heart.
    tables: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Temperature {
    /// With two players left, where an opponent who finds a habit lives on it.
    two: f64,
    /// With more.
    more: f64,
}

impl Level {
    /// As strong as it gets.
    pub const MASTER: Level =
        Level { lapses: 0.0, temperature: Temperature { two: 1.0, more: 0.75 }, tables: true };
    /// The network alone, as it was trained: to measure it.
    pub const NETWORK: Level =
        Level { lapses: 0.0, temperature: Temperature { two: 1.0, more: 1.0 }, tables: false };

    /// A weaker one.
    pub(crate) const fn weaker(lapses: f64, temperature: f64) -> Level {
        Level { lapses, temperature: Temperature { two: temperature, more: temperature }, tables: false }
    }
}

/// Plays by the network. Without weights it plays as `thinker`: see [`Network::current`] for why.
#[derive(Debug)]
pub struct Master {
    chance: Xoshiro256PlusPlus,
    level: Level,
    network: Option<&'static Network>,
    thinker: Thinker,
    novice: Novice,
}

impl Master {
    /// A bot that repeats itself exactly for the same seed.
    pub fn new(seed: u64, level: Level) -> Master {
        Master {
            chance: Xoshiro256PlusPlus::seed_from_u64(seed.rotate_left(16)),
            level,
            network: Network::current().ok(),
            thinker: Thinker::new(seed, Thinker::BUDGET),
            novice: Novice::new(seed),
        }
    }

    /// What it would do if its attention does not lapse; nothing without weights.
    fn policy(&self, situation: &Situation<'_>) -> Option<Vec<(Action, f64)>> {
        let network = self.network?;
        let by_heart = if self.level.tables { look_up(situation) } else { None };
        by_heart.or_else(|| {
            let two = situation.view.with_dice().len() == 2;
            let temperature = if two { self.level.temperature.two } else { self.level.temperature.more };
            let decision = Decision { game: situation.view, bids: situation.bids, hand: situation.hand() };
            Some(network.policy(&decision, temperature))
        })
    }
}

impl Bot for Master {
    fn decide(&mut self, situation: &Situation<'_>) -> Action {
        if self.level.lapses > 0.0 && self.chance.random::<f64>() < self.level.lapses {
            return self.novice.decide(situation);
        }
        let policy = self.policy(situation).filter(|policy| !policy.is_empty());
        let Some(policy) = policy else { return self.thinker.decide(situation) };
        let mut rest = self.chance.random::<f64>() * policy.iter().map(|&(_, share)| share).sum::<f64>();
        let drawn = policy.iter().find(|&&(_, share)| {
            rest -= share;
            rest < 0.0
        });
        drawn.or(policy.last()).map_or(Action::Pass, |&(action, _)| action)
    }

    fn weigh(&mut self, situation: &Situation<'_>) -> Vec<(Action, f64)> {
        let Some(mut policy) = self.policy(situation) else { return self.thinker.weigh(situation) };
        if self.level.lapses > 0.0 {
            policy.iter_mut().for_each(|(_, share)| *share *= 1.0 - self.level.lapses);
            policy.push((self.novice.decide(situation), self.level.lapses));
        }
        policy
    }
}
