//! Contests between bots of any make, those written in Python among them.

use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use perudo_arena::{Contest, ContestError, Contestant as Entry, Custom, Length, Results, Stop};
use perudo_bots::{Bot, Situation};
use perudo_rules::Action;
use pyo3::prelude::*;

use crate::arguments::{RulesLike, action, rules};
use crate::errors::{bad_table, english, wrong};
use crate::view::View;

/// More threads than a machine has cores.
const MOST_THREADS: usize = 1024;
/// More games than anyone can wait for.
const MOST_GAMES: u64 = 1 << 40;

/// What a contest says about one contestant.
#[pyclass(frozen, get_all, module = "perudo")]
pub(crate) struct Contestant {
    /// Its name.
    name: String,
    /// Tours times seats held in them.
    seats: u64,
    /// Tours won.
    wins: u64,
    /// Tours won, of all tours and seats held.
    win_rate: f64,
    /// The 95 % interval around the win rate.
    interval: (f64, f64),
    /// Its rating; 1500 is average.
    rating: f64,
    /// Dice left at the end of a tour, on average.
    dice_kept: f64,
    /// Decisions made.
    decisions: u64,
    /// Answers that did not count, because they were late, no answer or against the rules.
    faults: u64,
}

#[pymethods]
impl Contestant {
    fn __repr__(&self) -> String {
        let (low, high) = self.interval;
        let percent = |rate: f64| 100.0 * rate;
        format!(
            "<{}: wins {:.1} % ({:.1} to {:.1} %)>",
            self.name,
            percent(self.win_rate),
            percent(low),
            percent(high)
        )
    }
}

/// The first exception of a bot that is written in Python. After it nothing more is asked.
type Failure = Arc<Mutex<Option<PyErr>>>;

/// A bot that is a function of Python: a view in, an action in record spelling out.
struct Callable {
    function: Arc<Py<PyAny>>,
    failure: Failure,
}

impl Bot for Callable {
    fn decide(&mut self, situation: &Situation<'_>) -> Action {
        let failure = || self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        if failure().is_some() {
            return Action::Pass;
        }
        let answer = Python::attach(|py| {
            let answer: String = self.function.call1(py, (View::of(situation),))?.extract(py)?;
            action(py, &answer)
        });
        answer.unwrap_or_else(|error| {
            failure().get_or_insert(error);
            Action::Pass
        })
    }
}

/// Lets bots play against each other, every deal again with the seats exchanged so that luck evens out.
///
/// An entry is the name of a bot, "cmd:" and a program, or a function that gets a `View` and returns an action such as "3x4".
#[pyfunction]
#[pyo3(signature = (entries, *, players=None, games=1000, rules=None, seed=1, threads=1, bot_timeout=1.0, records=None))]
#[allow(clippy::too_many_arguments)] // all but the first by name
pub(crate) fn contest(
    py: Python<'_>,
    entries: Vec<Bound<'_, PyAny>>,
    players: Option<usize>,
    games: u64,
    rules: Option<RulesLike<'_>>,
    seed: u64,
    threads: usize,
    bot_timeout: f64,
    records: Option<PathBuf>,
) -> PyResult<Vec<Contestant>> {
    if !(1..=MOST_THREADS).contains(&threads) {
        return Err(wrong(py, format!("1 to {MOST_THREADS} threads can play, not {threads}")));
    }
    if !(1..=MOST_GAMES).contains(&games) {
        return Err(wrong(py, format!("a contest has 1 to {MOST_GAMES} games, not {games}")));
    }
    if !(bot_timeout > 0.0 && bot_timeout <= 3600.0) {
        return Err(wrong(py, format!("a program may think up to 3600 seconds, not {bot_timeout}")));
    }
    let failure = Failure::default();
    let entries: Vec<Entry> =
        entries.iter().map(|entry| self::entry(py, entry, &failure)).collect::<PyResult<_>>()?;
    let contest = Contest {
        players: players.unwrap_or(entries.len()),
        entries,
        length: Length::Games(games),
        rules: self::rules(py, rules)?,
        seed,
        bot_timeout: Duration::from_secs_f64(bot_timeout),
        threads,
        records,
        faults: None,
        stop: Stop::default(),
    };
    let results = hold(py, &contest)?;
    if let Some(error) = failure.lock().unwrap_or_else(PoisonError::into_inner).take() {
        return Err(error);
    }
    let results = results.map_err(|error| match error {
        ContestError::TableSize(error) => bad_table(py, error, english()),
        other => wrong(py, other),
    })?;
    let told = results.contestants.into_iter().map(|result| {
        let score = result.score;
        Contestant {
            name: result.contestant.to_string(),
            seats: score.seats,
            wins: score.wins,
            win_rate: score.win_rate(),
            interval: score.interval(),
            rating: result.rating,
            dice_kept: score.dice_kept(),
            decisions: score.decisions,
            faults: score.faults.iter().sum(),
        }
    });
    Ok(told.collect())
}

/// Holds a contest beside this thread, which looks whether Python wants to stop.
fn hold(py: Python<'_>, contest: &Contest) -> PyResult<Result<Results, ContestError>> {
    const LOOK: Duration = Duration::from_millis(50);
    thread::scope(|scope| {
        let (tell, mut told) = mpsc::channel();
        scope.spawn(move || tell.send(contest.hold(|_| ())));
        loop {
            let waiting = &mut told;
            match py.detach(move || waiting.recv_timeout(LOOK)) {
                Ok(results) => return Ok(results),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(wrong(py, "the contest broke off")),
            }
            if let Err(interrupt) = py.check_signals() {
                contest.stop.stop();
                // The tables that are being played end first; bots of Python's own need the interpreter for that.
                let waiting = &mut told;
                py.detach(move || drop(waiting.recv()));
                return Err(interrupt);
            }
        }
    })
}

fn entry(py: Python<'_>, entry: &Bound<'_, PyAny>, failure: &Failure) -> PyResult<Entry> {
    if let Ok(name) = entry.extract::<String>() {
        let entry = Entry::parse(&name).and_then(|entry| entry.try_out().map(|()| entry));
        return entry.map_err(|error| wrong(py, error));
    }
    if !entry.is_callable() {
        return Err(wrong(py, format!("{entry} is neither the name of a bot nor a function")));
    }
    let name = entry.getattr("__name__").or_else(|_| entry.get_type().getattr("__name__"))?;
    let function = Arc::new(entry.clone().unbind());
    let failure = failure.clone();
    let make = move |_seed| -> Box<dyn Bot> {
        Box::new(Callable { function: function.clone(), failure: failure.clone() })
    };
    Ok(Entry::Custom(Custom::new(name.extract::<String>()?, make)))
}
