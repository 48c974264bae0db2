//! WebSockets that lead to a table of another node.

use std::io::Write;
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};

use crate::client::{
    BINARY, CLOSE, CONTINUATION, Client, FIN, PING, Received, Running, TEXT, UPGRADE, Wire, assert_quiet,
    frame, head, meet, play, quick, read_answer, secret,
};
use crate::nodes::{ANNA, BORIS, OLGA, node_config, start, two_nodes, wait_until};
use crate::place::Place;
use crate::proxy::Proxy;

/// Everything up to an answer to a ping, which comes after whatever was said before.
fn heard(wire: &mut Wire) -> Vec<Value> {
    wire.text(r#"{"type":"ping"}"#);
    let mut messages = Vec::new();
    loop {
        match wire.receive() {
            Received::Message(message) if message["type"] == "pong" => return messages,
            Received::Message(message) => messages.push(message),
            Received::Pong => {}
            end => panic!("the connection ended: {end:?}"),
        }
    }
}

fn spectator(node: &Running, table: &str, guest: u128) -> Wire {
    let mut wire = Wire::open(node.address, table);
    wire.hello(guest, None);
    heard(&mut wire);
    wire
}

#[test]
fn people_on_three_nodes_play_at_one_table_and_all_hear_the_same() {
    let (place, a, b) = two_nodes();
    let c = start(&place, "c");
    let table = a.make(ANNA, "anna", &quick());
    let mut anna = Client::connect(b.address, &table, ANNA, None);
    let mut boris = Client::connect(c.address, &table, BORIS, None);
    boris.done("join", json!({"name": "boris"}));
    anna.done("start", json!({}));
    meet(&mut [&mut anna, &mut boris]);
    let mut direct = spectator(&a, &table, OLGA);
    let mut passed = spectator(&b, &table, OLGA);
    heard(&mut direct);
    for _ in 0..30 {
        play(&mut [&mut anna, &mut boris]);
    }
    let (direct, passed) = (heard(&mut direct), heard(&mut passed));
    assert!(passed.len() >= 30, "{passed:?}");
    assert_eq!(passed, direct, "the same frames, in the same order");
    for message in &passed {
        assert!(message["event"]["hand"].is_null(), "a die under a cup: {message}");
    }
    assert!(anna.hand.is_array() || anna.hand.is_string(), "one's own dice come through: {}", anna.hand);
    // Who comes back through another node misses nothing.
    let seen = anna.seq;
    drop(anna);
    boris.done("say", json!({"text": "where are you?"}));
    let mut anna = Client::connect(c.address, &table, ANNA, Some(seen));
    anna.follow(boris.seq);
    assert_eq!(b.figure("b", "forward_failures_total") + c.figure("c", "forward_failures_total"), 0.0);
    assert_quiet(&[ANNA, BORIS, OLGA]);
}

#[test]
fn a_connection_ends_through_another_node_as_it_ends_directly() {
    let (_place, a, b) = two_nodes();
    let (table, mut anna, mut boris) = a.two_players(ANNA, &quick());
    let long = vec![b'x'; 4097];
    let protocol = json!({"type": "hello", "protocol": 99, "guest": secret(9)}).to_string();
    let cases: Vec<(&str, Vec<Vec<u8>>)> = vec![
        ("a binary message", vec![frame(FIN | BINARY, b"{}")]),
        ("a message of one byte too many", vec![frame(FIN | TEXT, &long)]),
        ("a message that would be long", vec![head(FIN | TEXT, 0x80, 1 << 40), vec![0; 4]]),
        ("another protocol", vec![frame(FIN | TEXT, protocol.as_bytes())]),
        ("ten messages that are none", vec![frame(FIN | TEXT, b"nonsense"); 10]),
        ("a continuation of nothing", vec![frame(FIN | CONTINUATION, b"{}")]),
        ("a ping in parts", vec![frame(PING, b"")]),
        ("a farewell", vec![frame(FIN | CLOSE, &1000_u16.to_be_bytes())]),
        ("a farewell of one byte", vec![frame(FIN | CLOSE, b"x")]),
        (
            "a message with a farewell right after it",
            vec![frame(FIN | TEXT, b"nonsense"), frame(FIN | CLOSE, &1000_u16.to_be_bytes())],
        ),
    ];
    for (case, frames) in cases {
        let end = |node: &Running| {
            let mut wire = Wire::open(node.address, &table);
            for frame in &frames {
                wire.write(frame);
            }
            wire.rest()
        };
        assert_eq!(end(&b), end(&a), "{case}");
    }
    for case in ["half-closed", "dropped"] {
        let mut wire = spectator(&b, &table, OLGA);
        match case {
            "half-closed" => {
                wire.finish();
                assert_eq!(wire.rest().1, Received::Ended);
            }
            _ => drop(wire),
        }
    }
    wait_until("no connection is left", || b.figure("b", "forwarded_connections") == 0.0);
    wait_until("nor at the owner", || a.figure("a", "connections") == 2.0);
    play(&mut [&mut anna, &mut boris]);
    assert_quiet(&[ANNA, BORIS, OLGA]);
}

#[test]
fn what_a_client_sends_before_its_connection_is_a_websocket_arrives() {
    let (_place, a, b) = two_nodes();
    let table = a.make(ANNA, "anna", &quick());
    let hello = json!({"type": "hello", "protocol": 99, "guest": secret(OLGA)}).to_string();
    let headers: String = UPGRADE.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let request = format!("GET /api/tables/{table}/ws HTTP/1.1\r\nhost: x\r\n{headers}\r\n");
    let bytes = [request.as_bytes(), &frame(FIN | TEXT, hello.as_bytes())].concat();
    let answers = [&a, &b].map(|node| {
        let mut stream = TcpStream::connect(node.address).unwrap();
        stream.write_all(&bytes).unwrap();
        read_answer(&mut stream)
    });
    for answer in answers {
        assert_eq!(answer.status, 101, "{answer:?}");
        assert!(answer.body.contains("refused") && answer.body.contains("protocol"), "{answer:?}");
    }
}

#[test]
fn clients_of_a_node_that_dies_know_it_at_once_and_go_on_as_soon_as_its_lease_is_over() {
    let place = Place::postgres();
    let mut config = node_config(&place, "a");
    config.lease = Duration::from_secs(3);
    let (a, b) = (Running::start(config), start(&place, "b"));
    let table = a.make(ANNA, "anna", &quick());
    let mut anna = Client::connect(b.address, &table, ANNA, None);
    anna.done("say", json!({"text": "hello"}));
    wait_until("it is passed on", || b.figure("b", "forwarded_connections") == 1.0);
    a.crash();
    assert!(matches!(anna.wire.rest().1, Received::Ended));
    // Whoever asks is kept waiting until somebody has the table.
    assert_eq!(b.get(&format!("/api/tables/{table}")).status, 200);
    let mut anna = Client::connect(b.address, &table, ANNA, Some(anna.seq));
    anna.done("say", json!({"text": "hello again"}));
    assert!(b.figure("b", "forward_failures_total") > 0.0);
    assert_quiet(&[ANNA]);
}

#[test]
fn clients_of_a_node_that_falls_silent_are_not_left_waiting() {
    let place = Place::postgres();
    let (a, proxy) = Proxy::before_node(&place, "a");
    let b = start(&place, "b");
    let table = a.make(ANNA, "anna", &quick());
    let mut anna = Client::connect(b.address, &table, ANNA, None);
    proxy.fall_silent();
    assert_eq!(anna.wire.rest().1, Received::Closed(4009, "moved".to_owned()));
    wait_until("the connection is let go", || b.figure("b", "forwarded_connections") == 0.0);
}

#[test]
fn a_node_that_stops_says_so_to_those_whom_it_passes_on() {
    let (_place, a, mut b) = two_nodes();
    let table = a.make(ANNA, "anna", &quick());
    let mut through_b = Client::connect(b.address, &table, ANNA, None);
    let mut direct = Client::connect(a.address, &table, ANNA, None);
    b.stop();
    assert_eq!(through_b.wire.rest().1, Received::Closed(1012, "restarting".to_owned()));
    b.ended().unwrap();
    direct.catch_up();
}

#[test]
fn clients_of_a_node_that_stops_are_told_to_come_back_through_whatever_node() {
    let (_place, mut a, b) = two_nodes();
    let table = a.make(ANNA, "anna", &quick());
    let mut anna = Client::connect(b.address, &table, ANNA, None);
    a.stop();
    assert_eq!(anna.wire.rest().1, Received::Closed(1012, "restarting".to_owned()));
    let mut anna = Client::connect(b.address, &table, ANNA, Some(anna.seq));
    anna.done("say", json!({"text": "hello again"}));
    a.ended().unwrap();
}

#[test]
fn who_does_not_read_through_another_node_is_cut_off_there_too() {
    let (_place, a, b) = two_nodes();
    let table = a.make(ANNA, "anna", &quick());
    let mut anna = Client::connect(a.address, &table, ANNA, None);
    let mut slow = Wire::narrow(b.address, &table);
    slow.hello(OLGA, None);
    for _ in 0..80 {
        let mut last = 0;
        for number in 0..30 {
            let settings =
                json!({"speed": "instant", "turn": 0, "bank": number, "rules": "international dice=3"});
            last = anna.send("settings", json!({"settings": settings}));
        }
        assert_eq!(anna.answer(last)["type"], "done");
        anna.events.clear();
    }
    wait_until("the owner lets go", || a.figure("a", "connections") == 1.0);
    wait_until("so does the node in between", || b.figure("b", "forwarded_connections") == 0.0);
    drop(slow);
}
