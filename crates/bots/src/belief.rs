//! What a player believes about the hidden dice, after reading the bids.
//!
//! Hands are independent given the public history, so each opponent's hand has a posterior of
//! its own, and the count of a face on the table is an exact convolution of them.

use std::sync::LazyLock;

use perudo_rules::{Bid, Event, Face, Hand, MAX_DICE_EACH, Seat};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::Situation;
use crate::habits::Viewpoint;

/// The most dice of one player.
const MAX_OWN: usize = MAX_DICE_EACH as usize;

/// A hand and how likely it is before anything is known.
pub(crate) struct Possible {
    pub(crate) hand: Hand,
    pub(crate) chance: f64,
}

/// All hands of so many dice.
static HANDS: LazyLock<Vec<Vec<Possible>>> = LazyLock::new(|| (0..=MAX_OWN).map(all_hands).collect());

/// All hands that a player with so many dice may have.
pub(crate) fn possible_hands(dice: u8) -> &'static [Possible] {
    HANDS.get(usize::from(dice)).map_or(&[], |hands| hands)
}

fn all_hands(dice: usize) -> Vec<Possible> {
    fn fill(hands: &mut Vec<Possible>, counts: &mut [u8; 6], face: usize, left: usize, chance: f64) {
        if face == 5 {
            counts[5] = left as u8;
            hands.push(Possible { hand: Hand::from_counts(*counts), chance: chance * arrangements(left) });
            return;
        }
        for count in 0..=left {
            counts[face] = count as u8;
            fill(hands, counts, face + 1, left - count, chance * arrangements(count));
        }
    }
    // A hand's chance is dice! / (a! b! …) / 6^dice.
    fn arrangements(count: usize) -> f64 {
        1.0 / (1..=count).map(|n| n as f64).product::<f64>()
    }
    let mut hands = Vec::new();
    let all = (1..=dice).map(|n| n as f64 / 6.0).product();
    fill(&mut hands, &mut [0; 6], 0, dice, all);
    hands
}

/// One opponent.
struct Opponent {
    seat: Seat,
    dice: usize,
    /// The chance of each hand in [`HANDS`].
    chances: Vec<f64>,
}

/// What one player believes about all others.
pub(crate) struct Belief {
    own: Hand,
    jokers: bool,
    opponents: Vec<Opponent>,
    /// For each face, the chance that at least so many dice of the others count for it.
    tails: [Vec<f64>; 6],
}

impl Belief {
    /// Reads the bids of the round.
    pub(crate) fn new(situation: &Situation<'_>) -> Belief {
        let view = situation.view;
        let me = situation.seat();
        let mut opponents: Vec<Opponent> = view
            .with_dice()
            .clockwise_from(me)
            .filter(|&seat| seat != me)
            .map(|seat| {
                let dice = usize::from(view.dice(seat)).min(MAX_OWN);
                Opponent { seat, dice, chances: HANDS[dice].iter().map(|possible| possible.chance).collect() }
            })
            .collect();
        let mut round = view.before_bidding();
        for standing in situation.bids {
            if let Some(opponent) = opponents.iter_mut().find(|opponent| opponent.seat == standing.bidder) {
                let viewpoint = Viewpoint {
                    legal: round.legal_actions(),
                    standing: round.standing().map(|standing| standing.bid),
                    unknown: usize::from(view.in_play()) - opponent.dice,
                    jokers: situation.jokers(),
                };
                opponent.learn(&viewpoint, standing.bid);
            }
            round.apply(&Event::Bid { seat: standing.bidder, bid: standing.bid });
        }
        let jokers = situation.jokers();
        let tails = Face::ALL.map(|face| tails(&opponents, face, jokers));
        Belief { own: situation.hand(), jokers, opponents, tails }
    }

    /// The chance that a bid is true.
    pub(crate) fn at_least(&self, bid: Bid) -> f64 {
        match bid.count.checked_sub(self.own.matching(bid.face, self.jokers)) {
            None | Some(0) => 1.0,
            Some(needed) => self.tails[bid.face.index()].get(usize::from(needed)).copied().unwrap_or(0.0),
        }
    }

    /// The chance that a bid is exactly true.
    pub(crate) fn exactly(&self, bid: Bid) -> f64 {
        let Some(needed) = bid.count.checked_sub(self.own.matching(bid.face, self.jokers)) else {
            return 0.0;
        };
        let tail = |hits: usize| self.tails[bid.face.index()].get(hits).copied().unwrap_or(0.0);
        tail(usize::from(needed)) - tail(usize::from(needed) + 1)
    }

    /// Hands of all opponents, drawn from the belief.
    pub(crate) fn draw(&self, chance: &mut Xoshiro256PlusPlus, mut hold: impl FnMut(Seat, Hand)) {
        for opponent in &self.opponents {
            let mut rest: f64 = chance.random();
            let hands = &HANDS[opponent.dice];
            let drawn = opponent.chances.iter().position(|&share| {
                rest -= share;
                rest < 0.0
            });
            // Rounding may leave a crumb of chance beyond the last hand.
            let drawn = drawn.unwrap_or(hands.len() - 1);
            hold(opponent.seat, hands[drawn].hand);
        }
    }
}

impl Opponent {
    fn learn(&mut self, viewpoint: &Viewpoint, bid: Bid) {
        let mut sum = 0.0;
        let likelihood = viewpoint.likelihood(bid, self.dice);
        for (chance, possible) in self.chances.iter_mut().zip(&HANDS[self.dice]) {
            *chance *= likelihood(possible.hand);
            sum += *chance;
        }
        for chance in &mut self.chances {
            *chance /= sum;
        }
    }
}

fn tails(opponents: &[Opponent], face: Face, jokers: bool) -> Vec<f64> {
    let mut counts = vec![1.0];
    for opponent in opponents {
        let mut own = vec![0.0; opponent.dice + 1];
        for (chance, possible) in opponent.chances.iter().zip(&HANDS[opponent.dice]) {
            own[usize::from(possible.hand.matching(face, jokers))] += chance;
        }
        let mut sum = vec![0.0; counts.len() + opponent.dice];
        for (so_far, before) in counts.iter().enumerate() {
            for (more, chance) in own.iter().enumerate() {
                sum[so_far + more] += before * chance;
            }
        }
        counts = sum;
    }
    let mut tail = 0.0;
    for count in counts.iter_mut().rev() {
        tail += *count;
        *count = tail;
    }
    counts
}
