//! What guests can ask of a table.

use perudo_rules::Action;

use crate::fair::Link;
use crate::{Account, PersonId, Settings};

/// A guest's command. [`Table::decide`](crate::Table::decide) turns it into an event or an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GuestCommand {
    /// Come in with a name.
    Join(Joining),
    /// Leave the table.
    Leave,
    /// Begin the match, or the next tour before its time. The host's.
    Start,
    /// Put a bot into a chair; no chair: into the first empty one. The host's.
    AddBot {
        /// Which chair.
        chair: Option<u8>,
        /// Which bot of the ladder.
        level: String,
    },
    /// Send someone away, who cannot come back then. The host's.
    Remove {
        /// Whom.
        person: Option<PersonId>,
        /// Without a person: whoever is in this chair, such as a bot.
        chair: Option<u8>,
    },
    /// Let someone come back who was removed. The host's.
    Unbar {
        /// Whom.
        person: PersonId,
    },
    /// Let nobody new in, or everyone again. The host's.
    Lock(bool),
    /// Make someone else the host. The host's.
    PassHost {
        /// Whom.
        to: PersonId,
    },
    /// Play differently from now on. The host's.
    Change {
        /// How.
        settings: Box<Settings>,
    },
    /// Decide in the game.
    Act(Action),
    /// Play for yourself again.
    Return,
    /// Let the rest of the tour pass quickly: only bots have dice in it.
    Skip,
    /// Say something.
    Say(String),
    /// Show a feeling.
    Emote(String),
    /// Switch the chat on or off. The host's.
    SwitchChat(bool),
    /// Silence someone, or not any more. The host's.
    Silence {
        /// Whom.
        person: PersonId,
        /// Whether.
        on: bool,
    },
    /// Commit to a new chain.
    Commit {
        /// Its tip.
        tip: Link,
        /// The tip of a new closed chain.
        closed: Option<Link>,
    },
}

/// Someone who comes in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Joining {
    /// The name they want.
    pub name: String,
    /// The chair they want; none: any.
    pub chair: Option<u8>,
    /// Whether they only want to watch.
    pub watch: bool,
    /// Whether it is a program and says so.
    pub program: bool,
    /// The tip of the chain that they commit to.
    pub tip: Option<Link>,
    /// The tip of the closed chain that they commit to.
    pub closed: Option<Link>,
    /// Whose name it is, if it is their own. Whoever runs the table knows that; no client says it.
    pub account: Option<Account>,
}
