//! Those who spoil a table, and what its host can do.

use std::num::NonZeroU32;

use serde_json::json;

use crate::client::{Client, secret};
use crate::scene::{ANNA, BORIS, MALLORY, Scene};

#[test]
fn an_address_cannot_fill_a_table_with_ghosts() {
    let mut scene = Scene::with(|config| config.limits.messages_per_second = NonZeroU32::new(100));
    let table = scene.server.make(ANNA, "anna", &json!({"rules": "international", "seats": 20}));
    let people = format!("/api/tables/{table}/people");
    let mut came = 0;
    for number in 0..199_u128 {
        let body = json!({"guest": secret(1_000 + number), "name": format!("ghost {number}")});
        let answer = scene.server.post(&people, &body);
        match answer.status {
            200 => came += 1,
            _ => assert_eq!((answer.status, answer.error().as_str()), (429, "too-many-commands")),
        }
    }
    assert!((20..30).contains(&came), "{came}");
    // Not over a socket either.
    let mut ghost = Client::connect(scene.server.address, &table, 9_999, None);
    assert_eq!(ghost.refused("join", json!({"name": "ghost"})), "too-many-commands");
    let before = scene.calm();
    scene.undisturbed(before, "ghosts");
}

#[test]
fn a_host_locks_the_table_and_removes_whoever_is_there() {
    let mut scene = Scene::new();
    let table = scene.table.clone();
    let mut watcher = scene.watcher(MALLORY, "mallory");
    let mut waiting = scene.connect(67);
    waiting.done("join", json!({"name": "trudy"}));
    assert_eq!(scene.anna.refused("lock", json!({"on": false})), "already");
    scene.anna.done("lock", json!({"on": true}));
    let body = json!({"guest": secret(68), "name": "eve"});
    let answer = scene.server.post(&format!("/api/tables/{table}/people"), &body);
    assert_eq!((answer.status, answer.error().as_str()), (409, "locked"));
    assert_eq!(scene.connect(68).refused("join", json!({"name": "eve"})), "locked");
    for (client, person) in [(&mut watcher, 2), (&mut waiting, 3)] {
        scene.anna.done("remove", json!({"person": person}));
        assert_eq!(client.refused("say", json!({"text": "why?"})), "not-joined");
        assert_eq!(client.refused("join", json!({"name": "again"})), "removed");
    }
    scene.boris.follow(scene.anna.seq);
    let mut back = scene.connect(BORIS);
    assert_eq!(back.you["person"], 1, "those who were there may come back");
    assert_eq!(back.refused("unbar", json!({"person": 2})), "not-host");
    scene.anna.done("unbar", json!({"person": 2}));
    watcher.done("join", json!({"name": "mallory", "watch": true}));
    let before = scene.calm();
    scene.undisturbed(before, "moderation");
}
