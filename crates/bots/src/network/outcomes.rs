//! How a round may end, and a look ahead that finds out.

use std::collections::HashMap;

use perudo_rules::{
    Action, Bid, BySeat, Call, Event, Face, Hand, Outcome, Reveal, Seat, SpectatorView, Standing,
};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::features::Decision;
use super::model::Network;
use crate::draw::draw;

/// How likely each end of a round is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Outcomes {
    pub(super) loses: BySeat<f64>,
    pub(super) gains: BySeat<f64>,
}

impl Outcomes {
    pub(super) fn add(&mut self, outcome: Outcome, weight: f64) {
        match outcome {
            Outcome::Loses(seat) => self.loses[seat] += weight,
            Outcome::Gains(seat) => self.gains[seat] += weight,
        }
    }

    /// The outcomes that are likely at all.
    pub(super) fn iter(&self, game: &SpectatorView) -> impl Iterator<Item = (Outcome, f64)> {
        let seats = game.with_dice();
        let loses = seats.iter().map(|seat| (Outcome::Loses(seat), self.loses[seat]));
        let gains = seats.iter().map(|seat| (Outcome::Gains(seat), self.gains[seat]));
        loses.chain(gains).filter(|&(_, weight)| weight > 0.0)
    }
}

/// What a call leads to when so many dice count for the standing bid.
pub(super) fn outcome(call: Call, count: u8, caller: Seat, standing: Standing) -> Outcome {
    let Standing { bid, bidder } = standing;
    match call {
        Call::Dudo if count >= bid.count => Outcome::Loses(caller),
        Call::Dudo => Outcome::Loses(bidder),
        Call::Calza if count == bid.count => Outcome::Gains(caller),
        Call::Calza => Outcome::Loses(caller),
    }
}

/// The game after a round that ended so. What was shown does not matter to what follows.
pub(super) fn after(game: &SpectatorView, outcome: Outcome) -> SpectatorView {
    let (Outcome::Loses(seat) | Outcome::Gains(seat)) = outcome;
    let bid = Bid::new(1, Face::Six);
    let hands = BySeat::default();
    let mut next = *game;
    let reveal = Reveal { caller: seat, call: Call::Dudo, bid, bidder: seat, hands, count: 0, outcome };
    next.apply(&Event::Revealed(reveal));
    next
}

/// A round that is played on as the network's first part plays, with these dice.
pub(super) struct Imagined {
    pub(super) game: SpectatorView,
    pub(super) bids: Vec<Standing>,
    pub(super) hands: BySeat<Hand>,
    /// How much of the whole is still open: doubts and calzas are not drawn but weighed, since what they lead to is known.
    weight: f64,
    chance: Xoshiro256PlusPlus,
    outcomes: Outcomes,
}

impl Imagined {
    /// The same number gives the same chance.
    pub(super) fn new(
        game: SpectatorView,
        bids: Vec<Standing>,
        hands: BySeat<Hand>,
        number: usize,
    ) -> Imagined {
        let chance = Xoshiro256PlusPlus::seed_from_u64(u64::from(game.round()) << 16 | number as u64);
        Imagined { game, bids, hands, weight: 1.0, chance, outcomes: Outcomes::default() }
    }

    /// One more decision; false when the round is over.
    fn step(&mut self, turn: Seat, mut policy: Vec<(Action, f64)>) -> bool {
        /// What is left of the weight when the rest is taken as a doubt.
        const HARDLY_EVER: f64 = 0.05;
        if let Some(standing) = self.game.standing() {
            let share =
                |call| policy.iter().find(|(action, _)| *action == call).map_or(0.0, |&(_, share)| share);
            let (mut dudo, calza) = (share(Action::Dudo), share(Action::Calza));
            if self.weight * (1.0 - dudo - calza) < HARDLY_EVER {
                dudo = 1.0 - calza;
            }
            let count = self.hands.matching(standing.bid.face, self.game.kind().jokers());
            for (call, share) in [(Call::Dudo, dudo), (Call::Calza, calza)] {
                self.outcomes.add(outcome(call, count, turn, standing), self.weight * share);
            }
            self.weight *= (1.0 - dudo - calza).max(0.0);
        }
        policy.retain(|(action, _)| matches!(action, Action::Bid(_)));
        let bid = draw(&policy, &mut self.chance).filter(|_| self.weight > 0.0);
        let Some(Action::Bid(bid)) = bid else { return false };
        self.game.apply(&Event::Bid { seat: turn, bid });
        self.bids.push(Standing { bid, bidder: turn });
        true
    }
}

/// Plays all these rounds to their ends, side by side, and says how each ends. They begin at the same game, so that whoever has
/// the same dice after the same bids has the same decision to take: the network is asked once about each.
pub(super) fn play_on(network: &Network, mut rounds: Vec<Imagined>) -> Vec<Outcomes> {
    let mut open: Vec<usize> = (0..rounds.len()).collect();
    while !open.is_empty() {
        let mut known: HashMap<(&[Standing], Hand), usize> = HashMap::new();
        let mut decisions: Vec<Decision<'_, ()>> = Vec::new();
        let mut places: Vec<Option<(Seat, usize)>> = Vec::with_capacity(open.len());
        for Imagined { game, bids, hands, .. } in open.iter().filter_map(|&index| rounds.get(index)) {
            places.push(game.turn().map(|turn| {
                let hand = hands[turn];
                let place = *known.entry((bids, hand)).or_insert(decisions.len());
                if place == decisions.len() {
                    decisions.push(Decision { game, bids, hand, memory: None });
                }
                (turn, place)
            }));
        }
        let policies = network.sketches(&decisions);
        let mut places = places.into_iter();
        open.retain(|&index| {
            let place = places.next().flatten();
            let policy = place.and_then(|(turn, place)| Some((turn, policies.get(place)?.clone())));
            match (rounds.get_mut(index), policy) {
                (Some(round), Some((turn, policy))) => round.step(turn, policy),
                _ => false,
            }
        });
    }
    rounds.into_iter().map(|round| round.outcomes).collect()
}

/// The mean of several ends.
pub(super) fn mean(all: &[Outcomes]) -> Outcomes {
    let share = 1.0 / all.len().max(1) as f64;
    let sum = |part: fn(&Outcomes) -> &BySeat<f64>| {
        BySeat::from_fn(|seat| all.iter().map(|one| part(one)[seat]).sum::<f64>() * share)
    };
    Outcomes { loses: sum(|one| &one.loses), gains: sum(|one| &one.gains) }
}
