//! What follows from the network's output at one decision: a policy, and the chances of all seats.

use perudo_rules::{Action, BySeat, Seat};

use super::features::{ACTIONS, Decision, Features, action, slots};
use super::model::{Logits, Network, Output};
use crate::race::race;

impl Network {
    /// The network's policy. A temperature below 1 sharpens it, one above 1 flattens it.
    pub(crate) fn policy<D: Copy>(&self, decision: &Decision<'_, D>, temperature: f64) -> Vec<(Action, f64)> {
        let features = decision.features();
        self.team(decision, &features, &self.evaluate(&features).policy, temperature)
    }

    /// The policies of the first part alone: near enough for imagined rounds, at half the cost.
    pub(super) fn sketches<D: Copy>(&self, decisions: &[Decision<'_, D>]) -> Vec<Vec<(Action, f64)>> {
        let outputs = self.outputs(decisions);
        decisions.iter().zip(outputs).map(|(one, output)| shares(one, &output.policy, 1.0)).collect()
    }

    /// The chances of all players, as whoever decides sees them.
    pub(super) fn chances_at<D: Copy>(&self, decisions: &[Decision<'_, D>]) -> Vec<BySeat<f64>> {
        let outputs = self.outputs(decisions);
        decisions.iter().zip(outputs).map(|(one, output)| chances(one, &output)).collect()
    }

    fn outputs<D: Copy>(&self, decisions: &[Decision<'_, D>]) -> Vec<Output> {
        let features: Vec<Features> = decisions.iter().map(Decision::features).collect();
        self.evaluate_all(&features)
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
