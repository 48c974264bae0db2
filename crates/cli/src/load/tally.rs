//! What is counted.

use std::time::{Duration, Instant};

use hdrhistogram::Histogram;

use super::process::Process;

/// Everything that is counted.
#[derive(Debug)]
pub(super) struct Tally {
    /// Connections that know the table.
    pub(super) greeted: usize,
    /// Players in chairs.
    pub(super) seated: usize,
    /// Tables at which someone has had a turn.
    pub(super) playing: usize,
    /// Messages of any kind, whether measured or not.
    pub(super) messages: u64,
    /// Only what is measured.
    pub(super) figures: Figures,
    measuring: Option<Meter>,
    faults: Vec<(String, u64)>,
    other_faults: u64,
}

/// What was measured.
#[derive(Debug)]
pub(super) struct Figures {
    /// For how long.
    pub(super) time: Duration,
    /// Moves that all seats of their table hold.
    pub(super) moves: u64,
    /// Rounds that came to a showdown.
    pub(super) rounds: u64,
    /// Links that dice followed from.
    pub(super) links: u64,
    /// Events, each as often as it was received.
    pub(super) events: u64,
    /// Microseconds from sending a move until all seats hold it.
    pub(super) latency: Histogram<u64>,
    /// The same, from when the move was due.
    pub(super) from_due: Histogram<u64>,
    /// Moves that were due and could not be sent, because it was nobody's turn yet.
    pub(super) behind: usize,
    /// The time that the server's process took.
    pub(super) server_time: Option<Duration>,
    /// The time that this process took.
    pub(super) own_time: Option<Duration>,
}

#[derive(Debug)]
struct Meter {
    begun: Instant,
    server_time: Option<Duration>,
    own_time: Option<Duration>,
}

impl Meter {
    fn read(server: Option<Process>) -> Meter {
        Meter {
            begun: Instant::now(),
            server_time: server.and_then(Process::time),
            own_time: Process::own().time(),
        }
    }
}

impl Tally {
    /// Different errors that are told in words.
    const DISTINCT: usize = 8;

    pub(super) fn new() -> Result<Tally, String> {
        // From a microsecond to two minutes, to three digits.
        let histogram = || Histogram::new_with_bounds(1, 120_000_000, 3).map_err(|error| error.to_string());
        Ok(Tally {
            greeted: 0,
            seated: 0,
            playing: 0,
            messages: 0,
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

    /// From now on what happens is measured.
    pub(super) fn begin(&mut self, server: Option<Process>) {
        self.measuring = Some(Meter::read(server));
    }

    /// Until now.
    pub(super) fn end(&mut self, server: Option<Process>) {
        let Some(begun) = self.measuring.take() else { return };
        let ended = Meter::read(server);
        let between = |from: Option<Duration>, to: Option<Duration>| Some(to?.saturating_sub(from?));
        self.figures.time = ended.begun - begun.begun;
        self.figures.server_time = between(begun.server_time, ended.server_time);
        self.figures.own_time = between(begun.own_time, ended.own_time);
    }

    /// The figures, if something is measured now.
    pub(super) fn measured(&mut self) -> Option<&mut Figures> {
        self.measuring.is_some().then_some(&mut self.figures)
    }

    /// Something is not as it should be.
    pub(super) fn fault(&mut self, what: &str) {
        match self.faults.iter().position(|(known, _)| known == what) {
            Some(index) => self.faults[index].1 += 1,
            None if self.faults.len() < Tally::DISTINCT => self.faults.push((what.to_owned(), 1)),
            None => self.other_faults += 1,
        }
    }

    /// How many things were not as they should be.
    pub(super) fn errors(&self) -> u64 {
        self.other_faults + self.faults.iter().map(|(_, count)| count).sum::<u64>()
    }

    /// The first few different ones, each with how often it happened.
    pub(super) fn faults(&self) -> &[(String, u64)] {
        &self.faults
    }
}

impl Figures {
    /// A move is held by all seats.
    pub(super) fn moved(&mut self, sent: Instant, due: Instant, held: Instant) {
        let micros = |from: Instant| (held.saturating_duration_since(from).as_micros() as u64).max(1);
        self.moves += 1;
        self.latency.saturating_record(micros(sent));
        self.from_due.saturating_record(micros(due));
    }
}
