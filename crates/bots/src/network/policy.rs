//! What follows from the network's output at one decision: a policy, and the chances of all seats.

use perudo_rules::{Action, BySeat, Calza, Game, LeaveAces, Maputo, OpenAces, RoundKind, RulesSpec, Seat};

use super::features::{ACTIONS, Decision, Features, action, slots};
use super::model::{Logits, Network, Output};
use crate::race::race;

/// The chances that the opponent has habits between which a duellist turns from safe play to what beats them.
const BOLD: (f64, f64) = (0.7, 0.95);
/// The chances of habits between which memory comes to count at a large table.
const CERTAIN: (f64, f64) = (0.9, 0.99);
/// So many opponents make a table large.
const MANY: usize = 4;
/// How many dice more than the opponent it takes for that.
const AHEAD: u8 = 2;
/// The dice of each player in the duels that were solved.
const SOLVED_DICE: u8 = 5;

/// What somebody knows of the solution of a round.
pub(crate) enum Solutions {
    /// Nothing.
    None,
    /// What the network learnt of it.
    Learnt,
    /// How one plays perfectly.
    Exact(Vec<(Action, f64)>),
}

impl Network {
    /// The network's policy. A temperature below 1 sharpens it, one above 1 flattens it.
    pub(crate) fn policy<D: Copy>(&self, decision: &Decision<'_, D>, temperature: f64) -> Vec<(Action, f64)> {
        self.policy_with(decision, temperature, Solutions::Learnt)
    }

    /// The same for somebody who knows more or less of what was solved. Duels that were solved are played by their solution
    /// alone, as far as it is known.
    pub(crate) fn policy_with<D: Copy>(
        &self,
        decision: &Decision<'_, D>,
        temperature: f64,
        solutions: Solutions,
    ) -> Vec<(Action, f64)> {
        let solved = is_solved_duel(decision.game);
        let features = decision.features();
        match solutions {
            Solutions::Exact(perfect) if solved => perfect,
            Solutions::Exact(perfect) => self.team(decision, &features, temperature, Some(perfect)),
            Solutions::Learnt if solved => shares(decision, &self.solved(&features), temperature),
            Solutions::Learnt | Solutions::None => self.team(decision, &features, temperature, None),
        }
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

    /// The policy of the part for tables. With two players left play is safe: perfect if that is known, else the mean of two
    /// parts; for whoever is clearly ahead the part for tables counts besides, as far as the opponent looks like somebody with
    /// habits.
    fn team<D: Copy>(
        &self,
        decision: &Decision<'_, D>,
        features: &Features,
        temperature: f64,
        perfect: Option<Vec<(Action, f64)>>,
    ) -> Vec<(Action, f64)> {
        let output = self.evaluate(features);
        let adaptive = shares(decision, &output.policy, temperature);
        if decision.game.with_dice().len() != 2 {
            return self.unless_in_doubt(decision, &output, temperature, adaptive);
        }
        let both = || mixed(shares(decision, &self.duel(features), temperature), &adaptive, 0.5);
        let safe = perfect.unwrap_or_else(both);
        // Habits can be feigned: no more is risked than what was won.
        let ahead = 2 * decision.game.dice(decision.turn()) >= decision.game.in_play() + AHEAD;
        mixed(safe, &adaptive, if ahead { way(output.weak[1], BOLD) } else { 0.0 })
    }

    /// At a large table what was remembered counts as far as everyone there has habits for certain: bots that reason about
    /// what others hold look as if they had some, and are misread.
    fn unless_in_doubt<D: Copy>(
        &self,
        decision: &Decision<'_, D>,
        output: &Output,
        temperature: f64,
        adaptive: Vec<(Action, f64)>,
    ) -> Vec<(Action, f64)> {
        let others = decision.game.with_dice().len().saturating_sub(1);
        if decision.memory.is_none() || others < MANY {
            return adaptive;
        }
        let sure =
            output.weak.iter().skip(1).take(others).map(|&weak| way(weak, CERTAIN)).fold(1.0, f64::min);
        if sure >= 1.0 {
            return adaptive;
        }
        let without = Decision { memory: None, ..*decision };
        let plain = shares(&without, &self.evaluate(&without.features()).policy, temperature);
        mixed(plain, &adaptive, sure)
    }
}

/// How far a chance, given as a logit, has come on the way from one chance to another: 0 to 1.
fn way(weak: f32, (low, high): (f64, f64)) -> f64 {
    let chance = 1.0 / (1.0 + (-f64::from(weak)).exp());
    ((chance - low) / (high - low)).clamp(0.0, 1.0)
}

/// A policy with so much of another one in it.
fn mixed(mut policy: Vec<(Action, f64)>, other: &[(Action, f64)], share: f64) -> Vec<(Action, f64)> {
    if share <= 0.0 {
        return policy;
    }
    policy.iter_mut().for_each(|(_, weight)| *weight *= 1.0 - share);
    for &(action, weight) in other {
        match policy.iter_mut().find(|(known, _)| *known == action) {
            Some((_, sum)) => *sum += share * weight,
            None => policy.push((action, share * weight)),
        }
    }
    policy
}

/// Whether a round of two players is the same as under `tournament`, which was solved.
fn is_solved_duel<D: Copy>(game: &Game<D>) -> bool {
    let RulesSpec { dice, open_aces, leave_aces, maputo, calza, .. } = **game.rules();
    dice == SOLVED_DICE
        && open_aces == OpenAces::No
        && leave_aces != LeaveAces::Double
        && maputo == Maputo::Auto
        && calza == Calza::Off
        && game.kind() == RoundKind::Final
}

/// The softmax over the actions that are legal.
fn shares<D: Copy>(decision: &Decision<'_, D>, logits: &Logits, temperature: f64) -> Vec<(Action, f64)> {
    let legal = decision.game.legal_actions();
    let scale = decision.scale();
    let number = |number: usize| Some((action(&legal, &scale, number)?, f64::from(*logits.get(number)?)));
    let mut policy: Vec<(Action, f64)> = (0..ACTIONS).filter_map(number).collect();
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
