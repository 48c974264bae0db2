//! Perfect play in rounds of two players.

use perudo_rules::record::Names;
use perudo_rules::{Action, Bid, Hand, RefusalError};
use perudo_solver::{Payoffs, Round, RoundError, SeenRound, Side, Tables, exploitability_of};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::{RulesLike, action, bids, kind, rules};
use crate::errors::{bad_table, english, refused, wrong};
use crate::view::View;

/// A larger tree may take more time and memory than there is.
const MOST_HISTORIES: u64 = 1 << 32;
/// Asking a policy takes every history of the tree.
const MOST_ASKED: u64 = 1 << 22;
/// More threads than a machine has cores.
const MOST_THREADS: usize = 64;
/// Iterations between two looks at whether Python wants to stop.
const AT_A_TIME: u32 = 16;

/// How good a pair of strategies is.
#[pyclass(frozen, get_all, module = "perudo")]
pub(crate) struct Quality {
    /// What the opener gets when both play by it.
    value: f64,
    /// What each player gets by the best response to the other.
    best: (f64, f64),
    /// What a perfect opponent gains, the mean of both seats.
    exploitability: f64,
}

#[pymethods]
impl Quality {
    fn __repr__(&self) -> String {
        format!("Quality(value={:.6}, exploitability={:.6})", self.value, self.exploitability)
    }
}

/// What a hand does at some point of a round.
#[pyclass(frozen, get_all, module = "perudo")]
pub(crate) struct Reply {
    /// The hand, such as "16".
    hand: String,
    /// How likely the player's own bids so far are with this hand.
    reach: f64,
    /// The actions with their chances.
    chances: Py<PyDict>,
}

/// A round of two players, and a solver at work on it. A round won counts 1, lost −1; with calza it is the tour that counts.
#[pyclass(module = "perudo")]
pub(crate) struct RoundSolver(perudo_solver::RoundSolver);

#[pymethods]
impl RoundSolver {
    #[new]
    #[pyo3(signature = (dice, rules=None, *, kind="final", threads=1))]
    fn new(
        py: Python<'_>,
        dice: (u8, u8),
        rules: Option<RulesLike<'_>>,
        kind: &str,
        threads: usize,
    ) -> PyResult<RoundSolver> {
        if !(1..=MOST_THREADS).contains(&threads) {
            return Err(wrong(py, format!("1 to {MOST_THREADS} threads can work on it, not {threads}")));
        }
        let (round, payoffs) = round(py, dice, rules, kind)?;
        let payoffs = payoffs.ok_or_else(|| {
            wrong(py, "what a calza is worth with these dice is not known: too few rounds are solved")
        })?;
        let solver = py.detach(|| perudo_solver::RoundSolver::new(round, payoffs, threads));
        let solver = solver.map_err(|error| no_round(py, round.rules, error))?;
        let histories = solver.solver().game().histories();
        if histories > MOST_HISTORIES {
            return Err(wrong(py, format!("the round has {histories} histories: too many to solve here")));
        }
        Ok(RoundSolver(solver))
    }

    /// How many histories there are at which someone decides: the size of the whole tree.
    #[getter]
    fn histories(&self) -> u64 {
        self.0.solver().game().histories()
    }

    /// Iterations so far.
    #[getter]
    fn iterations(&self) -> u32 {
        self.0.solver().iterations()
    }

    /// Works on until a perfect opponent gains no more than `target`, or `iterations` more are done.
    #[pyo3(signature = (target=0.0005, *, iterations=10_000))]
    fn solve(&mut self, py: Python<'_>, target: f64, iterations: u32) -> PyResult<Quality> {
        let mut left = iterations;
        let mut look = 1;
        while left > 0 {
            let count = left.min(AT_A_TIME).min(look);
            py.detach(|| (0..count).for_each(|_| self.0.iterate()));
            py.check_signals()?;
            left -= count;
            // Measuring takes about as long as an iteration: look at every doubling only.
            if self.iterations() >= look {
                look = look.saturating_mul(2);
                if py.detach(|| self.0.quality().exploitability()) <= target {
                    break;
                }
            }
        }
        Ok(self.quality(py))
    }

    /// How good the strategy is by now, by exact best responses.
    fn quality(&self, py: Python<'_>) -> Quality {
        let quality = py.detach(|| self.0.quality());
        let [opener, other] = quality.best;
        Quality { value: quality.value, best: (opener, other), exploitability: quality.exploitability() }
    }

    /// Who decides after these bids (0: the opener, 1: the other), and what that player does with each hand.
    #[pyo3(signature = (bids=Vec::new()))]
    fn replies(&self, py: Python<'_>, bids: Vec<String>) -> PyResult<(usize, Vec<Reply>)> {
        let bids = self::bids(py, &bids)?;
        let (side, replies) = self.0.replies(&bids).map_err(|error| {
            let rules = self.0.round().round.rules;
            error.refusal.map_or_else(|| wrong(py, error), |refusal| refused_in(py, rules, &refusal))
        })?;
        let reply = |reply: perudo_solver::Reply| {
            let chances = PyDict::new(py);
            for (action, chance) in reply.chances {
                chances.set_item(action.to_string(), chance)?;
            }
            Ok(Reply { hand: reply.hand.to_string(), reach: reply.reach, chances: chances.unbind() })
        };
        let replies = replies.into_iter().map(reply).collect::<PyResult<_>>()?;
        Ok((if side == Side::Opener { 0 } else { 1 }, replies))
    }
}

/// What a perfect opponent gains against a policy, the mean of both seats, by exact best responses over the whole round.
///
/// The policy is called with the view of the player who decides, and answers with actions and their weights, such as
/// `{"1x6": 2, "dudo": 1}`. `Bot.weigh` is one.
#[pyfunction]
#[pyo3(signature = (policy, dice=(1, 1), rules=None, *, kind="final"))]
pub(crate) fn exploitability(
    py: Python<'_>,
    policy: &Bound<'_, PyAny>,
    dice: (u8, u8),
    rules: Option<RulesLike<'_>>,
    kind: &str,
) -> PyResult<f64> {
    let (round, payoffs) = round(py, dice, rules, kind)?;
    let game =
        round.game(payoffs.unwrap_or(Payoffs::ROUND)).map_err(|error| no_round(py, round.rules, error))?;
    let histories = game.game.histories();
    if histories > MOST_ASKED {
        return Err(wrong(
            py,
            format!("the round has {histories} histories: too many to ask a policy about"),
        ));
    }
    let mut failure = None;
    let measured = exploitability_of(&game, |bids, hand| {
        // After an exception nothing more is asked; what is measured is thrown away.
        if failure.is_some() {
            return Vec::new();
        }
        ask(py, policy, &round, bids, hand).unwrap_or_else(|error| {
            failure = Some(error);
            Vec::new()
        })
    });
    match failure {
        Some(error) => Err(error),
        None => measured.map_err(|error| wrong(py, error)),
    }
}

fn ask(
    py: Python<'_>,
    policy: &Bound<'_, PyAny>,
    round: &Round,
    bids: &[Bid],
    hand: Hand,
) -> PyResult<Vec<(Action, f64)>> {
    let seen = round.seen_after(bids, hand).ok_or_else(|| wrong(py, "there is no such decision"))?;
    let SeenRound { view, bids, .. } = seen;
    let seat = view.turn().unwrap_or(perudo_rules::Seat::FIRST);
    let weights = policy.call1((View { seat, view, bids },))?;
    let weights = weights.cast::<PyDict>()?;
    let read = |(name, weight): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
        let name: String = name.extract()?;
        let weight: f64 = weight.extract()?;
        if !(0.0..=f64::MAX).contains(&weight) {
            return Err(wrong(py, format!("the weight of {name:?} is {weight}, not a number from 0 up")));
        }
        Ok((action(py, &name)?, weight))
    };
    weights.iter().map(read).collect()
}

/// A round, and what it is worth, as far as that is known.
fn round(
    py: Python<'_>,
    (opener, other): (u8, u8),
    rules: Option<RulesLike<'_>>,
    kind: &str,
) -> PyResult<(Round, Option<Payoffs>)> {
    let round = Round { rules: self::rules(py, rules)?, kind: self::kind(py, kind)?, dice: [opener, other] };
    Ok((round, Tables::builtin().payoffs(round)))
}

fn no_round(py: Python<'_>, rules: perudo_rules::Rules, error: RoundError) -> PyErr {
    match error {
        RoundError::Refused(refusal) => refused_in(py, rules, &refusal),
        RoundError::TableSize(error) => bad_table(py, error, english()),
        other => wrong(py, other),
    }
}

/// The rules refuse something in a round of two.
fn refused_in(py: Python<'_>, rules: perudo_rules::Rules, refusal: &RefusalError) -> PyErr {
    let table = perudo_rules::Game::<()>::new(rules, 2).ok().zip(Names::new(["opener", "other"]).ok());
    match table {
        Some((game, names)) => refused(py, refusal, &names, &game, english()),
        None => wrong(py, refusal),
    }
}
