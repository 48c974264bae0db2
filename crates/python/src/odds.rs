//! The exact odds of bids.

use pyo3::prelude::*;

use crate::arguments::{bid, hand};

/// The exact chances of bids, for the holder of a hand at a table with that many dice in play, those of the hand included.
#[pyclass(frozen, module = "perudo")]
pub(crate) struct Odds(pub(crate) perudo_bots::Odds);

#[pymethods]
impl Odds {
    #[new]
    #[pyo3(signature = (dice, in_play, *, jokers=true))]
    fn new(py: Python<'_>, dice: &str, in_play: usize, jokers: bool) -> PyResult<Odds> {
        Ok(Odds(perudo_bots::Odds::new(hand(py, dice)?, in_play, jokers)))
    }

    /// The chance that a bid such as "3x4" is true.
    fn at_least(&self, py: Python<'_>, text: &str) -> PyResult<f64> {
        Ok(self.0.at_least(bid(py, text)?))
    }

    /// The chance that it is exactly true.
    fn exactly(&self, py: Python<'_>, text: &str) -> PyResult<f64> {
        Ok(self.0.exactly(bid(py, text)?))
    }
}
