//! What plays in a seat of the arena.

use perudo_bots::{Bot, Situation};
use perudo_rules::record::Names;
use perudo_rules::{Action, Event, Own, PlayedRound, Rules, Seat};
use strum::{IntoStaticStr, VariantArray};
use thiserror::Error;

/// Why a player's answer did not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Error, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
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
    /// All of them, in the order of [`Score::faults`](crate::Score::faults).
    pub const ALL: &[AnswerError] = AnswerError::VARIANTS;

    /// The name in JSON.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// What plays in a seat, for the length of a tour.
pub trait Player {
    /// The tour begins; whoever wants to draw by chance may do it by the seed.
    fn begin(&mut self, _rules: &Rules, _names: &Names, _you: Seat, _seed: u64) {}
    /// Something happened.
    fn see(&mut self, _names: &Names, _event: &Event<Own>) {}
    /// A round is over; for whoever does not watch, but remembers.
    fn remember(&mut self, _round: &PlayedRound) {}
    /// Whether it wants to see what happens.
    fn watches(&self) -> bool {
        false
    }
    /// It must decide.
    fn decide(&mut self, names: &Names, situation: &Situation<'_>) -> Result<Action, AnswerError>;
    /// What it said when it decided last, if it can say anything but an action.
    fn said(&self) -> Option<&str> {
        None
    }
    /// It will not be needed again; whoever wants to know whether it has gone has to wait for it.
    fn dismiss(&mut self) {}
    /// The tour is over.
    fn end(&mut self, _names: &Names, _winner: Option<Seat>) {}
}

/// One of our own bots.
pub(crate) struct BuiltIn(pub(crate) Box<dyn Bot>);

impl Player for BuiltIn {
    fn remember(&mut self, round: &PlayedRound) {
        self.0.remember(round);
    }

    fn decide(&mut self, _names: &Names, situation: &Situation<'_>) -> Result<Action, AnswerError> {
        Ok(self.0.decide(situation))
    }
}
