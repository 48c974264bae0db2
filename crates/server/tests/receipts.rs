//! Receipts, signed proofs and the log of tips, through real sockets: who cheated is shown to anyone, and an honest
//! server is never convicted.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may

mod client;

use std::path::Path;

use client::{Client, Received, Running, config};
use ed25519_dalek::{Signer, SigningKey};
use perudo_rules::{BySeat, Seat};
use perudo_server::Keys;
use perudo_table::fair::{
    Chain, Finding, GivenLink, Link, Proof, PublicKey, Receipt, Signature, Statement, Throw, ThrowReceipts,
    TipsAnswer, TipsError, WithheldLink,
};
use serde_json::{Value, json};
use tempfile::TempDir;

/// A player who does their part in the dice and keeps their receipts.
struct Player {
    client: Client,
    table: String,
    chain: Chain,
    from: u64,
    /// The last throw that a link was given for over this connection.
    given: u64,
}

impl Player {
    fn connect(server: &Running, table: &str, guest: u128) -> Player {
        let client = Client::connect(server.address, table, guest, None);
        let chain = Chain::new([guest as u8; 32], 256);
        Player { client, table: table.to_owned(), chain, from: 1, given: 0 }
    }

    /// The link for a throw.
    fn link(&self, throw: u64) -> Link {
        self.chain.clone().open_nth((throw - self.from + 1) as u32).unwrap()
    }

    fn give(&mut self, throw: u64) {
        let link = self.link(throw);
        self.client.wire.text(&json!({"type": "link", "throw": throw, "link": link}).to_string());
        self.given = throw;
    }

    /// Takes in the next thing that the server says.
    fn receive(&mut self) -> Value {
        match self.client.receive() {
            Received::Message(message) => message,
            Received::Pong => Value::Null,
            end => panic!("the connection ended: {end:?}"),
        }
    }

    /// Everything of this player's that the server has signed for so far.
    fn receipts(&self) -> Vec<Receipt> {
        let read = |receipt: &Value| -> Receipt { serde_json::from_value(receipt.clone()).unwrap() };
        let mut receipts: Vec<Receipt> = self.client.receipts.iter().map(read).collect();
        for of_throw in &self.client.throw_receipts {
            let of_throw: ThrowReceipts = serde_json::from_value(of_throw.clone()).unwrap();
            let ThrowReceipts { tour, throw, run, .. } = of_throw;
            let given = GivenLink { tour, throw, run, link: self.link(throw) };
            let (table, tip) = (self.table.clone(), self.chain.tip());
            receipts.extend(of_throw.receipt(Statement { table, tip, from: self.from, given: Some(given) }));
        }
        assert!(receipts.iter().all(Receipt::is_signed));
        receipts
    }

    /// The links that the server has signed for, once there are so many.
    fn given_links(&mut self, count: usize) -> Vec<GivenLink> {
        loop {
            let given: Vec<GivenLink> =
                self.receipts().iter().filter_map(|receipt| receipt.statement.given).collect();
            if given.len() >= count {
                return given;
            }
            self.receive();
        }
    }

    /// Plays until a tour is over.
    fn play(&mut self) {
        let mut acted = 0;
        loop {
            if let Some(throw) = self.client.now["throw"].as_u64().filter(|throw| *throw > self.given) {
                self.give(throw);
            }
            if self.client.has_turn() && acted < self.client.seq {
                acted = self.client.seq;
                let action = self.client.lowest();
                self.client.send("act", json!({"action": action}));
            }
            if !self.receive()["event"]["winner"].is_null() {
                return;
            }
        }
    }
}

fn place() -> (TempDir, Running) {
    let folder = tempfile::tempdir().unwrap();
    let server = start(&folder);
    (folder, server)
}

fn start(folder: &TempDir) -> Running {
    Running::start(config(&folder.path().join("perudo.db")))
}

fn settings() -> Value {
    json!({"rules": "tournament dice=1", "speed": "instant", "turn": 0, "seats": 3})
}

/// Anna, with a chain, at a table that she has made.
fn anna_alone(server: &Running) -> (String, Player) {
    let table = server.make(1, "anna", &settings());
    let mut anna = Player::connect(server, &table, 1);
    let tip = anna.chain.tip();
    anna.client.done("commit", json!({"tip": tip}));
    (table, anna)
}

fn proof(server: &Running, table: &str) -> Proof {
    let answer = server.get(&format!("/api/tables/{table}/tours/1/proof"));
    serde_json::from_str(&answer.body).unwrap()
}

fn findings(proof: &Proof, receipts: &[Receipt]) -> Vec<Finding> {
    proof.findings(receipts).unwrap().into_iter().map(|(_, finding)| finding).collect()
}

/// The proof as a server would have it that left a link out of a throw: every die follows from the links.
fn without_link(mut proof: Proof, index: usize, seat: u8) -> Proof {
    let table = proof.table.clone();
    let throw = &mut proof.throws[index];
    throw.links[usize::from(seat)] = None;
    throw.withheld = vec![seat];
    let of_seat = |seat: Seat| seat.index();
    let derived = Throw {
        table: &table,
        number: throw.number,
        kind: throw.kind,
        server: throw.server,
        links: BySeat::from_fn(|seat| throw.links.get(of_seat(seat)).copied().flatten()),
        dice: BySeat::from_fn(|seat| throw.dice.get(of_seat(seat)).copied().unwrap_or(0)),
    };
    throw.result = derived.hands().values().take(throw.dice.len()).map(ToString::to_string).collect();
    proof
}

/// Signs as the server of these tests does.
fn signed(mut proof: Proof) -> Proof {
    let keys = Keys::read(&config(Path::new("perudo.db")).key_file).unwrap().unwrap();
    let signer = SigningKey::from_bytes(&keys.derive(b"perudo signature 1"));
    let key = PublicKey::new(signer.verifying_key().to_bytes());
    proof.sign(&[key], |message| Signature::new(signer.sign(message).to_bytes()));
    proof
}

#[test]
fn a_server_that_leaves_out_a_link_that_it_had_is_convicted_and_an_honest_one_is_not() {
    let (_folder, server) = place();
    let (table, mut anna) = anna_alone(&server);
    anna.client.done("bot", json!({"level": "novice"}));
    anna.client.done("start", json!({}));
    anna.play();
    let honest = proof(&server, &table);
    let verified = honest.verify().unwrap();
    assert!(honest.is_signed());
    let keys: Value = server.get("/api/key").json();
    assert_eq!(keys["keys"], json!(honest.signed.as_ref().unwrap().keys));
    anna.given_links(verified.throws() as usize);
    let receipts = anna.receipts();
    let found = findings(&honest, &receipts);
    assert!(found.contains(&Finding::TipListed(Seat::FIRST)));
    assert!(found.iter().all(|finding| matches!(finding, Finding::TipListed(_) | Finding::Counted(_))));

    let index = honest.throws.len() - 1;
    let throw = honest.throws[index].number;
    let cheating = signed(without_link(honest.clone(), index, 0));
    cheating.verify().expect("hash chains alone do not show it");
    let left_out = Finding::LeftOut(WithheldLink { throw, seat: Some(Seat::FIRST) });
    assert_eq!(findings(&cheating, &receipts).iter().filter(|found| **found == left_out).count(), 1);
    assert_eq!(findings(&cheating, &[]), [], "a player who sent no link has nothing to show");

    // A player who takes her own link out of the proof accuses nobody.
    let forged = without_link(honest, index, 0);
    assert!(forged.findings(&receipts).is_err());
}

#[test]
fn an_honest_server_that_crashes_between_receipt_and_throw_is_not_convicted() {
    let (folder, server) = place();
    let (table, mut anna) = anna_alone(&server);
    let mut boris = Player::connect(&server, &table, 2);
    let tip = boris.chain.tip();
    boris.client.done("join", json!({"name": "boris", "tip": tip}));
    anna.client.done("start", json!({}));
    // Boris gives no link, so the throw waits for him.
    while anna.client.now["throw"] != 1 {
        anna.receive();
    }
    anna.give(1);
    let given = anna.given_links(1)[0];
    assert_eq!((given.throw, given.run, given.link), (1, 1, anna.link(1)));
    server.crash();

    let server = start(&folder);
    let mut boris = Player::connect(&server, &table, 2);
    boris.give(1);
    let again = boris.given_links(1)[0];
    assert_eq!((again.throw, again.run), (1, 2), "what is given again gets a receipt again");
    while !boris.client.events.iter().any(|event| event["what"] == "drawn") {
        boris.receive();
    }
    let drawn = boris.client.events.iter().find(|event| event["what"] == "drawn").unwrap();
    assert_eq!(drawn["links"]["withheld"], json!([0]), "anna has not come back");
    assert_eq!(drawn["links"]["run"], 2, "and her receipt is of another run");
}

#[test]
fn whoever_comes_back_gets_the_receipt_for_their_tip_again_and_nobody_gets_another_s() {
    let (_folder, server) = place();
    let (table, anna) = anna_alone(&server);
    let mut boris = Player::connect(&server, &table, 2);
    let tip = boris.chain.tip();
    boris.client.done("join", json!({"name": "boris", "tip": tip}));
    drop(anna);
    let mut anna = Player::connect(&server, &table, 1);
    for player in [&mut anna, &mut boris] {
        while player.client.receipts.is_empty() {
            player.receive();
        }
        player.client.catch_up();
        let tips: Vec<Link> = player.receipts().iter().map(|receipt| receipt.statement.tip).collect();
        assert_eq!(tips, [player.chain.tip()]);
    }
}

fn tips(server: &Running, table: &str, since: u64) -> TipsAnswer {
    let answer = server.get(&format!("/api/tables/{table}/tips?since={since}"));
    assert_eq!(answer.status, 200, "{answer:?}");
    serde_json::from_str(&answer.body).unwrap()
}

#[test]
fn the_log_of_tips_has_every_table_and_only_grows() {
    let (folder, server) = place();
    let table = server.make(1, "anna", &settings());
    let tip = || -> Link {
        let mut wire = client::Wire::open(server.address, &table);
        wire.hello(1, None);
        loop {
            if let Received::Message(message) = wire.receive()
                && message["type"] == "welcome"
            {
                return serde_json::from_value(message["view"]["server_tip"].clone()).unwrap();
            }
        }
    };
    let tip = tip();
    let first = tips(&server, &table, 0);
    assert!(first.head.is_signed());
    assert_eq!(first.check(None, &table, 1, tip), Ok(()));
    assert_eq!(first.check(None, &table, 1, tip.hash()), Err(TipsError::OtherTip));
    for guest in 2..7 {
        server.make(guest, "anna", &settings());
    }
    let seen = first.head.head();
    let later = tips(&server, &table, seen.size);
    assert_eq!(later.head.size, seen.size + 5);
    assert_eq!(later.check(Some(&seen), &table, 1, tip), Ok(()));
    server.crash();

    let server = start(&folder);
    let again = tips(&server, &table, later.head.size);
    assert_eq!(again.head, later.head, "the same key and the same log after a restart");
    let entries = server.get("/api/tips/entries").json();
    assert_eq!(entries.as_array().unwrap().len(), 6);
    assert!(!entries.to_string().contains(&table), "whoever reads the log cannot sit down");
    let path = server.get("/api/tips/consistency?old=2&new=5").json();
    assert!(!path.as_array().unwrap().is_empty());
    for query in
        ["/api/tips?since=7", "/api/tips/consistency?old=2&new=7", "/api/tips/consistency?old=3&new=2"]
    {
        let answer = server.get(query);
        assert_eq!((answer.status, answer.error().as_str()), (400, "no-such-head"), "{query}");
    }
}
