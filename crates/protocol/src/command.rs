//! From the commands that clients write to those that tables understand.

use perudo_table::{GuestCommand, Joining, PersonId, Settings};
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
    pub fn into_guest_command(
        self,
        is_bot: impl Fn(&str) -> bool,
    ) -> Result<GuestCommand, InvalidCommandError> {
        Ok(match self {
            WireCommand::Join { name, chair, watch, program, tip, closed } => {
                GuestCommand::Join(Joining { name, chair, watch, program, tip, closed, account: None })
            }
            WireCommand::Leave => GuestCommand::Leave,
            WireCommand::Start => GuestCommand::Start,
            WireCommand::Bot { chair, level } if is_bot(&level) => GuestCommand::AddBot { chair, level },
            WireCommand::Bot { level, .. } => return Err(InvalidCommandError::NoSuchBot(level)),
            WireCommand::Remove { person, chair } => {
                GuestCommand::Remove { person: person.map(PersonId), chair }
            }
            WireCommand::Unbar { person } => GuestCommand::Unbar { person: PersonId(person) },
            WireCommand::Lock { on } => GuestCommand::Lock(on),
            WireCommand::Host { person } => GuestCommand::PassHost { to: PersonId(person) },
            WireCommand::Settings { settings } => {
                GuestCommand::Change { settings: Box::new(settings.into_settings(is_bot)?) }
            }
            WireCommand::Act { action } => GuestCommand::Act(action),
            WireCommand::Back => GuestCommand::Return,
            WireCommand::Skip => GuestCommand::Skip,
            WireCommand::Say { text } => GuestCommand::Say(text),
            WireCommand::Emote { emote } => GuestCommand::Emote(emote),
            WireCommand::Chat { on } => GuestCommand::SwitchChat(on),
            WireCommand::Silence { person, on } => GuestCommand::Silence { person: PersonId(person), on },
            WireCommand::Commit { tip, closed } => GuestCommand::Commit { tip, closed },
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
