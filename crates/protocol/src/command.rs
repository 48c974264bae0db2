//! From the commands that clients write to those that tables understand.

use perudo_table::{Joining, PersonId, Settings, TableCommand};
use thiserror::Error;

use crate::{InvalidSettingsError, WireCommand, WireSettings};

/// Why a command cannot be put to a table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InvalidCommandError {
    /// The settings are not accepted.
    #[error(transparent)]
    Settings(#[from] InvalidSettingsError),
    /// There is no such bot.
    #[error("there is no bot called {0:?}")]
    NoSuchBot(String),
}

impl InvalidCommandError {
    /// The name on the wire.
    pub fn name(&self) -> &'static str {
        match self {
            InvalidCommandError::Settings(_) => "bad-settings",
            InvalidCommandError::NoSuchBot(_) => "no-such-bot",
        }
    }
}

impl WireCommand {
    /// What the table is asked for. `is_bot` says which names belong to bots.
    pub fn into_table_command(
        self,
        is_bot: impl Fn(&str) -> bool,
    ) -> Result<TableCommand, InvalidCommandError> {
        Ok(match self {
            WireCommand::Join { name, chair, watch, program, tip } => {
                TableCommand::Join(Joining { name, chair, watch, program, tip })
            }
            WireCommand::Leave => TableCommand::Leave,
            WireCommand::Start => TableCommand::Start,
            WireCommand::Bot { chair, level } if is_bot(&level) => TableCommand::AddBot { chair, level },
            WireCommand::Bot { level, .. } => return Err(InvalidCommandError::NoSuchBot(level)),
            WireCommand::Remove { chair } => TableCommand::Remove { chair },
            WireCommand::Host { person } => TableCommand::PassHost { to: PersonId(person) },
            WireCommand::Settings { settings } => {
                TableCommand::Change { settings: Box::new(settings.into_settings(is_bot)?) }
            }
            WireCommand::Act { action } => TableCommand::Act(action),
            WireCommand::Back => TableCommand::Return,
            WireCommand::Say { text } => TableCommand::Say(text),
            WireCommand::Emote { emote } => TableCommand::Emote(emote),
            WireCommand::Chat { on } => TableCommand::SwitchChat(on),
            WireCommand::Silence { person, on } => TableCommand::Silence { person: PersonId(person), on },
            WireCommand::Commit { tip } => TableCommand::Commit(tip),
        })
    }
}

impl WireSettings {
    /// The settings they mean, with a stand-in that is a bot. `is_bot` says which names belong to bots.
    pub fn into_settings(self, is_bot: impl Fn(&str) -> bool) -> Result<Settings, InvalidCommandError> {
        let settings = self.check()?;
        if is_bot(&settings.stand_in) {
            Ok(settings)
        } else {
            Err(InvalidCommandError::NoSuchBot(settings.stand_in))
        }
    }
}
