//! Floods, slow readers, and how much one address may ask for.

use std::io::{ErrorKind, Write};
use std::net::TcpStream;
use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use perudo_server::{Config, Limits};
use serde_json::json;

use crate::client::{
    CLOSE, CONTINUATION, Client, FIN, PATIENCE, PING, Received, Running, TEXT, Wire, assert_quiet, config,
    frame, meet, play, quick, read_answer, secret,
};
use crate::scene::{ANNA, BORIS, MALLORY, Scene, heard, kind};

#[test]
fn a_flood_of_messages_ends_the_connection_and_not_the_game() {
    let mut scene = Scene::with(|config| config.limits.messages_per_second = NonZeroU32::new(20));
    let before = scene.calm();
    // One after the other, so that nothing is unread when the server has had enough of it.
    let mut wire = scene.spectator();
    let end = loop {
        wire.text(r#"{"type":"ping"}"#);
        match wire.receive() {
            Received::Message(_) | Received::Pong => {}
            end => break end,
        }
    };
    assert_eq!(end, Received::Closed(1008, "too-many".to_owned()));
    // And all at once.
    let mut wire = scene.spectator();
    let flood: Vec<u8> = (0..500).flat_map(|_| frame(FIN | TEXT, br#"{"type":"ping"}"#)).collect();
    wire.write(&flood);
    let (messages, end) = wire.rest();
    // The last words of a server that leaves something unread may be lost on the way.
    assert!(matches!(end, Received::Closed(1008, _) | Received::Ended), "{end:?}");
    assert!(messages.iter().filter(|message| kind(message) == "pong").count() < 500);
    scene.undisturbed(before, "a flood");
    // Whoever comes back may go on.
    let mut wire = scene.spectator();
    wire.text(r#"{"type":"ping"}"#);
    assert_eq!(kind(&heard(&mut wire)), "pong");
}

#[test]
fn a_flood_of_pings_ends_the_connection() {
    let scene = Scene::with(|config| config.limits.messages_per_second = NonZeroU32::new(20));
    let mut wire = scene.spectator();
    for _ in 0..20_000 {
        wire.write(&frame(FIN | PING, b""));
        match wire.receive() {
            Received::Message(_) | Received::Pong => {}
            end => {
                assert_eq!(end, Received::Closed(1008, "too-many".to_owned()));
                return;
            }
        }
    }
    panic!("pings without end are answered");
}

#[test]
fn a_flood_of_pings_before_the_first_message_ends_the_connection_too() {
    let scene = Scene::with(|config| config.limits.messages_per_second = NonZeroU32::new(20));
    let mut wire = scene.wire();
    wire.write(&frame(FIN | PING, b"").repeat(200));
    assert_eq!(wire.rest().1, Received::Closed(1008, "too-many".to_owned()));
}

#[test]
fn a_message_of_endless_empty_parts_ends_the_connection_and_one_of_some_parts_is_read() {
    // Even where messages have no limit.
    let mut scene = Scene::new();
    let before = scene.calm();
    for hello in [false, true] {
        let mut wire = if hello { scene.spectator() } else { scene.wire() };
        let flood = [frame(TEXT, b"{"), frame(CONTINUATION, b"").repeat(20_000)].concat();
        wire.write(&flood);
        assert_eq!(wire.rest().1, Received::Closed(1008, "too-many".to_owned()), "after hello: {hello}");
    }
    // Complete messages with a flood of empty parts each are no way around it.
    let mut wire = scene.spectator();
    let parts = [
        frame(TEXT, br#"{"type":"#),
        frame(CONTINUATION, b"").repeat(200),
        frame(FIN | CONTINUATION, br#""ping"}"#),
    ];
    wire.write(&parts.concat().repeat(50));
    assert_eq!(wire.rest().1, Received::Closed(1008, "too-many".to_owned()));
    let mut wire = scene.spectator();
    let parts = [
        frame(TEXT, br#"{"type":"#),
        frame(CONTINUATION, b"").repeat(20),
        frame(FIN | CONTINUATION, br#""ping"}"#),
    ];
    for _ in 0..100 {
        wire.write(&parts.concat());
        assert_eq!(kind(&heard(&mut wire)), "pong");
    }
    // Many long messages at once are none of that.
    let long = format!(r#"{{"type":"ping"{}}}"#, " ".repeat(4000));
    wire.write(&frame(FIN | TEXT, long.as_bytes()).repeat(40));
    for _ in 0..40 {
        assert_eq!(kind(&heard(&mut wire)), "pong");
    }
    scene.undisturbed(before, "empty parts");
}

#[test]
fn connections_count_before_their_first_byte() {
    const LIMIT: usize = 200;
    let mut scene =
        Scene::with(|config| config.limits.connections_per_address = NonZeroU32::new(LIMIT as u32));
    let before = scene.calm();
    let beginnings = ["", "G", "GET / HTTP/1.1\r\nhost:"];
    let mut streams: Vec<TcpStream> = (0..300)
        .map(|number| {
            let mut stream = TcpStream::connect(scene.server.address).unwrap();
            // One that is refused may be gone already.
            let _ = stream.write_all(beginnings[number % beginnings.len()].as_bytes());
            stream
        })
        .collect();
    // Anna and Boris have two of them.
    let refused: Vec<u16> =
        streams[LIMIT - 2..].iter_mut().map(|stream| read_answer(stream).status).collect();
    assert!(refused.iter().all(|status| [0, 429].contains(status)), "{refused:?}");
    assert_eq!(refused[0], 429, "whoever asks is told");
    for stream in &streams[..LIMIT - 2] {
        stream.set_nonblocking(true).unwrap();
        let waits = stream.peek(&mut [0]).is_err_and(|error| error.kind() == ErrorKind::WouldBlock);
        assert!(waits, "a connection within the limit is waited for");
    }
    scene.undisturbed(before, "half-open requests");
    drop(streams);
    let begun = Instant::now();
    while scene.server.get("/healthz").status != 200 {
        assert!(begun.elapsed() < PATIENCE, "there is no room again");
    }
}

#[test]
fn heads_are_short() {
    let mut scene = Scene::new();
    let before = scene.calm();
    let get = |headers: &str| format!("GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n{headers}");
    let line = |length: usize| format!("x: {}\r\n", "x".repeat(length));
    let cases = [
        ("a long header", get(&(line(390_000) + "\r\n")), 431),
        ("a long header that does not end", get(&"x".repeat(390_000)), 431),
        ("many headers", get(&(line(1).repeat(100) + "\r\n")), 431),
        ("what a browser with many cookies sends", get(&(line(12_000) + &line(1).repeat(40) + "\r\n")), 200),
    ];
    for (name, request, status) in cases {
        let mut stream = TcpStream::connect(scene.server.address).unwrap();
        // The server does not read to the end what it does not want.
        let _ = stream.write_all(request.as_bytes());
        let answer = read_answer(&mut stream);
        // What is left unread may cost the answer.
        assert!(answer.status == status || answer.status == 0 && status == 431, "{name}: {answer:?}");
    }
    // So little too much that all of it is read.
    let mut stream = TcpStream::connect(scene.server.address).unwrap();
    stream.write_all(get(&line(16 * 1024)).as_bytes()).unwrap();
    assert_eq!(read_answer(&mut stream).status, 431);
    scene.undisturbed(before, "long heads");
}

#[test]
fn behind_a_proxy_those_who_ask_are_counted_and_not_the_proxy() {
    let mut scene = Scene::with(|config| {
        config.trust_proxy = true;
        config.limits.connections_per_address = NonZeroU32::new(4);
    });
    let before = scene.calm();
    let ask = |address: &str| Wire::ask(scene.server.address, &scene.table, &[("x-forwarded-for", address)]);
    let all: Vec<Wire> =
        (0..6).flat_map(|_| ["10.0.0.1", "10.0.0.2"]).map_while(|address| ask(address).ok()).collect();
    assert_eq!(all.len(), 8, "four each");
    let refused = ask("10.0.0.1").err().unwrap();
    assert_eq!((refused.status, refused.error().as_str()), (429, "too-many-connections"));
    assert!(ask("10.0.0.3").is_ok());
    scene.undisturbed(before, "a proxy");
}

#[test]
fn who_talks_too_much_is_told_so_and_the_others_are_spared() {
    let mut scene = Scene::new();
    // Four browsers of one guest are one guest.
    let mut olga = vec![scene.watcher(4, "olga")];
    for _ in 0..3 {
        olga.push(scene.connect(4));
    }
    let before = scene.calm();
    let mut ids = Vec::new();
    for number in 0..5 {
        for browser in &mut olga {
            let (kind, fields) = if number % 2 == 0 {
                ("say", json!({"text": "bla"}))
            } else {
                ("emote", json!({"emote": "wow"}))
            };
            ids.push(browser.send(kind, fields));
        }
    }
    let mut done = 0;
    for (number, id) in ids.into_iter().enumerate() {
        let answer = olga[number % 4].answer(id);
        match kind(&answer) {
            "done" => done += 1,
            _ => assert_eq!(answer["error"], "too-chatty", "{answer}"),
        }
    }
    assert!((5..20).contains(&done), "{done}");
    scene.calm();
    assert_eq!(scene.news(before).len(), done);
    scene.undisturbed(scene.anna.seq, "chatter");
}

#[test]
fn who_does_not_read_is_cut_off_and_comes_back_to_the_whole_table() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(config(&folder.path().join("perudo.db")));
    let table = server.make(ANNA, "anna", &quick());
    let mut anna = Client::connect(server.address, &table, ANNA, None);
    let mut boris = Client::connect(server.address, &table, BORIS, None);
    boris.done("join", json!({"name": "boris"}));
    let mut slow = Wire::narrow(server.address, &table);
    slow.hello(MALLORY, None);
    // More than the system keeps for such a connection, a few at a time, since Anna reads.
    let begun = Instant::now();
    for _ in 0..40 {
        let mut last = 0;
        for number in 0..30 {
            let settings =
                json!({"speed": "instant", "turn": 0, "bank": number, "rules": "international dice=3"});
            last = anna.send("settings", json!({"settings": settings}));
        }
        let answer = anna.answer(last);
        assert_eq!(kind(&answer), "done", "{answer}");
        boris.follow(anna.seq);
        anna.events.clear();
        boris.events.clear();
    }
    // Whoever reads nothing at all for ten seconds, which is how slow a disk may be, gets no farewell either.
    let long_since = begun.elapsed() >= Duration::from_secs(10);
    let (messages, end) = slow.rest();
    let told = end == Received::Closed(4008, "too-slow".to_owned());
    assert!(told || long_since && end == Received::Ended, "{end:?} after {} messages", messages.len());
    let events: Vec<u64> = messages
        .iter()
        .filter(|message| kind(message) == "event")
        .map(|m| m["seq"].as_u64().unwrap())
        .collect();
    assert!(events.windows(2).all(|pair| pair[0] + 1 == pair[1]), "up to there nothing is missing");
    let last = events.last().copied().unwrap_or(0);
    assert!(last < anna.seq);
    let mut back = Client::connect(server.address, &table, MALLORY, Some(last));
    assert_eq!(back.seq, anna.seq, "a whole view");
    anna.done("start", json!({}));
    meet(&mut [&mut anna, &mut boris]);
    play(&mut [&mut anna, &mut boris]);
    back.follow(anna.seq);
    // Whoever missed little is told what was missed.
    let missed = back.seq;
    drop(back);
    play(&mut [&mut anna, &mut boris]);
    let back = Client::connect(server.address, &table, MALLORY, Some(missed));
    assert_eq!(back.seq, missed, "no view, but what was missed comes after it");
    assert_quiet(&[ANNA, BORIS, MALLORY]);
}

fn limits(change: impl Fn(&mut Limits)) -> impl FnOnce(&mut Config) {
    move |config| change(&mut config.limits)
}

#[test]
fn an_address_has_so_many_connections_and_the_server_too() {
    for (name, change) in [
        (
            "of one address",
            Box::new(|limits: &mut Limits| limits.connections_per_address = NonZeroU32::new(4))
                as Box<dyn Fn(&mut Limits)>,
        ),
        ("of all", Box::new(|limits: &mut Limits| limits.connections = NonZeroU32::new(4))),
    ] {
        let mut scene = Scene::with(limits(change));
        let before = scene.calm();
        let mut third = scene.spectator();
        let fourth = scene.wire();
        for _ in 0..3 {
            let refused = Wire::ask(scene.server.address, &scene.table, &[]).err().unwrap();
            assert_eq!((refused.status, refused.error().as_str()), (429, "too-many-connections"), "{name}");
        }
        scene.undisturbed(before, name);
        third.write(&frame(FIN | CLOSE, &[]));
        while third.receive() != Received::Ended {}
        drop(scene.spectator());
        drop(fourth);
    }
}

#[test]
fn a_guest_an_address_and_the_server_have_so_many_tables() {
    let body = |guest: u128| json!({"guest": secret(guest), "name": "mallory"});
    type Change = fn(&mut Limits);
    let cases: [(&str, Change, [&str; 4]); 3] = [
        // Anna has made one already.
        (
            "of one guest",
            |limits| limits.tables_per_guest = NonZeroU32::new(2),
            ["", "", "too-many-tables", "too-many-tables"],
        ),
        (
            "of an address in a minute",
            |limits| limits.tables_per_minute = NonZeroU32::new(3),
            ["", "", "too-many-requests", "too-many-requests"],
        ),
        (
            "of the server",
            |limits| limits.tables = NonZeroU32::new(3),
            ["", "", "too-many-tables", "too-many-tables"],
        ),
    ];
    for (name, change, expected) in cases {
        let mut scene = Scene::with(limits(change));
        let before = scene.calm();
        for error in expected {
            let answer = scene.server.post("/api/tables", &body(MALLORY));
            if error.is_empty() {
                assert_eq!(answer.status, 201, "{name}: {answer:?}");
            } else {
                assert_eq!((answer.status, answer.error().as_str()), (429, error), "{name}");
            }
        }
        let answer = scene.server.post("/api/tables", &body(67));
        assert_eq!(answer.status == 201, name == "of one guest", "{name}: {answer:?}");
        scene.undisturbed(before, name);
    }
}

#[test]
fn an_address_has_so_many_requests() {
    let mut scene = Scene::with(|config| config.limits.requests_per_second = NonZeroU32::new(20));
    let before = scene.calm();
    let mut stream = TcpStream::connect(scene.server.address).unwrap();
    let mut requests = "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n".repeat(300);
    requests += "GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
    stream.write_all(requests.as_bytes()).unwrap();
    let answers = read_answer(&mut stream);
    let answers = answers.head + &answers.body;
    let (fine, too_many) =
        (answers.matches("HTTP/1.1 200 ").count(), answers.matches("HTTP/1.1 429 ").count());
    assert_eq!(fine + too_many, 301);
    assert!(fine >= 10 && too_many > 0 && answers.contains("too-many-requests"), "{fine} {too_many}");
    scene.undisturbed(before, "many requests");
}

#[test]
fn who_never_finishes_a_request_is_not_waited_for() {
    let mut scene = Scene::with(|config| config.limits.request_seconds = NonZeroU32::new(1));
    let before = scene.calm();
    let body = "POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
                content-length: 99\r\n\r\n{";
    let cases = [
        ("nothing at all", "", ""),
        ("half a head", "GET /healthz HTTP/1.1\r\nhost:", ""),
        ("half a body", body, "too-slow"),
        ("no second request", "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n", "ok"),
    ];
    for (name, request, said) in cases {
        let mut stream = TcpStream::connect(scene.server.address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let answer = read_answer(&mut stream);
        assert!(answer.body.contains(said), "{name}: {answer:?}");
        assert_eq!(answer.body.is_empty(), said.is_empty(), "{name}: {answer:?}");
    }
    scene.undisturbed(before, "slow requests");
}

#[test]
fn strangers_cannot_take_the_places_of_players() {
    let scene = Scene::new();
    let mut strangers = Vec::new();
    for number in 0..500 {
        let mut wire = scene.wire();
        wire.hello(2000 + number, None);
        wire.receive();
        strangers.push(wire);
    }
    drop(scene.connect(BORIS));
}

#[test]
fn those_who_are_gone_leave_room_for_others() {
    let scene = Scene::new();
    for number in 0..200 {
        let mut stranger = scene.connect(1000 + number);
        stranger.ask("join", json!({"name": format!("x{number}"), "watch": true}));
        stranger.ask("leave", json!({}));
    }
    let mut clara = scene.connect(3);
    clara.done("join", json!({"name": "clara"}));
}
