//! Tables that go on at another node: after a crash, after a stop, and when nobody looks.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may

mod client;
#[path = "store/place.rs"]
mod place;

use std::path::Path;
use std::time::{Duration, Instant};

use client::{Client, PATIENCE, Received, Running, assert_quiet, config, open_store, play, quick, secret};
use perudo_server::Config;
use perudo_server::store::NodeStatus;
use perudo_table::Entry;
use place::Place;
use serde_json::json;

const ANNA: u128 = 1;
const BORIS: u128 = 2;

fn node(place: &Place, name: &str) -> Running {
    let database = place.address();
    Running::start(Config {
        node: name.to_owned(),
        lease: Duration::from_secs(1),
        ..config(Path::new(&database))
    })
}

fn wait_until(what: &str, mut ready: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !ready() {
        assert!(begun.elapsed() < PATIENCE, "never came: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The log of a table, which is whole: numbered without a gap, and every line can be read.
fn log(place: &Place, table: &str) -> Vec<Entry> {
    let events = open_store(&place.address()).events(table.parse().unwrap(), 1).unwrap().unwrap();
    assert!(events.iter().map(|event| event.seq).eq(1..=events.len() as u64));
    events.iter().map(|event| serde_json::from_slice(&event.body).unwrap()).collect()
}

fn nodes(place: &Place) -> Vec<NodeStatus> {
    open_store(&place.address()).nodes().unwrap()
}

/// Both players come back to their table at another node, and play on.
fn play_on(server: &Running, table: &str, players: [&Client; 2]) -> u64 {
    let after = players.map(|client| client.seq).into_iter().max().unwrap();
    let mut anna = Client::connect(server.address, table, ANNA, None);
    let mut boris = Client::connect(server.address, table, BORIS, None);
    assert!(anna.seq >= after, "what was told is not there");
    client::meet(&mut [&mut anna, &mut boris]);
    for _ in 0..5 {
        play(&mut [&mut anna, &mut boris]);
    }
    anna.seq
}

#[test]
fn when_a_node_dies_another_goes_on_with_its_tables() {
    let place = Place::postgres();
    let (first, second) = (node(&place, "first"), node(&place, "second"));
    let (table, mut anna, mut boris) = first.two_players(ANNA, &quick());
    for _ in 0..5 {
        play(&mut [&mut anna, &mut boris]);
    }
    first.crash();
    wait_until("the table at the second node", || second.get(&format!("/api/tables/{table}")).status == 200);
    let seq = play_on(&second, &table, [&anna, &boris]);
    assert_eq!(log(&place, &table).len() as u64, seq);
    assert_quiet(&[ANNA, BORIS]);
}

#[test]
fn when_a_node_stops_another_has_its_tables_at_once() {
    let place = Place::postgres();
    let database = place.address();
    // A lease that nobody would wait for.
    let hour = Duration::from_secs(60 * 60);
    let start = |name: &str| {
        Running::start(Config { node: name.to_owned(), lease: hour, ..config(Path::new(&database)) })
    };
    let (mut first, second) = (start("first"), start("second"));
    let (table, mut anna, mut boris) = first.two_players(ANNA, &quick());
    for _ in 0..5 {
        play(&mut [&mut anna, &mut boris]);
    }
    first.stop();
    for client in [&mut anna, &mut boris] {
        let (_, end) = client.wire.rest();
        assert_eq!(end, Received::Closed(1012, "restarting".to_owned()));
        assert_eq!(second.get(&format!("/api/tables/{table}")).status, 200, "told before it was released");
    }
    first.ended().unwrap();
    let seq = play_on(&second, &table, [&anna, &boris]);
    assert_eq!(log(&place, &table).len() as u64, seq);
}

#[test]
fn a_table_at_which_nobody_looks_goes_on_at_another_node() {
    let place = Place::postgres();
    let first = node(&place, "first");
    let settings = json!({"speed": "instant", "turn": 3, "bank": 0, "tours": 100, "seats": 2});
    let body = json!({"guest": secret(ANNA), "name": "anna", "settings": settings, "bots": ["steady"]});
    let made = first.post("/api/tables", &body);
    let table = made.json()["table"].as_str().unwrap().to_owned();
    let mut anna = Client::connect(first.address, &table, ANNA, None);
    anna.done("start", json!({}));
    anna.follow(anna.seq + 4);
    let _second = node(&place, "second");
    first.crash();
    let (before, mut held) = (log(&place, &table).len(), 0);
    wait_until("moves at the second node", || {
        held = nodes(&place).iter().find(|node| node.name == "second").unwrap().tables;
        held == 1 && log(&place, &table).len() > before
    });
}

#[test]
fn a_node_that_is_to_drain_hands_its_tables_over_and_takes_no_others() {
    let place = Place::postgres();
    let (first, second) = (node(&place, "first"), node(&place, "second"));
    let (table, mut anna, mut boris) = first.two_players(ANNA, &quick());
    play(&mut [&mut anna, &mut boris]);
    place.execute("UPDATE nodes SET draining = true WHERE name = 'first'");
    for client in [&mut anna, &mut boris] {
        let (_, end) = client.wire.rest();
        assert_eq!(end, Received::Closed(1012, "restarting".to_owned()));
    }
    assert_eq!(first.get("/readyz").status, 503);
    assert_eq!(first.get("/healthz").status, 200);
    play_on(&second, &table, [&anna, &boris]);
    let body = json!({"guest": secret(ANNA), "name": "anna", "settings": quick()});
    assert_eq!(first.post("/api/tables", &body).status, 503);
    assert_eq!(nodes(&place).iter().map(|node| node.tables).collect::<Vec<_>>(), [0, 1]);
}

#[test]
fn what_a_guest_has_made_at_one_node_counts_at_another() {
    let place = Place::postgres();
    let database = place.address();
    let start = |name: &str| {
        let mut config = Config { node: name.to_owned(), ..config(Path::new(&database)) };
        config.limits.tables_per_guest = std::num::NonZeroU32::new(2);
        Running::start(config)
    };
    let (first, second) = (start("first"), start("second"));
    first.make(ANNA, "anna", &quick());
    second.make(ANNA, "anna", &quick());
    let body = json!({"guest": secret(ANNA), "name": "anna", "settings": quick()});
    for server in [&first, &second] {
        assert_eq!(server.post("/api/tables", &body).error(), "too-many-tables");
    }
    first.make(BORIS, "boris", &quick());
}
