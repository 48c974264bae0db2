//! Durable storage of tables: a log of events each, kept in SQLite or PostgreSQL.
//!
//! A table is written by one session of one node at a time. Who takes a table over raises its *epoch*; an [`Append`]
//! names the epoch in which its writer holds the table, and the database refuses one of an earlier epoch. So a node
//! that was thought dead, and is not, can do no harm.
//!
//! What is secret is encrypted with keys that are not in the database: whoever reads it, or a backup of it, sees no dice
//! under cups, and nothing that dice to come follow from.

mod append;
mod cipher;
mod encrypted;
mod error;
mod migrations;
mod owner;
pub mod people;
mod postgres;
mod registry;
mod sqlite;
mod stored;
mod table_id;
mod tips;

use std::ops::ControlFlow;
use std::path::Path;

pub use append::{Append, Fate, NewEvent};
pub use encrypted::LockedStore;
pub use error::StoreError;
pub use owner::{Claim, Holding, Node, NodeStatus, Owner, Renewal};
pub use people::PeopleStore;
pub use registry::{NodeReport, Registry, TableReport};
pub use stored::{Snapshot, StoredEvent, StoredTable};
pub use table_id::{TableId, TableIdError};
pub use tips::ReadTips;

use perudo_table::Guest;

use crate::keys::Keys;
use encrypted::EncryptedReader;
use postgres::PostgresStore;
use sqlite::SqliteStore;
pub(crate) use sqlite::lock::FileLock;

/// Reads the logs of tables. Calls block: make them on a thread that may wait.
pub trait ReadLog: Send {
    /// Visits the events of a table, open or closed, in order from a number on, until the visitor breaks off. Says
    /// whether there is such a table. However long the log is, only a page of it is in memory at a time.
    fn read(
        &mut self,
        table: TableId,
        from: u64,
        visit: &mut dyn FnMut(StoredEvent) -> ControlFlow<()>,
    ) -> Result<bool, StoreError>;

    /// The events of a table from a number on, all at once; `None` if there is no such table.
    fn events(&mut self, table: TableId, from: u64) -> Result<Option<Vec<StoredEvent>>, StoreError> {
        let mut events = Vec::new();
        let found = self.read(table, from, &mut |event| {
            events.push(event);
            ControlFlow::Continue(())
        })?;
        Ok(found.then_some(events))
    }
}

/// Where tables are kept. Calls block, as those of [`ReadLog`] do.
///
/// Every call may be repeated, also one of which it is unknown whether it succeeded.
pub trait Store: ReadLog {
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
    fn renew(&mut self, node: &Node) -> Result<Renewal, StoreError>;

    /// Claims tables, each of which becomes the node's own if no other live node has it; says for each what became of
    /// it, in the same order. The node must not hold any of them: what it holds itself it takes from itself.
    /// [`StoreError::Fenced`] if another session of the same name took over.
    fn claim(&mut self, node: &Node, tables: &[TableId]) -> Result<Vec<Claim>, StoreError>;

    /// Claims the node's fair share, and at most so many, of the open tables that no live node has.
    fn claim_orphans(
        &mut self,
        node: &Node,
        most: usize,
        visit: &mut dyn FnMut(StoredTable),
    ) -> Result<(), StoreError>;

    /// Gives up tables: their epoch ends, and any node may claim them at once. What the node does not hold is left alone.
    fn release(&mut self, node: &Node, tables: &[Holding]) -> Result<(), StoreError>;

    /// The open tables that the node holds; [`StoreError::Fenced`] if another session of the same name took over.
    fn held(&mut self, node: &Node) -> Result<Vec<Holding>, StoreError>;

    /// All nodes that there ever were, by name.
    fn nodes(&mut self) -> Result<Vec<NodeStatus>, StoreError>;

    /// The tables of the node that an operator wants closed, and why.
    fn to_close(&mut self, _: &Node) -> Result<Vec<(TableId, String)>, StoreError> {
        Ok(Vec::new())
    }

    /// How many open tables a guest has made, on whatever node.
    fn made_by(&mut self, maker: Guest) -> Result<u64, StoreError>;
}

/// Keeps other programs from running tables in the same place, where only one may: PostgreSQL serves many programs, an
/// SQLite file one. The lock lasts as long as what is returned.
pub(crate) fn lock(place: &str) -> Result<Option<FileLock>, StoreError> {
    match Place::of(place)? {
        Place::Postgres(_) => Ok(None),
        Place::File(path) => FileLock::take(path).map(Some),
    }
}

/// Opens a place where tables are kept, and brings its layout up to date: `postgres://…` or `postgresql://…` is a
/// PostgreSQL database, anything else the path of an SQLite file, which is made if there is none.
pub fn open(place: &str) -> Result<LockedStore, StoreError> {
    Ok(LockedStore(match Place::of(place)? {
        Place::Postgres(url) => Box::new(PostgresStore::open(url)?),
        Place::File(path) => Box::new(SqliteStore::open(path)?),
    }))
}

/// Opens a place that has been [unlocked](LockedStore::unlock) before, to read logs beside whoever writes them.
pub fn open_reader(place: &str, keys: &Keys) -> Result<Box<dyn ReadLog>, StoreError> {
    Ok(match Place::of(place)? {
        Place::Postgres(url) => Box::new(EncryptedReader::new(PostgresStore::open_reader(url)?, keys)),
        Place::File(path) => Box::new(EncryptedReader::new(SqliteStore::open_reader(path)?, keys)),
    })
}

/// Opens a place as it is, for operators: nothing is brought up to date, and nobody is kept from using it.
pub fn open_registry(place: &str) -> Result<Box<dyn Registry>, StoreError> {
    Ok(match Place::of(place)? {
        Place::Postgres(url) => Box::new(PostgresStore::open_registry(url)?),
        Place::File(path) => Box::new(SqliteStore::open_registry(path)?),
    })
}

/// Whether these are the keys that a place is encrypted with.
pub fn check_keys(place: &str, keys: &Keys) -> Result<(), StoreError> {
    match Place::of(place)? {
        Place::Postgres(url) => encrypted::check_keys(&mut PostgresStore::open_reader(url)?, keys),
        Place::File(path) => encrypted::check_keys(&mut SqliteStore::open_reader(path)?, keys),
    }
}

/// Opens a place that has been [`open`]ed before, to read the log of tips.
pub fn open_tips(place: &str) -> Result<Box<dyn ReadTips>, StoreError> {
    Ok(match Place::of(place)? {
        Place::Postgres(url) => Box::new(PostgresStore::open_reader(url)?),
        Place::File(path) => Box::new(SqliteStore::open_reader(path)?),
    })
}

/// Whether several programs can keep their tables there.
pub(crate) fn is_shared(place: &str) -> bool {
    matches!(Place::of(place), Ok(Place::Postgres(_)))
}

enum Place<'a> {
    Postgres(&'a str),
    File(&'a Path),
}

impl Place<'_> {
    fn of(place: &str) -> Result<Place<'_>, StoreError> {
        match place.split_once("://") {
            Some(("postgres" | "postgresql", _)) => Ok(Place::Postgres(place)),
            // The rest of it may hold a password.
            Some((scheme, _)) => Err(StoreError::Unusable {
                place: format!("{scheme}://…"),
                reason: "give postgres://… or the path of a file".to_owned(),
            }),
            None if place.is_empty() || place == ":memory:" => Err(StoreError::Unusable {
                place: format!("{place:?}"),
                reason: "tables are kept in a file, so that they outlive the program: give its path"
                    .to_owned(),
            }),
            None => Ok(Place::File(place.as_ref())),
        }
    }
}
