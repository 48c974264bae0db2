//! Logs that are deleted after a time, and what stays of them.

use std::path::Path;
use std::time::{Duration, Instant};

use perudo_server::Config;
use perudo_server::store::{TableId, open_registry};
use serde_json::{Value, json};

use super::client::{Client, PATIENCE, Running, config};
use super::place::{Place, each_store};
use super::{ANNA, BORIS, MALLORY, ask, claim, rated_game, result, start, until};

/// More events than are deleted in one transaction, of several tours.
const EVENTS: u64 = 350;

/// A server that deletes logs of closed tables at once.
fn start_deleting(place: &Place, node: &str) -> Running {
    let usual = config(Path::new(&place.address()));
    Running::start(Config { keep_logs: Some(Duration::ZERO), node: node.to_owned(), ..usual })
}

/// How many events the log of a table has.
fn events(place: &Place, table: &str) -> i64 {
    let id: TableId = table.parse().unwrap();
    place.count(&format!("events WHERE table_id = {}", id.bits().cast_signed()))
}

fn wait_for(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn close(server: &Running, place: &Place, table: &str) {
    let id: TableId = table.parse().unwrap();
    assert!(open_registry(&place.address()).unwrap().ask_to_close(id, "").unwrap());
    let path = format!("/api/tables/{table}");
    wait_for("the table is not closed", || server.get(&path).status == 404);
}

/// Everything that histories show of the first tour of a table.
fn shown(server: &Running, table: &str) -> [Value; 4] {
    let tour = format!("/api/tables/{table}/tours/1");
    let text = |path: &str| {
        let answer = server.get(path);
        assert_eq!(answer.status, 200, "{answer:?}");
        json!(answer.body)
    };
    [
        text(&format!("/api/tables/{table}/tours")),
        text(&format!("{tour}/record")),
        text(&format!("{tour}/proof")),
        result(server, table, BORIS)["game"].clone(),
    ]
}

#[test]
fn old_logs_are_deleted_wherever_the_server_dies_and_records_stay() {
    each_store(|place| {
        let server = start(place);
        claim(&server, ANNA, "Anna");
        claim(&server, BORIS, "Boris");
        let (table, mut anna, mut boris) = server.two_players(ANNA, &super::client::quick());
        while anna.seq < EVENTS {
            super::client::play(&mut [&mut anna, &mut boris]);
        }
        let (open, ..) = server.two_players(MALLORY, &super::client::quick());
        let before = shown(&server, &table);
        drop((anna, boris));
        close(&server, place, &table);
        wait_for("a tour is not booked", || place.count("tours WHERE booked = 0") == 0);
        let profile = server.get("/api/people/Anna").json();
        let (whole, left_alone) = (events(place, &table), events(place, &open));
        assert!(whole >= EVENTS.cast_signed());
        server.crash();

        // Nothing is deleted where nobody wants it.
        let server = start(place);
        assert_eq!(shown(&server, &table), before);
        assert_eq!(events(place, &table), whole);
        server.crash();

        let server = start_deleting(place, "main");
        wait_for("nothing is deleted", || events(place, &table) < whole);
        server.crash();
        let half = events(place, &table);
        let server = start(place);
        assert_eq!(shown(&server, &table), before, "{half} of {whole} events are left");
        server.crash();

        let server = start_deleting(place, "main");
        wait_for("the log is not deleted", || events(place, &table) == 0);
        assert_eq!(shown(&server, &table), before);
        assert_eq!(server.get("/api/people/Anna").json(), profile);
        let missing = server.get(&format!("/api/tables/{table}/tours/100/record"));
        assert_eq!((missing.status, missing.error().as_str()), (404, "no-tour"));
        assert_eq!(events(place, &open), left_alone, "a table that is open keeps its log");
        let report = open_registry(&place.address()).unwrap().table(table.parse().unwrap()).unwrap().unwrap();
        assert!(report.log_deleted && report.closed_at.is_some() && report.events == 0, "{report:?}");

        assert_eq!(ask(&server, "DELETE", "/api/me", ANNA, &Value::Null).status, 204);
        let after = shown(&server, &table);
        assert!(after.iter().all(|text| !text.to_string().contains("Anna")), "{after:?}");
        assert!(after.iter().all(|text| text.to_string().contains("Boris")), "{after:?}");
    });
}

#[test]
fn several_nodes_delete_the_same_logs_and_nothing_is_lost() {
    let place = Place::postgres();
    let server = start(&place);
    claim(&server, ANNA, "Anna");
    claim(&server, BORIS, "Boris");
    let game = |_| {
        let table = rated_game(&server, ANNA, BORIS);
        // When it is booked, both may look for the next.
        result(&server, &table, ANNA);
        table
    };
    let tables: Vec<String> = (0..3).map(game).collect();
    let before: Vec<_> = tables.iter().map(|table| shown(&server, table)).collect();
    for table in &tables {
        close(&server, &place, table);
    }
    server.crash();
    let nodes = [start_deleting(&place, "one"), start_deleting(&place, "two")];
    wait_for("the logs are not deleted", || tables.iter().all(|table| events(&place, table) == 0));
    for node in &nodes {
        let after: Vec<_> = tables.iter().map(|table| shown(node, table)).collect();
        assert_eq!(after, before);
    }
}

/// Whoever is called so already must not make a tour unreadable.
#[test]
fn a_guest_called_deleted_does_not_hide_the_games_of_those_who_are() {
    let place = Place::sqlite();
    let server = start(&place);
    claim(&server, ANNA, "Anna");
    let table = server.make(ANNA, "Anna", &super::client::quick());
    let mut anna = Client::connect(server.address, &table, ANNA, None);
    let mut guest = Client::connect(server.address, &table, BORIS, None);
    guest.done("join", json!({"name": "deleted 1"}));
    anna.done("start", json!({}));
    guest.until(|message| message["event"]["what"] == "rolled");
    anna.done("leave", json!({}));
    let record = format!("/api/tables/{table}/tours/1/record");
    wait_for("the tour is not over", || server.get(&record).status == 200);
    assert!(server.get(&record).body.contains("seats Anna deleted_1"));
    assert_eq!(ask(&server, "DELETE", "/api/me", ANNA, &Value::Null).status, 204);
    let text = server.get(&record).body;
    assert!(text.contains("seats deleted_1-2 deleted_1\n") && !text.contains("Anna"), "{text}");
    until(
        || ask(&server, "GET", "/api/me/games", BORIS, &Value::Null),
        |page| page["games"].as_array().is_some_and(|games| games.len() == 1),
    );
}
