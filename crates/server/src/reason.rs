//! Why the server itself refuses something, before a table is asked.

/// A reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
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
    /// A request did not come in time.
    TooSlow,
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
        Reason::TooSlow,
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
            Reason::TooSlow => "too-slow",
            Reason::NoTable => "no-table",
            Reason::NoTour => "no-tour",
            Reason::NoSpectators => "no-spectators",
            Reason::TooManyTables => "too-many-tables",
            Reason::TooManyConnections => "too-many-connections",
            Reason::Restarting => "restarting",
        }
    }
}

#[cfg(test)]
mod tests {
    use perudo_table::TableError;
    use perudo_words::{Language, Words};

    use super::*;

    #[test]
    fn every_refusal_has_its_sentence_in_every_language() {
        // These two have sentences of their own for each of their reasons.
        let of_tables = TableError::NAMES.iter().filter(|name| !["game", "bad-settings"].contains(*name));
        let names = of_tables.copied().chain(Reason::ALL.map(Reason::name));
        let settings = ["bad-speed", "bad-seats", "bad-tours", "bad-turn", "bad-bank"];
        for name in names.chain(settings) {
            for language in Language::all() {
                let key = format!("refused-{name}");
                assert!(Words::of(*language).knows(&key), "{language:?} lacks {key}");
            }
        }
    }
}
