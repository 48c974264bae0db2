//! `novice`: plays like a beginner.

use perudo_rules::{Action, Bid, Face};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{Bot, Situation};

/// Bids on what lies under the own cup, forgets how much the others may have, and doubts only
/// what sounds absurd.
#[derive(Debug)]
pub struct Novice {
    chance: Xoshiro256PlusPlus,
}

impl Novice {
    /// A bot that repeats itself exactly for the same seed.
    pub fn new(seed: u64) -> Novice {
        Novice { chance: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }
}

impl Bot for Novice {
    fn decide(&mut self, situation: &Situation<'_>) -> Action {
        let legal = situation.legal();
        if legal.contains(Action::Pass) {
            // A new player likes the special round.
            return Action::Maputo;
        }
        let (hand, jokers) = (situation.hand(), situation.jokers());
        let own = |face: Face| f64::from(hand.matching(face, jokers));
        let others = f64::from(situation.view.in_play()) - hand.len() as f64;
        // "The others surely have half as many again as there should be."
        let believable = |bid: Bid| f64::from(bid.count) <= own(bid.face) + others * 0.5;
        if let Some(standing) = situation.standing()
            && !believable(standing)
        {
            return Action::Dudo;
        }
        // The face of which the player has most, at the least count; sometimes just any.
        let bids = Face::ALL.into_iter().filter_map(|face| Some(Bid::new(legal.least(face)?, face)));
        let favourite = bids
            .map(|bid| (own(bid.face) - f64::from(bid.count) + self.chance.random_range(0.0..2.0), bid))
            .max_by(|a, b| a.0.total_cmp(&b.0));
        match favourite {
            Some((_, bid)) if situation.standing().is_none() || believable(bid) => Action::Bid(bid),
            _ => Action::Dudo,
        }
    }
}
