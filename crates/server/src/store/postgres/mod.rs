//! Tables in a PostgreSQL database.

mod address;
mod connection;
mod owners;
mod registry;
mod rows;
mod tips;
mod tls;
mod tls_stream;

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::time::Duration;

use perudo_table::Guest;
use perudo_table::fair::PublishedTip;
use tokio_postgres::{Error, Row};

use super::append::Place;
use super::migrations;
use super::people::{self, Sql, SqlError};
use super::{
    Append, Claim, Fate, Holding, Node, NodeStatus, ReadLog, Renewal, Snapshot, Store, StoreError,
    StoredEvent, StoredTable, TableId,
};
use connection::Connection;
pub(crate) use connection::Session;

/// Tables that are read at a time when they are taken over.
const CHUNK: usize = 500;
/// Events of a log that are read at a time.
const PAGE_LENGTH: i64 = 256;
/// A new layout may have to be made of many events, and others wait for who makes it.
const MIGRATION_DEADLINE: Duration = Duration::from_secs(10 * 60);
/// Any number, but always the same: who migrates holds the lock of this number.
const MIGRATION_LOCK: i64 = 0x7065_7275_646f;

/// Each statement sees what was committed before it, and what it locked.
const BEGIN: &str = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE";
/// After an error the session is given up, so this never ends a transaction that failed.
const COMMIT: &str = "COMMIT";

/// The lock on the node keeps another session of it from beginning before this table is there to be taken over.
const CREATE: &str = "
    INSERT INTO tables (id, owner, epoch, maker)
    SELECT new.id, holder.name, 1, new.maker
    FROM unnest($1::bigint[], $4::bytea[]) AS new (id, maker),
        (SELECT name FROM nodes WHERE name = $2 AND session = $3 FOR SHARE) AS holder
    ON CONFLICT DO NOTHING";

/// From here to the end of the transaction nobody else takes these tables over or writes to their logs. Everybody locks
/// in the same order, so that nobody waits in a circle.
const LOCK: &str = "SELECT id FROM tables WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE";

/// Which appends may be written.
const ADMITS: &str = "
    SELECT tables.id
    FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bool[]) AS new (id, epoch, first_seq, even_if_closed)
    JOIN tables USING (id, epoch)
    WHERE (closed_at IS NULL OR even_if_closed)
        AND first_seq = 1 + coalesce((SELECT max(seq) FROM events WHERE table_id = tables.id), 0)";

const INSERT: &str = "
    INSERT INTO events (table_id, seq, at, body)
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bytea[])";

const KEEP: &str = "
    INSERT INTO snapshots (table_id, seq, body)
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bytea[])
    ON CONFLICT (table_id) DO UPDATE SET seq = excluded.seq, body = excluded.body";

const KEEP_SECRETS: &str = "
    INSERT INTO secrets (table_id, body) SELECT * FROM unnest($1::bigint[], $2::bytea[]) ON CONFLICT DO NOTHING";

const FORGET_SECRETS: &str = "DELETE FROM secrets WHERE table_id = ANY($1)";

const FORGET_SNAPSHOTS: &str = "DELETE FROM snapshots WHERE table_id = ANY($1)";

const SECRETS: &str = "SELECT table_id, body FROM secrets WHERE table_id = ANY($1)";

const CLOSE: &str =
    "UPDATE tables SET closed_at = clock_timestamp() WHERE id = ANY($1) AND closed_at IS NULL";

const WRITTEN_BEFORE: &str = "
    SELECT table_id, seq, at, body
    FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) AS new (id, epoch, first_seq, last_seq)
    JOIN tables USING (id, epoch)
    JOIN events ON table_id = id AND seq BETWEEN first_seq AND last_seq
    ORDER BY table_id, seq";

const SNAPSHOTS: &str = "SELECT table_id, seq, body FROM snapshots WHERE table_id = ANY($1)";

const EVENTS: &str = "
    SELECT table_id, seq, at, body
    FROM unnest($1::bigint[], $2::bigint[]) AS wanted (id, first_seq)
    JOIN events ON table_id = id AND seq >= first_seq
    ORDER BY table_id, seq";

const PAGE: &str = "
    SELECT table_id, seq, at, body FROM events WHERE table_id = $1 AND seq >= $2 ORDER BY seq LIMIT $3";

const EXISTS: &str = "SELECT EXISTS (SELECT 1 FROM tables WHERE id = $1)";

/// An open database.
pub(super) struct PostgresStore {
    connection: Connection,
}

impl PostgresStore {
    pub(super) fn open(url: &str) -> Result<PostgresStore, StoreError> {
        let mut connection = Connection::new(url)?;
        let place = connection.place().to_owned();
        connection.call_within(MIGRATION_DEADLINE, async |session| migrate(session, &place).await)??;
        Ok(PostgresStore { connection })
    }

    pub(super) fn open_reader(url: &str) -> Result<PostgresStore, StoreError> {
        Ok(PostgresStore { connection: Connection::new(url)? })
    }

    /// Reads what is kept about people.
    pub(super) fn read<T>(
        &mut self,
        work: impl AsyncFn(&mut Sql<'_>) -> Result<T, SqlError>,
    ) -> Result<T, StoreError> {
        let place = self.connection.place().to_owned();
        let outcome = self.connection.call(async |session| {
            match work(&mut Sql::Postgres(session)).await.map_err(SqlError::of_postgres) {
                Ok(value) => Ok(Some(value)),
                Err(Some(error)) => Err(error),
                Err(None) => Ok(None),
            }
        })?;
        outcome.ok_or_else(|| foreign(place))
    }

    /// Writes what is kept about people, wholly or not at all.
    pub(super) fn write<T>(
        &mut self,
        work: impl AsyncFn(&mut Sql<'_>) -> Result<T, SqlError>,
    ) -> Result<T, StoreError> {
        let place = self.connection.place().to_owned();
        let outcome = self.connection.call(async |session| {
            session.run(BEGIN).await?;
            let value = match work(&mut Sql::Postgres(session)).await.map_err(SqlError::of_postgres) {
                Ok(value) => Some(value),
                Err(Some(error)) => return Err(error),
                Err(None) => None,
            };
            session.run(if value.is_some() { COMMIT } else { "ROLLBACK" }).await?;
            Ok(value)
        })?;
        outcome.ok_or_else(|| foreign(place))
    }
}

/// An error of another database, which there cannot be.
fn foreign(place: String) -> StoreError {
    StoreError::Unusable { place, reason: "an error of another database".to_owned() }
}

impl Store for PostgresStore {
    fn commit(&mut self, node: &Node, batch: &[Append]) -> Result<Vec<Fate>, StoreError> {
        self.connection.call(async |session| commit(session, node, batch).await)
    }

    fn take_over(&mut self, node: &Node, visit: &mut dyn FnMut(StoredTable)) -> Result<(), StoreError> {
        self.begin_session(node, visit)
    }

    fn renew(&mut self, node: &Node) -> Result<Renewal, StoreError> {
        self.renew_lease(node)
    }

    fn claim(&mut self, node: &Node, tables: &[TableId]) -> Result<Vec<Claim>, StoreError> {
        self.claim_tables(node, tables)
    }

    fn claim_orphans(
        &mut self,
        node: &Node,
        most: usize,
        visit: &mut dyn FnMut(StoredTable),
    ) -> Result<(), StoreError> {
        self.claim_free_tables(node, most, visit)
    }

    fn release(&mut self, node: &Node, tables: &[Holding]) -> Result<(), StoreError> {
        self.release_tables(node, tables)
    }

    fn held(&mut self, node: &Node) -> Result<Vec<Holding>, StoreError> {
        self.held_tables(node)
    }

    fn nodes(&mut self) -> Result<Vec<NodeStatus>, StoreError> {
        self.list_nodes()
    }

    fn to_close(&mut self, node: &Node) -> Result<Vec<(TableId, String)>, StoreError> {
        self.tables_to_close(node)
    }

    fn made_by(&mut self, maker: Guest) -> Result<u64, StoreError> {
        self.count_made_by(maker)
    }
}

impl ReadLog for PostgresStore {
    fn read(
        &mut self,
        table: TableId,
        from: u64,
        visit: &mut dyn FnMut(StoredEvent) -> ControlFlow<()>,
    ) -> Result<bool, StoreError> {
        let id = table.bits().cast_signed();
        if !self.connection.call(async |session| session.value(EXISTS, &[&id]).await)? {
            return Ok(false);
        }
        let mut next = i64::try_from(from).unwrap_or(i64::MAX);
        loop {
            let page = self
                .connection
                .call(async |session| session.query(PAGE, &[&id, &next, &PAGE_LENGTH], logged).await)?;
            let is_last = (page.len() as i64) < PAGE_LENGTH;
            for (_, event) in page {
                next = event.seq.cast_signed().saturating_add(1);
                if visit(event).is_break() {
                    return Ok(true);
                }
            }
            if is_last {
                return Ok(true);
            }
        }
    }
}

async fn migrate(session: &mut Session, place: &str) -> Result<Result<(), StoreError>, Error> {
    session.run(BEGIN).await?;
    session.run("SET LOCAL statement_timeout = '10min'").await?;
    session.execute("SELECT pg_advisory_xact_lock($1)", &[&MIGRATION_LOCK]).await?;
    // Not "IF NOT EXISTS", with which the server would tell each time that there is one.
    if !session.value::<bool>("SELECT to_regclass('migrations') IS NOT NULL", &[]).await? {
        session.run("CREATE TABLE migrations (version bigint PRIMARY KEY, at timestamptz NOT NULL)").await?;
    }
    let found = registry::version(session).await?;
    let steps = match migrations::missing(place, found, migrations::POSTGRES) {
        Ok(steps) => steps,
        Err(too_new) => {
            session.run("ROLLBACK").await?;
            return Ok(Err(too_new));
        }
    };
    for (version, sql) in steps {
        session.run(sql).await?;
        session.execute("INSERT INTO migrations VALUES ($1, now())", &[&version]).await?;
    }
    session.run(COMMIT).await?;
    Ok(Ok(()))
}

/// An append of a batch that has a place.
struct Item<'a> {
    /// Its number in the batch.
    index: usize,
    append: &'a Append,
    place: Place,
}

async fn commit(session: &mut Session, node: &Node, batch: &[Append]) -> Result<Vec<Fate>, Error> {
    let mut fates = vec![Fate::Fenced; batch.len()];
    let numbered = batch.iter().enumerate();
    let mut items: Vec<Item<'_>> =
        numbered.filter_map(|(index, append)| Some(Item { index, append, place: append.place()? })).collect();

    session.run(BEGIN).await?;
    let new = items.iter().filter(|item| item.append.creates);
    let mut new =
        column(new, |item| (item.place.table, item.append.maker.map(|maker| maker.bytes().to_vec())));
    if !new.is_empty() {
        new.sort_unstable();
        let (new, makers): (Vec<_>, Vec<_>) = new.into_iter().unzip();
        session.execute(CREATE, &[&new, &node.name, &node.session.cast_signed(), &makers]).await?;
    }
    session.execute(LOCK, &[&column(&items, |item| item.place.table)]).await?;
    // Many tables at once, but each of them once: what a table gets later in the batch builds on what it got before.
    while !items.is_empty() {
        let mut tables = HashSet::new();
        let (wave, later) = items.into_iter().partition(|item: &Item<'_>| tables.insert(item.place.table));
        write(session, wave, &mut fates).await?;
        items = later;
    }
    let written = batch.iter().zip(&fates).filter(|(_, fate)| **fate == Fate::Written);
    let published: Vec<PublishedTip> = written.flat_map(|(append, _)| append.tips.iter().copied()).collect();
    tips::append(session, &published).await?;
    for (append, _) in batch.iter().zip(&fates).filter(|(_, fate)| **fate == Fate::Written) {
        if !append.tours.is_empty() || !append.left.is_empty() {
            keep_tours(session, append).await?;
        }
    }
    session.run(COMMIT).await?;
    Ok(fates)
}

/// Keeps finished tours. If that fails they are lost, and the table plays on.
async fn keep_tours(session: &mut Session, append: &Append) -> Result<(), Error> {
    session.run("SAVEPOINT people").await?;
    let kept =
        people::keep_tours(&mut Sql::Postgres(session), append.table, &append.tours, &append.left).await;
    match kept.map_err(SqlError::of_postgres) {
        Ok(()) => session.run("RELEASE SAVEPOINT people").await,
        // Others were in the way: the whole batch is tried again.
        Err(Some(error)) if connection::may_pass(&error) => Err(error),
        Err(error) => {
            let error = error.map(|error| error.to_string()).unwrap_or_default();
            tracing::error!(table = %append.table, error, "a finished tour could not be kept");
            session.run("ROLLBACK TO SAVEPOINT people; RELEASE SAVEPOINT people").await
        }
    }
}

/// Writes appends to different tables, which are locked.
async fn write(session: &mut Session, wave: Vec<Item<'_>>, fates: &mut [Fate]) -> Result<(), Error> {
    let admitted = session
        .query(
            ADMITS,
            &[
                &column(&wave, |item| item.place.table),
                &column(&wave, |item| item.place.epoch),
                &column(&wave, |item| item.place.first_seq),
                &column(&wave, |item| item.place.even_if_closed),
            ],
            |row| row.try_get(0),
        )
        .await?;
    let admitted: HashSet<i64> = admitted.into_iter().collect();
    let (new, old): (Vec<_>, Vec<_>) =
        wave.into_iter().partition(|item| admitted.contains(&item.place.table));
    insert(session, &new).await?;
    for item in &new {
        fates[item.index] = Fate::Written;
    }
    if !old.is_empty() {
        let before = session
            .query(
                WRITTEN_BEFORE,
                &[
                    &column(&old, |item| item.place.table),
                    &column(&old, |item| item.place.epoch),
                    &column(&old, |item| item.place.first_seq),
                    &column(&old, |item| item.place.last_seq),
                ],
                logged,
            )
            .await?;
        let before = by_table(before);
        let repeats =
            |item: &&Item<'_>| before.get(&item.place.table).is_some_and(|log| item.append.repeats(log));
        for item in old.iter().filter(repeats) {
            fates[item.index] = Fate::Written;
        }
    }
    Ok(())
}

async fn insert(session: &mut Session, items: &[Item<'_>]) -> Result<(), Error> {
    let numbered = |item: &Item<'_>| {
        let Place { table, first_seq, last_seq, .. } = item.place;
        (first_seq..=last_seq).map(move |seq| (table, seq))
    };
    let (tables, numbers): (Vec<_>, Vec<_>) = items.iter().flat_map(numbered).unzip();
    if !numbers.is_empty() {
        let events = || items.iter().flat_map(|item| &item.append.events);
        let moments = column(events(), |event| event.at);
        let bodies = column(events(), |event| event.body.as_slice());
        session.execute(INSERT, &[&tables, &numbers, &moments, &bodies]).await?;
    }
    let secrets = || items.iter().filter_map(|item| Some((item.place.table, item.append.secret.as_deref()?)));
    if secrets().next().is_some() {
        let (tables, bodies): (Vec<_>, Vec<_>) = secrets().unzip();
        session.execute(KEEP_SECRETS, &[&tables, &bodies]).await?;
    }
    let snapshots = || items.iter().filter_map(|item| Some((item.place, item.append.snapshot.as_deref()?)));
    if snapshots().next().is_some() {
        let tables = column(snapshots(), |(place, _)| place.table);
        let numbers = column(snapshots(), |(place, _)| place.last_seq);
        let bodies = column(snapshots(), |(_, snapshot)| snapshot);
        session.execute(KEEP, &[&tables, &numbers, &bodies]).await?;
    }
    let closed = column(items.iter().filter(|item| item.append.closes), |item| item.place.table);
    if !closed.is_empty() {
        session.execute(CLOSE, &[&closed]).await?;
        session.execute(FORGET_SECRETS, &[&closed]).await?;
        session.execute(FORGET_SNAPSHOTS, &[&closed]).await?;
    }
    Ok(())
}

/// Reads tables, given with their epochs.
async fn restore(session: &mut Session, tables: &[(i64, i64)]) -> Result<Vec<StoredTable>, Error> {
    let ids = column(tables, |(id, _)| *id);
    let snapshot = |row: &Row| {
        let seq = row.try_get::<_, i64>(1)?.cast_unsigned();
        Ok((row.try_get(0)?, Snapshot { seq, body: row.try_get(2)? }))
    };
    let mut snapshots: HashMap<i64, Snapshot> =
        session.query(SNAPSHOTS, &[&ids], snapshot).await?.into_iter().collect();
    let secret = |row: &Row| Ok((row.try_get(0)?, row.try_get(1)?));
    let mut secrets: HashMap<i64, Vec<u8>> =
        session.query(SECRETS, &[&ids], secret).await?.into_iter().collect();
    let first = |(id, _): &_| snapshots.get(id).map_or(1, |snapshot| snapshot.seq.cast_signed() + 1);
    let mut events = by_table(session.query(EVENTS, &[&ids, &column(tables, first)], logged).await?);
    let table = |&(id, epoch): &(i64, i64)| StoredTable {
        id: TableId::from_bits(id.cast_unsigned()),
        epoch: epoch.cast_unsigned(),
        secret: secrets.remove(&id),
        snapshot: snapshots.remove(&id),
        events: events.remove(&id).unwrap_or_default(),
    };
    Ok(tables.iter().map(table).collect())
}

/// A row of a log, and its table.
fn logged(row: &Row) -> Result<(i64, StoredEvent), Error> {
    let seq = row.try_get::<_, i64>(1)?.cast_unsigned();
    Ok((row.try_get(0)?, StoredEvent { seq, at: row.try_get(2)?, body: row.try_get(3)? }))
}

/// Events, ordered by their number, as the logs of their tables.
fn by_table(rows: Vec<(i64, StoredEvent)>) -> HashMap<i64, Vec<StoredEvent>> {
    let mut logs: HashMap<i64, Vec<StoredEvent>> = HashMap::new();
    for (table, event) in rows {
        logs.entry(table).or_default().push(event);
    }
    logs
}

/// One value of each, as an array to bind.
fn column<I: IntoIterator, T>(rows: I, value: impl FnMut(I::Item) -> T) -> Vec<T> {
    rows.into_iter().map(value).collect()
}
