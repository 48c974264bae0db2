//! Counterfactual regret minimisation in vector form: one walk serves all hands at once.

use std::sync::Mutex;
use std::thread;

use crate::branch::{Branch, NodeId, Unsure};
use crate::game::{Edge, PublicGame, Side, StateId};
use crate::pool::Pool;
use crate::schedule::{Discount, Schedule};

/// A game being solved.
///
/// Players take turns to learn. A walk for one player carries how likely the opponent's own play
/// comes to each history, for each of the opponent's hands; where that is never, nothing can be
/// learnt and nobody walks. The same walk adds the opponent's strategy to the opponent's average.
#[derive(Clone, Debug)]
pub struct Solver {
    game: PublicGame,
    discount: Discount,
    unsure: Unsure,
    threads: usize,
    /// The root alone.
    root: Branch,
    /// What follows each opening.
    branches: Vec<Branch>,
}

impl Solver {
    /// A solver that keeps the whole tree. Who regrets nothing does anything with equal chances.
    pub fn whole(game: PublicGame, schedule: Schedule) -> Solver {
        let mut solver = Solver::new(game, schedule, Unsure::Uniform);
        for (edge, branch) in solver.game.state(0).edges.iter().zip(&mut solver.branches) {
            branch.add_all(&solver.game, *edge, None);
        }
        solver
    }

    /// A solver that keeps only histories worth learning about. Who regrets nothing doubts, so
    /// that a history nobody has learnt anything about ends at once.
    ///
    /// A player begins to learn about a history when the opponent comes there with a chance of at
    /// least 1/t² in iteration t: most of the tree is never played, and early play is wild.
    pub fn growing(game: PublicGame, schedule: Schedule) -> Solver {
        Solver::new(game, schedule, Unsure::Doubt)
    }

    fn new(game: PublicGame, schedule: Schedule, unsure: Unsure) -> Solver {
        let mut root = Branch::default();
        root.add(&game, 0, None);
        let branches = vec![Branch::default(); game.state(0).edges.len()];
        Solver { game, discount: Discount::new(schedule), unsure, threads: 1, root, branches }
    }

    /// The same solver on that many threads; what it finds does not depend on them.
    #[must_use]
    pub fn on_threads(mut self, threads: usize) -> Solver {
        self.threads = threads.max(1);
        self
    }

    /// The game.
    pub fn game(&self) -> &PublicGame {
        &self.game
    }

    /// How many iterations were done.
    pub fn iterations(&self) -> u32 {
        self.discount.iteration()
    }

    /// How many histories are kept.
    pub fn histories(&self) -> usize {
        self.root.len() + self.branches.iter().map(Branch::len).sum::<usize>()
    }

    /// How many bytes they take.
    pub fn size(&self) -> usize {
        self.root.size() + self.branches.iter().map(Branch::size).sum::<usize>()
    }

    /// One iteration: each player learns once.
    ///
    /// The opener's strategy is averaged while the other learns, and the other way round. So that
    /// after t iterations the averages are those of strategies 1 to t, the other learns first,
    /// against the opener's newest strategy; in iteration 1 that is only to average.
    pub fn iterate(&mut self) {
        self.discount.tick();
        self.learn(Side::Other);
        self.learn(Side::Opener);
    }

    fn learn(&mut self, learner: Side) {
        let Solver { game, discount, unsure, threads, root, branches } = self;
        let edges = &game.state(0).edges;
        let hands = game.hands(learner);
        let deal = &game.deal[learner.opponent().index()];
        let mut strategy = vec![0.0; edges.len() * game.hands(Side::Opener)];
        let mut sums = vec![0.0; game.hands(Side::Opener)];
        root.current(0, game, *unsure, &mut strategy, &mut sums);
        let reach_after = |action: usize| match learner {
            Side::Opener => deal.clone(),
            Side::Other => {
                let chances = &strategy[action * deal.len()..][..deal.len()];
                chances.iter().zip(deal).map(|(chance, reach)| chance * reach).collect()
            }
        };
        let learns = learner == Side::Opener || discount.iteration() > 1;
        let mut values = vec![0.0; edges.len() * hands];
        let tasks = branches.iter_mut().zip(values.chunks_exact_mut(hands)).enumerate();
        let run = |(action, (branch, values)): (usize, (&mut Branch, &mut [f64]))| {
            let pool = Pool::default();
            let mut walk = Walk { game, discount, unsure: *unsure, learner, learns, branch, pool };
            walk.follow(edges[action], None, &reach_after(action), values);
        };
        if *threads == 1 {
            tasks.for_each(run);
        } else {
            let queue = Mutex::new(tasks);
            let next = || queue.lock().ok()?.next();
            let work = || std::iter::from_fn(next).for_each(run);
            thread::scope(|scope| (0..*threads).for_each(|_| drop(scope.spawn(work))));
        }
        match learner {
            Side::Opener => {
                let mut value = vec![0.0; hands];
                mix(&values, &strategy, &mut value);
                root.regret(0, discount, &values, &value);
            }
            Side::Other => root.accumulate(0, discount.weight(), deal, &strategy),
        }
    }

    pub(crate) fn root(&self) -> &Branch {
        &self.root
    }

    pub(crate) fn branch(&self, action: usize) -> &Branch {
        &self.branches[action]
    }

    pub(crate) fn unsure(&self) -> Unsure {
        self.unsure
    }
}

/// The value of each hand, from the values and the chances of its actions.
fn mix(values: &[f64], strategy: &[f64], value: &mut [f64]) {
    let hands = value.len();
    value.fill(0.0);
    for (values, chances) in values.chunks_exact(hands).zip(strategy.chunks_exact(hands)) {
        for ((sum, &value), &chance) in value.iter_mut().zip(values).zip(chances) {
            *sum += value * chance;
        }
    }
}

/// A walk through one branch in which one player learns.
struct Walk<'a> {
    game: &'a PublicGame,
    discount: &'a Discount,
    unsure: Unsure,
    learner: Side,
    learns: bool,
    branch: &'a mut Branch,
    pool: Pool,
}

impl Walk<'_> {
    /// What each of the learner's hands gets after a move, by the opponent's reach.
    fn follow(&mut self, edge: Edge, parent: Option<(NodeId, usize)>, reach: &[f64], values: &mut [f64]) {
        let total: f64 = reach.iter().sum();
        if total == 0.0 {
            values.fill(0.0);
            return;
        }
        let state = match edge {
            Edge::Showdown(id) => return self.game.showdown(id).evaluate(self.learner, reach, values),
            Edge::To(state) => state,
        };
        let known = self.branch.after(parent);
        match self.game.doubt(state) {
            Some(showdown) if known.is_none() && !self.worth_learning(state, total) => {
                showdown.evaluate(self.learner, reach, values);
            }
            _ => {
                let id = known.unwrap_or_else(|| self.branch.add(self.game, state, parent));
                self.visit(id, reach, values);
            }
        }
    }

    fn worth_learning(&self, state: StateId, reach: f64) -> bool {
        let iteration = f64::from(self.discount.iteration());
        self.game.state(state).mover == self.learner && reach * iteration * iteration >= 1.0
    }

    fn visit(&mut self, id: NodeId, reach: &[f64], value: &mut [f64]) {
        let game = self.game;
        let state = game.state(self.branch.state(id));
        let hands = game.hands(state.mover);
        let mut strategy = self.pool.take(state.edges.len() * hands);
        let mut sums = self.pool.take(hands);
        self.branch.current(id, game, self.unsure, &mut strategy, &mut sums);
        self.pool.give(sums);
        if state.mover == self.learner {
            let mut values = self.pool.take(state.edges.len() * hands);
            let rows = values.chunks_exact_mut(hands);
            for (action, (&edge, values)) in state.edges.iter().zip(rows).enumerate() {
                self.follow(edge, Some((id, action)), reach, values);
            }
            mix(&values, &strategy, value);
            if self.learns {
                self.branch.regret(id, self.discount, &values, value);
            }
            self.pool.give(values);
        } else {
            self.branch.accumulate(id, self.discount.weight(), reach, &strategy);
            value.fill(0.0);
            let mut values = self.pool.take(value.len());
            let mut onward = self.pool.take(hands);
            let rows = strategy.chunks_exact(hands);
            for (action, (&edge, chances)) in state.edges.iter().zip(rows).enumerate() {
                for ((onward, chance), reach) in onward.iter_mut().zip(chances).zip(reach) {
                    *onward = chance * reach;
                }
                self.follow(edge, Some((id, action)), &onward, &mut values);
                value.iter_mut().zip(&values).for_each(|(sum, value)| *sum += value);
            }
            self.pool.give(onward);
            self.pool.give(values);
        }
        self.pool.give(strategy);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use perudo_rules::Face;

    #[test]
    fn what_is_found_does_not_depend_on_the_number_of_threads() {
        let game = PublicGame::liars_dice([2, 1], Face::Ace).unwrap();
        let [one, three] = [1, 3].map(|threads| {
            let mut solver = Solver::growing(game.clone(), Schedule::DISCOUNTED).on_threads(threads);
            (0..50).for_each(|_| solver.iterate());
            (solver.histories(), solver.quality())
        });
        assert_eq!(one, three);
    }

    #[test]
    fn a_growing_tree_is_small_and_as_good_as_the_whole() {
        let game = PublicGame::liars_dice([1, 1], Face::Ace).unwrap();
        let whole = Solver::whole(game.clone(), Schedule::DISCOUNTED);
        let [whole, growing] = [whole, Solver::growing(game, Schedule::DISCOUNTED)].map(|mut solver| {
            (0..500).for_each(|_| solver.iterate());
            solver
        });
        assert_eq!(whole.histories(), 4096);
        assert!(growing.histories() < 1000, "{}", growing.histories());
        // Both are equilibria to within what they still can lose.
        let (whole, growing) = (whole.quality(), growing.quality());
        assert!(whole.nash_conv() < 0.001 && growing.nash_conv() < 0.001, "{whole:?} {growing:?}");
        assert!((whole.value - growing.value).abs() < 0.001, "{whole:?} {growing:?}");
    }
}
