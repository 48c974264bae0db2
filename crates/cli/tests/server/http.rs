//! The server over HTTP.

use std::net::TcpStream;
use std::thread;
use std::time::Instant;

use perudo_client::{Answer, Socket};
use perudo_protocol::{PROTOCOL, WireCommand};
use serde_json::{Value, json};

use crate::client::Client;
use crate::program::Server;
use crate::{ANNA, BORIS, PATIENCE};

#[test]
fn wrong_requests_are_answered_with_what_is_wrong() {
    let server = Server::new();
    let table = server.table(ANNA, "anna", &json!({}), &[]);
    let make = |more: &str| format!(r#"{{"guest":"{ANNA}","name":"anna"{more}}}"#);
    let posts: [(String, u16, &str, &str); 14] = [
        ("{".to_owned(), 400, "malformed", "EOF"),
        ("[]".to_owned(), 422, "malformed", ""),
        (r#"{"name":"anna"}"#.to_owned(), 422, "malformed", "guest"),
        (r#"{"guest":"secret","name":"anna"}"#.to_owned(), 400, "bad-guest", "32 hexadecimal digits"),
        (make(r#","colour":"red""#), 422, "malformed", "colour"),
        (make(r#","settings":{"seatz":3}"#), 422, "malformed", "seatz"),
        (make(r#","settings":{"seats":"three"}"#), 422, "malformed", "three"),
        (make(r#","settings":{"seats":1}"#), 400, "bad-settings", "2 to 6 seats"),
        (make(r#","settings":{"rules":"chess"}"#), 400, "bad-settings", "chess"),
        (make(r#","settings":{"rules":"classic dise=3"}"#), 400, "bad-settings", "dise"),
        (make(r#","settings":{"speed":"warp"}"#), 400, "bad-settings", "instant, quick, normal or slow"),
        (make(r#","settings":{"stand_in":"hal"}"#), 400, "no-such-bot", "hal"),
        (make(r#","bots":["hal"]"#), 400, "no-such-bot", "steady"),
        (format!("\"{}\"", "x".repeat(17 * 1024)), 413, "malformed", ""),
    ];
    let post = |path: &str, body: &str| server.post(path, "application/json", body);
    for (body, status, error, words) in &posts {
        check_problem(&post("/api/tables", body), *status, error, words);
    }
    let people = format!("/api/tables/{table}/people");
    let join = |name: &str| format!(r#"{{"guest":"{BORIS}","name":"{name}"}}"#);
    check_problem(&post(&people, &join("a:b")), 409, "bad-name", "1 to 24");
    check_problem(&post(&people, &join("anna")), 409, "name-taken", "another");
    check_problem(&post("/api/tables/0000000000/people", &join("boris")), 404, "no-table", "no such table");
    let plain = server.post("/api/tables", "text/plain", &make(""));
    check_problem(&plain, 415, "malformed", "application/json");

    let gets = [
        ("/api/tables/0000000000".to_owned(), 404, "no-table"),
        ("/api/tables/nonsense".to_owned(), 404, "no-table"),
        ("/api/tables/0000000000/ws".to_owned(), 404, "no-table"),
        ("/api/tables/0000000000/tours".to_owned(), 404, "no-table"),
        (format!("/api/tables/{table}/ws"), 400, "not-a-websocket"),
        (format!("/api/tables/{table}/tours/9/record"), 404, "no-tour"),
        (format!("/api/tables/{table}/tours/9/proof"), 404, "no-tour"),
        (format!("/api/tables/{table}/record"), 404, "no-tour"),
        ("/api/rules?rules=chess".to_owned(), 400, "unknown-rules"),
        ("/nowhere".to_owned(), 404, "no-such-place"),
        ("/api/nowhere".to_owned(), 404, "no-such-place"),
    ];
    for (path, status, error) in &gets {
        check_problem(&server.get(path), *status, error, "");
    }
    let russian = server.get_with("/nowhere", &[("accept-language", "ru-RU,ru;q=0.9,en;q=0.8")]);
    assert!(problem(&russian).1.chars().any(|c| ('а'..='я').contains(&c)), "{}", russian.body);
}

fn json_of(answer: &Answer) -> Value {
    answer.json().unwrap_or_else(|error| panic!("{error}: {}", answer.body))
}

/// The name of the problem and the sentence about it.
fn problem(answer: &Answer) -> (String, String) {
    let (problem, text) = (json_of(answer), |value: &Value| value.as_str().unwrap_or_default().to_owned());
    (text(&problem["error"]), text(&problem["message"]))
}

pub(crate) fn check_problem(answer: &Answer, status: u16, error: &str, words: &str) {
    let (found, message) = problem(answer);
    assert_eq!((answer.status, found.as_str()), (status, error), "{}", answer.body);
    assert!(message.contains(words) && !message.is_empty() && !message.starts_with('{'), "{message}");
}

#[test]
fn pages_of_other_sites_may_not_use_the_server() {
    let server = Server::new();
    let table = server.table(ANNA, "anna", &json!({}), &[]);
    let own = server.url("");
    for (origin, status) in [("http://elsewhere.example", 403), ("null", 403), (own.as_str(), 200)] {
        let answer = server.get_with("/api/tables", &[("origin", origin)]);
        assert_eq!(answer.status, status, "{origin}");
        if status == 403 {
            check_problem(&answer, 403, "foreign-origin", "Other sites");
        }
    }
    let request = |origin: &str| {
        let stream = TcpStream::connect(server.address).unwrap();
        Socket::open(stream, server.address, &table, &[("Origin", origin)]).is_ok()
    };
    assert!(!request("http://elsewhere.example"), "a page of another site got a WebSocket");
    assert!(request(&own));
}

#[test]
fn the_description_of_http_has_every_route() {
    let server = Server::new();
    let described = json_of(&server.get("/api/openapi.json"));
    let mut found = Vec::new();
    for (path, methods) in described["paths"].as_object().unwrap() {
        let methods: Vec<&str> = methods.as_object().unwrap().keys().map(String::as_str).collect();
        found.push(format!("{path} {}", methods.join(" ")));
    }
    found.sort();
    let expected = [
        "/api/bots get",
        "/api/key get",
        "/api/leaderboards/{pool} get",
        "/api/lobby get",
        "/api/me get delete",
        "/api/me/blocks/{name} post delete",
        "/api/me/data get",
        "/api/me/events get",
        "/api/me/games get",
        "/api/me/keys/{key} delete",
        "/api/me/links post",
        "/api/me/passkeys post",
        "/api/me/passkeys/challenge post",
        "/api/me/programs post",
        "/api/me/programs/{name} delete",
        "/api/me/programs/{name}/token post",
        "/api/me/recovery post",
        "/api/people post",
        "/api/people/{name} get",
        "/api/people/{name}/games get",
        "/api/people/{name}/ratings/{pool} get",
        "/api/queue get post",
        "/api/queue/{ticket} get delete",
        "/api/queue/{ticket}/bots post",
        "/api/reports post",
        "/api/rules get",
        "/api/sign-in/challenge post",
        "/api/sign-in/link post",
        "/api/sign-in/passkey post",
        "/api/sign-in/recovery post",
        "/api/sign-out post",
        "/api/tables get post",
        "/api/tables/{table} get",
        "/api/tables/{table}/people post",
        "/api/tables/{table}/record get",
        "/api/tables/{table}/tips get",
        "/api/tables/{table}/tours get",
        "/api/tables/{table}/tours/{tour}/proof get",
        "/api/tables/{table}/tours/{tour}/record get",
        "/api/tables/{table}/tours/{tour}/result get",
        "/api/tables/{table}/ws get",
        "/api/tips get",
        "/api/tips/consistency get",
        "/api/tips/entries get",
        "/healthz get",
        "/metrics get",
        "/readyz get",
    ];
    assert_eq!(found, expected);
    let table = server.table(ANNA, "anna", &json!({}), &[]);
    // A stream has no end.
    let streams = ["/api/lobby", "/api/me/events"];
    let paths = described["paths"].as_object().unwrap().keys();
    for path in paths.filter(|path| !streams.contains(&path.as_str())) {
        let answer = server.get(&path.replace("{table}", &table).replace("{tour}", "1"));
        assert!(!answer.body.contains("no-such-place"), "{path} is described and does not exist");
    }
}

#[test]
fn the_server_tells_how_it_is() {
    let server = Server::new();
    server.table(ANNA, "anna", &json!({}), &[]);
    for path in ["/healthz", "/readyz"] {
        let answer = server.get(path);
        assert_eq!(answer.status, 200);
        let version = env!("CARGO_PKG_VERSION");
        assert_eq!(
            json_of(&answer),
            json!({"ok": true, "version": version, "protocol": PROTOCOL, "tables": 1})
        );
    }
    let metrics = server.get("/metrics").body;
    let value = |name: &str| {
        let line = metrics.lines().find(|line| line.starts_with(&format!("{name}{{node=\"main\"}} ")));
        line.unwrap_or_else(|| panic!("{name} is missing: {metrics}"))
            .rsplit(' ')
            .next()
            .unwrap()
            .parse()
            .unwrap()
    };
    let found: [f64; 3] = ["perudo_tables", "perudo_connections", "perudo_storage_failures_total"].map(value);
    assert_eq!(found, [1.0, 0.0, 0.0]);
    assert!(metrics.ends_with("# EOF\n"), "{metrics}");
    let page = server.get("/");
    assert_eq!(page.status, 200);
    assert_eq!(page.headers["x-content-type-options"], "nosniff");
    assert!(page.headers["content-security-policy"].to_str().unwrap().contains("default-src 'self'"));
}

#[test]
fn public_tables_are_listed_and_others_are_not() {
    let server = Server::new();
    let public = server.table(ANNA, "anna", &json!({"public": true, "seats": 3}), &["steady"]);
    let private = server.table(BORIS, "boris", &json!({}), &[]);
    let listed = || -> Vec<String> {
        let tables = json_of(&server.get("/api/tables"));
        tables.as_array().unwrap().iter().map(|table| table["table"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(listed(), [""; 0], "nobody is there");
    let anna = Client::connect(server.address, &public, ANNA, None);
    let _boris = Client::connect(server.address, &private, BORIS, None);
    assert_eq!(listed(), [public.as_str()]);
    let table = &json_of(&server.get("/api/tables"))[0];
    assert_eq!(table["stage"], "waiting");
    assert_eq!(table["chairs"], json!(["anna", "Blaise", null]));
    assert_eq!((&table["watching"], &table["settings"]["seats"]), (&json!(1), &json!(3)));
    // Who knows the link sees the other table all the same.
    assert_eq!(json_of(&server.get(&format!("/api/tables/{private}")))["chairs"][0], "boris");
    drop(anna);
    wait_until(|| listed().is_empty());
}

pub(crate) fn wait_until(reached: impl Fn() -> bool) {
    let begun = Instant::now();
    while !reached() {
        assert!(begun.elapsed() < PATIENCE, "it never came to that");
        thread::yield_now();
    }
}

/// A table is made by commands of its maker, and those have numbers too.
#[test]
fn the_first_commands_of_a_maker_are_not_taken_for_those_that_made_the_table() {
    let server = Server::new();
    let table = server.table(ANNA, "anna", &json!({"seats": 4}), &["steady", "steady"]);
    let mut anna = Client::connect(server.address, &table, ANNA, None);
    anna.id = 0;
    for id in 0..3 {
        let (before, event) = (anna.seq, anna.done(WireCommand::Say { text: format!("{id}") }));
        assert_eq!(event, before + 1, "command {id} was taken for another one");
    }
}
