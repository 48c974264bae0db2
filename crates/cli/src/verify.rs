//! `perudo verify`: checks proofs of fair dice.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use perudo_explain::fairness::{self, Difference};
use perudo_table::fair::{Party, Proof, ProofError, RecordMismatchError, Verified};
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

/// Why a proof does not hold, as it is printed.
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

    fn proof_failure(&self, words: &Words, fault: &ProofError) -> Failure {
        let (expected, found) = match fault {
            ProofError::NotContiguous { expected, found } => {
                (Some(expected.to_string()), Some(found.to_string()))
            }
            ProofError::BrokenChain { expected, found, .. } => {
                (Some(expected.to_string()), Some(found.to_string()))
            }
            ProofError::WrongDice { expected, found, .. } => {
                (Some(expected.to_string()), Some(fairness::cut(found)))
            }
            _ => (None, None),
        };
        Failure {
            file: self.file.clone(),
            line: None,
            throw: fault.throw(),
            party: fault.party(),
            error: fault.name(),
            message: fairness::explain_proof_error(words, fault),
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
    writeln!(out, "{TITLE}{}{TITLE:#}", fairness::title(words, proof))?;
    writeln!(out, "{}", fairness::throws(words, verified))?;
    writeln!(out, "{}", words.text("verify-holds"))?;
    if let Some(less) = fairness::less(words, proof) {
        writeln!(out, "{less}")?;
    }

    writeln!(out, "\n{}", words.text("verify-links"))?;
    for (who, part) in fairness::parts(words, proof, verified) {
        writeln!(out, "  {who}: {part}")?;
    }
    if let Some(alone) = fairness::alone(words, verified) {
        writeln!(out, "{alone}")?;
    }

    writeln!(out, "\n{}", words.text("verify-tips"))?;
    for sentence in fairness::tips(words, proof) {
        writeln!(out, "  {DIM}{sentence}{DIM:#}")?;
    }
    Ok(())
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
        "version": proof.version,
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

fn record_failure(
    words: &Words,
    proof: &Proof,
    file: &Path,
    text: &[u8],
    fault: &RecordMismatchError,
) -> Failure {
    let Difference { message, seen, party } = fairness::explain_record_error(words, proof, text, fault);
    let (expected, found) = seen.unzip();
    Failure {
        file: file.to_owned(),
        line: fault.line(),
        throw: fault.throw(),
        party,
        error: fault.name(),
        message,
        expected,
        found,
    }
}

impl Failure {
    fn explain(&self, words: &Words, proof: &Proof) {
        let line = self.line.map(|line| format!("{line}:")).unwrap_or_default();
        let throw = self.throw.map(|throw| format!(" {}:", fairness::at(words, throw))).unwrap_or_default();
        let who = self.party.and_then(|party| fairness::whose(words, proof, party));
        let who = who.map(|who| format!(" {who}:")).unwrap_or_default();
        anstream::eprintln!(
            "{}:{line}{throw}{who} {ERROR}{}{ERROR:#}: {}",
            self.file.display(),
            self.error,
            self.message
        );
    }

    fn as_json(&self, proof: &Proof) -> Value {
        let seat = match self.party {
            Some(Party::Seat(seat) | Party::Closed(seat)) => Some(seat.index()),
            Some(Party::Server) | None => None,
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
