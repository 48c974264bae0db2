//! What takes part in a contest: a bot of the ladder by name, or any program.

use std::fmt;
use std::time::Duration;

use perudo_bots::BotKind;
use thiserror::Error;

use crate::player::{BuiltIn, Player};
use crate::program::Program;

/// What takes part in a contest.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Contestant {
    /// A bot of the ladder.
    BuiltIn(BotKind),
    /// An external program that speaks the protocol of `docs/bots.md`.
    Program {
        /// The command as it was typed.
        command: String,
        /// The program and its arguments.
        words: Vec<String>,
    },
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
    /// Reads `steady` or `cmd:python3 bot.py`.
    ///
    /// # Errors
    ///
    /// There is no such bot, or the command cannot be split into words.
    pub fn parse(text: &str) -> Result<Contestant, ContestantError> {
        let Some(command) = text.strip_prefix("cmd:") else {
            let kind = BotKind::named(text);
            return kind.map(Contestant::BuiltIn).ok_or_else(|| ContestantError::UnknownBot(text.to_owned()));
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
            Contestant::BuiltIn(_) => Ok(()),
            Contestant::Program { command, words } => {
                Program::new(words.clone(), Duration::ZERO).start().map_err(|error| {
                    ContestantError::CannotStart { command: command.clone(), why: error.to_string() }
                })
            }
        }
    }

    /// A player of it, for as many tours as there are. A program may think for so long about a move.
    pub fn player(&self, seed: u64, timeout: Duration) -> Box<dyn Player> {
        match self {
            Contestant::BuiltIn(kind) => Box::new(BuiltIn(kind.create(seed))),
            Contestant::Program { words, .. } => Box::new(Program::new(words.clone(), timeout)),
        }
    }

    /// Whether it keeps a program running that is better not started anew for every tour.
    pub(crate) fn stays(&self) -> bool {
        matches!(self, Contestant::Program { .. })
    }

    /// A short name for a seat: letters, digits, `_` and `-`.
    pub fn short_name(&self) -> String {
        match self {
            Contestant::BuiltIn(kind) => kind.name().to_owned(),
            Contestant::Program { words, .. } => {
                // The script rather than the interpreter: the last word that is no option.
                let file = words.iter().rev().find(|word| !word.starts_with('-')).or(words.first());
                let file = file.map(String::as_str).unwrap_or_default();
                let stem =
                    file.rsplit(['/', '\\']).next().unwrap_or_default().split('.').next().unwrap_or_default();
                let name: String = stem
                    .chars()
                    .filter(|c| c.is_ascii_alphanumeric() || *c == '_' || *c == '-')
                    .take(16)
                    .collect();
                if name.is_empty() { "program".to_owned() } else { name }
            }
        }
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contestant::BuiltIn(kind) => f.write_str(kind.name()),
            Contestant::Program { command, .. } => write!(f, "cmd:{command}"),
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
