//! A game in this browser that is not over, as the start page tells of it.

use serde::{Deserialize, Serialize};

use crate::browser;

/// A game whose tour is not over.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct GameInPlay {
    /// Everyone around the table, the people of this device first.
    pub(crate) names: Vec<String>,
    /// How many of them are people.
    pub(crate) people: usize,
    /// The round that is played.
    pub(crate) round: Option<u32>,
}

impl GameInPlay {
    /// What is told of the game that is stored under that name, unless its tour is over. The game itself would have to
    /// be played again to tell, and for that the start page would need most of the program.
    pub(crate) fn told(stored_as: &str) -> Option<GameInPlay> {
        if browser::stored_length(stored_as) == 0 {
            return None;
        }
        // Earlier versions have told nothing: such a game may go on.
        browser::load(&name(stored_as)).unwrap_or_else(|| Some(GameInPlay::default()))
    }

    /// Keeps what is to be told of the game that is stored under that name.
    pub(crate) fn tell(stored_as: &str, game: Option<&GameInPlay>) {
        browser::save(&name(stored_as), &game);
    }
}

fn name(stored_as: &str) -> String {
    format!("{stored_as}.told")
}
