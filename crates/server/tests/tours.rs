//! Records, proofs and lists of tours over HTTP.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may

mod client;

use client::{Running, config, http, secret};
use rusqlite::Connection;
use serde_json::json;

/// A server with one table at which a person watches; its database and the table's address.
fn watched_table() -> (tempfile::TempDir, Running, String) {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(config(&folder.path().join("perudo.db")));
    let body = json!({"guest": secret(1), "name": "anna", "watch": true});
    let made = server.post("/api/tables", &body).json();
    let address = format!("/api/tables/{}", made["table"].as_str().unwrap());
    (folder, server, address)
}

#[test]
fn an_entry_that_cannot_be_read_is_told_to_whoever_asks() {
    let (folder, server, table) = watched_table();
    assert_eq!(server.get(&format!("{table}/tours")).body, "[]");
    let spoiler = Connection::open(folder.path().join("perudo.db")).unwrap();
    spoiler.execute_batch("UPDATE events SET body = CAST('{}' AS BLOB) WHERE seq = 2").unwrap();
    for path in ["tours", "tours/1/record", "tours/1/proof", "record"] {
        let answer = server.get(&format!("{table}/{path}"));
        assert_eq!((answer.status, answer.error().as_str()), (500, "unreadable-log"), "{path}");
    }
    assert_eq!(server.get(&table).status, 200, "the table itself goes on");
}

#[test]
fn what_is_not_there_is_said_not_to_be_there() {
    let (_folder, server, table) = watched_table();
    for (path, status, error) in [
        (format!("{table}/tours/1/record"), 404, "no-tour"),
        (format!("{table}/tours/1/proof"), 404, "no-tour"),
        (format!("{table}/record"), 404, "no-tour"),
        (format!("{table}/tours/one/record"), 400, "malformed"),
        ("/api/tables/0000000000/tours".to_owned(), 404, "no-table"),
        ("/api/tables/0000000000/record".to_owned(), 404, "no-table"),
        ("/api/tables/nonsense/tours/1/proof".to_owned(), 404, "no-table"),
    ] {
        let answer = server.get(&path);
        assert_eq!((answer.status, answer.error().as_str()), (status, error), "{path}");
    }
}

#[test]
fn a_problem_is_told_in_the_language_that_is_most_welcome() {
    let (_folder, server, _) = watched_table();
    for (wanted, russian) in
        [("ru", true), ("ru;q=0.1, en", false), ("en;q=0.1, ru;q=0.2", true), ("", false)]
    {
        let headers = [("accept-language", wanted)];
        let answer = http(server.address, "GET", "/api/tables/nonsense", &headers, "");
        assert_eq!(answer.error(), "no-table");
        let message = answer.json()["message"].as_str().unwrap().to_owned();
        assert_eq!(!message.is_ascii(), russian, "{wanted}: {message}");
    }
}

#[test]
fn query_strings_are_decoded() {
    let (_folder, server, _) = watched_table();
    for query in ["calza%20dice%3D4", "calza+dice=4", "%63alza%20dice%3d4"] {
        let answer = server.get(&format!("/api/rules?rules={query}&lang=en"));
        assert_eq!(answer.status, 200, "{query}: {}", answer.body);
        assert_eq!(answer.json()[0]["rules"], "calza dice=4", "{query}");
    }
    let answer = server.get("/api/rules?rules=%D1%8F");
    assert_eq!((answer.status, answer.error().as_str()), (400, "unknown-rules"));
}
