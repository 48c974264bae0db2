//! Any program's play as a strategy, so that its exploitability can be measured.

use perudo_rules::{Action, Bid, Hand};

use crate::game::{Edge, StateId};
use crate::response::{Strategy, best_responses};
use crate::round::RoundGame;

/// A policy chose something that is not open.
#[derive(Clone, Debug, PartialEq)]
pub struct PolicyFault {
    /// The bids before it.
    pub bids: Vec<Bid>,
    /// The hand.
    pub hand: Hand,
    /// The action; nothing if the policy chose nothing at all.
    pub action: Option<Action>,
}

/// How much a policy loses at most, by exact best responses over the whole tree: the mean of what
/// the two players gain by answering it perfectly, each in the opponent's place.
///
/// The policy is asked once for each history and hand that it may come to itself, in both seats,
/// and answers with actions and their weights.
pub fn exploitability_of(
    round: &RoundGame,
    policy: impl FnMut(&[Bid], Hand) -> Vec<(Action, f64)>,
) -> Result<f64, PolicyFault> {
    let mut asked = Asked { round, policy, fault: None };
    let [opener, other] = best_responses(&round.game, &mut asked);
    match asked.fault {
        Some(fault) => Err(fault),
        None => Ok((opener + other) / 2.0),
    }
}

struct Asked<'a, P> {
    round: &'a RoundGame,
    policy: P,
    fault: Option<PolicyFault>,
}

/// A history: its state and its bids.
type History = (StateId, Vec<Bid>);

impl<P: FnMut(&[Bid], Hand) -> Vec<(Action, f64)>> Asked<'_, P> {
    /// The weights of one hand, by the numbers of the actions.
    fn ask(&mut self, (id, bids): &History, hand: Hand) -> Result<Vec<(usize, f64)>, PolicyFault> {
        let fault = |action| PolicyFault { bids: bids.clone(), hand, action };
        let weights = (self.policy)(bids, hand).into_iter().filter(|&(_, weight)| weight > 0.0);
        let number = |(action, weight)| match self.round.action_number(*id, action) {
            Some(number) => Ok((number, weight)),
            None => Err(fault(Some(action))),
        };
        let numbered = weights.map(number).collect::<Result<Vec<_>, _>>()?;
        if numbered.is_empty() { Err(fault(None)) } else { Ok(numbered) }
    }
}

impl<P: FnMut(&[Bid], Hand) -> Vec<(Action, f64)>> Strategy for Asked<'_, P> {
    type Place = History;

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

    fn chances(&mut self, place: &History, id: StateId, reach: &[f64], chances: &mut [f64]) {
        self.round.game.doubt_always(id, chances);
        let mover = self.round.game.state(id).mover;
        let hands = self.round.hands(mover);
        for (index, &hand) in hands.iter().enumerate().filter(|&(index, _)| reach[index] > 0.0) {
            match self.ask(place, hand) {
                Ok(weights) => {
                    let sum: f64 = weights.iter().map(|(_, weight)| weight).sum();
                    chances.iter_mut().skip(index).step_by(hands.len()).for_each(|chance| *chance = 0.0);
                    for (action, weight) in weights {
                        chances[action * hands.len() + index] += weight / sum;
                    }
                }
                Err(fault) => self.fault = self.fault.take().or(Some(fault)),
            }
        }
    }
}
