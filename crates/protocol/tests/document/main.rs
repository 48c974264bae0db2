//! PROTOCOL.md and the code say the same, in both directions.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test fails by panicking

mod samples;

use std::collections::BTreeSet;

use perudo_protocol::{
    ClientMsg, Notice, Order, PROTOCOL, ServerMsg, View, ViewPerson, ViewShowdown, ViewTour, WireCommand,
    WireEvent,
};
use perudo_rules::{PhaseName, RoundKind};
use perudo_table::{Absence, EMOTES, Speed, Table, TableError};
use proptest::prelude::*;
use serde::Serialize;
use serde_json::Value;

const DOCUMENT: &str = include_str!("../../../../PROTOCOL.md");

/// The names of all variants on the wire. A variant that is missing here does not compile.
macro_rules! names {
    ($all:ident, $of:ident, $type:ident: $($variant:ident = $name:literal),+ $(,)?) => {
        const $all: &[&str] = &[$($name),+];

        fn $of(value: &$type) -> &'static str {
            match value { $($type::$variant { .. } => $name),+ }
        }
    };
}

names! { CLIENT, client_name, ClientMsg: Hello = "hello", Link = "link", Ping = "ping", Order = "order" }
names! { COMMANDS, command_name, WireCommand:
    Join = "join", Leave = "leave", Start = "start", Bot = "bot", Remove = "remove", Host = "host",
    Settings = "settings", Act = "act", Back = "back", Say = "say", Emote = "emote", Chat = "chat",
    Silence = "silence", Commit = "commit",
}
names! { SERVER, server_name, ServerMsg:
    Welcome = "welcome", You = "you", Event = "event", Done = "done", Refused = "refused",
    Watching = "watching", Notice = "notice", Pong = "pong",
}
names! { EVENTS, event_name, WireEvent:
    Opened = "opened", Came = "came", Left = "left", Seated = "seated", BotSat = "bot-sat",
    BotLeft = "bot-left", Host = "host", Settings = "settings", MatchBegan = "match-began",
    RestEnded = "rest-ended", TourBegan = "tour-began", Drawn = "drawn", Rolled = "rolled", Bid = "bid",
    Declared = "declared", Passed = "passed", Showdown = "showdown", Withdrawn = "withdrawn", Away = "away",
    Back = "back", Said = "said", Emoted = "emoted", Chat = "chat", Silenced = "silenced",
    Committed = "committed", ClockRestarted = "clock-restarted", Closed = "closed",
}
names! { NOTICES, notice_name, Notice:
    StorageDown = "storage-down", StorageUp = "storage-up", Restarting = "restarting",
}
names! { PHASES, phase_name, PhaseName:
    Draw = "draw", Declaring = "declaring", Rolling = "rolling", Bidding = "bidding", Over = "over",
}
names! { KINDS, kind_name, RoundKind: Normal = "normal", Maputo = "maputo", Final = "final" }
names! { ABSENCES, absence_name, Absence: Late = "late", Gone = "gone" }

/// The lines of the code blocks of a kind.
fn lines(kind: &str) -> impl Iterator<Item = &'static str> {
    let mut inside = false;
    DOCUMENT.lines().filter(move |line| {
        match line.strip_prefix("```") {
            Some(fence) => inside = !inside && fence == kind,
            None => return inside,
        }
        false
    })
}

/// Messages with a direction, as in the session at the end.
fn session() -> impl Iterator<Item = (bool, &'static str)> {
    lines("text").map(|line| match (line.strip_prefix("→ "), line.strip_prefix("← ")) {
        (Some(sent), _) => (true, sent),
        (_, Some(heard)) => (false, heard),
        _ => panic!("neither sent nor heard: {line}"),
    })
}

fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap()
}

fn explains(name: &str) -> bool {
    DOCUMENT.contains(&format!("`{name}`"))
}

#[test]
fn every_message_is_in_the_document_with_an_example() {
    let (client, server) = (samples::client(), samples::server());
    let examples: BTreeSet<&str> = lines("json").collect();
    for sample in client.iter().map(text).chain(server.iter().map(text)) {
        assert!(examples.contains(sample.as_str()), "PROTOCOL.md lacks the line\n{sample}");
    }
    let orders = client.iter().filter_map(|message| match message {
        ClientMsg::Order(Order { command, .. }) => Some(command_name(command)),
        _ => None,
    });
    let events = server.iter().filter_map(|message| match message {
        ServerMsg::Event { event, .. } => Some(event_name(event)),
        _ => None,
    });
    let notices = server.iter().filter_map(|message| match message {
        ServerMsg::Notice { notice, .. } => Some(notice_name(notice)),
        _ => None,
    });
    let found: [(&[&str], BTreeSet<&str>); 5] = [
        (CLIENT, client.iter().map(client_name).collect()),
        (COMMANDS, orders.collect()),
        (SERVER, server.iter().map(server_name).collect()),
        (EVENTS, events.collect()),
        (NOTICES, notices.collect()),
    ];
    for (all, found) in found {
        assert_eq!(all.iter().copied().collect::<BTreeSet<_>>(), found, "a sample is missing");
        for name in found.into_iter().filter(|name| *name != "order") {
            assert!(explains(name), "PROTOCOL.md does not explain `{name}`");
        }
    }
}

#[test]
fn the_names_here_are_those_on_the_wire() {
    let tag = |value: Value, tag: &str| value[tag].as_str().unwrap_or_default().to_owned();
    for message in samples::client() {
        let name = match &message {
            ClientMsg::Order(Order { command, .. }) => command_name(command),
            other => client_name(other),
        };
        assert_eq!(tag(serde_json::to_value(&message).unwrap(), "type"), name);
    }
    for message in samples::server() {
        assert_eq!(tag(serde_json::to_value(&message).unwrap(), "type"), server_name(&message));
        match &message {
            ServerMsg::Event { event, .. } => {
                assert_eq!(tag(serde_json::to_value(event).unwrap(), "what"), event_name(event));
            }
            ServerMsg::Notice { notice, .. } => {
                assert_eq!(text(notice), format!("{:?}", notice_name(notice)))
            }
            _ => {}
        }
    }
    for absence in [Absence::Late, Absence::Gone] {
        assert_eq!(text(&absence), format!("{:?}", absence_name(&absence)));
    }
    for kind in [RoundKind::Normal, RoundKind::Maputo, RoundKind::Final] {
        assert_eq!(kind.as_str(), kind_name(&kind));
    }
    let phases =
        [PhaseName::Draw, PhaseName::Declaring, PhaseName::Rolling, PhaseName::Bidding, PhaseName::Over];
    for phase in phases {
        assert_eq!(phase.as_str(), phase_name(&phase));
    }
}

fn is_from_client(line: &str) -> bool {
    match ClientMsg::parse(line) {
        Ok(message) => {
            assert_eq!(text(&message), line, "it is spelt differently");
            true
        }
        Err(_) => false,
    }
}

fn is_from_server(line: &str) -> bool {
    match serde_json::from_str::<ServerMsg>(line) {
        Ok(message) => {
            assert_eq!(message.to_text(), line, "it is spelt differently");
            true
        }
        Err(_) => false,
    }
}

#[test]
fn every_example_is_a_message() {
    let mut count = 0;
    for line in lines("json") {
        assert!(is_from_client(line) != is_from_server(line), "no message: {line}");
        count += 1;
    }
    for (sent, line) in session() {
        assert!(if sent { is_from_client(line) } else { is_from_server(line) }, "no message: {line}");
        count += 1;
    }
    assert!(count > 70, "{count}");
    assert!(DOCUMENT.contains(&format!("\"protocol\":{PROTOCOL},")));
}

/// Events without a gap, and answers to every command, as the document promises.
#[test]
fn the_session_keeps_the_promises_of_the_document() {
    let (mut seq, mut open) = (None, BTreeSet::new());
    for (sent, line) in session() {
        if sent {
            if let Ok(ClientMsg::Order(Order { id, seen, .. })) = ClientMsg::parse(line) {
                assert!(open.insert(id) && Some(seen) == seq, "{line}");
            }
            continue;
        }
        match serde_json::from_str(line).unwrap() {
            ServerMsg::Welcome { seq: at, .. } => seq = Some(at),
            ServerMsg::Event { seq: at, .. } => {
                assert_eq!(seq.map(|seq| seq + 1), Some(at), "{line}");
                seq = Some(at);
            }
            ServerMsg::Done { id, .. } => assert!(open.remove(&id), "{line}"),
            ServerMsg::Watching { seq: at, .. } => assert_eq!(Some(at), seq),
            other => panic!("{other:?}"),
        }
    }
    assert!(open.is_empty());
}

fn collect(value: &Value, into: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                into.insert(name.clone());
                collect(value, into);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, into)),
        _ => {}
    }
}

/// The samples with everything in them that may be left out and is in none of the examples.
fn with_rare_fields() -> Vec<ServerMsg> {
    let mut messages = samples::server();
    for message in &mut messages {
        match message {
            ServerMsg::Welcome { view, .. } => {
                let View { resting_until, people, tour, .. } = &mut **view;
                *resting_until = Some(1);
                let Some(ViewPerson { away, .. }) = people.first_mut() else { panic!("nobody is here") };
                *away = Some(Absence::Late);
                let Some(ViewTour { showdown: Some(ViewShowdown { gainer, .. }), .. }) = tour else {
                    panic!("no showdown")
                };
                *gainer = Some(1);
            }
            ServerMsg::Event { event: WireEvent::Showdown { gainer, .. }, .. } => *gainer = Some(1),
            ServerMsg::Event { event: WireEvent::Withdrawn { winner, .. }, .. } => *winner = Some(1),
            _ => {}
        }
    }
    messages
}

#[test]
fn every_field_is_explained() {
    let mut names = BTreeSet::new();
    for message in samples::client() {
        collect(&serde_json::to_value(message).unwrap(), &mut names);
    }
    for message in with_rare_fields() {
        collect(&serde_json::to_value(message).unwrap(), &mut names);
    }
    assert!(names.len() > 90, "{names:?}");
    let missing: Vec<&String> = names.iter().filter(|name| !explains(name)).collect();
    assert!(missing.is_empty(), "PROTOCOL.md does not explain {missing:?}");
}

#[test]
fn every_name_is_explained() {
    let speeds = Speed::ALL.map(Speed::name);
    let stages = ["waiting", "playing", "resting", "closed"];
    let places = ["chair", "queue", "watching"];
    let words =
        [PHASES, KINDS, ABSENCES, &EMOTES, &speeds, &stages, &places, &["person", "bot", "malformed"]];
    // A refusal of the game goes by the name of its own reason.
    let refusals = TableError::NAMES.iter().filter(|name| **name != "game");
    for name in words.into_iter().flatten().chain(refusals) {
        assert!(explains(name), "PROTOCOL.md does not explain `{name}`");
    }
    assert!(DOCUMENT.contains("[the record](docs/record.md#errors)"), "the refusals of the game");
    assert!(DOCUMENT.contains("4,096 bytes") && ClientMsg::MAX_BYTES == 4096);
    assert!(DOCUMENT.contains("1 to 200 characters") && Table::MAX_TEXT == 200);
}

#[test]
fn what_clients_say_comes_back_as_it_was() {
    for message in samples::client() {
        assert_eq!(ClientMsg::parse(&text(&message)), Ok(message));
    }
    for message in with_rare_fields() {
        assert_eq!(serde_json::from_str::<ServerMsg>(&message.to_text()).unwrap(), message);
    }
}

/// Reads a text, which must not panic; what could be read comes back as it was.
fn read(text: &str) -> Result<(), TestCaseError> {
    match ClientMsg::parse(text) {
        Ok(message) => {
            let again =
                serde_json::to_string(&message).map_err(|error| TestCaseError::fail(error.to_string()))?;
            prop_assert_eq!(ClientMsg::parse(&again), Ok(message));
        }
        Err(fault) => prop_assert!(!fault.message.is_empty() && fault.message.len() < 2000),
    }
    Ok(())
}

/// Texts that are nearly messages: a few characters of one are replaced.
fn nearly() -> impl Strategy<Value = String> {
    let texts: Vec<String> = samples::client().iter().map(text).collect();
    let pieces: Vec<String> =
        texts.iter().flat_map(|text| text.split_inclusive([',', ':'])).map(str::to_owned).collect();
    const ODD: [&str; 11] =
        ["", "\"", "null", "-1", "18446744073709551616", "1e400", "\\ud800", "[{", "}", "\u{0}", "é"];
    let piece = prop_oneof![
        prop::sample::select(pieces),
        prop::sample::select(&ODD).prop_map(str::to_owned),
        ".{0,4}"
    ];
    let cut = (any::<prop::sample::Index>(), 0_usize..12, piece);
    (prop::sample::select(texts), prop::collection::vec(cut, 1..4)).prop_map(|(mut text, cuts)| {
        for (place, length, piece) in cuts {
            let characters: Vec<char> = text.chars().collect();
            let from = place.index(characters.len() + 1);
            let to = (from + length).min(characters.len());
            text = characters[..from]
                .iter()
                .copied()
                .chain(piece.chars())
                .chain(characters[to..].iter().copied())
                .collect();
        }
        text
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn reading_never_panics(text in ".*") {
        read(&text)?;
    }

    #[test]
    fn reading_what_is_nearly_a_message_never_panics(text in nearly()) {
        read(&text)?;
    }
}
