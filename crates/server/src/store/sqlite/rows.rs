//! The rows of an SQLite file as they are, for those who encrypt them.

use rusqlite::TransactionBehavior::{Deferred, Immediate};
use rusqlite::{Transaction, params};

use super::super::cipher::{KeyName, RowPlace};
use super::super::encrypted::{Change, Rows};
use super::super::{StoreError, TableId};
use super::{SqliteStore, collect};

/// Rows that are looked at in one transaction.
const PAGE_LENGTH: i64 = 1000;

const KEYS: &str = "SELECT name, complete FROM keys";

const ADD_KEY: &str =
    "INSERT INTO keys (name, complete) VALUES (?1, 0) ON CONFLICT DO UPDATE SET complete = 0";

const DROP_OTHER_KEYS: &str = "DELETE FROM keys WHERE name <> ?1";

const COMPLETE_KEY: &str = "UPDATE keys SET complete = 1 WHERE name = ?1";

const EVENTS: &str = "SELECT id, table_id, seq, body FROM events WHERE id > ?1 ORDER BY id LIMIT ?2";

const SNAPSHOTS: &str =
    "SELECT table_id, table_id, seq, body FROM snapshots WHERE table_id > ?1 ORDER BY table_id LIMIT ?2";

const SECRETS: &str =
    "SELECT table_id, table_id, 0, body FROM secrets WHERE table_id > ?1 ORDER BY table_id LIMIT ?2";

const SET_EVENT: &str = "UPDATE events SET body = ?2 WHERE id = ?1";

const SET_SNAPSHOT: &str = "UPDATE snapshots SET body = ?2 WHERE table_id = ?1";

const SET_SECRET: &str = "UPDATE secrets SET body = ?2 WHERE table_id = ?1";

const KEEP_SECRET: &str = "
    INSERT INTO secrets (table_id, body) SELECT id, ?2 FROM tables WHERE id = ?1 AND closed_at IS NULL
    ON CONFLICT DO NOTHING";

/// Rows of one kind: how they are read, changed and called. They have a key of their own, a table, a number and a body.
type Kind = (&'static str, &'static str, fn(TableId, u64) -> RowPlace);

const KINDS: [Kind; 3] = [
    (EVENTS, SET_EVENT, RowPlace::Event),
    (SNAPSHOTS, SET_SNAPSHOT, RowPlace::Snapshot),
    (SECRETS, SET_SECRET, |table, _| RowPlace::Secret(table)),
];

impl Rows for SqliteStore {
    fn place(&self) -> &str {
        &self.place
    }

    fn keys(&mut self) -> Result<Vec<(KeyName, bool)>, StoreError> {
        self.transact(Deferred, |transaction| {
            collect(transaction, KEYS, [], |row| Ok((KeyName(row.get(0)?), row.get(1)?)))
        })
    }

    fn add_key(&mut self, name: KeyName) -> Result<(), StoreError> {
        self.transact(Immediate, |transaction| transaction.execute(ADD_KEY, [name.0])).map(drop)
    }

    fn keep_key(&mut self, name: KeyName) -> Result<(), StoreError> {
        self.transact(Immediate, |transaction| {
            transaction.execute(DROP_OTHER_KEYS, [name.0])?;
            transaction.execute(COMPLETE_KEY, [name.0])
        })?;
        Ok(())
    }

    fn rewrite(&mut self, change: Change<'_>) -> Result<(), StoreError> {
        for kind in KINDS {
            let mut after = Some(i64::MIN);
            while let Some(key) = after {
                after =
                    self.transact(Immediate, |transaction| rewrite_page(transaction, &kind, key, change))?;
            }
        }
        // What was replaced is still in the file, in pages that nobody uses, and in the write-ahead log.
        if let Err(error) = self.connection.execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)") {
            tracing::warn!(%error, "the file cannot be cleaned of what was deleted in it");
        }
        Ok(())
    }
}

/// Returns the key of the last row, if there may be more after it.
fn rewrite_page(
    transaction: &Transaction<'_>,
    (select, update, place): &Kind,
    after: i64,
    change: Change<'_>,
) -> rusqlite::Result<Option<i64>> {
    let rows: Vec<(i64, i64, i64, Vec<u8>)> =
        collect(transaction, select, params![after, PAGE_LENGTH], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
        })?;
    let last = rows.last().map(|(key, ..)| *key);
    for (key, table, seq, body) in rows {
        let place = place(TableId::from_bits(table.cast_unsigned()), seq.cast_unsigned());
        let Some(new) = change(place, body) else { continue };
        transaction.prepare_cached(update)?.execute(params![key, new.body])?;
        if let Some(secret) = new.secret {
            transaction.prepare_cached(KEEP_SECRET)?.execute(params![table, secret])?;
        }
    }
    Ok(last)
}
