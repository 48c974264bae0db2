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

/// How many dice of a hand fit a bid on each face.
pub(crate) type Own = [u8; 6];

/// Something for each number of own dice that fit a bid. There is room for more than anybody has, so that one mask keeps every
/// number within.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ByOwn([f64; 16]);

const _: () = assert!(MAX_DICE_EACH < 16);

impl ByOwn {
    /// Of a hand of so many dice.
    pub(crate) fn new(dice: usize, mut of: impl FnMut(usize) -> f64) -> ByOwn {
        ByOwn(std::array::from_fn(|own| if own <= dice { of(own) } else { 0.0 }))
    }

    pub(crate) fn of(&self, own: u8) -> f64 {
        self.0[usize::from(own & 15)]
    }
}

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

    /// How many dice of a hand fit a bid on each face.
    pub(crate) fn own(&self, hand: Hand) -> Own {
        Face::ALL.map(|face| hand.matching(face, self.jokers))
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

    /// How much a player with so many own dice that fit is drawn to a bid, or to a doubt if it is none.
    fn pull(&self, choice: Option<Bid>, own: usize) -> f64 {
        let truth = |bid: Bid| {
            let needed = usize::from(bid.count).saturating_sub(own);
            Tails::of(bid.face, self.jokers).at_least(self.unknown, needed)
        };
        match (choice, self.standing) {
            (Some(bid), _) => truth(bid).powi(SHARPNESS),
            (None, Some(standing)) => (1.0 - truth(standing)).powi(SHARPNESS),
            (None, None) => 0.0,
        }
    }

    /// The face that counts for a choice.
    fn face(&self, choice: Option<Bid>) -> Face {
        choice.or(self.standing).map_or(Face::Ace, |bid| bid.face)
    }

    /// What people choose from, and with it what was chosen. A doubt is none of the bids.
    fn choices(&self, made: Option<Bid>) -> impl Iterator<Item = Option<Bid>> {
        let far = made.filter(|bid| {
            self.legal.least(bid.face).is_none_or(|least| bid.count >= least.saturating_add(JUMPS))
        });
        self.considered().chain(far).map(Some).chain(self.standing.map(|_| None))
    }

    /// The chance that the holder of a hand of so many dice makes this bid, or doubts if it is none. All that counts of a hand is
    /// how many of its dice fit a bid, so that everything about bids is computed once and not for each hand.
    pub(crate) fn chances(&self, made: Option<Bid>, dice: usize) -> impl Fn(&Own) -> f64 + use<> {
        let chosen = ByOwn::new(dice, |own| self.pull(made, own));
        let face = self.face(made).index();
        // How much is drawn to any choice that goes by this face.
        let mut all = [ByOwn::default(); 6];
        for choice in self.choices(made) {
            let sums = &mut all[self.face(choice).index()];
            *sums = ByOwn::new(dice, |own| sums.0[own] + self.pull(choice, own));
        }
        move |own| {
            let all = summed(&all, own);
            share(chosen.of(own[face]), all)
        }
    }
}

/// What there is for all faces together.
pub(crate) fn summed(by_face: &[ByOwn; 6], own: &Own) -> f64 {
    by_face.iter().zip(own).map(|(by_own, &own)| by_own.of(own)).sum()
}

/// How likely a choice is, by how much somebody is drawn to it and to all of them.
fn share(pull: f64, all: f64) -> f64 {
    WHIMS / (6.0 * f64::from(JUMPS)) + (1.0 - WHIMS) * pull / all.max(f64::MIN_POSITIVE)
}
