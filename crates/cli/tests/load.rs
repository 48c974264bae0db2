//! `perudo load` against a server of the same program.
#![allow(clippy::unwrap_used)] // a test fails by panicking

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

const PERUDO: &str = env!("CARGO_BIN_EXE_perudo");

/// A server on a free port, which ends with the test.
struct Server {
    process: Child,
    url: String,
    _folder: TempDir,
}

impl Server {
    fn start(limits: &[&str]) -> Server {
        let folder = tempfile::tempdir().unwrap();
        let mut process = Command::new(PERUDO)
            .args(["serve", "--listen", "127.0.0.1:0", "--threads", "1", "--log", "warn", "--database"])
            .arg(folder.path().join("perudo.db"))
            .args(limits)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let greeting = lines.next().unwrap().unwrap();
        let url = greeting.split(' ').next_back().unwrap().to_owned();
        Server { process, url, _folder: folder }
    }

    fn without_limits() -> Server {
        Server::start(&[
            "--max-tables=0",
            "--max-tables-per-guest=0",
            "--max-tables-per-minute=0",
            "--max-connections=0",
            "--max-connections-per-address=0",
            "--max-requests-per-second=0",
            "--max-messages-per-second=0",
        ])
    }

    /// What `perudo load` says, and its exit code.
    fn load(&self, arguments: &[&str]) -> (Option<i32>, String, String) {
        let output =
            Command::new(PERUDO).args(["load", "--server", &self.url]).args(arguments).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    }

    fn figures(&self, arguments: &[&str]) -> Value {
        let (code, out, err) = self.load(&[arguments, &["--json"]].concat());
        assert_eq!(code, Some(0), "{out}{err}");
        serde_json::from_str(&out).unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn tables_are_played_without_errors() {
    let server = Server::without_limits();
    let size = ["--tables", "5", "--players", "3", "--seconds", "2"];
    for more in [&[][..], &["--chains"], &["--rate", "20"]] {
        let figures = server.figures(&[&size, more].concat());
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
            assert_eq!(figures["pid"], server.process.id());
            assert!(number("/memory/after") > 0.0);
        }
    }
}

#[test]
fn idle_tables_are_weighed() {
    let server = Server::without_limits();
    let figures = server.figures(&["--tables", "20", "--seconds", "0.5", "--idle"]);
    assert_eq!(figures["errors"], 0, "{figures}");
    if cfg!(target_os = "linux") {
        assert!(figures["idle"]["bytes_per_connection"].is_u64(), "{figures}");
        assert!(figures["idle"]["bytes_per_table"].is_u64(), "{figures}");
    }
    let (code, out, err) = server.load(&["--tables", "2", "--seconds", "0.5"]);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(out.contains("errors   none"), "{out}");
}

#[test]
fn limits_of_the_server_are_named() {
    let server = Server::start(&["--max-tables-per-minute", "3"]);
    let (code, _, err) = server.load(&["--tables", "10"]);
    assert_eq!(code, Some(2));
    assert!(err.contains("too-many-requests") && err.contains("--max-tables-per-minute 0"), "{err}");
    let server = Server::start(&["--max-messages-per-second", "5"]);
    let (code, out, err) = server.load(&["--tables", "2", "--seconds", "1"]);
    assert_eq!(code, Some(1), "{out}{err}");
    assert!(out.contains("too-many") && out.contains("--max-messages-per-second 0"), "{out}");
}
