//! The average strategy of a solver: what converges to an equilibrium.

use crate::branch::NodeId;
use crate::cfr::Solver;
use crate::game::StateId;
use crate::response::{Quality, Strategy, quality};

/// The average strategy of all iterations so far.
pub(crate) struct Average<'a>(pub(crate) &'a Solver);

/// A history in the tree of a solver.
#[derive(Clone, Copy)]
pub(crate) enum Place {
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
    type Place = Place;

    fn start(&self) -> Place {
        Place::Start
    }

    fn after(&self, place: &Place, action: usize) -> Place {
        match *place {
            Place::Start => Place::Branch(action, self.0.branch(action).after(None)),
            Place::Branch(branch, node) => {
                Place::Branch(branch, node.and_then(|id| self.0.branch(branch).after(Some((id, action)))))
            }
        }
    }

    fn chances(&mut self, place: &Place, id: StateId, _: &[f64], chances: &mut [f64]) {
        let (solver, game) = (self.0, self.0.game());
        let mut sums = vec![0.0; game.hands(game.state(id).mover)];
        match *place {
            Place::Start => solver.root().average(0, game, solver.unsure(), chances, &mut sums),
            Place::Branch(branch, Some(node)) => {
                solver.branch(branch).average(node, game, solver.unsure(), chances, &mut sums);
            }
            Place::Branch(_, None) => game.doubt_always(id, chances),
        }
    }
}
