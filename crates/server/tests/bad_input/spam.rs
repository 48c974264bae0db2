//! Those who ask for as much as they can.

use std::num::NonZeroU32;

use serde_json::json;

use crate::client::{Client, play};
use crate::scene::{Scene, kind};

#[test]
fn watchers_who_spam_make_no_move_too_old_and_fill_no_log() {
    // Without any limit on messages first: memory goes by guest, so that nobody is locked out.
    let mut scene = Scene::new();
    let turn = if scene.anna.has_turn() { &scene.anna } else { &scene.boris };
    let (seen, bid) = (turn.seq, turn.lowest());
    let mut guests = Vec::new();
    for number in 0..3 {
        let mut guest = scene.connect(100 + number);
        guest.done("join", json!({"name": format!("guest {number}")}));
        guests.push(guest);
    }
    for number in 0..200_u32 {
        for guest in &mut guests {
            guest.done("commit", json!({"tip": format!("{number:08x}").repeat(8)}));
        }
    }
    // The move was on its way all the time.
    let turn = if scene.anna.has_turn() { &mut scene.anna } else { &mut scene.boris };
    turn.wire.text(&json!({"type": "act", "id": 99, "seen": seen, "action": bid}).to_string());
    let answer = turn.answer(99);
    assert_eq!(kind(&answer), "done", "{answer}");
    let mut watcher = scene.watcher(200, "watcher");
    let before = scene.calm();
    assert_eq!(watcher.refused("commit", json!({"tip": "ab".repeat(32)})), "not-playing");
    scene.undisturbed(before, "spam");
}

#[test]
fn a_log_grows_slowly_whoever_tries_to_fill_it() {
    let mut scene = Scene::with(|config| config.limits.messages_per_second = NonZeroU32::new(1_000));
    let before = scene.calm();
    let spam = |guest: &mut Client, count: u32| {
        let mut refused = 0;
        for number in 0..count {
            let answer = guest.ask("commit", json!({"tip": format!("{number:08x}").repeat(8)}));
            if kind(&answer) == "refused" {
                assert_eq!(answer["error"], "too-many-commands", "{answer}");
                refused += 1;
            }
        }
        refused
    };
    for number in 0..6 {
        let mut guest = scene.connect(100 + number);
        guest.done("join", json!({"name": format!("guest {number}")}));
        assert!(spam(&mut guest, 100) > 50, "guest {number}");
    }
    scene.calm();
    assert!(scene.news(before).len() < 150, "{}", scene.news(before).len());
    // The host can still act against it, and the game goes on.
    scene.anna.done("lock", json!({"on": true}));
    scene.anna.done("remove", json!({"person": 2}));
    scene.boris.follow(scene.anna.seq);
    for _ in 0..10 {
        play(&mut [&mut scene.anna, &mut scene.boris]);
    }
}
