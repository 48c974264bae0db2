//! Who runs which table. A file has one program at a time, so most of this serves its restarts.

use std::time::Duration;

use perudo_table::Guest;
use rusqlite::TransactionBehavior::{Deferred, Immediate};
use rusqlite::{OptionalExtension, Transaction, params};

use super::super::{Claim, Holding, Node, NodeStatus, Owner, Renewal, StoreError, StoredTable, TableId};
use super::{SqliteStore, collect, lease_until, now, restore};

const BEGIN_SESSION: &str = "
    INSERT INTO nodes (name, session, lease_until, address, version) VALUES (?1, ?2, ?3, ?4, ?5)
    ON CONFLICT DO UPDATE SET session = excluded.session, lease_until = excluded.lease_until,
        address = excluded.address, version = excluded.version, draining = 0";

const TAKE_OVER: &str = "
    UPDATE tables SET owner = ?1, epoch = epoch + 1, held_since = ?2
    WHERE closed_at IS NULL AND owner IN (SELECT name FROM nodes WHERE name = ?1 OR lease_until <= ?2)
    RETURNING id, epoch";

const LEASE: &str = "SELECT lease_until <= ?3, draining FROM nodes WHERE name = ?1 AND session = ?2";

const RENEW: &str = "UPDATE nodes SET lease_until = ?3 WHERE name = ?1 AND session = ?2";

/// The owner of an open table, and whether another node may claim it.
const OWNER: &str = "
    SELECT owner, address, owner = ?2 OR lease_until <= ?3 FROM tables JOIN nodes ON name = owner
    WHERE id = ?1 AND closed_at IS NULL";

const CLAIM: &str =
    "UPDATE tables SET owner = ?2, epoch = epoch + 1, held_since = ?3 WHERE id = ?1 RETURNING epoch";

const ORPHANS: &str = "
    SELECT id FROM tables
    WHERE closed_at IS NULL AND owner IN (SELECT name FROM nodes WHERE lease_until <= ?1) AND owner <> ?2
    LIMIT ?3";

const RELEASE: &str =
    "UPDATE tables SET owner = ?4, epoch = epoch + 1 WHERE id = ?1 AND epoch = ?2 AND owner = ?3";

const HELD: &str = "SELECT id, epoch FROM tables WHERE owner = ?1 AND closed_at IS NULL";

const NODES: &str = "
    SELECT name, address, version, lease_until, draining,
        (SELECT count(*) FROM tables WHERE owner = name AND closed_at IS NULL)
    FROM nodes WHERE name <> ?1 ORDER BY name";

const MADE_BY: &str = "SELECT count(*) FROM tables WHERE maker = ?1 AND closed_at IS NULL";

impl SqliteStore {
    pub(super) fn begin_session(
        &mut self,
        node: &Node,
        visit: &mut dyn FnMut(StoredTable),
    ) -> Result<(), StoreError> {
        let taken = self.transact(Immediate, |transaction| {
            let session = node.session.cast_signed();
            let node_row = params![node.name, session, lease_until(node), node.address, Node::VERSION];
            transaction.prepare_cached(BEGIN_SESSION)?.execute(node_row)?;
            collect(transaction, TAKE_OVER, params![node.name, now()], |row| Ok((row.get(0)?, row.get(1)?)))
        })?;
        // The tables are ours by now, so nobody else writes to them while they are read.
        self.transact(Deferred, |transaction| {
            for (id, epoch) in taken {
                visit(restore(transaction, id, epoch)?);
            }
            Ok(())
        })
    }

    pub(super) fn renew_lease(&mut self, node: &Node) -> Result<Renewal, StoreError> {
        let renewed = self.transact(Immediate, |transaction| {
            let session = node.session.cast_signed();
            let renewal =
                |row: &rusqlite::Row<'_>| Ok(Renewal { lapsed: row.get(0)?, draining: row.get(1)? });
            let renewal =
                transaction.prepare_cached(LEASE)?.query_row(params![node.name, session, now()], renewal);
            let renewal = renewal.optional()?;
            transaction.prepare_cached(RENEW)?.execute(params![node.name, session, lease_until(node)])?;
            Ok(renewal)
        })?;
        self.is_kept()?;
        renewed.ok_or_else(|| fenced(node))
    }

    pub(super) fn claim_tables(&mut self, node: &Node, tables: &[TableId]) -> Result<Vec<Claim>, StoreError> {
        let is_open = |transaction: &Transaction<'_>| {
            let mut owner = transaction.prepare_cached(OWNER)?;
            let open = |table: &TableId| owner.exists(params![table.bits().cast_signed(), node.name, now()]);
            tables.iter().map(open).collect::<rusqlite::Result<Vec<bool>>>()
        };
        // Whoever asks for a table that is not there keeps no writer waiting, and waits for none.
        let is_current_and_open = self
            .transact(Deferred, |transaction| Ok((is_current(transaction, node)?, is_open(transaction)?)))?;
        if let (true, open) = &is_current_and_open
            && !open.contains(&true)
        {
            return Ok(tables.iter().map(|_| Claim::Gone).collect());
        }
        let claims = self.transact(Immediate, |transaction| {
            if !is_current(transaction, node)? {
                return Ok(None);
            }
            tables.iter().map(|table| claim(transaction, node, *table)).collect::<Result<_, _>>().map(Some)
        })?;
        claims.ok_or_else(|| fenced(node))
    }

    pub(super) fn claim_free_tables(
        &mut self,
        node: &Node,
        most: usize,
        visit: &mut dyn FnMut(StoredTable),
    ) -> Result<(), StoreError> {
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let orphans = |transaction: &Transaction<'_>| {
            collect(transaction, ORPHANS, params![now(), node.name, most], |row| row.get::<_, i64>(0))
        };
        // Nearly always there are none, and looking for them keeps no writer waiting.
        if self.transact(Deferred, orphans)?.is_empty() {
            return Ok(());
        }
        let taken = self.transact(Immediate, |transaction| {
            if !is_current(transaction, node)? {
                return Ok(None);
            }
            let take = |id| {
                let epoch = transaction
                    .prepare_cached(CLAIM)?
                    .query_row(params![id, node.name, now()], |row| row.get(0))?;
                restore(transaction, id, epoch)
            };
            orphans(transaction)?.into_iter().map(take).collect::<Result<Vec<_>, _>>().map(Some)
        })?;
        taken.ok_or_else(|| fenced(node))?.into_iter().for_each(visit);
        Ok(())
    }

    pub(super) fn release_tables(&mut self, node: &Node, tables: &[Holding]) -> Result<(), StoreError> {
        self.transact(Immediate, |transaction| {
            let mut release = transaction.prepare_cached(RELEASE)?;
            for (table, epoch) in tables {
                let (id, epoch) = (table.bits().cast_signed(), epoch.cast_signed());
                release.execute(params![id, epoch, node.name, Node::NOBODY])?;
            }
            Ok(())
        })
    }

    pub(super) fn held_tables(&mut self, node: &Node) -> Result<Vec<Holding>, StoreError> {
        let held = self.transact(Deferred, |transaction| {
            if !is_current(transaction, node)? {
                return Ok(None);
            }
            let holding = |row: &rusqlite::Row<'_>| {
                let (id, epoch): (i64, i64) = (row.get(0)?, row.get(1)?);
                Ok((TableId::from_bits(id.cast_unsigned()), epoch.cast_unsigned()))
            };
            collect(transaction, HELD, [&node.name], holding).map(Some)
        })?;
        held.ok_or_else(|| fenced(node))
    }

    pub(super) fn list_nodes(&mut self) -> Result<Vec<NodeStatus>, StoreError> {
        self.transact(Deferred, |transaction| {
            collect(transaction, NODES, [Node::NOBODY], |row| {
                let left = u64::try_from(row.get::<_, i64>(3)?.saturating_sub(now())).ok();
                Ok(NodeStatus {
                    name: row.get(0)?,
                    address: row.get(1)?,
                    version: row.get(2)?,
                    lease_left: left.filter(|left| *left > 0).map(Duration::from_millis),
                    draining: row.get(4)?,
                    tables: row.get::<_, i64>(5)?.cast_unsigned(),
                })
            })
        })
    }

    pub(super) fn count_made_by(&mut self, maker: Guest) -> Result<u64, StoreError> {
        self.transact(Deferred, |transaction| {
            let count = |row: &rusqlite::Row<'_>| row.get::<_, i64>(0);
            let count = transaction.prepare_cached(MADE_BY)?.query_row([maker.bytes().as_slice()], count)?;
            Ok(count.cast_unsigned())
        })
    }
}

/// Whether no other session of the node's name has begun.
fn is_current(transaction: &Transaction<'_>, node: &Node) -> rusqlite::Result<bool> {
    let row = params![node.name, node.session.cast_signed(), now()];
    transaction.prepare_cached(LEASE)?.exists(row)
}

fn claim(transaction: &Transaction<'_>, node: &Node, table: TableId) -> rusqlite::Result<Claim> {
    let id = table.bits().cast_signed();
    let owner = |row: &rusqlite::Row<'_>| {
        Ok((Owner { name: row.get(0)?, address: row.get(1)? }, row.get::<_, bool>(2)?))
    };
    let owner = transaction.prepare_cached(OWNER)?.query_row(params![id, node.name, now()], owner);
    Ok(match owner.optional()? {
        None => Claim::Gone,
        Some((owner, false)) => Claim::Elsewhere(owner),
        Some((_, true)) => {
            let claimed = params![id, node.name, now()];
            let epoch = transaction.prepare_cached(CLAIM)?.query_row(claimed, |row| row.get(0))?;
            Claim::Taken(Box::new(restore(transaction, id, epoch)?))
        }
    })
}

fn fenced(node: &Node) -> StoreError {
    StoreError::Fenced { node: node.name.clone() }
}
