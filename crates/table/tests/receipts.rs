//! What receipts mean to the client that gets them.

#![allow(clippy::unwrap_used)] // a test fails by panicking

use perudo_rules::{Face, Hand};
use perudo_table::fair::{
    Chain, GivenLink, Link, OpenedLinks, PublicKey, Receipt, SeenSeat, Signature, Statement, Tip, Witness,
    WitnessError,
};
use perudo_table::{Moment, PersonId};

const KEY: PublicKey = PublicKey::new([9; 32]);

fn anna() -> Chain {
    Chain::new([2; 32], 100)
}

/// A receipt of the first run for anna's link; whoever runs a witness looks at signatures.
fn receipt(table: &str, key: PublicKey, link: Link) -> Receipt {
    let given = GivenLink { tour: 1, throw: 1, run: 1, link };
    let statement = Statement { table: table.to_owned(), tip: anna().tip(), from: 1, given: Some(given) };
    Receipt::sign_all(vec![statement], key, |_| Signature::new([0; 64])).next().unwrap()
}

/// Anna has given her link for the first throw, gets a receipt, and the throw is made without it in this run.
fn left_out(receipt: &Receipt, run: Option<u64>) -> Witness {
    let mut server = Chain::new([1; 32], 256);
    let mut witness = Witness::new("kitchen");
    witness.signs_with(KEY);
    witness.is(Some(PersonId(0)));
    witness.server_tip(server.tip(), 1);
    witness.person_tip(PersonId(0), "anna", Tip { from: 1, tip: Some(anna().tip()) });
    let seat = |name: &str, person| SeenSeat { name: name.to_owned(), person };
    witness.tour(1, vec![seat("anna", Some(PersonId(0))), seat("Blaise", None)]);
    witness.ask(1);
    witness.give(1, anna().open().unwrap(), Moment(0)).unwrap();
    witness.receipt(receipt);
    let links = OpenedLinks { server: server.open(), seats: vec![], withheld: vec![0], run };
    let die: Hand = [Face::Ace].into_iter().collect();
    witness.drawn(1, vec![die, die], &links);
    witness
}

fn is_left_out(witness: &Witness) -> bool {
    witness.errors().contains(&WitnessError::LeftOut { throw: 1 })
}

#[test]
fn a_client_with_a_receipt_says_so_when_its_link_is_left_out_and_keeps_the_receipt() {
    let right = receipt("kitchen", KEY, anna().open().unwrap());
    let witness = left_out(&right, Some(1));
    assert!(is_left_out(&witness));
    let text = serde_json::to_string(&witness).unwrap();
    let again: Witness = serde_json::from_str(&text).unwrap();
    assert_eq!(again.receipts().collect::<Vec<_>>(), [&right]);
    assert_eq!(again.key(), Some(KEY));
}

#[test]
fn a_server_that_was_started_again_between_is_not_accused() {
    let right = receipt("kitchen", KEY, anna().open().unwrap());
    assert!(!is_left_out(&left_out(&right, Some(2))));
}

#[test]
fn a_receipt_for_something_else_is_none() {
    let link = anna().open().unwrap();
    let others = [
        receipt("kitchen2", KEY, link),
        receipt("kitchen", PublicKey::new([8; 32]), link),
        receipt("kitchen", KEY, link.hash()),
        Receipt { index: 7, ..receipt("kitchen", KEY, link) },
    ];
    for other in others {
        let witness = left_out(&other, Some(1));
        assert!(!is_left_out(&witness) && witness.receipts().next().is_none(), "{other:?}");
    }
}
