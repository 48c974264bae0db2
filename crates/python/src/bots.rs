//! The bots of the ladder.

use std::sync::Mutex;

use perudo_bots::BotKind;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::words;
use crate::errors::wrong;
use crate::view::View;

/// A bot of the ladder, by name. The same seed gives the same decisions.
#[pyclass(frozen, module = "perudo")]
pub(crate) struct Bot {
    kind: BotKind,
    bot: Mutex<Box<dyn perudo_bots::Bot>>,
}

#[pymethods]
impl Bot {
    #[new]
    #[pyo3(signature = (name, *, seed=0))]
    fn new(py: Python<'_>, name: &str, seed: u64) -> PyResult<Bot> {
        let kind = kind(py, name)?;
        Ok(Bot { kind, bot: Mutex::new(kind.create(seed)) })
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &'static str {
        self.kind.name()
    }

    /// How it plays, in a sentence.
    #[pyo3(signature = (lang="en"))]
    fn about(&self, py: Python<'_>, lang: &str) -> PyResult<String> {
        Ok(words(py, lang)?.about_bot(self.kind.name()))
    }

    /// What it does, in record spelling. It must be the turn of the player who sees the view.
    fn decide(&self, py: Python<'_>, view: &View) -> PyResult<String> {
        self.ask(py, view, |bot| bot.decide(&view.situation()).to_string())
    }

    /// How often it does what, if it draws among weighed actions; what it decides, if it does not.
    fn weigh<'py>(&self, py: Python<'py>, view: &View) -> PyResult<Bound<'py, PyDict>> {
        let weights = self.ask(py, view, |bot| bot.weigh(&view.situation(), 1))?;
        let total: f64 = weights.iter().map(|(_, weight)| weight).sum();
        let shares = PyDict::new(py);
        for (action, weight) in weights {
            let action = action.to_string();
            let before = shares.get_item(&action)?.map_or(Ok(0.0), |share| share.extract::<f64>())?;
            shares.set_item(action, before + weight / total)?;
        }
        Ok(shares)
    }

    fn __call__(&self, py: Python<'_>, view: &View) -> PyResult<String> {
        self.decide(py, view)
    }

    fn __repr__(&self) -> String {
        format!("Bot({:?})", self.kind.name())
    }
}

impl Bot {
    /// Bots may think for long: meanwhile other threads of Python run.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        view: &View,
        question: impl FnOnce(&mut dyn perudo_bots::Bot) -> T + Send,
    ) -> PyResult<T> {
        if !view.is_on_turn() {
            return Err(wrong(py, format!("it is not the turn of seat {}", view.seat)));
        }
        py.detach(|| {
            // A bot that panicked is a bot all the same.
            let mut bot = self.bot.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            Ok(question(bot.as_mut()))
        })
    }
}

/// The names of all bots: those that reason, then those that learnt, each from the weakest to the strongest.
#[pyfunction]
pub(crate) fn bot_names() -> Vec<&'static str> {
    BotKind::names().collect()
}

/// The bot of that name.
pub(crate) fn kind(py: Python<'_>, name: &str) -> PyResult<BotKind> {
    BotKind::named(name).ok_or_else(|| {
        let all: Vec<&str> = BotKind::names().collect();
        wrong(py, format!("no bot is called {name:?}; there are {}", all.join(", ")))
    })
}
