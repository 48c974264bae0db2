//! Any program's play as a strategy, so that its exploitability can be measured.

use perudo_rules::{Action, Bid, Hand};
use thiserror::Error;

use crate::game::{Edge, StateId};
use crate::response::{Strategy, best_responses};
use crate::round::RoundGame;

/// A policy chose something that is not open.
#[derive(Clone, Debug, PartialEq, Error)]
#[error(
    "with {hand} after {} bids the policy chose {}, which is not open",
    bids.len(),
    action.map_or("nothing".to_owned(), |action| action.to_string())
)]
pub struct PolicyError {
    /// The bids before it.
    pub bids: Vec<Bid>,
    /// The hand.
    pub hand: Hand,
    /// The action; nothing if the policy chose nothing at all.
    pub action: Option<Action>,
}

/// How much a policy loses at most, by exact best responses over the whole tree: the mean of what
/// the two players gain by answering it perfectly, each in the opponent's history.
///
/// The policy is asked once for each history and hand that it may come to itself, in both seats,
/// and answers with actions and their weights.
///
/// # Errors
///
/// The first answer that is not open to the policy.
///
/// # Examples
///
/// Whoever always doubts, and opens with the least bid, loses nearly everything to a perfect opponent:
///
/// ```
/// use perudo_rules::{Action, Bid, Face, Preset, RoundKind};
/// use perudo_solver::{Payoffs, Round, exploitability_of};
///
/// let round = Round { rules: Preset::Tournament.rules(), kind: RoundKind::Final, dice: [1, 1] };
/// let loss = exploitability_of(&round.game(Payoffs::ROUND)?, |bids, _hand| {
///     let open = Action::Bid(Bid::new(1, Face::Two));
///     vec![(if bids.is_empty() { open } else { Action::Dudo }, 1.0)]
/// })?;
/// assert!((0.0..=1.0).contains(&loss) && loss > 0.1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn exploitability_of(
    round: &RoundGame,
    policy: impl FnMut(&[Bid], Hand) -> Vec<(Action, f64)>,
) -> Result<f64, PolicyError> {
    let mut asked = Asked { round, policy, error: None };
    let [opener, other] = best_responses(&round.game, &mut asked);
    match asked.error {
        Some(error) => Err(error),
        None => Ok((opener + other) / 2.0),
    }
}

struct Asked<'a, P> {
    round: &'a RoundGame,
    policy: P,
    error: Option<PolicyError>,
}

/// A history: its state and its bids.
type History = (StateId, Vec<Bid>);

impl<P: FnMut(&[Bid], Hand) -> Vec<(Action, f64)>> Asked<'_, P> {
    /// The weights of one hand, by the numbers of the actions.
    fn ask(&mut self, (id, bids): &History, hand: Hand) -> Result<Vec<(usize, f64)>, PolicyError> {
        let error = |action| PolicyError { bids: bids.clone(), hand, action };
        let weights = (self.policy)(bids, hand).into_iter().filter(|&(_, weight)| weight > 0.0);
        let number = |(action, weight)| match self.round.action_number(*id, action) {
            Some(number) => Ok((number, weight)),
            None => Err(error(Some(action))),
        };
        let numbered = weights.map(number).collect::<Result<Vec<_>, _>>()?;
        if numbered.is_empty() { Err(error(None)) } else { Ok(numbered) }
    }
}

impl<P: FnMut(&[Bid], Hand) -> Vec<(Action, f64)>> Strategy for Asked<'_, P> {
    type History = History;

    fn start(&self) -> History {
        (0, Vec::new())
    }

    fn after(&self, (id, bids): &History, action: usize) -> History {
        let mut bids = bids.clone();
        if let Action::Bid(bid) = self.round.actions(*id)[action] {
            bids.push(bid);
        }
        match self.round.game.state(*id).edges[action] {
            Edge::To(next) => (next, bids),
            Edge::Showdown(_) => (*id, bids),
        }
    }

    fn chances(&mut self, history: &History, id: StateId, reach: &[f64], chances: &mut [f64]) {
        self.round.game.doubt_always(id, chances);
        let mover = self.round.game.state(id).mover;
        let hands = self.round.hands(mover);
        for (index, &hand) in hands.iter().enumerate().filter(|&(index, _)| reach[index] > 0.0) {
            match self.ask(history, hand) {
                Ok(weights) => {
                    let sum: f64 = weights.iter().map(|(_, weight)| weight).sum();
                    chances.iter_mut().skip(index).step_by(hands.len()).for_each(|chance| *chance = 0.0);
                    for (action, weight) in weights {
                        chances[action * hands.len() + index] += weight / sum;
                    }
                }
                Err(error) => self.error = self.error.take().or(Some(error)),
            }
        }
    }
}
