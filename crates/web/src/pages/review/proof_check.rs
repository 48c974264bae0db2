//! What a proof of fair dice shows, in words.

use perudo_explain::fairness::{self, Difference};
use perudo_table::fair::{Proof, ProofError, RecordMismatchError, Verified};
use perudo_words::Words;

/// The result of checking a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ProofCheck {
    /// The text is not a proof.
    Unreadable(String),
    /// It does not hold, or the record has other dice.
    Fails(ProofFailure),
    /// It holds.
    Holds(Box<ProofSummary>),
}

/// Why a proof fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ProofFailure {
    /// Whether the proof holds in itself, and only the record differs.
    pub(crate) only_record: bool,
    /// Where: the throw, the line of the record, whose dice or link.
    pub(crate) place: Vec<String>,
    /// The sentence.
    pub(crate) message: String,
}

/// What a valid proof shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ProofSummary {
    /// The tour that it is about.
    pub(crate) title: String,
    /// How many throws and dice.
    pub(crate) throws: String,
    /// Whether there is a record with the same dice.
    pub(crate) with_record: bool,
    /// In how many throws the server was alone, if in any.
    pub(crate) alone: Option<String>,
    /// What a proof of an older version does not promise.
    pub(crate) less: Option<String>,
    /// Everyone's contribution to the dice.
    pub(crate) parts: Vec<(String, String)>,
    /// What was published before the throws.
    pub(crate) tips: Vec<String>,
}

/// Checks a proof, and that the record has its dice.
pub(crate) fn check_proof(words: &Words, proof: &str, record: Option<&str>) -> ProofCheck {
    let proof: Proof = match serde_json::from_str(proof.trim_start_matches('\u{feff}')) {
        Ok(proof) => proof,
        Err(error) => return ProofCheck::Unreadable(error.to_string()),
    };
    let verified = match proof.verify() {
        Ok(verified) => verified,
        Err(fault) => return ProofCheck::Fails(proof_failure(words, &proof, &fault)),
    };
    if let Some(record) = record
        && let Err(fault) = proof.matches_record(record.as_bytes())
    {
        return ProofCheck::Fails(record_failure(words, &proof, record, &fault));
    }
    ProofCheck::Holds(Box::new(summary(words, &proof, &verified, record.is_some())))
}

fn summary(words: &Words, proof: &Proof, verified: &Verified, with_record: bool) -> ProofSummary {
    ProofSummary {
        title: fairness::title(words, proof),
        throws: fairness::throws(words, verified),
        with_record,
        less: fairness::less(words, proof),
        alone: fairness::alone(words, proof, verified),
        tips: fairness::tips(words, proof),
        parts: fairness::parts(words, proof, verified),
    }
}

fn proof_failure(words: &Words, proof: &Proof, fault: &ProofError) -> ProofFailure {
    let throw = fault.throw().map(|throw| fairness::at(words, throw));
    let whose = fault.party().and_then(|party| fairness::whose(words, proof, party));
    let message = fairness::explain_proof_error(words, fault);
    ProofFailure { only_record: false, place: throw.into_iter().chain(whose).collect(), message }
}

fn record_failure(words: &Words, proof: &Proof, record: &str, fault: &RecordMismatchError) -> ProofFailure {
    let line = fault.line().map(|line| words.say("web-review-line", &[("line", line.to_string().into())]));
    let throw = fault.throw().map(|throw| fairness::at(words, throw));
    let Difference { message, party, .. } =
        fairness::explain_record_error(words, proof, record.as_bytes(), fault);
    let whose = party.and_then(|party| fairness::whose(words, proof, party));
    ProofFailure { only_record: true, place: line.into_iter().chain(throw).chain(whose).collect(), message }
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
                let ProofCheck::Holds(summary) = check_proof(words, FAIR_PROOF, record) else { panic!() };
                assert_eq!(summary.with_record, record.is_some());
                assert_eq!(summary.parts.len(), 4);
                [&summary.title, &summary.throws].into_iter().for_each(|text| well_said(text));
                summary.tips.iter().for_each(|text| well_said(text));
            }
        });
    }

    #[test]
    fn a_proof_of_a_game_without_a_server_does_not_speak_of_one() {
        let mut proof: Proof = serde_json::from_str(FAIR_PROOF).unwrap();
        let mut verified = proof.verify().unwrap();
        (proof.table, verified.alone) = ("home-0123456789".to_owned(), 1);
        in_every_language(|words| {
            let server = words.text("verify-server");
            let summary = summary(words, &proof, &verified, true);
            assert!(summary.alone.is_some());
            let told = [summary.title, summary.throws].into_iter().chain(summary.alone).chain(summary.tips);
            let told: Vec<String> = told.chain(summary.parts.into_iter().map(|(who, _)| who)).collect();
            assert!(told.iter().all(|text| !text.contains(&server)), "{told:?}");
        });
    }

    #[test]
    fn loaded_dice_are_found_out() {
        in_every_language(|words| {
            let ProofCheck::Fails(failure) = check_proof(words, LOADED, None) else { panic!() };
            assert!(!failure.only_record && !failure.place.is_empty());
            well_said(&failure.message);
        });
    }

    #[test]
    fn a_record_of_other_dice_does_not_agree() {
        in_every_language(|words| {
            let others =
                [FAIR.replace("roll anna:44", "roll anna:45"), EVENING.to_owned(), "perudo 2".to_owned()];
            for record in others {
                assert_ne!(record, FAIR);
                let ProofCheck::Fails(failure) = check_proof(words, FAIR_PROOF, Some(&record)) else {
                    panic!()
                };
                assert!(failure.only_record);
                well_said(&failure.message);
            }
        });
    }

    #[test]
    fn what_is_no_proof_is_called_unreadable() {
        in_every_language(|words| {
            for text in ["", "{}", "perudo 1"] {
                assert!(matches!(check_proof(words, text, None), ProofCheck::Unreadable(_)));
            }
        });
    }
}
