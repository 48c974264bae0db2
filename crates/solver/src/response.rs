//! Exact best responses: how much a fixed strategy can lose.

use crate::game::{Edge, PublicGame, Side, StateId};
use crate::pool::Pool;

/// What both players do after every history, fixed.
pub(crate) trait Strategy {
    /// A history, as the strategy knows it.
    type History: Clone;

    /// Before the first move.
    fn start(&self) -> Self::History;

    /// After one more move.
    fn after(&self, history: &Self::History, action: usize) -> Self::History;

    /// The mover's chances there: action by action, one for each hand. Those of hands whose
    /// `reach` is zero are never used.
    fn chances(&mut self, history: &Self::History, state: StateId, reach: &[f64], chances: &mut [f64]);
}

/// How good a pair of strategies is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quality {
    /// What the opener gets when both play by it.
    pub value: f64,
    /// What each player gets by the best response to the other.
    pub best: [f64; 2],
}

impl Quality {
    /// What a player gains by answering the opponent's strategy perfectly, the mean of the two.
    pub fn exploitability(&self) -> f64 {
        self.nash_conv() / 2.0
    }

    /// What both gain: twice the exploitability.
    pub fn nash_conv(&self) -> f64 {
        // Below zero it can only be by rounding.
        (self.best[0] + self.best[1]).max(0.0)
    }
}

/// Measures a strategy exactly, over the whole tree.
pub(crate) fn quality<S: Strategy>(game: &PublicGame, strategy: &mut S) -> Quality {
    Quality { value: root_value(game, strategy, Side::Opener, false), best: best_responses(game, strategy) }
}

/// What each player gets by the best response to the other.
pub(crate) fn best_responses<S: Strategy>(game: &PublicGame, strategy: &mut S) -> [f64; 2] {
    Side::BOTH.map(|side| root_value(game, strategy, side, true))
}

fn root_value<S: Strategy>(game: &PublicGame, strategy: &mut S, side: Side, best: bool) -> f64 {
    let mut values = vec![0.0; game.hands(side)];
    let start = strategy.start();
    let reach = &game.deal[side.opponent().index()];
    Walk { game, strategy, side, best, pool: Pool::default() }.visit(0, &start, reach, &mut values);
    game.deal[side.index()].iter().zip(&values).map(|(chance, value)| chance * value).sum()
}

struct Walk<'a, S> {
    game: &'a PublicGame,
    strategy: &'a mut S,
    side: Side,
    /// Whether `side` does the best there is, or follows the strategy as well.
    best: bool,
    pool: Pool,
}

impl<S: Strategy> Walk<'_, S> {
    fn visit(&mut self, id: StateId, history: &S::History, reach: &[f64], value: &mut [f64]) {
        let game = self.game;
        let state = game.state(id);
        let hands = game.hands(state.mover);
        let own = state.mover == self.side;
        let mut chances = self.pool.take(state.edges.len() * hands);
        if !own {
            self.strategy.chances(history, id, reach, &mut chances);
        } else if !self.best {
            self.strategy.chances(history, id, &game.deal[self.side.index()], &mut chances);
        }
        let mut values = self.pool.take(value.len());
        let mut onward = self.pool.take(reach.len());
        value.fill(if own && self.best { f64::NEG_INFINITY } else { 0.0 });
        for (action, (&edge, chances)) in state.edges.iter().zip(chances.chunks_exact(hands)).enumerate() {
            onward.copy_from_slice(reach);
            if !own {
                onward.iter_mut().zip(chances).for_each(|(reach, chance)| *reach *= chance);
                // Where the opponent never comes, no response is worth anything.
                if onward.iter().all(|&reach| reach == 0.0) {
                    continue;
                }
            }
            match edge {
                Edge::Showdown(id) => game.showdown(id).evaluate(self.side, &onward, &mut values),
                Edge::To(next) => {
                    let after = self.strategy.after(history, action);
                    self.visit(next, &after, &onward, &mut values);
                }
            }
            for (hand, (value, &after)) in value.iter_mut().zip(&values).enumerate() {
                match (own, self.best) {
                    (true, true) => *value = value.max(after),
                    (true, false) => *value += chances[hand] * after,
                    (false, _) => *value += after,
                }
            }
        }
        self.pool.give(onward);
        self.pool.give(values);
        self.pool.give(chances);
    }
}
