//! Who runs which table. Every session begins by holding on to the row of its node, so that no later session of the same
//! name begins before what it does is there to be taken over.

use std::time::Duration;

use perudo_table::Guest;
use tokio_postgres::{Error, Row};

use super::super::{Claim, Holding, Node, NodeStatus, Owner, Renewal, StoreError, StoredTable, TableId};
use super::connection::Session;
use super::{BEGIN, CHUNK, COMMIT, LOCK, PostgresStore, column, restore};

/// PostgreSQL's dates end somewhere.
const LONGEST_LEASE: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);

const BEGIN_SESSION: &str = "
    INSERT INTO nodes (name, session, lease_until, address, version)
    VALUES ($1, $2, clock_timestamp() + $3::bigint * interval '1 millisecond', $4, $5)
    ON CONFLICT (name) DO UPDATE SET session = excluded.session, lease_until = excluded.lease_until,
        address = excluded.address, version = excluded.version, draining = false";

/// The nodes whose lease has run out. None of them renews it before the transaction ends, and then it knows what it has
/// lost; who is just renewing it lives. Nodes are locked before tables, always.
const LOCK_DEAD: &str = "
    SELECT name FROM nodes WHERE lease_until <= clock_timestamp() ORDER BY name FOR SHARE SKIP LOCKED";

/// The same for the owners of some tables, dead or not.
const LOCK_OWNERS: &str = "
    SELECT name FROM nodes WHERE name IN (SELECT owner FROM tables WHERE id = ANY($1)) ORDER BY name FOR SHARE";

const LOCK_FREE: &str = "
    SELECT id FROM tables
    WHERE closed_at IS NULL AND (owner = $1 OR owner = ANY($2))
    ORDER BY id FOR NO KEY UPDATE";

const CLAIM: &str = "
    UPDATE tables SET owner = $1, epoch = epoch + 1, held_since = clock_timestamp()
    WHERE id = ANY($2) RETURNING id, epoch";

const LEASE: &str = "
    SELECT lease_until <= clock_timestamp(), draining FROM nodes WHERE name = $1 AND session = $2 FOR UPDATE";

const RENEW: &str = "
    UPDATE nodes SET lease_until = clock_timestamp() + $3::bigint * interval '1 millisecond'
    WHERE name = $1 AND session = $2";

const IS_CURRENT: &str = "SELECT true FROM nodes WHERE name = $1 AND session = $2 FOR SHARE";

/// The owners of open tables that are locked, and whether another node may claim them.
const OWNERS: &str = "
    SELECT id, owner, address, owner = $2 OR lease_until <= clock_timestamp()
    FROM tables JOIN nodes ON name = owner WHERE id = ANY($1) AND closed_at IS NULL";

/// How many tables no live node has, and how many nodes share them.
const COUNT_ORPHANS: &str = "
    SELECT (SELECT count(*) FROM tables WHERE closed_at IS NULL AND owner IN
               (SELECT name FROM nodes WHERE lease_until <= clock_timestamp())),
           (SELECT count(*) FROM nodes WHERE lease_until > clock_timestamp() AND NOT draining)";

/// What another node is about to claim is left to it.
const LOCK_ORPHANS: &str = "
    SELECT id FROM tables
    WHERE closed_at IS NULL AND owner <> $1 AND owner = ANY($3)
    LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED";

/// The epoch ends with it: nothing that was still on its way is written afterwards.
const RELEASE: &str = "
    UPDATE tables SET owner = $4, epoch = tables.epoch + 1 FROM unnest($1::bigint[], $2::bigint[]) AS held (id, epoch)
    WHERE tables.id = held.id AND tables.epoch = held.epoch AND owner = $3";

const HELD: &str = "SELECT id, epoch FROM tables WHERE owner = $1 AND closed_at IS NULL";

const NODES: &str = "
    SELECT name, address, version, (extract(epoch FROM lease_until - clock_timestamp()) * 1000)::bigint, draining,
        (SELECT count(*) FROM tables WHERE owner = name AND closed_at IS NULL)
    FROM nodes WHERE name <> $1 ORDER BY name";

const MADE_BY: &str = "SELECT count(*) FROM tables WHERE maker = $1 AND closed_at IS NULL";

impl PostgresStore {
    pub(super) fn begin_session(
        &mut self,
        node: &Node,
        visit: &mut dyn FnMut(StoredTable),
    ) -> Result<(), StoreError> {
        let taken = self.connection.call(async |session| take_over(session, node).await)?;
        self.visit_taken(&taken, visit)
    }

    pub(super) fn renew_lease(&mut self, node: &Node) -> Result<Renewal, StoreError> {
        let renewed = self.connection.call(async |session| {
            session.run(BEGIN).await?;
            let number = node.session.cast_signed();
            let renewal = |row: &Row| Ok(Renewal { lapsed: row.try_get(0)?, draining: row.try_get(1)? });
            let renewal = session.query(LEASE, &[&node.name, &number], renewal).await?.pop();
            session.execute(RENEW, &[&node.name, &number, &lease(node)]).await?;
            session.run(COMMIT).await?;
            Ok(renewal)
        })?;
        renewed.ok_or_else(|| fenced(node))
    }

    pub(super) fn claim_tables(&mut self, node: &Node, tables: &[TableId]) -> Result<Vec<Claim>, StoreError> {
        let claims = self.connection.call(async |session| claim(session, node, tables).await)?;
        claims.ok_or_else(|| fenced(node))
    }

    pub(super) fn claim_free_tables(
        &mut self,
        node: &Node,
        most: usize,
        visit: &mut dyn FnMut(StoredTable),
    ) -> Result<(), StoreError> {
        // Not tried again: if the answer were lost, a second one would not name what the first has claimed.
        let taken = self.connection.call_once(async |session| claim_orphans(session, node, most).await)?;
        let taken = taken.ok_or_else(|| fenced(node))?;
        self.visit_taken(&taken, visit)
    }

    /// The tables are ours by now, so nobody else writes to them while they are read.
    fn visit_taken(
        &mut self,
        taken: &[(i64, i64)],
        visit: &mut dyn FnMut(StoredTable),
    ) -> Result<(), StoreError> {
        for chunk in taken.chunks(CHUNK) {
            let tables = self.connection.call(async |session| restore(session, chunk).await)?;
            tables.into_iter().for_each(&mut *visit);
        }
        Ok(())
    }

    pub(super) fn release_tables(&mut self, node: &Node, tables: &[Holding]) -> Result<(), StoreError> {
        let ids = column(tables, |(table, _)| table.bits().cast_signed());
        let epochs = column(tables, |(_, epoch)| epoch.cast_signed());
        let nobody = Node::NOBODY;
        self.connection
            .call(async |session| session.execute(RELEASE, &[&ids, &epochs, &node.name, &nobody]).await)
            .map(drop)
    }

    pub(super) fn held_tables(&mut self, node: &Node) -> Result<Vec<Holding>, StoreError> {
        let held = self.connection.call(async |session| {
            session.run(BEGIN).await?;
            let current = is_current(session, node).await?;
            let holding = |row: &Row| {
                let (id, epoch): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
                Ok((TableId::from_bits(id.cast_unsigned()), epoch.cast_unsigned()))
            };
            let held = session.query(HELD, &[&node.name], holding).await?;
            session.run(COMMIT).await?;
            Ok(current.then_some(held))
        })?;
        held.ok_or_else(|| fenced(node))
    }

    pub(super) fn list_nodes(&mut self) -> Result<Vec<NodeStatus>, StoreError> {
        let status = |row: &Row| {
            let left = u64::try_from(row.try_get::<_, i64>(3)?).ok();
            Ok(NodeStatus {
                name: row.try_get(0)?,
                address: row.try_get(1)?,
                version: row.try_get(2)?,
                lease_left: left.filter(|left| *left > 0).map(Duration::from_millis),
                draining: row.try_get(4)?,
                tables: row.try_get::<_, i64>(5)?.cast_unsigned(),
            })
        };
        self.connection.call(async |session| session.query(NODES, &[&Node::NOBODY], status).await)
    }

    pub(super) fn count_made_by(&mut self, maker: Guest) -> Result<u64, StoreError> {
        let maker = maker.bytes().to_vec();
        let count: i64 = self.connection.call(async |session| session.value(MADE_BY, &[&maker]).await)?;
        Ok(count.cast_unsigned())
    }
}

async fn take_over(session: &mut Session, node: &Node) -> Result<Vec<(i64, i64)>, Error> {
    session.run(BEGIN).await?;
    let number = node.session.cast_signed();
    let begin: super::connection::Values<'_> =
        &[&node.name, &number, &lease(node), &node.address, &Node::VERSION];
    session.execute(BEGIN_SESSION, begin).await?;
    let dead = lock_dead(session).await?;
    let free: Vec<i64> = session.query(LOCK_FREE, &[&node.name, &dead], |row| row.try_get(0)).await?;
    let taken = session.query(CLAIM, &[&node.name, &free], taken).await?;
    session.run(COMMIT).await?;
    Ok(taken)
}

/// The nodes whose lease has run out.
async fn lock_dead(session: &mut Session) -> Result<Vec<String>, Error> {
    session.query(LOCK_DEAD, &[], |row| row.try_get(0)).await
}

/// Whether no other session of the node's name has begun; none begins until the transaction ends.
async fn is_current(session: &mut Session, node: &Node) -> Result<bool, Error> {
    let number = node.session.cast_signed();
    let rows = session.query(IS_CURRENT, &[&node.name, &number], |row| row.try_get::<_, bool>(0)).await?;
    Ok(!rows.is_empty())
}

/// `None` if another session of the node's name has begun.
async fn claim(session: &mut Session, node: &Node, tables: &[TableId]) -> Result<Option<Vec<Claim>>, Error> {
    let ids = column(tables, |table| table.bits().cast_signed());
    session.run(BEGIN).await?;
    if !is_current(session, node).await? {
        session.run(COMMIT).await?;
        return Ok(None);
    }
    session.execute(LOCK_OWNERS, &[&ids]).await?;
    session.execute(LOCK, &[&ids]).await?;
    let owner = |row: &Row| {
        let owner = Owner { name: row.try_get(1)?, address: row.try_get(2)? };
        Ok((row.try_get::<_, i64>(0)?, owner, row.try_get::<_, bool>(3)?))
    };
    let owners = session.query(OWNERS, &[&ids, &node.name], owner).await?;
    let free = column(owners.iter().filter(|(_, _, free)| *free), |(id, _, _)| *id);
    let mut taken = Vec::new();
    if !free.is_empty() {
        let claimed = session.query(CLAIM, &[&node.name, &free], self::taken).await?;
        taken = restore(session, &claimed).await?;
    }
    session.run(COMMIT).await?;
    let mut became = |table: &TableId| {
        if let Some(index) = taken.iter().position(|stored| stored.id == *table) {
            return Claim::Taken(Box::new(taken.swap_remove(index)));
        }
        let id = table.bits().cast_signed();
        let owner = owners.iter().find(|(owned, _, free)| *owned == id && !free);
        owner.map_or(Claim::Gone, |(_, owner, _)| Claim::Elsewhere(owner.clone()))
    };
    Ok(Some(tables.iter().map(&mut became).collect()))
}

/// `None` if another session of the node's name has begun.
async fn claim_orphans(
    session: &mut Session,
    node: &Node,
    most: usize,
) -> Result<Option<Vec<(i64, i64)>>, Error> {
    let counts = |row: &Row| Ok((row.try_get::<_, i64>(0)?, row.try_get::<_, i64>(1)?));
    // Nearly always there are none, and looking for them locks nothing.
    let (orphans, nodes) = session.query(COUNT_ORPHANS, &[], counts).await?.pop().unwrap_or_default();
    if orphans == 0 {
        return Ok(Some(Vec::new()));
    }
    let share = orphans.cast_unsigned().div_ceil(nodes.max(1).cast_unsigned());
    let share = i64::try_from(share.min(most as u64)).unwrap_or(i64::MAX);
    session.run(BEGIN).await?;
    if !is_current(session, node).await? {
        session.run(COMMIT).await?;
        return Ok(None);
    }
    let dead = lock_dead(session).await?;
    let free: Vec<i64> =
        session.query(LOCK_ORPHANS, &[&node.name, &share, &dead], |row| row.try_get(0)).await?;
    let claimed = session.query(CLAIM, &[&node.name, &free], taken).await?;
    session.run(COMMIT).await?;
    Ok(Some(claimed))
}

fn taken(row: &Row) -> Result<(i64, i64), Error> {
    Ok((row.try_get(0)?, row.try_get(1)?))
}

/// In milliseconds.
fn lease(node: &Node) -> i64 {
    i64::try_from(node.lease.min(LONGEST_LEASE).as_millis()).unwrap_or(i64::MAX)
}

fn fenced(node: &Node) -> StoreError {
    StoreError::Fenced { node: node.name.clone() }
}
