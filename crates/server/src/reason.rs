//! Why the server itself refuses something, before a table is asked.

/// A reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// A command is too old to know whether it was carried out.
    TooOld,
    /// Events cannot be stored at the moment.
    StorageDown,
    /// The client speaks another version of the protocol.
    Protocol,
    /// The guest's secret is none.
    BadGuest,
    /// Something came before `hello`.
    HelloFirst,
    /// `hello` came again.
    HelloTwice,
    /// Too much is said.
    TooChatty,
    /// There is nothing at this address.
    NoSuchPlace,
    /// There is something at this address, but not by this method.
    NotThatWay,
    /// A page of another site.
    ForeignOrigin,
    /// Too many requests of one address.
    TooManyRequests,
    /// There is no such table.
    NoTable,
    /// There is no such tour.
    NoTour,
    /// The table cannot be watched.
    NoSpectators,
    /// There are as many tables as can be.
    TooManyTables,
    /// There are as many connections as can be.
    TooManyConnections,
    /// The server is about to stop.
    Restarting,
}

impl Reason {
    /// All reasons.
    #[cfg(test)]
    pub(crate) const ALL: [Reason; 17] = [
        Reason::TooOld,
        Reason::StorageDown,
        Reason::Protocol,
        Reason::BadGuest,
        Reason::HelloFirst,
        Reason::HelloTwice,
        Reason::TooChatty,
        Reason::NoSuchPlace,
        Reason::NotThatWay,
        Reason::ForeignOrigin,
        Reason::TooManyRequests,
        Reason::NoTable,
        Reason::NoTour,
        Reason::NoSpectators,
        Reason::TooManyTables,
        Reason::TooManyConnections,
        Reason::Restarting,
    ];

    /// The name on the wire.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Reason::TooOld => "too-old",
            Reason::StorageDown => "storage-down",
            Reason::Protocol => "protocol",
            Reason::BadGuest => "bad-guest",
            Reason::HelloFirst => "hello-first",
            Reason::HelloTwice => "hello-twice",
            Reason::TooChatty => "too-chatty",
            Reason::NoSuchPlace => "no-such-place",
            Reason::NotThatWay => "not-that-way",
            Reason::ForeignOrigin => "foreign-origin",
            Reason::TooManyRequests => "too-many-requests",
            Reason::NoTable => "no-table",
            Reason::NoTour => "no-tour",
            Reason::NoSpectators => "no-spectators",
            Reason::TooManyTables => "too-many-tables",
            Reason::TooManyConnections => "too-many-connections",
            Reason::Restarting => "restarting",
        }
    }
}
