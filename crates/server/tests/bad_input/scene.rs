//! Two people who play, and whom nobody may disturb.

use perudo_server::Config;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::{Client, Received, Running, Wire, assert_quiet, config, play, quick};

/// Two people who play, and whom others must not disturb.
pub(crate) struct Scene {
    pub(crate) server: Running,
    pub(crate) table: String,
    pub(crate) anna: Client,
    pub(crate) boris: Client,
    pub(crate) folder: TempDir,
}

impl Scene {
    pub(crate) fn new() -> Scene {
        Scene::with(|_| ())
    }

    pub(crate) fn with(change: impl FnOnce(&mut Config)) -> Scene {
        let folder = tempfile::tempdir().unwrap();
        let mut config = config(&folder.path().join("perudo.db"));
        change(&mut config);
        let server = Running::start(config);
        let (table, anna, boris) = server.two_players(ANNA, &quick());
        Scene { server, table, anna, boris, folder }
    }

    pub(crate) fn connect(&self, guest: u128) -> Client {
        Client::connect(self.server.address, &self.table, guest, None)
    }

    pub(crate) fn wire(&self) -> Wire {
        Wire::open(self.server.address, &self.table)
    }

    /// A connection of a spectator, with its view of the table read.
    pub(crate) fn spectator(&self) -> Wire {
        let mut wire = self.wire();
        wire.hello(MALLORY, None);
        assert_eq!(kind(&heard(&mut wire)), "welcome");
        wire
    }

    pub(crate) fn watcher(&self, guest: u128, name: &str) -> Client {
        let mut client = self.connect(guest);
        client.done("join", json!({"name": name, "watch": true}));
        client
    }

    /// The players hear everything that was said; gives the number of the last event.
    pub(crate) fn calm(&mut self) -> u64 {
        self.anna.catch_up();
        self.boris.catch_up();
        assert_eq!(self.anna.seq, self.boris.seq);
        self.anna.seq
    }

    /// What the players were told since an event.
    pub(crate) fn news(&self, since: u64) -> &[Value] {
        let count = (self.anna.seq - since) as usize;
        let (anna, boris) = (&self.anna.events, &self.boris.events);
        let (anna, boris) = (&anna[anna.len() - count..], &boris[boris.len() - count..]);
        let public = |event: &Value| {
            let mut event = event.clone();
            event["hand"] = Value::Null;
            event
        };
        assert!(anna.iter().map(public).eq(boris.iter().map(public)), "both hear the same");
        anna
    }

    /// Nothing has happened since that event, and the players play on.
    pub(crate) fn undisturbed(&mut self, since: u64, case: &str) {
        self.calm();
        assert!(self.news(since).is_empty(), "{case}: {:?}", self.news(since));
        play(&mut [&mut self.anna, &mut self.boris]);
        let play = ["bid", "passed", "showdown", "rolled", "tour-began", "drawn"];
        for event in self.news(since) {
            assert!(play.contains(&event["what"].as_str().unwrap()), "{case}: {event}");
        }
        assert_quiet(&[ANNA, BORIS, MALLORY]);
    }
}

pub(crate) const ANNA: u128 = 1;

pub(crate) const BORIS: u128 = 2;

pub(crate) const MALLORY: u128 = 66;

pub(crate) fn kind(message: &Value) -> &str {
    message["type"].as_str().unwrap()
}

/// The next message about the one who hears it.
pub(crate) fn heard(wire: &mut Wire) -> Value {
    loop {
        match wire.receive() {
            Received::Message(message) if kind(&message) != "watching" && kind(&message) != "event" => {
                return message;
            }
            Received::Message(_) | Received::Pong => {}
            end => panic!("the connection ended: {end:?}"),
        }
    }
}
