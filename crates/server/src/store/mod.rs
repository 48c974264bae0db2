//! Durable storage of tables: a log of events each, kept in SQLite or PostgreSQL.
//!
//! A table is written by one session of one node at a time. Who takes a table over raises its *epoch*; an [`Append`]
//! names the epoch in which its writer holds the table, and the database refuses one of an earlier epoch. So a node
//! that was thought dead, and is not, can do no harm.

mod append;
mod error;
mod migrations;
mod postgres;
mod sqlite;
mod stored;
mod table_id;

use std::time::Duration;

pub use append::{Append, Fate, NewEvent};
pub use error::StoreError;
pub use stored::{Snapshot, StoredEvent, StoredTable};
pub use table_id::{NotATableId, TableId};

use postgres::PostgresStore;
use sqlite::SqliteStore;

/// A process that runs tables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// Its name, which stays the same when it starts again.
    pub name: String,
    /// A random number, another one at each start.
    pub session: u64,
    /// How long after a sign of life other nodes leave its tables alone.
    pub lease: Duration,
}

/// Where tables are kept. Calls block: the writer thread and blocking tasks make them.
///
/// Every call may be repeated, also one of which it is unknown whether it succeeded.
pub trait Store: Send {
    /// Writes everything in one durable transaction, and says for each append what became of it, in the same order.
    /// When it returns `Ok`, all that was [`Fate::Written`] is on disk; when it returns an error, nothing was written,
    /// or all was and the news of it was lost.
    ///
    /// The node must have called [`take_over`](Store::take_over) before it creates a table.
    fn commit(&mut self, node: &Node, batch: &[Append]) -> Result<Vec<Fate>, StoreError>;

    /// Begins a session of a node: takes over every open table that belongs to a node of this name, or whose owner's
    /// lease has run out. Each table's epoch is raised by one, which fences whoever held it, and the table is handed
    /// over with its last snapshot and the events after it. After an error, forget what was handed over and call again.
    fn take_over(&mut self, node: &Node, visit: &mut dyn FnMut(StoredTable)) -> Result<(), StoreError>;

    /// Renews the node's lease; [`StoreError::Fenced`] if another session of the same name took over.
    fn renew(&mut self, node: &Node) -> Result<(), StoreError>;

    /// The events of a table, open or closed, from a number on; `None` if there is no such table.
    fn events(&mut self, table: TableId, from: u64) -> Result<Option<Vec<StoredEvent>>, StoreError>;
}

/// Opens a place where tables are kept, and brings its layout up to date: `postgres://…` or `postgresql://…` is a
/// PostgreSQL database, anything else the path of an SQLite file, which is made if there is none.
///
/// A place may be opened more than once, as by a thread that writes and others that read.
pub fn open(place: &str) -> Result<Box<dyn Store>, StoreError> {
    match place.split_once("://") {
        Some(("postgres" | "postgresql", _)) => Ok(Box::new(PostgresStore::open(place)?)),
        // The rest of it may hold a password.
        Some((scheme, _)) => Err(StoreError::Unusable {
            place: format!("{scheme}://…"),
            reason: "give postgres://… or the path of a file".to_owned(),
        }),
        None if place.is_empty() || place == ":memory:" => Err(StoreError::Unusable {
            place: format!("{place:?}"),
            reason: "tables are kept in a file, so that they outlive the program: give its path".to_owned(),
        }),
        None => Ok(Box::new(SqliteStore::open(place.as_ref())?)),
    }
}
