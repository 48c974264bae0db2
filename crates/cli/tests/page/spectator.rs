//! Who only watches sees what lies open, and nothing else.

use serde_json::{Value, json};

use crate::browser::{Browser, Device, prefs};
use crate::player;
use crate::server::{ANNA, BORIS, Server};

/// Looks at every change of the page for dice that should not be there.
const SPY: &str = "
    window.looks = 0;
    window.leaks = [];
    const look = () => {
        window.looks += 1;
        const dice = selector => [...document.querySelectorAll(selector)].filter(e => e.querySelector('svg, .die'));
        const open = dice('[data-t=open-dice]');
        if (dice('[data-t=own-dice]').length || open.length && !document.querySelector('[data-t=showdown]'))
            window.leaks.push(document.querySelector('main').outerHTML);
    };
    new MutationObserver(look).observe(document.body, {subtree: true, childList: true, attributes: true});
    look();";

#[test]
fn a_spectator_sees_no_hidden_dice() {
    let server = Server::start();
    let settings = json!({"rules": "tournament dice=2", "seats": 3, "turn": 0, "speed": "instant"});
    let path = server.table(ANNA, "Anna", &settings, &["steady", "steady"]);
    let anna = Browser::listening(Device::Desktop);
    anna.arrive(
        &server.url(),
        &path,
        &[("perudo.prefs", prefs("Anna", "en")), ("perudo.guest", json!(ANNA))],
    );
    let boris = Browser::listening(Device::Desktop);
    boris.arrive(
        &server.url(),
        &path,
        &[("perudo.prefs", prefs("Boris", "en")), ("perudo.guest", json!(BORIS))],
    );
    boris.press("watch");
    boris.wait_without("join");
    boris.run(SPY, &[]);
    let mut frames = boris.frames();

    anna.press("start");
    anna.wait_for_turn();
    // Who comes in the middle is told no more than who has been there.
    boris.wait_until("the round", || boris.sees("centre") && !boris.sees("showdown"));
    boris.reload();
    boris.wait_for("watch");
    boris.run(SPY, &[]);
    boris.press("watch");
    player::finish(&[&anna, &boris]);

    let looks = boris.ask("window.looks").as_u64().unwrap();
    assert!(looks > 10, "the page was looked at {looks} times");
    assert_eq!(boris.ask("window.leaks"), json!([]));
    frames.extend(boris.frames());
    let rolled = frames.iter().filter(|frame| frame["event"]["what"] == "rolled").count();
    let showdowns = frames.iter().filter(|frame| frame["event"]["what"] == "showdown").count();
    assert!(rolled > 1 && showdowns > 1, "{rolled} throws, {showdowns} showdowns");
    for frame in &frames {
        assert!(!has(frame, "hand"), "{frame}");
        let open = frame["event"]["what"] == "showdown" || !frame["view"]["tour"]["showdown"].is_null();
        assert!(open || !has(frame, "hands"), "{frame}");
    }
    let own = anna.frames().iter().filter(|frame| has(frame, "hand")).count();
    assert!(own > 1, "whoever plays sees the own hand, so that this test would see others");
    anna.close();
    boris.close();
}

/// Whether a name is anywhere in it.
fn has(value: &Value, name: &str) -> bool {
    match value {
        Value::Object(fields) => fields.iter().any(|(field, value)| field == name || has(value, name)),
        Value::Array(values) => values.iter().any(|value| has(value, name)),
        _ => false,
    }
}
