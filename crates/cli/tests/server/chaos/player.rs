//! Clients that play, lose their connections and come back, and remember everything that they saw.

use std::collections::{BTreeMap, HashMap};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use perudo_client::{Received, Socket, SocketError};
use perudo_protocol::{ClientMsg, Notice, Now, Order, PROTOCOL, ServerMsg, WireCommand, WireEvent};
use perudo_rules::{Action, Bid, Face};
use perudo_table::StageName;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::PATIENCE;

pub(super) const PLAYERS: u8 = 3;

/// How long a server may take to let a client in.
const ANSWER: Duration = Duration::from_secs(2);
/// How long a client waits for a message before it looks what else there is to do.
const LISTEN: Duration = Duration::from_millis(200);
/// After so long without a message a client tries another server.
const SILENCE: Duration = Duration::from_secs(3);
/// A connection that just ends, as the WebSocket library tells it.
const GOING_AWAY: u16 = 1005;

/// What everybody shares.
pub(super) struct World {
    /// The servers, any of which has all tables.
    pub(super) addresses: Vec<SocketAddr>,
    pub(super) tables: Vec<Watched>,
    stop: AtomicBool,
    /// No more matches are begun, and who has finished one gets up.
    finishing: AtomicBool,
    pub(super) faults: Mutex<Vec<String>>,
    pub(super) dropped: AtomicU64,
    pub(super) doubled: AtomicU64,
}

/// What clients saw of one table.
#[derive(Default)]
pub(super) struct Watched {
    pub(super) id: String,
    last: AtomicU64,
    /// Everybody has got up after the last match.
    left: AtomicU64,
    /// Each event as those saw it who see nothing special.
    pub(super) events: Mutex<BTreeMap<u64, String>>,
    /// Each roll as a player saw it.
    pub(super) rolls: Mutex<BTreeMap<(u64, String), String>>,
    /// Commands that the server said it had carried out: guest, id and event.
    pub(super) done: Mutex<HashMap<(String, u64), u64>>,
}

impl World {
    /// Tables at servers, with nobody at them.
    pub(super) fn new(addresses: Vec<SocketAddr>, tables: Vec<String>) -> Arc<World> {
        Arc::new(World {
            addresses,
            tables: tables.into_iter().map(|id| Watched { id, ..Watched::default() }).collect(),
            stop: AtomicBool::new(false),
            finishing: AtomicBool::new(false),
            faults: Mutex::default(),
            dropped: AtomicU64::new(0),
            doubled: AtomicU64::new(0),
        })
    }

    /// Something happened that must not: everything ends.
    pub(super) fn fault(&self, what: String) {
        self.faults.lock().unwrap().push(what);
        self.stop();
    }

    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::SeqCst);
    }

    pub(super) fn stopped(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    /// Seats the players of all tables, and somebody who watches at each.
    pub(super) fn play(self: &Arc<Self>, seed: u64) -> Vec<JoinHandle<()>> {
        let places = (0..self.tables.len())
            .flat_map(|table| (0..=usize::from(PLAYERS)).map(move |player| (table, player)));
        let client = |(table, player): (usize, usize)| {
            let client = Client {
                world: Arc::clone(self),
                table,
                guest: guest(table, player),
                name: (player < usize::from(PLAYERS)).then(|| format!("p{player}")),
                random: Xoshiro256PlusPlus::seed_from_u64(seed ^ (table * 100 + player) as u64),
                seen: None,
                chair: None,
                host: false,
                now: None,
                up_to_date_at: 0,
                next_id: 0,
                pending: None,
                left: false,
            };
            thread::spawn(move || client.run())
        };
        places.map(client).collect()
    }

    /// Waits until every table has so many events more than at the beginning of the wait.
    pub(super) fn wait_for_progress(&self, events: u64) {
        let goals: Vec<u64> =
            self.tables.iter().map(|table| table.last.load(Ordering::SeqCst) + events).collect();
        let late = |(table, goal): &(&Watched, &u64)| table.last.load(Ordering::SeqCst) < **goal;
        let tables = || self.tables.iter().zip(&goals);
        self.wait(|| !tables().any(|table| late(&table)));
        if !self.stopped() {
            for (table, goal) in tables().filter(late) {
                let last = table.last.load(Ordering::SeqCst);
                self.fault(format!("table {} does not go on: it is at {last}, not at {goal}", table.id));
            }
        }
    }

    /// Lets everybody finish the match that is on, and get up. Says whether all tables came to that.
    pub(super) fn finish(&self) -> bool {
        self.finishing.store(true, Ordering::SeqCst);
        let all_left =
            || self.tables.iter().all(|table| table.left.load(Ordering::SeqCst) == u64::from(PLAYERS));
        self.wait(all_left);
        all_left()
    }

    /// Waits as long as anything may take.
    fn wait(&self, reached: impl Fn() -> bool) {
        let begun = Instant::now();
        while !self.stopped() && !reached() && begun.elapsed() < PATIENCE {
            thread::sleep(Duration::from_millis(5));
        }
    }
}

/// One client: a player, or a spectator without a name.
struct Client {
    world: Arc<World>,
    table: usize,
    guest: String,
    name: Option<String>,
    random: Xoshiro256PlusPlus,
    seen: Option<u64>,
    chair: Option<u8>,
    host: bool,
    now: Option<Now>,
    /// After coming back: the last event that was missed. What is known before it is out of date.
    up_to_date_at: u64,
    next_id: u64,
    pending: Option<(u64, String)>,
    /// Got up in the end.
    left: bool,
}

impl Client {
    fn run(mut self) {
        while !self.world.stopped() {
            match self.connect(self.seen) {
                Some(mut socket) => self.play(&mut socket),
                None => thread::sleep(Duration::from_millis(20)),
            }
        }
    }

    /// Connects to any of the servers.
    fn connect(&mut self, after: Option<u64>) -> Option<Socket> {
        let addresses = &self.world.addresses;
        let address = addresses[self.random.random_range(0..addresses.len())];
        let table = &self.world.tables[self.table].id;
        let mut socket = match Socket::connect(address, table, ANSWER) {
            Ok(socket) => socket,
            Err(SocketError::Refused { status: 404, body }) => {
                self.world.fault(format!("{address} does not know table {table}: {body}"));
                return None;
            }
            Err(_) => return None,
        };
        let hello = ClientMsg::Hello { protocol: PROTOCOL, guest: self.guest.clone(), after, lang: None };
        socket.send(&hello).ok()?;
        socket.stream().set_read_timeout(Some(LISTEN)).ok()?;
        Some(socket)
    }

    /// Plays until the connection breaks, or is broken on purpose.
    fn play(&mut self, socket: &mut Socket) {
        if let Some((_, text)) = self.pending.clone()
            && socket.send_text(text).is_err()
        {
            return;
        }
        let mut heard = Instant::now();
        while !self.world.stopped() {
            match socket.receive() {
                Ok(Some(Received::Text(text))) => {
                    heard = Instant::now();
                    if self.receive(&text).is_none() {
                        return;
                    }
                }
                // Somebody always plays: a server that says nothing is stopped, or cut off.
                Ok(None) if heard.elapsed() > SILENCE => return,
                Ok(Some(Received::Pong) | None) => {}
                Ok(Some(Received::Closed { code, reason })) => {
                    const EXPECTED: [&str; 3] = ["restarting", "moved", "too-slow"];
                    if code != GOING_AWAY && !EXPECTED.contains(&reason.as_str()) {
                        self.world.fault(format!("closed: {code} {reason}"));
                    }
                    return;
                }
                Err(_) => return,
            }
            if self.name.is_some() && self.act(socket).is_none() {
                return;
            }
            if self.random.random_range(0..150) == 0 {
                self.world.dropped.fetch_add(1, Ordering::Relaxed);
                return;
            }
        }
    }

    /// Takes in a message; `None` if it is better to come again.
    fn receive(&mut self, text: &str) -> Option<()> {
        let watched = &self.world.tables[self.table];
        match serde_json::from_str::<ServerMsg>(text) {
            Err(error) => self.world.fault(format!("not a message: {error}: {text}")),
            Ok(ServerMsg::Welcome { seq, you, view, .. }) => {
                if let Some(seen) = self.seen.filter(|seen| seq < *seen) {
                    self.world.fault(format!("{} was shown event {seq} after event {seen}", watched.id));
                    return None;
                }
                self.seen = Some(seq);
                (self.chair, self.host) = (you.chair, you.host);
                self.now = Some(view.now);
            }
            Ok(ServerMsg::You { seq, you }) => {
                self.up_to_date_at = seq;
                (self.chair, self.host) = (you.chair, you.host);
            }
            Ok(ServerMsg::Event { seq, event, now, .. }) => {
                if self.seen.is_some_and(|seen| seq != seen + 1) {
                    self.world.fault(format!("event {seq} came after event {}", self.seen.unwrap()));
                }
                self.seen = Some(seq);
                watched.last.fetch_max(seq, Ordering::SeqCst);
                let private = matches!(&event, WireEvent::Rolled { hand: Some(_), .. });
                let known = if private {
                    watched.rolls.lock().unwrap().insert((seq, self.guest.clone()), text.to_owned())
                } else {
                    watched.events.lock().unwrap().insert(seq, text.to_owned())
                };
                if known.is_some_and(|known| known != text) {
                    self.world.fault(format!("event {seq} was told in two ways: {text}"));
                }
                if let Some(now) = now {
                    self.now = Some(*now);
                }
            }
            Ok(ServerMsg::Done { id, event, .. }) => {
                let known = watched.done.lock().unwrap().insert((self.guest.clone(), id), event);
                if known.is_some_and(|known| known != event) {
                    self.world.fault(format!("command {id} was carried out twice"));
                }
                self.pending.take_if(|(pending, _)| *pending == id);
            }
            // Nothing can be stored at the moment: the command is sent again.
            Ok(ServerMsg::Refused { body, .. }) if body.error == "storage-down" => {}
            Ok(ServerMsg::Notice { notice: Notice::StorageUp, .. }) => return None,
            Ok(ServerMsg::Refused { body, .. }) => {
                // A move that another connection of ours made, or a bot for us while we were away.
                self.pending.take_if(|(pending, _)| body.id == Some(*pending));
                const EXPECTED: [&str; 7] = [
                    "stale",
                    "not-your-turn",
                    "wrong-phase",
                    "already-joined",
                    "while-playing",
                    "not-playing",
                    "bid-not-higher",
                ];
                if !EXPECTED.contains(&body.error.as_str()) {
                    self.world.fault(format!("refused: {} {}", body.error, body.message));
                }
            }
            Ok(
                ServerMsg::Watching { .. }
                | ServerMsg::Notice { .. }
                | ServerMsg::Receipt { .. }
                | ServerMsg::Receipts { .. }
                | ServerMsg::Pong { .. },
            ) => {}
        }
        Some(())
    }

    /// Sends the next command; now and then twice, or over a second connection too.
    fn act(&mut self, socket: &mut Socket) -> Option<()> {
        let (Some(seen), None) = (self.seen, &self.pending) else { return Some(()) };
        if seen < self.up_to_date_at {
            return Some(());
        }
        let command = self.next_command()?;
        let Some(command) = command else { return Some(()) };
        self.next_id += 1;
        let order = ClientMsg::Order(Order { id: self.next_id, seen, command });
        let text = serde_json::to_string(&order).unwrap();
        self.pending = Some((self.next_id, text.clone()));
        socket.send_text(text.clone()).ok()?;
        match self.random.random_range(0..20) {
            0 => {
                self.world.doubled.fetch_add(1, Ordering::Relaxed);
                socket.send_text(text).ok()
            }
            1 => {
                self.world.doubled.fetch_add(1, Ordering::Relaxed);
                let mut second = self.connect(None)?;
                let _ = second.send_text(text);
                Some(())
            }
            _ => Some(()),
        }
    }

    #[allow(clippy::option_option)] // no connection is something else than nothing to say
    fn next_command(&mut self) -> Option<Option<WireCommand>> {
        let Some(now) = &self.now else { return Some(None) };
        let finishing = self.world.finishing.load(Ordering::SeqCst);
        let ended = finishing && now.stage == StageName::Waiting;
        if ended && self.chair.is_none() && self.next_id > 0 && !self.left {
            self.left = true;
            self.world.tables[self.table].left.fetch_add(1, Ordering::SeqCst);
        }
        if finishing && self.chair.is_none() {
            return Some(None);
        }
        if ended {
            return Some(Some(WireCommand::Leave));
        }
        if self.chair.is_none() {
            let name = self.name.clone()?;
            let join =
                WireCommand::Join { name, chair: None, watch: false, program: true, tip: None, closed: None };
            return Some(Some(join));
        }
        if now.stage == StageName::Waiting && self.host {
            let everybody = self.world.tables[self.table].last.load(Ordering::SeqCst) > u64::from(PLAYERS);
            return Some(everybody.then_some(WireCommand::Start));
        }
        if !now.is_turn_of(self.chair) {
            return Some(None);
        }
        Some(Some(WireCommand::Act { action: next_action(now) }))
    }
}

/// A plain move of whoever has the turn.
pub(super) fn next_action(now: &Now) -> Action {
    let legal = now.legal.clone().unwrap_or_default();
    let least = legal.least.unwrap_or_default();
    let dice: u8 = now.dice.iter().sum();
    let doubt = legal.calls.contains(&Action::Dudo) && now.bid.is_some_and(|bid| bid.count > dice / 2);
    let bid = Face::ALL.into_iter().rev().find_map(|face| Some(Bid::new(least[face.index()]?, face)));
    match (doubt, bid) {
        (false, Some(bid)) => Action::Bid(bid),
        _ if legal.calls.contains(&Action::Dudo) => Action::Dudo,
        _ => Action::Pass,
    }
}

/// The secret of a player.
pub(super) fn guest(table: usize, player: usize) -> String {
    format!("{table:016x}{player:016x}")
}
