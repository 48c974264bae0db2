//! What comes to a room from outside.

use super::*;

/// Something that comes to a room from outside.
#[derive(Clone, Debug)]
pub(super) enum Input {
    /// A connection over a line, in the place of the one that was there.
    Connect { line: usize, guest: Guest, after: Option<u64>, language: Language },
    /// The connection ends.
    Disconnect { line: usize },
    /// A text comes over a connection, a message or not.
    Text { line: usize, text: String },
    /// A command comes over HTTP.
    Http { guest: Guest, order: Order },
    /// A bot has decided.
    Decided { turn: BotTurn, action: Action },
    /// A bot could not be asked.
    Undecided,
    /// The clock.
    Wake,
    /// The log has the next events that wait for it.
    Save,
    /// The log takes nothing.
    StorageFailed,
    /// The log takes events again.
    StorageRecovered,
    /// A word about the server.
    Notice(Notice),
}
