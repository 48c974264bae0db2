//! All connections in one loop on one thread: with a thread for each, their scheduling would be measured.

use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use mio::net::TcpStream;
use mio::{Events, Interest, Poll, Token, Waker};
use perudo_client::{Received, Socket, SocketError};

use crate::LoadError;
use crate::comeback::{Comebacks, Traveller};
use crate::error::HOW_TO_SERVE;
use crate::process::Process;
use crate::table::{Pace, Phase, Plan, Table};
use crate::tally::Tally;

/// Everybody at all tables.
pub(crate) struct Reactor {
    poll: Poll,
    /// The players' connections, table by table; `None` where one was lost.
    sockets: Vec<Option<Socket<TcpStream>>>,
    tables: Vec<Table>,
    players: usize,
    plan: Plan,
    comebacks: Comebacks,
    tally: Tally,
    schedule: Option<Schedule>,
}

/// How a connection ended.
struct Loss {
    reason: String,
    /// Whether the player is to come back.
    comes_back: bool,
}

/// The news that players have come back.
const ARRIVALS: Token = Token(usize::MAX);

/// Reasons of a server that asks to come back.
const COME_BACK: [&str; 3] = ["restarting", "moved", "too-slow"];

/// When moves are due: evenly, one table after the other.
struct Schedule {
    began: Instant,
    /// Moves a second at all tables together.
    rate: f64,
    /// How many have been due.
    count: u64,
}

impl Schedule {
    fn next(&self) -> Instant {
        self.began + Duration::from_secs_f64(self.count as f64 / self.rate)
    }
}

impl Reactor {
    /// Watches the connections of all players.
    pub(crate) fn new(
        connected: Vec<(Table, Vec<Socket>)>,
        servers: Vec<SocketAddr>,
        pace: Pace,
    ) -> Result<Reactor, LoadError> {
        let poll = Poll::new().map_err(LoadError::Poll)?;
        let waker = Waker::new(poll.registry(), ARRIVALS).map_err(LoadError::Poll)?;
        let players = connected.first().map_or(1, |(_, sockets)| sockets.len());
        let mut sockets = Vec::new();
        let mut tables = Vec::new();
        for (table, connections) in connected {
            tables.push(table);
            for socket in connections {
                let socket = watch(&poll, socket, sockets.len()).map_err(LoadError::Poll)?;
                sockets.push(Some(socket));
            }
        }
        Ok(Reactor {
            poll,
            sockets,
            tables,
            players,
            plan: Plan { phase: Phase::Greeting, pace },
            comebacks: Comebacks::new(servers, waker),
            tally: Tally::new()?,
            schedule: None,
        })
    }

    /// From now on everybody does something else.
    pub(crate) fn enter(&mut self, phase: Phase) -> Result<(), LoadError> {
        self.plan.phase = phase;
        for index in 0..self.sockets.len() {
            self.proceed(index);
            // Or the first ones would have to wait until the last one has sent something.
            if index % 64 == 63 {
                self.turn(Duration::ZERO)?;
            }
        }
        Ok(())
    }

    /// Goes on until a state is reached, however long it takes, as long as something happens.
    pub(crate) fn until(
        &mut self,
        state: &'static str,
        patience: Duration,
        done: impl Fn(&Tally) -> bool,
    ) -> Result<(), LoadError> {
        let (mut messages, mut since) = (self.tally.messages, Instant::now());
        while !done(&self.tally) {
            self.turn(Duration::from_millis(100))?;
            if messages != self.tally.messages {
                (messages, since) = (self.tally.messages, Instant::now());
            }
            let fault = self.tally.faults().first().map(|(fault, _)| fault.clone());
            let silent = || format!("nothing happened for {} seconds", patience.as_secs());
            if let Some(reason) = fault.or_else(|| (since.elapsed() > patience).then(silent)) {
                return Err(LoadError::NotReady { state, reason });
            }
        }
        Ok(())
    }

    /// Plays for some time, with so many moves a second at each table if that is given.
    pub(crate) fn play(&mut self, rate: Option<f64>, time: Duration) -> Result<(), LoadError> {
        let end = Instant::now() + time;
        if let (Some(rate), None) = (rate, &self.schedule) {
            let rate = rate * self.tables.len() as f64;
            self.schedule = Some(Schedule { began: Instant::now(), rate, count: 0 });
        }
        loop {
            let now = Instant::now();
            if now >= end {
                return Ok(());
            }
            let next = self.move_when_due(now).map_or(end, |next| next.min(end));
            self.turn(next.saturating_duration_since(now))?;
        }
    }

    /// Makes the moves that are due; returns the moment of the next.
    fn move_when_due(&mut self, now: Instant) -> Option<Instant> {
        loop {
            let schedule = self.schedule.as_mut()?;
            let next = schedule.next();
            if next > now {
                return Some(next);
            }
            let number = schedule.count as usize % self.tables.len();
            schedule.count += 1;
            if let Some(place) = self.tables[number].owe(next) {
                self.proceed(number * self.players + place);
            }
        }
    }

    pub(crate) fn start_measuring(&mut self, servers: &[Process]) {
        self.tally.begin(servers);
    }

    pub(crate) fn stop_measuring(&mut self, servers: &[Process]) {
        self.tally.end(servers);
        self.tally.figures.behind = self.tables.iter().map(Table::behind).sum();
    }

    /// Waits for answers to what was sent. What is not answered while playing is an error.
    pub(crate) fn await_answers(&mut self, patience: Duration) -> Result<(), LoadError> {
        let mut end = Instant::now() + patience;
        while self.unanswered() > 0 && Instant::now() < end {
            self.turn(Duration::from_millis(10))?;
            // Who is on the way back gives up by itself.
            if self.tables.iter().any(Table::is_waiting) {
                end = Instant::now() + patience;
            }
        }
        if self.plan.phase == Phase::Ending {
            for _ in 0..self.unanswered() {
                self.tally
                    .fault("a move was not answered, some seat never received it, or dice were not thrown");
            }
        }
        Ok(())
    }

    fn unanswered(&self) -> usize {
        self.tables.iter().map(Table::unanswered).sum()
    }

    pub(crate) fn into_tally(self) -> Tally {
        self.tally
    }

    /// Waits for something to happen and deals with it.
    fn turn(&mut self, time: Duration) -> Result<(), LoadError> {
        let mut events = Events::with_capacity(1024);
        match self.poll.poll(&mut events, Some(time)) {
            Err(error) if error.kind() == ErrorKind::Interrupted => return Ok(()),
            outcome => outcome.map_err(LoadError::Poll)?,
        }
        for event in &events {
            if event.token() == ARRIVALS {
                self.arrivals();
                continue;
            }
            let index = event.token().0;
            if event.is_readable() || event.is_read_closed() {
                self.read(index);
            }
            self.flush(index);
        }
        Ok(())
    }

    /// Reads everything there is.
    fn read(&mut self, index: usize) {
        let now = Instant::now();
        let (table, place) = (&mut self.tables[index / self.players], index % self.players);
        while let Some(socket) = &mut self.sockets[index] {
            let lost = match socket.receive() {
                Ok(None) => break,
                Ok(Some(Received::Text(text))) => {
                    table.receive(place, &text, now, self.plan, &mut self.tally);
                    continue;
                }
                Ok(Some(Received::Pong)) => continue,
                Ok(Some(Received::Closed { reason, .. })) if COME_BACK.contains(&reason.as_str()) => {
                    Loss { reason: format!("the server ended a connection: {reason}"), comes_back: true }
                }
                Ok(Some(Received::Closed { code, reason })) => {
                    let hint = if reason == "too-many" { HOW_TO_SERVE } else { "" };
                    let reason = format!("the server ended a connection: {code} {reason}. {hint}");
                    Loss { reason: reason.trim_end().to_owned(), comes_back: false }
                }
                Err(error) => Loss { reason: error.to_string(), comes_back: true },
            };
            return self.lose(index, &lost);
        }
        if table.take_stirred() {
            let first = index - place;
            (first..first + table.places()).for_each(|index| self.proceed(index));
        }
    }

    /// A connection has ended. While a game is on its player comes back, if that is of any use.
    fn lose(&mut self, index: usize, loss: &Loss) {
        self.sockets[index] = None;
        let table = &mut self.tables[index / self.players];
        if !loss.comes_back || !matches!(self.plan.phase, Phase::Playing | Phase::Ending) {
            table.give_up();
            return self.tally.fault(&loss.reason);
        }
        self.tally.lost += 1;
        let (table, guest, after) = table.lose(index % self.players, Instant::now());
        if let Err(error) = self.comebacks.begin(Traveller { index, table, guest, after }) {
            self.give_up(index, &format!("no thread can be started: {error}"));
        }
    }

    fn give_up(&mut self, index: usize, reason: &str) {
        self.tables[index / self.players].give_up();
        self.tally.fault(reason);
    }

    /// Players have come back, or have given up.
    fn arrivals(&mut self) {
        for (index, arrival) in self.comebacks.arrivals() {
            let watched = arrival.and_then(|socket| {
                watch(&self.poll, socket, index)
                    .map_err(|error| format!("cannot watch a connection: {error}"))
            });
            match watched {
                Ok(socket) => {
                    self.sockets[index] = Some(socket);
                    self.tables[index / self.players].player(index % self.players).resume();
                    // What came before it was watched is announced by nobody.
                    self.read(index);
                    self.flush(index);
                }
                Err(reason) => self.give_up(index, &reason),
            }
        }
    }

    fn proceed(&mut self, index: usize) {
        if self.sockets[index].is_some() {
            self.tables[index / self.players].proceed(index % self.players, self.plan, &mut self.tally);
            self.flush(index);
        }
    }

    /// Sends what a player has to send, as far as the connection takes it now.
    fn flush(&mut self, index: usize) {
        let outbox = &mut self.tables[index / self.players].player(index % self.players).outbox;
        let Some(socket) = &mut self.sockets[index] else { return };
        let mut send = || -> Result<(), SocketError> {
            outbox.drain(..).try_for_each(|message| socket.queue(&message))?;
            socket.flush()
        };
        if let Err(error) = send() {
            self.lose(index, &Loss { reason: error.to_string(), comes_back: true });
        }
    }
}

/// Watches a connection.
fn watch(poll: &Poll, socket: Socket, index: usize) -> io::Result<Socket<TcpStream>> {
    let mut socket = socket.map_stream(TcpStream::from_std);
    let interest = Interest::READABLE | Interest::WRITABLE;
    poll.registry().register(socket.stream(), Token(index), interest)?;
    Ok(socket)
}
