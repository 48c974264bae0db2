//! One table to learn at, step by step: what the PettingZoo environment stands on.

use numpy::{PyArray1, PyArrayMethods};
use perudo_rules::record::Names;
use perudo_rules::{Action, Seat};
use pyo3::prelude::*;

use crate::arguments::{RulesLike, rules};
use crate::errors::english;
use crate::errors::{bad_table, refused, wrong};
use crate::layout::Layout;
use crate::table;

/// What a player sees, and 1 for each action that is legal.
type Observed<'py> = (Bound<'py, PyArray1<u8>>, Bound<'py, PyArray1<i8>>);

/// One table: it throws its own dice and waits for decisions, which are numbers.
#[pyclass(module = "perudo")]
pub(crate) struct Table {
    rules: perudo_rules::Rules,
    players: usize,
    max_rounds: u32,
    layout: Layout,
    names: Names,
    table: table::Table,
}

impl Table {
    fn seat(&self, py: Python<'_>, index: i64) -> PyResult<Seat> {
        let seat = usize::try_from(index).ok().and_then(Seat::new).filter(|seat| seat.index() < self.players);
        seat.ok_or_else(|| wrong(py, format!("no seat {index}: the table has {}", self.players)))
    }
}

#[pymethods]
impl Table {
    #[new]
    #[pyo3(signature = (rules=None, players=2, *, seed=0, max_rounds=1000))]
    fn new(
        py: Python<'_>,
        rules: Option<RulesLike<'_>>,
        players: usize,
        seed: u64,
        max_rounds: u32,
    ) -> PyResult<Table> {
        let rules = self::rules(py, rules)?;
        let table = table::Table::new(rules, players, Vec::new(), seed, max_rounds)
            .map_err(|error| bad_table(py, error, english()))?;
        let names = Names::new((0..players).map(|seat| format!("player_{seat}")))
            .map_err(|error| wrong(py, error))?;
        Ok(Table { rules, players, max_rounds, layout: Layout::new(&rules, players), names, table })
    }

    /// How many actions there are.
    #[getter]
    fn action_count(&self) -> usize {
        self.layout.actions()
    }

    /// How many numbers an observation has.
    #[getter]
    fn observation_length(&self) -> usize {
        self.layout.observation()
    }

    /// A new tour; with a seed, the tour of that seed.
    #[pyo3(signature = (seed=None))]
    fn reset(&mut self, py: Python<'_>, seed: Option<u64>) -> PyResult<()> {
        let Some(seed) = seed else {
            self.table.begin();
            return Ok(());
        };
        self.table = table::Table::new(self.rules, self.players, Vec::new(), seed, self.max_rounds)
            .map_err(|error| bad_table(py, error, english()))?;
        Ok(())
    }

    /// The player whose turn it is does what this number stands for.
    fn step(&mut self, py: Python<'_>, action: i64) -> PyResult<()> {
        let action = numbered(py, action, &self.layout)?;
        if self.table.is_cut_short() {
            return Err(wrong(py, format!("the tour was broken off after {} rounds", self.max_rounds)));
        }
        let done = self.table.act(action);
        done.map_err(|refusal| refused(py, &refusal, &self.names, &self.table.game, english()))
    }

    /// What a player sees, as numbers, and which actions are legal for that player now.
    fn observe<'py>(&self, py: Python<'py>, seat: i64) -> PyResult<Observed<'py>> {
        let seat = self.seat(py, seat)?;
        let observation = PyArray1::zeros(py, self.layout.observation(), false);
        let mask = PyArray1::zeros(py, self.layout.actions(), false);
        self.layout.write_observation(&self.table, seat, observation.try_readwrite()?.as_slice_mut()?);
        if self.table.game.turn() == Some(seat) && !self.table.is_over() {
            self.layout.write_mask(&self.table.legal, mask.try_readwrite()?.as_slice_mut()?);
        }
        Ok((observation, mask))
    }

    /// A legal action, each with the same chance; None once the tour is over.
    fn sample(&mut self) -> Option<usize> {
        if self.table.is_over() {
            return None;
        }
        self.table.pick().and_then(|action| self.layout.number(action))
    }

    /// The seat whose decision it is; None once the tour is over.
    #[getter]
    fn turn(&self) -> Option<usize> {
        if self.table.is_over() { None } else { self.table.game.turn().map(Seat::index) }
    }

    /// The winner, once the tour is over.
    #[getter]
    fn winner(&self) -> Option<usize> {
        self.table.game.winner().map(Seat::index)
    }

    /// Whether the tour was broken off after `max_rounds`: with calza it could go on for ever.
    #[getter]
    fn cut_short(&self) -> bool {
        self.table.is_cut_short()
    }

    /// What each seat gets at the end: the winner 1, all others together −1.
    #[getter]
    fn rewards(&self) -> Vec<f32> {
        self.table.game.seats().iter().map(|seat| self.table.reward(seat)).collect()
    }

    /// The action with that number, in record spelling.
    fn action_name(&self, py: Python<'_>, action: i64) -> PyResult<String> {
        numbered(py, action, &self.layout).map(|action| action.to_string())
    }

    /// The number of an action in record spelling.
    fn action_number(&self, py: Python<'_>, action: &str) -> PyResult<usize> {
        let read = crate::arguments::action(py, action)?;
        let number = self.layout.number(read);
        number.ok_or_else(|| wrong(py, format!("{action} is more than all dice of this table")))
    }

    /// The game as a player sees it; without a seat, the player whose turn it is.
    #[pyo3(signature = (seat=None))]
    fn view(&self, py: Python<'_>, seat: Option<i64>) -> PyResult<crate::view::View> {
        let seat = match seat {
            Some(seat) => self.seat(py, seat)?,
            None => self.table.game.turn().unwrap_or(Seat::FIRST),
        };
        Ok(crate::view::View { seat, view: self.table.game.seen_by(seat), bids: self.table.bids.clone() })
    }

    /// The dice under all cups, seat by seat, while a round is bid on: only a referee may look.
    #[getter]
    fn hands(&self) -> Option<Vec<String>> {
        let hands = self.table.game.hands()?;
        Some(self.table.game.seats().iter().map(|seat| hands[seat].to_string()).collect())
    }
}

/// The action with a number that Python gave.
pub(crate) fn numbered(py: Python<'_>, number: i64, layout: &Layout) -> PyResult<Action> {
    let action = usize::try_from(number).ok().and_then(|number| layout.action(number));
    let most = layout.actions() - 1;
    action.ok_or_else(|| wrong(py, format!("no action has the number {number}: they go from 0 to {most}")))
}
