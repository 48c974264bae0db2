//! Fair dice from end to end: tables that throw by links, the proofs they export, and two verifiers that
//! know nothing of each other, the library here and `examples/verify_dice.py`.
#![allow(clippy::unwrap_used)] // a test fails by panicking

mod examples;
mod receipts;
mod table;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command as Process;

use perudo_rules::{BySeat, Hand, Seat};
use perudo_table::PersonId;
use perudo_table::fair::{
    Chain, Link, OpenedLinks, Proof, SealedThrow, SeenSeat, ThrowKind, Tip, Version, Witness,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::Value;

use crate::table::{habits, tours};

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");

/// Whether the verifier in Python accepts each of these texts.
fn python(texts: &[String]) -> Outcome<Vec<bool>> {
    let folder = tempfile::tempdir()?;
    let files: Vec<PathBuf> =
        (0..texts.len()).map(|index| folder.path().join(format!("{index}.json"))).collect();
    for (file, text) in files.iter().zip(texts) {
        fs::write(file, text)?;
    }
    let mut python = Process::new("python3");
    let output = python.arg(Path::new(EXAMPLES).join("verify_dice.py")).args(&files).output()?;
    let stdout = String::from_utf8(output.stdout)?;
    assert_eq!(String::from_utf8(output.stderr)?, "");
    let verdicts: Vec<bool> = stdout.lines().map(|line| line.contains(".json: ok, throws: ")).collect();
    assert_eq!(verdicts.len(), texts.len(), "{stdout}");
    assert_eq!(output.status.success(), !verdicts.contains(&false));
    Ok(verdicts)
}

fn rust(text: &str) -> bool {
    serde_json::from_str::<Proof>(text).is_ok_and(|proof| proof.verify().is_ok())
}

/// The same tour as if its table had been sealed. Rounds that were void were never shown.
fn sealed(mut proof: Proof) -> Proof {
    let first = proof.throws[0].number;
    let mut chains: Vec<Chain> =
        (0..proof.names.len()).map(|seat| Chain::new([100 + seat as u8; 32], 1024)).collect();
    let tip = |chain: &Chain| vec![Tip { from: first, tip: Some(chain.tip()) }];
    proof.closed = chains.iter().map(tip).collect();
    let rounds: Vec<Option<u32>> = proof.throws.iter().map(|throw| throw.round).collect();
    for (index, throw) in proof.throws.iter_mut().enumerate() {
        if throw.kind == ThrowKind::Draw {
            continue;
        }
        let void = rounds.get(index + 1) == Some(&throw.round);
        let links = BySeat::from_fn(|seat: Seat| throw.links.get(seat.index()).copied().flatten());
        let derived = SealedThrow { table: &proof.table, number: throw.number, server: throw.server, links };
        throw.closed = vec![None; chains.len()];
        throw.result = vec![String::new(); chains.len()];
        for (index, chain) in chains.iter_mut().enumerate().filter(|_| !void) {
            let (dice, seat) = (throw.dice[index], Seat::new(index).unwrap());
            if let Some(link) = chain.open_nth((throw.number - first + 1) as u32).filter(|_| dice > 0) {
                throw.closed[index] = Some(link);
                throw.result[index] = derived.hand(seat, dice, &link).to_string();
            }
        }
        if void {
            throw.unshown.extend(throw.dice.iter().position(|dice| *dice > 0).map(|seat| seat as u8));
        }
    }
    proof
}

#[test]
fn two_verifiers_accept_the_proofs_of_fair_tables() -> Outcome {
    let mut proofs = Vec::new();
    for seed in 0..40 {
        let players = 2 + seed as usize % 5;
        let habits = match seed % 4 {
            0 => habits(1024, 100, 0, 0, 0), // a new chain for every throw
            1 => habits(7, 20, 10, 30, 1),   // everything happens often
            2 => habits(1024, 1, 0, 95, 0),  // hardly ever a link
            _ => habits(4096, 10, 2, 10, 1),
        };
        proofs.extend(tours("calza", players, 3, habits, seed));
    }
    proofs.extend(tours("tournament players=20 dice=10", 20, 2, habits(50, 10, 1, 5, 0), 99));
    // As older programs wrote them: those without dice need not be named.
    for (proof, _) in proofs.iter_mut().step_by(3) {
        proof.version = Version::One;
        for throw in &mut proof.throws {
            throw.withheld.retain(|&seat| throw.dice[usize::from(seat)] > 0);
        }
    }
    let (mut again, mut withheld, mut renewed, mut late, mut void) = (0, 0, 0, 0, 0);
    for (proof, record) in &proofs {
        let verified = proof.verify().map_err(|fault| format!("{} {fault:?}", proof.table))?;
        assert_eq!(verified.throws() as usize, proof.throws.len());
        proof.matches_record(record.as_bytes()).map_err(|fault| format!("{} {fault:?}", proof.table))?;
        again += u32::from(verified.draws > 1);
        withheld += verified.seats.iter().map(|seat| seat.withheld.len()).sum::<usize>();
        renewed += proof.server.len() - 1;
        late += u32::from(verified.first > 1);
        void += proof
            .throws
            .windows(2)
            .filter(|pair| pair[0].round.is_some() && pair[0].round == pair[1].round)
            .count();
    }
    let most = proofs
        .iter()
        .flat_map(|(proof, _)| &proof.throws)
        .map(|throw| throw.dice.iter().map(|&n| u32::from(n)).sum::<u32>());
    assert_eq!(most.max(), Some(200));
    assert!(
        again > 10 && withheld > 100 && renewed > 10 && late > 20 && void > 5,
        "{again} {withheld} {renewed} {late} {void}"
    );
    let mut texts: Vec<String> =
        proofs.iter().map(|(proof, _)| serde_json::to_string(proof)).collect::<Result<_, _>>()?;
    let mut unseen = 0;
    for (proof, _) in proofs {
        let proof = sealed(proof);
        let verified = proof.verify().map_err(|fault| format!("{} {fault:?}", proof.table))?;
        assert_eq!(verified.sealed, verified.rolls);
        unseen += verified.unseen;
        texts.push(serde_json::to_string(&proof)?);
    }
    assert!(unseen > 5, "{unseen}");
    assert!(python(&texts)?.iter().all(|&accepted| accepted));
    Ok(())
}

/// Changes one thing somewhere in a proof; says where.
fn change(value: &mut Value, path: &mut String, chance: &mut Xoshiro256PlusPlus) {
    match value {
        Value::Object(fields) => {
            let nth = chance.random_range(0..fields.len());
            let Some((key, value)) = fields.iter_mut().nth(nth) else { return };
            path.push_str(&format!("/{key}"));
            change(value, path, chance);
        }
        Value::Array(items) if !items.is_empty() && chance.random_range(0..6) > 0 => {
            let nth = chance.random_range(0..items.len());
            path.push_str(&format!("/{nth}"));
            change(&mut items[nth], path, chance);
        }
        Value::Array(items) => {
            let nth = chance.random_range(0..items.len() + 1);
            match chance.random_range(0..3) {
                0 if nth < items.len() => drop(items.remove(nth)),
                1 if nth + 1 < items.len() => items.swap(nth, nth + 1),
                _ => {
                    let item = items.get(nth).or(items.last()).cloned();
                    items.insert(nth, item.unwrap_or(Value::from(0)));
                }
            }
            path.push_str("/*");
        }
        Value::Number(number) => {
            let old = number.as_u64().unwrap_or(0);
            let new = [old + 1, old.saturating_sub(1), 0, old + 4096, u64::MAX];
            *value = new[chance.random_range(0..new.len())].into();
        }
        Value::String(text) if text.is_empty() => *value = "1".into(),
        Value::String(text) => {
            let nth = chance.random_range(0..text.chars().count());
            let other = |(index, c): (usize, char)| match (index == nth, c) {
                (false, c) => c,
                (true, '1') => '2',
                (true, _) => '1',
            };
            *value = text.chars().enumerate().map(other).collect::<String>().into();
        }
        Value::Null => *value = "0".repeat(64).into(),
        Value::Bool(_) => {}
    }
}

#[test]
fn two_verifiers_refuse_what_was_changed() -> Outcome {
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut texts = Vec::new();
    let mut places = Vec::new();
    let mut originals = Vec::new();
    for seed in 0..30 {
        let habits = habits(20, 15, 5, 20, 1);
        for (proof, _) in tours("classic dice=3", 2 + seed as usize % 3, 2, habits, 1000 + seed) {
            let proof = if seed % 2 == 0 { sealed(proof) } else { proof };
            let original = serde_json::to_value(&proof)?;
            let verified = proof.verify().map_err(|fault| format!("{fault:?}"))?;
            for _ in 0..30 {
                let (mut changed, mut place) = (original.clone(), String::new());
                change(&mut changed, &mut place, &mut chance);
                // Names and the number of the tour are for the reader: they are in no hash.
                let hashed = !place.starts_with("/names") && place != "/tour";
                if changed != original && hashed {
                    places.push(place);
                    originals.push(verified.clone());
                    texts.push(changed.to_string());
                }
            }
        }
    }
    let mut accepted = 0;
    for (index, python) in python(&texts)?.into_iter().enumerate() {
        let (text, place) = (&texts[index], &places[index]);
        assert_eq!(rust(text), python, "{place}: {text}");
        if python {
            // A tip that no link here leads back to may be any; and a proof without its first or last throw
            // is a proof of the others: only the record, or the next tour's proof, tells.
            let same = serde_json::from_str::<Proof>(text)?.verify().as_ref() == Ok(&originals[index]);
            let tip = place.starts_with("/seats/") || place.starts_with("/closed/");
            let unused_tip = tip && same;
            // Said to be of version 1 it promises less, and the verifier says so.
            let promises_less = place == "/perudo-proof" && text.contains("\"perudo-proof\":1");
            // Who did not show is the server's word.
            let named = place.contains("/unshown");
            assert!(unused_tip || promises_less || named || place == "/throws/*", "{place}: {text}");
            accepted += 1;
        }
    }
    assert!(texts.len() > 1000 && accepted < texts.len() / 4, "{accepted} of {}", texts.len());
    Ok(())
}

/// What a reader would pass over could change what the rest means, and readers differ in which of two fields
/// with one name they take.
#[test]
fn two_verifiers_refuse_fields_that_they_do_not_know_and_fields_that_are_there_twice() -> Outcome {
    let (proof, _) = tours("classic dice=2", 3, 1, habits(20, 50, 0, 20, 0), 9).remove(0);
    let text = serde_json::to_string(&proof)?;
    let after = |text: &str, part: &str, more: &str| text.replacen(part, &format!("{part}{more}"), 1);
    let texts = [
        text.clone(),
        after(&text, r#"{"#, r#""more":1,"#),
        after(&text, r#"{"from":"#, r#"1,"more":1,"from":"#),
        after(&text, r#"{"number":"#, r#"1,"more":1,"number":"#),
        after(&text, r#"{"number":"#, r#"1,"number":"#),
        after(&text, r#"{"#, r#""perudo-proof":2,"#),
        text.replacen(r#""kind":"draw","#, r#""kind":"draw","round":null,"#, 1),
        text.replacen(r#""kind":"draw","#, r#""kind":"draw","round":1,"#, 1),
        text.replacen(r#""perudo-proof":2"#, r#""perudo-proof":3"#, 1),
        text.replacen(r#""perudo-proof":2"#, r#""perudo-proof":true"#, 1),
    ];
    let expected = [true, false, false, false, false, false, true, false, false, false];
    assert_eq!(texts.iter().map(|text| rust(text)).collect::<Vec<_>>(), expected);
    assert_eq!(python(&texts)?, expected);
    Ok(())
}

/// Two tips for the same throw would leave it open which of them counts.
#[test]
fn two_verifiers_demand_that_tips_ascend_strictly() -> Outcome {
    let (proof, _) = tours("classic dice=2", 3, 1, habits(1024, 50, 0, 0, 0), 10).remove(0);
    let seat = proof.seats.iter().position(|tips| tips.len() > 1).ok_or("no tip was replaced")?;
    let mut twice = proof.clone();
    let second = twice.seats[seat][1];
    twice.seats[seat].insert(1, second);
    let mut backwards = proof.clone();
    backwards.seats[seat].swap(0, 1);
    let texts =
        [&proof, &twice, &backwards].map(serde_json::to_string).into_iter().collect::<Result<Vec<_>, _>>()?;
    assert_eq!(texts.iter().map(|text| rust(text)).collect::<Vec<_>>(), [true, false, false]);
    assert_eq!(python(&texts)?, [true, false, false]);
    Ok(())
}

#[test]
fn every_changed_digit_of_a_link_or_a_hand_is_found() -> Outcome {
    let (proof, _) = tours("classic dice=2", 3, 1, habits(20, 50, 0, 20, 0), 7).remove(0);
    let text = serde_json::to_string(&proof)?;
    assert!(rust(&text));
    let throws = text.find("\"throws\"").unwrap_or(0);
    let mut changed = 0;
    for (at, digit) in text.char_indices().filter(|(_, c)| c.is_ascii_hexdigit()) {
        let is_name = (text.find("\"names\"")..text.find("\"server\"")).contains(&Some(at));
        let is_key = !text[..at].ends_with(['"', ':', ',', '['])
            && !text[..at].ends_with(|c: char| c.is_ascii_hexdigit());
        if is_name || is_key || at < throws {
            continue;
        }
        let other = if digit == '1' { '2' } else { '1' };
        let text = format!("{}{other}{}", &text[..at], &text[at + 1..]);
        assert!(!rust(&text), "{at}: {text}");
        changed += 1;
    }
    assert!(changed > 1000, "{changed}");
    Ok(())
}

/// What an honest server showed a client who was there for the whole tour.
fn seen_by_a_client(proof: &Proof) -> Outcome<Witness> {
    let mut witness = Witness::new(&proof.table);
    let people: Vec<PersonId> = (0..proof.names.len()).map(|index| PersonId(index as u16)).collect();
    let seat = |(name, person): (&String, &PersonId)| SeenSeat { name: name.clone(), person: Some(*person) };
    witness.tour(proof.tour, proof.names.iter().zip(&people).map(seat).collect());
    let first = proof.throws[0].number;
    for throw in &proof.throws {
        let shown = |tip: &&Tip| tip.from == throw.number || throw.number == first && tip.from < first;
        let server = proof.server.iter().find(shown);
        let tips = proof.seats.iter().zip(&people).zip(&proof.names);
        let tips: Vec<_> = tips
            .filter_map(|((tips, person), name)| Some((*person, name.clone(), *tips.iter().find(shown)?)))
            .collect();
        if throw.number == first {
            witness.welcome(first - 1, false, *server.ok_or("no tip of the server")?, &tips);
        } else {
            if let Some(Tip { from, tip: Some(tip) }) = server {
                witness.server_tip(*tip, *from);
            }
            for (person, name, tip) in tips {
                witness.person_tip(person, &name, tip);
            }
        }
        witness.ask(throw.number);
        let hands = throw.result.iter().map(|hand| serde_json::from_value(Value::from(hand.as_str())));
        let hands: Vec<Hand> = hands.collect::<Result<_, _>>()?;
        let given = (0..).zip(&throw.links).filter_map(|(seat, link)| Some((seat, (*link)?)));
        let (seats, withheld) = (given.collect::<Vec<_>>(), throw.withheld.clone());
        let with = seats.iter().map(|(seat, _)| *seat).collect();
        let links = OpenedLinks { server: Some(throw.server), seats, withheld: withheld.clone(), run: None };
        match throw.kind {
            ThrowKind::Draw => witness.drawn(throw.number, hands, &links),
            ThrowKind::Roll => {
                witness.rolled(throw.number, throw.dice.clone(), None, with, withheld);
                witness.open(&links, Some(hands));
            }
        }
    }
    Ok(witness)
}

#[test]
fn the_program_compares_a_proof_with_what_a_client_saw() -> Outcome {
    let folder = tempfile::tempdir()?;
    let (proof, _) = tours("classic dice=2", 3, 1, habits(20, 50, 0, 20, 0), 8).remove(0);
    let honest = seen_by_a_client(&proof)?;
    assert_eq!(honest.errors(), []);
    // A server that plays one game with the client and shows another one, as fair, to the world.
    let (mut other, _) = tours("classic dice=2", 3, 1, habits(20, 50, 0, 20, 0), 10).remove(0);
    other.table.clone_from(&proof.table);
    let mut elsewhere = honest.clone();
    elsewhere.server_tip(Link::new([1; 32]), 2);
    let cases: [(&Proof, String, i32, &str); 6] = [
        (&proof, serde_json::to_string(&honest)?, 0, ""),
        (&proof, serde_json::to_string(&seen_by_a_client(&other)?)?, 1, "wrong-dice"),
        (&proof, serde_json::to_string(&Witness::new(&proof.table))?, 1, "seen-nothing"),
        (&proof, serde_json::to_string(&Witness::new("cellar"))?, 1, "seen-table"),
        (&proof, serde_json::to_string(&elsewhere)?, 1, "early-chain"),
        (&proof, "{}".to_owned(), 2, "unreadable"),
    ];
    for (proof, seen, code, error) in cases {
        let [proof_file, seen_file] =
            ["tour.proof.json", "table.seen.json"].map(|name| folder.path().join(name));
        fs::write(&proof_file, serde_json::to_string(proof)?)?;
        fs::write(&seen_file, seen)?;
        for lang in ["en", "ru"] {
            let mut told = Process::new(env!("CARGO_BIN_EXE_perudo"));
            let told = told.args(["verify", "--lang", lang, "--json"]).arg(&proof_file);
            let told = told.arg("--seen").arg(&seen_file).output()?;
            assert_eq!(told.status.code(), Some(code), "{error}: {told:?}");
            let answer: Value = serde_json::from_slice(&told.stdout)?;
            assert_eq!(answer["error"].as_str().unwrap_or(""), error, "{answer}");
            assert_eq!(answer["seen"].is_u64(), code == 0, "{answer}");
        }
    }
    Ok(())
}

#[test]
fn a_proof_that_differs_from_what_a_client_saw_is_told_apart_at_the_first_difference() -> Outcome {
    let (proof, _) = tours("classic dice=2", 3, 1, habits(20, 50, 0, 20, 0), 8).remove(0);
    let seen = seen_by_a_client(&proof)?;
    type Change = fn(&mut Proof);
    let changes: [(Change, &str); 6] = [
        (|proof| proof.table.push('x'), "seen-table"),
        (|proof| proof.tour += 1, "seen-nothing"),
        (|proof| drop(proof.throws.remove(2)), "seen-throw"),
        (|proof| proof.throws[1].server = proof.throws[1].server.hash(), "seen-link"),
        (|proof| proof.throws[1].result[0] = "66".to_owned(), "seen-dice"),
        (|proof| proof.server[0].tip = proof.server[0].tip.map(|tip| tip.hash()), "seen-tip"),
    ];
    for (change, expected) in changes {
        let mut other = proof.clone();
        change(&mut other);
        assert_eq!(other.matches_seen(&seen).map_err(|error| error.name()).err(), Some(expected));
    }
    Ok(())
}

#[test]
fn the_program_tells_a_good_proof_from_a_bad_one() -> Outcome {
    let folder = tempfile::tempdir()?;
    let (proof, record) = tours("classic dice=2", 3, 1, habits(20, 50, 0, 20, 0), 8).remove(0);
    let [good, bad, other, game] =
        ["good.json", "bad.json", "other.perudo", "game.perudo"].map(|name| folder.path().join(name));
    let text = serde_json::to_string(&proof)?;
    fs::write(&good, &text)?;
    fs::write(&game, &record)?;
    let mut loaded = proof.clone();
    loaded.throws[1].result[0] = "66".to_owned();
    fs::write(&bad, serde_json::to_string(&loaded)?)?;
    fs::write(&other, record.lines().take(4).collect::<Vec<_>>().join("\n"))?;
    let cases: [(&[&Path], i32); 7] = [
        (&[&good], 0),
        (&[&good, Path::new("--record"), &game], 0),
        (&[&good, Path::new("--record"), &other], 1),
        (&[&good, Path::new("--record"), &good], 1),
        (&[&bad], 1),
        (&[&game], 2),
        (&[folder.path()], 2),
    ];
    for (arguments, code) in cases {
        for lang in ["en", "ru"] {
            let told = Process::new(env!("CARGO_BIN_EXE_perudo"))
                .args(["verify", "--lang", lang])
                .args(arguments)
                .output()?;
            assert_eq!(told.status.code(), Some(code), "{arguments:?}: {told:?}");
            assert!(!String::from_utf8(told.stdout)?.contains(['{', '}']));
        }
        let told =
            Process::new(env!("CARGO_BIN_EXE_perudo")).args(["verify", "--json"]).args(arguments).output()?;
        assert_eq!(told.status.code(), Some(code), "{arguments:?}: {told:?}");
        let answer: Value = serde_json::from_slice(&told.stdout)?;
        assert_eq!(answer["ok"], Value::Bool(code == 0), "{answer}");
        assert_eq!(answer["error"].is_string(), code != 0, "{answer}");
    }
    Ok(())
}
