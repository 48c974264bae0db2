//! Databases that version 0.1.0 left behind are opened, and their games are played on: see `fixtures/0.1.0`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may

mod client;
#[path = "store/place.rs"]
mod place;

use std::fs;
use std::path::{Path, PathBuf};

use client::{Client, Running, config, play};
use place::Place;
use serde_json::json;

/// What a database has in it: tables by name, those in the middle of a tour with a guest who plays there, and the files
/// of the first tour of the match that is over.
struct Left {
    finished: &'static str,
    playing: [(&'static str, u128); 2],
    waiting: &'static str,
    record: &'static str,
    proof: &'static str,
}

#[test]
fn a_sqlite_database_of_version_0_1_0_is_played_on() {
    let place = Place::sqlite();
    let file = PathBuf::from(place.address());
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::copy(fixture("perudo.db"), file).unwrap();
    goes_on(
        &place,
        &Left {
            finished: "3aqamyws91",
            playing: [("a4dfmcap3g", 2), ("dxbd52gfct", 3)],
            waiting: "7ns9w522vp",
            record: "sqlite.perudo",
            proof: "sqlite.proof.json",
        },
    );
}

#[test]
fn a_postgresql_database_of_version_0_1_0_is_played_on() {
    let place = Place::postgres();
    place.execute(&fs::read_to_string(fixture("perudo.sql")).unwrap());
    goes_on(
        &place,
        &Left {
            finished: "1p5jdzsrbd",
            playing: [("jxpyq91rmy", 2), ("bv6tw962bh", 3)],
            waiting: "c3tkr580fr",
            record: "postgres.perudo",
            proof: "postgres.proof.json",
        },
    );
}

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/0.1.0").join(name)
}

/// Everything is there, and every game goes on.
fn goes_on(place: &Place, left: &Left) {
    // Version 0.1.0 stored dice and secrets as they are.
    let plain = [r#""Rolled":["#, r#""secret":["#];
    let found = |text: &&str| place.bytes().windows(text.len()).any(|window| window == text.as_bytes());
    assert_eq!(plain.iter().filter(|text| found(text)).count(), plain.len());
    let server = Running::start(config(Path::new(&place.address())));
    assert_eq!(plain.iter().find(|text| found(text)), None, "nothing of it can be read any more");
    assert_eq!(server.tables, 4);
    for (address, file) in [("record", left.record), ("proof", left.proof)] {
        let served = server.get(&format!("/api/tables/{}/tours/1/{address}", left.finished));
        assert_eq!(served.body, fs::read_to_string(fixture(file)).unwrap(), "{file}");
    }
    for (table, guest) in left.playing {
        let mut player = Client::connect(server.address, table, guest, None);
        assert_eq!(player.you["chair"], 0, "{table}: the guest has kept the chair");
        assert!(player.hand.as_str().is_some_and(|hand| !hand.is_empty()), "{table}: and the dice");
        let before = player.seq;
        play(&mut [&mut player]);
        assert!(player.seq > before, "{table} goes on");
    }
    let mut host = Client::connect(server.address, left.waiting, 4, None);
    assert_eq!(host.you["host"], true);
    host.done("bot", json!({"level": "novice"}));
    // Before the database goes.
    server.crash();
}
