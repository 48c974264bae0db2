//! The log of the server's tips in a PostgreSQL database. Several nodes add to it, one after the other.

use std::collections::{HashMap, HashSet};

use perudo_table::fair::merkle::{Frontier, Node, TreeHash};
use perudo_table::fair::{Link, PublishedTip, TableLabel};
use tokio_postgres::types::{FromSql, ToSql, Type};
use tokio_postgres::{Error, Row};

use super::super::{ReadTips, StoreError};
use super::connection::Session;
use super::{PostgresStore, column};

/// Any number, but always the same: who adds to the log holds the lock of this number to the end of the transaction.
/// Everybody takes it after the locks of tables, so that nobody waits in a circle.
const TIPS_LOCK: i64 = 0x7065_7469_7073;

const LOCK: &str = "SELECT pg_advisory_xact_lock($1)";

const KNOWN: &str = "
    SELECT label, from_throw FROM tips
    JOIN unnest($1::bytea[], $2::bigint[]) AS new (label, from_throw) USING (label, from_throw)";

const SIZE: &str = "SELECT coalesce(max(position) + 1, 0) FROM tips";

const HASH: &str = "SELECT hash FROM tip_hashes WHERE level = $1 AND position = $2";

const HASHES: &str = "
    SELECT level, position, hash FROM tip_hashes
    JOIN unnest($1::int[], $2::bigint[]) AS wanted (level, position) USING (level, position)";

const INSERT: &str = "
    INSERT INTO tips (position, label, from_throw, tip)
    SELECT * FROM unnest($1::bigint[], $2::bytea[], $3::bigint[], $4::bytea[])";

const INSERT_HASHES: &str = "
    INSERT INTO tip_hashes (level, position, hash) SELECT * FROM unnest($1::int[], $2::bigint[], $3::bytea[])";

const PAGE: &str =
    "SELECT position, label, from_throw, tip FROM tips WHERE position >= $1 ORDER BY position LIMIT $2";

const OF_TABLE: &str =
    "SELECT position, label, from_throw, tip FROM tips WHERE label = $1 ORDER BY from_throw";

/// Adds tips at the end of the log, except those that it has.
pub(super) async fn append(session: &mut Session, tips: &[PublishedTip]) -> Result<(), Error> {
    if tips.is_empty() {
        return Ok(());
    }
    session.execute(LOCK, &[&TIPS_LOCK]).await?;
    let (labels, froms) = (column(tips, label_of), column(tips, from_of));
    let known = session
        .query(KNOWN, &[&labels, &froms], |row| Ok((bytes(row, 0)?, row.try_get::<_, i64>(1)?)))
        .await?;
    let mut known: HashSet<([u8; 32], i64)> = known.into_iter().collect();
    let new: Vec<&PublishedTip> =
        tips.iter().filter(|tip| known.insert((*tip.label.bytes(), from_of(tip)))).collect();
    let size = session.value::<i64>(SIZE, &[]).await?.cast_unsigned();
    let mut parts = Vec::new();
    for node in Frontier::nodes(size) {
        // A part that is missing is an error: a wrong tree would be worse than none.
        let place: [&(dyn ToSql + Sync); 2] = [&node.level.cast_signed(), &node.index.cast_signed()];
        let Bytes(hash) = session.value(HASH, &place).await?;
        parts.push((node, TreeHash::new(hash)));
    }
    let mut frontier = Frontier::of_parts(parts);
    let mut made = Vec::new();
    for tip in &new {
        frontier.push(tip.leaf(), |node, hash| made.push((node, hash)));
    }
    let positions: Vec<i64> = (size.cast_signed()..).take(new.len()).collect();
    let labels = column(&new, |tip| label_of(tip));
    let froms = column(&new, |tip| from_of(tip));
    let tips = column(&new, |tip| &tip.tip.bytes()[..]);
    session.execute(INSERT, &[&positions, &labels, &froms, &tips]).await?;
    let levels = column(&made, |(node, _)| node.level.cast_signed());
    let positions = column(&made, |(node, _)| node.index.cast_signed());
    let hashes = column(&made, |(_, hash)| &hash.bytes()[..]);
    session.execute(INSERT_HASHES, &[&levels, &positions, &hashes]).await?;
    Ok(())
}

fn label_of(tip: &PublishedTip) -> &[u8] {
    tip.label.bytes()
}

fn from_of(tip: &PublishedTip) -> i64 {
    tip.from.cast_signed()
}

async fn hashes(session: &mut Session, nodes: &[Node]) -> Result<HashMap<Node, TreeHash>, Error> {
    let levels = column(nodes, |node| node.level.cast_signed());
    let positions = column(nodes, |node| node.index.cast_signed());
    let read = |row: &Row| {
        let (level, index) = (row.try_get::<_, i32>(0)?, row.try_get::<_, i64>(1)?);
        let node = Node { level: level.cast_unsigned(), index: index.cast_unsigned() };
        Ok((node, TreeHash::new(bytes(row, 2)?)))
    };
    Ok(session.query(HASHES, &[&levels, &positions], read).await?.into_iter().collect())
}

/// Exactly 32 bytes.
struct Bytes([u8; 32]);

impl FromSql<'_> for Bytes {
    fn from_sql(_: &Type, raw: &[u8]) -> Result<Bytes, Box<dyn std::error::Error + Sync + Send>> {
        Ok(Bytes(raw.try_into()?))
    }

    fn accepts(kind: &Type) -> bool {
        *kind == Type::BYTEA
    }
}

fn bytes(row: &Row, index: usize) -> Result<[u8; 32], Error> {
    row.try_get(index).map(|Bytes(bytes)| bytes)
}

fn placed(row: &Row) -> Result<(u64, PublishedTip), Error> {
    let tip = PublishedTip {
        label: TableLabel::new(bytes(row, 1)?),
        from: row.try_get::<_, i64>(2)?.cast_unsigned(),
        tip: Link::new(bytes(row, 3)?),
    };
    Ok((row.try_get::<_, i64>(0)?.cast_unsigned(), tip))
}

impl ReadTips for PostgresStore {
    fn tips_size(&mut self) -> Result<u64, StoreError> {
        let size = self.connection.call(async |session| session.value::<i64>(SIZE, &[]).await)?;
        Ok(size.cast_unsigned())
    }

    fn tip_hashes(&mut self, nodes: &[Node]) -> Result<HashMap<Node, TreeHash>, StoreError> {
        self.connection.call(async |session| hashes(session, nodes).await)
    }

    fn tips(&mut self, from: u64, most: u32) -> Result<Vec<(u64, PublishedTip)>, StoreError> {
        let (from, most) = (i64::try_from(from).unwrap_or(i64::MAX), i64::from(most));
        self.connection.call(async |session| session.query(PAGE, &[&from, &most], placed).await)
    }

    fn tips_of(&mut self, label: &TableLabel) -> Result<Vec<(u64, PublishedTip)>, StoreError> {
        let label = &label.bytes()[..];
        self.connection.call(async |session| session.query(OF_TABLE, &[&label], placed).await)
    }
}
