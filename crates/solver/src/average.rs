//! The average strategy of a solver: what converges to an equilibrium.

use crate::branch::NodeId;
use crate::cfr::Solver;
use crate::game::StateId;
use crate::response::{Quality, Strategy, quality};

/// The average strategy of all iterations so far.
pub(crate) struct Average<'a>(pub(crate) &'a Solver);

/// A history in the tree of a solver.
#[derive(Clone, Copy)]
pub(crate) enum TreeHistory {
    /// Before the first move.
    Start,
    /// In the branch of that opening, if the solver keeps it.
    Branch(usize, Option<NodeId>),
}

impl Solver {
    /// How good the average strategy is, by exact best responses.
    pub fn quality(&self) -> Quality {
        quality(self.game(), &mut Average(self))
    }
}

impl Strategy for Average<'_> {
    type History = TreeHistory;

    fn start(&self) -> TreeHistory {
        TreeHistory::Start
    }

    fn after(&self, history: &TreeHistory, action: usize) -> TreeHistory {
        match *history {
            TreeHistory::Start => TreeHistory::Branch(action, self.0.branch(action).after(None)),
            TreeHistory::Branch(branch, node) => TreeHistory::Branch(
                branch,
                node.and_then(|id| self.0.branch(branch).after(Some((id, action)))),
            ),
        }
    }

    fn chances(&mut self, history: &TreeHistory, id: StateId, _: &[f64], chances: &mut [f64]) {
        let (solver, game) = (self.0, self.0.game());
        let mut sums = vec![0.0; game.hands(game.state(id).mover)];
        match *history {
            TreeHistory::Start => solver.root().average(0, game, solver.unsure(), chances, &mut sums),
            TreeHistory::Branch(branch, Some(node)) => {
                solver.branch(branch).average(node, game, solver.unsure(), chances, &mut sums);
            }
            TreeHistory::Branch(_, None) => game.doubt_always(id, chances),
        }
    }
}
