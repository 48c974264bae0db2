//! Plays on many tables while the server is killed again and again, and connections are dropped and
//! doubled; then holds everything that any client saw against the log.
//!
//! `cargo xtask chaos` runs the same for longer: PERUDO_CHAOS_KILLS and PERUDO_CHAOS_TABLES say how long.

use std::collections::{BTreeMap, HashMap};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use perudo_client::{Received, Socket};
use perudo_protocol::{ClientMsg, Now, Order, PROTOCOL, ServerMsg, WireCommand, WireEvent};
use perudo_rules::{Action, Bid, Face};
use perudo_server::Keys;
use perudo_server::store::{self, TableId};
use perudo_table::{Entry, StageName, Table, Viewer};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::json;

use crate::program::{NO_LIMITS, Server};

const PLAYERS: u8 = 3;

/// What everybody shares.
struct World {
    address: SocketAddr,
    tables: Vec<Watched>,
    stop: AtomicBool,
    faults: Mutex<Vec<String>>,
    dropped: AtomicU64,
    doubled: AtomicU64,
}

/// What clients saw of one table.
#[derive(Default)]
struct Watched {
    id: String,
    last: AtomicU64,
    /// Each event as those saw it who see nothing special.
    events: Mutex<BTreeMap<u64, String>>,
    /// Each roll as a player saw it.
    rolls: Mutex<BTreeMap<(u64, String), String>>,
    /// Commands that the server said it had carried out: guest, id and event.
    done: Mutex<HashMap<(String, u64), u64>>,
}

impl World {
    fn fault(&self, what: String) {
        self.faults.lock().unwrap().push(what);
        self.stop.store(true, Ordering::SeqCst);
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
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
}

impl Client {
    fn run(mut self) {
        while !self.world.stopped() {
            let Some(mut socket) = self.connect(self.seen) else {
                thread::yield_now();
                continue;
            };
            self.play(&mut socket);
        }
    }

    fn connect(&self, after: Option<u64>) -> Option<Socket> {
        let table = &self.world.tables[self.table].id;
        let mut socket = Socket::connect(self.world.address, table, Duration::from_millis(500)).ok()?;
        let hello = ClientMsg::Hello { protocol: PROTOCOL, guest: self.guest.clone(), after, lang: None };
        socket.send(&hello).ok()?;
        Some(socket)
    }

    /// Plays until the connection breaks, or is broken on purpose.
    fn play(&mut self, socket: &mut Socket) {
        if let Some((_, text)) = self.pending.clone()
            && socket.send_text(text).is_err()
        {
            return;
        }
        while !self.world.stopped() {
            match socket.receive() {
                Ok(Some(Received::Text(text))) => self.receive(&text),
                Ok(Some(Received::Pong) | None) => {}
                Ok(Some(Received::Closed { .. })) | Err(_) => return,
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

    fn receive(&mut self, text: &str) {
        let watched = &self.world.tables[self.table];
        match serde_json::from_str::<ServerMsg>(text) {
            Err(error) => self.world.fault(format!("not a message: {error}: {text}")),
            Ok(ServerMsg::Welcome { seq, you, view, .. }) => {
                if self.seen.is_some_and(|seen| seq < seen) {
                    self.world.fault(format!(
                        "event {} was told and is gone: the view is at {seq}",
                        self.seen.unwrap()
                    ));
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
                | ServerMsg::Pong { .. },
            ) => {}
        }
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
        let legal = now.legal.clone().unwrap_or_default();
        let least = legal.least.unwrap_or_default();
        let dice: u8 = now.dice.iter().sum();
        let doubt = legal.calls.contains(&Action::Dudo) && now.bid.is_some_and(|bid| bid.count > dice / 2);
        let bid = Face::ALL.into_iter().rev().find_map(|face| Some(Bid::new(least[face.index()]?, face)));
        let action = match (doubt, bid) {
            (false, Some(bid)) => Action::Bid(bid),
            _ if legal.calls.contains(&Action::Dudo) => Action::Dudo,
            _ => Action::Pass,
        };
        Some(Some(WireCommand::Act { action }))
    }
}

fn guest(table: usize, player: usize) -> String {
    format!("{table:016x}{player:016x}")
}

fn setting(name: &str, usual: usize) -> usize {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(usual)
}

/// Waits until every table has so many events more than at the beginning of the wait.
fn wait_for_progress(world: &World, events: u64) {
    let goals: Vec<u64> =
        world.tables.iter().map(|table| table.last.load(Ordering::SeqCst) + events).collect();
    let reached = |(table, goal): (&Watched, &u64)| table.last.load(Ordering::SeqCst) >= *goal;
    while !world.stopped() && !world.tables.iter().zip(&goals).all(reached) {
        thread::yield_now();
    }
}

#[test]
fn nothing_that_anyone_saw_is_lost_however_often_the_server_is_killed() {
    let (kills, tables) = (setting("PERUDO_CHAOS_KILLS", 6), setting("PERUDO_CHAOS_TABLES", 6));
    let folder = tempfile::tempdir().unwrap();
    let database: PathBuf = folder.path().join("chaos.db");
    let any_port = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0);
    let mut server = Server::start(&database, any_port, &NO_LIMITS);
    let address = server.address;
    let settings = json!({"seats": PLAYERS, "speed": "instant", "tours": 100, "turn": 0});
    let watch = |table: usize| Watched {
        id: server.table(&guest(table, 0), "p0", &settings, &[]),
        ..Watched::default()
    };
    let watched = (0..tables).map(watch).collect();
    let world = Arc::new(World {
        address,
        tables: watched,
        stop: AtomicBool::new(false),
        faults: Mutex::default(),
        dropped: AtomicU64::new(0),
        doubled: AtomicU64::new(0),
    });
    let clients: Vec<JoinHandle<()>> = (0..tables)
        .flat_map(|table| (0..=usize::from(PLAYERS)).map(move |player| (table, player)))
        .map(|(table, player)| {
            let client = Client {
                world: Arc::clone(&world),
                table,
                guest: guest(table, player),
                name: (player < usize::from(PLAYERS)).then(|| format!("p{player}")),
                random: Xoshiro256PlusPlus::seed_from_u64((table * 100 + player) as u64),
                seen: None,
                chair: None,
                host: false,
                now: None,
                up_to_date_at: 0,
                next_id: 0,
                pending: None,
            };
            thread::spawn(move || client.run())
        })
        .collect();

    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    for kill in 0..kills {
        wait_for_progress(&world, random.random_range(5..40));
        if world.stopped() {
            break;
        }
        server.kill();
        server = Server::start(&database, address, &NO_LIMITS);
        eprintln!("killed {} of {kills} times", kill + 1);
    }
    wait_for_progress(&world, 30);
    world.stop.store(true, Ordering::SeqCst);
    for client in clients {
        client.join().unwrap();
    }
    server.kill();
    assert_eq!(*world.faults.lock().unwrap(), Vec::<String>::new());

    let mut events = 0;
    for table in &world.tables {
        events += check_against_log(&database, table);
    }
    eprintln!(
        "{kills} kills, {tables} tables, {events} events seen and found in the log, {} connections dropped, {} commands doubled",
        world.dropped.load(Ordering::Relaxed),
        world.doubled.load(Ordering::Relaxed)
    );
    assert!(world.doubled.load(Ordering::Relaxed) > 0, "nothing was doubled");
}

/// Replays the log as if for a spectator, and finds every event that anyone saw in it, word for word.
fn check_against_log(database: &Path, watched: &Watched) -> usize {
    let id: TableId = watched.id.parse().unwrap();
    let keys = Keys::read(&database.with_extension("key")).unwrap().unwrap();
    let store = store::open(database.to_str().unwrap()).unwrap();
    let stored = store.unlock(&keys).unwrap().events(id, 1).unwrap().unwrap();
    let entries: Vec<Entry> =
        stored.iter().map(|event| serde_json::from_slice(&event.body).unwrap()).collect();
    let numbers: Vec<u64> = stored.iter().map(|event| event.seq).collect();
    assert_eq!(numbers, (1..=stored.len() as u64).collect::<Vec<_>>(), "the log has gaps");

    let mut table = Table::open(&entries[0]).unwrap();
    let mut told = BTreeMap::new();
    let mut commands = HashMap::new();
    for entry in &entries[1..] {
        table.apply(entry);
        let seen = entry.event.seen_by(None);
        let message = ServerMsg::event(&seen, &table.seen_by(Viewer::Spectator));
        told.insert(table.seq(), message.to_text());
        if let Some(by) = entry.by {
            assert_eq!(commands.insert(by, table.seq()), None, "a command is in the log twice");
        }
    }
    let seen = watched.events.lock().unwrap();
    for (seq, text) in seen.iter() {
        assert_eq!(told.get(seq), Some(text), "event {seq} of table {}", watched.id);
    }
    for ((guest, id), event) in watched.done.lock().unwrap().iter() {
        let secret = perudo_protocol::secret_of(guest).unwrap();
        let key = (perudo_table::Guest::of_secret(secret), *id);
        assert_eq!(commands.get(&key), Some(event), "command {id} was acknowledged");
    }
    seen.len() + watched.rolls.lock().unwrap().len()
}
