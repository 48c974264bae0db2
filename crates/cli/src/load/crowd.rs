//! Everybody's connections in one loop on one thread.

use std::io::{self, ErrorKind, Read, Write};
use std::thread;
use std::time::{Duration, Instant};

use mio::net::TcpStream;
use mio::{Events, Interest, Poll, Token};
use perudo_protocol::http::{Made, MakeTable};
use perudo_protocol::{ClientMsg, PROTOCOL, WireSettings};
use perudo_server::Entropy;
use perudo_table::fair::Chain;
use serde_json::json;

use super::http::{HOW_TO_SERVE, Target};
use super::process::Process;
use super::table::{Manners, Pace, Phase, Player, Table, new_chain};
use super::tally::Tally;
use super::websocket::{self, Frame};

/// What is to be made and who comes.
pub(super) struct Invitations<'a> {
    pub(super) target: &'a Target,
    pub(super) tables: usize,
    pub(super) players: usize,
    pub(super) settings: WireSettings,
    pub(super) chains: bool,
}

/// A table on the server, with its maker.
pub(super) struct HostedTable {
    table: String,
    host: Guest,
}

/// Someone with a secret.
struct Guest {
    secret: String,
    chain: Option<Chain>,
}

/// A connection that has said hello, and what the server has said already.
type Connected = (std::net::TcpStream, Vec<u8>);

impl Invitations<'_> {
    /// So many requests are under way at once while tables are set up.
    const AT_ONCE: usize = 16;

    /// Makes all tables; only their makers sit there.
    pub(super) fn make_tables(&self) -> Result<Vec<HostedTable>, String> {
        self.side_by_side((0..self.tables).collect(), |numbers| {
            let lost = |error: io::Error| format!("a table could not be made: {error}");
            let mut http = self.target.open().map_err(lost)?;
            let one = |_| {
                let host = self.guest();
                let make = MakeTable {
                    guest: host.secret.clone(),
                    name: name(0),
                    settings: self.settings.clone(),
                    bots: Vec::new(),
                    watch: false,
                    tip: host.chain.as_ref().map(Chain::tip),
                };
                let answer = http.request("POST", "/api/tables", &json!(make).to_string()).map_err(lost)?;
                match serde_json::from_str(&answer.body) {
                    Ok(Made { table, .. }) if answer.status == 201 => Ok(HostedTable { table, host }),
                    _ => Err(answer.problem()),
                }
            };
            numbers.into_iter().map(one).collect()
        })
    }

    /// Connects everybody to their table.
    fn connect(&self, made: Vec<HostedTable>) -> Result<Vec<(Table, Vec<Connected>)>, String> {
        let numbered = made.into_iter().enumerate().collect();
        self.side_by_side(numbered, |made| {
            made.into_iter().map(|(number, made)| self.connect_table(number, made)).collect()
        })
    }

    fn connect_table(&self, number: usize, made: HostedTable) -> Result<(Table, Vec<Connected>), String> {
        let path = format!("/api/tables/{}/ws", made.table);
        let guests = std::iter::once(made.host).chain((1..self.players).map(|_| self.guest()));
        let mut players = Vec::new();
        let mut connected = Vec::new();
        for (place, guest) in guests.enumerate() {
            let lost = |error: io::Error| format!("a connection was lost: {error}");
            let (mut stream, behind) = self.target.websocket(&path)?;
            let hello = ClientMsg::Hello { protocol: PROTOCOL, guest: guest.secret, after: None, lang: None };
            let mut frame = Vec::new();
            websocket::put(&mut frame, websocket::TEXT, json!(hello).to_string().as_bytes());
            stream.write_all(&frame).and_then(|()| stream.set_nonblocking(true)).map_err(lost)?;
            connected.push((stream, behind));
            players.push(Player::new(name(place), guest.chain));
        }
        Ok((Table::new(players, number as u64), connected))
    }

    fn guest(&self) -> Guest {
        let entropy = Entropy::of_system();
        let secret = u128::from_be_bytes(entropy.bytes());
        Guest { secret: format!("{secret:032x}"), chain: self.chains.then(|| new_chain(&entropy)) }
    }

    /// Does something to all items, some at a time.
    fn side_by_side<T: Send, U: Send>(
        &self,
        items: Vec<T>,
        act: impl Fn(Vec<T>) -> Result<Vec<U>, String> + Sync,
    ) -> Result<Vec<U>, String> {
        let share = items.len().div_ceil(Invitations::AT_ONCE).max(1);
        let mut items = items.into_iter();
        let shares = std::iter::from_fn(|| Some(items.by_ref().take(share).collect::<Vec<T>>()));
        let shares = shares.take_while(|share| !share.is_empty());
        thread::scope(|scope| {
            let act = &act;
            let threads: Vec<_> = shares.map(|share| scope.spawn(move || act(share))).collect();
            let mut all = Vec::new();
            for thread in threads {
                all.extend(thread.join().map_err(|_| "a thread failed".to_owned())??);
            }
            Ok(all)
        })
    }
}

fn name(place: usize) -> String {
    format!("load-{}", place + 1)
}

/// Everybody at all tables.
pub(super) struct Crowd {
    poll: Poll,
    events: Events,
    /// The players' connections, table by table; nothing where one was lost.
    sockets: Vec<Option<Socket>>,
    tables: Vec<Table>,
    players: usize,
    manners: Manners,
    tally: Tally,
    schedule: Option<Schedule>,
    /// Where all connections read to.
    buffer: Vec<u8>,
}

struct Socket {
    stream: TcpStream,
    /// The beginning of a frame.
    unread: Vec<u8>,
    /// The beginning of a message of several frames.
    parts: Vec<u8>,
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

/// Why a connection is no more.
struct Lost(String);

impl Crowd {
    const BUFFER: usize = 64 * 1024;

    /// Connects everybody.
    pub(super) fn gather(
        made: Vec<HostedTable>,
        invitations: &Invitations<'_>,
        pace: Pace,
    ) -> Result<Crowd, String> {
        let failed = |error: io::Error| format!("connections cannot be watched: {error}");
        let poll = Poll::new().map_err(failed)?;
        let mut sockets = Vec::new();
        let mut tables = Vec::new();
        for (table, connected) in invitations.connect(made)? {
            tables.push(table);
            for (stream, unread) in connected {
                let mut stream = TcpStream::from_std(stream);
                let interest = Interest::READABLE | Interest::WRITABLE;
                poll.registry().register(&mut stream, Token(sockets.len()), interest).map_err(failed)?;
                sockets.push(Some(Socket { stream, unread, parts: Vec::new() }));
            }
        }
        let mut crowd = Crowd {
            poll,
            events: Events::with_capacity(1024),
            sockets,
            tables,
            players: invitations.players,
            manners: Manners { phase: Phase::Greeting, pace, entropy: Entropy::of_system() },
            tally: Tally::new()?,
            schedule: None,
            buffer: vec![0; Crowd::BUFFER],
        };
        // What was said in the same breath as the connection was accepted.
        for index in 0..crowd.sockets.len() {
            crowd.read(index, false);
        }
        Ok(crowd)
    }

    /// From now on everybody does something else.
    pub(super) fn enter(&mut self, phase: Phase) -> Result<(), String> {
        self.manners.phase = phase;
        for index in 0..self.sockets.len() {
            self.go_on(index);
            // Or the first ones would have to wait until the last one has spoken.
            if index % 64 == 63 {
                self.turn(Duration::ZERO)?;
            }
        }
        Ok(())
    }

    /// Goes on until something is reached, however long it takes, if only something happens.
    pub(super) fn until(
        &mut self,
        reached: &str,
        patience: Duration,
        done: impl Fn(&Tally) -> bool,
    ) -> Result<(), String> {
        let (mut messages, mut since) = (self.tally.messages, Instant::now());
        while !done(&self.tally) {
            self.turn(Duration::from_millis(100))?;
            if messages != self.tally.messages {
                (messages, since) = (self.tally.messages, Instant::now());
            }
            let why = self.tally.faults().first().map(|(fault, _)| fault.clone());
            let silent = || format!("nothing happened for {} seconds", patience.as_secs());
            if let Some(why) = why.or_else(|| (since.elapsed() > patience).then(silent)) {
                return Err(format!("not everybody is {reached}: {why}"));
            }
        }
        Ok(())
    }

    /// Nobody does anything.
    pub(super) fn rest(&mut self, time: Duration) -> Result<(), String> {
        self.play(None, time)
    }

    /// Plays for some time, with so many moves a second at each table if that is given.
    pub(super) fn play(&mut self, rate: Option<f64>, time: Duration) -> Result<(), String> {
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

    /// Makes the moves that are due; gives the moment of the next.
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
                self.go_on(number * self.players + place);
            }
        }
    }

    pub(super) fn measure(&mut self, server: Option<Process>) {
        self.tally.begin(server);
    }

    pub(super) fn stop_measuring(&mut self, server: Option<Process>) {
        self.tally.end(server);
        self.tally.figures.behind = self.tables.iter().map(Table::behind).sum();
    }

    /// Waits for answers to what was said. What is not answered while playing is an error.
    pub(super) fn await_answers(&mut self, patience: Duration) -> Result<(), String> {
        let end = Instant::now() + patience;
        let unanswered = |crowd: &Crowd| crowd.tables.iter().map(Table::unanswered).sum::<usize>();
        while unanswered(self) > 0 && Instant::now() < end {
            self.turn(Duration::from_millis(10))?;
        }
        if self.manners.phase == Phase::Ending {
            for _ in 0..unanswered(self) {
                self.tally
                    .fault("a move was not answered, some seat never heard of it, or dice were not thrown");
            }
        }
        Ok(())
    }

    pub(super) fn into_tally(self) -> Tally {
        self.tally
    }

    /// Waits for something to happen and deals with it.
    fn turn(&mut self, time: Duration) -> Result<(), String> {
        match self.poll.poll(&mut self.events, Some(time)) {
            Err(error) if error.kind() == ErrorKind::Interrupted => return Ok(()),
            outcome => outcome.map_err(|error| format!("connections cannot be watched: {error}"))?,
        }
        let events = std::mem::replace(&mut self.events, Events::with_capacity(0));
        for event in &events {
            let index = event.token().0;
            if event.is_readable() || event.is_read_closed() {
                self.read(index, event.is_read_closed());
            } else {
                self.flush(index);
            }
        }
        self.events = events;
        Ok(())
    }

    /// Reads everything there is: to the end, if the connection ends.
    fn read(&mut self, index: usize, to_the_end: bool) {
        let mut buffer = std::mem::take(&mut self.buffer);
        while let Some(socket) = &mut self.sockets[index] {
            let kept = socket.unread.len();
            buffer.resize(buffer.len().max(kept + Crowd::BUFFER), 0);
            let (read, more) = match socket.stream.read(&mut buffer[kept..]) {
                Ok(0) => {
                    self.lose(index, &Lost("the server ended a connection without a word".to_owned()));
                    break;
                }
                // A short read has emptied the socket.
                Ok(read) => (read, to_the_end || kept + read == buffer.len()),
                Err(error) if error.kind() == ErrorKind::WouldBlock => (0, false),
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => {
                    self.lose(index, &Lost(format!("a connection was lost: {error}")));
                    break;
                }
            };
            buffer[..kept].copy_from_slice(&socket.unread);
            socket.unread.clear();
            if let Err(lost) = self.hear(index, &buffer[..kept + read]) {
                self.lose(index, &lost);
                break;
            }
            if !more {
                break;
            }
        }
        self.buffer = buffer;
        self.flush(index);
    }

    /// Hears all messages that are complete.
    fn hear(&mut self, index: usize, bytes: &[u8]) -> Result<(), Lost> {
        let now = Instant::now();
        let mut rest = bytes;
        while let Some((frame, behind)) = websocket::first_frame(rest).map_err(Lost)? {
            rest = behind;
            self.frame(index, frame, now)?;
        }
        if let Some(socket) = &mut self.sockets[index] {
            socket.unread.extend(rest);
        }
        Ok(())
    }

    fn frame(&mut self, index: usize, frame: Frame<'_>, now: Instant) -> Result<(), Lost> {
        let (table, place) = (&mut self.tables[index / self.players], index % self.players);
        let Some(socket) = &mut self.sockets[index] else { return Ok(()) };
        match frame.kind {
            websocket::TEXT if frame.last => {
                table.hear(place, frame.payload, now, &self.manners, &mut self.tally);
            }
            websocket::TEXT | websocket::MORE => {
                socket.parts.extend(frame.payload);
                if frame.last {
                    let text = std::mem::take(&mut socket.parts);
                    table.hear(place, &text, now, &self.manners, &mut self.tally);
                }
            }
            websocket::PING => {
                websocket::put(&mut table.player(place).outbox, websocket::PONG, frame.payload)
            }
            websocket::PONG => {}
            websocket::CLOSE => {
                let why = websocket::closing(frame.payload);
                let hint = if why.ends_with("too-many") { HOW_TO_SERVE } else { "" };
                let why = format!("the server ended a connection: {why}. {hint}");
                return Err(Lost(why.trim_end().to_owned()));
            }
            kind => self.tally.fault(&format!("a frame of kind {kind}, which no table sends")),
        }
        Ok(())
    }

    fn lose(&mut self, index: usize, Lost(why): &Lost) {
        self.sockets[index] = None;
        self.tables[index / self.players].lose();
        self.tally.fault(why);
    }

    fn go_on(&mut self, index: usize) {
        if self.sockets[index].is_some() {
            self.tables[index / self.players].go_on(index % self.players, &self.manners, &mut self.tally);
            self.flush(index);
        }
    }

    /// Sends what a player has to say, as far as it goes.
    fn flush(&mut self, index: usize) {
        let outbox = &mut self.tables[index / self.players].player(index % self.players).outbox;
        let Some(socket) = &mut self.sockets[index] else { return };
        let mut sent = 0;
        while sent < outbox.len() {
            match socket.stream.write(&outbox[sent..]) {
                Ok(count) => sent += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                // The rest goes when the connection takes it.
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) => {
                    outbox.clear();
                    return self.lose(index, &Lost(format!("a connection was lost: {error}")));
                }
            }
        }
        outbox.drain(..sent);
    }
}
