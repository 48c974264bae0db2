//! What operators see of a PostgreSQL database, and what they ask of its nodes.

use std::time::Duration;

use tokio_postgres::{Error, Row};

use super::super::migrations;
use super::super::{Node, NodeReport, NodeStatus, Registry, StoreError, TableId, TableReport};
use super::PostgresStore;
use super::connection::{Connection, Session};

/// The events of a minute are counted from the end of each log, and no more than so many.
const MOST_EVENTS: i64 = 300;

/// Most tables are quiet: only where the last event is of this minute are others looked at.
const NODES: &str = "
    SELECT name, address, version, (extract(epoch FROM lease_until - clock_timestamp()) * 1000)::bigint, draining,
        count(tables.id), coalesce(sum(recent.count), 0)::bigint
    FROM nodes
    LEFT JOIN tables ON owner = name AND closed_at IS NULL
    LEFT JOIN LATERAL (SELECT at FROM events WHERE table_id = tables.id ORDER BY seq DESC LIMIT 1) AS last ON true
    LEFT JOIN LATERAL (
        SELECT count(*) FROM (
            SELECT at FROM events WHERE table_id = tables.id AND last.at > (extract(epoch FROM now()) - 60) * 1000
            ORDER BY seq DESC LIMIT $2
        ) AS latest
        WHERE at > (extract(epoch FROM now()) - 60) * 1000
    ) AS recent ON true
    WHERE name <> $1 GROUP BY name ORDER BY name";

/// A query for tables.
macro_rules! tables {
    ($which:literal) => {
        concat!(
            "SELECT tables.id, owner, lease_until > clock_timestamp(), epoch,
                (extract(epoch FROM held_since) * 1000)::bigint, CASE WHEN log IN (1, 2) THEN 0 ELSE latest.seq END,
                coalesce(latest.at, (extract(epoch FROM closed_at) * 1000)::bigint),
                (extract(epoch FROM closed_at) * 1000)::bigint, closing, log IN (1, 2)
            FROM tables JOIN nodes ON name = owner
            LEFT JOIN LATERAL
                (SELECT seq, at FROM events WHERE table_id = tables.id ORDER BY seq DESC LIMIT 1) AS latest ON true ",
            $which
        )
    };
}

const TABLE: &str = tables!("WHERE tables.id = $1");

const OPEN_TABLES: &str = tables!("WHERE closed_at IS NULL ORDER BY tables.id LIMIT $1");

const TABLES_OF: &str = tables!("WHERE closed_at IS NULL AND owner = $2 ORDER BY tables.id LIMIT $1");

const DRAIN: &str = "UPDATE nodes SET draining = true WHERE name = $1 AND name <> $2";

const ASK_TO_CLOSE: &str = "UPDATE tables SET closing = $2 WHERE id = $1 AND closed_at IS NULL";

const TO_CLOSE: &str =
    "SELECT id, closing FROM tables WHERE owner = $1 AND closing IS NOT NULL AND closed_at IS NULL";

impl PostgresStore {
    /// Opens a database as it is.
    pub(in super::super) fn open_registry(url: &str) -> Result<PostgresStore, StoreError> {
        let mut connection = Connection::new(url)?;
        let found = connection.call(async |session| version(session).await)?;
        migrations::check(connection.place(), found, migrations::POSTGRES)?;
        Ok(PostgresStore { connection })
    }

    /// The tables of a node that an operator wants closed.
    pub(super) fn tables_to_close(&mut self, node: &Node) -> Result<Vec<(TableId, String)>, StoreError> {
        let wanted =
            |row: &Row| Ok((TableId::from_bits(row.try_get::<_, i64>(0)?.cast_unsigned()), row.try_get(1)?));
        self.connection.call(async |session| session.query(TO_CLOSE, &[&node.name], wanted).await)
    }
}

/// The version of the layout; 0 if there is none.
pub(super) async fn version(session: &mut Session) -> Result<i64, Error> {
    if !session.value::<bool>("SELECT to_regclass('migrations') IS NOT NULL", &[]).await? {
        return Ok(0);
    }
    session.value("SELECT coalesce(max(version), 0) FROM migrations", &[]).await
}

impl Registry for PostgresStore {
    fn nodes(&mut self) -> Result<Vec<NodeReport>, StoreError> {
        self.connection.call(async |session| session.query(NODES, &[&Node::NOBODY, &MOST_EVENTS], node).await)
    }

    fn table(&mut self, table: TableId) -> Result<Option<TableReport>, StoreError> {
        let id = table.bits().cast_signed();
        let found = self.connection.call(async |session| session.query(TABLE, &[&id], self::table).await)?;
        Ok(found.into_iter().next())
    }

    fn tables(&mut self, node: Option<&str>, most: u32) -> Result<Vec<TableReport>, StoreError> {
        let most = i64::from(most);
        self.connection.call(async |session| match node {
            Some(node) => session.query(TABLES_OF, &[&most, &node], table).await,
            None => session.query(OPEN_TABLES, &[&most], table).await,
        })
    }

    fn drain(&mut self, node: &str) -> Result<bool, StoreError> {
        let asked =
            self.connection.call(async |session| session.execute(DRAIN, &[&node, &Node::NOBODY]).await)?;
        Ok(asked > 0)
    }

    fn ask_to_close(&mut self, table: TableId, reason: &str) -> Result<bool, StoreError> {
        let id = table.bits().cast_signed();
        let asked =
            self.connection.call(async |session| session.execute(ASK_TO_CLOSE, &[&id, &reason]).await)?;
        Ok(asked > 0)
    }
}

fn node(row: &Row) -> Result<NodeReport, Error> {
    let lease: i64 = row.try_get(3)?;
    let milliseconds = |lease: i64| u64::try_from(lease).ok().map(Duration::from_millis);
    let status = NodeStatus {
        name: row.try_get(0)?,
        address: row.try_get(1)?,
        version: row.try_get(2)?,
        lease_left: milliseconds(lease).filter(|left| !left.is_zero()),
        draining: row.try_get(4)?,
        tables: row.try_get::<_, i64>(5)?.cast_unsigned(),
    };
    let events = row.try_get::<_, i64>(6)?.cast_unsigned();
    Ok(NodeReport { status, dead_for: milliseconds(lease.saturating_neg()), events })
}

fn table(row: &Row) -> Result<TableReport, Error> {
    let owner: String = row.try_get(1)?;
    Ok(TableReport {
        id: TableId::from_bits(row.try_get::<_, i64>(0)?.cast_unsigned()),
        owner: Some(owner).filter(|owner| owner != Node::NOBODY),
        live: row.try_get(2)?,
        epoch: row.try_get::<_, i64>(3)?.cast_unsigned(),
        since: row.try_get(4)?,
        events: row.try_get::<_, i64>(5)?.cast_unsigned(),
        last_at: row.try_get(6)?,
        closed_at: row.try_get(7)?,
        closing: row.try_get(8)?,
        log_deleted: row.try_get(9)?,
    })
}
