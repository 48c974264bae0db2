//! The log of the server's tips in an SQLite file.

use std::collections::HashMap;

use perudo_table::fair::merkle::{Frontier, Node, TreeHash};
use perudo_table::fair::{Link, PublishedTip, TableLabel};
use rusqlite::TransactionBehavior::Deferred;
use rusqlite::{Row, Transaction, params};

use super::super::{ReadTips, StoreError};
use super::{SqliteStore, collect};

const KNOWN: &str = "SELECT 1 FROM tips WHERE label = ?1 AND from_throw = ?2";

const SIZE: &str = "SELECT coalesce(max(position) + 1, 0) FROM tips";

const HASH: &str = "SELECT hash FROM tip_hashes WHERE level = ?1 AND position = ?2";

const INSERT: &str = "INSERT INTO tips (position, label, from_throw, tip) VALUES (?1, ?2, ?3, ?4)";

const INSERT_HASH: &str = "INSERT INTO tip_hashes (level, position, hash) VALUES (?1, ?2, ?3)";

const PAGE: &str =
    "SELECT position, label, from_throw, tip FROM tips WHERE position >= ?1 ORDER BY position LIMIT ?2";

const OF_TABLE: &str =
    "SELECT position, label, from_throw, tip FROM tips WHERE label = ?1 ORDER BY from_throw";

/// Adds tips at the end of the log, except those that it has.
pub(super) fn append(transaction: &Transaction<'_>, tips: &[PublishedTip]) -> rusqlite::Result<()> {
    for tip in tips {
        let from = tip.from.cast_signed();
        if transaction.prepare_cached(KNOWN)?.exists(params![tip.label.bytes(), from])? {
            continue;
        }
        let size = size(transaction)?;
        let parts = Frontier::nodes(size).map(|node| Ok((node, hash(transaction, node)?)));
        let mut frontier = Frontier::of_parts(parts.collect::<rusqlite::Result<Vec<_>>>()?);
        let values = params![size.cast_signed(), tip.label.bytes(), from, tip.tip.bytes()];
        transaction.prepare_cached(INSERT)?.execute(values)?;
        let mut made = Vec::new();
        frontier.push(tip.leaf(), |node, hash| made.push((node, hash)));
        let mut insert = transaction.prepare_cached(INSERT_HASH)?;
        for (node, hash) in made {
            insert.execute(params![node.level, node.index.cast_signed(), hash.bytes()])?;
        }
    }
    Ok(())
}

fn size(transaction: &Transaction<'_>) -> rusqlite::Result<u64> {
    transaction.prepare_cached(SIZE)?.query_row([], |row| row.get(0)).map(i64::cast_unsigned)
}

fn hash(transaction: &Transaction<'_>, node: Node) -> rusqlite::Result<TreeHash> {
    let place = params![node.level, node.index.cast_signed()];
    transaction.prepare_cached(HASH)?.query_row(place, |row| row.get(0)).map(TreeHash::new)
}

fn placed(row: &Row<'_>) -> rusqlite::Result<(u64, PublishedTip)> {
    let tip = PublishedTip {
        label: TableLabel::new(row.get(1)?),
        from: row.get::<_, i64>(2)?.cast_unsigned(),
        tip: Link::new(row.get(3)?),
    };
    Ok((row.get::<_, i64>(0)?.cast_unsigned(), tip))
}

impl ReadTips for SqliteStore {
    fn tips_size(&mut self) -> Result<u64, StoreError> {
        self.transact(Deferred, size)
    }

    fn tip_hashes(&mut self, nodes: &[Node]) -> Result<HashMap<Node, TreeHash>, StoreError> {
        self.transact(Deferred, |transaction| {
            nodes.iter().map(|node| Ok((*node, hash(transaction, *node)?))).collect()
        })
    }

    fn tips(&mut self, from: u64, most: u32) -> Result<Vec<(u64, PublishedTip)>, StoreError> {
        let from = i64::try_from(from).unwrap_or(i64::MAX);
        self.transact(Deferred, |transaction| collect(transaction, PAGE, params![from, most], placed))
    }

    fn tips_of(&mut self, label: &TableLabel) -> Result<Vec<(u64, PublishedTip)>, StoreError> {
        self.transact(Deferred, |transaction| collect(transaction, OF_TABLE, params![label.bytes()], placed))
    }
}
