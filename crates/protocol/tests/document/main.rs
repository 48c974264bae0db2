//! PROTOCOL.md and the code say the same, in both directions.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test fails by panicking

mod samples;

use std::collections::{BTreeMap, BTreeSet};

use perudo_protocol::{ClientMsg, Notice, Order, PROTOCOL, ServerMsg, WireCommand, WireEvent, WireSettings};
use perudo_rules::{Call, PhaseName, RoundKind};
use perudo_table::{Absence, Actor, DiceMode, EMOTES, PlaceName, Speed, StageName, Table, TableError};
use proptest::prelude::*;
use serde::Serialize;
use serde_json::{Value, json};

const DOCUMENT: &str = include_str!("../../../../PROTOCOL.md");

/// All values of an enum. If one is missing, this does not compile.
macro_rules! all {
    ($type:ident: $($variant:ident $(($value:expr))?),+ $(,)?) => {{
        let _ = |value: &$type| match value { $($type::$variant { .. } => ()),+ };
        [$($type::$variant $(($value))?),+]
    }};
}

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
        (_, Some(received)) => (false, received),
        _ => panic!("neither sent nor received: {line}"),
    })
}

/// The rows of the table with these titles: the names in the first column, and those in the second.
fn rows(titles: &str) -> Vec<(Vec<&'static str>, Vec<&'static str>)> {
    fn names(cell: Option<&'static str>) -> Vec<&'static str> {
        cell.unwrap_or_default().split('`').skip(1).step_by(2).collect()
    }
    let table = DOCUMENT.lines().skip_while(|line| *line != titles).skip(2);
    let rows = table.take_while(|line| line.starts_with('|')).map(|line| {
        let mut cells = line.split('|').skip(1);
        (names(cells.next()), names(cells.next()))
    });
    let rows: Vec<_> = rows.collect();
    assert!(!rows.is_empty(), "PROTOCOL.md has no table {titles}");
    rows
}

fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap()
}

fn explains(name: &str) -> bool {
    DOCUMENT.contains(&format!("`{name}`"))
}

type Messages = &'static [(&'static str, &'static [&'static [&'static str]])];

fn names(messages: Messages) -> impl Iterator<Item = &'static str> {
    messages.iter().map(|(name, _)| *name)
}

#[test]
fn every_message_has_a_row_with_its_fields() {
    let tables: [(&str, Messages, &[&str]); 3] = [
        ("| type | fields | what |", WireCommand::MESSAGES, &[]),
        ("| type | fields besides `seq` | what |", ServerMsg::MESSAGES, &["seq"]),
        ("| `what` | fields | what happened |", WireEvent::MESSAGES, &[]),
    ];
    for (titles, messages, without) in tables {
        let explained: BTreeMap<_, _> =
            rows(titles).into_iter().map(|(names, fields)| (names[0], fields)).collect();
        let declared = messages.iter().map(|(name, groups)| {
            let mut fields = groups.concat();
            fields.retain(|field| !without.contains(field));
            (*name, fields)
        });
        assert_eq!(explained, declared.collect(), "{titles}");
    }
    for (name, groups) in ClientMsg::MESSAGES {
        for word in [*name].into_iter().chain(groups.concat()) {
            assert!(explains(word), "PROTOCOL.md does not explain `{word}` of `{name}`");
        }
    }
}

#[test]
fn every_message_has_an_example() {
    let (mut said, mut told, mut happened) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let mut notices = BTreeSet::new();
    for line in lines("json") {
        let example: Value = serde_json::from_str(line).unwrap();
        let name = |key: &str| example[key].as_str().unwrap_or_default().to_owned();
        match (ClientMsg::parse(line), serde_json::from_str(line)) {
            (Ok(_), Err(_)) => said.insert(name("type")),
            (Err(_), Ok(message)) => {
                if let ServerMsg::Event { .. } = message {
                    happened.insert(example["event"]["what"].as_str().unwrap().to_owned());
                }
                notices.insert(name("notice"));
                told.insert(name("type"))
            }
            _ => panic!("not a message: {line}"),
        };
    }
    let all = all!(Notice: StorageDown, StorageUp, Restarting).map(|notice| text(&notice));
    let examples = [
        (names(ClientMsg::MESSAGES).chain(names(WireCommand::MESSAGES)).collect::<BTreeSet<_>>(), said),
        (names(ServerMsg::MESSAGES).collect(), told),
        (names(WireEvent::MESSAGES).collect(), happened),
        ([""].into_iter().chain(all.iter().map(|name| name.trim_matches('"'))).collect(), notices),
    ];
    for (declared, found) in &examples {
        let found: BTreeSet<&str> = found.iter().map(String::as_str).collect();
        assert_eq!(*declared, found, "messages and those with an example in PROTOCOL.md");
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
        assert!(is_from_client(line) != is_from_server(line), "not a message: {line}");
        count += 1;
    }
    for (sent, line) in session() {
        assert!(if sent { is_from_client(line) } else { is_from_server(line) }, "not a message: {line}");
        count += 1;
    }
    assert!(count > 70, "{count}");
    assert!(DOCUMENT.contains(&format!("\"protocol\":{PROTOCOL},")));
}

#[test]
fn fields_that_no_example_has_come_back_as_they_were() {
    for line in samples::RARE {
        assert!(is_from_server(line), "not a message: {line}");
    }
    let view = Box::new(samples::view());
    let welcome = ServerMsg::Welcome { seq: 1, protocol: PROTOCOL, you: samples::you(), view, key: None };
    assert_eq!(serde_json::from_str::<ServerMsg>(&welcome.to_text()).unwrap(), welcome);
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

#[test]
fn every_field_of_a_view_is_explained() {
    let mut names = BTreeSet::new();
    collect(&json!([samples::view(), samples::you(), samples::links()]), &mut names);
    assert!(names.len() > 60, "{names:?}");
    let missing: Vec<&String> = names.iter().filter(|name| !explains(name)).collect();
    assert!(missing.is_empty(), "PROTOCOL.md does not explain {missing:?}");
}

#[test]
fn every_setting_has_a_row() {
    let explained: BTreeSet<&str> =
        rows("| field | usual | meaning |").into_iter().flat_map(|(names, _)| names).collect();
    let Value::Object(settings) = json!(samples::settings()) else { panic!("settings are an object") };
    assert_eq!(explained, settings.keys().map(String::as_str).collect());
    assert_eq!(json!(WireSettings::default()), json!({}), "all may be left out");
}

/// What every value of an enum is called on the wire.
fn spelt<T: Serialize, const N: usize>(values: [T; N]) -> Vec<String> {
    values.iter().map(|value| text(value).trim_matches('"').to_owned()).collect()
}

#[test]
fn every_value_is_explained() {
    let phases = all!(PhaseName: Draw, Declaring, Rolling, Bidding, Showing, Over);
    let kinds = all!(RoundKind: Normal, Maputo, Final);
    let stages = all!(StageName: Waiting, Playing, Resting, Closed);
    let calls = all!(Call: Dudo, Calza);
    assert_eq!(spelt(phases), phases.map(PhaseName::as_str));
    assert_eq!(spelt(kinds), kinds.map(RoundKind::as_str));
    assert_eq!(spelt(stages), stages.map(StageName::as_str));
    assert_eq!(spelt(calls), calls.map(Call::as_str));
    let mut places = spelt(all!(PlaceName: Chair, Queue, Watching, Gone));
    places.retain(|place| place != "gone"); // those who are gone are in no view
    let values = [
        spelt(phases),
        spelt(kinds),
        spelt(stages),
        spelt(calls),
        places,
        spelt(all!(Absence: Late, Gone)),
        spelt(all!(Actor: Person, Bot)),
        spelt(EMOTES),
        spelt(Speed::ALL.map(Speed::name)),
        spelt(DiceMode::ALL.map(DiceMode::name)),
    ];
    for value in values.iter().flatten() {
        assert!(explains(value), "PROTOCOL.md does not explain `{value}`");
    }
    assert!(DOCUMENT.contains("4,096 bytes") && ClientMsg::MAX_BYTES == 4096);
    assert!(DOCUMENT.contains("1 to 200 characters") && Table::MAX_TEXT == 200);
}

#[test]
fn every_refusal_of_a_table_has_a_row() {
    let explained: BTreeSet<&str> =
        rows("| of the table | reason |").into_iter().flat_map(|(names, _)| names).collect();
    let mut declared: BTreeSet<&str> = TableError::NAMES.iter().copied().collect();
    assert!(declared.remove("game"), "what the game refuses goes by the name of its own reason");
    assert_eq!(explained, declared);
    assert!(DOCUMENT.contains("[the record](docs/record.md#errors)"), "the refusals of the game");
    assert!(explains("malformed"));
}

/// What clients write in the examples.
fn from_clients() -> impl Iterator<Item = &'static str> {
    lines("json").filter(|line| ClientMsg::parse(line).is_ok())
}

/// Reads a text, which must not panic; what could be read comes back as it was.
fn read(text: &str) -> Result<(), TestCaseError> {
    match ClientMsg::parse(text) {
        Ok(message) => {
            let again =
                serde_json::to_string(&message).map_err(|error| TestCaseError::fail(error.to_string()))?;
            prop_assert_eq!(ClientMsg::parse(&again), Ok(message));
        }
        Err(error) => prop_assert!(!error.message.is_empty() && error.message.len() < 2000),
    }
    Ok(())
}

/// Texts that are nearly messages: a few characters of one are replaced.
fn nearly() -> impl Strategy<Value = String> {
    let texts: Vec<&str> = from_clients().collect();
    let pieces: Vec<&str> = texts.iter().flat_map(|text| text.split_inclusive([',', ':'])).collect();
    const ODD: [&str; 11] =
        ["", "\"", "null", "-1", "18446744073709551616", "1e400", "\\ud800", "[{", "}", "\u{0}", "é"];
    let piece = prop_oneof![
        prop::sample::select(pieces).prop_map(str::to_owned),
        prop::sample::select(&ODD).prop_map(str::to_owned),
        ".{0,4}"
    ];
    let cut = (any::<prop::sample::Index>(), 0_usize..12, piece);
    (prop::sample::select(texts), prop::collection::vec(cut, 1..4)).prop_map(|(text, cuts)| {
        let mut text = text.to_owned();
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
