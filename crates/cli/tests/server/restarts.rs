//! Matches that go on while the server is killed and restarted.

use std::fs;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;

use serde_json::Value;

use crate::client::Client;
use crate::program::{Server, perudo};
use crate::python::Player;
use crate::{ANNA, BORIS};

pub(crate) const ANY_PORT: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0);

/// Two people and two bots at one table.
pub(crate) fn company(server: &Server) -> (String, Player, Player) {
    let rules = ["--rules", "calza dice=2", "--tours", "3", "--speed", "instant"];
    let table = ["--create", "--players", "4", "--bots", "steady,novice", "--name", "anna", "--guest", ANNA];
    let mut anna = Player::start(&[&[server.url("").as_str()], &table[..], &rules[..]].concat());
    let link = anna.next().rsplit(' ').next().unwrap().to_owned();
    let boris = Player::start(&[&link, "--name", "boris", "--guest", BORIS]);
    (link.rsplit('/').next().unwrap().to_owned(), anna, boris)
}

/// What must be true of a match that is over: its clients found the dice fair, and so do those who check later.
fn check_match(
    server: &Server,
    folder: &Path,
    table: &str,
    players: [Player; 2],
    restarts: usize,
) -> [String; 2] {
    let [(anna, anna_errors), (boris, boris_errors)] = players.map(Player::finish);
    for (printed, errors) in [(&anna, &anna_errors), (&boris, &boris_errors)] {
        assert!(printed.last().unwrap().ends_with("; 0 faults."), "{printed:#?}\n{errors}");
        assert!(errors.matches("no connection").count() >= restarts, "{errors}");
    }
    let tours = server.get(&format!("/api/tables/{table}/tours")).json::<Value>().unwrap();
    assert_eq!(tours.as_array().unwrap().len(), 3, "{tours}");
    for tour in tours.as_array().unwrap() {
        let [record, proof] = ["record", "proof"].map(|kind| {
            let answer = server.get(tour[kind].as_str().unwrap());
            assert_eq!(answer.status, 200);
            let path = folder.join(format!("{}.{kind}", tour["tour"]));
            fs::write(&path, answer.body).unwrap();
            path
        });
        let checked = perudo().arg("check").arg(&record).output().unwrap();
        assert!(checked.status.success(), "{checked:?}");
        let verified =
            perudo().args(["verify", "--json"]).arg(&proof).arg("--record").arg(&record).output().unwrap();
        assert!(verified.status.success(), "{verified:?}");
        let verified: Value = serde_json::from_slice(&verified.stdout).unwrap();
        let links = |name: &str| {
            let player = verified["players"].as_array().unwrap().iter().find(|player| player["name"] == name);
            player.unwrap()["links"].as_u64().unwrap()
        };
        assert!(links("anna") > 0 && links("boris") > 0, "{verified}");
    }
    [anna_errors, boris_errors]
}

#[test]
fn two_people_and_two_bots_finish_a_match_while_the_server_is_killed_and_restarted() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("p.db");
    let mut server = Server::start(&database, ANY_PORT, &[]);
    let address = server.address;
    let (table, mut anna, mut boris) = company(&server);
    const KILLS: usize = 3;
    for _ in 0..KILLS {
        anna.wait_for_bids(4);
        boris.wait_for_bids(4);
        server.kill();
        server = Server::start(&database, address, &[]);
    }
    check_match(&server, folder.path(), &table, [anna, boris], KILLS);
}

#[test]
fn everyone_comes_back_to_a_server_that_was_asked_to_stop() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("p.db");
    let mut server = Server::start(&database, ANY_PORT, &[]);
    let address = server.address;
    let (table, mut anna, mut boris) = company(&server);
    for _ in 0..2 {
        anna.wait_for_bids(4);
        boris.wait_for_bids(4);
        let mut spectator = Client::connect(address, &table, "c0000000000000000000000000000003", None);
        assert_eq!(server.terminate().code(), Some(0));
        let (notices, code, reason) = spectator.last_words();
        assert_eq!((notices, code, reason.as_str()), (1, 1012, "restarting"));
        server = Server::start(&database, address, &[]);
    }
    for errors in check_match(&server, folder.path(), &table, [anna, boris], 2) {
        assert_eq!(errors.matches("(restarting)").count(), 2, "{errors}");
        assert!(errors.matches("no connection (1012)").count() >= 2, "{errors}");
    }
    assert_eq!(server.terminate().code(), Some(0));
}
