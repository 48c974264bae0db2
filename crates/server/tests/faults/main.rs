//! What goes wrong around a server: storage that fails, crashes, a second server, a stop in the middle.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may

#[path = "../client/mod.rs"]
mod client;
#[path = "../store/place.rs"]
mod place;
mod storage;

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use client::{
    Client, FIN, Received, Running, TEXT, Wire, assert_quiet, config, entropy, frame, meet, open_store, play,
    quick, secret,
};
use perudo_protocol::{ServerMsg, secret_of};
use perudo_server::store::{Store, StoreError};
use perudo_server::{Config, Server, ServerError};
use perudo_table::{Entry, Guest, Table, Viewer};
use place::Place;
use rusqlite::Connection;
use serde_json::{Value, json};
use tempfile::TempDir;

const ANNA: u128 = 1;
const BORIS: u128 = 2;

fn new_file() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("perudo.db");
    (folder, path)
}

/// The log of a table, which is whole: numbered without a gap, and every line can be read.
fn log(path: &Path, table: &str) -> Vec<Entry> {
    read(&mut *open_store(&path.display().to_string()), table)
}

fn read(store: &mut dyn Store, table: &str) -> Vec<Entry> {
    let events = store.events(table.parse().unwrap(), 1).unwrap().unwrap();
    assert!(events.iter().map(|event| event.seq).eq(1..=events.len() as u64));
    events.iter().map(|event| serde_json::from_slice(&event.body).unwrap()).collect()
}

/// The events of a log as a guest is told of them; nobody is told of the first.
fn events_for(log: &[Entry], guest: u128) -> Vec<Value> {
    let guest = Guest::of_secret(secret_of(&secret(guest)).unwrap());
    let mut table = Table::open(&log[0]).unwrap();
    let mut events = vec![Value::Null];
    for entry in &log[1..] {
        table.apply(entry);
        let seat = table.seat_of(table.viewer(guest)).filter(|_| entry.event.has_private_side());
        let message = ServerMsg::event(&entry.event.seen_by(seat), &table.seen_by(Viewer::Spectator));
        let message: Value = serde_json::from_str(&message.to_text()).unwrap();
        events.push(message["event"].clone());
    }
    events
}

/// Everything that a client was told is in the log, in its place.
fn assert_kept(path: &Path, table: &str, client: &Client) {
    let kept = events_for(&log(path, table), client.guest);
    assert!(client.seq <= kept.len() as u64, "an event that was told is lost");
    let first = client.seq as usize - client.events.len();
    assert_eq!(client.events, kept[first..client.seq as usize]);
}

/// Keeps everybody else from writing for as long as it lives.
struct Lock(Connection);

impl Lock {
    fn new(path: &Path) -> Lock {
        let connection = Connection::open(path).unwrap();
        connection.busy_timeout(client::PATIENCE).unwrap();
        connection.execute_batch("BEGIN IMMEDIATE").unwrap();
        Lock(connection)
    }

    fn release(self) {
        self.0.execute_batch("ROLLBACK").unwrap();
    }
}

fn is_notice(notice: &'static str) -> impl Fn(&Value) -> bool {
    move |message| message["type"] == "notice" && message["notice"] == notice
}

#[test]
fn while_storage_takes_nothing_nothing_happens_and_then_play_goes_on_where_it_was() {
    let (_folder, path) = new_file();
    let server = Running::start(config(&path));
    let (table, mut anna, mut boris) = server.two_players(ANNA, &quick());
    let (other_table, mut clara, mut dora) = server.two_players(11, &quick());
    play(&mut [&mut anna, &mut boris]);
    let before = anna.seq;

    let mut store = open_store(&path.display().to_string());
    let lock = Lock::new(&path);
    let (turn, other) = if anna.has_turn() { (&mut anna, &mut boris) } else { (&mut boris, &mut anna) };
    let action = turn.lowest();
    let bid = turn.send("act", json!({"action": action}));
    for client in [&mut *turn, &mut *other, &mut clara, &mut dora] {
        client.until(is_notice("storage-down"));
    }
    // Another table, of which everything is stored, is refused at once, and so are new ones.
    assert_eq!(clara.refused("act", json!({"action": clara.lowest()})), "storage-down");
    assert_eq!(dora.refused("leave", json!({})), "storage-down");
    let emil = json!({"guest": secret(20), "name": "emil"});
    let made = server.post("/api/tables", &emil);
    assert_eq!((made.status, made.error().as_str()), (503, "storage-down"));
    let joined = server.post(&format!("/api/tables/{other_table}/people"), &emil);
    assert_eq!(joined.error(), "storage-down");
    assert_eq!(server.get("/readyz").status, 503);
    assert_eq!(server.get("/healthz").status, 200);
    assert_eq!(server.get(&format!("/api/tables/{table}/record")).status, 200, "reading goes on");
    assert_eq!(other.refused("leave", json!({})), "storage-down");
    let mut late = Wire::open(server.address, &table);
    late.hello(30, None);
    assert_eq!(read(&mut *store, &table).len() as u64, before);

    lock.release();
    for client in [&mut *turn, &mut *other, &mut clara, &mut dora] {
        client.until(is_notice("storage-up"));
    }
    assert_eq!((turn.seq, other.seq), (before, before), "nothing was told that was not stored");
    assert_eq!(turn.answer(bid)["event"], before + 1);
    other.follow(before + 1);
    for client in [&turn, &other] {
        assert_eq!(client.events.last().unwrap()["bid"], action);
    }
    // Who came meanwhile sees the table with the bid.
    let welcome = loop {
        match late.receive() {
            Received::Message(message) if message["type"] == "welcome" => break message,
            Received::Message(_) | Received::Pong => {}
            end => panic!("{end:?}"),
        }
    };
    assert_eq!(welcome["seq"], before + 1);
    for _ in 0..5 {
        play(&mut [&mut anna, &mut boris]);
        play(&mut [&mut clara, &mut dora]);
    }
    assert_eq!(server.get("/readyz").status, 200);
    for (table, clients) in [(&table, [&anna, &boris]), (&other_table, [&clara, &dora])] {
        for client in clients {
            assert_kept(&path, table, client);
        }
    }
    assert_eq!(log(&path, &table).len() as u64, anna.seq);
    assert_quiet(&[ANNA, BORIS, 11, 12]);
}

#[test]
fn storage_that_is_beyond_repair_ends_the_server_and_nothing_untrue_was_told() {
    let (_folder, path) = new_file();
    let server = Running::start(config(&path));
    let (table, mut anna, mut boris) = server.two_players(ANNA, &quick());
    play(&mut [&mut anna, &mut boris]);
    let before = anna.seq;
    let spoiler = Connection::open(&path).unwrap();
    let spoil = "CREATE TRIGGER spoilt BEFORE INSERT ON events BEGIN SELECT raise(ABORT, 'spoilt'); END";
    spoiler.execute_batch(spoil).unwrap();
    let turn = if anna.has_turn() { &mut anna } else { &mut boris };
    let action = turn.lowest();
    turn.send("act", json!({"action": action}));
    for client in [&mut anna, &mut boris] {
        let (messages, end) = client.wire.rest();
        assert!(messages.iter().all(|message| message["type"] == "notice"), "{messages:?}");
        assert!(matches!(end, Received::Closed(1012, _) | Received::Ended), "{end:?}");
    }
    let error = server.ended().unwrap_err();
    assert!(matches!(&error, ServerError::Store(StoreError::Unusable { .. })), "{error}");
    spoiler.execute_batch("DROP TRIGGER spoilt").unwrap();
    assert_eq!(log(&path, &table).len() as u64, before);

    let server = Running::start(config(&path));
    let mut anna = Client::connect(server.address, &table, ANNA, Some(anna.seq));
    let mut boris = Client::connect(server.address, &table, BORIS, None);
    assert_eq!((anna.seq, boris.seq), (before, before));
    anna.now = boris.now.clone();
    for _ in 0..3 {
        play(&mut [&mut anna, &mut boris]);
    }
    assert_kept(&path, &table, &boris);
}

/// A server in a process of its own, which can be killed.
struct Process {
    child: Child,
    address: SocketAddr,
}

const DATABASE: &str = "PERUDO_TEST_DATABASE";

impl Process {
    fn start(path: &Path) -> Process {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "a_server_that_others_kill", "--ignored", "--nocapture"])
            .env(DATABASE, path)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let address = lines.find_map(|line| Some(line.unwrap().split_once("address=")?.1.parse().unwrap()));
        Process { child, address: address.unwrap() }
    }

    /// Ends the process at once: it has no chance to do anything more.
    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
#[ignore = "is run by the tests that kill it"]
fn a_server_that_others_kill() {
    let Ok(path) = std::env::var(DATABASE) else { return };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    runtime.block_on(async {
        let server = Server::start(config(Path::new(&path)), entropy()).await.unwrap();
        println!("\naddress={}", server.address().unwrap());
        server.run(Box::pin(std::future::pending())).await.unwrap();
    });
}

fn make(address: SocketAddr, guest: u128, name: &str, settings: &Value, bots: &[&str]) -> String {
    let body = json!({"guest": secret(guest), "name": name, "settings": settings, "bots": bots});
    let headers = [("content-type", "application/json")];
    let answer = client::http(address, "POST", "/api/tables", &headers, &body.to_string());
    answer.json()["table"].as_str().unwrap().to_owned()
}

#[test]
fn a_server_that_is_killed_has_lost_nothing_that_it_told_anyone() {
    let (_folder, path) = new_file();
    let mut server = Process::start(&path);
    let table = make(server.address, ANNA, "anna", &quick(), &[]);
    let mut anna = Client::connect(server.address, &table, ANNA, None);
    let mut boris = Client::connect(server.address, &table, BORIS, None);
    boris.done("join", json!({"name": "boris"}));
    anna.done("start", json!({}));
    meet(&mut [&mut anna, &mut boris]);
    for round in 1..=4 {
        for _ in 0..7 * round {
            play(&mut [&mut anna, &mut boris]);
        }
        // Killed in the middle of many commands; some are answered, some are not.
        let commands: Vec<String> = (1..=60)
            .map(|number| {
                let id = 1_000_000 * round + number;
                let on = number % 2 == 1;
                json!({"type": "silence", "id": id, "seen": anna.seq, "person": 1, "on": on}).to_string()
            })
            .collect();
        let all: Vec<u8> =
            commands.iter().flat_map(|command| frame(FIN | TEXT, command.as_bytes())).collect();
        anna.wire.write(&all);
        let first = anna.until(|message| message["type"] == "done");
        server.kill();
        let mut done = vec![first];
        loop {
            match anna.receive() {
                Received::Message(message) if message["type"] == "done" => done.push(message),
                Received::Message(_) | Received::Pong => {}
                Received::Closed(..) | Received::Ended => break,
            }
        }
        while !matches!(boris.receive(), Received::Ended) {}
        for client in [&anna, &boris] {
            assert_kept(&path, &table, client);
        }

        server = Process::start(&path);
        // Anna comes back and is told exactly what she missed, and what she had heard is still so.
        let heard = anna.events.clone();
        let kept = log(&path, &table).len() as u64;
        let from = anna.seq - 3;
        let mut again = Client::connect(server.address, &table, ANNA, Some(from));
        again.follow(kept.min(from + 3));
        if again.events.len() >= 3 {
            assert_eq!(again.events[..3], heard[heard.len() - 3..]);
        }
        // She sends everything again: what was done before is not done again.
        let mut numbers = Vec::new();
        again.wire.write(&all);
        for _ in 0..commands.len() {
            let answer = again.until(|message| message["type"] == "done");
            numbers.push((answer["id"].as_u64().unwrap(), answer["event"].as_u64().unwrap()));
        }
        for message in &done {
            let number = (message["id"].as_u64().unwrap(), message["event"].as_u64().unwrap());
            assert!(numbers.contains(&number), "{number:?} was acknowledged");
        }
        let mut events: Vec<u64> = numbers.iter().map(|(_, event)| *event).collect();
        events.dedup();
        assert_eq!(events.len(), commands.len(), "each is one event");
        anna = Client::connect(server.address, &table, ANNA, None);
        boris = Client::connect(server.address, &table, BORIS, None);
        meet(&mut [&mut anna, &mut boris]);
        let silenced =
            log(&path, &table).iter().filter(|entry| format!("{entry:?}").contains("Silenced")).count();
        assert_eq!(silenced, 60 * round, "and no event more");
    }
    server.kill();
    assert_kept(&path, &table, &anna);
}

#[test]
fn bots_go_on_where_they_were_when_the_server_was_killed() {
    let (_folder, path) = new_file();
    let mut server = Process::start(&path);
    let settings = json!({"speed": "instant", "turn": 0, "tours": 100, "seats": 3});
    // Anna watches bots play: nobody has to do anything for the game to go on.
    let body = json!({"guest": secret(ANNA), "name": "anna", "settings": settings, "watch": true,
        "bots": ["novice", "novice", "steady"]});
    let headers = [("content-type", "application/json")];
    let made = client::http(server.address, "POST", "/api/tables", &headers, &body.to_string());
    let table = made.json()["table"].as_str().unwrap().to_owned();
    let mut anna = Client::connect(server.address, &table, ANNA, None);
    anna.done("start", json!({}));
    for _ in 0..3 {
        let goal = anna.seq + 12;
        anna.follow(goal);
        server.kill();
        while !matches!(anna.receive(), Received::Ended) {}
        assert_kept(&path, &table, &anna);
        let (last, kept) = (anna.seq, log(&path, &table).len() as u64);
        assert!(kept >= last);
        server = Process::start(&path);
        anna = Client::connect(server.address, &table, ANNA, Some(last));
        anna.follow(kept + 1);
    }
}

#[test]
fn a_second_server_of_the_same_name_takes_over_and_the_first_can_do_no_harm() {
    let place = Place::postgres();
    let path = PathBuf::from(place.address());
    let first = Running::start(config(&path));
    let (table, mut anna, mut boris) = first.two_players(ANNA, &quick());
    for _ in 0..5 {
        play(&mut [&mut anna, &mut boris]);
    }
    let before = anna.seq;
    let second = Running::start(config(&path));
    assert_eq!(second.tables, 1);
    let (turn, other) = if anna.has_turn() { (&mut anna, &mut boris) } else { (&mut boris, &mut anna) };
    let action = turn.lowest();
    turn.send("act", json!({"action": action}));
    for client in [&mut *turn, &mut *other] {
        let (messages, end) = client.wire.rest();
        assert!(messages.iter().all(|m| m["type"] == "watching" || m["type"] == "notice"), "{messages:?}");
        assert!(matches!(end, Received::Closed(4009 | 1012, _)), "{end:?}");
    }
    assert_eq!(log(&path, &table).len() as u64, before, "what the first did is not in the log");

    let mut new_anna = Client::connect(second.address, &table, ANNA, Some(before));
    let mut new_boris = Client::connect(second.address, &table, BORIS, None);
    new_anna.now = new_boris.now.clone();
    for _ in 0..5 {
        play(&mut [&mut new_anna, &mut new_boris]);
    }
    let error = first.ended().unwrap_err();
    assert!(matches!(&error, ServerError::Store(StoreError::Fenced { node }) if node == "main"), "{error}");
    play(&mut [&mut new_anna, &mut new_boris]);
    assert_eq!(log(&path, &table).len() as u64, new_anna.seq);
    assert_kept(&path, &table, &new_anna);
    assert_kept(&path, &table, &new_boris);
    assert_quiet(&[ANNA, BORIS]);
}

#[test]
fn a_second_server_on_an_sqlite_file_is_refused_and_the_first_plays_on() {
    let (_folder, path) = new_file();
    let first = Running::start(config(&path));
    let (table, mut anna, mut boris) = first.two_players(ANNA, &quick());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    // Of the same name or not: both would take tables over.
    for node in ["main", "other"] {
        let second = Config { node: node.to_owned(), lease: Duration::ZERO, ..config(&path) };
        let refusal = runtime.block_on(Server::start(second, entropy())).err().unwrap();
        assert!(matches!(&refusal, ServerError::Store(StoreError::Unusable { .. })), "{refusal}");
        assert!(refusal.to_string().contains("another program"), "{refusal}");
        play(&mut [&mut anna, &mut boris]);
    }
    assert_eq!(log(&path, &table).len() as u64, anna.seq, "whoever reads may do so");
    first.crash();
    assert_eq!(Running::start(config(&path)).tables, 1);
}

#[test]
fn who_is_connected_when_the_server_stops_is_told_and_comes_back_to_the_same_game() {
    let (_folder, path) = new_file();
    let mut server = Running::start(config(&path));
    let (table, mut anna, mut boris) = server.two_players(ANNA, &quick());
    for _ in 0..5 {
        play(&mut [&mut anna, &mut boris]);
    }
    let commands: Vec<String> = (1..=50)
        .map(|id| {
            let on = id % 2 == 1;
            json!({"type": "silence", "id": id, "seen": anna.seq, "person": 1, "on": on}).to_string()
        })
        .collect();
    let all: Vec<u8> = commands.iter().flat_map(|command| frame(FIN | TEXT, command.as_bytes())).collect();
    anna.wire.write(&all);
    anna.until(|message| message["type"] == "done");
    server.stop();
    for client in [&mut anna, &mut boris] {
        let end = loop {
            match client.receive() {
                Received::Message(_) | Received::Pong => {}
                end => break end,
            }
        };
        assert_eq!(client.notices, ["restarting"]);
        assert_eq!(end, Received::Closed(1012, "restarting".to_owned()));
    }
    server.ended().unwrap();
    for client in [&anna, &boris] {
        assert_kept(&path, &table, client);
    }

    let server = Running::start(config(&path));
    assert_eq!(server.tables, 1);
    let (heard, kept) = (boris.events.clone(), log(&path, &table).len() as u64);
    let mut again = Client::connect(server.address, &table, BORIS, Some(boris.seq - 2));
    again.follow(kept);
    if again.events.len() >= 2 {
        assert_eq!(again.events[..2], heard[heard.len() - 2..]);
    }
    let mut anna = Client::connect(server.address, &table, ANNA, None);
    let mut boris = Client::connect(server.address, &table, BORIS, None);
    for _ in 0..5 {
        play(&mut [&mut anna, &mut boris]);
    }
    assert_quiet(&[ANNA, BORIS]);
}

/// A table whose last event waits for storage, which takes nothing; the player who has the turn comes first.
fn outage(path: &Path, settings: &Value) -> (Running, String, Lock, Client, Client) {
    let server = Running::start(config(path));
    let (table, anna, boris) = server.two_players(ANNA, settings);
    let lock = Lock::new(path);
    let (mut turn, mut other) = if anna.has_turn() { (anna, boris) } else { (boris, anna) };
    let action = turn.lowest();
    turn.send("act", json!({"action": action}));
    turn.until(is_notice("storage-down"));
    other.until(is_notice("storage-down"));
    (server, table, lock, other, turn)
}

#[test]
fn who_asks_while_storage_takes_nothing_is_answered_at_once() {
    let (_folder, path) = new_file();
    let (server, table, lock, mut anna, _boris) = outage(&path, &quick());
    assert_eq!(anna.refused("leave", json!({})), "storage-down");
    anna.catch_up();
    let mut late = Wire::open(server.address, &table);
    late.hello(30, None);
    let Received::Message(message) = late.receive() else { panic!("the connection ended") };
    assert_eq!(message["notice"], "storage-down");
    lock.release();
}

#[test]
fn nobody_loses_time_while_nobody_can_act() {
    let (_folder, path) = new_file();
    // Three seconds for a move, which storage takes longer than to be found out.
    let settings = json!({"speed": "instant", "turn": 3, "bank": 0, "tours": 100, "seats": 3});
    let (_server, _table, lock, mut anna, _boris) = outage(&path, &settings);
    lock.release();
    anna.until(is_notice("storage-up"));
    anna.until(|message| message["event"]["what"] == "bid");
    let action = anna.lowest();
    anna.done("act", json!({"action": action}));
    assert!(anna.events.iter().all(|event| event["what"] != "away"), "{:?}", anna.events);
}

#[test]
fn a_server_stops_though_storage_takes_nothing() {
    let (_folder, path) = new_file();
    let (mut server, _table, lock, _anna, _boris) = outage(&path, &quick());
    server.stop();
    // What was not stored was not told either.
    let _ = server.ended();
    lock.release();
}
