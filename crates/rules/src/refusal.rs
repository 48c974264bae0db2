//! Refusals as data: the reason, the clause, and what would have been legal.

use std::error::Error;
use std::fmt;

use crate::{Clause, IllegalError, LegalActions, Seat};

/// A refused command, with the reason and with what would have been legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RefusalError {
    /// Why it is refused.
    pub reason: IllegalError,
    /// The player whose command it was, if it was one player's.
    pub player: Option<Seat>,
    /// The player whose decision it is, if it is anyone's.
    pub turn: Option<Seat>,
    /// What would have been legal for that player.
    pub legal: LegalActions,
}

impl RefusalError {
    /// The clause that the refusal rests on.
    pub const fn clause(&self) -> Clause {
        self.reason.clause()
    }
}

impl fmt::Display for RefusalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.reason, self.clause())
    }
}

impl Error for RefusalError {}
