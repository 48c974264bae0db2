//! People who claim names, wait for quick games and play rated ones while the server is killed again and again; then the
//! database is asked whether everything counts exactly once.
//!
//! PERUDO_CHAOS_KILLS says how often it is killed.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use perudo_client::{Received, Socket};
use perudo_protocol::{ClientMsg, Now, Order, PROTOCOL, ServerMsg, WireCommand, WireEvent};
use perudo_server::Keys;
use perudo_server::store::{self, Store, TableId};
use perudo_table::{Entry, Stage, StageName, Table, Viewer};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};

use super::player::next_action;
use super::setting;
use crate::PATIENCE;
use crate::place::{Place, each_store};
use crate::program::{NO_LIMITS, Server};

/// An even number: any two neighbours want the same name.
const PEOPLE: usize = 8;
/// How long a server may take for anything.
const ANSWER: Duration = Duration::from_secs(2);
/// How long somebody stays at a table at which nothing happens.
const SILENCE: Duration = Duration::from_secs(5);

/// What everybody shares.
struct World {
    address: SocketAddr,
    stop: AtomicBool,
    /// Tours whose end somebody saw.
    finished: AtomicU64,
    /// The tables at which people were seated.
    tables: Mutex<BTreeSet<String>>,
    faults: Mutex<Vec<String>>,
}

impl World {
    fn stopped(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    fn fault(&self, what: String) {
        self.faults.lock().unwrap().push(what);
        self.stop.store(true, Ordering::SeqCst);
    }

    /// Waits until so many more tours are over.
    fn wait_for_tours(&self, more: u64) {
        let (begun, goal) = (Instant::now(), self.finished.load(Ordering::SeqCst) + more);
        while !self.stopped() && self.finished.load(Ordering::SeqCst) < goal {
            if begun.elapsed() > PATIENCE {
                return self.fault("nobody plays any more".to_owned());
            }
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Asks the server, which may be dead.
    fn ask(&self, method: &str, path: &str, secret: &str, body: &Value) -> Option<(u16, Value)> {
        let mut stream = TcpStream::connect_timeout(&self.address, ANSWER).ok()?;
        stream.set_read_timeout(Some(ANSWER)).ok()?;
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\nauthorization: Bearer {secret}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(request.as_bytes()).ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok()?;
        let (head, body) = answer.split_once("\r\n\r\n")?;
        Some((head.get(9..12)?.parse().ok()?, serde_json::from_str(body).unwrap_or(Value::Null)))
    }
}

/// Somebody who plays.
struct Stranger {
    world: Arc<World>,
    number: usize,
    random: Xoshiro256PlusPlus,
    next_id: u64,
}

/// The names that somebody tries to claim: the first is another's as well, in other letters.
fn names(number: usize) -> [String; 2] {
    let wanted = if number.is_multiple_of(2) { "Anna" } else { "АNNА" };
    let letter = char::from(b'a' + (number / 2) as u8);
    [format!("{wanted} {letter}"), format!("Somebody {}", char::from(b'a' + number as u8))]
}

fn secret(number: usize) -> String {
    format!("{:032x}", 0xc4a05 + number)
}

impl Stranger {
    fn run(mut self) {
        while !self.world.stopped() && !self.claim() {
            thread::sleep(Duration::from_millis(20));
        }
        while !self.world.stopped() {
            match self.seat() {
                Some(table) => self.play(&table),
                None => thread::sleep(Duration::from_millis(20)),
            }
        }
    }

    fn ask(&self, method: &str, path: &str, body: &Value) -> Option<(u16, Value)> {
        self.world.ask(method, path, &secret(self.number), body)
    }

    /// Whether they have a name now.
    fn claim(&self) -> bool {
        for name in names(self.number) {
            match self.ask("POST", "/api/people", &json!({"name": name})) {
                Some((201, _)) => return true,
                // The answer to an earlier claim was lost.
                Some((409, problem)) if problem["error"] == "already-named" => return true,
                Some((409, problem)) if problem["error"] == "name-taken-by-someone" => {}
                Some((503, _)) | None => return false,
                Some(other) => self.world.fault(format!("{name:?} cannot be claimed: {other:?}")),
            }
        }
        false
    }

    /// The table where the queue seats them.
    fn seat(&self) -> Option<String> {
        let wish =
            json!({"name": "x", "players": 2, "preset": "tournament", "speed": "quick", "rated": true});
        let (status, answer) = self.ask("POST", "/api/queue", &wish)?;
        let table = match (status, answer["error"].as_str()) {
            (201, _) => self.wait(answer["ticket"].as_str()?)?,
            (409, Some("already-seated")) => {
                let (_, me) = self.ask("GET", "/api/me", &Value::Null)?;
                me["table"].as_str()?.to_owned()
            }
            (409, Some("already-waiting")) | (503, _) => return None,
            _ => {
                self.world.fault(format!("refused in the queue: {status} {answer}"));
                return None;
            }
        };
        self.world.tables.lock().unwrap().insert(table.clone());
        Some(table)
    }

    /// Reads the stream of a ticket to its table.
    fn wait(&self, ticket: &str) -> Option<String> {
        let mut stream = TcpStream::connect_timeout(&self.world.address, ANSWER).ok()?;
        stream.set_read_timeout(Some(SILENCE)).ok()?;
        write!(stream, "GET /api/queue/{ticket} HTTP/1.1\r\nhost: {}\r\n\r\n", self.world.address).ok()?;
        let mut lines = BufReader::new(stream).lines();
        while !self.world.stopped() {
            let line = lines.next()?.ok()?;
            if line.trim_end() == "event: gone" {
                return None;
            }
            if line.trim_end() == "event: table" {
                let data = lines.next()?.ok()?;
                let seated: Value = serde_json::from_str(data.strip_prefix("data: ")?).ok()?;
                return Some(seated["table"].as_str()?.to_owned());
            }
        }
        None
    }

    /// Plays one tour, until it is over, the connection breaks or nothing happens. Now and then somebody just leaves.
    fn play(&mut self, table: &str) {
        let Ok(mut socket) = Socket::connect(self.world.address, table, ANSWER) else { return };
        let hello =
            ClientMsg::Hello { protocol: PROTOCOL, guest: secret(self.number), after: None, lang: None };
        if socket.send(&hello).is_err() || socket.stream().set_read_timeout(Some(SILENCE)).is_err() {
            return;
        }
        let (mut chair, mut now, mut seen, mut playing) = (None, Now::default(), 0, false);
        while !self.world.stopped() {
            let Ok(Some(received)) = socket.receive() else { return };
            let text = match received {
                Received::Text(text) => text,
                Received::Pong => continue,
                Received::Closed { .. } => return,
            };
            match serde_json::from_str::<ServerMsg>(&text) {
                Ok(ServerMsg::Welcome { seq, you, view, .. }) => {
                    playing = view.is_playing();
                    // The tour was over before they came back.
                    let over = !playing && view.tours_played > 0;
                    (seen, chair, now) = (seq, you.chair, view.now);
                    if chair.is_none() || over {
                        self.leave(&mut socket, seen);
                        return;
                    }
                }
                Ok(ServerMsg::You { you, .. }) => chair = you.chair,
                Ok(ServerMsg::Event { seq, event, now: new, .. }) => {
                    seen = seq;
                    now = new.map_or(now, |new| *new);
                    playing |= matches!(event, WireEvent::TourBegan { .. });
                }
                Ok(_) => {}
                Err(error) => return self.world.fault(format!("not a message: {error}: {text}")),
            }
            if playing && now.stage != StageName::Playing {
                self.world.finished.fetch_add(1, Ordering::SeqCst);
                self.leave(&mut socket, seen);
                return;
            }
            if !playing || !now.is_turn_of(chair) {
                continue;
            }
            let command = match self.random.random_range(0..12) {
                0 => WireCommand::Leave,
                _ => WireCommand::Act { action: next_action(&now) },
            };
            let left = command == WireCommand::Leave;
            if self.order(&mut socket, seen, command).is_none() || left {
                return;
            }
        }
    }

    fn leave(&mut self, socket: &mut Socket, seen: u64) {
        let _ = self.order(socket, seen, WireCommand::Leave);
        // Up to the answer, so that it has arrived.
        while let Ok(Some(Received::Text(text))) = socket.receive() {
            let answer = serde_json::from_str(&text);
            if matches!(answer, Ok(ServerMsg::Done { .. } | ServerMsg::Refused { .. })) {
                return;
            }
        }
    }

    fn order(&mut self, socket: &mut Socket, seen: u64, command: WireCommand) -> Option<()> {
        self.next_id += 1;
        socket.send(&ClientMsg::Order(Order { id: self.next_id, seen, command })).ok()
    }
}

#[test]
fn every_game_counts_once_and_nobody_is_in_two_places_however_often_the_server_is_killed() {
    each_store(|place| {
        let kills = setting("PERUDO_CHAOS_KILLS").unwrap_or(4);
        let folder = tempfile::tempdir().unwrap();
        let key_file = folder.path().join("chaos.key");
        let flags = [&NO_LIMITS[..], &["--key-file", key_file.to_str().unwrap()]].concat();
        let database = place.address();
        let start = |address| Server::start(Path::new(&database), address, &flags);
        let mut server = start(SocketAddr::from(([127, 0, 0, 1], 0)));
        let world = Arc::new(World {
            address: server.address,
            stop: AtomicBool::new(false),
            finished: AtomicU64::new(0),
            tables: Mutex::default(),
            faults: Mutex::default(),
        });
        let people: Vec<_> = (0..PEOPLE)
            .map(|number| {
                let random = Xoshiro256PlusPlus::seed_from_u64(number as u64);
                let stranger = Stranger { world: Arc::clone(&world), number, random, next_id: 0 };
                thread::spawn(move || stranger.run())
            })
            .collect();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(21);
        for kill in 0..kills {
            // The first time while names are being claimed, then at whatever moment.
            world.wait_for_tours(if kill == 0 { 0 } else { random.random_range(1..4) });
            thread::yield_now();
            if world.stopped() {
                break;
            }
            server.kill();
            server = start(world.address);
        }
        world.wait_for_tours(4);
        world.stop.store(true, Ordering::SeqCst);
        for person in people {
            person.join().unwrap();
        }
        assert_eq!(*world.faults.lock().unwrap(), Vec::<String>::new());
        check_names(&world, place);
        // Tables play on without the people, so that another tour may end just before the server does.
        let begun = Instant::now();
        loop {
            while place.count("tours WHERE booked = 0") > 0 {
                assert!(begun.elapsed() < PATIENCE, "tours are not booked");
                thread::sleep(Duration::from_millis(20));
            }
            server.kill();
            if place.count("tours WHERE booked = 0") == 0 {
                break;
            }
            server = start(world.address);
        }
        check_ratings(place);
        let keys = Keys::read(&key_file).unwrap().unwrap();
        let mut store = store::open(&database).unwrap().unlock(&keys).unwrap();
        check_tables(&mut *store, place, &world.tables.lock().unwrap());
    });
}

/// A name has one owner, and everybody one name.
fn check_names(world: &World, place: &Place) {
    let own: Vec<Option<String>> = (0..PEOPLE)
        .map(|number| {
            let (_, me) = world.ask("GET", "/api/me", &secret(number), &Value::Null).unwrap();
            me["name"].as_str().map(str::to_owned)
        })
        .collect();
    for (number, own) in own.iter().enumerate() {
        let own = own.as_ref().unwrap_or_else(|| panic!("{number} has no name"));
        assert!(names(number).contains(own), "{number} is called {own}");
    }
    for pair in own.chunks(2) {
        let wanted = pair.iter().flatten().filter(|name| !name.starts_with("Somebody")).count();
        assert_eq!(wanted, 1, "one of two who want the same name has it: {pair:?}");
    }
    assert_eq!(place.count("people WHERE kind = 1"), PEOPLE as i64, "nobody was claimed twice");
    assert_eq!(place.count("person_keys"), PEOPLE as i64, "everybody has the key that they came with");
}

/// Every rated tour is in the ratings of everybody who played, once, and in order.
fn check_ratings(place: &Place) {
    let rated = place.count("tours WHERE pool IS NOT NULL");
    assert!(rated > 0, "nothing was rated");
    let unrated = "tour_players JOIN tours ON tours.id = tour_players.tour WHERE pool IS NOT NULL AND mean_after IS NULL";
    assert_eq!(place.count(unrated), 0, "a tour is not rated");
    let miscounted = "ratings WHERE games <> (
        SELECT count(*) FROM tour_players JOIN tours ON tours.id = tour_players.tour
        WHERE tour_players.person = ratings.person AND tours.pool = ratings.pool)";
    assert_eq!(place.count(miscounted), 0, "a tour counts twice, or not at all");
    let broken = "(
        SELECT mean_before, lag(mean_after, 1, 1500.0) OVER (PARTITION BY person, pool ORDER BY tour_players.tour) AS before
        FROM tour_players JOIN tours ON tours.id = tour_players.tour WHERE pool IS NOT NULL
        ) AS steps WHERE mean_before <> before";
    assert_eq!(place.count(broken), 0, "what a tour changed, another one does not build on");
    let last = "ratings WHERE mean <> (
        SELECT mean_after FROM tour_players JOIN tours ON tours.id = tour_players.tour
        WHERE tour_players.person = ratings.person AND tours.pool = ratings.pool ORDER BY tour_players.tour DESC LIMIT 1)";
    assert_eq!(place.count(last), 0, "a rating is not what the last tour made of it");
}

/// What the logs say: each tour that ended is kept once, and nobody sat at two tables of the queue at once.
fn check_tables(store: &mut dyn Store, place: &Place, tables: &BTreeSet<String>) {
    assert!(!tables.is_empty());
    let mut seats: BTreeMap<i64, Vec<(u64, u64, &str)>> = BTreeMap::new();
    for name in tables {
        let id: TableId = name.parse().unwrap();
        let number = id.bits().cast_signed();
        // A seat may have been told, and its table never been made.
        let Some(stored) = store.events(id, 1).unwrap() else { continue };
        let entries: Vec<Entry> =
            stored.iter().map(|event| serde_json::from_slice(&event.body).unwrap()).collect();
        let mut table = Table::open(&entries[0]).unwrap();
        let mut ended = 0;
        let mut sitting: BTreeMap<i64, u64> = BTreeMap::new();
        let mut up = |sitting: &mut BTreeMap<i64, u64>, account: i64, at: u64| {
            if let Some(since) = sitting.remove(&account) {
                seats.entry(account).or_default().push((since, at, name.as_str()));
            }
        };
        for entry in &entries[1..] {
            let playing = table.stage() == Stage::Playing;
            table.apply(entry);
            let present: BTreeSet<i64> = table
                .seen_by(Viewer::Spectator)
                .people()
                .filter(|(_, person)| person.place.chair().is_some())
                .filter_map(|(_, person)| Some(person.account.as_ref()?.id))
                .collect();
            if ended == 0 {
                for account in &present {
                    sitting.entry(*account).or_insert(entry.at.0);
                }
            }
            let tour_ended = playing && table.stage() != Stage::Playing;
            ended += i64::from(tour_ended);
            let known: Vec<i64> = sitting.keys().copied().collect();
            for account in known.into_iter().filter(|account| tour_ended || !present.contains(account)) {
                up(&mut sitting, account, entry.at.0);
            }
        }
        let last = entries.last().map_or(0, |entry| entry.at.0);
        for account in sitting.clone().into_keys() {
            up(&mut sitting, account, last);
        }
        assert_eq!(place.count(&format!("tours WHERE table_id = {number}")), ended, "tours of table {name}");
    }
    for (account, mut seats) in seats {
        seats.sort_unstable();
        for pair in seats.windows(2) {
            assert!(pair[0].1 <= pair[1].0, "{account} sat at two tables at once: {pair:?}");
        }
    }
    assert_eq!(place.count("(SELECT guest FROM quick_seats GROUP BY guest HAVING count(*) > 1) AS twice"), 0);
}
