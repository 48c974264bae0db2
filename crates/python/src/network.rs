//! What the trained network makes of a game.

use std::fs;
use std::path::PathBuf;

use perudo_bots::{Judge, Judgement, Network};
use perudo_rules::Action;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::action;
use crate::errors::wrong;
use crate::game::Game;
use crate::view::View;

/// A decision and what may come of it, as the one who decides can know it.
#[pyclass(frozen, get_all, module = "perudo")]
pub(crate) struct Outlook {
    /// The chance to win the tour before the decision: the mean over the choices, each as often as strong play makes it.
    before: f64,
    /// How often strong play makes each of the choices that were looked at.
    policy: Py<PyDict>,
    /// The chance to win the tour after each of them.
    after: Py<PyDict>,
    /// The choice that promises most.
    best: Option<String>,
    /// Whether these are the choices of perfect play.
    perfect: bool,
}

/// What each choice is worth, by the trained network and the solver's tables. The hidden dice are imagined `effort` times as
/// often as usual; `wanted` is looked at in any case.
#[pyfunction]
#[pyo3(signature = (view, *, effort=1, wanted=None))]
pub(crate) fn outlook(py: Python<'_>, view: &View, effort: usize, wanted: Option<&str>) -> PyResult<Outlook> {
    const MOST_EFFORT: usize = 1_000;
    if !view.is_on_turn() {
        return Err(wrong(py, format!("it is not the turn of seat {}", view.seat)));
    }
    if !(1..=MOST_EFFORT).contains(&effort) {
        return Err(wrong(py, format!("the effort is 1 to {MOST_EFFORT}, not {effort}")));
    }
    let wanted = wanted.map(|text| action(py, text)).transpose()?;
    let network = network(py)?;
    let judged = py.detach(|| Judge::new(network).with_effort(effort).judge(&view.view, &view.bids, wanted));
    let judged = judged.ok_or_else(|| {
        wrong(py, format!("with more than {} dice in play nothing can be judged", Judge::MOST_DICE))
    })?;
    let by_name = |of: fn(&perudo_bots::Choice) -> f64| -> PyResult<Py<PyDict>> {
        let dict = PyDict::new(py);
        for choice in &judged.choices {
            dict.set_item(Action::to_string(&choice.action), of(choice))?;
        }
        Ok(dict.unbind())
    };
    Ok(Outlook {
        before: judged.before,
        policy: by_name(|choice| choice.share)?,
        after: by_name(|choice| choice.chance)?,
        best: Judgement::best(&judged).map(|choice| choice.action.to_string()),
        perfect: judged.perfect,
    })
}

/// The chance of every seat to win the tour, with all dice known.
#[pyfunction]
pub(crate) fn chances(py: Python<'_>, game: &Game) -> PyResult<Vec<f64>> {
    let network = network(py)?;
    let state = &game.game;
    let chances = py.detach(|| Judge::new(network).chances(state, &game.bids));
    Ok(state.seats().iter().map(|seat| chances[seat]).collect())
}

/// Makes the weights in a file those that all bots of this process play by, and gives their SHA-256. It is too late once
/// a bot has played by others.
#[pyfunction]
pub(crate) fn use_weights(py: Python<'_>, path: PathBuf) -> PyResult<&'static str> {
    let bytes = fs::read(&path).map_err(|why| wrong(py, format!("{}: {why}", path.display())))?;
    let network = Network::install(&bytes);
    let network = network.map_err(|why| wrong(py, format!("{}: {why}", path.display())))?;
    Ok(network.checksum())
}

fn network(py: Python<'_>) -> PyResult<&'static Network> {
    Network::current().map_err(|why| wrong(py, format!("there is no network: {why}")))
}
