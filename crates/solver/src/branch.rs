//! Histories with their regrets and averages: one branch of the tree, in flat arrays.

use crate::game::{Edge, PublicGame, StateId};
use crate::schedule::Discount;

/// The number of a history in its branch.
pub(crate) type NodeId = u32;

/// No history: its mover follows the default.
const NONE: NodeId = NodeId::MAX;

/// What a mover does who regrets nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unsure {
    /// Anything, with equal chances.
    Uniform,
    /// Doubt, where there is something to doubt; else anything.
    Doubt,
}

/// Histories that descend from one, and what their movers have learnt.
#[derive(Clone, Debug, Default)]
pub(crate) struct Branch {
    nodes: Vec<Node>,
    children: Vec<NodeId>,
    /// For each history, action by action, one number for each hand of its mover.
    regrets: Vec<f32>,
    averages: Vec<f32>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    state: StateId,
    actions: u16,
    hands: u16,
    /// When the regrets were last changed.
    seen: u32,
    children: u32,
    cells: usize,
}

impl Branch {
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Bytes that are in use.
    pub(crate) fn size(&self) -> usize {
        size_of_val(&self.nodes[..])
            + size_of_val(&self.children[..])
            + size_of_val(&self.regrets[..])
            + size_of_val(&self.averages[..])
    }

    pub(crate) fn state(&self, id: NodeId) -> StateId {
        self.nodes[id as usize].state
    }

    /// The history after an action at another; the first history if there is no other.
    pub(crate) fn after(&self, parent: Option<(NodeId, usize)>) -> Option<NodeId> {
        let child = match parent {
            Some((id, action)) => self.children[self.nodes[id as usize].children as usize + action],
            None => 0,
        };
        ((child as usize) < self.nodes.len()).then_some(child)
    }

    /// A new history at that state, after an action at another unless it is the first.
    pub(crate) fn add(
        &mut self,
        game: &PublicGame,
        state: StateId,
        parent: Option<(NodeId, usize)>,
    ) -> NodeId {
        let id = self.nodes.len() as NodeId;
        let (actions, hands) = (game.state(state).edges.len(), game.hands(game.state(state).mover));
        if let Some((parent, action)) = parent {
            self.children[self.nodes[parent as usize].children as usize + action] = id;
        }
        self.nodes.push(Node {
            state,
            actions: actions as u16,
            hands: hands as u16,
            seen: 0,
            children: self.children.len() as u32,
            cells: self.regrets.len(),
        });
        self.children.resize(self.children.len() + actions, NONE);
        self.regrets.resize(self.regrets.len() + actions * hands, 0.0);
        self.averages.resize(self.averages.len() + actions * hands, 0.0);
        id
    }

    /// The history at the end of that edge and all histories below.
    pub(crate) fn add_all(&mut self, game: &PublicGame, edge: Edge, parent: Option<(NodeId, usize)>) {
        if let Edge::To(state) = edge {
            let id = self.add(game, state, parent);
            for (action, &edge) in game.state(state).edges.iter().enumerate() {
                self.add_all(game, edge, Some((id, action)));
            }
        }
    }

    fn cells(&self, id: NodeId) -> std::ops::Range<usize> {
        let node = &self.nodes[id as usize];
        node.cells..node.cells + usize::from(node.actions) * usize::from(node.hands)
    }

    /// The strategy of this iteration: in proportion to positive regrets.
    pub(crate) fn current(
        &self,
        id: NodeId,
        game: &PublicGame,
        unsure: Unsure,
        strategy: &mut [f64],
        sums: &mut [f64],
    ) {
        for (chance, &regret) in strategy.iter_mut().zip(&self.regrets[self.cells(id)]) {
            *chance = f64::from(regret.max(0.0));
        }
        self.normalise(id, game, unsure, strategy, sums);
    }

    /// The average strategy of all iterations.
    pub(crate) fn average(
        &self,
        id: NodeId,
        game: &PublicGame,
        unsure: Unsure,
        strategy: &mut [f64],
        sums: &mut [f64],
    ) {
        for (chance, &mass) in strategy.iter_mut().zip(&self.averages[self.cells(id)]) {
            *chance = f64::from(mass);
        }
        self.normalise(id, game, unsure, strategy, sums);
    }

    /// Makes the chances of each hand sum to one; those that are all zero become the default.
    /// `sums` is room for one number a hand.
    fn normalise(
        &self,
        id: NodeId,
        game: &PublicGame,
        unsure: Unsure,
        strategy: &mut [f64],
        sums: &mut [f64],
    ) {
        let node = &self.nodes[id as usize];
        let (actions, hands) = (usize::from(node.actions), usize::from(node.hands));
        let doubt = game.state(node.state).doubt.filter(|_| unsure == Unsure::Doubt);
        sums.fill(0.0);
        for row in strategy.chunks_exact(hands) {
            for (sum, &chance) in sums.iter_mut().zip(row) {
                *sum += chance;
            }
        }
        let mut lost = false;
        for sum in sums.iter_mut() {
            lost |= *sum <= 0.0;
            *sum = if *sum > 0.0 { 1.0 / *sum } else { 0.0 };
        }
        for row in strategy.chunks_exact_mut(hands) {
            for (chance, &scale) in row.iter_mut().zip(sums.iter()) {
                *chance *= scale;
            }
        }
        if lost {
            for hand in (0..hands).filter(|&hand| sums[hand] == 0.0) {
                match doubt {
                    Some(doubt) => strategy[doubt * hands + hand] = 1.0,
                    None => (0..actions).for_each(|a| strategy[a * hands + hand] = 1.0 / actions as f64),
                }
            }
        }
    }

    /// Adds to the average what the mover does now, as far as the mover's own play comes here.
    pub(crate) fn accumulate(&mut self, id: NodeId, weight: f64, reach: &[f64], strategy: &[f64]) {
        let cells = self.cells(id);
        let hands = reach.len();
        for (masses, chances) in
            self.averages[cells].chunks_exact_mut(hands).zip(strategy.chunks_exact(hands))
        {
            for ((mass, &chance), &reach) in masses.iter_mut().zip(chances).zip(reach) {
                *mass += (weight * reach * chance) as f32;
            }
        }
    }

    /// Adds to the regrets by how much each action was better than what the mover does now.
    pub(crate) fn regret(&mut self, id: NodeId, discount: &Discount, values: &[f64], value: &[f64]) {
        let cells = self.cells(id);
        let node = &mut self.nodes[id as usize];
        let (positive, negative) = discount.factors(node.seen);
        node.seen = discount.iteration();
        let hands = value.len();
        for (regrets, values) in self.regrets[cells].chunks_exact_mut(hands).zip(values.chunks_exact(hands)) {
            for ((regret, &better), &now) in regrets.iter_mut().zip(values).zip(value) {
                let old = f64::from(*regret);
                let old = if old > 0.0 { old * positive } else { old * negative };
                *regret = (old + better - now) as f32;
            }
        }
    }
}
