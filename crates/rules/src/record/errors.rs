//! What is wrong with a record.

use std::error::Error;
use std::fmt;

use super::MAX_LINE;
use crate::{ParseActionError, RefusalError, RulesErrors, TableSizeError};

/// The first thing that is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub kind: RecordErrorKind,
}

/// What is wrong with a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::large_enum_variant)] // ends the replay
pub enum RecordErrorKind {
    /// It cannot be read, or does not belong in this place.
    Syntax(SyntaxError),
    /// There is no such rule set.
    UnknownRules(RulesErrors),
    /// These players cannot sit down.
    BadSeats(SeatsError),
    /// The rules refuse it.
    Refused {
        /// The name of the player it speaks of, if it speaks of one.
        name: Option<String>,
        /// Why, and what would have been legal.
        refusal: RefusalError,
    },
}

impl RecordErrorKind {
    /// The name of the error in JSON.
    pub fn name(&self) -> &'static str {
        match self {
            RecordErrorKind::Syntax(_) => "syntax",
            RecordErrorKind::UnknownRules(_) => "unknown-rules",
            RecordErrorKind::BadSeats(_) => "bad-seats",
            RecordErrorKind::Refused { refusal, .. } => refusal.reason.name(),
        }
    }
}

/// A line that is no statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// Where in the line, in characters from 1.
    pub column: usize,
    /// What is wrong there.
    pub kind: SyntaxErrorKind,
}

/// What is wrong with a line, or with its place in the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SyntaxErrorKind {
    /// The bytes are not UTF-8.
    NotUtf8,
    /// The line is longer than [`MAX_LINE`].
    LineTooLong,
    /// The record must begin with `perudo 1`.
    VersionFirst,
    /// The format has another version.
    UnknownVersion(String),
    /// `rules` must come next.
    RulesNext,
    /// `seats` must come next.
    SeatsNext,
    /// This statement stands once, at the head of the record.
    HeadOnly(&'static str),
    /// The record ends before its `seats`.
    EndsTooSoon,
    /// The statement has this form, and something is missing.
    Incomplete(&'static str),
    /// The statement has this form, and there is more on the line.
    TooMuch(&'static str),
    /// This cannot be a name.
    BadName(String),
    /// This is not `NAME:…`.
    NotAPair(String),
    /// This is not a face, 1 to 6.
    BadFace(String),
    /// These are not dice, each 1 to 6.
    BadDice(String),
    /// This is not a number.
    BadNumber(String),
    /// This is nothing that a player can do.
    BadAction {
        /// What was written.
        word: String,
        /// Why it is not an action.
        why: ParseActionError,
    },
}

/// Why names do not make a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatsError {
    /// This is not a name.
    BadName(String),
    /// Two players have this name.
    Twice(String),
    /// Too few or too many players for these rules.
    Table(TableSizeError),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.kind)
    }
}

impl fmt::Display for RecordErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordErrorKind::Syntax(error) => error.fmt(f),
            RecordErrorKind::UnknownRules(errors) => errors.fmt(f),
            RecordErrorKind::BadSeats(error) => error.fmt(f),
            RecordErrorKind::Refused { name: Some(name), refusal } => write!(f, "{name}: {refusal}"),
            RecordErrorKind::Refused { name: None, refusal } => refusal.fmt(f),
        }
    }
}

impl fmt::Display for SeatsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SeatsError::BadName(name) => write!(f, "{name:?} cannot be a name"),
            SeatsError::Twice(name) => write!(f, "two players are called {name:?}"),
            SeatsError::Table(error) => error.fmt(f),
        }
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.kind)
    }
}

impl fmt::Display for SyntaxErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SyntaxErrorKind::NotUtf8 => f.write_str("not UTF-8"),
            SyntaxErrorKind::LineTooLong => write!(f, "the line is longer than {MAX_LINE} bytes"),
            SyntaxErrorKind::VersionFirst => f.write_str("a record begins with `perudo 1`"),
            SyntaxErrorKind::UnknownVersion(version) => write!(f, "unknown format version {version:?}"),
            SyntaxErrorKind::RulesNext => f.write_str("`rules` must come next"),
            SyntaxErrorKind::SeatsNext => f.write_str("`seats` must come next"),
            SyntaxErrorKind::HeadOnly(keyword) => {
                write!(f, "`{keyword}` stands once, at the head of the record")
            }
            SyntaxErrorKind::EndsTooSoon => f.write_str("the record ends before its `seats`"),
            SyntaxErrorKind::Incomplete(form) => write!(f, "incomplete; the form is `{form}`"),
            SyntaxErrorKind::TooMuch(form) => write!(f, "too many words; the form is `{form}`"),
            SyntaxErrorKind::BadName(word) => write!(f, "{word:?} cannot be a name"),
            SyntaxErrorKind::NotAPair(word) => write!(f, "{word:?} is not of the form `NAME:…`"),
            SyntaxErrorKind::BadFace(word) => write!(f, "{word:?} is not a face from 1 to 6"),
            SyntaxErrorKind::BadDice(word) => write!(f, "{word:?} is not a list of dice, each 1 to 6"),
            SyntaxErrorKind::BadNumber(word) => write!(f, "{word:?} is not a number"),
            SyntaxErrorKind::BadAction { word, why } => write!(f, "{word:?}: {why}"),
        }
    }
}

impl Error for RecordError {}
impl Error for RecordErrorKind {}
impl Error for SeatsError {}
impl Error for SyntaxError {}
impl Error for SyntaxErrorKind {}
