//! Fair dice from end to end: tables that throw by links, the proofs they export, and two verifiers that
//! know nothing of each other, the library here and `examples/verify_dice.py`.
#![allow(clippy::unwrap_used)] // a test fails by panicking

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command as Process;

use perudo_bots::Odds;
use perudo_rules::record::{Names, Record};
use perudo_rules::{Action, AllHands, BySeat, Command, Event, Game, Phase, RoundKind, Rules, Seat};
use perudo_table::fair::{Chain, Commitment, Proof, ProofThrow, Throw, ThrowKind, Tip, Version};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::Value;

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");

/// A table that throws by links: the server's side and the players' in one.
struct Table {
    id: String,
    names: Names,
    habits: Habits,
    chance: Xoshiro256PlusPlus,
    /// The number of the last throw.
    number: u64,
    server: Holder,
    seats: Vec<Holder>,
    throws: Vec<ProofThrow>,
}

/// How often things happen before a throw, in hundredths, and how long chains are.
#[derive(Clone, Copy)]
struct Habits {
    length: u32,
    begins: u32,
    ends: u32,
    withholds: u32,
    leaves: u32,
    /// Whether those who have no dice to throw give links too.
    onlookers: bool,
}

/// A chain with both of its sides, if there is one, and all tips that were ever published.
#[derive(Default)]
struct Holder {
    chain: Option<(u64, Chain, Commitment)>,
    tips: Vec<Tip>,
}

impl Holder {
    fn begin(&mut self, from: u64, seed: [u8; 32], length: u32) {
        let chain = Chain::new(seed, length);
        self.tips.push(Tip { from, tip: Some(chain.tip()) });
        let seen = Commitment::new(chain.tip());
        self.chain = Some((from, chain, seen));
    }

    fn end(&mut self, from: u64) {
        if self.chain.take().is_some() {
            self.tips.push(Tip { from, tip: None });
        }
    }

    /// The tips that links of these throws lead back to: the one in force at first, and all later ones.
    fn tips_since(&self, first: u64) -> Vec<Tip> {
        let in_force = self.tips.iter().rposition(|tip| tip.from <= first);
        let mut tips = self.tips[in_force.unwrap_or(0)..].to_vec();
        if tips.first().is_some_and(|tip| tip.tip.is_none()) {
            tips.remove(0);
        }
        tips
    }
}

impl Table {
    fn new(id: &str, players: usize, habits: Habits, seed: u64) -> Table {
        let mut table = Table {
            id: id.to_owned(),
            names: Names::new((1..=players).map(|number| format!("игрок-{number}"))).unwrap(),
            habits,
            chance: Xoshiro256PlusPlus::seed_from_u64(seed),
            number: 0,
            server: Holder::default(),
            seats: (0..players).map(|_| Holder::default()).collect(),
            throws: Vec::new(),
        };
        table.server.begin(1, table.chance.random(), habits.length);
        table
    }

    fn happens(&mut self, hundredths: u32) -> bool {
        self.chance.random_range(0..100) < hundredths
    }

    /// Before a throw: chains that have run out are replaced, players come with chains and go.
    fn publish(&mut self) {
        let from = self.number + 1;
        if self.server.chain.as_ref().is_none_or(|(_, chain, _)| chain.left() == 0) || self.happens(2) {
            self.server.begin(from, self.chance.random(), self.habits.length);
        }
        for index in 0..self.seats.len() {
            let spent = self.seats[index]
                .chain
                .as_ref()
                .is_some_and(|(begun, _, _)| from - begun >= u64::from(self.habits.length));
            if spent || self.happens(self.habits.begins) {
                let seed = self.chance.random();
                self.seats[index].begin(from, seed, self.habits.length);
            } else if self.happens(self.habits.ends) {
                self.seats[index].end(from);
            }
        }
    }

    fn throw(&mut self, kind: ThrowKind, round: Option<u32>, dice: &BySeat<u8>) -> AllHands {
        self.publish();
        self.number += 1;
        let number = self.number;
        let mut links = BySeat::default();
        let mut withheld = Vec::new();
        for (index, (seat, _)) in self.names.iter().enumerate() {
            let withholds = self.chance.random_range(0..100) < self.habits.withholds;
            let Some((from, chain, seen)) = &mut self.seats[index].chain else { continue };
            if dice[seat] == 0 && !self.habits.onlookers {
                seen.pass();
            } else if withholds {
                seen.pass();
                withheld.push(index as u8);
            } else {
                let link = chain.open_nth((number - *from) as u32 + 1).unwrap();
                assert!(seen.advance(link));
                links[seat] = Some(link);
            }
        }
        let (_, chain, seen) = self.server.chain.as_mut().unwrap();
        let server = chain.open().unwrap();
        assert!(seen.advance(server));
        let hands = Throw { table: &self.id, number, kind, server, links, dice: *dice }.hands();
        let players = self.names.len();
        self.throws.push(ProofThrow {
            number,
            kind,
            round,
            dice: dice.values().take(players).copied().collect(),
            server,
            links: links.values().take(players).copied().collect(),
            withheld,
            result: hands.values().take(players).map(ToString::to_string).collect(),
        });
        hands
    }

    /// What a table exports at the end of a tour.
    fn proof(&mut self, tour: u32) -> Proof {
        let throws = std::mem::take(&mut self.throws);
        let first = throws[0].number;
        Proof {
            version: Version,
            table: self.id.clone(),
            tour,
            names: self.names.iter().map(|(_, name)| name.to_owned()).collect(),
            server: self.server.tips_since(first),
            seats: self.seats.iter().map(|seat| seat.tips_since(first)).collect(),
            throws,
        }
    }

    /// Plays a tour to its end; `choose` decides for the players.
    fn play(
        &mut self,
        game: &mut Game,
        log: &mut Vec<Event>,
        mut choose: impl FnMut(&Game, Seat, &mut Xoshiro256PlusPlus) -> Action,
    ) {
        loop {
            let leaves = self.happens(self.habits.leaves);
            let command = match game.phase() {
                Phase::Over { .. } => return,
                Phase::Draw { throwing, .. } => {
                    let dice = BySeat::from_fn(|seat| u8::from(throwing.contains(seat)));
                    let hands = self.throw(ThrowKind::Draw, None, &dice);
                    Command::Draw(BySeat::from_fn(|seat| hands[seat].faces().next()))
                }
                _ if leaves => {
                    let nth = self.chance.random_range(0..game.with_dice().len());
                    Command::Leave(game.with_dice().iter().nth(nth).unwrap())
                }
                Phase::Rolling => {
                    let dice = BySeat::from_fn(|seat| game.dice(seat));
                    Command::Roll(self.throw(ThrowKind::Roll, Some(game.round()), &dice))
                }
                Phase::Declaring { turn } | Phase::Bidding { turn } => {
                    Command::Act { seat: turn, action: choose(game, turn, &mut self.chance) }
                }
            };
            let event = game.decide(command).unwrap();
            game.apply(&event);
            log.push(event);
        }
    }
}

fn anything_legal(game: &Game, _: Seat, chance: &mut Xoshiro256PlusPlus) -> Action {
    let legal = game.legal_actions();
    legal.pick(chance.random_range(0..legal.len())).unwrap()
}

/// Plays matches of random habits and gives every tour's proof, with the record of its match.
fn tours(rules: &str, players: usize, tours: u32, habits: Habits, seed: u64) -> Vec<(Proof, String)> {
    let rules: Rules = rules.parse().unwrap();
    let mut table = Table::new(&format!("table-{seed}"), players, habits, seed);
    let mut game = Game::new(rules, players).unwrap();
    let mut log = Vec::new();
    let mut proofs = Vec::new();
    for tour in 1..=tours {
        table.play(&mut game, &mut log, anything_legal);
        proofs.push(table.proof(tour));
        let Ok(event) = game.decide(Command::NextTour) else { break };
        if tour < tours {
            game.apply(&event);
            log.push(event);
        }
    }
    let record = Record::of_game(&rules, &table.names, &log).to_string();
    proofs.into_iter().map(|proof| (proof, record.clone())).collect()
}

fn habits(length: u32, begins: u32, ends: u32, withholds: u32, leaves: u32) -> Habits {
    Habits { length, begins, ends, withholds, leaves, onlookers: length < 1000 }
}

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
        again > 10 && withheld > 100 && renewed > 20 && late > 20 && void > 5,
        "{again} {withheld} {renewed} {late} {void}"
    );
    let texts: Vec<String> =
        proofs.iter().map(|(proof, _)| serde_json::to_string(proof)).collect::<Result<_, _>>()?;
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
            let unused_tip = place.starts_with("/seats/") && place.ends_with(['m', 'p']) && same;
            assert!(unused_tip || place == "/throws/*", "{place}: {text}");
            accepted += 1;
        }
    }
    assert!(texts.len() > 1000 && accepted < texts.len() / 4, "{accepted} of {}", texts.len());
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

/// Makes the examples anew: `cargo test --test fair_dice -- --ignored`.
#[test]
#[ignore = "writes into examples/"]
fn the_examples_are_made_anew() -> Outcome {
    let rules: Rules = "tournament dice=2".parse().unwrap();
    for seed in 0.. {
        let mut table = Table::new("kitchen", 3, habits(1024, 0, 0, 0, 0), seed);
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
