//! What people at a table are told of each other, and what they may ask for together.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may

mod client;

use client::{Client, Running, config, quick, secret};
use serde_json::{Value, json};

const ANNA: u128 = 1;
const BORIS: u128 = 2;
const MALLORY: u128 = 66;

fn start() -> (tempfile::TempDir, Running) {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(config(&folder.path().join("perudo.db")));
    (folder, server)
}

#[test]
fn whoever_loses_the_connection_is_named_to_the_others_at_once_and_until_they_are_back() {
    let (_folder, server) = start();
    let (table, mut anna, boris) = server.two_players(ANNA, &quick());
    let person = boris.you["person"].clone();
    drop(boris);
    anna.until(|message| message["type"] == "watching" && message["offline"] == json!([person]));
    let _boris = Client::connect(server.address, &table, BORIS, None);
    anna.until(|message| message["type"] == "watching" && message["offline"].is_null());
}

#[test]
fn bots_that_are_left_alone_are_hurried_by_a_player_and_by_nobody_else() {
    let (_folder, server) = start();
    let settings = json!({"rules": "tournament dice=1", "seats": 4, "turn": 0, "speed": "quick"});
    let bots = ["novice", "novice", "novice"];
    let body = json!({"guest": secret(ANNA), "name": "anna", "settings": settings, "bots": bots});
    let table = server.post("/api/tables", &body).json()["table"].as_str().unwrap().to_owned();
    let mut anna = Client::connect(server.address, &table, ANNA, None);
    let mut mallory = Client::connect(server.address, &table, MALLORY, None);
    mallory.done("join", json!({"name": "mallory", "watch": true}));

    let has_dice = |now: &Value, chair: &Value| now["dice"][chair.as_u64().unwrap() as usize] != 0;
    // With one die each she may win by chance: then they play again.
    loop {
        anna.done("start", json!({}));
        anna.until(|message| message["event"]["what"] == "rolled");
        assert_eq!(anna.refused("skip", json!({})), "people-play");
        while has_dice(&anna.now, anna.chair()) && anna.now["stage"] == "playing" {
            if anna.has_turn() {
                let most = &anna.now["legal"]["most"];
                let action = if most.is_null() { anna.lowest() } else { format!("{most}x6") };
                anna.done("act", json!({"action": action}));
            } else {
                anna.until(|message| message["type"] == "event");
            }
        }
        if anna.now["stage"] == "playing" {
            break;
        }
    }
    mallory.catch_up();
    assert_eq!(mallory.refused("skip", json!({})), "not-playing");
    anna.done("skip", json!({}));
    assert_eq!(anna.refused("skip", json!({})), "already");
    anna.until(|message| message["now"]["stage"] == "waiting");
    assert_eq!(anna.refused("skip", json!({})), "not-playing");
}
