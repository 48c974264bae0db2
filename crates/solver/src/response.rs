//! Exact best responses: how much a fixed strategy can lose.

use crate::game::{Edge, PublicGame, Side, StateId};
use crate::pool::Pool;
use crate::arena::NodeId;
use crate::cfr::Solver;

/// What both players do after every history, fixed.
pub trait Strategy {
    /// A history, as the strategy knows it.
    type Place: Clone;

    /// Before the first move.
    fn start(&self) -> Self::Place;

    /// After one more move.
    fn after(&self, place: &Self::Place, action: usize) -> Self::Place;

    /// The mover's chances there: action by action, one for each hand.
    fn chances(&mut self, place: &Self::Place, state: StateId, chances: &mut [f64]);
}

/// How good a pair of strategies is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quality {
    /// What the opener gets when both play by it.
    pub value: f64,
    /// What each player would get by the best response to the other.
    pub best: [f64; 2],
}

impl Quality {
    /// The most that a player can gain by leaving the pair, the mean of the two players.
    pub fn exploitability(&self) -> f64 {
        self.nash_conv() / 2.0
    }

    /// The sum of both gains: twice the exploitability.
    pub fn nash_conv(&self) -> f64 {
        self.best[0] + self.best[1]
    }
}

/// Measures a strategy exactly, over the whole tree. Only histories that the opponent of the
/// responding player never reaches are left out, where every response is worth nothing.
pub fn quality<S: Strategy>(game: &PublicGame, strategy: &mut S) -> Quality {
    let mut value = |side, best| {
        let mut values = vec![0.0; game.hands(side)];
        let reach = &game.deal[side.opponent().index()];
        let start = strategy.start();
        let mut walk = Walk { game, strategy: &mut *strategy, side, best, pool: Pool::default() };
        walk.visit(0, &start, reach, &mut values);
        game.deal[side.index()].iter().zip(&values).map(|(chance, value)| chance * value).sum()
    };
    Quality {
        value: value(Side::Opener, false),
        best: [value(Side::Opener, true), value(Side::Other, true)],
    }
}

struct Walk<'a, S> {
    game: &'a PublicGame,
    strategy: &'a mut S,
    side: Side,
    /// Whether `side` does the best or follows the strategy.
    best: bool,
    pool: Pool,
}

impl<S: Strategy> Walk<'_, S> {
    fn visit(&mut self, id: StateId, place: &S::Place, reach: &[f64], value: &mut [f64]) {
        let game = self.game;
        let state = game.state(id);
        let hands = game.hands(state.mover);
        let own = state.mover == self.side;
        let mut chances = self.pool.take(state.edges.len() * hands);
        if !own || !self.best {
            self.strategy.chances(place, id, &mut chances);
        }
        let mut values = self.pool.take(value.len());
        let mut onward = self.pool.take(reach.len());
        value.fill(if own && self.best { f64::NEG_INFINITY } else { 0.0 });
        for (action, &edge) in state.edges.iter().enumerate() {
            let row = &chances[action * hands..][..hands];
            onward.copy_from_slice(reach);
            if !own {
                onward.iter_mut().zip(row).for_each(|(reach, chance)| *reach *= chance);
                if onward.iter().all(|&reach| reach == 0.0) {
                    continue;
                }
            }
            match edge {
                Edge::Showdown(id) => game.showdown(id).evaluate(self.side, &onward, &mut values),
                Edge::To(next) => {
                    let after = self.strategy.after(place, action);
                    self.visit(next, &after, &onward, &mut values);
                }
            }
            for (hand, (value, &after)) in value.iter_mut().zip(&values).enumerate() {
                match (own, self.best) {
                    (true, true) => *value = value.max(after),
                    (true, false) => *value += row[hand] * after,
                    (false, _) => *value += after,
                }
            }
        }
        self.pool.give(onward);
        self.pool.give(values);
        self.pool.give(chances);
    }
}

/// The average strategy of a solver.
pub struct Average<'a>(pub &'a Solver);

/// A history in the tree of a solver.
#[derive(Clone, Copy)]
pub enum Place {
    /// Before the first move.
    Start,
    /// In the branch of that opening, if the solver keeps it.
    Branch(usize, Option<NodeId>),
}

impl Strategy for Average<'_> {
    type Place = Place;

    fn start(&self) -> Place {
        Place::Start
    }

    fn after(&self, place: &Place, action: usize) -> Place {
        match *place {
            Place::Start => Place::Branch(action, self.0.branch(action).root()),
            Place::Branch(branch, node) => {
                Place::Branch(branch, node.and_then(|id| self.0.branch(branch).child(id, action)))
            }
        }
    }

    fn chances(&mut self, place: &Place, state: StateId, chances: &mut [f64]) {
        let solver = self.0;
        match *place {
            Place::Start => solver.root().average(0, solver.game(), solver.unsure(), chances),
            Place::Branch(branch, Some(id)) => {
                solver.branch(branch).average(id, solver.game(), solver.unsure(), chances)
            }
            Place::Branch(_, None) => {
                // Nothing was learnt: who can doubt does.
                let state = solver.game().state(state);
                let hands = solver.game().hands(state.mover);
                chances.fill(if state.doubt.is_some() { 0.0 } else { 1.0 / state.edges.len() as f64 });
                if let Some(doubt) = state.doubt {
                    chances[doubt * hands..][..hands].fill(1.0);
                }
            }
        }
    }
}
