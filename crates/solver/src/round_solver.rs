//! A round of Perudo being solved.

use perudo_rules::{Action, Bid, Hand};

use crate::average::Average;
use crate::cfr::Solver;
use crate::game::Side;
use crate::response::{Quality, Strategy};
use crate::round::{Payoffs, RefusedBidError, Round, RoundError, RoundGame};
use crate::schedule::Schedule;
use crate::table::{Rounding, file_of_one};

/// A round, and a solver at work on it.
#[derive(Clone, Debug)]
pub struct RoundSolver {
    round: RoundGame,
    payoffs: Payoffs,
    solver: Solver,
}

/// What a hand does at some point of a round.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The hand.
    pub hand: Hand,
    /// How likely the player's own bids so far are with this hand.
    pub reach: f64,
    /// The actions with their chances, in the order in which the referee lists them.
    pub chances: Vec<(Action, f64)>,
}

impl RoundSolver {
    /// Begins to solve a round by discounted CFR, on that many threads.
    pub fn new(round: Round, payoffs: Payoffs, threads: usize) -> Result<RoundSolver, RoundError> {
        let round = round.game(payoffs)?;
        let solver = Solver::growing(round.game.clone(), Schedule::DISCOUNTED).on_threads(threads);
        Ok(RoundSolver { round, payoffs, solver })
    }

    /// The round.
    pub fn round(&self) -> &RoundGame {
        &self.round
    }

    /// What its outcomes are worth.
    pub fn payoffs(&self) -> Payoffs {
        self.payoffs
    }

    /// The solver.
    pub fn solver(&self) -> &Solver {
        &self.solver
    }

    /// One iteration.
    pub fn iterate(&mut self) {
        self.solver.iterate();
    }

    /// How good the average strategy is.
    pub fn quality(&self) -> Quality {
        self.solver.quality()
    }

    /// Who decides after these bids, and what that player does with each hand.
    pub fn replies(&self, bids: &[Bid]) -> Result<(Side, Vec<Reply>), RefusedBidError> {
        let id = self.round.state_after(bids)?;
        let game = &self.round.game;
        let mover = game.state(id).mover;
        let hands = self.round.hands(mover);
        let mut strategy = Average(&self.solver);
        let mut chances_at = |history: &_, id| {
            let mut chances = vec![0.0; game.state(id).edges.len() * hands.len()];
            strategy.chances(history, id, &game.deal[mover.index()], &mut chances);
            chances
        };
        let mut history = Average(&self.solver).start();
        let mut reach = vec![1.0; hands.len()];
        for (index, &bid) in bids.iter().enumerate() {
            let before = self.round.state_after(&bids[..index])?;
            let Some(action) = self.round.action_number(before, Action::Bid(bid)) else { continue };
            if game.state(before).mover == mover {
                let chances = chances_at(&history, before);
                let chosen = &chances[action * hands.len()..][..hands.len()];
                reach.iter_mut().zip(chosen).for_each(|(reach, chance)| *reach *= chance);
            }
            history = Average(&self.solver).after(&history, action);
        }
        let chances = chances_at(&history, id);
        let actions = self.round.actions(id).iter().enumerate();
        let reply = |(index, &hand): (usize, &Hand)| Reply {
            hand,
            reach: reach[index],
            chances: actions
                .clone()
                .map(|(action, &open)| (open, chances[action * hands.len() + index]))
                .collect(),
        };
        Ok((mover, hands.iter().enumerate().map(reply).collect()))
    }

    /// The average strategy, rounded, as a file that [`crate::Tables::read`] reads; nothing for
    /// rounds that tables cannot hold.
    pub fn table(&self, rounding: Rounding) -> Option<Vec<u8>> {
        file_of_one(self, rounding)
    }
}
