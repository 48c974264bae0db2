//! The names around a table.

use std::fmt;
use std::ops::Index;

use super::SeatsError;
use crate::{MAX_SEATS, Seat, TableSizeError};

/// The longest name, in characters.
const MAX_NAME: usize = 24;

/// Unique names, clockwise: two to twenty of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names(Vec<String>);

/// Whether a text can be a player's name: letters, digits, `_` and `-`, 1 to 24 characters.
pub(crate) fn is_name(text: &str) -> bool {
    (1..=MAX_NAME).contains(&text.chars().count())
        && text.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-')
}

impl Names {
    /// Two to twenty names around a table, clockwise.
    ///
    /// # Errors
    ///
    /// One is not a name, two are the same, or there are too few or too many.
    pub fn new<S: Into<String>>(names: impl IntoIterator<Item = S>) -> Result<Names, SeatsError> {
        let mut unique: Vec<String> = Vec::new();
        for name in names {
            let name = name.into();
            if !is_name(&name) {
                return Err(SeatsError::BadName(name));
            }
            if unique.contains(&name) {
                return Err(SeatsError::Twice(name));
            }
            unique.push(name);
        }
        if (2..=MAX_SEATS).contains(&unique.len()) {
            Ok(Names(unique))
        } else {
            Err(SeatsError::Table(TableSizeError { players: unique.len(), most: MAX_SEATS as u8 }))
        }
    }

    /// The number of players.
    #[allow(clippy::len_without_is_empty)] // there are always at least two
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The seat of a player.
    pub fn seat(&self, name: &str) -> Option<Seat> {
        self.0.iter().position(|known| known == name).and_then(Seat::new)
    }

    /// All names, clockwise.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &str)> {
        self.0.iter().enumerate().filter_map(|(index, name)| Some((Seat::new(index)?, name.as_str())))
    }
}

impl Index<Seat> for Names {
    type Output = str;

    /// The name of a player; an empty seat is called `?`.
    fn index(&self, seat: Seat) -> &str {
        self.0.get(seat.index()).map_or("?", String::as_str)
    }
}

impl fmt::Display for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(" "))
    }
}
