//! How the connection to a table is.

/// How the connection to a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Connection {
    /// Not there yet.
    Connecting,
    /// All is well.
    Live,
    /// Lost; it is being tried again.
    Lost,
    /// Closed, for a reason that trying again does not change.
    Closed(CloseReason),
}

/// Why there is no table any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CloseReason {
    /// The table is closed, or never was.
    NoTable,
    /// It cannot be watched while a tour is played.
    NoSpectators,
    /// Too many people watch it.
    Full,
    /// The client is older or newer than the server.
    OtherVersion,
}

impl CloseReason {
    /// What a close code of the server means, if it is final.
    pub fn of_code(code: u16) -> Option<CloseReason> {
        match code {
            4001 => Some(CloseReason::OtherVersion),
            4003 => Some(CloseReason::NoSpectators),
            4004 => Some(CloseReason::NoTable),
            1013 => Some(CloseReason::Full),
            _ => None,
        }
    }
}
