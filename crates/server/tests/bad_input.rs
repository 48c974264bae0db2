//! Whatever comes over a socket: whoever sends it is told what is wrong with it, and nobody else notices anything.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may

mod client;

use client::{
    BINARY, CLOSE, CONTINUATION, Client, FIN, PING, PONG, Running, Said, TEXT, Wire, config, frame, head, play,
    quick,
};
use serde_json::{Value, json};
use tempfile::TempDir;

/// Two people who play, and whom others must not disturb.
struct Scene {
    server: Running,
    table: String,
    anna: Client,
    boris: Client,
    _folder: TempDir,
}

const ANNA: u128 = 1;
const MALLORY: u128 = 66;

impl Scene {
    async fn new() -> Scene {
        let folder = tempfile::tempdir().unwrap();
        let server = Running::start(config(&folder.path().join("perudo.db"))).await;
        let (table, anna, boris) = server.two_players(ANNA, &quick()).await;
        Scene { server, table, anna, boris, _folder: folder }
    }

    async fn connect(&self, guest: u128) -> Client {
        Client::connect(self.server.address, &self.table, guest, None).await
    }

    async fn wire(&self) -> Wire {
        Wire::open(self.server.address, &self.table).await
    }

    /// The players hear everything that was said; gives the number of the last event.
    async fn calm(&mut self) -> u64 {
        self.anna.catch_up().await;
        self.boris.catch_up().await;
        assert_eq!(self.anna.seq, self.boris.seq);
        self.anna.seq
    }

    /// Nothing has happened since that event, and the players play on.
    async fn undisturbed(&mut self, since: u64, case: &str) {
        let last = self.calm().await;
        let news = &self.anna.events[self.anna.events.len() - (last - since) as usize..];
        assert!(news.is_empty(), "{case}: {news:?}");
        play(&mut [&mut self.anna, &mut self.boris]).await;
        let done = &self.anna.events[self.anna.events.len() - (self.anna.seq - since) as usize..];
        let play = ["bid", "passed", "showdown", "rolled", "tour-began", "drawn"];
        assert!(!done.is_empty() && done.iter().all(|event| play.contains(&event["what"].as_str().unwrap())));
    }
}

fn kind(message: &Value) -> &str {
    message["type"].as_str().unwrap()
}

#[tokio::test]
async fn frames_that_are_none_end_the_connection_with_the_right_code() {
    let mut scene = Scene::new().await;
    let long = vec![b'x'; 4097];
    let cases: Vec<(&str, Vec<Vec<u8>>, u16)> = vec![
        ("a binary message", vec![frame(FIN | BINARY, b"{}")], 1007),
        ("a message of one byte too many", vec![frame(FIN | TEXT, &long)], 1009),
        ("a message that would be long", vec![head(FIN | TEXT, 0x80, 1 << 40)], 1009),
        ("a length that cannot be", vec![head(FIN | TEXT, 0x80, u64::MAX)], 1009),
        (
            "parts that are too long together",
            vec![frame(TEXT, &long[..3000]), frame(FIN | CONTINUATION, &long[..3000])],
            1009,
        ),
        ("text that is no UTF-8", vec![frame(FIN | TEXT, b"{\"type\":\"\xff\"}")], 1007),
        ("text that ends in the middle of a character", vec![frame(FIN | TEXT, b"\xd0")], 1007),
        ("a frame without a mask", vec![[&head(FIN | TEXT, 0, 2)[..], b"{}"].concat()], 1002),
        ("a reserved bit", vec![frame(FIN | 0x40 | TEXT, b"{}")], 1002),
        ("a kind of frame that is none", vec![frame(FIN | 3, b"{}")], 1002),
        ("a kind of control frame that is none", vec![frame(FIN | 11, b"")], 1002),
        ("a ping in parts", vec![frame(PING, b"")], 1002),
        ("a ping that is too long", vec![frame(FIN | PING, &long[..126])], 1002),
        ("a continuation of nothing", vec![frame(FIN | CONTINUATION, b"{}")], 1002),
        ("a message within a message", vec![frame(TEXT, b"{"), frame(FIN | TEXT, b"{}")], 1002),
        ("a farewell of one byte", vec![frame(FIN | CLOSE, b"x")], 1002),
    ];
    let mut found = Vec::new();
    for (name, bytes, code) in cases {
        let before = scene.calm().await;
        let mut wire = scene.wire().await;
        wire.hello(MALLORY, None).await;
        for bytes in bytes {
            wire.write(&bytes).await;
        }
        let (_, end) = wire.to_the_end().await;
        found.push(format!("{name}: expected {code} {end:?}"));
        scene.undisturbed(before, name).await;
    }
    let ends: [u8; 1] = [PONG];
    panic!("{found:#?} {ends:?}");
}
