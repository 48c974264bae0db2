//! WebSocket frames that are wrong, in parts or cut off.

use serde_json::json;

use crate::client::{BINARY, CLOSE, CONTINUATION, FIN, PING, Received, TEXT, frame, head, secret};
use crate::scene::{MALLORY, Scene, heard, kind};

#[test]
fn invalid_frames_end_the_connection() {
    let mut scene = Scene::new();
    let long = vec![b'x'; 4097];
    let masked = |mut head: Vec<u8>| {
        head.extend([0; 4]);
        head
    };
    // Of some errors in frames the server says nothing before it ends the connection.
    let told = true;
    let cases: Vec<(&str, Vec<Vec<u8>>, u16, bool)> = vec![
        ("a binary message", vec![frame(FIN | BINARY, b"{}")], 1007, told),
        ("a message of one byte too many", vec![frame(FIN | TEXT, &long)], 1009, told),
        ("a message that would be long", vec![masked(head(FIN | TEXT, 0x80, 1 << 40))], 1009, told),
        ("a length that cannot be", vec![masked(head(FIN | TEXT, 0x80, u64::MAX))], 1009, told),
        (
            "parts that are too long together",
            vec![frame(TEXT, &long[..3000]), frame(FIN | CONTINUATION, &long[..3000])],
            1009,
            told,
        ),
        ("text that is no UTF-8", vec![frame(FIN | TEXT, b"{\"type\":\"\xff\"}")], 1007, !told),
        ("text that ends in the middle of a character", vec![frame(FIN | TEXT, b"\xd0")], 1007, !told),
        ("a frame without a mask", vec![[&head(FIN | TEXT, 0, 2)[..], b"{}"].concat()], 1002, !told),
        ("a reserved bit", vec![frame(FIN | 0x40 | TEXT, b"{}")], 1002, !told),
        ("a kind of frame that is none", vec![frame(FIN | 3, b"{}")], 1002, !told),
        ("a kind of control frame that is none", vec![frame(FIN | 11, b"")], 1002, !told),
        ("a ping in parts", vec![frame(PING, b"")], 1002, !told),
        ("a ping that is too long", vec![frame(FIN | PING, &long[..126])], 1002, !told),
        ("a continuation of nothing", vec![frame(FIN | CONTINUATION, b"{}")], 1002, !told),
        ("a message within a message", vec![frame(TEXT, b"{"), frame(FIN | TEXT, b"{}")], 1002, !told),
        ("a farewell of one byte", vec![frame(FIN | CLOSE, b"x")], 1002, !told),
    ];
    for (name, frames, code, told) in cases {
        for hello in [true, false] {
            let before = scene.calm();
            let mut wire = if hello { scene.spectator() } else { scene.wire() };
            for frame in &frames {
                wire.write(frame);
            }
            match wire.rest().1 {
                Received::Closed(found, _) => assert_eq!(found, code, "{name}"),
                end => assert!(!told, "{name}: {end:?}"),
            }
            scene.undisturbed(before, name);
        }
    }
}

#[test]
fn a_connection_that_is_cut_in_the_middle_of_anything_is_gone_and_nothing_else() {
    let mut scene = Scene::new();
    let hello = json!({"type": "hello", "protocol": 1, "guest": secret(MALLORY)}).to_string();
    let hello = frame(FIN | TEXT, hello.as_bytes());
    let cases: [(&str, &[u8]); 5] = [
        ("after the upgrade", b""),
        ("in the head of a frame", &hello[..1]),
        ("in a frame", &hello[..20]),
        ("after hello", &hello),
        ("in the second part of a message", &[&hello[..], &frame(TEXT, b"{")[..], &hello[..3]].concat()),
    ];
    for (name, bytes) in cases {
        let before = scene.calm();
        let mut wire = scene.wire();
        wire.write(bytes);
        drop(wire);
        scene.undisturbed(before, name);
    }
    let before = scene.calm();
    let mut wire = scene.spectator();
    wire.write(&frame(FIN | CLOSE, &1000_u16.to_be_bytes()));
    let (_, end) = wire.rest();
    assert!(matches!(end, Received::Closed(1000, _) | Received::Ended), "{end:?}");
    scene.undisturbed(before, "a farewell");
}

#[test]
fn messages_in_parts_and_of_the_greatest_length_are_read() {
    let mut scene = Scene::new();
    let before = scene.calm();
    let ping = br#"{"type":"ping"}"#;
    let whole = [&ping[..], &[b' '; 4096 - 15]].concat();
    let in_parts = [
        frame(TEXT, &ping[..5]),
        frame(FIN | PING, b"are you there?"),
        frame(CONTINUATION, &ping[5..9]),
        frame(CONTINUATION, b""),
        frame(FIN | CONTINUATION, &ping[9..]),
    ];
    // The bytes of a Cyrillic letter in two parts are a letter all the same.
    let letter = r#"{"type":"say","id":1,"seen":1,"text":"ж"}"#.as_bytes();
    let half = letter.len() - 3;
    let cases = [
        ("the greatest length", vec![frame(FIN | TEXT, &whole)], "pong"),
        ("parts", in_parts.to_vec(), "pong"),
        (
            "a letter in parts",
            vec![frame(TEXT, &letter[..half]), frame(FIN | CONTINUATION, &letter[half..])],
            "refused",
        ),
    ];
    for (name, frames, expected) in cases {
        let mut wire = scene.spectator();
        for frame in frames {
            wire.write(&frame);
        }
        let answer = heard(&mut wire);
        assert_eq!(kind(&answer), expected, "{name}: {answer}");
        assert_ne!(answer["error"], "malformed", "{name}");
        scene.undisturbed(before.max(scene.anna.seq), name);
    }
}

#[test]
fn a_farewell_is_answered() {
    let scene = Scene::new();
    let mut wire = scene.spectator();
    wire.write(&frame(FIN | CLOSE, &1000_u16.to_be_bytes()));
    assert!(matches!(wire.rest().1, Received::Closed(1000, _)));
}
