//! What follows from the network's output: a policy, the chances of all seats, and a look ahead.

use perudo_rules::{
    Action, BySeat, Call, Event, Face, Hand, Outcome, Phase, PlayerView, Reveal, Seat, SpectatorView,
    Standing,
};
use perudo_solver::Tables;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::features::{ACTIONS, Decision, Features, action, slots};
use super::model::{Logits, Network, Output};
use crate::belief::possible_hands;
use crate::draw::draw;
use crate::race::race;

/// Hands that are imagined for whoever opens a round that has not been rolled for.
const OPENINGS: usize = 12;
/// Actions that a look ahead considers, the likeliest first.
const WORTH_A_LOOK: usize = 6;
/// Bids of others that a look ahead reads, the latest first.
const READ: usize = 8;
/// Hands that are weighed by what their owner has bid: all of four dice, or as many of more dice.
const WEIGHED: usize = 126;

/// A decision and what may come of it, as the one who decides sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Outlook {
    /// The chance of every seat to win the tour, before the decision.
    pub chances: BySeat<f64>,
    /// What the network would do: every legal action that it knows, with its share.
    pub policy: Vec<(Action, f64)>,
    /// The chance of the one who decides to win the tour after an action, for the likeliest actions.
    pub after: Vec<(Action, f64)>,
}

impl Outlook {
    /// The action that promises most, with its chance.
    pub fn best(&self) -> Option<(Action, f64)> {
        self.after.iter().copied().max_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// The chance after an action, if it was looked at.
    pub fn after(&self, action: Action) -> Option<f64> {
        self.after.iter().find(|(known, _)| *known == action).map(|&(_, chance)| chance)
    }
}

impl Network {
    /// The network's policy. A temperature below 1 sharpens it, one above 1 flattens it.
    pub(crate) fn policy<D: Copy>(&self, decision: &Decision<'_, D>, temperature: f64) -> Vec<(Action, f64)> {
        let features = decision.features();
        self.team(decision, &features, &self.evaluate(&features).policy, temperature)
    }

    /// The policy of the first part alone: near enough for imagined rounds, at half the cost.
    fn sketch<D: Copy>(&self, decision: &Decision<'_, D>) -> Vec<(Action, f64)> {
        shares(decision, &self.evaluate(&decision.features()).policy, 1.0)
    }

    /// The policy of the first part; with two players left, the mean of both parts' policies.
    fn team<D: Copy>(
        &self,
        decision: &Decision<'_, D>,
        features: &Features,
        first: &Logits,
        temperature: f64,
    ) -> Vec<(Action, f64)> {
        let mut policy = shares(decision, first, temperature);
        if decision.game.with_dice().len() == 2 {
            let second = shares(decision, &self.duel(features), temperature);
            for ((_, share), (_, other)) in policy.iter_mut().zip(second) {
                *share = f64::midpoint(*share, other);
            }
        }
        policy
    }

    /// The chance of every seat to win the tour, at any moment of it. `hand`: the dice of the player whose decision it is,
    /// if they may be known; without them, the mean over what they may be.
    pub fn chances(&self, game: &SpectatorView, bids: &[Standing], hand: Option<Hand>) -> BySeat<f64> {
        match (game.phase(), hand) {
            (Phase::Over { winner }, _) => BySeat::from_fn(|seat| f64::from(u8::from(seat == winner))),
            // Before the draw, and between a call and its count, the dice of each are all there is to go by.
            (Phase::Draw { .. } | Phase::Showing { .. }, _) => race(game.with_dice(), |seat| game.dice(seat)),
            (Phase::Declaring { .. }, _) => self.chances_at(&Decision { game, bids: &[], hand: Hand::EMPTY }),
            (Phase::Bidding { .. }, Some(hand)) => self.chances_at(&Decision { game, bids, hand }),
            (Phase::Bidding { turn }, None) => {
                let mut chance = Xoshiro256PlusPlus::seed_from_u64(u64::from(game.round()));
                let hands = self.imagine(game, bids, turn, 2 * OPENINGS, usize::MAX, &mut chance);
                self.mean_chances(game, bids, &hands)
            }
            (Phase::Rolling, _) => {
                if let Some(chances) = solved(game) {
                    return chances;
                }
                let mut rolled = *game;
                rolled.apply(&Event::Rolled(()));
                let mut chance = Xoshiro256PlusPlus::seed_from_u64(u64::from(game.in_play()));
                let dice = game.opener().map_or(0, |opener| game.dice(opener));
                let hands: Vec<Hand> = (0..OPENINGS).map(|_| roll(dice, &mut chance)).collect();
                self.mean_chances(&rolled, &[], &hands)
            }
        }
    }

    /// A decision with a look at what follows each action. The dice of the others are imagined `samples` times, as the
    /// network's first part would have bid with them, and the round is played on as that part plays; the same call gives
    /// the same answer. `wanted` is looked at in any case.
    pub fn outlook(
        &self,
        view: &PlayerView,
        bids: &[Standing],
        samples: usize,
        wanted: Option<Action>,
    ) -> Outlook {
        let game = view.seen_by_spectator();
        let me = view.turn().unwrap_or(Seat::FIRST);
        let hand = view.hands().map_or(Hand::EMPTY, |own| own.hand);
        let decision = Decision { game: &game, bids, hand };
        let features = decision.features();
        let output = self.evaluate(&features);
        let chances = chances(&decision, &output);
        let mut policy = self.team(&decision, &features, &output.policy, 1.0);
        policy.sort_by(|a, b| b.1.total_cmp(&a.1));
        let mut actions: Vec<Action> = policy.iter().take(WORTH_A_LOOK).map(|&(action, _)| action).collect();
        actions.extend(
            wanted.filter(|wanted| !actions.contains(wanted) && game.legal_actions().contains(*wanted)),
        );
        let deals = self.deals(&game, bids, me, hand, samples.max(1));
        let mut ahead = Ahead { network: self, me, known: Vec::new() };
        let after =
            actions.into_iter().map(|action| (action, ahead.chance_after(&game, bids, action, &deals)));
        Outlook { chances, after: after.collect(), policy }
    }

    /// Dice of everyone, as likely as the bids make them.
    fn deals(
        &self,
        game: &SpectatorView,
        bids: &[Standing],
        me: Seat,
        hand: Hand,
        samples: usize,
    ) -> Vec<BySeat<Hand>> {
        let mut deals = vec![BySeat::default(); samples];
        if !matches!(game.phase(), Phase::Bidding { .. }) {
            return deals;
        }
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(u64::from(game.round()) << 8 | bids.len() as u64);
        let read = READ.min(bids.len());
        for seat in game.with_dice().iter() {
            let hands = if seat == me {
                vec![hand; samples]
            } else {
                self.imagine(game, bids, seat, samples, read, &mut chance)
            };
            deals.iter_mut().zip(hands).for_each(|(deal, hand)| deal[seat] = hand);
        }
        deals
    }

    /// Hands that a seat may have, as many of each as are likely: by how dice fall, and by how the network makes that
    /// seat's bids of this round with them; only the latest `read` bids of the table are read.
    fn imagine(
        &self,
        game: &SpectatorView,
        bids: &[Standing],
        seat: Seat,
        samples: usize,
        read: usize,
        chance: &mut Xoshiro256PlusPlus,
    ) -> Vec<Hand> {
        let dice = game.dice(seat);
        let all = possible_hands(dice);
        let mut hands: Vec<(Hand, f64)> = if all.len() <= WEIGHED {
            all.iter().map(|possible| (possible.hand, possible.chance)).collect()
        } else {
            (0..WEIGHED).map(|_| (roll(dice, chance), 1.0)).collect()
        };
        let mut round = game.before_bidding();
        for (index, made) in bids.iter().enumerate() {
            if made.bidder == seat && bids.len() - index <= read {
                for (hand, weight) in &mut hands {
                    let decision = Decision { game: &round, bids: &bids[..index], hand: *hand };
                    let policy = self.sketch(&decision);
                    let share = policy.iter().find(|(action, _)| *action == Action::Bid(made.bid));
                    *weight *= share.map_or(1e-6, |&(_, share)| share.max(1e-6));
                }
            }
            round.apply(&Event::Bid { seat: made.bidder, bid: made.bid });
        }
        // Drawn at even steps, so that chance decides only about what is left over of each; then in any order, so that
        // the hands of two seats have nothing to do with each other.
        let step = hands.iter().map(|(_, weight)| weight).sum::<f64>() / samples as f64;
        let mut drawn = Vec::with_capacity(samples);
        let mut due = -step * chance.random::<f64>();
        for (hand, weight) in hands {
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

    fn mean_chances(&self, game: &SpectatorView, bids: &[Standing], hands: &[Hand]) -> BySeat<f64> {
        let mut mean = BySeat::default();
        for &hand in hands {
            let chances = self.chances_at(&Decision { game, bids, hand });
            game.with_dice().iter().for_each(|seat| mean[seat] += chances[seat] / hands.len() as f64);
        }
        mean
    }

    fn chances_at<D: Copy>(&self, decision: &Decision<'_, D>) -> BySeat<f64> {
        chances(decision, &self.evaluate(&decision.features()))
    }
}

/// A look ahead of one player: rounds that are played on with imagined dice until someone doubts or calls calza.
struct Ahead<'a> {
    network: &'a Network,
    me: Seat,
    /// The player's chance after an outcome of the round.
    known: Vec<(Outcome, f64)>,
}

impl Ahead<'_> {
    fn chance_after(
        &mut self,
        game: &SpectatorView,
        bids: &[Standing],
        action: Action,
        deals: &[BySeat<Hand>],
    ) -> f64 {
        let me = self.me;
        let declared = |event: Event<()>| {
            let mut next = *game;
            next.apply(&event);
            self.network.chances(&next, &[], None)[me]
        };
        match (action, game.standing()) {
            (Action::Maputo, _) => declared(Event::Declared(me)),
            (Action::Pass, _) => declared(Event::Passed(me)),
            (Action::Dudo | Action::Calza, None) => 0.0,
            (Action::Dudo | Action::Calza, Some(standing)) => {
                let call = if action == Action::Dudo { Call::Dudo } else { Call::Calza };
                let chances = deals.iter().map(|hands| self.showdown(game, hands, me, call, standing));
                chances.sum::<f64>() / deals.len() as f64
            }
            (Action::Bid(bid), _) => {
                // The same chance for every action that is compared.
                let mut chance = Xoshiro256PlusPlus::seed_from_u64(u64::from(game.round()));
                let mut next = *game;
                next.apply(&Event::Bid { seat: me, bid });
                let bids: Vec<Standing> =
                    bids.iter().copied().chain([Standing { bid, bidder: me }]).collect();
                let chances = deals.iter().map(|hands| self.play_on(next, bids.clone(), hands, &mut chance));
                chances.sum::<f64>() / deals.len() as f64
            }
        }
    }

    /// The player's chance if all play on like the network. Doubts and calzas are not drawn but weighed, since their
    /// outcome is known.
    fn play_on(
        &mut self,
        mut game: SpectatorView,
        mut bids: Vec<Standing>,
        hands: &BySeat<Hand>,
        chance: &mut Xoshiro256PlusPlus,
    ) -> f64 {
        const HARDLY_EVER: f64 = 0.02;
        let (mut sum, mut weight) = (0.0, 1.0);
        while let (Some(turn), Some(standing)) = (game.turn(), game.standing()) {
            let mut policy = self.network.sketch(&Decision { game: &game, bids: &bids, hand: hands[turn] });
            let share = |call: Action| {
                policy.iter().find(|(action, _)| *action == call).map_or(0.0, |&(_, share)| share)
            };
            let (mut dudo, calza) = (share(Action::Dudo), share(Action::Calza));
            if weight * (1.0 - dudo - calza) < HARDLY_EVER {
                dudo = 1.0 - calza;
            }
            for (call, share) in [(Call::Dudo, dudo), (Call::Calza, calza)] {
                if share > 0.0 {
                    sum += weight * share * self.showdown(&game, hands, turn, call, standing);
                }
            }
            weight *= 1.0 - dudo - calza;
            policy.retain(|(action, _)| matches!(action, Action::Bid(_)));
            let Some(Action::Bid(bid)) = draw(&policy, chance) else { break };
            if weight <= 0.0 {
                break;
            }
            game.apply(&Event::Bid { seat: turn, bid });
            bids.push(Standing { bid, bidder: turn });
        }
        sum
    }

    /// The player's chance after a showdown.
    fn showdown(
        &mut self,
        game: &SpectatorView,
        hands: &BySeat<Hand>,
        caller: Seat,
        call: Call,
        standing: Standing,
    ) -> f64 {
        let count = hands.matching(standing.bid.face, game.kind().jokers());
        let outcome = outcome(call, count, caller, standing);
        if let Some(&(_, chance)) = self.known.iter().find(|(like, _)| *like == outcome) {
            return chance;
        }
        let Standing { bid, bidder } = standing;
        let mut next = *game;
        next.apply(&Event::Revealed(Reveal { caller, call, bid, bidder, hands: *hands, count, outcome }));
        let chance = self.network.chances(&next, &[], None)[self.me];
        self.known.push((outcome, chance));
        chance
    }
}

/// The softmax over the actions that are legal.
fn shares<D: Copy>(decision: &Decision<'_, D>, logits: &Logits, temperature: f64) -> Vec<(Action, f64)> {
    let legal = decision.game.legal_actions();
    let known = (0..ACTIONS).filter_map(|number| Some((action(&legal, number)?, f64::from(logits[number]))));
    let mut policy: Vec<(Action, f64)> = known.collect();
    let most = policy.iter().map(|&(_, logit)| logit).fold(f64::MIN, f64::max);
    policy.iter_mut().for_each(|(_, logit)| *logit = ((*logit - most) / temperature).exp());
    let all: f64 = policy.iter().map(|&(_, share)| share).sum();
    policy.iter_mut().for_each(|(_, share)| *share /= all);
    policy
}

/// The chances of all players to win the tour. Players whom the network does not see get the chances that their dice alone
/// give them.
fn chances<D: Copy>(decision: &Decision<'_, D>, output: &Output) -> BySeat<f64> {
    let game = decision.game;
    let seen: Vec<Seat> = slots(game, decision.turn()).collect();
    let mut chances = BySeat::default();
    let mut left = 1.0;
    if seen.len() < game.with_dice().len() {
        let by_dice = race(game.with_dice(), |seat| game.dice(seat));
        for seat in game.with_dice().iter().filter(|seat| !seen.contains(seat)) {
            chances[seat] = by_dice[seat];
            left -= by_dice[seat];
        }
    }
    let most = output.win.iter().take(seen.len()).copied().fold(f32::MIN, f32::max);
    let weights: Vec<f64> = output.win.iter().map(|logit| f64::from(logit - most).exp()).collect();
    let all: f64 = weights.iter().take(seen.len()).sum();
    for (seat, weight) in seen.into_iter().zip(weights) {
        chances[seat] = left * weight / all;
    }
    chances
}

/// The chances that the solver's tables give a round that is about to begin between two players.
fn solved(game: &SpectatorView) -> Option<BySeat<f64>> {
    if game.with_dice().len() != 2 {
        return None;
    }
    let mut chances = BySeat::default();
    for seat in game.with_dice().iter() {
        chances[seat] = Tables::builtin().win_chance_in(game, seat)?;
    }
    Some(chances)
}

fn outcome(call: Call, count: u8, caller: Seat, Standing { bid, bidder }: Standing) -> Outcome {
    match call {
        Call::Dudo if count >= bid.count => Outcome::Loses(caller),
        Call::Dudo => Outcome::Loses(bidder),
        Call::Calza if count == bid.count => Outcome::Gains(caller),
        Call::Calza => Outcome::Loses(caller),
    }
}

fn roll(dice: u8, chance: &mut Xoshiro256PlusPlus) -> Hand {
    (0..dice).map(|_| Face::ALL[chance.random_range(0..6)]).collect()
}
