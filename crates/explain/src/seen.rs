//! What a client found wrong with the dice, and how a proof differs from what it saw, in words.

use perudo_rules::Hand;
use perudo_table::fair::{Link, SeenMismatchError, Tip, Whose, WitnessError};
use perudo_words::Words;

/// Whose tip, link or dice something is about.
pub fn whose(words: &Words, whose: &Whose) -> String {
    match whose {
        Whose::Server => words.text("verify-server"),
        Whose::Player(name) => name.clone(),
    }
}

/// A tip and from which throw on it counts.
pub fn tip(words: &Words, holder: &Whose, tip: &Tip) -> String {
    crate::fairness::tip_of(words, &whose(words, holder), tip)
}

/// What a client found wrong.
pub fn explain_witness_error(words: &Words, error: &WitnessError) -> String {
    let say = |values: &[(&'static str, String)]| {
        let values: Vec<_> = values.iter().map(|(key, value)| (*key, value.as_str().into())).collect();
        words.say(&format!("witness-{}", error.name()), &values)
    };
    let who = |party: &Whose| ("who", whose(words, party));
    let number = |key: &'static str, number: &u64| (key, number.to_string());
    match error {
        WitnessError::LateTip { whose, from, asked } => {
            say(&[who(whose), number("from", from), number("asked", asked)])
        }
        WitnessError::ChangedTip { whose, throw, before, now } => say(&[
            who(whose),
            number("throw", throw),
            ("before", link(words, before.as_ref())),
            ("now", link(words, now.as_ref())),
        ]),
        WitnessError::EarlyChain { from } | WitnessError::OtherLoggedTip { from } => {
            say(&[number("from", from)])
        }
        WitnessError::FalseSignature | WitnessError::RewrittenLog => say(&[]),
        WitnessError::WrongThrow { expected, found } => {
            say(&[number("expected", expected), number("found", found)])
        }
        WitnessError::LinkMissing { whose, throw }
        | WitnessError::NoTip { whose, throw }
        | WitnessError::NoPart { whose, throw }
        | WitnessError::WrongCup { whose, throw } => say(&[who(whose), number("throw", throw)]),
        WitnessError::BrokenChain { whose, throw, expected, found } => say(&[
            who(whose),
            number("throw", throw),
            ("expected", expected.to_string()),
            ("found", found.to_string()),
        ]),
        WitnessError::WrongDice { whose, throw, expected, found } => say(&[
            who(whose),
            number("throw", throw),
            ("expected", dice(words, *expected)),
            ("found", dice(words, *found)),
        ]),
        WitnessError::NoServerTip { throw }
        | WitnessError::GivenBefore { throw }
        | WitnessError::ReusedTip { throw }
        | WitnessError::NoReceipt { throw }
        | WitnessError::NotOpened { throw }
        | WitnessError::OtherLinks { throw }
        | WitnessError::ForeignLink { throw }
        | WitnessError::LeftOut { throw }
        | WitnessError::WentOn { throw } => say(&[number("throw", throw)]),
    }
}

/// How a proof differs from what a client saw: the sentence, and what stands against what.
pub fn explain_seen_error(words: &Words, error: &SeenMismatchError) -> (String, Option<(String, String)>) {
    let tip = |tip: &Option<Box<Tip>>| link(words, tip.as_ref().and_then(|tip| tip.tip.as_ref()));
    let compared = match error {
        SeenMismatchError::Tip { proof, seen, .. } => Some((tip(proof), tip(seen))),
        SeenMismatchError::Link { proof, seen, .. } => {
            Some((link(words, proof.as_deref()), link(words, seen.as_deref())))
        }
        SeenMismatchError::Dice { proof, seen, .. } => {
            Some((crate::fairness::dice(words, proof), crate::fairness::dice(words, seen)))
        }
        SeenMismatchError::Table { .. }
        | SeenMismatchError::Key { .. }
        | SeenMismatchError::Nothing
        | SeenMismatchError::Throw { .. } => None,
    };
    let mut values = Vec::new();
    if let Some((proof, seen)) = &compared {
        values.extend([("proof", proof.as_str().into()), ("seen", seen.as_str().into())]);
    }
    if let SeenMismatchError::Key { seen } = error {
        values.push(("key", seen.to_string().into()));
    }
    if let SeenMismatchError::Table { seen } = error {
        values.push(("table", crate::fairness::cut(seen).into()));
    }
    (words.say(&format!("verify-{}", error.name()), &values), compared)
}

fn link(words: &Words, link: Option<&Link>) -> String {
    link.map_or_else(|| words.text("verify-none"), Link::to_string)
}

fn dice(words: &Words, hand: Hand) -> String {
    crate::fairness::dice(words, &hand.to_string())
}

#[cfg(test)]
mod tests {
    use perudo_words::Language;

    use super::*;

    fn witness_errors() -> Vec<WitnessError> {
        let (whose, throw, link) = (Whose::Player("anna".to_owned()), 7, Link::new([7; 32]));
        let server = Whose::Server;
        vec![
            WitnessError::LateTip { whose: server.clone(), from: 1, asked: 2 },
            WitnessError::ChangedTip { whose: whose.clone(), throw, before: None, now: Some(link) },
            WitnessError::EarlyChain { from: 3 },
            WitnessError::NoServerTip { throw },
            WitnessError::WrongThrow { expected: 1, found: 2 },
            WitnessError::GivenBefore { throw },
            WitnessError::ReusedTip { throw },
            WitnessError::NoReceipt { throw },
            WitnessError::NotOpened { throw },
            WitnessError::OtherLinks { throw },
            WitnessError::LinkMissing { whose: whose.clone(), throw },
            WitnessError::NoTip { whose: whose.clone(), throw },
            WitnessError::NoPart { whose: whose.clone(), throw },
            WitnessError::BrokenChain { whose: server, throw, expected: link, found: link },
            WitnessError::ForeignLink { throw },
            WitnessError::LeftOut { throw },
            WitnessError::FalseSignature,
            WitnessError::RewrittenLog,
            WitnessError::OtherLoggedTip { from: 257 },
            WitnessError::WentOn { throw },
            WitnessError::WrongCup { whose: whose.clone(), throw },
            WitnessError::WrongDice { whose, throw, expected: Hand::EMPTY, found: Hand::EMPTY },
        ]
    }

    fn seen_errors() -> Vec<SeenMismatchError> {
        let (whose, throw) = (Whose::Server, 7);
        let link = || Some(Box::new(Link::new([7; 32])));
        vec![
            SeenMismatchError::Table { seen: "\u{7}kitchen".to_owned() },
            SeenMismatchError::Nothing,
            SeenMismatchError::Throw { throw },
            SeenMismatchError::Tip { throw, whose: whose.clone(), proof: None, seen: None },
            SeenMismatchError::Link { throw, whose: whose.clone(), proof: link(), seen: None },
            SeenMismatchError::Dice { throw, whose, proof: String::new(), seen: "12".to_owned() },
        ]
    }

    #[test]
    fn every_error_is_a_sentence_in_every_language() {
        for &language in Language::all() {
            let words = Words::new(language);
            let found = witness_errors();
            let found = found.iter().map(|error| explain_witness_error(&words, error));
            let compared = seen_errors();
            let compared = compared.iter().map(|error| explain_seen_error(&words, error).0);
            for sentence in found.chain(compared) {
                assert!(!sentence.is_empty() && !sentence.contains(['{', '}', '\u{7}']), "{sentence}");
            }
        }
    }
}
