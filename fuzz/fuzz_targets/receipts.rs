//! Receipts, what a server says of its log of tips, and what a client has kept, each held against the proof of an example.

#![no_main]

use std::sync::LazyLock;

use perudo_table::fair::{Proof, Receipt, TipsAnswer, Witness};

static PROOF: LazyLock<Proof> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../examples/fair.proof.json")).unwrap());

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(receipts) = serde_json::from_slice::<Vec<Receipt>>(bytes) {
        let _ = PROOF.findings(&receipts);
    }
    if let Ok(receipt) = serde_json::from_slice::<Receipt>(bytes) {
        let _ = (receipt.is_signed(), PROOF.finding(&receipt.statement));
    }
    if let Ok(answer) = serde_json::from_slice::<TipsAnswer>(bytes) {
        let tip = PROOF.throws[0].server;
        let _ = (answer.head.is_signed(), answer.check(Some(&answer.head.head()), "fuzz", 1, tip));
    }
    if let Ok(seen) = serde_json::from_slice::<Witness>(bytes) {
        let _ = PROOF.matches_seen(&seen);
    }
});
