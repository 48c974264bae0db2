//! `perudo admin` beside servers that run.

use std::fs;
use std::path::Path;
use std::process::Output;

use perudo_protocol::{WireCommand, WireEvent};
use perudo_rules::Hand;
use perudo_server::store::TableId;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::Client;
use crate::place::Place;
use crate::program::{Server, perudo};
use crate::restarts::ANY_PORT;
use crate::{ANNA, BORIS};

/// A database that servers share, and the keys to it.
struct Shared {
    place: Place,
    folder: TempDir,
}

impl Shared {
    fn new(place: Place) -> Shared {
        Shared { place, folder: tempfile::tempdir().unwrap() }
    }

    fn key_file(&self) -> String {
        self.folder.path().join("perudo.key").into_os_string().into_string().unwrap()
    }

    fn serve(&self, node: &str) -> Server {
        let flags = ["--node", node, "--key-file", &self.key_file(), "--max-requests-per-second=0"];
        Server::start(Path::new(&self.place.address()), ANY_PORT, &flags)
    }

    fn admin(&self, call: &[&str]) -> Output {
        let storage = ["--database", &self.place.address(), "--key-file", &self.key_file()];
        perudo().arg("admin").args(call).args(storage).output().unwrap()
    }

    /// What is printed by a call that must succeed.
    fn told(&self, call: &[&str]) -> String {
        let Output { status, stdout, stderr } = self.admin(call);
        let errors = String::from_utf8(stderr).unwrap();
        assert!(status.success() && errors.is_empty(), "{call:?}: {errors}");
        String::from_utf8(stdout).unwrap()
    }

    /// The same as JSON, line by line.
    fn lines(&self, call: &[&str]) -> Vec<Value> {
        let told = self.told(&[call, &["--json"]].concat());
        told.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// What a call that cannot be answered prints.
    fn refused(&self, call: &[&str]) -> String {
        let Output { status, stdout, stderr } = self.admin(call);
        let printed = String::from_utf8(stderr).unwrap();
        assert_eq!(status.code(), Some(2), "{call:?}: {printed}");
        assert!(stdout.is_empty() && printed.starts_with("error: "), "{call:?}: {printed}");
        printed
    }
}

fn slow() -> Value {
    json!({"speed": "instant", "turn": 0, "rules": "calza"})
}

#[test]
fn operators_see_all_nodes_and_where_every_table_is() {
    let shared = Shared::new(Place::postgres());
    let (a, b) = (shared.serve("a"), shared.serve("b"));
    let first = a.table(ANNA, "anna", &slow(), &["novice"]);
    let second = b.table(BORIS, "boris", &slow(), &[]);

    let nodes = shared.lines(&["nodes"]);
    let of = |value: &Value| (value["node"].clone(), value["alive"].clone(), value["tables"].clone());
    let expected = |name: &str| (json!(name), json!(true), json!(1));
    assert_eq!(nodes.iter().map(of).collect::<Vec<_>>(), [expected("a"), expected("b")]);
    assert!(nodes.iter().all(|node| node["lease_ms"].as_u64().unwrap() > 0), "{nodes:?}");
    assert!(nodes.iter().all(|node| node["events_in_a_minute"].as_u64().unwrap() > 0), "{nodes:?}");
    let told = shared.told(&["nodes"]);
    assert!(told.starts_with("NODE") && told.contains("alive, lease "), "{told}");

    let names = |call: &[&str]| -> Vec<String> {
        shared.lines(call).iter().map(|table| table["table"].as_str().unwrap().to_owned()).collect()
    };
    let mut both = vec![first.clone(), second.clone()];
    both.sort_by_key(|name| name.parse::<TableId>().unwrap());
    assert_eq!(names(&["tables"]), both);
    assert_eq!(names(&["tables", "--node", "b"]), [second.as_str()]);
    assert!(shared.told(&["tables", "--most", "1"]).ends_with("There are more: give --most.\n"));

    let table = &shared.lines(&["table", &first])[0];
    assert_eq!((&table["node"], &table["epoch"]), (&json!("a"), &json!(1)), "{table}");
    assert_eq!(table["stage"], "waiting for players", "{table}");
    assert_eq!(table["people"][0]["name"], "anna", "{table}");
    assert_eq!(table["people"][0]["chair"], 1, "{table}");
    assert_eq!(table["people"][1]["bot"], "novice", "{table}");
    let told = shared.told(&["table", &first.to_uppercase()]);
    for words in [&format!("Table {first}: waiting"), "Node    a, epoch 1, since 20", "calza", "bot novice"] {
        assert!(told.contains(words), "{told}");
    }
    b.kill();
    let told = shared.told(&["table", &second]);
    assert!(told.contains("Node    b"), "{told}");
}

#[test]
fn a_log_in_words_has_everything_but_dice_under_cups() {
    for place in [Place::sqlite(), Place::postgres()] {
        let shared = Shared::new(place);
        let server = shared.serve("a");
        let table = server.table(ANNA, "anna", &slow(), &["novice"]);
        let mut anna = Client::connect(server.address, &table, ANNA, None);
        anna.done(WireCommand::Say { text: "good evening".to_owned() });
        anna.done(WireCommand::Start);
        anna.event(|event| matches!(event, WireEvent::Rolled { .. }));
        let hand = anna.hand.unwrap();
        assert_ne!(hand, Hand::EMPTY);

        let told = shared.told(&["log", &table]);
        for words in
            ["The table is opened. Rules: calza", "anna: good evening", "The draw: ", "Everyone has rolled."]
        {
            assert!(told.contains(words), "{words}: {told}");
        }
        assert!(told.lines().all(|line| !line.contains(['{', '}'])), "{told}");
        assert!(shared.told(&["log", &table, "--lang", "ru"]).contains("anna садится за стол"));
        let events = shared.told(&["log", &table, "--json"]);
        let rolled = events.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let rolled: Vec<Value> = rolled.filter(|line| line["event"]["what"] == "rolled").collect();
        assert!(
            !rolled.is_empty() && rolled.iter().all(|line| line["event"]["hand"].is_null()),
            "{rolled:?}"
        );
        let shown = shared.told(&["table", &table]);
        for text in [&told, &events, &shown] {
            for secret in [hand.to_string().as_str(), ANNA, "secret"] {
                assert!(!text.contains(secret), "{secret}: {text}");
            }
        }
    }
}

#[test]
fn a_table_is_closed_for_an_operator_and_everyone_at_it_is_told() {
    for place in [Place::sqlite(), Place::postgres()] {
        let shared = Shared::new(place);
        let server = shared.serve("a");
        let [table, other] = [(); 2].map(|()| server.table(ANNA, "anna", &slow(), &["novice"]));
        let mut anna = Client::connect(server.address, &table, ANNA, None);
        anna.done(WireCommand::Start);
        anna.event(|event| matches!(event, WireEvent::Rolled { .. }));
        let mut boris = Client::connect(server.address, &table, BORIS, None);
        let told = shared.told(&["close", &table, "--reason", "nobody knows it", "--wait", "120"]);
        assert_eq!(told, format!("Table {table} is closed.\n"));
        for client in [&mut anna, &mut boris] {
            client.event(
                |event| matches!(event, WireEvent::Closed { reason: Some(reason) } if reason == "nobody knows it"),
            );
            assert_eq!(client.last_words().2, "no-table");
        }
        let log = shared.told(&["log", &table]);
        assert!(
            log.ends_with("The table has been closed: nobody knows it\n") && !log.contains("Under the cups"),
            "{log}"
        );
        let told = shared.told(&["table", &table]);
        assert!(told.contains("closed") && told.contains("nobody knows it"), "{told}");
        assert!(shared.told(&["close", &table]).contains("has been closed since"));
        assert_eq!(shared.lines(&["tables"])[0]["table"], other.as_str(), "the other goes on");
        assert_eq!(server.get(&format!("/api/tables/{table}")).status, 404);
        // One that nobody runs is closed by whoever takes it up.
        server.kill();
        let Output { status, .. } = shared.admin(&["close", &other, "--wait", "0"]);
        assert_eq!(status.code(), Some(1), "nobody is there to close it");
        let _server = shared.serve("a");
        assert!(shared.told(&["close", &other, "--wait", "120"]).contains("closed"));
    }
}

#[test]
fn a_drained_node_hands_its_tables_over_and_takes_no_others() {
    let shared = Shared::new(Place::postgres());
    let (a, b) = (shared.serve("a"), shared.serve("b"));
    let table = a.table(ANNA, "anna", &slow(), &["novice"]);
    let mut anna = Client::connect(a.address, &table, ANNA, None);
    anna.done(WireCommand::Say { text: "before".to_owned() });
    let told = shared.told(&["drain", "a", "--wait", "120"]);
    assert!(told.contains("Node a has no tables"), "{told}");
    assert_eq!(anna.last_words().1, 1012);
    assert_eq!(a.get("/readyz").status, 503);
    assert_eq!(shared.lines(&["nodes"])[0]["draining"], true);
    let mut anna = Client::connect(b.address, &table, ANNA, None);
    anna.done(WireCommand::Say { text: "after".to_owned() });
    let table = &shared.lines(&["table", &table])[0];
    assert_eq!(
        (&table["node"], &table["epoch"]),
        (&json!("b"), &json!(3)),
        "released, then claimed: {table}"
    );
    drop(a);
    let again = shared.serve("a");
    assert_eq!(again.get("/readyz").status, 200, "until it is started again");
}

#[test]
fn nonsense_is_answered_with_a_reason() {
    let shared = Shared::new(Place::sqlite());
    assert!(shared.refused(&["nodes"]).contains("there is no such file"));
    let server = shared.serve("a");
    let table = server.table(ANNA, "anna", &slow(), &[]);
    for (call, words) in [
        (&["table", "0000000000"][..], "there is no table 0000000000"),
        (&["log", "0000000000"], "there is no table 0000000000"),
        (&["close", "0000000000"], "there is no table 0000000000"),
        (&["table", "table"], "the name of a table is ten letters and digits"),
        (&["tables", "--node", "x"], r#"there is no node "x"; there is "a""#),
        (&["tables", "--most", "0"], "--most"),
        (&["drain", "x"], r#"there is no node "x""#),
        (&["drain", "a"], "an SQLite file has one program"),
        (&["nodes", "--config", "/no/such.toml"], "/no/such.toml"),
    ] {
        let printed = shared.refused(call);
        assert!(printed.contains(words), "{call:?}: {printed}");
    }
    let keys = fs::read_to_string(shared.key_file()).unwrap();
    fs::write(shared.key_file(), "ab".repeat(32)).unwrap();
    let printed = shared.refused(&["log", &table]);
    assert!(printed.contains("which is not in the key file") && !printed.contains("abab"), "{printed}");
    fs::remove_file(shared.key_file()).unwrap();
    assert!(shared.refused(&["table", &table]).contains("there is no key file"));
    assert!(!Path::new(&shared.key_file()).exists(), "no key is made");
    assert!(shared.told(&["nodes"]).contains("alive"), "nodes are no secret");
    drop((server, keys));
    shared.place.execute("INSERT INTO migrations SELECT 99, max(at) FROM migrations");
    assert!(shared.refused(&["nodes"]).contains("use a newer program"));
}

#[test]
fn an_unreachable_database_is_named_without_its_password() {
    let address = "postgres://anna:sesame@127.0.0.1:1/perudo";
    let Output { status, stderr, .. } =
        perudo().args(["admin", "nodes", "--database", address]).output().unwrap();
    let printed = String::from_utf8(stderr).unwrap();
    assert_eq!(status.code(), Some(2), "{printed}");
    assert!(printed.contains("127.0.0.1:1") && !printed.contains("sesame"), "{printed}");
}
