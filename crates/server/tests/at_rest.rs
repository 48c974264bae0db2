//! Whoever reads the database sees no dice under cups, and nothing that dice to come follow from.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may

mod client;
#[path = "store/place.rs"]
mod place;

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use client::{Client, Running, config, entropy, open_store, play, quick};
use data_encoding::HEXLOWER;
use perudo_server::store::{self, Append, Fate, NewEvent, Node, TableId};
use perudo_server::{Config, Entropy, Keys, Server};
use perudo_table::fair::{Chain, Link};
use perudo_table::{Entry, Links, Moment, PlayerEvent, PublicEvent, TableEvent, ThrownDice};
use place::{Place, each_store};
use serde_json::json;

const ANNA: u128 = 1;

/// Random bytes, and those of them that secrets are made from.
fn watched_entropy() -> (Entropy, Arc<Mutex<Vec<[u8; 32]>>>) {
    let secrets = Arc::new(Mutex::new(Vec::new()));
    let (random, drawn) = (entropy(), Arc::clone(&secrets));
    let watched = Entropy::new(move |bytes| {
        bytes.iter_mut().for_each(|byte| [*byte] = random.bytes());
        drawn.lock().unwrap().extend(<[u8; 32]>::try_from(&*bytes));
    });
    (watched, secrets)
}

/// How a link, or what links are made from, may be written.
fn spellings(link: Link) -> [Vec<u8>; 4] {
    let hex = link.to_string();
    let bytes = HEXLOWER.decode(hex.as_bytes()).unwrap();
    let json = serde_json::to_vec(&bytes).unwrap();
    [bytes, hex.to_uppercase().into_bytes(), json, hex.into_bytes()]
}

fn links(links: &Links) -> impl Iterator<Item = Link> {
    links.server.into_iter().chain(links.seats.iter().map(|(_, link)| *link))
}

/// What the public part of a log has opened: links, and hands as JSON.
fn opened(log: &[Entry]) -> (Vec<Link>, Vec<Vec<u8>>) {
    let (mut opened, mut hands) = (Vec::new(), Vec::new());
    for entry in log {
        match &entry.event {
            TableEvent::Public(PublicEvent::Acted { event, links: given, .. }) => {
                opened.extend(given.iter().flat_map(links));
                if let PlayerEvent::Revealed(reveal) = event {
                    hands.push(serde_json::to_vec(&reveal.hands).unwrap());
                }
            }
            TableEvent::Public(PublicEvent::Withdrawn { links: given, .. }) => {
                opened.extend(given.iter().flat_map(links));
            }
            _ => {}
        }
    }
    (opened, hands)
}

/// Everything that must not be found in what was stored with the first events of a log: links and hands.
fn hidden(log: &[Entry], stored: usize) -> Vec<Vec<u8>> {
    let (open, shown) = opened(&log[..stored]);
    let mut hidden = Vec::new();
    for entry in log {
        let TableEvent::Thrown { dice: ThrownDice::Rolled(hands), links: given } = &entry.event else {
            continue;
        };
        let still: Vec<Link> = links(given).filter(|link| !open.contains(link)).collect();
        let hands = serde_json::to_vec(hands).unwrap();
        // Few dice may well be the same again.
        if !still.is_empty() && !shown.contains(&hands) {
            hidden.push(hands);
        }
        hidden.extend(still.into_iter().flat_map(spellings));
    }
    hidden
}

/// Which of the texts, each of at least eight bytes, can be found.
fn found<'a>(bytes: &[u8], texts: &'a [Vec<u8>]) -> HashSet<&'a [u8]> {
    let mut by_beginning: HashMap<&[u8], Vec<&[u8]>> = HashMap::new();
    for text in texts {
        by_beginning.entry(&text[..8]).or_default().push(text);
    }
    let positions = bytes.windows(8).enumerate();
    let candidates = positions.filter_map(|(at, window)| Some((at, by_beginning.get(window)?)));
    let texts = candidates.flat_map(|(at, texts)| texts.iter().map(move |text| (at, *text)));
    texts.filter(|(at, text)| bytes[*at..].starts_with(text)).map(|(_, text)| text).collect()
}

fn log_of(place: &Place, table: &str) -> Vec<Entry> {
    let events = open_store(&place.address()).events(table.parse().unwrap(), 1).unwrap().unwrap();
    events.iter().map(|event| serde_json::from_slice(&event.body).unwrap()).collect()
}

#[test]
fn no_hand_link_or_seed_of_a_running_game_is_in_the_database() {
    each_store(|place| {
        let (entropy, secrets) = watched_entropy();
        let server = Running::start_with(config(Path::new(&place.address())), entropy);
        let (table, chain) = (server.make(ANNA, "anna", &quick()), Chain::new([9; 32], 256));
        let mut anna = Client::connect(server.address, &table, ANNA, None);
        anna.done("commit", json!({"tip": chain.tip()}));
        anna.done("bot", json!({"level": "novice"}));
        anna.done("start", json!({}));
        let (mut copies, mut given, mut acted, mut turns) = (Vec::new(), 0, 0, 0);
        // More than the events after which a snapshot is kept.
        while anna.seq < 120 {
            if let Some(throw) = anna.now["throw"].as_u64().filter(|throw| *throw > given) {
                let link = chain.clone().open_nth(throw as u32).unwrap();
                anna.wire.text(&json!({"type": "link", "throw": throw, "link": link}).to_string());
                given = throw;
            }
            if anna.has_turn() && acted < anna.seq {
                // What a client was told is stored, and dice lie under the cups.
                if turns % 4 == 0 {
                    copies.push((anna.seq as usize, place.bytes()));
                }
                (acted, turns) = (anna.seq, turns + 1);
                anna.send("act", json!({"action": anna.lowest()}));
            }
            anna.until(|_| true);
        }
        server.crash();
        let log = log_of(place, &table);
        let secrets = secrets.lock().unwrap();
        assert!(!secrets.is_empty(), "tables are made from secrets");
        let seeds: Vec<Vec<u8>> = secrets.iter().flat_map(|secret| spellings(Link::new(*secret))).collect();
        for (stored, copy) in &copies {
            let hidden = [hidden(&log, *stored), seeds.clone()].concat();
            let seen: Vec<_> = found(copy, &hidden).into_iter().map(String::from_utf8_lossy).collect();
            assert_eq!(seen, [""; 0], "after event {stored}");
            let open: Vec<_> =
                opened(&log[..*stored]).0.iter().map(|link| link.to_string().into_bytes()).collect();
            assert_eq!(found(copy, &open).len(), open.len(), "what is open can be read");
        }
        let given = |entry: &Entry| matches!(&entry.event, TableEvent::Thrown { links, .. } if !links.seats.is_empty());
        assert!(log.iter().filter(|entry| given(entry)).count() > 5, "her links are in the dice");
    });
}

/// Plays until a tour is over, and gives the name of its table.
fn finished_tour(server: &Running) -> String {
    let mut settings = quick();
    settings["rules"] = "tournament dice=1".into();
    let (table, mut anna, mut boris) = server.two_players(ANNA, &settings);
    while server.get(&format!("/api/tables/{table}/tours")).body == "[]" {
        play(&mut [&mut anna, &mut boris]);
    }
    table
}

fn files_of_tour(server: &Running, table: &str) -> [String; 2] {
    ["record", "proof"].map(|file| {
        let answer = server.get(&format!("/api/tables/{table}/tours/1/{file}"));
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.body
    })
}

#[test]
fn when_a_table_is_closed_its_secret_is_forgotten_and_its_tours_are_not() {
    each_store(|place| {
        let config = config(Path::new(&place.address()));
        let server = Running::start(config.clone());
        let table = finished_tour(&server);
        let files = files_of_tour(&server, &table);
        server.crash();

        let mut store = open_store(&place.address());
        let node =
            Node { name: config.node.clone(), session: 1, lease: Duration::from_secs(60), address: None };
        let mut open = Vec::new();
        store.take_over(&node, &mut |table| open.push(table)).unwrap();
        let [stored] = &open[..] else { panic!("there is one table") };
        assert_eq!(stored.secret.as_ref().map(Vec::len), Some(32));
        let event = TableEvent::Public(PublicEvent::Closed);
        let body = serde_json::to_vec(&Entry { at: Moment(u64::MAX >> 16), by: None, event }).unwrap();
        let end = Append {
            table: stored.id,
            epoch: stored.epoch,
            first_seq: log_of(place, &table).len() as u64 + 1,
            creates: false,
            maker: None,
            secret: None,
            events: vec![NewEvent { at: 0, secret: false, body }],
            snapshot: None,
            tips: Vec::new(),
            tours: Vec::new(),
            left: Vec::new(),
            closes: true,
        };
        assert_eq!(store.commit(&node, &[end]).unwrap(), [Fate::Written]);
        drop(store);
        assert_eq!(place.count("secrets") + place.count("snapshots"), 0);

        let server = Running::start(config);
        assert_eq!(server.tables, 0);
        assert_eq!(files_of_tour(&server, &table), files);
        server.crash();
    });
}

#[test]
fn what_older_versions_stored_as_it_was_is_encrypted_and_forgotten_where_a_table_is_closed() {
    const OPENED: &str = r#"{"at":1,"event":{"Opened":{"settings":{"rules":"classic","seats":2,"tours":1,"clock":{"turn":null,"bank":0},"speed":"normal","public":true,"spectators":false,"hints":true,"stand_in":"master"},"table":"0000000001","secret":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32]}}}"#;
    const ROLLED: &str = r#"{"at":8,"event":{"Thrown":{"event":{"Rolled":["35","23"]},"links":{"server":"ae99e27da6cb1b3b5a5f24b4ef678b949bcc653f87f1c7cb15fd38408082e1b4","seats":[],"withheld":[1]}}}}"#;
    each_store(|place| {
        let node =
            Node { name: "main".to_owned(), session: 1, lease: Duration::from_secs(60), address: None };
        let mut store = open_store(&place.address());
        store.take_over(&node, &mut |_| ()).unwrap();
        let plain = |text: &str| NewEvent { at: 0, secret: false, body: text.as_bytes().to_vec() };
        for (id, closes) in [(1, false), (2, true)] {
            let table = TableId::from_bits(id);
            let events = vec![plain(OPENED), plain(ROLLED)];
            let append = Append {
                table,
                epoch: 1,
                first_seq: 1,
                creates: true,
                maker: None,
                secret: None,
                events,
                snapshot: None,
                closes,
                tips: Vec::new(),
                tours: Vec::new(),
                left: Vec::new(),
            };
            assert_eq!(store.commit(&node, &[append]).unwrap(), [Fate::Written]);
        }
        drop(store);
        let hidden =
            [r#""secret":[1,2,3"#, r#""Rolled":["35""#, "ae99e27da6cb"].map(|text| text.as_bytes().to_vec());
        assert_eq!(found(&place.bytes(), &hidden).len(), hidden.len());
        // The second time it is as if the first had been cut off: everything is done, and nobody has noted it.
        for _ in 0..2 {
            place.execute("DELETE FROM keys");
            let mut store = open_store(&place.address());
            assert_eq!(found(&place.bytes(), &hidden).len(), 0);
            let mut open = Vec::new();
            store.take_over(&node, &mut |table| open.push((table.id.bits(), table.secret))).unwrap();
            assert_eq!(open, [(1, Some((1..=32).collect()))], "the open table has its secret");
            assert_eq!(place.count("secrets"), 1);
            for id in [1, 2] {
                let events = store.events(TableId::from_bits(id), 1).unwrap().unwrap();
                assert!(
                    events[0].body.starts_with(&OPENED.as_bytes()[..200]),
                    "the settings are as they were"
                );
                assert_eq!(events[1].body, ROLLED.as_bytes());
            }
        }
    });
}

/// Why a server does not start.
fn refusal(config: Config) -> String {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    match runtime.block_on(Server::start(config, entropy())) {
        Ok(_) => panic!("it starts"),
        Err(error) => error.to_string(),
    }
}

/// A key file with these lines.
fn key_file(folder: &Path, name: &str, lines: &[&str]) -> PathBuf {
    let path = folder.join(name);
    Keys::make(&path, &Entropy::of_system()).unwrap();
    if !lines.is_empty() {
        fs::write(&path, lines.join("\n")).unwrap();
    }
    path
}

#[test]
fn without_its_key_a_database_is_not_served_and_no_new_key_is_made() {
    each_store(|place| {
        let folder = tempfile::tempdir().unwrap();
        let right = key_file(folder.path(), "right.key", &[]);
        let config = Config { key_file: right, ..config(Path::new(&place.address())) };
        let server = Running::start(config.clone());
        let (table, anna, boris) = server.two_players(ANNA, &quick());
        drop((anna, boris));
        server.crash();

        let missing = folder.path().join("missing.key");
        let said = refusal(Config { key_file: missing.clone(), ..config.clone() });
        assert!(said.contains("missing.key") && said.contains("put the file back"), "{said}");
        assert!(!missing.exists());
        let wrong = key_file(folder.path(), "wrong.key", &[]);
        let said = refusal(Config { key_file: wrong, ..config.clone() });
        assert!(said.contains("is not in the key file"), "{said}");

        let server = Running::start(config);
        let anna = Client::connect(server.address, &table, ANNA, None);
        assert!(anna.hand.as_str().is_some_and(|hand| !hand.is_empty()), "the dice are still there");
        server.crash();
    });
}

#[test]
fn with_a_new_key_everything_is_encrypted_anew_and_the_old_one_is_not_needed() {
    let (old, new) = ("11".repeat(32), "22".repeat(32));
    each_store(|place| {
        let folder = tempfile::tempdir().unwrap();
        let lines: [&[&str]; 3] = [&[&old], &[&new, &old], &[&new]];
        let mut table = None;
        for (index, lines) in lines.into_iter().enumerate() {
            let key_file = key_file(folder.path(), &format!("{index}.key"), lines);
            let server = Running::start(Config { key_file, ..config(Path::new(&place.address())) });
            let table = table.get_or_insert_with(|| finished_tour(&server));
            let mut anna = Client::connect(server.address, table, ANNA, None);
            let mut boris = Client::connect(server.address, table, ANNA + 1, None);
            for _ in 0..20 {
                play(&mut [&mut anna, &mut boris]);
            }
            files_of_tour(&server, table);
            drop((anna, boris));
            server.crash();
        }
    });
}

#[test]
fn a_row_that_was_exchanged_is_not_taken_for_what_it_replaces() {
    each_store(|place| {
        let server = Running::start(config(Path::new(&place.address())));
        let table = finished_tour(&server);
        server.crash();
        let log = log_of(place, &table);
        let thrown = |entry: &Entry| matches!(entry.event, TableEvent::Thrown { .. });
        let rolls: Vec<usize> = (1..=log.len()).filter(|seq| thrown(&log[seq - 1])).collect();
        let [first, .., last] = rolls[..] else { panic!("there are several throws") };
        place.execute(&format!(
            "UPDATE events SET body = (SELECT other.body FROM events AS other WHERE other.seq = {first}) WHERE seq = {last}"
        ));
        let server = Running::start(config(Path::new(&place.address())));
        let answer = server.get(&format!("/api/tables/{table}/tours"));
        assert_eq!((answer.status, answer.error().as_str()), (500, "unreadable-log"));
        server.crash();
    });
}

#[test]
fn what_is_stored_says_nothing_when_it_is_printed() {
    let place = Place::sqlite();
    let server = Running::start(config(Path::new(&place.address())));
    let (_table, anna, boris) = server.two_players(ANNA, &quick());
    drop((anna, boris));
    server.crash();
    let node = Node { name: "main".to_owned(), session: 1, lease: Duration::from_secs(60), address: None };
    let mut printed = String::new();
    open_store(&place.address()).take_over(&node, &mut |table| printed += &format!("{table:?}")).unwrap();
    assert!(printed.contains("StoredTable") && !printed.contains("secret"), "{printed}");
    assert!(store::open(&place.address()).unwrap().is_encrypted().unwrap());
}
