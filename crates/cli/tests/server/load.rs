//! `perudo-load` against a server.

use clap::Parser;
use perudo_load::{Load, LoadError, Report};
use serde_json::Value;

use crate::program::{NO_LIMITS, Server};

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
