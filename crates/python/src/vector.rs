//! Thousands of tables at a time, as NumPy arrays, without Python in between.

use std::process;
use std::time::Instant;

use numpy::{AllowTypeChange, PyArray1, PyArray2, PyArrayLike1, PyArrayMethods, PyReadwriteArray};
use perudo_rules::record::Names;
use perudo_rules::{RefusalError, Seat};
use pyo3::prelude::*;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::arguments::{RulesLike, rules};
use crate::bots;
use crate::errors::{bad_table, english, refused, wrong};
use crate::layout::Layout;
use crate::player_table::numbered;
use crate::rows::{ChunkRows, Row};
use crate::table::Table;

/// More tables than anyone needs.
const MOST_TABLES: usize = 1 << 22;
/// The most bytes that an environment takes: better an exception now than a process that is killed.
const MOST_BYTES: usize = 1 << 32;
/// More threads than a machine has cores.
const MOST_THREADS: usize = 1024;

/// Many tables that are stepped together. A table that is over begins anew in the same step.
///
/// The arrays belong to the environment: every step writes into them.
#[pyclass(module = "perudo")]
pub(crate) struct VectorEnv {
    tables: Vec<Table>,
    layout: Layout,
    players: usize,
    names: Names,
    pool: ThreadPool,
    /// The process that has the threads of the pool.
    process: u32,
    arrays: Arrays,
}

struct Arrays {
    observations: Py<PyArray2<u8>>,
    masks: Py<PyArray2<i8>>,
    turns: Py<PyArray1<i8>>,
    rewards: Py<PyArray2<f32>>,
    terminations: Py<PyArray1<bool>>,
    truncations: Py<PyArray1<bool>>,
    samples: Py<PyArray1<i64>>,
}

#[pymethods]
impl VectorEnv {
    #[new]
    #[pyo3(signature = (tables, players=2, rules=None, *, opponents=None, seed=0, threads=0, max_rounds=1000))]
    #[allow(clippy::too_many_arguments)] // all but two by name
    fn new(
        py: Python<'_>,
        tables: usize,
        players: usize,
        rules: Option<RulesLike<'_>>,
        opponents: Option<Vec<Option<String>>>,
        seed: u64,
        threads: usize,
        max_rounds: u32,
    ) -> PyResult<VectorEnv> {
        let rules = self::rules(py, rules)?;
        if !(1..=MOST_TABLES).contains(&tables) {
            return Err(wrong(
                py,
                format!("1 to {MOST_TABLES} tables can be stepped together, not {tables}"),
            ));
        }
        if threads > MOST_THREADS {
            return Err(wrong(py, format!("{threads} threads are more than {MOST_THREADS}")));
        }
        if max_rounds == 0 {
            return Err(wrong(py, "a tour takes at least one round: max_rounds must not be 0"));
        }
        perudo_rules::Game::<perudo_rules::AllHands>::new(rules, players)
            .map_err(|error| bad_table(py, error, english()))?;
        let seating = match opponents {
            None => Vec::new(),
            Some(names) => seating(py, &names, players)?,
        };
        let layout = Layout::new(&rules, players);
        let each = size_of::<Table>() + layout.actions() + layout.observation() + 4 * players;
        if tables.saturating_mul(each) > MOST_BYTES {
            let most = MOST_BYTES / each;
            return Err(wrong(py, format!("{tables} such tables take too much memory: {most} are the most")));
        }
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| wrong(py, format!("cannot start threads: {error}")))?;
        let names = Names::new((0..players).map(|seat| format!("player_{seat}")))
            .map_err(|error| wrong(py, error))?;
        let made = py.detach(|| {
            let make = |number: u64| {
                Table::new(
                    rules,
                    players,
                    seating.clone(),
                    seed.wrapping_add(number.rotate_left(32)),
                    max_rounds,
                )
            };
            pool.install(|| (0..tables as u64).into_par_iter().map(make).collect::<Result<Vec<_>, _>>())
        });
        let tables = made.map_err(|error| bad_table(py, error, english()))?;
        let count = tables.len();
        let arrays = Arrays {
            observations: PyArray2::zeros(py, [count, layout.observation()], false).unbind(),
            masks: PyArray2::zeros(py, [count, layout.actions()], false).unbind(),
            turns: PyArray1::zeros(py, count, false).unbind(),
            rewards: PyArray2::zeros(py, [count, players], false).unbind(),
            terminations: PyArray1::from_vec(py, vec![false; count]).unbind(),
            truncations: PyArray1::from_vec(py, vec![false; count]).unbind(),
            samples: PyArray1::zeros(py, count, false).unbind(),
        };
        let mut env = VectorEnv { tables, layout, players, names, pool, process: process::id(), arrays };
        env.reset(py)?;
        Ok(env)
    }

    /// All tables begin anew.
    fn reset(&mut self, py: Python<'_>) -> PyResult<()> {
        self.each(py, |_, row, layout| {
            row.begin();
            row.reward.fill(0.0);
            *row.terminated = false;
            *row.truncated = false;
            row.show(layout);
            Ok(())
        })
    }

    /// One decision at every table: the number of an action for each. If one is not legal, nothing changes anywhere, and the
    /// referee's reason is raised for the first that is not.
    fn step(&mut self, py: Python<'_>, actions: PyArrayLike1<'_, i64, AllowTypeChange>) -> PyResult<()> {
        let actions = actions.as_array();
        if actions.len() != self.tables.len() {
            let (given, tables) = (actions.len(), self.tables.len());
            return Err(wrong(py, format!("{given} actions for {tables} tables: give one for each")));
        }
        let layout = self.layout;
        let mut decisions = Vec::with_capacity(actions.len());
        for (table, &number) in self.tables.iter().zip(actions) {
            let action = numbered(py, number, &layout)?;
            if !table.legal.contains(action) {
                let seat = table.game.turn().unwrap_or(Seat::FIRST);
                let refusal = table.game.decide(perudo_rules::Command::Act { seat, action });
                return Err(match refusal {
                    Err(refusal) => refused(py, &refusal, &self.names, &table.game, english()),
                    Ok(_) => wrong(py, format!("{action} is not legal")),
                });
            }
            decisions.push(action);
        }
        self.each(py, |index, row, layout| match decisions.get(index) {
            Some(&action) => row.step(action, layout),
            None => Ok(()),
        })
    }

    /// A legal action for each table, each with the same chance, as an array that the next call overwrites.
    fn sample<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        self.check_process(py)?;
        let samples = self.arrays.samples.bind(py).clone();
        let mut numbers = samples.try_readwrite()?;
        let numbers = numbers.as_slice_mut()?;
        let (layout, tables, pool) = (self.layout, &mut self.tables, &self.pool);
        let pick = |(table, number): (&mut Table, &mut i64)| {
            let picked = table.pick().and_then(|action| layout.number(action));
            *number = picked.map_or(-1, |number| number as i64);
        };
        py.detach(|| match pool.current_num_threads() {
            1 => tables.iter_mut().zip(numbers).for_each(pick),
            _ => pool.install(|| {
                tables.par_iter_mut().zip(numbers).with_min_len(CHUNK).for_each(pick);
            }),
        });
        Ok(samples)
    }

    /// The number of tables.
    fn __len__(&self) -> usize {
        self.tables.len()
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

    /// How many threads step the tables.
    #[getter]
    fn threads(&self) -> usize {
        self.pool.current_num_threads()
    }

    /// What whoever must decide sees at each table.
    #[getter]
    fn observations(&self, py: Python<'_>) -> Py<PyArray2<u8>> {
        self.arrays.observations.clone_ref(py)
    }

    /// 1 for each action that is legal now.
    #[getter]
    fn action_masks(&self, py: Python<'_>) -> Py<PyArray2<i8>> {
        self.arrays.masks.clone_ref(py)
    }

    /// The seat that must decide at each table.
    #[getter]
    fn turns(&self, py: Python<'_>) -> Py<PyArray1<i8>> {
        self.arrays.turns.clone_ref(py)
    }

    /// What each seat got by the latest step: the winner of a tour 1, all others together −1.
    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.arrays.rewards.clone_ref(py)
    }

    /// Whether the latest step ended the tour. What is observed is of the next.
    #[getter]
    fn terminations(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.arrays.terminations.clone_ref(py)
    }

    /// Whether the tour was broken off after `max_rounds`.
    #[getter]
    fn truncations(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.arrays.truncations.clone_ref(py)
    }

    /// The action with that number, in record spelling.
    fn action_name(&self, py: Python<'_>, action: i64) -> PyResult<String> {
        numbered(py, action, &self.layout).map(|action| action.to_string())
    }
}

/// Tables that one thread steps at a time.
const CHUNK: usize = 64;

impl VectorEnv {
    /// A process that was forked off has no threads: it would wait for them for ever.
    fn check_process(&self, py: Python<'_>) -> PyResult<()> {
        if self.process == process::id() {
            return Ok(());
        }
        Err(wrong(py, "this environment was made before a fork: make it in the process that uses it"))
    }

    /// Does something at every table, on all threads, while Python does something else.
    fn each(
        &mut self,
        py: Python<'_>,
        work: impl Fn(usize, &mut Row<'_>, &Layout) -> Result<(), RefusalError> + Sync,
    ) -> PyResult<()> {
        self.check_process(py)?;
        let arrays = &self.arrays;
        let mut observations = arrays.observations.bind(py).try_readwrite()?;
        let mut masks = arrays.masks.bind(py).try_readwrite()?;
        let mut turns = arrays.turns.bind(py).try_readwrite()?;
        let mut rewards = arrays.rewards.bind(py).try_readwrite()?;
        let mut terminations = arrays.terminations.bind(py).try_readwrite()?;
        let mut truncations = arrays.truncations.bind(py).try_readwrite()?;
        let (layout, players, pool) = (self.layout, self.players, &self.pool);
        let tables = &mut self.tables;
        let numbers = (
            slice(py, &mut observations, tables.len() * layout.observation())?,
            slice(py, &mut masks, tables.len() * layout.actions())?,
            slice(py, &mut turns, tables.len())?,
            slice(py, &mut rewards, tables.len() * players)?,
            slice(py, &mut terminations, tables.len())?,
            slice(py, &mut truncations, tables.len())?,
        );
        let (observations, masks, turns, rewards, terminations, truncations) = numbers;
        let done: Result<(), RefusalError> = py.detach(|| {
            let threads = pool.current_num_threads();
            // A few chunks a thread: tables take different time.
            let chunk = if threads == 1 { tables.len() } else { (tables.len() / (4 * threads)).max(CHUNK) };
            let run = |(number, chunk_rows): (usize, ChunkRows<'_>)| {
                chunk_rows
                    .rows(&layout, players)
                    .enumerate()
                    .try_for_each(|(index, mut row)| work(number * chunk + index, &mut row, &layout))
            };
            let chunks = tables
                .chunks_mut(chunk)
                .zip(observations.chunks_mut(chunk * layout.observation()))
                .zip(masks.chunks_mut(chunk * layout.actions()))
                .zip(turns.chunks_mut(chunk))
                .zip(rewards.chunks_mut(chunk * players))
                .zip(terminations.chunks_mut(chunk))
                .zip(truncations.chunks_mut(chunk))
                .map(|((((((tables, observations), masks), turns), rewards), terminations), truncations)| {
                    ChunkRows { tables, observations, masks, turns, rewards, terminations, truncations }
                })
                .enumerate();
            if threads == 1 {
                return chunks.into_iter().try_for_each(run);
            }
            let chunks: Vec<_> = chunks.collect();
            pool.install(|| chunks.into_par_iter().try_for_each(run))
        });
        done.map_err(|refusal| wrong(py, refusal))
    }
}

/// The numbers of an array, which Python may have meddled with.
fn slice<'a, T: numpy::Element, D: numpy::ndarray::Dimension>(
    py: Python<'_>,
    array: &'a mut PyReadwriteArray<'_, T, D>,
    length: usize,
) -> PyResult<&'a mut [T]> {
    let numbers = array.as_slice_mut()?;
    if numbers.len() == length {
        Ok(numbers)
    } else {
        Err(wrong(py, "an array of the environment has another shape than it was made with"))
    }
}

/// Who sits where, from the names of bots.
fn seating(py: Python<'_>, names: &[Option<String>], players: usize) -> PyResult<crate::table::Seating> {
    if names.len() != players {
        let sentence = format!("{} opponents for {players} seats: give a name or None for each", names.len());
        return Err(wrong(py, sentence));
    }
    if names.iter().all(Option::is_some) {
        return Err(wrong(py, "a bot in every seat leaves nothing to decide: one must be None"));
    }
    let kind = |name: &Option<String>| name.as_deref().map(|name| bots::kind(py, name)).transpose();
    names.iter().map(kind).collect()
}

/// Plays random legal tours in Rust alone, without observations: decisions made, and seconds taken. One thread.
#[pyfunction]
#[pyo3(signature = (steps, players=2, rules=None, *, seed=0))]
pub(crate) fn play_randomly(
    py: Python<'_>,
    steps: u64,
    players: usize,
    rules: Option<RulesLike<'_>>,
    seed: u64,
) -> PyResult<(u64, f64)> {
    let rules = self::rules(py, rules)?;
    let table = Table::new(rules, players, Vec::new(), seed, u32::MAX);
    let mut table = table.map_err(|error| bad_table(py, error, english()))?;
    let played = py.detach(|| {
        let start = Instant::now();
        for _ in 0..steps {
            if let Some(action) = table.pick() {
                table.act(action)?;
            }
            if table.is_over() {
                table.begin();
            }
        }
        Ok(start.elapsed().as_secs_f64())
    });
    played.map(|seconds| (steps, seconds)).map_err(|refusal: RefusalError| wrong(py, refusal))
}
