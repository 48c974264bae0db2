//! What the bids of a round tell about the dice under the cups.

use perudo_rules::{Action, Bid, BySeat, Event, Face, Hand, Seat, SpectatorView, Standing};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::features::Decision;
use super::model::Network;
use crate::belief::possible_hands;

/// Hands that are weighed by what their owner has bid: all of three dice, or as many of more dice.
const WEIGHED: usize = 63;
/// How often a bid is taken to tell nothing about the hand behind it: not everyone bids as the network does. Measured over
/// tables of all levels, in `docs/analysis.md`: whoever reads much into bids is wrong more often than by the own dice alone.
const SILENT: f64 = 0.75;

/// The hands that each player may have in a round, with their weights. Every bid is read once, whoever looks.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    start: SpectatorView,
    now: SpectatorView,
    bids: Vec<Standing>,
    hands: BySeat<Vec<(Hand, f64)>>,
}

impl Reading {
    /// A round that has been rolled for and not yet bid on.
    fn new(start: SpectatorView) -> Reading {
        let mut hands: BySeat<Vec<(Hand, f64)>> = BySeat::from_fn(|_| Vec::new());
        for seat in start.with_dice().iter() {
            hands[seat] =
                spread(start.dice(seat), WEIGHED, u64::from(start.round()) << 8 | seat.index() as u64);
        }
        Reading { start, now: start, bids: Vec::new(), hands }
    }

    /// The reading of these bids, going on from what was read before if it was of the same round.
    pub(super) fn of(
        earlier: Option<Reading>,
        network: &Network,
        game: &SpectatorView,
        bids: &[Standing],
    ) -> Reading {
        let start = game.before_bidding();
        let mut reading = earlier
            .filter(|earlier| earlier.start == start && bids.starts_with(&earlier.bids))
            .unwrap_or_else(|| Reading::new(start));
        for &made in &bids[reading.bids.len()..] {
            reading.read(network, made);
        }
        reading
    }

    fn read(&mut self, network: &Network, made: Standing) {
        let open = self.now.legal_actions().len().max(1) as f64;
        let (game, bids) = (&self.now, &self.bids);
        let decisions: Vec<Decision<'_, ()>> = self.hands[made.bidder]
            .iter()
            .map(|&(hand, _)| Decision { game, bids, hand, memory: None })
            .collect();
        let policies = network.sketches(&decisions);
        for ((_, weight), policy) in self.hands[made.bidder].iter_mut().zip(policies) {
            let share = policy.iter().find(|(action, _)| *action == Action::Bid(made.bid));
            let share = share.map_or(0.0, |&(_, share)| share);
            *weight *= SILENT / open + (1.0 - SILENT) * share;
        }
        normalise(&mut self.hands[made.bidder]);
        self.now.apply(&Event::Bid { seat: made.bidder, bid: made.bid });
        self.bids.push(made);
    }

    /// For somebody who holds this hand: the chance that at least so many dice of the table count for a face.
    pub(super) fn tails(&self, me: Seat, hand: Hand, face: Face) -> Vec<f64> {
        let jokers = self.now.kind().jokers();
        let mut counts = vec![0.0; usize::from(hand.matching(face, jokers))];
        counts.push(1.0);
        for seat in self.now.with_dice().iter().filter(|&seat| seat != me) {
            let mut sum = vec![0.0; counts.len() + usize::from(self.now.dice(seat))];
            for &(hand, chance) in &self.hands[seat] {
                let more = usize::from(hand.matching(face, jokers));
                for (so_far, before) in counts.iter().enumerate().filter(|(_, before)| **before > 0.0) {
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

    /// For somebody who holds this hand: the chances that a bid is true, and that it is exact.
    pub(super) fn truth(&self, me: Seat, hand: Hand, bid: Bid) -> (f64, f64) {
        let tails = self.tails(me, hand, bid.face);
        let at_least = |count: usize| tails.get(count).copied().unwrap_or(0.0);
        let count = usize::from(bid.count);
        (at_least(count).min(1.0), at_least(count) - at_least(count + 1))
    }

    /// Dice of everyone, as likely as the bids make them, for somebody who holds this hand.
    pub(super) fn deals(&self, me: Seat, hand: Hand, samples: usize) -> Vec<BySeat<Hand>> {
        let seed = u64::from(self.now.round()) << 8 | self.bids.len() as u64;
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut deals = vec![BySeat::default(); samples];
        for seat in self.now.with_dice().iter() {
            let hands = if seat == me {
                vec![hand; samples]
            } else {
                even_draw(&self.hands[seat], samples, &mut chance)
            };
            deals.iter_mut().zip(hands).for_each(|(deal, hand)| deal[seat] = hand);
        }
        deals
    }
}

/// At most so many hands of so many dice, evenly drawn, with their chances.
pub(super) fn spread(dice: u8, most: usize, seed: u64) -> Vec<(Hand, f64)> {
    let all = possible_hands(dice);
    let mut hands: Vec<(Hand, f64)> = all.iter().map(|possible| (possible.hand, possible.chance)).collect();
    if hands.len() > most {
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed);
        let drawn = even_draw(&hands, most, &mut chance);
        hands = drawn.into_iter().map(|hand| (hand, 1.0 / most as f64)).collect();
    }
    hands
}

/// Drawn at even steps, so that chance decides only about what is left over of each; then in any order, so that the
/// hands of two seats have nothing to do with each other.
fn even_draw(hands: &[(Hand, f64)], samples: usize, chance: &mut Xoshiro256PlusPlus) -> Vec<Hand> {
    let step = hands.iter().map(|(_, weight)| weight).sum::<f64>() / samples as f64;
    let mut drawn = Vec::with_capacity(samples);
    let mut due = -step * chance.random::<f64>();
    for &(hand, weight) in hands {
        due += weight;
        while due > 0.0 && drawn.len() < samples {
            drawn.push(hand);
            due -= step;
        }
    }
    drawn.resize(samples, drawn.last().copied().unwrap_or_default());
    drawn.shuffle(chance);
    drawn
}

fn normalise(hands: &mut [(Hand, f64)]) {
    let all: f64 = hands.iter().map(|(_, weight)| weight).sum();
    if all > 0.0 {
        hands.iter_mut().for_each(|(_, weight)| *weight /= all);
    }
}
