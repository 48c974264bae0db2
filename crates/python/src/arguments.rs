//! What Python passes in, as types of the rules.

use perudo_rules::{Action, Bid, Face, Hand, RoundKind};
use perudo_words::{Language, Words};
use pyo3::prelude::*;

use crate::errors::{bad_rules, english, wrong};
use crate::rules::Rules;

/// A rule set: an object, or its text.
#[derive(FromPyObject)]
pub(crate) enum RulesLike<'py> {
    Rules(PyRef<'py, Rules>),
    Text(String),
}

impl RulesLike<'_> {
    pub(crate) fn read(&self, py: Python<'_>) -> PyResult<perudo_rules::Rules> {
        match self {
            RulesLike::Rules(rules) => Ok(rules.0),
            RulesLike::Text(text) => text.parse().map_err(|errors| bad_rules(py, &errors, english())),
        }
    }
}

/// A rule set that may be left out: then it is the default one.
pub(crate) fn rules(py: Python<'_>, given: Option<RulesLike<'_>>) -> PyResult<perudo_rules::Rules> {
    given.map_or_else(|| Ok(perudo_rules::Rules::default()), |given| given.read(py))
}

/// The words of a language.
pub(crate) fn words(py: Python<'_>, language: &str) -> PyResult<&'static Words> {
    let known = || Language::all().iter().map(|language| language.code()).collect::<Vec<_>>().join(", ");
    let language = Language::named(language)
        .ok_or_else(|| wrong(py, format!("no language is called {language:?}; there are {}", known())))?;
    Ok(Words::of(language))
}

/// An action in record spelling.
pub(crate) fn action(py: Python<'_>, text: &str) -> PyResult<Action> {
    text.parse().map_err(|why| wrong(py, format!("{text:?}: {why}")))
}

/// A bid in record spelling.
pub(crate) fn bid(py: Python<'_>, text: &str) -> PyResult<Bid> {
    match action(py, text)? {
        Action::Bid(bid) => Ok(bid),
        other => Err(wrong(py, format!("\"{other}\" is not a bid such as 3x4"))),
    }
}

/// Several of them.
pub(crate) fn bids(py: Python<'_>, texts: &[String]) -> PyResult<Vec<Bid>> {
    texts.iter().map(|text| bid(py, text)).collect()
}

/// Dice such as `11346`.
pub(crate) fn hand(py: Python<'_>, text: &str) -> PyResult<Hand> {
    const MOST: usize = 255;
    let face = |c: char| c.to_digit(10).and_then(|pips| Face::new(pips as u8));
    let hand: Option<Hand> = text.chars().map(face).collect();
    hand.filter(|_| text.len() <= MOST)
        .ok_or_else(|| wrong(py, format!("{text:?} is not a list of dice, each 1 to 6, such as 11346")))
}

/// A face, 1 to 6.
pub(crate) fn face(py: Python<'_>, pips: u8) -> PyResult<Face> {
    Face::new(pips).ok_or_else(|| wrong(py, format!("{pips} is not a face from 1 to 6")))
}

/// The kind of a round of two players.
pub(crate) fn kind(py: Python<'_>, text: &str) -> PyResult<RoundKind> {
    [RoundKind::Final, RoundKind::Maputo]
        .into_iter()
        .find(|kind| kind.as_str() == text)
        .ok_or_else(|| wrong(py, format!("{text:?} is no kind of a round of two players: final or maputo")))
}
