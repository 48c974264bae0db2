//! At a table of a server.

use std::fs;
use std::net::SocketAddr;

use serde_json::Value;

use crate::lines::Lines;
use crate::program::{Server, perudo};

/// Flags for a quick game with a die each.
pub(crate) const QUICK: [&str; 6] = ["--pace", "instant", "--rules", "tournament", "dice=1", "--tours"];

/// Anna makes a table, and Boris comes by its link.
fn two_players(server: &str, folder: &std::path::Path, dice: &str) -> (Lines, Lines, String) {
    let make = ["--create", "--server", server, "--name", "Anna", "--players", "2", "--dice", dice];
    let mut anna = Lines::start(&folder.join("anna"), &[&make[..], &QUICK, &["1"]].concat());
    let lobby = anna.until_said("Link: ");
    let link = lobby.rsplit("Link: ").next().unwrap().trim().to_owned();
    let mut boris = Lines::start(&folder.join("boris"), &[&link, "--name", "Boris"]);
    boris.until_said("The host will start the game.");
    anna.until_said("Boris sits down.");
    (anna, boris, link)
}

/// Both play by the least bid and a doubt until the game is over.
pub(crate) fn play_out(anna: &mut Lines, boris: &mut Lines) {
    std::thread::scope(|scope| {
        for player in [anna, boris] {
            scope.spawn(|| player.play_until("The game is over."));
        }
    });
}

#[test]
fn friends_play_by_a_link_and_have_their_part_in_the_dice() {
    let server = Server::new();
    for dice in ["open", "sealed"] {
        let folder = tempfile::tempdir().unwrap();
        let (mut anna, mut boris, link) = two_players(&server.url(""), folder.path(), dice);
        boris.line("say Hello, \u{1b}[31mAnna!");
        boris.until_said("A message has 1 to 200 characters");
        boris.line("say Hello, Anna!");
        anna.until_said("Boris: Hello");
        anna.line("start");
        play_out(&mut anna, &mut boris);
        let table = link.rsplit('/').next().unwrap();
        let tours: Value = server.get(&format!("/api/tables/{table}/tours")).json().unwrap();
        let proof = server.get(tours[0]["proof"].as_str().unwrap());
        let file = folder.path().join("game.proof.json");
        fs::write(&file, proof.body).unwrap();
        let verified = perudo().arg("verify").arg(&file).output().unwrap();
        let verified = String::from_utf8(verified.stdout).unwrap();
        for name in ["Anna", "Boris"] {
            let line = verified.lines().find(|line| line.contains(name) && line.contains("link"));
            assert!(line.is_some_and(|line| line.contains("none withheld")), "{dice}: {verified}");
        }
        anna.line("quit");
        let (said, status) = anna.end();
        assert!(status.success() && !said.contains("not fair"), "{said}");
    }
}

#[test]
fn a_restart_of_the_server_in_mid_game_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("perudo.db");
    let server = Server::start(&database, SocketAddr::from(([127, 0, 0, 1], 0)), &[]);
    let address = server.address;
    let (mut anna, mut boris, _) = two_players(&server.url(""), folder.path(), "open");
    anna.line("start");
    for player in [&mut anna, &mut boris] {
        player.until_said("You rolled");
    }
    server.kill();
    for player in [&mut anna, &mut boris] {
        player.until_said("Connection lost.");
    }
    let _server = Server::start(&database, address, &[]);
    for player in [&mut anna, &mut boris] {
        player.until_said("Connected again.");
    }
    play_out(&mut anna, &mut boris);
}

#[test]
fn who_leaves_comes_back_to_the_same_seat() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new();
    let (mut anna, boris, link) = two_players(&server.url(""), folder.path(), "open");
    anna.line("start");
    anna.until_said("You rolled");
    boris.signal("INT");
    let (said, status) = boris.end();
    assert!(status.success() && said.contains("Your seat stays yours"), "{said}");
    let mut boris = Lines::start(&folder.path().join("boris"), &[&link, "--name", "Somebody"]);
    boris.until_said("Rules: ");
    play_out(&mut anna, &mut boris);
    assert!(!anna.said.contains("Somebody"), "{}", anna.said);
}
