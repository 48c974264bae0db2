//! Why a table does not do what it is asked.

use perudo_rules::RefusalError;

use crate::SettingsFault;

/// A refused command: nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableRefusal {
    /// The game refuses it.
    Game(Box<RefusalError>),
    /// Only the host may do it.
    NotHost,
    /// It takes a name at this table first.
    NotJoined,
    /// It takes a seat in the tour that is played.
    NotPlaying,
    /// The person is here already.
    AlreadyJoined,
    /// No name: letters, digits, `_`, `-` and spaces, 1 to 24 characters.
    BadName,
    /// Another at this table has this name.
    NameTaken,
    /// There is no chair of that number.
    NoSuchChair,
    /// Somebody is in that chair.
    ChairTaken,
    /// No chair is free.
    TableFull,
    /// The table cannot be watched.
    NoSpectators,
    /// The host has removed this person from the table.
    Removed,
    /// There is no such person at the table.
    NoSuchPerson,
    /// There is no such bot.
    NoSuchBot,
    /// That has its time between tours.
    WhilePlaying,
    /// Links for a throw are being given: too late to commit to another chain for it.
    WhileThrowing,
    /// A tour takes two players.
    TooFewPlayers,
    /// These settings cannot be.
    BadSettings(Vec<SettingsFault>),
    /// The chat is off, or the person silenced.
    ChatOff,
    /// That cannot be said: nothing, too long, or control characters.
    BadText,
    /// The link does not belong to the chain that was committed to.
    BadLink,
    /// Nothing to do: it is so already.
    Already,
    /// The table is no more.
    Closed,
}

impl TableRefusal {
    /// The name on the wire.
    pub fn name(&self) -> &'static str {
        match self {
            TableRefusal::Game(refusal) => refusal.reason.name(),
            TableRefusal::NotHost => "not-host",
            TableRefusal::NotJoined => "not-joined",
            TableRefusal::NotPlaying => "not-playing",
            TableRefusal::AlreadyJoined => "already-joined",
            TableRefusal::BadName => "bad-name",
            TableRefusal::NameTaken => "name-taken",
            TableRefusal::NoSuchChair => "no-such-chair",
            TableRefusal::ChairTaken => "chair-taken",
            TableRefusal::TableFull => "table-full",
            TableRefusal::NoSpectators => "no-spectators",
            TableRefusal::Removed => "removed",
            TableRefusal::NoSuchPerson => "no-such-person",
            TableRefusal::NoSuchBot => "no-such-bot",
            TableRefusal::WhilePlaying => "while-playing",
            TableRefusal::WhileThrowing => "while-throwing",
            TableRefusal::TooFewPlayers => "too-few-players",
            TableRefusal::BadSettings(_) => "bad-settings",
            TableRefusal::ChatOff => "chat-off",
            TableRefusal::BadText => "bad-text",
            TableRefusal::BadLink => "bad-link",
            TableRefusal::Already => "already",
            TableRefusal::Closed => "closed",
        }
    }
}
