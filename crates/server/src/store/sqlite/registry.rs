//! What operators see of an SQLite file, and what they ask of the program that uses it.

use std::path::Path;
use std::time::Duration;

use rusqlite::TransactionBehavior::{Deferred, Immediate};
use rusqlite::{OptionalExtension, Row, params};

use super::super::migrations;
use super::super::{Node, NodeReport, NodeStatus, Registry, StoreError, TableId, TableReport};
use super::{SqliteStore, collect, now};

/// The events of a minute are counted from the end of all logs, and no more than so many.
const MOST_EVENTS: i64 = 100_000;

const NODES: &str = "
    SELECT name, address, version, lease_until, draining,
        (SELECT count(*) FROM tables WHERE owner = name AND closed_at IS NULL),
        (SELECT count(*) FROM (SELECT at, table_id FROM events ORDER BY events.id DESC LIMIT ?2) AS latest
         JOIN tables ON tables.id = table_id
         WHERE at > ?3 AND owner = name AND closed_at IS NULL)
    FROM nodes WHERE name <> ?1 ORDER BY name";

/// A query for tables; `?1` is the moment.
macro_rules! tables {
    ($which:literal) => {
        concat!(
            "SELECT tables.id, owner, lease_until > ?1, epoch, held_since,
                CASE WHEN log IN (1, 2) THEN 0 ELSE last_seq END, coalesce(at, closed_at), closed_at, closing, log IN (1, 2)
            FROM tables JOIN nodes ON name = owner LEFT JOIN events ON events.id = last_event ",
            $which
        )
    };
}

const TABLE: &str = tables!("WHERE tables.id = ?2");

const OPEN_TABLES: &str = tables!("WHERE closed_at IS NULL ORDER BY tables.id LIMIT ?2");

const TABLES_OF: &str = tables!("WHERE closed_at IS NULL AND owner = ?3 ORDER BY tables.id LIMIT ?2");

const ASK_TO_CLOSE: &str = "UPDATE tables SET closing = ?2 WHERE id = ?1 AND closed_at IS NULL";

const TO_CLOSE: &str =
    "SELECT id, closing FROM tables WHERE owner = ?1 AND closing IS NOT NULL AND closed_at IS NULL";

impl SqliteStore {
    /// Opens a file as it is.
    pub(in super::super) fn open_registry(path: &Path) -> Result<SqliteStore, StoreError> {
        if !path.exists() {
            let place = path.display().to_string();
            return Err(StoreError::Unusable { place, reason: "there is no such file".to_owned() });
        }
        let mut store = SqliteStore::open_reader(path)?;
        let version = "SELECT coalesce(max(version), 0) FROM migrations";
        let found = store.transact(Deferred, |transaction| {
            let any = "SELECT 1 FROM sqlite_schema WHERE name = 'migrations'";
            let any = transaction.query_row(any, [], |_| Ok(())).optional()?;
            any.map_or(Ok(0), |()| transaction.query_row(version, [], |row| row.get(0)))
        })?;
        migrations::check(&store.place, found, migrations::SQLITE)?;
        Ok(store)
    }

    /// The tables of a node that an operator wants closed.
    pub(super) fn tables_to_close(&mut self, node: &Node) -> Result<Vec<(TableId, String)>, StoreError> {
        self.transact(Deferred, |transaction| {
            let wanted =
                |row: &Row<'_>| Ok((TableId::from_bits(row.get::<_, i64>(0)?.cast_unsigned()), row.get(1)?));
            collect(transaction, TO_CLOSE, [&node.name], wanted)
        })
    }
}

impl Registry for SqliteStore {
    fn nodes(&mut self) -> Result<Vec<NodeReport>, StoreError> {
        let now = now();
        self.transact(Deferred, |transaction| {
            let a_minute_ago = now.saturating_sub(60_000);
            collect(transaction, NODES, params![Node::NOBODY, MOST_EVENTS, a_minute_ago], |row| {
                let lease = row.get::<_, i64>(3)?.saturating_sub(now);
                let milliseconds = |lease: i64| u64::try_from(lease).ok().map(Duration::from_millis);
                let status = NodeStatus {
                    name: row.get(0)?,
                    address: row.get(1)?,
                    version: row.get(2)?,
                    lease_left: milliseconds(lease).filter(|left| !left.is_zero()),
                    draining: row.get(4)?,
                    tables: row.get::<_, i64>(5)?.cast_unsigned(),
                };
                let events = row.get::<_, i64>(6)?.cast_unsigned();
                Ok(NodeReport { status, dead_for: milliseconds(lease.saturating_neg()), events })
            })
        })
    }

    fn table(&mut self, table: TableId) -> Result<Option<TableReport>, StoreError> {
        self.transact(Deferred, |transaction| {
            let id = table.bits().cast_signed();
            transaction.prepare_cached(TABLE)?.query_row(params![now(), id], report).optional()
        })
    }

    fn tables(&mut self, node: Option<&str>, most: u32) -> Result<Vec<TableReport>, StoreError> {
        self.transact(Deferred, |transaction| match node {
            Some(node) => collect(transaction, TABLES_OF, params![now(), most, node], report),
            None => collect(transaction, OPEN_TABLES, params![now(), most], report),
        })
    }

    fn drain(&mut self, _: &str) -> Result<bool, StoreError> {
        Err(StoreError::Unusable {
            place: self.place.clone(),
            reason: "an SQLite file has one program, and there is no other to hand tables over to: stop it, and its tables \
                     go on when it starts again"
                .to_owned(),
        })
    }

    fn ask_to_close(&mut self, table: TableId, reason: &str) -> Result<bool, StoreError> {
        let writable = self.connection.pragma_update(None, "query_only", false);
        writable.map_err(|error| super::explain(self.place.clone(), &error))?;
        let asked = self.transact(Immediate, |transaction| {
            transaction.execute(ASK_TO_CLOSE, params![table.bits().cast_signed(), reason])
        })?;
        Ok(asked > 0)
    }
}

fn report(row: &Row<'_>) -> rusqlite::Result<TableReport> {
    let owner: String = row.get(1)?;
    Ok(TableReport {
        id: TableId::from_bits(row.get::<_, i64>(0)?.cast_unsigned()),
        owner: Some(owner).filter(|owner| owner != Node::NOBODY),
        live: row.get(2)?,
        epoch: row.get::<_, i64>(3)?.cast_unsigned(),
        since: row.get(4)?,
        events: row.get::<_, i64>(5)?.cast_unsigned(),
        last_at: row.get::<_, Option<i64>>(6)?.unwrap_or(0),
        closed_at: row.get(7)?,
        closing: row.get(8)?,
        log_deleted: row.get(9)?,
    })
}
