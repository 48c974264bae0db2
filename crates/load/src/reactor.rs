//! All connections in one loop on one thread: with a thread for each, their scheduling would be measured.

use std::io::ErrorKind;
use std::time::{Duration, Instant};

use mio::net::TcpStream;
use mio::{Events, Interest, Poll, Token};
use perudo_client::{Received, Socket, SocketError};

use crate::LoadError;
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
    tally: Tally,
    schedule: Option<Schedule>,
}

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
    pub(crate) fn new(connected: Vec<(Table, Vec<Socket>)>, pace: Pace) -> Result<Reactor, LoadError> {
        let poll = Poll::new().map_err(LoadError::Poll)?;
        let players = connected.first().map_or(1, |(_, sockets)| sockets.len());
        let mut sockets = Vec::new();
        let mut tables = Vec::new();
        for (table, connections) in connected {
            tables.push(table);
            for socket in connections {
                let mut socket = socket.map_stream(TcpStream::from_std);
                let interest = Interest::READABLE | Interest::WRITABLE;
                let registered = poll.registry().register(socket.stream(), Token(sockets.len()), interest);
                registered.map_err(LoadError::Poll)?;
                sockets.push(Some(socket));
            }
        }
        Ok(Reactor {
            poll,
            sockets,
            tables,
            players,
            plan: Plan { phase: Phase::Greeting, pace },
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

    pub(crate) fn start_measuring(&mut self, server: Option<Process>) {
        self.tally.begin(server);
    }

    pub(crate) fn stop_measuring(&mut self, server: Option<Process>) {
        self.tally.end(server);
        self.tally.figures.behind = self.tables.iter().map(Table::behind).sum();
    }

    /// Waits for answers to what was sent. What is not answered while playing is an error.
    pub(crate) fn await_answers(&mut self, patience: Duration) -> Result<(), LoadError> {
        let end = Instant::now() + patience;
        while self.unanswered() > 0 && Instant::now() < end {
            self.turn(Duration::from_millis(10))?;
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
                Ok(None) => return,
                Ok(Some(Received::Text(text))) => {
                    table.receive(place, &text, now, self.plan, &mut self.tally);
                    continue;
                }
                Ok(Some(Received::Pong)) => continue,
                Ok(Some(Received::Closed { code, reason })) => {
                    let hint = if reason == "too-many" { HOW_TO_SERVE } else { "" };
                    format!("the server ended a connection: {code} {reason}. {hint}").trim_end().to_owned()
                }
                Err(error) => error.to_string(),
            };
            return self.lose(index, &lost);
        }
    }

    fn lose(&mut self, index: usize, reason: &str) {
        self.sockets[index] = None;
        self.tables[index / self.players].lose();
        self.tally.fault(reason);
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
            self.lose(index, &error.to_string());
        }
    }
}
