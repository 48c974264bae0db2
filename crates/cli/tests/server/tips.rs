//! Attacks on the tips of a throw, through real sockets.

use std::fs;

use perudo_protocol::{ClientMsg, ServerMsg, WireCommand, WireEvent};
use perudo_table::fair::Chain;
use serde_json::{Value, json};

use crate::client::Client;
use crate::program::{Server, perudo};
use crate::{ANNA, BORIS};

fn chain(seed: u8) -> Chain {
    Chain::new([seed; 32], 64)
}

fn give(client: &mut Client, seed: u8) {
    let link = chain(seed).open().unwrap();
    client.send(&ClientMsg::Link { throw: 1, link });
}

/// A friend of the server would choose the new chain so that its first link gives the dice they like.
#[test]
fn who_leaves_and_comes_back_with_another_tip_has_no_say_in_the_throw_that_is_coming() {
    let server = Server::new();
    let settings = json!({"rules": "classic dice=1", "seats": 2, "speed": "instant"});
    let table = server.table(ANNA, "anna", &settings, &[]);
    let mut anna = Client::connect(server.address, &table, ANNA, None);
    let mut boris = Client::connect(server.address, &table, BORIS, Some("boris"));
    anna.done(WireCommand::Commit { tip: chain(1).tip(), closed: None });
    boris.done(WireCommand::Commit { tip: chain(2).tip(), closed: None });
    anna.event(|event| matches!(event, WireEvent::Committed { person: Some(1), .. }));
    anna.done(WireCommand::Start);
    boris.event(|event| matches!(event, WireEvent::TourBegan { .. }));
    assert_eq!(boris.now.throw, Some(1));
    boris.done(WireCommand::Leave);
    boris.join("boris", Some(chain(99).tip()));
    give(&mut boris, 99);
    let answer = boris.until(|message| match message {
        ServerMsg::Refused { .. } => true,
        ServerMsg::Event { event, .. } => matches!(event, WireEvent::Drawn { .. }),
        _ => false,
    });
    assert!(matches!(&answer, ServerMsg::Refused { body, .. } if body.error == "bad-link"), "{answer:?}");
    give(&mut anna, 1);
    let drawn = boris.until(
        |message| matches!(message, ServerMsg::Event { event, .. } if matches!(event, WireEvent::Drawn { .. })),
    );
    let ServerMsg::Event { event: WireEvent::Drawn { links, .. }, .. } = drawn else { panic!("no draw") };
    assert_eq!((links.chairs.len(), links.withheld), (1, vec![1]), "his link is withheld, and he is named");

    // The proof says so, too.
    let tours = format!("/api/tables/{table}/tours");
    let proof = loop {
        let tours = server.get(&tours).json::<Value>().unwrap();
        match tours[0]["proof"].as_str() {
            Some(proof) => break server.get(proof).body,
            None => boris.event(|_| true),
        }
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tour.proof.json");
    fs::write(&file, proof).unwrap();
    let verified = perudo().args(["verify", "--json"]).arg(&file).output().unwrap();
    assert!(verified.status.success(), "{verified:?}");
    let verified: Value = serde_json::from_slice(&verified.stdout).unwrap();
    // If the draw was a tie, he gave no link for the next throw either.
    assert_eq!((&verified["version"], &verified["players"][1]["withheld"][0]), (&json!(2), &json!(1)));
}
