//! What the trained network makes of a game.

use perudo_bots::Network;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::action;
use crate::errors::wrong;
use crate::game::Game;
use crate::view::View;

/// A decision and what may come of it, as the network sees it.
#[pyclass(frozen, get_all, module = "perudo")]
pub(crate) struct Outlook {
    /// The chance of every seat to win the tour, before the decision.
    chances: Vec<f64>,
    /// What the network would do: every legal action that it knows, with its share.
    policy: Py<PyDict>,
    /// The chance of the one who decides to win the tour after an action, for the likeliest actions.
    after: Py<PyDict>,
    /// The action that promises most.
    best: Option<String>,
}

/// A look at what follows each action. The dice of the others are imagined `samples` times; `wanted` is looked at in any case.
#[pyfunction]
#[pyo3(signature = (view, *, samples=48, wanted=None))]
pub(crate) fn outlook(
    py: Python<'_>,
    view: &View,
    samples: usize,
    wanted: Option<&str>,
) -> PyResult<Outlook> {
    const MOST_SAMPLES: usize = 100_000;
    if !view.is_on_turn() {
        return Err(wrong(py, format!("it is not the turn of seat {}", view.seat)));
    }
    if !(1..=MOST_SAMPLES).contains(&samples) {
        return Err(wrong(py, format!("the dice can be imagined 1 to {MOST_SAMPLES} times, not {samples}")));
    }
    let wanted = wanted.map(|text| action(py, text)).transpose()?;
    let network = network(py)?;
    let outlook = py.detach(|| network.outlook(&view.view, &view.bids, samples, wanted));
    let by_name = |actions: &[(perudo_rules::Action, f64)]| -> PyResult<Py<PyDict>> {
        let dict = PyDict::new(py);
        for (action, share) in actions {
            dict.set_item(action.to_string(), share)?;
        }
        Ok(dict.unbind())
    };
    Ok(Outlook {
        chances: view.view.seats().iter().map(|seat| outlook.chances[seat]).collect(),
        policy: by_name(&outlook.policy)?,
        after: by_name(&outlook.after)?,
        best: outlook.best().map(|(action, _)| action.to_string()),
    })
}

/// The chance of every seat to win the tour, as someone sees it who knows the dice of the player whose decision it is.
#[pyfunction]
pub(crate) fn chances(py: Python<'_>, game: &Game) -> PyResult<Vec<f64>> {
    let network = network(py)?;
    let state = &game.game;
    let hand = state.turn().zip(state.hands()).map(|(turn, hands)| hands[turn]);
    let chances = py.detach(|| network.chances(&state.seen_by_spectator(), &game.bids, hand));
    Ok(state.seats().iter().map(|seat| chances[seat]).collect())
}

fn network(py: Python<'_>) -> PyResult<&'static Network> {
    Network::current().map_err(|why| wrong(py, format!("there is no network: {why}")))
}
