//! Databases that version 0.1.0 left behind are opened, and their games are played on: see `fixtures/0.1.0`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may

mod client;

use std::fs;
use std::path::{Path, PathBuf};

use client::{Client, Running, config, play};
use serde_json::json;

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/0.1.0").join(name)
}

/// What a database has in it: tables by name, and the files of the first tour of the match that is over.
struct Left {
    finished: &'static str,
    playing: [(&'static str, u128); 2],
    waiting: &'static str,
    record: &'static str,
    proof: &'static str,
}

const SQLITE: Left = Left {
    finished: "3aqamyws91",
    playing: [("a4dfmcap3g", 2), ("dxbd52gfct", 3)],
    waiting: "7ns9w522vp",
    record: "sqlite.perudo",
    proof: "sqlite.proof.json",
};

/// Everything is there and every game goes on.
async fn goes_on(server: &Running, left: &Left) {
    assert_eq!(server.tables, 4);
    let finished = left.finished;
    for (address, file) in [("record", left.record), ("proof", left.proof)] {
        let served = server.get(&format!("/api/tables/{finished}/tours/1/{address}")).await;
        assert_eq!(served.body, fs::read_to_string(fixture(file)).unwrap(), "{file}");
    }
    for (table, guest) in left.playing {
        let mut player = Client::connect(server.address, table, guest, None).await;
        assert_eq!(player.you["chair"], 0, "{table}: the guest has kept the seat");
        assert!(player.hand.as_str().is_some_and(|hand| !hand.is_empty()), "{table}: and the dice");
        let before = player.seq;
        play(&mut [&mut player]).await;
        assert!(player.seq > before, "{table} goes on");
    }
    let mut host = Client::connect(server.address, left.waiting, 4, None).await;
    assert_eq!(host.you["host"], true);
    host.done("bot", json!({"level": "novice"})).await;
}

#[tokio::test]
async fn a_sqlite_database_of_version_0_1_0_is_played_on() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("perudo.db");
    fs::copy(fixture("perudo.db"), &database).unwrap();
    let server = Running::start(config(&database)).await;
    goes_on(&server, &SQLITE).await;
}
