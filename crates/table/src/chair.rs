//! A place at the table, and who is in it.

use serde::{Deserialize, Serialize};

use crate::PersonId;

/// A chair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Chair {
    /// Nobody.
    Empty,
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
