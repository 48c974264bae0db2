//! Bots at a table of a server.

use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

use perudo_client::{Received, Socket};
use serde_json::{Value, json};

use crate::lines::Lines;
use crate::program::{Server, perudo};

fn join(folder: &Path, link: &str, arguments: &[&str]) -> Child {
    let mut command = perudo();
    command.args(["join", link, "--games", "1"]).args(arguments).env("XDG_DATA_HOME", folder);
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    command.stderr(Stdio::piped()).spawn().unwrap()
}

#[test]
fn bots_of_any_make_sit_down_as_what_they_are_and_play() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new();
    let make = ["--create", "--server", &server.url(""), "--name", "Anna", "--players", "4"];
    let quick = ["--pace", "instant", "--rules", "tournament", "dice=1"];
    let mut anna = Lines::start(&folder.path().join("anna"), &[&make[..], &quick].concat());
    let link = anna.until_said("Link: ").rsplit("Link: ").next().unwrap().trim().to_owned();
    let bots = folder.path().join("bots");
    let ours = join(&bots, &link, &["--bot", "steady", "--count", "2"]);
    // They come at once, in any order.
    for _ in 0..2 {
        anna.until_said("sits down.");
    }
    let program = "cmd:python3 examples/bots/odds_bot.py";
    let theirs = join(&bots, &link, &["--bot", program, "--name", "Oddie", "--bot-timeout", "25"]);
    anna.until_said("Oddie sits down.");
    assert_eq!(programs(&server, &link), ["Oddie", "steady bot", "steady bot 2"]);
    anna.line("start");
    anna.play_until("The game is over.");
    let logs = [ours, theirs].map(|child| {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stderr).unwrap()
    });
    let counts =
        ["sits down as a declared bot", "plays game 1", "s the game", "has played enough and leaves"];
    for (log, bots) in logs.iter().zip([2, 1]) {
        for what in counts {
            assert_eq!(log.matches(what).count(), bots, "{what}: {log}");
        }
        assert!(!log.contains("plainest"), "{log}");
    }
}

#[test]
fn bots_come_back_to_a_server_that_was_killed_and_play_on() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("perudo.db");
    let server = Server::start(&database, SocketAddr::from(([127, 0, 0, 1], 0)), &[]);
    let address = server.address;
    let make = ["--create", "--server", &server.url(""), "--name", "Anna", "--players", "4"];
    let quick = ["--pace", "instant", "--rules", "tournament", "dice=2"];
    let mut anna = Lines::start(&folder.path().join("anna"), &[&make[..], &quick].concat());
    let link = anna.until_said("Link: ").rsplit("Link: ").next().unwrap().trim().to_owned();
    let bots = join(&folder.path().join("bots"), &link, &["--bot", "steady", "--count", "3"]);
    for _ in 0..3 {
        anna.until_said("sits down.");
    }
    anna.line("start");
    anna.until_said("You rolled");
    server.kill();
    anna.until_said("Connection lost.");
    let _server = Server::start(&database, address, &[]);
    anna.until_said("Connected again.");
    anna.play_until("The game is over.");
    let output = bots.wait_with_output().unwrap();
    let log = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{log}");
    for (what, least) in [("Connection lost", 3), ("connected", 6), ("s the game", 3), ("leaves", 3)] {
        assert!(log.matches(what).count() >= least, "{what}: {log}");
    }
}

#[test]
fn a_bot_that_is_not_let_in_says_why_and_ends() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new();
    let host = "00112233445566778899aabbccddeeff";
    let table = server.table(host, "Anna", &json!({}), &[]);
    let mut socket = Socket::connect(server.address, &table, Duration::from_secs(60)).unwrap();
    socket.send_text(format!(r#"{{"type":"hello","protocol":1,"guest":"{host}"}}"#)).unwrap();
    socket.send_text(r#"{"type":"lock","on":true,"id":1,"seen":1}"#).unwrap();
    loop {
        let Some(Received::Text(text)) = socket.receive().unwrap() else { panic!("never locked") };
        if text.contains(r#""what":"locked""#) {
            break;
        }
    }
    let link = server.url(&format!("/t/{table}"));
    let output = join(folder.path(), &link, &["--bot", "steady"]).wait_with_output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("The host has locked this table"), "{error}");
}

#[test]
fn a_bot_that_thinks_stops_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new();
    let make = ["--create", "--server", &server.url(""), "--name", "Anna", "--players", "2"];
    let quick = ["--pace", "instant", "--rules", "tournament"];
    let mut anna = Lines::start(&folder.path().join("anna"), &[&make[..], &quick].concat());
    let link = anna.until_said("Link: ").rsplit("Link: ").next().unwrap().trim().to_owned();
    let silent = ["--bot", "cmd:sleep 600", "--name", "Silent", "--bot-timeout", "600"];
    let silent = join(&folder.path().join("silent"), &link, &silent);
    anna.until_said("Silent sits down.");
    anna.line("start");
    anna.until_said("You rolled");
    // Where it is not her turn it is refused, and the other one thinks already.
    anna.line("1x2");
    anna.line("say done");
    anna.until_said("Anna: done");
    let pid = silent.id().to_string();
    assert!(std::process::Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    let output = silent.wait_with_output().unwrap();
    assert!(output.status.success() && !String::from_utf8(output.stderr).unwrap().contains("plainest"));
}

/// The names of those who say that they are programs.
fn programs(server: &Server, link: &str) -> Vec<String> {
    let table = link.rsplit('/').next().unwrap();
    let mut socket = Socket::connect(server.address, table, Duration::from_secs(60)).unwrap();
    let guest = "00112233445566778899aabbccddeeff";
    socket.send_text(format!(r#"{{"type":"hello","protocol":1,"guest":"{guest}"}}"#)).unwrap();
    loop {
        let Some(Received::Text(text)) = socket.receive().unwrap() else { panic!("no welcome") };
        let message: Value = serde_json::from_str(&text).unwrap();
        if message["type"] == "welcome" {
            let people = message["view"]["people"].as_array().unwrap();
            let programs = people.iter().filter(|person| person["program"] == true);
            let mut names: Vec<String> =
                programs.map(|person| person["name"].as_str().unwrap().to_owned()).collect();
            names.sort();
            return names;
        }
    }
}

#[test]
fn a_bot_that_cannot_play_is_told_apart_before_it_sits_down() {
    let long = "x".repeat(52);
    let cases: [(&[&str], &str); 6] = [
        (&["--bot", "stedy"], "There is no bot “stedy”"),
        (&["--bot", "cmd:"], "is no command"),
        (&["--bot", "cmd:no-such-program-anywhere"], "Cannot start"),
        (&["--bot", "steady", "--name", ""], "A name has 1 to 24 letters"),
        (&["--bot", "steady", "--name", &long], "A name has 1 to 24 letters"),
        // The second one has two letters more.
        (&["--bot", "steady", "--name", &long[..23], "--count", "2"], "A name has 1 to 24 letters"),
    ];
    for (arguments, sentence) in cases {
        let output = perudo().args(["join", "http://127.0.0.1:9/t/a1"]).args(arguments).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.contains(sentence), "{arguments:?}: {error}");
    }
}
