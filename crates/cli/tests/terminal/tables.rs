//! The open tables of a server.

use std::net::{SocketAddr, TcpListener};

use crate::bad_links::answering;
use crate::lines::Lines;
use crate::online::{QUICK, play_out};
use crate::program::Server;
use crate::screen::{USUAL, play};

#[test]
fn a_table_that_is_open_to_everyone_is_found_and_played_at() {
    let server = Server::new();
    let folder = tempfile::tempdir().unwrap();
    let make = ["--create", "--public", "--server", &server.url(""), "--name", "Anna", "--players", "2"];
    let mut anna = Lines::start(&folder.path().join("anna"), &[&make[..], &QUICK, &["1"]].concat());
    anna.until_said("Link: ");
    let mut boris = Lines::start(&folder.path().join("boris"), &[&server.url(""), "--name", "Boris"]);
    boris.until_said("1. Anna · starting soon · 1 of 2 seats taken · tournament dice=1");
    boris.line("2");
    boris.until_said("! “2” isn’t in the list");
    boris.line("1");
    boris.until_said("The host will start the game.");
    anna.until_said("Boris sits down.");
    anna.line("start");
    play_out(&mut anna, &mut boris);
}

#[test]
fn tables_are_watched_left_and_made_on_a_screen() {
    let server = Server::new();
    let folder = tempfile::tempdir().unwrap();
    let make = ["--create", "--public", "--server", &server.url(""), "--name", "Anna", "--bots", "steady"];
    let mut anna = Lines::start(&folder.path().join("anna"), &make);
    anna.until_said("Link: ");
    let mut boris = play(&folder.path().join("boris"), USUAL, &[&server.url(""), "--name", "Boris"], &[]);
    boris.until("▸ Anna, ");
    boris.keys("w");
    let watched = boris.until("Anna is the host and will start the game.");
    assert!(watched.contains("[Q] Back"), "{watched}");
    boris.keys("q");
    boris.until("[Enter] Join");
    boris.keys("\r");
    anna.until_said("Boris sits down.");
    // Who leaves before having seen that would be refused: it may be an old wish.
    boris.until("Boris sits down.");
    boris.keys("q");
    anna.until_said("Boris leaves");
    boris.until("[N] New table");
    boris.keys("n");
    boris.until("/t/");
    boris.keys("\u{3}");
    let (left, status) = boris.end();
    assert!(status.success(), "{left}");
}

#[test]
fn a_list_without_a_server_says_so_and_comes_when_there_is_one() {
    let folder = tempfile::tempdir().unwrap();
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut boris = play(&folder.path().join("boris"), USUAL, &[&address.to_string()], &[]);
    boris.until("doesn’t answer");
    let _server = Server::start(&folder.path().join("perudo.db"), address, &[]);
    boris.keys("r");
    boris.until("Make one!");
    boris.resize((30, 8));
    boris.until("too small");
    boris.keys("\u{1b}");
    let (left, status) = boris.end();
    assert!(status.success(), "{left}");
}

#[test]
fn a_stranger_s_server_lists_nothing_that_does_harm() {
    let health = r#"{"ok":true,"version":"1","protocol":1,"tables":3}"#;
    let table = |name: &str, who: &str| {
        format!(r#"{{"table":"{name}","stage":"waiting","settings":{{}},"chairs":["{who}"],"watching":0}}"#)
    };
    let outside = table("../../outside", "Outside");
    let loud = table("a1", r"Lou\u001b[2J\u001b]0;mine\u0007d\u202e");
    let lists: [(String, &str); 4] = [
        (format!("[{outside},{loud}]"), "1. Lou [2J ]0;mine d "),
        ("[".repeat(100_000), "status 200"),
        (r#"{"tables":[]}"#.to_owned(), "status 200"),
        ("[]".to_owned(), "Make one!"),
    ];
    for (list, expected) in lists {
        let list: &'static str = Box::leak(list.into_boxed_str());
        let address: SocketAddr = answering(move |path| if path == "/healthz" { health } else { list });
        let folder = tempfile::tempdir().unwrap();
        let mut boris = Lines::start(folder.path(), &[&address.to_string()]);
        boris.until_said(expected);
        boris.line("quit");
        let (said, status) = boris.end();
        assert!(status.success() && !said.contains("Outside") && !said.contains('\u{1b}'), "{said}");
    }
}
