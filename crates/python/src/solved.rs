//! The tables of solved finals that come with the package.

use perudo_rules::Bid;
use perudo_solver::{Spot, Tables};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::{RulesLike, rules};
use crate::view::View;

/// What perfect play does, if two players are left and the round is solved: actions with their chances.
#[pyfunction]
pub(crate) fn table_policy<'py>(py: Python<'py>, view: &View) -> PyResult<Option<Bound<'py, PyDict>>> {
    let bids: Vec<Bid> = view.bids.iter().map(|standing| standing.bid).collect();
    let policy = Spot::of(&view.view, &bids).and_then(|spot| Tables::builtin().policy(&spot));
    let Some(policy) = policy else { return Ok(None) };
    let chances = PyDict::new(py);
    for (action, chance) in policy {
        chances.set_item(action.to_string(), chance)?;
    }
    Ok(Some(chances))
}

/// The opener's chance to win the tour by perfect play of both when a round begins with two players left, where it is known.
#[pyfunction]
#[pyo3(signature = (opener, other, rules=None))]
pub(crate) fn win_chance(
    py: Python<'_>,
    opener: u8,
    other: u8,
    rules: Option<RulesLike<'_>>,
) -> PyResult<Option<f64>> {
    Ok(Tables::builtin().win_chance(&self::rules(py, rules)?, opener, other))
}
