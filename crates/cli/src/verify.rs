//! `perudo verify`: checks proofs of fair dice.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use perudo_rules::record::{FaultKind, Replay};
use perudo_table::fair::{
    MAX_CHAIN, MAX_TABLE_ID, MAX_THROWS, Party, Proof, ProofFault, RecordFault, SeatLinks, Tip, Verified,
};
use perudo_words::Words;
use serde_json::{Value, json};

use crate::language::LanguageOption;
use crate::{DIM, ERROR, REFUSED, TITLE, bad_call};

/// Twice as much as the largest proof takes.
const MAX_BYTES: u64 = 32 << 20;

/// Check that the dice of a tour were fair, from the proof that its table exported
#[derive(Args)]
#[command(after_help = "\
Examples:
  perudo verify tour.proof.json                       the proof alone
  perudo verify tour.proof.json --record tour.perudo  and that the game had these dice
  perudo verify --json tour.proof.json                one JSON object, for programs

What it proves and what not: docs/fair-dice.md. examples/verify_dice.py checks the same.

Exit codes: 0 the proof holds, 1 it or the record does not, 2 a file cannot be read or is no proof.")]
pub(crate) struct Verify {
    /// The record of the same tour, whose dice must be those of the proof
    #[arg(long, value_name = "RECORD")]
    record: Option<PathBuf>,
    /// Print one line of JSON instead of the story
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    language: LanguageOption,
    /// The proof; - is standard input
    file: PathBuf,
}

/// What does not hold, ready to be told.
struct Failure {
    file: PathBuf,
    line: Option<usize>,
    throw: Option<u64>,
    party: Option<Party>,
    error: &'static str,
    message: String,
    expected: Option<String>,
    found: Option<String>,
}

impl Verify {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let (proof, record) = match self.read() {
            Ok(read) => read,
            Err(message) => return self.unreadable(&message),
        };
        let words = self.language.words();
        let checked = self.check(&words, &proof, record.as_ref());
        let mut out = anstream::stdout().lock();
        match &checked {
            Ok(verified) if self.json => {
                writeln!(out, "{}", success_json(&proof, verified, record.is_some()))?
            }
            Err(failure) if self.json => writeln!(out, "{}", failure.as_json(&proof))?,
            Ok(verified) => {
                tell(&mut out, &words, &proof, verified)?;
                if let Some((file, _)) = &record {
                    let file = file.display().to_string();
                    writeln!(out, "\n{}", words.say("verify-record", &[("file", file.into())]))?;
                }
            }
            Err(failure) => failure.explain(&words, &proof),
        }
        Ok(if checked.is_ok() { ExitCode::SUCCESS } else { ExitCode::from(REFUSED) })
    }

    /// The proof, and the record if one was named.
    #[allow(clippy::type_complexity)] // used once, and taken apart at once
    fn read(&self) -> Result<(Proof, Option<(&Path, Vec<u8>)>), String> {
        let text = read(&self.file)?;
        let proof = serde_json::from_slice(&text)
            .map_err(|error| format!("{} is no proof of fair dice: {error}", self.file.display()))?;
        let record = self.record.as_deref();
        let record = record.map(|file| read(file).map(|text| (file, text))).transpose()?;
        Ok((proof, record))
    }

    fn check(
        &self,
        words: &Words,
        proof: &Proof,
        record: Option<&(&Path, Vec<u8>)>,
    ) -> Result<Verified, Box<Failure>> {
        let verified = proof.verify().map_err(|fault| Box::new(self.proof_failure(words, &fault)))?;
        if let Some((file, text)) = record {
            let matched = proof.matches_record(text);
            matched.map_err(|fault| Box::new(record_failure(words, proof, file, text, &fault)))?;
        }
        Ok(verified)
    }

    fn unreadable(&self, message: &str) -> io::Result<ExitCode> {
        if self.json {
            let answer = json!({ "ok": false, "error": "unreadable", "message": message });
            writeln!(anstream::stdout(), "{answer}")?;
        }
        Ok(bad_call(message))
    }

    fn proof_failure(&self, words: &Words, fault: &ProofFault) -> Failure {
        let (expected, found) = match fault {
            ProofFault::NotContiguous { expected, found } => {
                (Some(expected.to_string()), Some(found.to_string()))
            }
            ProofFault::BrokenChain { expected, found, .. } => {
                (Some(expected.to_string()), Some(found.to_string()))
            }
            ProofFault::WrongDice { expected, found, .. } => (Some(expected.to_string()), Some(cut(found))),
            _ => (None, None),
        };
        Failure {
            file: self.file.clone(),
            line: None,
            throw: fault.throw(),
            party: fault.party(),
            error: fault.name(),
            message: proof_message(words, fault),
            expected,
            found,
        }
    }
}

fn read(file: &Path) -> Result<Vec<u8>, String> {
    let mut text = Vec::new();
    let done = if file == Path::new("-") {
        io::stdin().lock().take(MAX_BYTES + 1).read_to_end(&mut text)
    } else {
        File::open(file).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut text))
    };
    done.map_err(|error| format!("cannot read {}: {error}", file.display()))?;
    if text.len() as u64 > MAX_BYTES {
        return Err(format!("{} is too large: 32 MiB are the most that is read.", file.display()));
    }
    Ok(text)
}

/// What the proof shows, in plain words.
fn tell(out: &mut impl Write, words: &Words, proof: &Proof, verified: &Verified) -> io::Result<()> {
    let title = [
        ("tour", proof.tour.into()),
        ("table", proof.table.as_str().into()),
        ("names", words.list(&proof.names).into()),
    ];
    writeln!(out, "{TITLE}{}{TITLE:#}", words.say("verify-title", &title))?;
    let counts = [
        ("throws", verified.throws().into()),
        ("first", verified.first.to_string().into()),
        ("last", verified.last.to_string().into()),
        ("draws", verified.draws.into()),
        ("rolls", verified.rolls.into()),
        ("dice", verified.dice.into()),
    ];
    writeln!(out, "{}", words.say("verify-throws", &counts))?;
    writeln!(out, "{}", words.text("verify-holds"))?;

    writeln!(out, "\n{}", words.text("verify-links"))?;
    writeln!(out, "  {}: {}", words.text("verify-server"), words.text("verify-every-throw"))?;
    for (name, links) in proof.names.iter().zip(&verified.seats) {
        writeln!(out, "  {name}: {}", part(words, links))?;
    }
    if verified.alone > 0 {
        writeln!(out, "{}", words.say("verify-alone", &[("alone", verified.alone.into())]))?;
    }

    writeln!(out, "\n{}", words.text("verify-tips"))?;
    let server = words.text("verify-server");
    let holders = [(&server, &proof.server)].into_iter().chain(proof.names.iter().zip(&proof.seats));
    for (who, tips) in holders {
        for Tip { from, tip } in tips {
            let mut values = vec![("who", who.as_str().into()), ("from", from.to_string().into())];
            let sentence = match tip {
                Some(tip) => {
                    values.push(("tip", tip.to_string().into()));
                    words.say("verify-tip", &values)
                }
                None => words.say("verify-tip-ends", &values),
            };
            writeln!(out, "  {DIM}{sentence}{DIM:#}")?;
        }
    }
    Ok(())
}

/// What a player's links had to do with the dice.
fn part(words: &Words, links: &SeatLinks) -> String {
    match links {
        SeatLinks { throws: 0, given: 0, .. } => words.text("verify-no-part"),
        SeatLinks { given: 0, withheld, .. } if withheld.is_empty() => words.text("verify-no-chain"),
        SeatLinks { given, withheld, without, .. } => {
            const MOST: usize = 12;
            let mut listed: Vec<String> = withheld.iter().take(MOST).map(u64::to_string).collect();
            if withheld.len() > MOST {
                listed.push("…".to_owned());
            }
            let values = [
                ("given", (*given).into()),
                ("withheld", withheld.len().into()),
                ("list", listed.join(", ").into()),
                ("without", (*without).into()),
            ];
            words.say("verify-some-links", &values)
        }
    }
}

fn success_json(proof: &Proof, verified: &Verified, record: bool) -> Value {
    let seats = proof.names.iter().zip(&verified.seats).zip(&proof.seats);
    let players: Vec<Value> = seats
        .map(|((name, links), tips)| {
            json!({
                "name": name,
                "throws": links.throws,
                "links": links.given,
                "withheld": links.withheld,
                "without": links.without,
                "tips": tips,
            })
        })
        .collect();
    json!({
        "ok": true,
        "table": proof.table,
        "tour": proof.tour,
        "first": verified.first,
        "last": verified.last,
        "draws": verified.draws,
        "rolls": verified.rolls,
        "dice": verified.dice,
        "alone": verified.alone,
        "record": record,
        "server": { "links": verified.throws(), "tips": proof.server },
        "players": players,
    })
}

fn proof_message(words: &Words, fault: &ProofFault) -> String {
    let say = |values: &[(&'static str, String)]| {
        let values: Vec<_> = values.iter().map(|(key, value)| (*key, value.as_str().into())).collect();
        words.say(&format!("verify-{}", fault.name()), &values)
    };
    match fault {
        ProofFault::BadNames(seats) => words.fault(&FaultKind::BadSeats(seats.clone()), None),
        ProofFault::BadTable => say(&[("most", MAX_TABLE_ID.to_string())]),
        ProofFault::BadSize { throws } => {
            say(&[("most", MAX_THROWS.to_string()), ("throws", throws.to_string())])
        }
        ProofFault::BadList { list, found, seats, .. } => words.say(
            "verify-bad-list",
            &[("list", (*list).into()), ("found", (*found).into()), ("seats", (*seats).into())],
        ),
        ProofFault::BadTips { from, .. } => say(&[("from", from.to_string())]),
        ProofFault::NotContiguous { expected, .. } => say(&[("expected", expected.to_string())]),
        ProofFault::TooManyDice { dice, most, .. } => {
            say(&[("dice", dice.to_string()), ("most", most.to_string())])
        }
        ProofFault::ChainTooLong { .. } => say(&[("most", MAX_CHAIN.to_string())]),
        ProofFault::BrokenChain { expected, found, .. } => {
            say(&[("expected", expected.to_string()), ("found", found.to_string())])
        }
        ProofFault::WrongDice { expected, found, .. } => {
            say(&[("expected", dice(words, &expected.to_string())), ("found", dice(words, found))])
        }
        ProofFault::LateDraw { .. }
        | ProofFault::BadRound { .. }
        | ProofFault::NoDice { .. }
        | ProofFault::BadWithheld { .. }
        | ProofFault::NoTip { .. }
        | ProofFault::NothingToWithhold { .. }
        | ProofFault::LinkMissing { .. }
        | ProofFault::LinkAndWithheld { .. } => say(&[]),
    }
}

fn record_failure(words: &Words, proof: &Proof, file: &Path, text: &[u8], fault: &RecordFault) -> Failure {
    let mut seen = None;
    let mut failure = Failure {
        file: file.to_owned(),
        line: fault.line(),
        throw: fault.throw(),
        party: None,
        error: fault.name(),
        message: String::new(),
        expected: None,
        found: None,
    };
    let mut values = Vec::new();
    match fault {
        RecordFault::Unreadable(fault) => {
            let (replay, _) = Replay::read(text);
            failure.message = words.fault(&fault.kind, replay.table());
            return failure;
        }
        RecordFault::Names { record } => values.push(("names", words.list(record).into())),
        RecordFault::NoSuchTour { tours } => {
            values.extend([("tours", (*tours).into()), ("tour", proof.tour.into())]);
        }
        RecordFault::Kind { proof, record, .. } => seen = Some((proof.name().into(), record.name().into())),
        RecordFault::Round { proof, record, .. } => {
            let round = |round: &Option<u32>| round.map_or_else(|| "–".to_owned(), |round| round.to_string());
            seen = Some((round(proof), round(record)));
        }
        RecordFault::Dice { proof, record, seat, .. } => {
            failure.party = Some(Party::Seat(*seat));
            seen = Some((dice(words, proof), dice(words, record)));
        }
        RecordFault::Length { proof, record } => {
            values.extend([("proof", (*proof).into()), ("record", (*record).into())]);
        }
    }
    if let Some((proof, record)) = &seen {
        values.extend([("proof", proof.as_str().into()), ("record", record.as_str().into())]);
    }
    failure.message = words.say(&format!("verify-{}", fault.name()), &values);
    (failure.expected, failure.found) = seen.unzip();
    failure
}

impl Failure {
    fn explain(&self, words: &Words, proof: &Proof) {
        let line = self.line.map(|line| format!("{line}:")).unwrap_or_default();
        let throw =
            |throw: u64| format!(" {}:", words.say("verify-at", &[("throw", throw.to_string().into())]));
        let throw = self.throw.map(throw).unwrap_or_default();
        let who = match self.party {
            Some(Party::Server) => format!(" {}:", words.text("verify-server")),
            Some(Party::Seat(seat)) => {
                proof.names.get(seat.index()).map(|name| format!(" {name}:")).unwrap_or_default()
            }
            None => String::new(),
        };
        anstream::eprintln!(
            "{}:{line}{throw}{who} {ERROR}{}{ERROR:#}: {}",
            self.file.display(),
            self.error,
            self.message
        );
    }

    fn as_json(&self, proof: &Proof) -> Value {
        let seat = match self.party {
            Some(Party::Seat(seat)) => Some(seat.index()),
            _ => None,
        };
        json!({
            "ok": false,
            "file": self.file.display().to_string(),
            "line": self.line,
            "error": self.error,
            "message": self.message,
            "throw": self.throw,
            "server": self.party == Some(Party::Server),
            "seat": seat,
            "player": seat.and_then(|seat| proof.names.get(seat)),
            "expected": self.expected,
            "found": self.found,
        })
    }
}

/// Dice as they were written, or in words that there are none.
fn dice(words: &Words, dice: &str) -> String {
    if dice.is_empty() { words.dice(0) } else { cut(dice) }
}

/// What a file says where dice should be, cut where it would flood the screen.
fn cut(text: &str) -> String {
    const MOST: usize = 20;
    let mut short: String =
        text.chars().take(MOST).map(|c| if c.is_control() { '\u{FFFD}' } else { c }).collect();
    if text.chars().nth(MOST).is_some() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use perudo_rules::record::SeatsFault;
    use perudo_rules::{Hand, Seat};
    use perudo_table::fair::{Link, ThrowKind, Version};
    use perudo_words::Language;

    use super::*;

    fn proof_faults() -> Vec<ProofFault> {
        let (throw, seat) = (7, Seat::FIRST);
        let link = Link::new([7; 32]);
        vec![
            ProofFault::BadTable,
            ProofFault::BadNames(SeatsFault::Twice("anna".to_owned())),
            ProofFault::BadSize { throws: 0 },
            ProofFault::BadList { throw: None, list: "seats", found: 1, seats: 3 },
            ProofFault::BadTips { party: Party::Server, from: 3 },
            ProofFault::NotContiguous { expected: 1, found: 2 },
            ProofFault::LateDraw { throw },
            ProofFault::BadRound { throw, found: None },
            ProofFault::TooManyDice { throw, seat, dice: 11, most: 10 },
            ProofFault::NoDice { throw },
            ProofFault::BadWithheld { throw },
            ProofFault::NoTip { throw, party: Party::Seat(seat) },
            ProofFault::NothingToWithhold { throw, seat },
            ProofFault::LinkMissing { throw, seat },
            ProofFault::LinkAndWithheld { throw, seat },
            ProofFault::ChainTooLong { throw, party: Party::Server },
            ProofFault::BrokenChain { throw, party: Party::Server, expected: link, found: link },
            ProofFault::WrongDice { throw, seat, expected: Hand::EMPTY, found: "\u{7}".repeat(99) },
        ]
    }

    fn record_faults() -> Vec<RecordFault> {
        let (throw, line, dice) = (7, 4, || "123".to_owned());
        let (replay, outcome) = Replay::read(b"perudo 2\n");
        assert!(replay.table().is_none());
        vec![
            RecordFault::Unreadable(outcome.unwrap_err()),
            RecordFault::Names { record: vec!["anna".to_owned(), "boris".to_owned()] },
            RecordFault::NoSuchTour { tours: 3 },
            RecordFault::Kind { throw, line, proof: ThrowKind::Draw, record: ThrowKind::Roll },
            RecordFault::Round { throw, line, proof: None, record: Some(3) },
            RecordFault::Dice { throw, line, seat: Seat::FIRST, proof: dice(), record: String::new() },
            RecordFault::Length { proof: 1, record: 3 },
        ]
    }

    #[test]
    fn every_fault_is_a_sentence_in_every_language() {
        let proof = Proof {
            version: Version,
            table: "kitchen".to_owned(),
            tour: 1,
            names: vec!["anna".to_owned(), "boris".to_owned()],
            server: Vec::new(),
            seats: Vec::new(),
            throws: Vec::new(),
        };
        for &language in Language::all() {
            let words = Words::new(language);
            let mut sentences: Vec<String> =
                proof_faults().iter().map(|fault| proof_message(&words, fault)).collect();
            for fault in record_faults() {
                let failure = record_failure(&words, &proof, Path::new("-"), b"perudo 2\n", &fault);
                sentences.push(failure.message);
            }
            for sentence in sentences {
                assert!(!sentence.contains(['{', '}', '\u{7}']), "{}: {sentence}", language.code());
                assert!(!sentence.is_empty());
            }
        }
    }

    #[test]
    fn the_part_of_a_seat_is_told_in_every_language() {
        for &language in Language::all() {
            let words = Words::new(language);
            for given in [0, 1, 2, 5, 21] {
                for withheld in [vec![], vec![3], (1..40).collect()] {
                    for without in [0, 1, 3] {
                        let links = SeatLinks { throws: 40, given, withheld: withheld.clone(), without };
                        let told = part(&words, &links);
                        assert!(!told.is_empty() && !told.contains(['{', '}']), "{told}");
                    }
                }
            }
        }
    }
}
