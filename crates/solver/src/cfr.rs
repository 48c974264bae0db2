//! Counterfactual regret minimisation in vector form: one walk serves all hands at once.

use std::sync::Mutex;
use std::thread;

use crate::arena::{Arena, NodeId, Unsure};
use crate::game::{Edge, PublicGame, Side};
use crate::pool::Pool;
use crate::schedule::{Clock, Schedule};

/// A game being solved.
///
/// Players take turns to learn. A walk for one player carries how likely the opponent's own play
/// comes to each history, for each of the opponent's hands; where that is never, nothing can be
/// learnt and nobody walks. The same walk adds the opponent's strategy to the opponent's average.
#[derive(Clone, Debug)]
pub struct Solver {
    game: PublicGame,
    clock: Clock,
    unsure: Unsure,
    threads: usize,
    /// The root alone.
    root: Arena,
    /// What follows each opening.
    branches: Vec<Arena>,
}

/// What happens below one opening in one walk.
struct Task<'a> {
    branch: &'a mut Arena,
    edge: Edge,
    reach: Vec<f64>,
    values: &'a mut [f64],
}

impl Solver {
    /// A solver that keeps the whole tree. Who regrets nothing does anything with equal chances.
    pub fn whole(game: PublicGame, schedule: Schedule) -> Solver {
        let mut solver = Solver::empty(game, schedule, Unsure::Uniform);
        for (edge, branch) in solver.game.state(0).edges.iter().zip(&mut solver.branches) {
            if let Edge::To(state) = *edge {
                let root = branch.add(&solver.game, state);
                grow(&solver.game, branch, root);
            }
        }
        solver
    }

    /// A solver that keeps only histories that were ever played. Who regrets nothing doubts, so
    /// that a history nobody has learnt anything about ends at once.
    pub fn growing(game: PublicGame, schedule: Schedule) -> Solver {
        Solver::empty(game, schedule, Unsure::Doubt)
    }

    fn empty(game: PublicGame, schedule: Schedule, unsure: Unsure) -> Solver {
        let mut root = Arena::default();
        root.add(&game, 0);
        let branches = vec![Arena::default(); game.state(0).edges.len()];
        Solver { game, clock: Clock::new(schedule), unsure, threads: 1, root, branches }
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
        self.clock.iteration
    }

    /// How many histories are kept.
    pub fn histories(&self) -> usize {
        self.root.len() + self.branches.iter().map(Arena::len).sum::<usize>()
    }

    /// How many bytes they take.
    pub fn size(&self) -> usize {
        self.root.size() + self.branches.iter().map(Arena::size).sum::<usize>()
    }

    /// One iteration: each player learns once.
    ///
    /// The opener's strategy is averaged while the other learns and the other way round. So that
    /// the averages are those of strategies 1 to t after t iterations, the other learns first,
    /// against the opener's newest strategy; in the first iteration there is nothing to learn yet.
    pub fn iterate(&mut self) {
        self.clock.tick();
        self.walk(Side::Other);
        self.walk(Side::Opener);
    }

    fn walk(&mut self, learner: Side) {
        let Solver { game, clock, unsure, threads, root, branches } = self;
        let hands = game.hands(learner);
        let edges = &game.state(0).edges;
        let actions = edges.len();
        let mut strategy = vec![0.0; actions * game.hands(Side::Opener)];
        root.current(0, game, *unsure, &mut strategy);
        let deal = &game.deal[learner.opponent().index()];
        let reach_of = |action: usize| -> Vec<f64> {
            match learner {
                Side::Opener => deal.clone(),
                Side::Other => {
                    let row = &strategy[action * deal.len()..][..deal.len()];
                    row.iter().zip(deal).map(|(chance, reach)| chance * reach).collect()
                }
            }
        };
        let mut values = vec![0.0; actions * hands];
        let tasks = branches.iter_mut().zip(values.chunks_exact_mut(hands)).enumerate();
        let tasks = tasks.map(|(action, (branch, values))| Task {
            branch,
            edge: edges[action],
            reach: reach_of(action),
            values,
        });
        let walk = Walk { game, clock, unsure: *unsure, learner };
        if *threads == 1 {
            let mut pool = Pool::default();
            tasks.for_each(|task| walk.run(task, &mut pool));
        } else {
            let queue = Mutex::new(tasks);
            thread::scope(|scope| {
                for _ in 0..*threads {
                    scope.spawn(|| {
                        let mut pool = Pool::default();
                        let next = || queue.lock().ok()?.next();
                        while let Some(task) = next() {
                            walk.run(task, &mut pool);
                        }
                    });
                }
            });
        }
        match learner {
            Side::Opener => {
                let mut value = vec![0.0; hands];
                mix(&values, &strategy, &mut value);
                root.regret(0, clock, &values, &value);
            }
            Side::Other => root.accumulate(0, clock.weight(), deal, &strategy),
        }
    }

    /// The average strategy after an opening, for who walks the tree from outside.
    pub(crate) fn branch(&self, action: usize) -> &Arena {
        &self.branches[action]
    }

    pub(crate) fn root(&self) -> &Arena {
        &self.root
    }

    pub(crate) fn unsure(&self) -> Unsure {
        self.unsure
    }
}

/// Adds all histories below one.
fn grow(game: &PublicGame, arena: &mut Arena, id: NodeId) {
    for (action, edge) in game.state(arena.state(id)).edges.iter().enumerate() {
        if let Edge::To(state) = *edge {
            let child = arena.add_child(game, id, action, state);
            grow(game, arena, child);
        }
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

/// A walk in which one player learns.
struct Walk<'a> {
    game: &'a PublicGame,
    clock: &'a Clock,
    unsure: Unsure,
    learner: Side,
}

impl Walk<'_> {
    fn run(&self, task: Task, pool: &mut Pool) {
        let Task { branch, edge, reach, values } = task;
        let known = branch.root();
        self.follow(edge, known, |branch, state| branch.add(self.game, state), branch, &reach, values, pool);
    }

    /// What each of the learner's hands gets after a move, by the opponent's reach.
    #[allow(clippy::too_many_arguments)]
    fn follow(
        &self,
        edge: Edge,
        known: Option<NodeId>,
        add: impl FnOnce(&mut Arena, u16) -> NodeId,
        arena: &mut Arena,
        reach: &[f64],
        values: &mut [f64],
        pool: &mut Pool,
    ) {
        if reach.iter().all(|&reach| reach == 0.0) {
            values.fill(0.0);
            return;
        }
        match edge {
            Edge::Showdown(id) => self.game.showdown(id).evaluate(self.learner, reach, values),
            Edge::To(state) => {
                let unlearnt = self.game.state(state);
                if let (None, Some(doubt)) = (known, unlearnt.doubt)
                    && unlearnt.mover != self.learner
                    && let Edge::Showdown(id) = unlearnt.edges[doubt]
                {
                    // The opponent has learnt nothing here, and doubts.
                    self.game.showdown(id).evaluate(self.learner, reach, values);
                    return;
                }
                let id = known.unwrap_or_else(|| add(arena, state));
                self.visit(arena, id, reach, values, pool);
            }
        }
    }

    fn visit(&self, arena: &mut Arena, id: NodeId, reach: &[f64], value: &mut [f64], pool: &mut Pool) {
        let state = self.game.state(arena.state(id));
        let hands = self.game.hands(state.mover);
        let mut strategy = pool.take(state.edges.len() * hands);
        arena.current(id, self.game, self.unsure, &mut strategy);
        if state.mover == self.learner {
            let mut values = pool.take(state.edges.len() * hands);
            for (action, (&edge, values)) in
                state.edges.iter().zip(values.chunks_exact_mut(hands)).enumerate()
            {
                self.follow_from(arena, id, action, edge, reach, values, pool);
            }
            mix(&values, &strategy, value);
            arena.regret(id, self.clock, &values, value);
            pool.give(values);
        } else {
            arena.accumulate(id, self.clock.weight(), reach, &strategy);
            value.fill(0.0);
            let mut values = pool.take(value.len());
            let mut onward = pool.take(hands);
            for (action, (&edge, chances)) in state.edges.iter().zip(strategy.chunks_exact(hands)).enumerate()
            {
                for ((onward, &chance), &reach) in onward.iter_mut().zip(chances).zip(reach) {
                    *onward = chance * reach;
                }
                self.follow_from(arena, id, action, edge, &onward, &mut values, pool);
                value.iter_mut().zip(&values).for_each(|(sum, value)| *sum += value);
            }
            pool.give(onward);
            pool.give(values);
        }
        pool.give(strategy);
    }

    #[allow(clippy::too_many_arguments)]
    fn follow_from(
        &self,
        arena: &mut Arena,
        id: NodeId,
        action: usize,
        edge: Edge,
        reach: &[f64],
        values: &mut [f64],
        pool: &mut Pool,
    ) {
        let known = arena.child(id, action);
        let add = |arena: &mut Arena, state| arena.add_child(self.game, id, action, state);
        self.follow(edge, known, add, arena, reach, values, pool);
    }
}
