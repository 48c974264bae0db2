//! What is kept about people: names, keys, finished tours, ratings, the queue.
//!
//! A table never waits for any of it. Its finished tours come here with the events that end them, in one transaction; who
//! gains and loses by them is worked out afterwards, tour by tour in their order, each once: see `book.rs`.

mod book;
mod cuts;
mod decency;
mod fill;
mod games;
mod keys;
mod names;
mod old_logs;
mod queue;
mod sql;
mod tours;

pub use decency::{Ban, Desk, Report};
pub use games::GamesQuery;
pub(crate) use keys::{NewKey, OneTime, Passkey, scope_bits};
pub(crate) use names::{Found, Identity, Kind};
pub(crate) use old_logs::{KeptTour, LogState};
pub(crate) use queue::{ALIVE, Entry, GRACE, InQueue, QueuePlayer, QueueState, QuickTable, lines};
pub(crate) use sql::{Row, Sql, SqlError, Value, at_once, values};
pub(crate) use tours::keep as keep_tours;

use std::path::Path;

use rusqlite::TransactionBehavior::{Deferred, Immediate};

use super::postgres::PostgresStore;
use super::sqlite::SqliteStore;
use super::{Place, StoreError};

/// A connection to what is kept about people. Calls block, and each is one transaction.
pub struct PeopleStore(Database);

enum Database {
    Sqlite(Box<SqliteStore>),
    Postgres(Box<PostgresStore>),
}

impl PeopleStore {
    /// Opens a place that servers of this version use.
    pub fn open(place: &str) -> Result<PeopleStore, StoreError> {
        Ok(PeopleStore(match Place::of(place)? {
            Place::Postgres(url) => Database::Postgres(Box::new(PostgresStore::open_reader(url)?)),
            Place::File(path) => Database::Sqlite(Box::new(SqliteStore::open_beside(Path::new(path))?)),
        }))
    }

    /// Reads.
    pub(crate) fn read<T>(
        &mut self,
        work: impl AsyncFn(&mut Sql<'_>) -> Result<T, SqlError>,
    ) -> Result<T, StoreError> {
        match &mut self.0 {
            Database::Sqlite(store) => {
                store.transact(Deferred, |transaction| at_once(work(&mut Sql::Sqlite(transaction))))
            }
            Database::Postgres(store) => store.read(work),
        }
    }

    /// Reads and writes, wholly or not at all.
    pub(crate) fn write<T>(
        &mut self,
        work: impl AsyncFn(&mut Sql<'_>) -> Result<T, SqlError>,
    ) -> Result<T, StoreError> {
        match &mut self.0 {
            Database::Sqlite(store) => {
                store.transact(Immediate, |transaction| at_once(work(&mut Sql::Sqlite(transaction))))
            }
            Database::Postgres(store) => store.write(work),
        }
    }

    /// Whether other programs use the same database.
    pub(crate) fn is_shared(&self) -> bool {
        matches!(self.0, Database::Postgres(_))
    }
}
