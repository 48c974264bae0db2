//! Whom one can play against, by name.

use std::fmt;

use crate::{Bot, BotKind, Character};

/// A bot of the ladder, or a character on top of one: `steady`, `fox-steady`. A character alone, `fox`, stands on
/// `reader`.
///
/// # Examples
///
/// ```
/// use perudo_bots::{BotKind, Character, Opponent};
///
/// let fox = Opponent::named("fox-expert").unwrap();
/// assert_eq!((fox.character, fox.kind), (Some(Character::Fox), BotKind::Expert));
/// assert_eq!(fox.to_string(), "fox-expert");
/// assert_eq!(Opponent::named("fox"), Opponent::named("fox-reader"));
/// assert_eq!(Opponent::named("steady-fox"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Opponent {
    /// How strong it is.
    pub kind: BotKind,
    /// How it plays, if it has a manner of its own.
    pub character: Option<Character>,
}

/// What a character stands on if nothing is said.
const ALONE: BotKind = BotKind::Reader;

impl Opponent {
    /// Whoever has that name.
    pub fn named(name: &str) -> Option<Opponent> {
        if let Some(kind) = BotKind::named(name) {
            return Some(kind.into());
        }
        let (character, kind) = match name.split_once('-') {
            Some((character, kind)) => (character, BotKind::named(kind)?),
            None => (name, ALONE),
        };
        Some(Opponent { kind, character: Some(Character::named(character)?) })
    }

    /// Who plays a level of a table. Tables take only levels that exist; the log of a later version may name others, and a
    /// steady bot plays these.
    pub fn of_level(level: &str) -> Opponent {
        Opponent::named(level).unwrap_or(BotKind::Steady.into())
    }

    /// The names of all bots of the ladder, then of all characters.
    pub fn names() -> impl Iterator<Item = &'static str> {
        BotKind::names().chain(Character::ALL.iter().map(|character| character.name()))
    }

    /// Whether its decisions depend on chance, and not on what it sees alone.
    pub const fn plays_by_chance(self) -> bool {
        self.character.is_some() || self.kind.plays_by_chance()
    }

    /// A bot for one tour. The same seed gives the same decisions.
    pub fn create(self, seed: u64) -> Box<dyn Bot> {
        match self.character {
            Some(character) => character.on(self.kind, seed),
            None => self.kind.create(seed),
        }
    }
}

impl From<BotKind> for Opponent {
    fn from(kind: BotKind) -> Opponent {
        Opponent { kind, character: None }
    }
}

impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.character {
            Some(character) => write!(f, "{}-{}", character.name(), self.kind.name()),
            None => f.write_str(self.kind.name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyone_is_found_by_name_and_nobody_else_is() {
        for &kind in BotKind::ALL {
            assert_eq!(Opponent::named(kind.name()), Some(kind.into()));
            for &character in Character::ALL {
                let opponent = Opponent { kind, character: Some(character) };
                assert_eq!(Opponent::named(&opponent.to_string()), Some(opponent));
            }
        }
        for name in
            ["", "-", "fox-", "-steady", "fox-fox", "steady-steady", "Fox", "fox-steady-1", "fox steady"]
        {
            assert_eq!(Opponent::named(name), None, "{name}");
            assert_eq!(Opponent::of_level(name), BotKind::Steady.into());
        }
        assert!(Opponent::names().all(|name| Opponent::named(name).is_some()));
    }
}
