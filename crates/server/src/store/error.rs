//! What can go wrong with storage, told by what the caller can do about it.

/// Why storage did not do what it was asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// It may work later: the disk is full, the file is locked, the server does not answer.
    #[error("cannot use {place} at the moment: {reason}")]
    Unavailable {
        /// Where the tables are kept.
        place: String,
        /// What the database says.
        reason: String,
    },
    /// Another session of the same node name took over: this one must end.
    #[error("another process took over as node {node:?}: this one no longer holds any table")]
    Fenced {
        /// The name of the node.
        node: String,
    },
    /// A newer program changed the layout of the database to one that this program does not know.
    #[error(
        "{place} has version {found} of the layout, and this program knows versions up to {known}: use a newer program"
    )]
    TooNew {
        /// Where the tables are kept.
        place: String,
        /// The version that the database has.
        found: i64,
        /// The last version that this program knows.
        known: i64,
    },
    /// It will not work until a person does something: not a database, damaged, no permission.
    #[error("cannot use {place}: {reason}")]
    Unusable {
        /// Where the tables are kept.
        place: String,
        /// What the database says.
        reason: String,
    },
}

impl StoreError {
    /// Whether the same call may succeed later.
    pub fn is_temporary(&self) -> bool {
        matches!(self, StoreError::Unavailable { .. })
    }
}
