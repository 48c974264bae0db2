//! The examples of proofs: what they show, and how they were made.

use std::fs;
use std::path::Path;

use perudo_bots::Odds;
use perudo_rules::record::{Names, Record};
use perudo_rules::{Action, BySeat, Game, RoundKind, Rules, Seat};
use perudo_table::fair::{Proof, ThrowKind};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::Value;

use crate::table::{Table, habits};
use crate::{EXAMPLES, Outcome, python, rust};

#[test]
fn the_examples_are_what_they_say() -> Outcome {
    let read = |name: &str| fs::read_to_string(Path::new(EXAMPLES).join(name));
    let texts = [read("fair.proof.json")?, read("loaded.proof.json")?];
    assert_eq!(texts.iter().map(|text| rust(text)).collect::<Vec<_>>(), [true, false]);
    assert_eq!(python(&texts)?, [true, false]);
    let proof: Proof = serde_json::from_str(&texts[0])?;
    assert_eq!(proof.matches_record(read("fair.perudo")?.as_bytes()), Ok(()));
    Ok(())
}

/// Bids by the odds of the player's own dice, and doubts what is unlikely.
fn sensibly(game: &Game, seat: Seat, _: &mut Xoshiro256PlusPlus) -> Action {
    let hand = game.hands().map(|hands| hands[seat]).unwrap_or_default();
    let odds = Odds::new(hand, game.in_play().into(), game.kind() != RoundKind::Maputo);
    let likely = |action: &Action| match action {
        Action::Bid(bid) => odds.at_least(*bid),
        Action::Dudo => game.standing().map_or(0.0, |standing| 1.0 - odds.at_least(standing.bid)),
        _ => 0.0,
    };
    game.legal_actions().iter().max_by(|a, b| likely(a).total_cmp(&likely(b))).unwrap()
}

#[test]
#[ignore = "writes into examples/: `cargo xtask examples` runs it"]
fn the_examples_are_made_anew() -> Outcome {
    let rules: Rules = "tournament dice=2".parse().unwrap();
    for seed in 0.. {
        let habits = habits(1024, 0, 0, 0, 0);
        let mut table = Table::new("kitchen", 3, habits, seed);
        table.names = Names::new(["anna", "boris", "clara"]).unwrap();
        let empty = BySeat::from_fn(|seat| u8::from(seat.index() < 3));
        // The first tour of this table is not in the proof.
        for number in 1..=11 {
            if number == 1 || number == 5 {
                let seed = table.chance.random();
                table.seats[number / 5].begin(number as u64, seed, 1024);
            }
            table.throw(ThrowKind::Roll, None, &empty);
        }
        table.throws.clear();
        let mut game = Game::new(rules, 3).unwrap();
        let mut log = Vec::new();
        table.habits.withholds = 8;
        table.play(&mut game, &mut log, sensibly);
        let proof = table.proof(2);
        let verified = proof.verify().map_err(|fault| format!("{fault:?}"))?;
        if verified.draws != 2
            || proof.throws[1].dice == [1, 1, 1]
            || !verified.seats[0].withheld.is_empty()
            || verified.seats[1].withheld.len() != 1
        {
            continue;
        }
        let example = |name: &str| Path::new(EXAMPLES).join(name);
        fs::write(example("fair.proof.json"), printed(&proof)?)?;
        fs::write(example("fair.perudo"), Record::of_game(&rules, &table.names, &log).to_string())?;
        let mut loaded = proof.clone();
        let throw = loaded.throws.iter_mut().rfind(|throw| throw.dice == [2, 2, 2]).unwrap();
        throw.result[2] = "11".to_owned();
        fs::write(example("loaded.proof.json"), printed(&loaded)?)?;
        break;
    }
    Ok(())
}

/// A proof with one throw a line, easy on the eye.
fn printed(proof: &Proof) -> Outcome<String> {
    let mut text = String::from("{\n");
    let Value::Object(fields) = serde_json::to_value(proof)? else { return Ok(text) };
    let line =
        |items: &[Value]| items.iter().map(|item| format!("    {item}")).collect::<Vec<_>>().join(",\n");
    let fields: Vec<String> = fields
        .iter()
        .map(|(key, value)| match value {
            Value::Array(items) if key == "throws" || key == "seats" || key == "server" => {
                format!("  \"{key}\": [\n{}\n  ]", line(items))
            }
            value => format!("  \"{key}\": {value}"),
        })
        .collect();
    text.push_str(&fields.join(",\n"));
    text.push_str("\n}\n");
    Ok(text)
}
