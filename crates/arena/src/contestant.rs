//! What takes part in a contest: a bot or a character by name, or any program.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

use perudo_bots::{Bot, Opponent};
use thiserror::Error;

use crate::player::{BuiltIn, MakeBot, Player};
use crate::program::Program;
use crate::stop::Stop;

/// What takes part in a contest.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Contestant {
    /// A bot of the ladder, or a character.
    BuiltIn(Opponent),
    /// An external program that speaks the protocol of `docs/bots.md`.
    Program {
        /// The command as it was typed.
        command: String,
        /// The program and its arguments.
        words: Vec<String>,
    },
    /// A bot that whoever holds the contest has written.
    Custom(Custom),
}

/// A bot that is not of the ladder, by its name and what makes one for each tour.
#[derive(Clone)]
pub struct Custom {
    name: String,
    make: Arc<MakeBot>,
}

impl Custom {
    /// A bot of that name. `make` gets a seed and makes a player for one tour.
    pub fn new(
        name: impl Into<String>,
        make: impl Fn(u64) -> Box<dyn Bot> + Send + Sync + 'static,
    ) -> Custom {
        Custom { name: name.into(), make: Arc::new(make) }
    }
}

/// The same name and the same maker: two bots may share a name.
impl PartialEq for Custom {
    fn eq(&self, other: &Custom) -> bool {
        self.name == other.name && Arc::ptr_eq(&self.make, &other.make)
    }
}

impl Eq for Custom {}

impl Hash for Custom {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl fmt::Debug for Custom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Custom").field(&self.name).finish()
    }
}

/// Why a contestant cannot take part.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ContestantError {
    /// No bot has this name.
    #[error("no bot is called {0:?}")]
    UnknownBot(String),
    /// The command cannot be split into words, or has none.
    #[error("{0:?} cannot be split into words")]
    BadCommand(String),
    /// The program cannot be started.
    #[error("cannot start {command:?}: {why}")]
    CannotStart {
        /// The command.
        command: String,
        /// What the system says.
        why: String,
    },
}

impl Contestant {
    /// Reads `steady`, `fox-steady` or `cmd:python3 bot.py`.
    ///
    /// # Errors
    ///
    /// There is no such bot, or the command cannot be split into words.
    pub fn parse(text: &str) -> Result<Contestant, ContestantError> {
        let Some(command) = text.strip_prefix("cmd:") else {
            let opponent = Opponent::named(text);
            return opponent
                .map(Contestant::BuiltIn)
                .ok_or_else(|| ContestantError::UnknownBot(text.to_owned()));
        };
        match shell_words::split(command) {
            Ok(words) if !words.is_empty() => Ok(Contestant::Program { command: command.to_owned(), words }),
            _ => Err(ContestantError::BadCommand(command.to_owned())),
        }
    }

    /// Whether it could play at all: a program is started once to see.
    ///
    /// # Errors
    ///
    /// The program cannot be started.
    pub fn try_out(&self) -> Result<(), ContestantError> {
        match self {
            Contestant::BuiltIn(_) | Contestant::Custom(_) => Ok(()),
            Contestant::Program { command, words } => {
                Program::new(words.clone(), Duration::ZERO, Stop::default()).start().map_err(|error| {
                    ContestantError::CannotStart { command: command.clone(), why: error.to_string() }
                })
            }
        }
    }

    /// A player of it, for as many tours as there are. A program may think for so long about a move.
    pub fn player(&self, seed: u64, timeout: Duration, stop: &Stop) -> Box<dyn Player> {
        match self {
            Contestant::BuiltIn(opponent) => {
                let opponent = *opponent;
                Box::new(BuiltIn::new(Arc::new(move |seed| opponent.create(seed)), seed))
            }
            Contestant::Custom(custom) => Box::new(BuiltIn::new(Arc::clone(&custom.make), seed)),
            Contestant::Program { words, .. } => Box::new(Program::new(words.clone(), timeout, stop.clone())),
        }
    }

    /// Whether it keeps a program running that is better not started anew for every tour.
    pub(crate) fn stays(&self) -> bool {
        matches!(self, Contestant::Program { .. })
    }

    /// A short name for a seat of a record: letters, digits, `_` and `-`.
    pub fn short_name(&self) -> String {
        match self {
            Contestant::BuiltIn(opponent) => opponent.to_string(),
            Contestant::Program { words, .. } => {
                // The script rather than the interpreter: the last word that is no option.
                let file = words.iter().rev().find(|word| !word.starts_with('-')).or(words.first());
                let file = file.map(String::as_str).unwrap_or_default();
                let stem =
                    file.rsplit(['/', '\\']).next().unwrap_or_default().split('.').next().unwrap_or_default();
                name_of(stem, "program")
            }
            Contestant::Custom(custom) => name_of(&custom.name, "bot"),
        }
    }
}

/// What of a text can be a player's name; if nothing can, something else.
fn name_of(text: &str, otherwise: &str) -> String {
    let fits = |c: &char| c.is_ascii_alphanumeric() || *c == '_' || *c == '-';
    let name: String = text.chars().filter(fits).take(16).collect();
    if name.is_empty() { otherwise.to_owned() } else { name }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contestant::BuiltIn(opponent) => opponent.fmt(f),
            Contestant::Program { command, .. } => write!(f, "cmd:{command}"),
            Contestant::Custom(custom) => f.write_str(&custom.name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_gets_the_name_of_its_script() {
        let cases = [
            ("cmd:python3 examples/bots/odds_bot.py --level 3", "3"),
            ("cmd:python3 examples/bots/odds_bot.py", "odds_bot"),
            ("cmd:./bot", "bot"),
            ("cmd:'my bot.exe'", "mybot"),
            ("cmd:...", "program"),
        ];
        for (text, expected) in cases {
            assert_eq!(Contestant::parse(text).unwrap().short_name(), expected, "{text}");
        }
    }

    #[test]
    fn bots_of_one_name_are_the_same_only_if_they_are_made_by_the_same() {
        let make = |seed| perudo_bots::BotKind::Random.create(seed);
        let (one, other) = (Custom::new("my bot", make), Custom::new("my bot", make));
        assert_eq!(one, one.clone());
        assert_ne!(one, other);
        let contestant = Contestant::Custom(one);
        assert_eq!([contestant.short_name(), contestant.to_string()], ["mybot", "my bot"]);
        assert_eq!(Contestant::Custom(Custom::new("бот", make)).short_name(), "bot");
    }

    #[test]
    fn what_cannot_take_part_says_why() {
        assert_eq!(Contestant::parse("stedy"), Err(ContestantError::UnknownBot("stedy".into())));
        assert_eq!(Contestant::parse("cmd:"), Err(ContestantError::BadCommand(String::new())));
        assert_eq!(Contestant::parse("cmd:a 'b"), Err(ContestantError::BadCommand("a 'b".into())));
        let missing = Contestant::parse("cmd:no-such-program-anywhere").unwrap();
        assert!(matches!(missing.try_out(), Err(ContestantError::CannotStart { .. })));
        let cases = [
            (ContestantError::UnknownBot("stedy".into()), "no bot is called \"stedy\""),
            (ContestantError::BadCommand("a 'b".into()), "\"a 'b\" cannot be split into words"),
            (
                ContestantError::CannotStart { command: "bot".into(), why: "not found".into() },
                "cannot start \"bot\": not found",
            ),
        ];
        for (error, sentence) in cases {
            assert_eq!(error.to_string(), sentence);
        }
    }
}
