//! What a proof of fair dice shows, in words: for the terminal and for the page.

use perudo_rules::record::{RecordErrorKind, Replay};
use perudo_table::fair::{
    Finding, MAX_CHAIN, MAX_RECEIPTS, MAX_TABLE_ID, MAX_THROWS, Party, Proof, ProofError, ReceiptError,
    RecordMismatchError, SeatLinks, Tip, Verified, Version, WithheldLink,
};
use perudo_words::Words;

/// How the names begin of tables that are on one device, without a server. No server's table is called so.
pub const HOME: &str = "home-";

/// Whether a table is on one device, without a server.
pub fn is_home(table: &str) -> bool {
    table.starts_with(HOME)
}

/// Whoever throws: the server, or the device on which everyone plays.
fn thrower(words: &Words, proof: &Proof) -> String {
    words.text(if is_home(&proof.table) { "verify-device" } else { "verify-server" })
}

/// Of which tour it is.
pub fn title(words: &Words, proof: &Proof) -> String {
    let values = [
        ("tour", proof.tour.into()),
        ("table", proof.table.as_str().into()),
        ("names", words.list(&proof.names).into()),
    ];
    words.say(if is_home(&proof.table) { "verify-title-device" } else { "verify-title" }, &values)
}

/// How many throws and dice there were.
pub fn throws(words: &Words, verified: &Verified) -> String {
    let values = [
        ("throws", verified.throws().into()),
        ("first", verified.first.to_string().into()),
        ("last", verified.last.to_string().into()),
        ("draws", verified.draws.into()),
        ("rolls", verified.rolls.into()),
        ("dice", verified.dice.into()),
    ];
    words.say("verify-throws", &values)
}

/// What a proof of an older version does not promise.
pub fn less(words: &Words, proof: &Proof) -> Option<String> {
    match proof.version {
        Version::One => Some(words.text("verify-version-1")),
        Version::Two => None,
    }
}

/// In how many throws the server was alone, if in any, or that there was none.
pub fn alone(words: &Words, proof: &Proof, verified: &Verified) -> Option<String> {
    let name = if is_home(&proof.table) { "verify-alone-device" } else { "verify-alone" };
    (verified.alone > 0).then(|| words.say(name, &[("alone", verified.alone.into())]))
}

/// How many rolls were sealed, and who did not show their dice.
pub fn sealed(words: &Words, proof: &Proof, verified: &Verified) -> Vec<String> {
    let mut sentences = Vec::new();
    if verified.sealed > 0 {
        let values = [("sealed", verified.sealed.into()), ("unseen", verified.unseen.into())];
        sentences.push(words.say("verify-sealed", &values));
    }
    for (name, links) in
        proof.names.iter().zip(&verified.seats).filter(|(_, links)| !links.unshown.is_empty())
    {
        let throws: Vec<String> = links.unshown.iter().map(u64::to_string).collect();
        let values = [("name", name.as_str().into()), ("throws", throws.join(", ").into())];
        sentences.push(words.say("verify-unshown", &values));
    }
    sentences
}

/// The part that everyone had in the dice, the server first.
pub fn parts(words: &Words, proof: &Proof, verified: &Verified) -> Vec<(String, String)> {
    let server = (thrower(words, proof), words.text("verify-every-throw"));
    let players = proof.names.iter().zip(&verified.seats);
    let players = players.map(|(name, links)| (name.clone(), part(words, links)));
    [server].into_iter().chain(players).collect()
}

/// What was shown before the throws.
pub fn tips(words: &Words, proof: &Proof) -> Vec<String> {
    let server = thrower(words, proof);
    let holders = [(&server, &proof.server)].into_iter().chain(proof.names.iter().zip(&proof.seats));
    holders.flat_map(|(who, tips)| tips.iter().map(|tip| tip_of(words, who, tip))).collect()
}

pub(crate) fn tip_of(words: &Words, who: &str, Tip { from, tip }: &Tip) -> String {
    let mut values = vec![("who", who.to_owned().into()), ("from", from.to_string().into())];
    match tip {
        Some(tip) => {
            values.push(("tip", tip.to_string().into()));
            words.say("verify-tip", &values)
        }
        None => words.say("verify-tip-ends", &values),
    }
}

/// What a player's links had to do with the dice.
fn part(words: &Words, links: &SeatLinks) -> String {
    match links {
        SeatLinks { throws: 0, given: 0, .. } => words.text("verify-took-no-part"),
        SeatLinks { given: 0, withheld, .. } if withheld.is_empty() => words.text("verify-no-chain"),
        SeatLinks { given, withheld, without, .. } => {
            let values = [
                ("given", (*given).into()),
                ("withheld", withheld.len().into()),
                ("list", listed(withheld).into()),
                ("without", (*without).into()),
            ];
            words.say("verify-some-links", &values)
        }
    }
}

/// Who signed it, if that is of any use.
pub fn signature(words: &Words, proof: &Proof, receipts: usize) -> Option<String> {
    match proof.signed.as_ref().and_then(|signed| signed.keys.first()) {
        Some(key) => Some(words.say("verify-signed", &[("key", key.to_string().into())])),
        None => (receipts > 0).then(|| words.text("verify-unsigned")),
    }
}

/// What receipts show that convict nobody, and of whom nothing shows that they sent the links that are missing.
pub fn receipts(words: &Words, proof: &Proof, verified: &Verified, findings: &[Finding]) -> Vec<String> {
    let count = |fits: fn(&Finding) -> bool| findings.iter().filter(|finding| fits(finding)).count();
    let mut told = Vec::new();
    let mut tell = |name: &str, number: usize| {
        if number > 0 {
            told.push(words.say(name, &[("count", number.into())]));
        }
    };
    tell("verify-counted", count(|finding| matches!(finding, Finding::Counted(_))));
    tell("verify-forgotten", count(|finding| matches!(finding, Finding::Forgotten(_))));
    tell("verify-elsewhere", count(|finding| matches!(finding, Finding::Elsewhere)));
    let forgotten = |throw: u64| {
        let fits = |finding: &Finding| matches!(finding, Finding::Forgotten(link) if link.throw == throw);
        findings.iter().any(fits)
    };
    for (name, links) in proof.names.iter().zip(&verified.seats) {
        let silent: Vec<u64> = links.withheld.iter().copied().filter(|throw| !forgotten(*throw)).collect();
        if !findings.is_empty() && !silent.is_empty() {
            let values = [("who", name.as_str().into()), ("list", listed(&silent).into())];
            told.push(words.say("verify-no-receipt", &values));
        }
    }
    told
}

/// That the server left out a link that it had signed for.
pub fn explain_left_out(words: &Words, proof: &Proof, left_out: &WithheldLink) -> String {
    let who = left_out.seat.and_then(|seat| whose(words, proof, Party::Seat(seat)));
    match who {
        Some(who) => words.say("verify-left-out", &[("who", who.into())]),
        None => words.text("verify-left-out-of-nobody"),
    }
}

/// Why a receipt, or the signature of a proof, shows nothing.
pub fn explain_receipt_error(words: &Words, error: &ReceiptError) -> String {
    let name = format!("verify-{}", error.name());
    match error {
        ReceiptError::TooMany => words.say(&name, &[("most", MAX_RECEIPTS.into())]),
        ReceiptError::ProofNotSigned => words.text(&name),
        ReceiptError::NotSigned(number) => words.say(&name, &[("number", (number + 1).into())]),
    }
}

fn listed(throws: &[u64]) -> String {
    const MOST: usize = 12;
    let mut listed: Vec<String> = throws.iter().take(MOST).map(u64::to_string).collect();
    if throws.len() > MOST {
        listed.push("…".to_owned());
    }
    listed.join(", ")
}

/// At which throw something is wrong.
pub fn at(words: &Words, throw: u64) -> String {
    words.say("verify-at", &[("throw", throw.to_string().into())])
}

/// Whose dice or link something is about.
pub fn whose(words: &Words, proof: &Proof, party: Party) -> Option<String> {
    match party {
        Party::Server => Some(thrower(words, proof)),
        Party::Seat(seat) | Party::Closed(seat) => proof.names.get(seat.index()).cloned(),
    }
}

/// Why a proof does not hold.
pub fn explain_proof_error(words: &Words, fault: &ProofError) -> String {
    let say = |values: &[(&'static str, String)]| {
        let values: Vec<_> = values.iter().map(|(key, value)| (*key, value.as_str().into())).collect();
        words.say(&format!("verify-{}", fault.name()), &values)
    };
    match fault {
        ProofError::BadNames(seats) => words.record_error(&RecordErrorKind::BadSeats(seats.clone()), None),
        ProofError::BadTable => say(&[("most", MAX_TABLE_ID.to_string())]),
        ProofError::BadSize { throws } => {
            say(&[("most", MAX_THROWS.to_string()), ("throws", throws.to_string())])
        }
        ProofError::BadList { list, found, seats, .. } => words.say(
            "verify-bad-list",
            &[("list", (*list).into()), ("found", (*found).into()), ("seats", (*seats).into())],
        ),
        ProofError::BadTips { from, .. } => say(&[("from", from.to_string())]),
        ProofError::NotContiguous { expected, .. } => say(&[("expected", expected.to_string())]),
        ProofError::TooManyDice { dice, most, .. } => {
            say(&[("dice", dice.to_string()), ("most", most.to_string())])
        }
        ProofError::ChainTooLong { .. } => say(&[("most", MAX_CHAIN.to_string())]),
        ProofError::BrokenChain { expected, found, .. } => {
            say(&[("expected", expected.to_string()), ("found", found.to_string())])
        }
        ProofError::WrongDice { expected, found, .. } => {
            say(&[("expected", dice(words, &expected.to_string())), ("found", dice(words, found))])
        }
        ProofError::LateDraw { .. }
        | ProofError::BadRound { .. }
        | ProofError::NoDice { .. }
        | ProofError::BadWithheld { .. }
        | ProofError::NoTip { .. }
        | ProofError::NothingToWithhold { .. }
        | ProofError::NoPart { .. }
        | ProofError::LinkMissing { .. }
        | ProofError::LinkAndWithheld { .. }
        | ProofError::ClosedMissing { .. }
        | ProofError::NothingToShow { .. }
        | ProofError::BadUnshown { .. } => say(&[]),
    }
}

/// How a record differs from a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The sentence.
    pub message: String,
    /// What the proof has and what the record has, where one stands against the other.
    pub seen: Option<(String, String)>,
    /// Whose dice differ.
    pub party: Option<Party>,
}

/// Why a record, this text, is not of the proof's tour.
pub fn explain_record_error(
    words: &Words,
    proof: &Proof,
    record: &[u8],
    fault: &RecordMismatchError,
) -> Difference {
    let (mut values, mut seen, mut party) = (Vec::new(), None, None);
    match fault {
        RecordMismatchError::Unreadable(fault) => {
            let (replay, _) = Replay::read(record);
            return Difference { message: words.record_error(&fault.kind, replay.table()), seen, party };
        }
        RecordMismatchError::Names { record } => values.push(("names", words.list(record).into())),
        RecordMismatchError::NoSuchTour { tours } => {
            values.extend([("tours", (*tours).into()), ("tour", proof.tour.into())]);
        }
        RecordMismatchError::Kind { proof, record, .. } => {
            seen = Some((proof.name().into(), record.name().into()))
        }
        RecordMismatchError::Round { proof, record, .. } => {
            let round = |round: &Option<u32>| round.map_or_else(|| "–".to_owned(), |round| round.to_string());
            seen = Some((round(proof), round(record)));
        }
        RecordMismatchError::Dice { proof, record, seat, .. } => {
            party = Some(Party::Seat(*seat));
            seen = Some((dice(words, proof), dice(words, record)));
        }
        RecordMismatchError::Length { proof, record } => {
            values.extend([("proof", (*proof).into()), ("record", (*record).into())]);
        }
    }
    if let Some((proof, record)) = &seen {
        values.extend([("proof", proof.as_str().into()), ("record", record.as_str().into())]);
    }
    let message = words.say(&format!("verify-{}", fault.name()), &values);
    Difference { message, seen, party }
}

/// Dice as they were written, or in words that there are none.
pub(crate) fn dice(words: &Words, dice: &str) -> String {
    if dice.is_empty() { words.dice(0) } else { cut(dice) }
}

/// What a file says where dice should be, cut where it would flood the screen.
pub fn cut(text: &str) -> String {
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
    use perudo_rules::record::SeatsError;
    use perudo_rules::{Hand, Seat};
    use perudo_table::fair::{Link, ThrowKind};
    use perudo_words::Language;

    use super::*;

    fn proof_faults() -> Vec<ProofError> {
        let (throw, seat) = (7, Seat::FIRST);
        let link = Link::new([7; 32]);
        vec![
            ProofError::BadTable,
            ProofError::BadNames(SeatsError::Twice("anna".to_owned())),
            ProofError::BadSize { throws: 0 },
            ProofError::BadList { throw: None, list: "seats", found: 1, seats: 3 },
            ProofError::BadTips { party: Party::Server, from: 3 },
            ProofError::NotContiguous { expected: 1, found: 2 },
            ProofError::LateDraw { throw },
            ProofError::BadRound { throw, found: None },
            ProofError::TooManyDice { throw, seat, dice: 11, most: 10 },
            ProofError::NoDice { throw },
            ProofError::BadWithheld { throw },
            ProofError::NoTip { throw, party: Party::Seat(seat) },
            ProofError::NothingToWithhold { throw, seat },
            ProofError::NoPart { throw, seat },
            ProofError::LinkMissing { throw, seat },
            ProofError::LinkAndWithheld { throw, seat },
            ProofError::ChainTooLong { throw, party: Party::Server },
            ProofError::BrokenChain { throw, party: Party::Server, expected: link, found: link },
            ProofError::WrongDice { throw, seat, expected: Hand::EMPTY, found: "\u{7}".repeat(99) },
        ]
    }

    fn record_faults() -> Vec<RecordMismatchError> {
        let (throw, line, dice) = (7, 4, || "123".to_owned());
        let (replay, outcome) = Replay::read(b"perudo 2\n");
        assert!(replay.table().is_none());
        vec![
            RecordMismatchError::Unreadable(outcome.unwrap_err()),
            RecordMismatchError::Names { record: vec!["anna".to_owned(), "boris".to_owned()] },
            RecordMismatchError::NoSuchTour { tours: 3 },
            RecordMismatchError::Kind { throw, line, proof: ThrowKind::Draw, record: ThrowKind::Roll },
            RecordMismatchError::Round { throw, line, proof: None, record: Some(3) },
            RecordMismatchError::Dice {
                throw,
                line,
                seat: Seat::FIRST,
                proof: dice(),
                record: String::new(),
            },
            RecordMismatchError::Length { proof: 1, record: 3 },
        ]
    }

    #[test]
    fn every_fault_is_a_sentence_in_every_language() {
        let proof = Proof {
            version: Version::Two,
            table: "kitchen".to_owned(),
            tour: 1,
            names: vec!["anna".to_owned(), "boris".to_owned()],
            server: Vec::new(),
            seats: Vec::new(),
            closed: Vec::new(),
            throws: Vec::new(),
            signed: None,
            receipts: Vec::new(),
        };
        let link = WithheldLink { throw: 3, seat: Some(Seat::FIRST) };
        let (draws, rolls, dice, seats) = (1, 8, 9, vec![]);
        let verified =
            Verified { first: 1, last: 9, draws, rolls, dice, alone: 0, sealed: 0, unseen: 0, seats };
        for &language in Language::all() {
            let words = Words::new(language);
            let mut sentences: Vec<String> =
                proof_faults().iter().map(|fault| explain_proof_error(&words, fault)).collect();
            for fault in record_faults() {
                sentences.push(explain_record_error(&words, &proof, b"perudo 2\n", &fault).message);
            }
            for finding in [Finding::Counted(Seat::FIRST), Finding::Elsewhere, Finding::Forgotten(link)] {
                let silent = SeatLinks { withheld: vec![3, 9], ..SeatLinks::default() };
                let verified = Verified { seats: vec![silent], ..verified.clone() };
                sentences.extend(receipts(&words, &proof, &verified, &[finding]));
            }
            for error in [ReceiptError::TooMany, ReceiptError::ProofNotSigned, ReceiptError::NotSigned(0)] {
                sentences.push(explain_receipt_error(&words, &error));
            }
            sentences.push(explain_left_out(&words, &proof, &link));
            sentences.push(explain_left_out(&words, &proof, &WithheldLink { seat: None, ..link }));
            sentences.extend(signature(&words, &proof, 1));
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
                        let links = SeatLinks {
                            throws: 40,
                            given,
                            withheld: withheld.clone(),
                            without,
                            unshown: vec![],
                        };
                        let told = part(&words, &links);
                        assert!(!told.is_empty() && !told.contains(['{', '}']), "{told}");
                    }
                }
            }
        }
    }
}
