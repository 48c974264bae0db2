//! A model of how people bid: the likelier a bid looks from a player's own dice, the likelier
//! the player makes it. Belief reads bids backwards through it, and look-ahead plays by it.

use perudo_rules::{Bid, Face, Hand, LegalActions};

use crate::odds::Tails;

/// How strongly people prefer what looks likely to them.
const SHARPNESS: i32 = 4;
/// How far above the least legal count people consider a bid on each face.
const JUMPS: u8 = 3;
/// The share of bids that have nothing to do with the dice.
const WHIMS: f64 = 0.08;

/// A decision in a round, as the player who decides sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Viewpoint {
    pub(crate) legal: LegalActions,
    pub(crate) standing: Option<Bid>,
    /// Dice that are not the player's own.
    pub(crate) unknown: usize,
    pub(crate) jokers: bool,
}

impl Viewpoint {
    /// How true a bid looks to the holder of `hand`.
    pub(crate) fn truth(&self, hand: Hand, bid: Bid) -> f64 {
        let own = hand.matching(bid.face, self.jokers);
        let needed = usize::from(bid.count.saturating_sub(own));
        Tails::of(bid.face, self.jokers).at_least(self.unknown, needed)
    }

    /// The bids that people consider.
    fn considered(&self) -> impl Iterator<Item = Bid> {
        let most = self.legal.most();
        Face::ALL.into_iter().flat_map(move |face| {
            let least = self.legal.least(face);
            let counts = least.map(|least| least..=most.min(least.saturating_add(JUMPS - 1)));
            counts.into_iter().flatten().map(move |count| Bid::new(count, face))
        })
    }

    /// How much a player with this hand is drawn to a bid.
    fn pull(&self, hand: Hand, bid: Bid) -> f64 {
        self.truth(hand, bid).powi(SHARPNESS)
    }

    /// The chance that a player with this hand makes this bid.
    pub(crate) fn likelihood(&self, hand: Hand, bid: Bid) -> f64 {
        let pull = self.pull(hand, bid);
        let mut all: f64 = self.considered().map(|other| self.pull(hand, other)).sum();
        let beyond = self.legal.least(bid.face).is_none_or(|least| bid.count >= least.saturating_add(JUMPS));
        if beyond {
            all += pull;
        }
        all += self.standing.map_or(0.0, |standing| (1.0 - self.truth(hand, standing)).powi(SHARPNESS));
        WHIMS / (6.0 * f64::from(JUMPS)) + (1.0 - WHIMS) * pull / all.max(f64::MIN_POSITIVE)
    }
}
