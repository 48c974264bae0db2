//! Malformed messages, and `hello`.

use serde_json::json;

use crate::client::{FIN, PING, Received, frame, secret};
use crate::scene::{ANNA, MALLORY, Scene, heard, kind};

/// Malformed messages, and the ids that could be read in them.
fn nonsense() -> Vec<(&'static str, String, Option<u64>)> {
    let text = |name, text: &str| (name, text.to_owned(), None);
    vec![
        text("nothing", ""),
        text("no JSON", "hello"),
        text("half a message", r#"{"type":"act""#),
        text("two messages in one", r#"{"type":"ping"}{"type":"ping"}"#),
        text("a mark of the byte order", "\u{feff}{\"type\":\"ping\"}"),
        text("a list", "[]"),
        text("a number", "42"),
        text("null", "null"),
        text("no fields", "{}"),
        text("a deep list", &"[".repeat(4000)),
        text("a deep object", &r#"{"type":"#.repeat(400)),
        text("a type that is none", r#"{"type":"fly"}"#),
        text("a type in capitals", r#"{"type":"PING"}"#),
        text("a type that is a number", r#"{"type":7}"#),
        text("a type that is null", r#"{"type":null}"#),
        text("a type twice", r#"{"type":"ping","type":"ping"}"#),
        text("an unknown field", r#"{"type":"ping","colour":"red"}"#),
        text("a field of the server", r#"{"type":"act","id":1,"seen":1,"action":"dudo","by":"bot"}"#),
        text("an id that is a text", r#"{"type":"say","id":"1","seen":1,"text":"x"}"#),
        text("an id below nothing", r#"{"type":"say","id":-1,"seen":1,"text":"x"}"#),
        text("an id with a fraction", r#"{"type":"say","id":1.5,"seen":1,"text":"x"}"#),
        text("an id beyond all numbers", r#"{"type":"say","id":18446744073709551616,"seen":1,"text":"x"}"#),
        text("an id like a physicist's", r#"{"type":"say","id":1e999,"seen":1,"text":"x"}"#),
        text(
            "an id of a thousand digits",
            &format!(r#"{{"type":"leave","id":{},"seen":1}}"#, "9".repeat(1000)),
        ),
        text("a chair beyond all chairs", r#"{"type":"remove","id":1,"seen":1,"chair":256}"#),
        text("a person beyond all people", r#"{"type":"host","id":1,"seen":1,"person":65536}"#),
        text("a yes that is a text", r#"{"type":"chat","id":1,"seen":1,"on":"yes"}"#),
        text("a text that is a list", r#"{"type":"say","id":1,"seen":1,"text":["x"]}"#),
        text("half a pair of surrogates", r#"{"type":"say","id":1,"seen":1,"text":"\ud800"}"#),
        text("a control character as it is", "{\"type\":\"say\",\"id\":1,\"seen\":1,\"text\":\"\u{1}\"}"),
        text("settings that there are not", r#"{"type":"settings","id":1,"seen":1,"settings":{"size":1}}"#),
        text("settings that are a text", r#"{"type":"settings","id":1,"seen":1,"settings":"usual"}"#),
        text("a tip that is none", r#"{"type":"commit","id":1,"seen":1,"tip":"zz"}"#),
        text("a link in capitals", &format!(r#"{{"type":"link","throw":1,"link":"{}"}}"#, "AB".repeat(32))),
        ("no action", r#"{"type":"act","id":1,"seen":1}"#.to_owned(), Some(1)),
        ("an action that is none", r#"{"type":"act","id":2,"seen":1,"action":"lots"}"#.to_owned(), Some(2)),
        ("a bid of nothing", r#"{"type":"act","id":3,"seen":1,"action":"0x4"}"#.to_owned(), Some(3)),
        ("a bid of a seventh face", r#"{"type":"act","id":4,"seen":1,"action":"4x7"}"#.to_owned(), Some(4)),
        (
            "no number of what was seen",
            r#"{"type":"leave","id":18446744073709551615}"#.to_owned(),
            Some(u64::MAX),
        ),
        ("no id", r#"{"type":"leave","seen":1}"#.to_owned(), None),
        ("no name", r#"{"type":"join","id":5,"seen":1}"#.to_owned(), Some(5)),
        (
            "a long action",
            format!(r#"{{"type":"act","id":6,"seen":1,"action":"{}"}}"#, "x".repeat(3000)),
            Some(6),
        ),
    ]
}

#[test]
fn malformed_messages_are_refused_and_the_connection_goes_on() {
    let mut scene = Scene::new();
    for (name, text, id) in nonsense() {
        let before = scene.calm();
        let mut wire = scene.spectator();
        wire.text(&text);
        let answer = heard(&mut wire);
        assert_eq!((kind(&answer), &answer["error"]), ("refused", &json!("malformed")), "{name}: {answer}");
        assert_eq!(answer["id"].as_u64(), id, "{name}: {answer}");
        let message = answer["message"].as_str().unwrap();
        assert!(!message.is_empty() && message.len() < 300, "{name}: {message}");
        wire.text(r#"{"type":"ping"}"#);
        assert_eq!(kind(&heard(&mut wire)), "pong", "{name}");
        scene.undisturbed(before, name);
    }
}

#[test]
fn the_tenth_malformed_message_is_the_last() {
    let mut scene = Scene::new();
    for hello in [true, false] {
        let before = scene.calm();
        let mut wire = if hello { scene.spectator() } else { scene.wire() };
        for _ in 0..9 {
            wire.text("what?");
            assert_eq!(heard(&mut wire)["error"], "malformed");
        }
        wire.text("what?");
        wire.text(r#"{"type":"ping"}"#);
        assert_eq!(wire.rest().1, Received::Closed(1007, "malformed".to_owned()));
        scene.undisturbed(before, "nonsense without end");
    }
}

#[test]
fn hello_comes_first_and_once_and_says_who_it_is() {
    let mut scene = Scene::new();
    let hello = |protocol: u64, guest: &str| {
        json!({"type": "hello", "protocol": protocol, "guest": guest}).to_string()
    };
    let good = hello(1, &secret(MALLORY));
    let cases = [
        ("a command first", json!({"type": "start", "id": 1, "seen": 1}).to_string(), "hello-first"),
        ("a ping first", r#"{"type":"ping"}"#.to_owned(), "hello-first"),
        ("a guest of another length", hello(1, "0123"), "bad-guest"),
        ("a guest that is no number", hello(1, &"g".repeat(32)), "bad-guest"),
        ("a guest with a sign", hello(1, &format!("+{}", "0".repeat(31))), "bad-guest"),
        ("a guest of other digits", hello(1, &"٣".repeat(16)), "bad-guest"),
        ("a guest that is a number", r#"{"type":"hello","protocol":1,"guest":1}"#.to_owned(), "malformed"),
        ("no guest", r#"{"type":"hello","protocol":1}"#.to_owned(), "malformed"),
        ("no protocol", format!(r#"{{"type":"hello","guest":"{}"}}"#, secret(MALLORY)), "malformed"),
    ];
    for (name, text, error) in cases {
        let before = scene.calm();
        let mut wire = scene.wire();
        wire.text(&text);
        let answer = heard(&mut wire);
        assert_eq!((kind(&answer), &answer["error"]), ("refused", &json!(error)), "{name}: {answer}");
        wire.text(&good);
        assert_eq!(kind(&heard(&mut wire)), "welcome", "{name}: a second try");
        wire.text(&good);
        assert_eq!(heard(&mut wire)["error"], "hello-twice", "{name}");
        wire.text(&hello(1, &secret(ANNA)));
        assert_eq!(heard(&mut wire)["error"], "hello-twice", "{name}: nobody becomes another");
        wire.text(&json!({"type": "start", "id": 1, "seen": 1}).to_string());
        assert_eq!(heard(&mut wire)["error"], "not-joined", "{name}");
        scene.undisturbed(before, name);
    }
    for protocol in [0, 2, u64::from(u32::MAX)] {
        let before = scene.calm();
        let mut wire = scene.wire();
        wire.text(&hello(protocol, &secret(MALLORY)));
        let (messages, end) = wire.rest();
        assert_eq!(messages.len(), 1);
        assert_eq!(messages[0]["error"], "protocol");
        assert_eq!(end, Received::Closed(4001, "protocol".to_owned()));
        scene.undisturbed(before, "another protocol");
    }
    // Whoever has seen what never happened starts anew.
    for after in [0, 3, u64::MAX] {
        let mut wire = scene.wire();
        wire.hello(MALLORY, Some(after));
        let answer = heard(&mut wire);
        assert!(kind(&answer) == "welcome" || after < u64::MAX, "{after}: {answer}");
    }
}

#[test]
fn who_never_says_hello_is_not_waited_for_for_ever() {
    let mut scene = Scene::new();
    let before = scene.calm();
    let mut silent = scene.wire();
    let mut pinging = scene.wire();
    pinging.write(&frame(FIN | PING, b""));
    assert_eq!(pinging.receive(), Received::Pong);
    for wire in [&mut silent, &mut pinging] {
        assert_eq!(wire.rest().1, Received::Closed(4000, "silent".to_owned()));
    }
    scene.undisturbed(before, "silence");
}
