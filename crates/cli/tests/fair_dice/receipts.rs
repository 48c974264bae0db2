//! Receipts beside proofs: the library, the program and the verifier in Python convict the same.

use std::fs;
use std::path::Path;
use std::process::Command as Process;

use ed25519_dalek::{Signer, SigningKey};
use perudo_rules::BySeat;
use perudo_table::fair::{GivenLink, Link, Proof, PublicKey, Receipt, Signature, Statement, Throw};
use serde_json::Value;

use crate::table::{habits, tours};
use crate::{EXAMPLES, Outcome};

fn signer(seed: u8) -> (SigningKey, PublicKey) {
    let signer = SigningKey::from_bytes(&[seed; 32]);
    let key = PublicKey::new(signer.verifying_key().to_bytes());
    (signer, key)
}

fn signed(mut proof: Proof) -> Proof {
    let (signer, key) = signer(1);
    proof.sign(&[key], |message| Signature::new(signer.sign(message).to_bytes()));
    proof
}

/// A proof of an honest table whose server signs, all in its first run.
fn honest() -> Proof {
    let (mut proof, _) = tours("classic dice=2", 3, 1, habits(1024, 50, 0, 0, 0), 11).remove(0);
    proof.throws.iter_mut().for_each(|throw| throw.run = Some(1));
    signed(proof)
}

/// Receipts for every link in the throws of a proof, signed together.
fn receipts(proof: &Proof, seed: u8) -> Vec<Receipt> {
    let (signer, key) = signer(seed);
    let mut statements = Vec::new();
    for throw in &proof.throws {
        for (seat, link) in throw.links.iter().enumerate() {
            let Some(link) = *link else { continue };
            let tip = proof.seats[seat].iter().rfind(|tip| tip.from <= throw.number).unwrap();
            let given = GivenLink { tour: proof.tour, throw: throw.number, run: 1, link };
            let (table, tip, from) = (proof.table.clone(), tip.tip.unwrap(), tip.from);
            statements.push(Statement { table, tip, from, given: Some(given) });
        }
    }
    Receipt::sign_all(statements, key, |message| Signature::new(signer.sign(message).to_bytes())).collect()
}

/// The same throws without the first link of the last one, whose dice are others then.
fn without_a_link(mut proof: Proof) -> Proof {
    let table = proof.table.clone();
    let throw = proof.throws.last_mut().unwrap();
    let seat = throw.links.iter().position(Option::is_some).unwrap();
    throw.links[seat] = None;
    throw.withheld.push(seat as u8);
    throw.withheld.sort_unstable();
    let link = |seat: usize| -> Option<Link> { throw.links.get(seat).copied().flatten() };
    let derived = Throw {
        table: &table,
        number: throw.number,
        kind: throw.kind,
        server: throw.server,
        links: BySeat::from_fn(|seat| link(seat.index())),
        dice: BySeat::from_fn(|seat| throw.dice.get(seat.index()).copied().unwrap_or(0)),
    };
    throw.result = derived.hands().values().take(throw.dice.len()).map(ToString::to_string).collect();
    proof
}

/// What the program and the verifier in Python say: whether all is well, and the name of what is wrong.
fn verdicts(proof: &Proof, receipts: &[Receipt]) -> Outcome<(Value, String)> {
    let folder = tempfile::tempdir()?;
    let (proof_file, receipts_file) = (folder.path().join("proof.json"), folder.path().join("receipts.json"));
    fs::write(&proof_file, serde_json::to_string(proof)?)?;
    fs::write(&receipts_file, serde_json::to_string(receipts)?)?;
    let mut program = Process::new(env!("CARGO_BIN_EXE_perudo"));
    let program = program.arg("verify").arg("--json").arg("--receipts").args([&receipts_file, &proof_file]);
    let output = program.output()?;
    let said: Value = serde_json::from_slice(&output.stdout)?;
    assert_eq!(output.status.success(), said["ok"] == true, "{said}");
    let mut python = Process::new("python3");
    let python = python.arg(Path::new(EXAMPLES).join("verify_dice.py")).arg("--receipts");
    let python = python.args([&receipts_file, &proof_file]).output()?;
    assert_eq!(String::from_utf8(python.stderr)?, "");
    assert_eq!(python.status.success(), said["ok"] == true, "{said}");
    Ok((said, String::from_utf8(python.stdout)?))
}

#[test]
fn two_verifiers_convict_the_server_that_left_out_a_link_it_had_signed_for() -> Outcome {
    let (proof, mine) = (honest(), receipts(&honest(), 1));
    let (said, _) = verdicts(&proof, &mine)?;
    assert_eq!(said["receipts"]["counted"], mine.len(), "{said}");
    let cheating = without_a_link(proof.clone());
    let (said, python) = verdicts(&signed(cheating.clone()), &mine)?;
    assert_eq!((&said["error"], &said["server"]), (&Value::from("left-out"), &Value::from(true)), "{said}");
    assert_eq!(said["throw"], proof.throws.last().unwrap().number);
    assert!(python.contains("THE SERVER CHEATED"), "{python}");

    let (said, _) = verdicts(&signed(cheating.clone()), &[])?;
    assert_eq!(said["ok"], true, "without a receipt the player may have sent nothing: {said}");
    let (said, _) = verdicts(&signed(cheating.clone()), &receipts(&honest(), 2))?;
    assert_eq!(said["receipts"]["elsewhere"], mine.len(), "another server's receipts: {said}");
    let unsigned = Proof { signed: None, ..cheating.clone() };
    assert_eq!(verdicts(&unsigned, &mine)?.0["ok"], true, "anybody can have made it");
    let (said, _) = verdicts(&cheating, &mine)?;
    assert_eq!(said["error"], "bad-signature", "made by a player from a proof that was signed: {said}");
    let mut restarted = cheating;
    restarted.throws.last_mut().unwrap().run = Some(2);
    let (said, _) = verdicts(&signed(restarted), &mine)?;
    assert_eq!(said["receipts"]["forgotten"], 1, "{said}");
    Ok(())
}

#[test]
fn two_verifiers_refuse_receipts_that_were_changed() -> Outcome {
    type Change = fn(&mut Receipt);
    let changes: [Change; 6] = [
        |receipt| receipt.statement.table.push('2'),
        |receipt| receipt.statement.given.iter_mut().for_each(|given| given.throw += 1),
        |receipt| receipt.statement.given.iter_mut().for_each(|given| given.run += 1),
        |receipt| receipt.index += 1,
        |receipt| receipt.path.truncate(1),
        |receipt| receipt.key = signer(2).1,
    ];
    for (number, change) in changes.into_iter().enumerate() {
        let mut changed = receipts(&honest(), 1);
        change(&mut changed[0]);
        let (said, _) = verdicts(&honest(), &changed)?;
        assert_eq!(said["error"], "bad-receipt", "change {number}: {said}");
    }
    Ok(())
}
