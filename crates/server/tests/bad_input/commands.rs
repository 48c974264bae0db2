//! Commands that are not allowed, repeated or out of their limits.

use serde_json::{Value, json};

use crate::client::{Client, FIN, Received, Running, TEXT, Wire, config, frame, meet, play, quick, secret};
use crate::scene::{ANNA, BORIS, MALLORY, Scene, kind};

#[test]
fn nobody_does_what_is_not_theirs_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(config(&folder.path().join("perudo.db")));
    let table = server.make(ANNA, "anna", &quick());
    let address = server.address;
    let mut anna = Client::connect(address, &table, ANNA, None);
    let mut boris = Client::connect(address, &table, BORIS, None);
    boris.done("join", json!({"name": "boris"}));
    let mut removed = Client::connect(address, &table, 3, None);
    removed.done("join", json!({"name": "rita", "chair": 2}));
    anna.catch_up();
    anna.done("remove", json!({"chair": 2}));
    anna.done("start", json!({}));
    meet(&mut [&mut anna, &mut boris]);
    let mut scene = Scene { server, table, anna, boris, folder };
    let watcher = scene.watcher(4, "olga");
    let mut waiting = scene.connect(5);
    waiting.done("join", json!({"name": "pavel"}));
    let spectator = scene.connect(6);
    // The host of another table is nobody here.
    scene.server.make(7, "igor", &quick());
    let stranger = scene.connect(7);

    let commands = |person: u64| {
        [
            ("act", json!({"action": "dudo"})),
            ("act", json!({"action": "1x2"})),
            ("start", json!({})),
            ("bot", json!({"level": "steady"})),
            ("remove", json!({"chair": 0})),
            ("host", json!({"person": person})),
            ("settings", json!({"settings": {}})),
            ("chat", json!({"on": false})),
            ("silence", json!({"person": 0, "on": true})),
            ("back", json!({})),
            ("say", json!({"text": "hi"})),
            ("emote", json!({"emote": "wow"})),
            ("commit", json!({"tip": "ab".repeat(32)})),
            ("leave", json!({})),
            ("join", json!({"name": "mallory"})),
        ]
    };
    let none = ["not-joined"; 14];
    let host = ["not-host"; 7];
    // What each of them is told, command by command; nothing: it is carried out, so it is left out here.
    let cases: [(&str, Client, Vec<&str>); 5] = [
        ("someone who was removed", removed, [&none[..], &["removed"]].concat()),
        (
            "someone who watches",
            watcher,
            [&["not-playing"; 2][..], &host, &["already", "", "", "not-playing", "", ""]].concat(),
        ),
        (
            "someone who waits for a chair",
            waiting,
            [&["not-playing"; 2][..], &host, &["already", "", "", "", "", "already-joined"]].concat(),
        ),
        ("a spectator", spectator, [&none[..], &[""]].concat()),
        ("the host of another table", stranger, [&none[..], &[""]].concat()),
    ];
    for (name, mut client, errors) in cases {
        let before = scene.calm();
        for ((command, fields), error) in commands(3).into_iter().zip(errors) {
            if !error.is_empty() {
                assert_eq!(client.refused(command, fields), error, "{name}: {command}");
            }
        }
        let throw = client.now["throw"].as_u64().unwrap_or(1);
        client.wire.text(&json!({"type": "link", "throw": throw, "link": "cd".repeat(32)}).to_string());
        let answer = client.until(|message| kind(message) == "refused");
        assert_eq!(answer["error"], "bad-link", "{name}");
        scene.undisturbed(before, name);
    }
}

#[test]
fn what_the_rules_forbid_is_refused_with_the_reason_and_what_would_be_legal() {
    let mut scene = Scene::new();
    // One bid, so that there is something to be against.
    while scene.anna.now["bid"].is_null() {
        play(&mut [&mut scene.anna, &mut scene.boris]);
    }
    let cases = [
        ("a bid that is the same", json!(scene.anna.now["bid"]), "bid-not-higher"),
        ("a bid beyond all dice", json!("11x2"), "more-than-dice-in-play"),
        ("a bid beyond all numbers", json!("99999999999999999999x6"), "more-than-dice-in-play"),
        ("a calza that the rules do not have", json!("calza"), "calza-off"),
        ("a declaration at the wrong time", json!("maputo"), "wrong-phase"),
        ("a pass at the wrong time", json!("pass"), "wrong-phase"),
    ];
    for (name, action, error) in cases {
        let before = scene.calm();
        let turn = scene.anna.has_turn();
        let (turn, other) =
            if turn { (&mut scene.anna, &mut scene.boris) } else { (&mut scene.boris, &mut scene.anna) };
        let not_yours = if error == "wrong-phase" { error } else { "not-your-turn" };
        assert_eq!(other.refused("act", json!({"action": action})), not_yours, "{name}");
        let answer = turn.ask("act", json!({"action": action}));
        if name == "a bid that is the same" {
            assert_eq!(answer["error"], error, "{name}: {answer}");
            assert!(answer["clause"].as_str().unwrap().starts_with('R'), "{name}: {answer}");
            assert_eq!(answer["legal"], turn.now["legal"], "{name}: {answer}");
        } else {
            assert_eq!((kind(&answer), &answer["error"]), ("refused", &json!(error)), "{name}: {answer}");
        }
        scene.calm();
        assert!(scene.news(before).is_empty(), "{name}");
    }
    let before = scene.calm();
    scene.undisturbed(before, "what is illegal");
}

#[test]
fn names_and_texts_have_their_limits() {
    let mut scene = Scene::new();
    let names = [
        ("the longest name", "ж".repeat(24), ""),
        ("a name that is too long", "ж".repeat(25), "bad-name"),
        ("a name of spaces", "   ".to_owned(), "bad-name"),
        ("no name", String::new(), "bad-name"),
        ("a very long name", "x".repeat(3000), "bad-name"),
        ("a name with a colon", "a:b".to_owned(), "bad-name"),
        ("a name with a comment", "#olga".to_owned(), "bad-name"),
        ("a name of control characters", "a\u{0}b".to_owned(), "bad-name"),
        ("a name that turns the text around", "a\u{202e}b".to_owned(), "bad-name"),
        ("a name with nothing to see in it", "a\u{200b}b".to_owned(), "bad-name"),
        ("a name of another", "anna".to_owned(), "name-taken"),
        ("a name of another in capitals", " ANNA ".to_owned(), "name-taken"),
        ("a name with markup", "<b>x</b>".to_owned(), "bad-name"),
        ("a name in Hindi", "प्रिया शर्मा".to_owned(), ""),
        ("a name in Tamil", "தமிழ்ச்செல்வி".to_owned(), ""),
        ("a name in Thai", "สมศักดิ์".to_owned(), ""),
        ("a name that looks like another", "аnnа".to_owned(), "name-taken"),
        ("a name that looks like another in capitals", "ВORIS".to_owned(), "name-taken"),
        ("a name that piles up", format!("z{}", "\u{336}".repeat(20)), "bad-name"),
    ];
    let mut guest = 100;
    for (case, name, error) in names {
        let before = scene.calm();
        guest += 1;
        let mut client = scene.connect(guest);
        if error.is_empty() {
            client.done("join", json!({"name": name, "watch": true}));
            scene.calm();
            assert_eq!(scene.news(before)[0]["name"], name, "{case}");
        } else {
            assert_eq!(client.refused("join", json!({"name": name, "watch": true})), error, "{case}");
            let table = &scene.table;
            let body = json!({"guest": secret(guest), "name": name, "watch": true});
            let answer = scene.server.post(&format!("/api/tables/{table}/people"), &body);
            assert_eq!((answer.status, answer.error().as_str()), (409, error), "{case}");
            scene.undisturbed(before, case);
        }
    }
    let texts = [
        ("the longest text", "😀".repeat(200), ""),
        ("a text that is too long", "😀".repeat(201), "bad-text"),
        ("a text of spaces", " \t ".to_owned(), "bad-text"),
        ("no text", String::new(), "bad-text"),
        ("a text with a bell", "a\u{7}b".to_owned(), "bad-text"),
        ("a text of two lines", "a\nb".to_owned(), "bad-text"),
        ("a text of which nothing is to be seen", "\u{200b}\u{2060}".to_owned(), "bad-text"),
        ("a text in Hindi", "नमस्ते".to_owned(), ""),
        ("a text with a nothing in it", "a\u{0}b".to_owned(), "bad-text"),
        ("a text with markup", "<script>alert(1)</script>".to_owned(), ""),
        ("a text that looks like a message", r#"{"type":"event"}"#.to_owned(), ""),
    ];
    for (case, text, error) in texts {
        // Each by someone new, since one may not say much at once.
        guest += 1;
        let mut olga = scene.watcher(guest, &format!("olga {guest}"));
        let before = scene.calm();
        if error.is_empty() {
            olga.done("say", json!({"text": text}));
            scene.calm();
            assert_eq!(scene.news(before)[0]["text"], text, "{case}");
        } else {
            assert_eq!(olga.refused("say", json!({"text": text})), error, "{case}");
            scene.undisturbed(before, case);
        }
        assert_eq!(olga.refused("emote", json!({"emote": text})), "bad-text", "{case}");
    }
}

#[test]
fn what_is_said_loses_what_hides_in_it_and_what_piles_up() {
    let mut scene = Scene::new();
    let before = scene.calm();
    let zalgo = format!("w{0}\u{200b}ow{0}", "\u{336}\u{301}\u{302}".repeat(30));
    scene.boris.done("say", json!({"text": zalgo}));
    scene.calm();
    assert_eq!(scene.news(before)[0]["text"], "w\u{336}\u{301}ow\u{336}\u{301}");
}

#[test]
fn names_have_something_to_see_in_them() {
    let scene = Scene::new();
    for (number, name) in ["\u{3164}", "anna\u{3164}", "\u{115f}\u{1160}", "\u{ffa0}"].into_iter().enumerate()
    {
        let mut client = scene.connect(200 + number as u128);
        let refused = client.refused("join", json!({"name": name, "watch": true}));
        assert_eq!(refused, "bad-name", "{name:?}");
    }
}

#[test]
fn a_command_is_carried_out_once_however_often_and_wherever_it_is_sent() {
    let mut scene = Scene::new();
    let before = scene.calm();
    let (turn, guest) = if scene.anna.has_turn() { (&scene.anna, ANNA) } else { (&scene.boris, BORIS) };
    let (action, seen) = (turn.lowest(), turn.seq);
    let bid = json!({"type": "act", "id": 77, "seen": seen, "action": action}).to_string();
    let other = json!({"type": "act", "id": 77, "seen": seen, "action": "dudo"}).to_string();
    let done = |message: &Value| message["id"] == 77;
    let mut numbers = Vec::new();
    {
        let turn = if guest == ANNA { &mut scene.anna } else { &mut scene.boris };
        // Twice in one go, and once more.
        turn.wire.write(&[frame(FIN | TEXT, bid.as_bytes()), frame(FIN | TEXT, bid.as_bytes())].concat());
        turn.wire.text(&bid);
        for _ in 0..3 {
            numbers.push(turn.until(done));
        }
    }
    // Over another connection, after coming back, and with another command of the same number.
    let mut second = scene.connect(guest);
    let mut back = Client::connect(scene.server.address, &scene.table, guest, Some(seen));
    for text in [&bid, &other] {
        for client in [&mut second, &mut back] {
            client.wire.text(text);
            numbers.push(client.until(done));
        }
    }
    for answer in &numbers {
        assert_eq!((kind(answer), &answer["event"]), ("done", &json!(seen + 1)), "{answer}");
    }
    scene.calm();
    assert_eq!(scene.news(before).len(), 1);
    assert_eq!(scene.news(before)[0]["bid"], action);
    // The number is this guest's own.
    let others = if guest == ANNA { &mut scene.boris } else { &mut scene.anna };
    let own = json!({"type": "act", "id": 77, "seen": seen + 1, "action": others.lowest()}).to_string();
    others.wire.text(&own);
    assert_eq!(others.until(done)["event"], seen + 2);
    // After so many other commands of the guest nobody knows any more: it is not carried out then.
    for number in 0..65 {
        let own = if guest == ANNA { &mut scene.anna } else { &mut scene.boris };
        own.done("commit", json!({"tip": format!("{number:02x}").repeat(32)}));
    }
    let before = scene.calm();
    second.wire.text(&bid);
    assert_eq!(second.until(done)["error"], "too-old");
    scene.undisturbed(before, "an old command");
}

#[test]
fn two_connections_of_one_guest_are_one_player() {
    let mut scene = Scene::new();
    let mut second = scene.connect(BORIS);
    assert_eq!(second.you, scene.boris.you);
    assert_eq!(second.hand, scene.boris.hand);
    for _ in 0..3 {
        play(&mut [&mut scene.anna, &mut scene.boris]);
        second.follow(scene.anna.seq);
        assert_eq!(second.events.last(), scene.boris.events.last());
    }
    while !scene.boris.has_turn() {
        play(&mut [&mut scene.anna, &mut scene.boris]);
    }
    // Either may act, and the first that does has acted.
    second.follow(scene.boris.seq);
    let action = scene.boris.lowest();
    second.done("act", json!({"action": action}));
    assert_eq!(scene.boris.refused("act", json!({"action": action})), "stale");
    assert_eq!(second.refused("join", json!({"name": "bob"})), "already-joined");
    let before = scene.calm();
    drop(second);
    scene.undisturbed(before, "the end of one of two connections");
}

#[test]
fn the_maker_of_a_table_may_number_commands_like_anyone() {
    let scene = Scene::new();
    let body = json!({"guest": secret(50), "name": "igor", "bots": ["steady"]});
    let made = scene.server.post("/api/tables", &body).json();
    let mut igor = Client::connect(scene.server.address, made["table"].as_str().unwrap(), 50, None);
    for id in 0..3 {
        let on = id % 2 == 0;
        let silence = json!({"type": "silence", "id": id, "seen": igor.seq, "person": 0, "on": on});
        igor.wire.text(&silence.to_string());
        let done = igor.until(|message| message["id"] == id);
        assert_eq!(done["event"], 4 + id, "{done}");
    }
}

#[test]
fn a_table_without_spectators_has_none() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(config(&folder.path().join("perudo.db")));
    let settings = json!({"speed": "instant", "turn": 0, "tours": 100, "seats": 3, "spectators": false});
    let (table, mut anna, mut boris) = server.two_players(ANNA, &settings);
    let people = format!("/api/tables/{table}/people");
    let mut spectator = Wire::open(server.address, &table);
    spectator.hello(MALLORY, None);
    assert_eq!(spectator.rest().1, Received::Closed(4003, "no-spectators".to_owned()));
    let peeper = json!({"guest": secret(40), "name": "peeper", "watch": true});
    assert_eq!(server.post(&people, &peeper).status, 409);
    let leaver = json!({"guest": secret(41), "name": "leaver"});
    assert_eq!(server.post(&people, &leaver).status, 200);
    let mut leaver = Client::connect(server.address, &table, 41, None);
    leaver.send("leave", json!({}));
    let (_, end) = leaver.wire.rest();
    assert_eq!(end, Received::Closed(4003, "no-spectators".to_owned()));
    play(&mut [&mut anna, &mut boris]);
}
