//! Commands that come late, after a connection was lost.

use serde_json::{Value, json};

use crate::client::{Client, play};
use crate::scene::{ANNA, BORIS, Scene, kind};

/// Sends a command as it was written after an event, and gives the answer to it.
fn send_again(client: &mut Client, seen: u64, mut command: Value) -> Value {
    command["id"] = json!(4711);
    command["seen"] = json!(seen);
    client.wire.text(&command.to_string());
    client.answer(4711)
}

#[test]
fn a_doubt_that_was_lost_with_its_connection_doubts_no_later_bid() {
    let mut scene = Scene::new();
    while scene.anna.now["bid"].is_null() {
        play(&mut [&mut scene.anna, &mut scene.boris]);
    }
    let (guest, seen) = (if scene.anna.has_turn() { ANNA } else { BORIS }, scene.calm());
    // The doubt is written now and lost. Another browser of the same guest bids, and so does the other player.
    for _ in 0..2 {
        play(&mut [&mut scene.anna, &mut scene.boris]);
    }
    let before = scene.calm();
    let mut back = Client::connect(scene.server.address, &scene.table, guest, Some(seen));
    let answer = send_again(&mut back, seen, json!({"type": "act", "action": "dudo"}));
    assert_eq!((kind(&answer), &answer["error"]), ("refused", &json!("stale")), "{answer}");
    assert!(answer["message"].as_str().unwrap().contains("decide anew"), "{answer}");
    scene.undisturbed(before, "a doubt that came late");
    // What is about the turn as it is now is carried out, whatever was said meanwhile.
    let (turn, other) = if scene.anna.has_turn() {
        (&mut scene.anna, &mut scene.boris)
    } else {
        (&mut scene.boris, &mut scene.anna)
    };
    let seen = turn.seq;
    other.done("say", json!({"text": "hurry up"}));
    let bid = turn.lowest();
    assert_eq!(kind(&send_again(turn, seen, json!({"type": "act", "action": bid}))), "done");
}

#[test]
fn a_removal_that_was_lost_with_its_connection_bars_nobody_else() {
    let mut scene = Scene::new();
    let table = scene.server.make(ANNA, "anna", &json!({"seats": 2}));
    let mut anna = Client::connect(scene.server.address, &table, ANNA, None);
    let mut mallory = Client::connect(scene.server.address, &table, 66, None);
    mallory.done("join", json!({"name": "mallory"}));
    anna.catch_up();
    let seen = anna.seq;
    mallory.done("leave", json!({}));
    let mut boris = Client::connect(scene.server.address, &table, BORIS, None);
    boris.done("join", json!({"name": "boris"}));
    assert_eq!(*boris.chair(), 1, "where mallory sat");
    let answer = send_again(&mut anna, seen, json!({"type": "remove", "chair": 1}));
    assert_eq!(answer["error"], "stale", "{answer}");
    // Whoever is named is meant.
    anna.catch_up();
    assert_eq!(anna.refused("remove", json!({"person": 1})), "no-such-person");
    assert_eq!(anna.refused("remove", json!({})), "no-such-person");
    boris.catch_up();
    assert_eq!(*boris.chair(), 1);
    let before = scene.calm();
    scene.undisturbed(before, "what happens at another table");
}
