//! A place at the table, and who is in it.

use serde::{Deserialize, Serialize};

use crate::PersonId;

/// A chair.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chair {
    /// Who sits in it, if anyone does.
    pub sitter: Option<Sitter>,
    /// How many tours of this match they have won.
    pub wins: u32,
    /// The number of the event since which it has been theirs, or empty.
    pub(crate) since: u64,
}

/// Someone in a chair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sitter {
    /// A person, who may be away.
    Person(PersonId),
    /// A bot.
    Bot {
        /// Which bot of the ladder.
        level: String,
        /// What it is called here.
        name: String,
    },
}

impl Chair {
    /// Whether nobody sits in it.
    pub fn is_empty(&self) -> bool {
        self.sitter.is_none()
    }

    /// Whether a bot sits in it.
    pub fn has_bot(&self) -> bool {
        matches!(self.sitter, Some(Sitter::Bot { .. }))
    }

    /// The person who sits in it.
    pub fn person(&self) -> Option<PersonId> {
        match self.sitter {
            Some(Sitter::Person(id)) => Some(id),
            _ => None,
        }
    }
}

/// Names for bots: people who thought about chance.
pub(crate) const BOT_NAMES: [&str; 24] = [
    "Blaise",
    "Ada",
    "Pierre",
    "Sofia",
    "Jakob",
    "Emmy",
    "Andrei",
    "Emilie",
    "Thomas",
    "Florence",
    "Abraham",
    "Maria",
    "Simeon",
    "Hypatia",
    "Pafnuty",
    "Gerolamo",
    "Christiaan",
    "Grace",
    "Daniel",
    "Hilda",
    "Ronald",
    "Gertrude",
    "Bruno",
    "Lotte",
];
