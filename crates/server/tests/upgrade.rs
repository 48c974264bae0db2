//! Databases that versions 0.1.0 and 0.2.0 left behind are opened, and their games are played on: see `fixtures`.

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
    version: &'static str,
    finished: &'static str,
    playing: [(&'static str, u128); 2],
    waiting: &'static str,
    record: &'static str,
    proof: &'static str,
}

const SQLITE: [Left; 2] = [
    Left {
        version: "0.1.0",
        finished: "3aqamyws91",
        playing: [("a4dfmcap3g", 2), ("dxbd52gfct", 3)],
        waiting: "7ns9w522vp",
        record: "sqlite.perudo",
        proof: "sqlite.proof.json",
    },
    Left {
        version: "0.2.0",
        finished: "dfh2nregg9",
        playing: [("mqc6kdt4te", 2), ("et0vpnshk2", 3)],
        waiting: "575kmzdf2c",
        record: "sqlite.perudo",
        proof: "sqlite.proof.json",
    },
];

const POSTGRES: [Left; 2] = [
    Left {
        version: "0.1.0",
        finished: "1p5jdzsrbd",
        playing: [("jxpyq91rmy", 2), ("bv6tw962bh", 3)],
        waiting: "c3tkr580fr",
        record: "postgres.perudo",
        proof: "postgres.proof.json",
    },
    Left {
        version: "0.2.0",
        finished: "tjkyxd57th",
        playing: [("4hg0hww92d", 2), ("yfe38c210g", 3)],
        waiting: "ryb8expbtm",
        record: "postgres.perudo",
        proof: "postgres.proof.json",
    },
];

#[test]
fn sqlite_databases_of_older_versions_are_played_on() {
    for left in SQLITE {
        let place = Place::sqlite();
        let file = PathBuf::from(place.address());
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::copy(left.file("perudo.db"), file).unwrap();
        left.goes_on(&place);
    }
}

#[test]
fn postgresql_databases_of_older_versions_are_played_on() {
    for left in POSTGRES {
        let place = Place::postgres();
        place.execute(&fs::read_to_string(left.file("perudo.sql")).unwrap());
        left.goes_on(&place);
    }
}

impl Left {
    fn file(&self, name: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(self.version).join(name)
    }

    /// Everything is there, and every game goes on.
    fn goes_on(&self, place: &Place) {
        let version = self.version;
        // Older versions stored dice and secrets as they are.
        let plain = [r#""Rolled":["#, r#""secret":["#];
        let found = |text: &&str| place.bytes().windows(text.len()).any(|window| window == text.as_bytes());
        assert_eq!(plain.iter().filter(|text| found(text)).count(), plain.len());
        let server = Running::start(config(Path::new(&place.address())));
        assert_eq!(
            plain.iter().find(|text| found(text)),
            None,
            "{version}: nothing of it can be read any more"
        );
        assert_eq!(server.tables, 4, "{version}");
        for (address, file) in [("record", self.record), ("proof", self.proof)] {
            let served = server.get(&format!("/api/tables/{}/tours/1/{address}", self.finished));
            assert_eq!(served.body, fs::read_to_string(self.file(file)).unwrap(), "{version}: {file}");
        }
        for (table, guest) in self.playing {
            let mut player = Client::connect(server.address, table, guest, None);
            assert_eq!(player.you["chair"], 0, "{version}, {table}: the guest has kept the chair");
            assert!(player.hand.as_str().is_some_and(|hand| !hand.is_empty()), "{table}: and the dice");
            let before = player.seq;
            play(&mut [&mut player]);
            assert!(player.seq > before, "{version}: {table} goes on");
        }
        let mut host = Client::connect(server.address, self.waiting, 4, None);
        assert_eq!(host.you["host"], true, "{version}");
        host.done("bot", json!({"level": "novice"}));
        // Before the database goes.
        server.crash();
    }
}
