//! What is counted and measured.

use std::time::{Duration, Instant};

use hdrhistogram::Histogram;

use crate::LoadError;
use crate::process::Process;

/// Everything that is counted.
#[derive(Debug)]
pub(crate) struct Tally {
    /// Connections that know the table.
    pub(crate) greeted: usize,
    /// Players in chairs.
    pub(crate) seated: usize,
    /// Tables at which someone has had a turn.
    pub(crate) playing: usize,
    /// Messages of any kind, whether measured or not.
    pub(crate) messages: u64,
    /// Connections that were lost, or that the server asked to come back.
    pub(crate) lost: u64,
    /// Microseconds from the loss of a connection until the table says something over the next one.
    pub(crate) back: Histogram<u64>,
    /// Microseconds from the news that a table's events cannot be stored until the next of its events.
    pub(crate) storage_down: Histogram<u64>,
    /// Only what is measured.
    pub(crate) figures: Figures,
    measuring: Option<Meter>,
    faults: Vec<(String, u64)>,
    other_faults: u64,
}

/// The microseconds between two moments, at least one.
pub(crate) fn micros(from: Instant, to: Instant) -> u64 {
    (to.saturating_duration_since(from).as_micros() as u64).max(1)
}

/// What was measured.
#[derive(Debug)]
pub(crate) struct Figures {
    /// For how long.
    pub(crate) time: Duration,
    /// Moves that all seats of their table hold.
    pub(crate) moves: u64,
    /// Rounds that came to a showdown.
    pub(crate) rounds: u64,
    /// Links that dice followed from.
    pub(crate) links: u64,
    /// Events, each as often as it was received.
    pub(crate) events: u64,
    /// Microseconds from sending a move until all seats hold it.
    pub(crate) latency: Histogram<u64>,
    /// The same, from when the move was due.
    pub(crate) from_due: Histogram<u64>,
    /// Moves that were due and could not be sent, because it was nobody's turn yet.
    pub(crate) behind: usize,
    /// The time that the server's process took.
    pub(crate) server_time: Option<Duration>,
    /// The time that this process took.
    pub(crate) own_time: Option<Duration>,
}

#[derive(Debug)]
struct Meter {
    begun: Instant,
    server_time: Option<Duration>,
    own_time: Option<Duration>,
}

impl Meter {
    fn read(servers: &[Process]) -> Meter {
        let times: Option<Vec<Duration>> = servers.iter().copied().map(Process::time).collect();
        Meter {
            begun: Instant::now(),
            server_time: times.filter(|times| !times.is_empty()).map(|times| times.iter().sum()),
            own_time: Process::own_time(),
        }
    }
}

impl Tally {
    /// So many different errors are kept by name.
    const DISTINCT: usize = 8;

    pub(crate) fn new() -> Result<Tally, LoadError> {
        // From a microsecond to two minutes, to three digits.
        let histogram = || Histogram::new_with_bounds(1, 120_000_000, 3);
        Ok(Tally {
            greeted: 0,
            seated: 0,
            playing: 0,
            messages: 0,
            lost: 0,
            back: histogram()?,
            storage_down: histogram()?,
            figures: Figures {
                time: Duration::ZERO,
                moves: 0,
                rounds: 0,
                links: 0,
                events: 0,
                latency: histogram()?,
                from_due: histogram()?,
                behind: 0,
                server_time: None,
                own_time: None,
            },
            measuring: None,
            faults: Vec::new(),
            other_faults: 0,
        })
    }

    /// Starts to measure.
    pub(crate) fn begin(&mut self, servers: &[Process]) {
        self.measuring = Some(Meter::read(servers));
    }

    /// Ends the measurement.
    pub(crate) fn end(&mut self, servers: &[Process]) {
        let Some(begun) = self.measuring.take() else { return };
        let ended = Meter::read(servers);
        let between = |from: Option<Duration>, to: Option<Duration>| Some(to?.saturating_sub(from?));
        self.figures.time = ended.begun - begun.begun;
        self.figures.server_time = between(begun.server_time, ended.server_time);
        self.figures.own_time = between(begun.own_time, ended.own_time);
    }

    /// The figures, while something is measured.
    pub(crate) fn measured(&mut self) -> Option<&mut Figures> {
        self.measuring.is_some().then_some(&mut self.figures)
    }

    /// Counts something that must not happen.
    pub(crate) fn fault(&mut self, what: &str) {
        match self.faults.iter().position(|(known, _)| known == what) {
            Some(index) => self.faults[index].1 += 1,
            None if self.faults.len() < Tally::DISTINCT => self.faults.push((what.to_owned(), 1)),
            None => self.other_faults += 1,
        }
    }

    /// How many things happened that must not.
    pub(crate) fn errors(&self) -> u64 {
        self.other_faults + self.faults.iter().map(|(_, count)| count).sum::<u64>()
    }

    /// The first few different ones, each with how often it happened.
    pub(crate) fn faults(&self) -> &[(String, u64)] {
        &self.faults
    }
}

impl Figures {
    /// A move is held by all seats.
    pub(crate) fn moved(&mut self, sent: Instant, due: Instant, held: Instant) {
        self.moves += 1;
        self.latency.saturating_record(micros(sent, held));
        self.from_due.saturating_record(micros(due, held));
    }
}
