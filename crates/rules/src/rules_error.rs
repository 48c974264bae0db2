//! What is wrong with a rule set.

use std::error::Error;
use std::fmt;
use std::ops::Deref;

use crate::Axis;

/// Something wrong with a rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RulesError {
    /// No preset has this name.
    UnknownPreset(String),
    /// This is neither `axis=value` nor a preset in first place.
    NotAnAxis(String),
    /// No axis has this name.
    UnknownAxis(String),
    /// The axis cannot take this value.
    BadValue {
        /// The axis.
        axis: Axis,
        /// What was written.
        value: String,
    },
    /// The axis was given more than once.
    Repeated(Axis),
    /// Nobody could ever call calza: with one die each, everyone who has dice has all of them.
    CalzaWithOneDie,
}

/// Everything that is wrong with a rule set: at least one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesErrors(Vec<RulesError>);

impl RulesErrors {
    /// Fails if anything is wrong.
    pub(crate) fn check(errors: Vec<RulesError>) -> Result<(), RulesErrors> {
        if errors.is_empty() { Ok(()) } else { Err(RulesErrors(errors)) }
    }
}

impl IntoIterator for RulesErrors {
    type Item = RulesError;
    type IntoIter = std::vec::IntoIter<RulesError>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl Extend<RulesError> for RulesErrors {
    fn extend<I: IntoIterator<Item = RulesError>>(&mut self, errors: I) {
        self.0.extend(errors);
    }
}

impl Deref for RulesErrors {
    type Target = [RulesError];
    fn deref(&self) -> &[RulesError] {
        &self.0
    }
}

impl From<RulesError> for RulesErrors {
    fn from(error: RulesError) -> RulesErrors {
        RulesErrors(vec![error])
    }
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RulesError::UnknownPreset(word) => write!(f, "no preset is called {word:?}"),
            RulesError::NotAnAxis(word) => write!(f, "{word:?} is not `axis=value`"),
            RulesError::UnknownAxis(word) => write!(f, "no axis is called {word:?}"),
            RulesError::BadValue { axis, value } => {
                write!(f, "the axis `{}` cannot be {value:?}", axis.name())
            }
            RulesError::Repeated(axis) => write!(f, "the axis `{}` is given more than once", axis.name()),
            RulesError::CalzaWithOneDie => f.write_str("with one die each nobody could ever call calza"),
        }
    }
}

impl fmt::Display for RulesErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.iter().enumerate() {
            let separator = if index > 0 { "; " } else { "" };
            write!(f, "{separator}{error}")?;
        }
        Ok(())
    }
}

impl Error for RulesError {}
impl Error for RulesErrors {}
