//! Storage that is lost or hangs while a server runs.

use std::fs;
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use perudo_server::Config;
use perudo_test_postgres::Postgres;
use serde_json::json;

use crate::client::{Client, PATIENCE, Running, answers, ask_until, assert_quiet, config, play, quick};
use crate::place::Place;
use crate::{ANNA, BORIS, assert_kept, is_notice, new_file};

/// A file beside another.
fn beside(path: &Path, end: &str) -> PathBuf {
    PathBuf::from(format!("{}{end}", path.display()))
}

#[test]
fn a_file_that_is_gone_is_noticed_and_nothing_that_was_told_is_lost() {
    for (case, acts) in [("deleted", true), ("deleted", false), ("replaced", true)] {
        let (folder, path) = new_file();
        let server = Running::start(config(&path));
        let (table, mut anna, mut boris) = server.two_players(ANNA, &quick());
        for _ in 0..5 {
            play(&mut [&mut anna, &mut boris]);
        }
        let before = anna.seq;
        match case {
            "deleted" => fs::remove_file(&path).unwrap(),
            _ => {
                let other = folder.path().join("other.db");
                fs::write(&other, "another file").unwrap();
                fs::rename(&other, &path).unwrap();
            }
        }
        if acts {
            let turn = if anna.has_turn() { &mut anna } else { &mut boris };
            turn.send("act", json!({"action": turn.lowest()}));
        }
        // Also when nobody does anything.
        for client in [&mut anna, &mut boris] {
            client.until(is_notice("storage-down"));
            assert_eq!(client.refused("leave", json!({})), "storage-down", "{case}");
        }
        assert_eq!(server.get("/readyz").status, 503, "{case}");
        assert_eq!((anna.seq, boris.seq), (before, before), "nothing is told that is not kept");
        server.crash();

        // As the log says.
        for end in ["-wal", "-shm"] {
            let _ = fs::remove_file(beside(&path, end));
        }
        fs::rename(beside(&path, ".saved-1"), &path).unwrap();
        for client in [&anna, &boris] {
            assert_kept(&path, &table, client);
        }
        let server = Running::start(config(&path));
        let mut anna = Client::connect(server.address, &table, ANNA, None);
        let mut boris = Client::connect(server.address, &table, BORIS, None);
        play(&mut [&mut anna, &mut boris]);
        assert_quiet(&[ANNA, BORIS]);
    }
}

#[test]
fn a_file_that_is_moved_away_and_back_is_written_on() {
    let (_folder, path) = new_file();
    let server = Running::start(config(&path));
    let (table, mut anna, mut boris) = server.two_players(ANNA, &quick());
    let elsewhere = beside(&path, ".away");
    fs::rename(&path, &elsewhere).unwrap();
    let turn = if anna.has_turn() { &mut anna } else { &mut boris };
    let bid = turn.send("act", json!({"action": turn.lowest()}));
    turn.until(is_notice("storage-down"));
    fs::rename(&elsewhere, &path).unwrap();
    turn.until(is_notice("storage-up"));
    assert_eq!(turn.answer(bid)["type"], "done");
    for _ in 0..3 {
        play(&mut [&mut anna, &mut boris]);
    }
    for client in [&anna, &boris] {
        assert_kept(&path, &table, client);
    }
}

/// Stands between a server and its database, and can hold up everything that they say.
struct Proxy {
    address: SocketAddr,
    held: Arc<(Mutex<bool>, Condvar)>,
}

impl Proxy {
    fn to(database: SocketAddr) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (address, held) = (listener.local_addr().unwrap(), Arc::new((Mutex::new(false), Condvar::new())));
        let hold = Arc::clone(&held);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let (near, far) = (stream.unwrap(), TcpStream::connect(database).unwrap());
                Proxy::pass_on(near.try_clone().unwrap(), far.try_clone().unwrap(), Arc::clone(&hold));
                Proxy::pass_on(far, near, Arc::clone(&hold));
            }
        });
        Proxy { address, held }
    }

    fn pass_on(mut from: TcpStream, mut to: TcpStream, held: Arc<(Mutex<bool>, Condvar)>) {
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            loop {
                let read = from.read(&mut bytes).unwrap_or(0);
                let (is_held, changed) = &*held;
                drop(changed.wait_while(is_held.lock().unwrap(), |held| *held).unwrap());
                if read == 0 || to.write_all(&bytes[..read]).is_err() {
                    let _ = to.shutdown(Shutdown::Both);
                    return;
                }
            }
        });
    }

    fn hold(&self, held: bool) {
        *self.held.0.lock().unwrap() = held;
        self.held.1.notify_all();
    }
}

/// Asks until the server is ready, or not.
fn until_ready(server: &Running, ready: bool) {
    let status = if ready { 200 } else { 503 };
    ask_until(server.address, "/readyz", |answer| answer.status == status);
}

/// The processes of PostgreSQL that serve one database stand still for as long as this is kept, new ones too.
struct Stopped<'a> {
    place: &'a Place,
}

impl Stopped<'_> {
    fn signal(place: &Place, signal: &str) -> usize {
        let processes = place.processes();
        for process in &processes {
            // One may have ended meanwhile.
            let _ = Command::new("kill").args([signal, &process.to_string()]).status().unwrap();
        }
        processes.len()
    }
}

impl Drop for Stopped<'_> {
    fn drop(&mut self) {
        Stopped::signal(self.place, "-CONT");
    }
}

/// A server that gets through an outage: one whose lease runs out meanwhile ends its connections, and rightly so. It notices
/// after a quarter of the lease and two deadlines of five seconds at the latest, so a lease of 15 leaves hardly any time.
fn long_leased(database: &str) -> Config {
    Config { lease: Duration::from_secs(40), ..config(Path::new(database)) }
}

#[test]
fn a_server_whose_postgresql_is_stopped_is_not_ready_until_it_goes_on() {
    // One of its own: where one process stands still, no database can be dropped.
    let postgres = Postgres::start().unwrap();
    let place = Place::postgres_on(postgres.url());
    let server = Running::start(long_leased(&place.address()));
    let (_table, mut anna, mut boris) = server.two_players(ANNA, &quick());
    assert_eq!(server.get("/readyz").status, 200);
    let begun = Instant::now();
    let stopped = Stopped { place: &place };
    while server.get("/readyz").status == 200 {
        assert!(Stopped::signal(&place, "-STOP") > 0, "the processes of the database are on this machine");
        assert!(begun.elapsed() < PATIENCE, "it is ready though its database does not answer");
    }
    assert_eq!(server.get("/healthz").status, 200);
    drop(stopped);
    until_ready(&server, true);
    play(&mut [&mut anna, &mut boris]);
    server.crash();
}

#[test]
fn a_server_whose_database_hangs_is_not_ready_until_it_answers_again() {
    let place = Place::postgres();
    let url = place.address();
    let (user, rest) = url.split_once('@').unwrap();
    let (database, name) = rest.split_once('/').unwrap();
    let proxy = Proxy::to(database.parse().unwrap());
    let server = Running::start(long_leased(&format!("{user}@{}/{name}", proxy.address)));
    let (table, mut anna, mut boris) = server.two_players(ANNA, &quick());
    for acts in [false, true] {
        assert_eq!(server.get("/readyz").status, 200);
        let before = anna.seq;
        proxy.hold(true);
        let bid = acts.then(|| {
            let turn = if anna.has_turn() { &mut anna } else { &mut boris };
            turn.send("act", json!({"action": turn.lowest()}))
        });
        until_ready(&server, false);
        assert_eq!(server.get("/healthz").status, 200);
        assert_eq!(anna.seq, before);
        proxy.hold(false);
        until_ready(&server, true);
        if let Some(bid) = bid {
            let turn = if anna.has_turn() { &mut anna } else { &mut boris };
            // A server may end connections in an outage: then nothing was promised.
            if let Ok(answer) = turn.until_it_ends(|message| answers(message, bid)) {
                assert_eq!(answer["event"], before + 1);
            }
        }
        anna.come_back(server.address, &table);
        boris.come_back(server.address, &table);
        play(&mut [&mut anna, &mut boris]);
    }
    assert_quiet(&[ANNA, BORIS]);
    server.crash();
}
