//! Why a table does not do what it is asked.

use perudo_rules::RefusalError;
use strum::{IntoStaticStr, VariantNames};

use crate::SettingsError;

/// A refused command: nothing has changed. Its name on the wire is that of the variant in kebab case.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum TableError {
    /// The game refuses it.
    #[error(transparent)]
    Game(Box<RefusalError>),
    /// Only the host may do it.
    #[error("only the host may do this")]
    NotHost,
    /// It takes a name at this table first.
    #[error("the guest has not joined this table")]
    NotJoined,
    /// It takes a seat in the tour that is played.
    #[error("the guest has no seat in a running tour")]
    NotPlaying,
    /// The person is here already.
    #[error("the guest has joined already")]
    AlreadyJoined,
    /// Not a name: letters, digits, `_`, `-` and spaces, 1 to 24 characters.
    #[error("a name has 1 to 24 letters, digits, `_`, `-` and spaces")]
    BadName,
    /// Another at this table has this name.
    #[error("the name is taken at this table")]
    NameTaken,
    /// There is no chair of that number.
    #[error("there is no such chair")]
    NoSuchChair,
    /// Somebody is in that chair.
    #[error("the chair is taken")]
    ChairTaken,
    /// No chair is free.
    #[error("the table is full")]
    TableFull,
    /// The table cannot be watched.
    #[error("the table has no spectators")]
    NoSpectators,
    /// The host has removed this person from the table.
    #[error("the host has removed this guest")]
    Removed,
    /// The table is locked, and this person has never been here.
    #[error("the table is locked")]
    Locked,
    /// They were here before the host, who only stands in for the owner of the table.
    #[error("a stand-in for the host cannot send away those who came first")]
    CameFirst,
    /// There is no such person at the table.
    #[error("there is no such person at the table")]
    NoSuchPerson,
    /// There is no such bot.
    #[error("there is no such bot")]
    NoSuchBot,
    /// It can be done between tours only.
    #[error("this cannot be done while a tour is played")]
    WhilePlaying,
    /// Somebody who is no bot has dice in the tour.
    #[error("people have dice in the tour")]
    PeoplePlay,
    /// A tour takes two players.
    #[error("a tour takes at least two players")]
    TooFewPlayers,
    /// The settings are out of range.
    #[error("the settings are out of range")]
    BadSettings(Vec<SettingsError>),
    /// The chat is off, or the person silenced.
    #[error("the chat is off, or the guest is silenced")]
    ChatOff,
    /// The text is empty, too long, or has control characters.
    #[error("the text is empty, too long, or has control characters")]
    BadText,
    /// The link does not belong to the chain that was committed to.
    #[error("the link is not the next one of the guest's chain")]
    BadLink,
    /// A sealed table takes an open and a closed chain.
    #[error("a player at a sealed table needs the tips of an open and of a closed chain")]
    ChainsNeeded,
    /// A chair at a rated table takes a name of one's own.
    #[error("a chair at a rated table takes a name of one's own")]
    NameNeeded,
    /// No bots of the server sit at this table.
    #[error("no bots of the server sit at this table")]
    NoBots,
    /// Nothing to do: it is so already.
    #[error("it is so already")]
    Already,
    /// What the command is about has changed since the guest saw it.
    #[error("what the command is about has changed since")]
    Stale,
    /// The command is too old to know whether it was carried out.
    #[error("the command is too old to know whether it was carried out")]
    TooOld,
    /// The table has been closed.
    #[error("the table is closed")]
    Closed,
}

impl TableError {
    /// The names of all variants. An error of the [game](TableError::Game) goes by the name of its own reason.
    pub const NAMES: &'static [&'static str] = <TableError as VariantNames>::VARIANTS;

    /// The name on the wire.
    pub fn name(&self) -> &'static str {
        match self {
            TableError::Game(refusal) => refusal.reason.name(),
            other => other.into(),
        }
    }
}
