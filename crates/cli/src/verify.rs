//! `perudo verify`: checks proofs of fair dice.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use perudo_explain::fairness::{self, Difference};
use perudo_explain::seen;
use perudo_rules::Seat;
use perudo_table::fair::{
    Finding, Party, Proof, ProofError, Receipt, RecordMismatchError, SeenMismatchError, Verified, Whose,
    Witness,
};
use perudo_words::Words;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::language::LanguageOption;
use crate::{DIM, ERROR, REFUSED, TITLE, bad_call};

/// Twice as much as the largest proof takes.
const MAX_BYTES: u64 = 32 << 20;

/// Check that the dice of a game were fair, from the proof that its table exported
#[derive(Args)]
#[command(after_help = "\
Examples:
  perudo verify tour.proof.json                       the proof alone
  perudo verify tour.proof.json --record tour.perudo  and that the game had these dice
  perudo verify tour.proof.json --seen table.seen.json
                                                      and that a client was shown the same
  perudo verify tour.proof.json --receipts table.seen.json
                                                      and that no link was left out that the server had
  perudo verify --json tour.proof.json                one JSON object, for programs

What it proves and what not: docs/fair-dice.md. examples/verify_dice.py checks the same.

Exit codes: 0 the proof holds, 1 it does not or another file differs, 2 a file cannot be read or is no proof.")]
pub(crate) struct Verify {
    /// The record of the same game, whose dice must be those of the proof
    #[arg(long, value_name = "RECORD")]
    record: Option<PathBuf>,
    /// What a client saw at the table, saved by it: tips, links and dice must be those of the proof
    #[arg(long, value_name = "SEEN")]
    seen: Option<PathBuf>,
    /// Receipts of a player, saved by a client: whether the server left out links that it had signed for
    #[arg(long, value_name = "RECEIPTS")]
    receipts: Option<PathBuf>,
    /// Print one line of JSON instead of the story
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    language: LanguageOption,
    /// The proof; - is standard input
    file: PathBuf,
}

/// What was read: the proof, and what it is compared with.
struct Files<'a> {
    proof: Proof,
    record: Option<(&'a Path, Vec<u8>)>,
    seen: Option<(&'a Path, Witness)>,
    receipts: Vec<Receipt>,
}

/// A file with receipts: a list of them, or what a client saw.
#[derive(Deserialize)]
#[serde(untagged)]
enum Receipts {
    List(Vec<Receipt>),
    Seen(Box<Witness>),
}

/// What a proof shows, and how many of its throws a client saw, if that was asked.
struct Checked {
    verified: Verified,
    seen: Option<usize>,
    findings: Vec<Finding>,
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
        let files = match self.read() {
            Ok(files) => files,
            Err(message) => return self.unreadable(&message),
        };
        let proof = &files.proof;
        let words = self.language.words();
        let checked = self.check(&words, &files);
        let mut out = anstream::stdout().lock();
        match &checked {
            Ok(checked) if self.json => writeln!(out, "{}", success_json(&files, checked))?,
            Err(failure) if self.json => writeln!(out, "{}", failure.as_json(proof))?,
            Ok(checked) => {
                tell(&mut out, &words, proof, checked)?;
                if let Some((file, _)) = &files.record {
                    let file = file.display().to_string();
                    writeln!(out, "\n{}", words.say("verify-record", &[("file", file.into())]))?;
                }
                if let (Some((file, _)), Some(throws)) = (&files.seen, checked.seen) {
                    let file = file.display().to_string();
                    let values = [("file", file.into()), ("throws", throws.into())];
                    writeln!(out, "\n{}", words.say("verify-seen", &values))?;
                }
            }
            Err(failure) => failure.explain(&words, proof),
        }
        Ok(if checked.is_ok() { ExitCode::SUCCESS } else { ExitCode::from(REFUSED) })
    }

    /// The proof, and the files that were named beside it.
    fn read(&self) -> Result<Files<'_>, String> {
        let text = read(&self.file)?;
        let proof = serde_json::from_slice(&text)
            .map_err(|error| format!("{} is no proof of fair dice: {error}", self.file.display()))?;
        let record = self.record.as_deref();
        let record = record.map(|file| read(file).map(|text| (file, text))).transpose()?;
        let seen = match self.seen.as_deref() {
            Some(file) => {
                let seen = serde_json::from_slice(&read(file)?)
                    .map_err(|error| format!("{} is not what a client saw: {error}", file.display()))?;
                Some((file, seen))
            }
            None => None,
        };
        let mut receipts = Vec::new();
        if let Some(file) = self.receipts.as_deref() {
            let read = serde_json::from_slice(&read(file)?);
            match read.map_err(|error| format!("{} has no receipts: {error}", file.display()))? {
                Receipts::List(list) => receipts.extend(list),
                Receipts::Seen(witness) => receipts.extend(witness.receipts().cloned()),
            }
        }
        if let Some((_, witness)) = &seen {
            receipts.extend(Witness::receipts(witness).cloned());
        }
        Ok(Files { proof, record, seen, receipts })
    }

    fn check(&self, words: &Words, files: &Files<'_>) -> Result<Checked, Box<Failure>> {
        let Files { proof, record, seen, receipts } = files;
        let verified = proof.verify().map_err(|fault| Box::new(self.proof_failure(words, &fault)))?;
        let findings = self.judge(words, proof, receipts)?;
        if let Some((file, text)) = record {
            let matched = proof.matches_record(text);
            matched.map_err(|fault| Box::new(record_failure(words, proof, file, text, &fault)))?;
        }
        let seen = match seen {
            Some((file, witness)) => Some(compare(words, proof, witness, file)?),
            None => None,
        };
        Ok(Checked { verified, seen, findings })
    }

    /// What receipts show, if they convict nobody.
    fn judge(
        &self,
        words: &Words,
        proof: &Proof,
        receipts: &[Receipt],
    ) -> Result<Vec<Finding>, Box<Failure>> {
        let failure = |error, message| Failure::new(&self.file, error, message);
        let findings = proof.findings(receipts).map_err(|error| {
            Box::new(failure(error.name(), fairness::explain_receipt_error(words, &error)))
        })?;
        for (_, finding) in &findings {
            if let Finding::LeftOut(link) = finding {
                let message = fairness::explain_left_out(words, proof, link);
                let (throw, party) = (Some(link.throw), Some(Party::Server));
                return Err(Box::new(Failure { throw, party, ..failure("left-out", message) }));
            }
        }
        Ok(findings.into_iter().map(|(_, finding)| finding).collect())
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
        let failure = Failure::new(&self.file, fault.name(), fairness::explain_proof_error(words, fault));
        Failure { throw: fault.throw(), party: fault.party(), expected, found, ..failure }
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
fn tell(out: &mut impl Write, words: &Words, proof: &Proof, checked: &Checked) -> io::Result<()> {
    let Checked { verified, findings, .. } = checked;
    writeln!(out, "{TITLE}{}{TITLE:#}", fairness::title(words, proof))?;
    writeln!(out, "{}", fairness::throws(words, verified))?;
    writeln!(out, "{}", words.text("verify-holds"))?;
    if let Some(less) = fairness::less(words, proof) {
        writeln!(out, "{less}")?;
    }
    if let Some(signature) = fairness::signature(words, proof, findings.len()) {
        writeln!(out, "{signature}")?;
    }
    for sentence in fairness::receipts(words, proof, verified, findings) {
        writeln!(out, "{sentence}")?;
    }

    writeln!(out, "\n{}", words.text("verify-links"))?;
    for (who, part) in fairness::parts(words, proof, verified) {
        writeln!(out, "  {who}: {part}")?;
    }
    for sentence in fairness::sealed(words, proof, verified) {
        writeln!(out, "{sentence}")?;
    }
    if let Some(alone) = fairness::alone(words, proof, verified) {
        writeln!(out, "{alone}")?;
    }

    writeln!(out, "\n{}", words.text("verify-tips"))?;
    for sentence in fairness::tips(words, proof) {
        writeln!(out, "  {DIM}{sentence}{DIM:#}")?;
    }
    Ok(())
}

fn success_json(files: &Files<'_>, Checked { verified, seen, findings }: &Checked) -> Value {
    let count = |fits: fn(&Finding) -> bool| findings.iter().filter(|finding| fits(finding)).count();
    let keys = files.proof.signed.as_ref().map_or(&[][..], |signed| &signed.keys);
    let proof = &files.proof;
    let seats = proof.names.iter().zip(&verified.seats).zip(&proof.seats);
    let players: Vec<Value> = seats
        .map(|((name, links), tips)| {
            json!({
                "name": name,
                "throws": links.throws,
                "links": links.given,
                "withheld": links.withheld,
                "without": links.without,
                "unshown": links.unshown,
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
        "sealed": verified.sealed,
        "unseen": verified.unseen,
        "record": files.record.is_some(),
        "seen": seen,
        "keys": keys,
        "receipts": {
            "counted": count(|finding| matches!(finding, Finding::Counted(_))),
            "forgotten": count(|finding| matches!(finding, Finding::Forgotten(_))),
            "elsewhere": count(|finding| matches!(finding, Finding::Elsewhere)),
        },
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
    let failure = Failure::new(file, fault.name(), message);
    Failure { line: fault.line(), throw: fault.throw(), party, expected, found, ..failure }
}

/// Compares a proof with what a client saw: how many throws are the same.
fn compare(words: &Words, proof: &Proof, witness: &Witness, file: &Path) -> Result<usize, Box<Failure>> {
    if let Some(error) = witness.errors().first() {
        let message = seen::explain_witness_error(words, error);
        return Err(Box::new(Failure::new(file, error.name(), message)));
    }
    let compared = proof.matches_seen(witness);
    compared.map(|part| part.throws).map_err(|error: SeenMismatchError| {
        let (message, differing) = seen::explain_seen_error(words, &error);
        let (expected, found) = differing.unzip();
        let party = error.whose().and_then(|whose| match whose {
            Whose::Server => Some(Party::Server),
            Whose::Player(name) => {
                let seat = proof.names.iter().position(|known| known == name)?;
                Seat::new(seat).map(Party::Seat)
            }
        });
        let failure = Failure::new(file, error.name(), message);
        Box::new(Failure { throw: error.throw(), party, expected, found, ..failure })
    })
}

impl Failure {
    /// A failure that is about a file as a whole.
    fn new(file: &Path, error: &'static str, message: String) -> Failure {
        Failure {
            file: file.to_owned(),
            line: None,
            throw: None,
            party: None,
            error,
            message,
            expected: None,
            found: None,
        }
    }

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
