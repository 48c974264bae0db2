//! Whoever sits at a table of the arena.

use perudo_bots::{Bot, Situation};
use perudo_rules::record::Names;
use perudo_rules::{Action, Event, Own, Rules, Seat};
use thiserror::Error;

/// Why a player's answer did not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Error)]
pub enum AnswerError {
    /// It came too late, or not at all.
    #[error("the answer came too late or not at all")]
    Late,
    /// The program has ended.
    #[error("the program has ended")]
    Crashed,
    /// It was no answer.
    #[error("the answer cannot be read")]
    Nonsense,
    /// It was against the rules.
    #[error("the answer is against the rules")]
    Illegal,
}

impl AnswerError {
    /// All of them.
    pub const ALL: [AnswerError; 4] =
        [AnswerError::Late, AnswerError::Crashed, AnswerError::Nonsense, AnswerError::Illegal];

    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            AnswerError::Late => "late",
            AnswerError::Crashed => "crashed",
            AnswerError::Nonsense => "nonsense",
            AnswerError::Illegal => "illegal",
        }
    }
}

/// A seat's occupant for the length of a tour.
pub(crate) trait Player {
    /// The tour begins.
    fn begin(&mut self, _rules: &Rules, _names: &Names, _you: Seat) {}
    /// Something happened.
    fn see(&mut self, _names: &Names, _event: &Event<Own>) {}
    /// Whether it wants to see what happens.
    fn watches(&self) -> bool {
        false
    }
    /// It must decide.
    fn decide(&mut self, names: &Names, situation: &Situation<'_>) -> Result<Action, AnswerError>;
    /// The tour is over.
    fn end(&mut self, _names: &Names, _winner: Option<Seat>) {}
}

/// One of our own bots.
pub(crate) struct Inside(pub(crate) Box<dyn Bot>);

impl Player for Inside {
    fn decide(&mut self, _names: &Names, situation: &Situation<'_>) -> Result<Action, AnswerError> {
        Ok(self.0.decide(situation))
    }
}
