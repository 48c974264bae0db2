//! Why the server itself refuses something, before a table is asked.

use axum::http::StatusCode;

/// A reason. Its sentence is `refused-` and its name in the locales of `perudo-words`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[cfg_attr(test, derive(strum::EnumIter))]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub(crate) enum Reason {
    /// Events cannot be stored at the moment.
    StorageDown,
    /// The client speaks another version of the protocol.
    Protocol,
    /// The guest's secret is not 32 hexadecimal digits.
    BadGuest,
    /// Something came before `hello`.
    HelloFirst,
    /// `hello` came again.
    HelloTwice,
    /// Too many chat messages.
    TooChatty,
    /// Too many commands of one guest, or at one table, or too many people of one address.
    TooManyCommands,
    /// There is nothing at this address.
    NoSuchPlace,
    /// There is something at this address, but not for this method.
    #[strum(serialize = "not-that-way")]
    MethodNotAllowed,
    /// The request comes from a page of another site.
    ForeignOrigin,
    /// Too many requests of one address.
    TooManyRequests,
    /// The request did not arrive in time.
    TooSlow,
    /// There is no such table.
    NoTable,
    /// There is no such tour.
    NoTour,
    /// The table does not allow spectators.
    NoSpectators,
    /// As many tables are open as may be.
    TooManyTables,
    /// As many connections are open as may be.
    TooManyConnections,
    /// The server is about to stop.
    Restarting,
    /// Another node has the table, and cannot be reached at the moment.
    Moving,
    /// Too many logs are being read already.
    Busy,
    /// The log of a table cannot be read.
    UnreadableLog,
    /// The log of tips never had so many tips.
    NoSuchHead,
    /// It takes a name of one's own.
    NameNeeded,
    /// The text cannot be a name.
    BadName,
    /// Somebody else has the name, or one that looks like it.
    NameTakenBySomeone,
    /// The operator does not want the name.
    NameRefused,
    /// Who asks has a name already.
    AlreadyNamed,
    /// Nobody has the name.
    NoPerson,
    /// There is no such key.
    NoKey,
    /// Without this key nobody could come back.
    LastKey,
    /// There are as many keys, links or programs as can be.
    TooManyKeys,
    /// Nobody has this passkey, or it did not sign what it was to sign.
    WrongKey,
    /// Nobody has this code, or it is too old.
    WrongCode,
    /// Too many wrong codes or keys.
    TooManyAttempts,
    /// Who asks has no program of that name.
    NoProgram,
    /// There are no such ratings.
    NoPool,
    /// There is no such quick game.
    BadWish,
    /// Who asks waits in the queue already.
    AlreadyWaiting,
    /// Who asks is still at a table of the queue.
    AlreadySeated,
    /// The place in the queue is gone.
    NoTicket,
    /// An operator has banned who asks.
    Banned,
    /// The token of a program is not good for this.
    NotPermitted,
}

impl Reason {
    /// The name on the wire.
    pub(crate) const fn name(self) -> &'static str {
        self.into_str()
    }

    /// The status of an HTTP answer with this reason.
    pub(crate) const fn status(self) -> StatusCode {
        match self {
            Reason::Protocol
            | Reason::BadGuest
            | Reason::HelloFirst
            | Reason::HelloTwice
            | Reason::NoSuchHead
            | Reason::BadName
            | Reason::BadWish => StatusCode::BAD_REQUEST,
            Reason::ForeignOrigin
            | Reason::NoSpectators
            | Reason::NameNeeded
            | Reason::NameRefused
            | Reason::WrongKey
            | Reason::WrongCode
            | Reason::Banned
            | Reason::NotPermitted => StatusCode::FORBIDDEN,
            Reason::NoSuchPlace
            | Reason::NoTable
            | Reason::NoTour
            | Reason::NoPerson
            | Reason::NoKey
            | Reason::NoProgram
            | Reason::NoPool
            | Reason::NoTicket => StatusCode::NOT_FOUND,
            Reason::NameTakenBySomeone
            | Reason::AlreadyNamed
            | Reason::LastKey
            | Reason::AlreadyWaiting
            | Reason::AlreadySeated => StatusCode::CONFLICT,
            Reason::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Reason::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Reason::TooChatty
            | Reason::TooManyCommands
            | Reason::TooManyRequests
            | Reason::TooManyTables
            | Reason::TooManyConnections
            | Reason::TooManyKeys
            | Reason::TooManyAttempts => StatusCode::TOO_MANY_REQUESTS,
            Reason::StorageDown | Reason::Restarting | Reason::Moving | Reason::Busy => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            Reason::UnreadableLog => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// After how many seconds it is worth asking again.
    pub(crate) const fn retry_after(self) -> Option<u16> {
        match self {
            Reason::Moving => Some(1),
            Reason::Busy => Some(2),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use perudo_table::TableError;
    use perudo_words::{Language, Words};
    use strum::IntoEnumIterator;

    use super::*;

    #[test]
    fn every_refusal_has_its_sentence_in_every_language() {
        // These two have sentences of their own for each of their reasons.
        let of_tables = TableError::NAMES.iter().filter(|name| !["game", "bad-settings"].contains(*name));
        let names = of_tables.copied().chain(Reason::iter().map(Reason::name));
        let settings = ["bad-speed", "bad-seats", "bad-tours", "bad-turn", "bad-bank"];
        for name in names.chain(settings) {
            for language in Language::all() {
                let key = format!("refused-{name}");
                assert!(Words::of(*language).knows(&key), "{language:?} lacks {key}");
            }
        }
    }

    #[test]
    fn every_reason_is_in_the_protocol() {
        let document = include_str!("../../../PROTOCOL.md");
        for reason in Reason::iter() {
            assert!(
                document.contains(&format!("`{}`", reason.name())),
                "PROTOCOL.md lacks {}",
                reason.name()
            );
        }
    }
}
