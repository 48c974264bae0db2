//! `perudo-load` against a server.

use std::thread;

use clap::Parser;
use perudo_load::{Load, LoadError, Report};
use serde_json::Value;

use crate::http::wait_until;
use crate::program::{NO_LIMITS, Server};
use crate::restarts::ANY_PORT;

fn load(server: &Server, arguments: &[&str]) -> Result<Report, LoadError> {
    let url = server.url("");
    Load::parse_from([&["perudo-load", "--server", &url], arguments].concat()).measure()
}

fn figures(server: &Server, arguments: &[&str]) -> Value {
    load(server, arguments).unwrap().json()
}

fn print(report: &Report) -> String {
    let mut text = Vec::new();
    report.print(&mut text).unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn tables_are_played_without_errors() {
    let server = Server::with(&NO_LIMITS);
    let size = ["--tables", "5", "--players", "3", "--seconds", "2"];
    for more in [&[][..], &["--chains"], &["--rate", "20"]] {
        let figures = figures(&server, &[&size, more].concat());
        assert_eq!(figures["errors"], 0, "{figures}");
        let number = |pointer: &str| figures.pointer(pointer).unwrap().as_f64().unwrap();
        let (moves, rounds) = (number("/moves"), number("/rounds"));
        assert!(moves > 0.0 && rounds > 0.0, "{figures}");
        assert!(number("/moves_per_second") > 0.0);
        assert!(number("/events_received") >= moves, "every seat hears every move: {figures}");
        let latency = ["p50", "p99", "p999", "max"].map(|name| number(&format!("/latency_ms/{name}")));
        assert!(latency[0] > 0.0 && latency.is_sorted(), "{figures}");
        assert_eq!(figures["chains"], more.contains(&"--chains"));
        assert_eq!(number("/links") > 0.0, more.contains(&"--chains"), "{figures}");
        if more.contains(&"--rate") {
            // Twenty a second at five tables for two seconds, and a few that were on their way.
            assert!(moves <= 220.0, "{figures}");
            assert!(figures["latency_from_due_ms"]["p50"].as_f64() >= figures["latency_ms"]["p50"].as_f64());
        }
        if cfg!(target_os = "linux") {
            assert_eq!(figures["pid"], server.pid());
            assert!(number("/memory/after") > 0.0);
        }
    }
}

/// Each player is back where it was, and no move is lost or made twice: the load itself checks that.
#[test]
fn players_come_back_to_a_server_that_was_killed_and_started_again() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("load.db");
    let server = Server::start(&database, ANY_PORT, &NO_LIMITS);
    let (url, address) = (server.url(""), server.address);
    let load = thread::spawn(move || {
        let arguments = ["perudo-load", "--server", &url, "--server", &url];
        let size = ["--tables", "3", "--players", "3", "--seconds", "10", "--rate", "20"];
        Load::parse_from(arguments.into_iter().chain(size)).measure().unwrap().json()
    });
    // More than it takes to sit down and begin, and the load goes on for ten seconds.
    wait_until(|| appends(&server) > 60);
    server.kill();
    let server = Server::start(&database, address, &NO_LIMITS);
    let figures = load.join().unwrap();
    drop(server);
    assert_eq!(figures["errors"], 0, "{figures}");
    let count = |name: &str| figures["reconnections"][name].as_u64().unwrap();
    assert!(count("lost") >= 9 && count("lost") == count("back"), "{figures}");
    assert!(figures["reconnections"]["time_ms"]["p99"].as_f64().unwrap() > 0.0, "{figures}");
    assert_eq!(figures["servers"].as_array().unwrap().len(), 2);
}

/// How often something was appended to logs.
fn appends(server: &Server) -> u64 {
    let metrics = server.get("/metrics").body;
    let line = metrics.lines().find_map(|line| line.strip_prefix("perudo_appends_total"));
    line.and_then(|line| line.rsplit(' ').next()?.parse().ok()).unwrap_or(0)
}

#[test]
fn idle_tables_are_weighed() {
    let server = Server::with(&NO_LIMITS);
    let figures = figures(&server, &["--tables", "20", "--seconds", "0.5", "--idle"]);
    assert_eq!(figures["errors"], 0, "{figures}");
    if cfg!(target_os = "linux") {
        assert!(figures["idle"]["bytes_per_connection"].is_u64(), "{figures}");
        assert!(figures["idle"]["bytes_per_table"].is_u64(), "{figures}");
    }
    let printed = print(&load(&server, &["--tables", "2", "--seconds", "0.5"]).unwrap());
    assert!(printed.contains("errors   none"), "{printed}");
}

#[test]
fn limits_of_the_server_are_named() {
    let server = Server::with(&["--max-tables-per-minute", "3"]);
    let error = load(&server, &["--tables", "10"]).map(|report| print(&report)).unwrap_err().to_string();
    assert!(error.contains("too-many-requests") && error.contains("--max-tables-per-minute 0"), "{error}");
    let server = Server::with(&["--max-messages-per-second", "5"]);
    let report = load(&server, &["--tables", "2", "--seconds", "1"]).unwrap();
    let printed = print(&report);
    assert!(report.errors() > 0, "{printed}");
    assert!(printed.contains("too-many") && printed.contains("--max-messages-per-second 0"), "{printed}");
}
