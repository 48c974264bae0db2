//! Bytes at random.

use std::io::Write;
use std::net::TcpStream;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::json;

use crate::client::{BINARY, CLOSE, Client, FIN, Running, TEXT, Wire, assert_quiet, config, frame, secret};
use crate::scene::Scene;

/// Messages to be spoilt.
fn messages(random: &mut Xoshiro256PlusPlus, seen: u64) -> String {
    let id = random.random_range(0..1000);
    let messages = [
        json!({"type": "hello", "protocol": 1, "guest": secret(id), "after": seen, "lang": "ru"}),
        json!({"type": "join", "id": id, "seen": seen, "name": format!("x{id}"), "chair": 1, "tip": "ab".repeat(32)}),
        json!({"type": "act", "id": id, "seen": seen, "action": "3x4"}),
        json!({"type": "say", "id": id, "seen": seen, "text": "привет"}),
        json!({"type": "settings", "id": id, "seen": seen, "settings": {"rules": "calza dice=3", "seats": 4}}),
        json!({"type": "link", "throw": 1, "link": "cd".repeat(32)}),
        json!({"type": "bot", "id": id, "seen": seen, "level": "steady"}),
        json!({"type": "silence", "id": id, "seen": seen, "person": 0, "on": true}),
        json!({"type": "leave", "id": id, "seen": seen}),
        json!({"type": "start", "id": id, "seen": seen}),
        json!({"type": "ping"}),
    ];
    messages[random.random_range(0..messages.len())].to_string()
}

fn spoilt(random: &mut Xoshiro256PlusPlus, text: &str) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..random.random_range(0..4) {
        let at = random.random_range(0..bytes.len().max(1)).min(bytes.len());
        match random.random_range(0..6) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, random.random()),
            2 => drop(bytes.splice(at..at, *b"99999999999999999999")),
            3 => drop(bytes.splice(at..at, "\\u0000\u{202e}ж".bytes())),
            4 => bytes.rotate_left(at),
            _ => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << random.random_range(0..8);
                }
            }
        }
    }
    bytes
}

#[test]
fn no_bytes_whatsoever_bring_the_server_down() {
    const CONNECTIONS: usize = 300;
    let mut scene = Scene::new();
    let table = scene.server.make(10, "igor", &json!({"speed": "instant", "seats": 4}));
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2026);
    let before = scene.calm();
    for number in 0..CONNECTIONS {
        let mut wire = Wire::open(scene.server.address, &table);
        if random.random_bool(0.8) {
            wire.hello(
                random.random_range(10..14),
                random.random_bool(0.5).then(|| random.random_range(0..40)),
            );
        }
        let mut open = true;
        for _ in 0..random.random_range(1..12) {
            let text = messages(&mut random, number as u64);
            let bytes = match random.random_range(0..10) {
                0 => (0..random.random_range(1..200)).map(|_| random.random()).collect(),
                1 => frame(random.random(), &spoilt(&mut random, &text)),
                _ => {
                    let bytes = spoilt(&mut random, &text);
                    let first = if std::str::from_utf8(&bytes).is_ok() { FIN | TEXT } else { FIN | BINARY };
                    frame(first, &bytes)
                }
            };
            open = open && wire.write(&bytes);
        }
        if random.random_bool(0.5) {
            wire.write(&frame(FIN | CLOSE, &[]));
        }
        if random.random_bool(0.5) {
            wire.finish();
            wire.rest();
        }
    }
    for _ in 0..100 {
        let mut stream = TcpStream::connect(scene.server.address).unwrap();
        let request = format!("GET /api/tables/{table} HTTP/1.1\r\nhost: x\r\norigin: http://x\r\n\r\n");
        let _ = stream.write_all(&spoilt(&mut random, &request));
    }
    assert_eq!(scene.server.get("/healthz").status, 200);
    assert_eq!(scene.server.get("/readyz").status, 200);
    scene.undisturbed(before, "bytes");
    // What was written is a table that goes on.
    let (path, tables) = (scene.folder.path().join("perudo.db"), scene.server.get("/healthz").json());
    scene.server.crash();
    let again = Running::start(config(&path));
    assert_eq!(tables["tables"], again.tables);
    drop(Client::connect(again.address, &table, 10, None));
    assert_quiet(&[10, 11, 12, 13]);
}
