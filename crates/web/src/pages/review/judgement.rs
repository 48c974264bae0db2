//! What a proof of fair dice shows, in words.

use perudo_rules::record::{FaultKind, Replay};
use perudo_table::fair::{
    MAX_CHAIN, MAX_TABLE_ID, MAX_THROWS, Party, Proof, ProofFault, RecordFault, SeatLinks, Tip, Verified,
};
use perudo_words::Words;

/// What came of checking a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Judgement {
    /// It is no proof.
    Unreadable(String),
    /// It does not hold, or the record has other dice.
    Fails(Failure),
    /// It holds.
    Holds(Box<Holding>),
}

/// What does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    /// Whether the proof holds in itself, and only the record differs.
    pub(crate) only_record: bool,
    /// Where: the throw, the line of the record, whose dice or link.
    pub(crate) place: Vec<String>,
    /// The sentence.
    pub(crate) message: String,
}

/// What a proof shows that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Holding {
    /// Of which tour it is.
    pub(crate) title: String,
    /// How many throws and dice.
    pub(crate) throws: String,
    /// Whether there is a record, with just these dice.
    pub(crate) with_record: bool,
    /// In how many throws the server was alone, if in any.
    pub(crate) alone: Option<String>,
    /// The part that everyone had in the dice.
    pub(crate) parts: Vec<(String, String)>,
    /// What was shown before the throws.
    pub(crate) tips: Vec<String>,
}

/// Checks a proof, and that the record has its dice.
pub(crate) fn judge(words: &Words, proof: &str, record: Option<&str>) -> Judgement {
    let proof: Proof = match serde_json::from_str(proof.trim_start_matches('\u{feff}')) {
        Ok(proof) => proof,
        Err(error) => return Judgement::Unreadable(error.to_string()),
    };
    let verified = match proof.verify() {
        Ok(verified) => verified,
        Err(fault) => return Judgement::Fails(proof_failure(words, &proof, &fault)),
    };
    if let Some(record) = record
        && let Err(fault) = proof.matches_record(record.as_bytes())
    {
        return Judgement::Fails(record_failure(words, &proof, record, &fault));
    }
    Judgement::Holds(Box::new(holding(words, &proof, &verified, record.is_some())))
}

fn holding(words: &Words, proof: &Proof, verified: &Verified, with_record: bool) -> Holding {
    let title = [
        ("tour", proof.tour.into()),
        ("table", proof.table.as_str().into()),
        ("names", words.list(&proof.names).into()),
    ];
    let counts = [
        ("throws", verified.throws().into()),
        ("first", verified.first.to_string().into()),
        ("last", verified.last.to_string().into()),
        ("draws", verified.draws.into()),
        ("rolls", verified.rolls.into()),
        ("dice", verified.dice.into()),
    ];
    let server = (words.text("verify-server"), words.text("verify-every-throw"));
    let players = proof.names.iter().zip(&verified.seats);
    let players = players.map(|(name, links)| (name.clone(), part(words, links)));
    let holders = [(&server.0, &proof.server)].into_iter().chain(proof.names.iter().zip(&proof.seats));
    let tips = holders.flat_map(|(who, tips)| tips.iter().map(|tip| tip_sentence(words, who, tip))).collect();
    Holding {
        title: words.say("verify-title", &title),
        throws: words.say("verify-throws", &counts),
        with_record,
        alone: (verified.alone > 0).then(|| words.say("verify-alone", &[("alone", verified.alone.into())])),
        tips,
        parts: [server.clone()].into_iter().chain(players).collect(),
    }
}

fn tip_sentence(words: &Words, who: &str, tip: &Tip) -> String {
    let mut values = vec![("who", who.to_owned().into()), ("from", tip.from.to_string().into())];
    match tip.tip {
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

fn proof_failure(words: &Words, proof: &Proof, fault: &ProofFault) -> Failure {
    let place = [fault.throw().map(|throw| throw_place(words, throw)), whose(words, proof, fault.party())];
    Failure {
        only_record: false,
        place: place.into_iter().flatten().collect(),
        message: proof_message(words, fault),
    }
}

fn throw_place(words: &Words, throw: u64) -> String {
    words.say("verify-at", &[("throw", throw.to_string().into())])
}

fn whose(words: &Words, proof: &Proof, party: Option<Party>) -> Option<String> {
    match party? {
        Party::Server => Some(words.text("verify-server")),
        Party::Seat(seat) => proof.names.get(seat.index()).cloned(),
    }
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

fn record_failure(words: &Words, proof: &Proof, record: &str, fault: &RecordFault) -> Failure {
    let line = |line: usize| words.say("web-review-line", &[("line", line.to_string().into())]);
    let mut place: Vec<String> =
        [fault.line().map(line), fault.throw().map(|throw| throw_place(words, throw))]
            .into_iter()
            .flatten()
            .collect();
    let name = format!("verify-{}", fault.name());
    let say = |proof: String, record: String| {
        words.say(&name, &[("proof", proof.into()), ("record", record.into())])
    };
    let message = match fault {
        RecordFault::Unreadable(fault) => {
            let (replay, _) = Replay::read(record.as_bytes());
            words.fault(&fault.kind, replay.table())
        }
        RecordFault::Names { record } => words.say(&name, &[("names", words.list(record).into())]),
        RecordFault::NoSuchTour { tours } => {
            words.say(&name, &[("tours", (*tours).into()), ("tour", proof.tour.into())])
        }
        RecordFault::Kind { proof, record, .. } => say(proof.name().to_owned(), record.name().to_owned()),
        RecordFault::Round { proof, record, .. } => {
            let round = |round: &Option<u32>| round.map_or_else(|| "–".to_owned(), |round| round.to_string());
            say(round(proof), round(record))
        }
        RecordFault::Dice { proof: thrown, record, seat, .. } => {
            place.extend(whose(words, proof, Some(Party::Seat(*seat))));
            say(dice(words, thrown), dice(words, record))
        }
        RecordFault::Length { proof, record } => {
            words.say(&name, &[("proof", (*proof).into()), ("record", (*record).into())])
        }
    };
    Failure { only_record: true, place, message }
}

/// Dice as they were written, cut where they would flood the screen; or in words that there are none.
fn dice(words: &Words, dice: &str) -> String {
    const MOST: usize = 20;
    if dice.is_empty() {
        return words.dice(0);
    }
    let mut short: String =
        dice.chars().take(MOST).map(|c| if c.is_control() { '\u{FFFD}' } else { c }).collect();
    if dice.chars().nth(MOST).is_some() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use perudo_words::Language;

    use super::*;
    use crate::pages::review::examples::{EVENING, FAIR, FAIR_PROOF};

    const LOADED: &str = include_str!("../../../../../examples/loaded.proof.json");

    fn in_every_language(check: impl Fn(&Words)) {
        for &language in Language::all() {
            check(&Words::new(language));
        }
    }

    fn well_said(text: &str) {
        assert!(!text.is_empty() && !text.contains(['{', '}']), "{text}");
    }

    #[test]
    fn the_example_holds_alone_and_with_its_record() {
        in_every_language(|words| {
            for record in [None, Some(FAIR)] {
                let Judgement::Holds(holding) = judge(words, FAIR_PROOF, record) else { panic!() };
                assert_eq!(holding.with_record, record.is_some());
                assert_eq!(holding.parts.len(), 4);
                [&holding.title, &holding.throws].into_iter().for_each(|text| well_said(text));
                holding.tips.iter().for_each(|text| well_said(text));
            }
        });
    }

    #[test]
    fn loaded_dice_are_found_out() {
        in_every_language(|words| {
            let Judgement::Fails(failure) = judge(words, LOADED, None) else { panic!() };
            assert!(!failure.only_record && !failure.place.is_empty());
            well_said(&failure.message);
        });
    }

    #[test]
    fn a_record_of_other_dice_does_not_agree() {
        in_every_language(|words| {
            let others = [FAIR.replace("anna:45", "anna:55"), EVENING.to_owned(), "perudo 2".to_owned()];
            for record in others {
                let Judgement::Fails(failure) = judge(words, FAIR_PROOF, Some(&record)) else { panic!() };
                assert!(failure.only_record);
                well_said(&failure.message);
            }
        });
    }

    #[test]
    fn what_is_no_proof_is_called_unreadable() {
        in_every_language(|words| {
            for text in ["", "{}", "perudo 1"] {
                assert!(matches!(judge(words, text, None), Judgement::Unreadable(_)));
            }
        });
    }
}
