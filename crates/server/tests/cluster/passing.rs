//! Requests that come to another node than that of their table.

use std::collections::BTreeSet;
use std::net::SocketAddr;

use perudo_server::{Asset, Config, Page};
use serde_json::json;

use crate::client::{Answer, Client, Running, Wire, assert_quiet, http, quick, secret};
use crate::nodes::{ANNA, BORIS, OLGA, node_config, start, two_nodes};
use crate::place::Place;
use crate::proxy::Proxy;

/// The lines of the head of an answer, but for its date.
fn head(answer: &Answer) -> BTreeSet<String> {
    let lines: Vec<String> = answer.head.lines().map(str::to_lowercase).collect();
    let names: BTreeSet<&str> = lines.iter().skip(1).filter_map(|line| line.split(':').next()).collect();
    assert_eq!(names.len(), lines.len() - 1, "a header comes twice: {answer:?}");
    lines.iter().filter(|line| !line.starts_with("date:")).cloned().collect()
}

#[test]
fn a_request_for_a_table_of_another_node_is_answered_as_that_node_answers_it() {
    let (_place, a, b) = two_nodes();
    let (table, mut anna, mut boris) = a.two_players(ANNA, &json!({"turn": 0, "speed": "instant"}));
    crate::client::play(&mut [&mut anna, &mut boris]);
    let at = |path: &str| format!("/api/tables/{table}{path}");
    let (bearer, nobody) = (format!("Bearer {}", secret(ANNA)), "Bearer nonsense".to_owned());
    let json = ("content-type", "application/json");
    let long = format!("{{\"guest\":\"{}\"}}", "0".repeat(20_000));
    type Case<'a> = (&'a str, String, Vec<(&'a str, &'a str)>, &'a str);
    let cases: Vec<Case> = vec![
        ("GET", at(""), vec![], ""),
        ("HEAD", at(""), vec![], ""),
        ("GET", at("/record"), vec![], ""),
        ("GET", at("/record"), vec![("authorization", &bearer)], ""),
        ("GET", at("/record"), vec![("authorization", &nobody)], ""),
        ("GET", at("/record"), vec![("authorization", &nobody), ("accept-language", "ru")], ""),
        ("GET", at("/ws"), vec![], ""),
        ("GET", at("/ws"), vec![("connection", "upgrade"), ("upgrade", "websocket")], ""),
        ("GET", at("/ws"), vec![("upgrade", "websocket"), ("sec-websocket-version", "13")], ""),
        ("POST", at("/people"), vec![json], "{}"),
        ("POST", at("/people"), vec![json], "nonsense"),
        ("POST", at("/people"), vec![], "{}"),
        ("POST", at("/people"), vec![json], &long),
        ("POST", at(""), vec![json], "{}"),
        ("DELETE", at("/people"), vec![], ""),
        ("GET", at("/nonsense"), vec![], ""),
        ("GET", at("/tours"), vec![], ""),
        ("GET", at(""), vec![("origin", "http://evil.example")], ""),
        ("GET", "/api/tables/0000000000".to_owned(), vec![], ""),
        ("GET", "/api/tables/nonsense".to_owned(), vec![], ""),
    ];
    for (method, path, headers, body) in cases {
        let ask = |node: SocketAddr| http(node, method, &path, &headers, body);
        let (direct, passed) = (ask(a.address), ask(b.address));
        assert_eq!(passed.status, direct.status, "{method} {path}: {passed:?}");
        assert_eq!(head(&passed), head(&direct), "{method} {path}");
        assert_eq!(passed.body, direct.body, "{method} {path}");
    }
}

#[test]
fn whoever_joins_through_another_node_sits_at_the_table() {
    let (_place, a, b) = two_nodes();
    let table = a.make(ANNA, "anna", &quick());
    let mut anna = Client::connect(a.address, &table, ANNA, None);
    let path = format!("/api/tables/{table}/people");
    let body = json!({"guest": secret(BORIS), "name": "boris"});
    let answer = b.post(&path, &body);
    assert_eq!(answer.status, 200, "{answer:?}");
    let event = anna.until(|message| message["type"] == "event");
    assert_eq!(event["event"]["what"], "came", "{event}");
    assert_eq!(answer.json()["event"], event["seq"]);
    let again = b.post(&path, &body);
    assert_eq!((again.status, again.error()), (409, "already-joined".to_owned()));
    assert_quiet(&[ANNA, BORIS]);
}

#[test]
fn a_body_that_is_too_long_or_never_ends_reaches_no_other_node() {
    let place = Place::postgres();
    let a = start(&place, "a");
    let mut config = node_config(&place, "b");
    config.limits.request_seconds = std::num::NonZeroU32::new(1);
    let b = Running::start(config);
    let table = a.make(ANNA, "anna", &quick());
    let path = format!("/api/tables/{table}/people");
    let long = http(b.address, "POST", &path, &[("content-type", "application/json")], &"x".repeat(17_000));
    assert_eq!(long.status, 413, "{long:?}");
    // The body is announced, and does not come.
    let slow = "content-type: application/json\r\nx";
    let request = format!("POST {path} HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n{slow}: y\r\n\r\n{{");
    let mut stream = std::net::TcpStream::connect(b.address).unwrap();
    std::io::Write::write_all(&mut stream, request.as_bytes()).unwrap();
    let answer = crate::client::first_answer(&mut stream);
    assert_eq!((answer.status, answer.error().as_str()), (408, "too-slow"), "{answer:?}");
    assert_eq!(b.figure("b", "forwarded_total"), 0.0);
}

#[test]
fn a_table_of_a_node_that_cannot_be_reached_is_not_taken_for_none() {
    let place = Place::postgres();
    let alone = Running::start(Config { cluster: None, ..node_config(&place, "alone") });
    let b = start(&place, "b");
    let table = alone.make(ANNA, "anna", &quick());
    let path = format!("/api/tables/{table}");
    let answer = b.get(&path);
    assert_eq!((answer.status, answer.error().as_str()), (503, "moving"), "{answer:?}");
    let refused = Wire::ask(b.address, &table, &[]).err().unwrap();
    assert_eq!((refused.status, refused.error().as_str()), (503, "moving"));
    // Whoever is alone can ask others all the same.
    let table = b.make(BORIS, "boris", &quick());
    assert_eq!(alone.get(&format!("/api/tables/{table}")).status, 200);
}

#[test]
fn one_connection_between_nodes_carries_many_requests() {
    let place = Place::postgres();
    let (a, proxy) = Proxy::before_node(&place, "a");
    let b = start(&place, "b");
    let table = a.make(ANNA, "anna", &quick());
    for _ in 0..50 {
        assert_eq!(b.get(&format!("/api/tables/{table}")).status, 200);
    }
    assert_eq!(proxy.connections(), 1);
}

/// A page that is nothing but what its link says.
static PAGE: Page = Page {
    routes: &["/t/{table}"],
    index: &Asset {
        path: "/",
        mime: "text/html; charset=utf-8",
        hash: "0",
        bytes: b"<!--preview-->",
        gzip: None,
        brotli: None,
        immutable: true,
    },
    assets: &[],
};

#[test]
fn the_link_of_a_table_says_the_same_about_it_on_every_node() {
    let place = Place::postgres();
    let [a, b] =
        ["a", "b"].map(|name| Running::start(Config { page: Some(PAGE), ..node_config(&place, name) }));
    let table = a.make(OLGA, "olga", &quick());
    for (language, waiting) in [("en", "olga is waiting"), ("ru", "Вас ждёт olga")] {
        let ask = |node: SocketAddr| {
            http(node, "GET", &format!("/t/{table}"), &[("accept-language", language)], "")
        };
        let (direct, passed) = (ask(a.address), ask(b.address));
        assert_eq!(direct.status, 200);
        assert!(direct.body.contains(waiting), "{direct:?}");
        assert_eq!(passed.body, direct.body, "{language}");
    }
}
