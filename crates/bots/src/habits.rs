//! A model of how people bid: the likelier a bid looks from a player's own dice, the likelier
//! the player makes it. Belief reads bids backwards through it, and look-ahead plays by it.

use perudo_rules::{Bid, Face, Hand, LegalActions, MAX_DICE_EACH};

use crate::Situation;
use crate::odds::Tails;

/// How strongly people prefer what looks likely to them.
const SHARPNESS: i32 = 4;
/// How far above the least legal count people consider a bid on each face.
const JUMPS: u8 = 3;
/// The share of bids that have nothing to do with the dice.
const WHIMS: f64 = 0.08;

/// Something for each number of own dice that fit a bid.
type ByOwn = [f64; MAX_DICE_EACH as usize + 1];

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
    /// Of the one who decides.
    pub(crate) fn of(situation: &Situation<'_>) -> Viewpoint {
        Viewpoint {
            legal: situation.legal(),
            standing: situation.standing(),
            unknown: usize::from(situation.view.in_play()).saturating_sub(situation.hand().len()),
            jokers: situation.jokers(),
        }
    }

    /// How true a bid looks to the holder of `hand`.
    pub(crate) fn truth(&self, hand: Hand, bid: Bid) -> f64 {
        let own = hand.matching(bid.face, self.jokers);
        let needed = usize::from(bid.count.saturating_sub(own));
        Tails::of(bid.face, self.jokers).at_least(self.unknown, needed)
    }

    /// The bids that people consider.
    pub(crate) fn considered(&self) -> impl Iterator<Item = Bid> {
        let most = self.legal.most();
        Face::ALL.into_iter().flat_map(move |face| {
            let least = self.legal.least(face);
            let counts = least.map(|least| least..=most.min(least.saturating_add(JUMPS - 1)));
            counts.into_iter().flatten().map(move |count| Bid::new(count, face))
        })
    }

    /// The chance that a player with a hand of so many dice makes this bid, or doubts if there is none, for every such hand. All
    /// that counts of a hand is how many of its dice fit a bid, so that everything about bids is computed once and not for
    /// each hand.
    pub(crate) fn likelihood(&self, bid: Option<Bid>, dice: usize) -> impl Fn(Hand) -> f64 + use<> {
        let truth = |bid: Bid, own: usize| {
            let needed = usize::from(bid.count).saturating_sub(own);
            Tails::of(bid.face, self.jokers).at_least(self.unknown, needed)
        };
        let by_own = |look: &dyn Fn(usize) -> f64| -> ByOwn {
            std::array::from_fn(|own| if own <= dice { look(own) } else { 0.0 })
        };
        // How much a player is drawn to a bid.
        let pull = |bid: Bid| (bid.face.index(), by_own(&|own| truth(bid, own).powi(SHARPNESS)));
        let doubt = self.standing.map(|standing| {
            (standing.face.index(), by_own(&|own| (1.0 - truth(standing, own)).powi(SHARPNESS)))
        });
        let made = bid.map_or(doubt.unwrap_or_default(), pull);
        let mut all: Vec<(usize, ByOwn)> = self.considered().map(pull).collect();
        let far = |bid: &Bid| {
            self.legal.least(bid.face).is_none_or(|least| bid.count >= least.saturating_add(JUMPS))
        };
        if bid.as_ref().is_some_and(far) {
            all.push(made);
        }
        all.extend(doubt);
        let jokers = self.jokers;
        move |hand| {
            let own = Face::ALL.map(|face| usize::from(hand.matching(face, jokers)));
            let of = |(face, pulls): &(usize, ByOwn)| pulls.get(own[*face]).copied().unwrap_or(0.0);
            let sum: f64 = all.iter().map(of).sum();
            WHIMS / (6.0 * f64::from(JUMPS)) + (1.0 - WHIMS) * of(&made) / sum.max(f64::MIN_POSITIVE)
        }
    }
}
