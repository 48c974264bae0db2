//! Tables in a PostgreSQL database.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use sqlx::{Connection, PgConnection};

use super::append::Place;
use super::link::Link;
use super::migrations;
use super::{Append, Fate, Node, Snapshot, Store, StoreError, StoredEvent, StoredTable, TableId};

/// Tables that are read at a time when they are taken over.
const CHUNK: usize = 500;
/// PostgreSQL's dates end somewhere.
const LONGEST_LEASE: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);
/// Any number, but always the same: who migrates holds the lock of this number.
const MIGRATION_LOCK: i64 = 0x7065_7275_646f;

/// Each statement sees what was committed before it, and what it locked.
const BEGIN: &str = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE";

/// The lock on the node keeps another session of it from beginning before this table is there to be taken over.
const CREATE: &str = "
    INSERT INTO tables (id, owner, epoch)
    SELECT new.id, holder.name, 1
    FROM unnest($1::bigint[]) AS new (id),
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

const CLOSE: &str =
    "UPDATE tables SET closed_at = clock_timestamp() WHERE id = ANY($1) AND closed_at IS NULL";

const WRITTEN_BEFORE: &str = "
    SELECT table_id, seq, at, body
    FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) AS new (id, epoch, first_seq, last_seq)
    JOIN tables USING (id, epoch)
    JOIN events ON table_id = id AND seq BETWEEN first_seq AND last_seq
    ORDER BY table_id, seq";

const BEGIN_SESSION: &str = "
    INSERT INTO nodes (name, session, lease_until)
    VALUES ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')
    ON CONFLICT (name) DO UPDATE SET session = excluded.session, lease_until = excluded.lease_until";

const LOCK_FREE: &str = "
    SELECT id FROM tables
    WHERE closed_at IS NULL
        AND owner IN (SELECT name FROM nodes WHERE name = $1 OR lease_until <= clock_timestamp())
    ORDER BY id FOR NO KEY UPDATE";

const TAKE_OVER: &str =
    "UPDATE tables SET owner = $1, epoch = epoch + 1 WHERE id = ANY($2) RETURNING id, epoch";

const RENEW: &str = "
    UPDATE nodes SET lease_until = clock_timestamp() + $3 * interval '1 millisecond'
    WHERE name = $1 AND session = $2";

const SNAPSHOTS: &str = "SELECT table_id, seq, body FROM snapshots WHERE table_id = ANY($1)";

const EVENTS: &str = "
    SELECT table_id, seq, at, body
    FROM unnest($1::bigint[], $2::bigint[]) AS wanted (id, first_seq)
    JOIN events ON table_id = id AND seq >= first_seq
    ORDER BY table_id, seq";

const EXISTS: &str = "SELECT EXISTS (SELECT 1 FROM tables WHERE id = $1)";

const PING: &str = "UPDATE pulse SET at = clock_timestamp()";

/// An open database.
pub(super) struct PostgresStore {
    link: Link,
}

impl PostgresStore {
    pub(super) fn open(url: &str) -> Result<PostgresStore, StoreError> {
        let mut link = Link::new(url)?;
        let place = link.place().to_owned();
        link.call(async |connection| migrate(connection, &place).await)??;
        Ok(PostgresStore { link })
    }
}

impl Store for PostgresStore {
    fn commit(&mut self, node: &Node, batch: &[Append]) -> Result<Vec<Fate>, StoreError> {
        self.link.call(async |connection| commit(connection, node, batch).await)
    }

    fn take_over(&mut self, node: &Node, visit: &mut dyn FnMut(StoredTable)) -> Result<(), StoreError> {
        let taken = self.link.call(async |connection| take_over(connection, node).await)?;
        // The tables are ours by now, so nobody else writes to them while they are read.
        for chunk in taken.chunks(CHUNK) {
            self.link
                .call(async |connection| restore(connection, chunk).await)?
                .into_iter()
                .for_each(&mut *visit);
        }
        Ok(())
    }

    fn renew(&mut self, node: &Node) -> Result<(), StoreError> {
        let renewed = self.link.call(async |connection| {
            let renew =
                sqlx::query(RENEW).bind(&node.name).bind(node.session.cast_signed()).bind(lease(node));
            Ok(renew.execute(connection).await?.rows_affected())
        })?;
        if renewed == 1 { Ok(()) } else { Err(StoreError::Fenced { node: node.name.clone() }) }
    }

    fn events(&mut self, table: TableId, from: u64) -> Result<Option<Vec<StoredEvent>>, StoreError> {
        let (id, from) = (table.bits().cast_signed(), i64::try_from(from).unwrap_or(i64::MAX));
        self.link.call(async |connection| {
            if !sqlx::query_scalar(EXISTS).bind(id).fetch_one(&mut *connection).await? {
                return Ok(None);
            }
            let rows = sqlx::query_as(EVENTS).bind([id]).bind([from]).fetch_all(connection).await?;
            Ok(Some(by_table(rows).remove(&id).unwrap_or_default()))
        })
    }

    fn ping(&mut self) -> Result<(), StoreError> {
        self.link.call(async |connection| sqlx::query(PING).execute(connection).await.map(drop))
    }
}

async fn migrate(connection: &mut PgConnection, place: &str) -> sqlx::Result<Result<(), StoreError>> {
    let mut transaction = connection.begin_with(BEGIN).await?;
    let lock = sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(MIGRATION_LOCK);
    lock.execute(&mut *transaction).await?;
    // Not "IF NOT EXISTS", with which the server would tell each time that there is one.
    let recorded = sqlx::query_scalar("SELECT to_regclass('migrations') IS NOT NULL");
    if !recorded.fetch_one(&mut *transaction).await? {
        let create =
            sqlx::raw_sql("CREATE TABLE migrations (version bigint PRIMARY KEY, at timestamptz NOT NULL)");
        create.execute(&mut *transaction).await?;
    }
    let found = sqlx::query_scalar("SELECT coalesce(max(version), 0) FROM migrations");
    let found = found.fetch_one(&mut *transaction).await?;
    let steps = match migrations::missing(place, found, migrations::POSTGRES) {
        Ok(steps) => steps,
        Err(too_new) => return Ok(Err(too_new)),
    };
    for (version, sql) in steps {
        sqlx::raw_sql(sql).execute(&mut *transaction).await?;
        let record = sqlx::query("INSERT INTO migrations VALUES ($1, now())").bind(version);
        record.execute(&mut *transaction).await?;
    }
    transaction.commit().await?;
    Ok(Ok(()))
}

/// An append of a batch that has a place.
struct Item<'a> {
    /// Its number in the batch.
    index: usize,
    append: &'a Append,
    place: Place,
}

async fn commit(connection: &mut PgConnection, node: &Node, batch: &[Append]) -> sqlx::Result<Vec<Fate>> {
    let mut fates = vec![Fate::Fenced; batch.len()];
    let numbered = batch.iter().enumerate();
    let mut items: Vec<Item<'_>> =
        numbered.filter_map(|(index, append)| Some(Item { index, append, place: append.place()? })).collect();

    let mut transaction = connection.begin_with(BEGIN).await?;
    let mut new = column(items.iter().filter(|item| item.append.creates), |item| item.place.table);
    if !new.is_empty() {
        new.sort_unstable();
        let create = sqlx::query(CREATE).bind(new).bind(&node.name).bind(node.session.cast_signed());
        create.execute(&mut *transaction).await?;
    }
    sqlx::query(LOCK).bind(column(&items, |item| item.place.table)).execute(&mut *transaction).await?;
    // Many tables at once, but each of them once: what a table gets later in the batch builds on what it got before.
    while !items.is_empty() {
        let mut tables = HashSet::new();
        let (wave, later) = items.into_iter().partition(|item: &Item<'_>| tables.insert(item.place.table));
        write(&mut transaction, wave, &mut fates).await?;
        items = later;
    }
    transaction.commit().await?;
    Ok(fates)
}

/// Writes appends to different tables, which are locked.
async fn write(connection: &mut PgConnection, wave: Vec<Item<'_>>, fates: &mut [Fate]) -> sqlx::Result<()> {
    let admits = sqlx::query_scalar(ADMITS)
        .bind(column(&wave, |item| item.place.table))
        .bind(column(&wave, |item| item.place.epoch))
        .bind(column(&wave, |item| item.place.first_seq))
        .bind(column(&wave, |item| item.place.even_if_closed));
    let admitted: HashSet<i64> = admits.fetch_all(&mut *connection).await?.into_iter().collect();
    let (new, old): (Vec<_>, Vec<_>) =
        wave.into_iter().partition(|item| admitted.contains(&item.place.table));
    insert(connection, &new).await?;
    for item in &new {
        fates[item.index] = Fate::Written;
    }
    if !old.is_empty() {
        let before = sqlx::query_as(WRITTEN_BEFORE)
            .bind(column(&old, |item| item.place.table))
            .bind(column(&old, |item| item.place.epoch))
            .bind(column(&old, |item| item.place.first_seq))
            .bind(column(&old, |item| item.place.last_seq));
        let before = by_table(before.fetch_all(connection).await?);
        let repeats =
            |item: &&Item<'_>| before.get(&item.place.table).is_some_and(|log| item.append.repeats(log));
        for item in old.iter().filter(repeats) {
            fates[item.index] = Fate::Written;
        }
    }
    Ok(())
}

async fn insert(connection: &mut PgConnection, items: &[Item<'_>]) -> sqlx::Result<()> {
    let numbered = |item: &Item<'_>| {
        let Place { table, first_seq, last_seq, .. } = item.place;
        (first_seq..=last_seq).map(move |seq| (table, seq))
    };
    let (tables, numbers): (Vec<_>, Vec<_>) = items.iter().flat_map(numbered).unzip();
    if !numbers.is_empty() {
        let events = || items.iter().flat_map(|item| &item.append.events);
        let insert = sqlx::query(INSERT)
            .bind(tables)
            .bind(numbers)
            .bind(column(events(), |event| event.at))
            .bind(column(events(), |event| event.body.as_slice()));
        insert.execute(&mut *connection).await?;
    }
    let snapshots = || items.iter().filter_map(|item| Some((item.place, item.append.snapshot.as_deref()?)));
    if snapshots().next().is_some() {
        let keep = sqlx::query(KEEP)
            .bind(column(snapshots(), |(place, _)| place.table))
            .bind(column(snapshots(), |(place, _)| place.last_seq))
            .bind(column(snapshots(), |(_, snapshot)| snapshot));
        keep.execute(&mut *connection).await?;
    }
    let closed = column(items.iter().filter(|item| item.append.closes), |item| item.place.table);
    if !closed.is_empty() {
        sqlx::query(CLOSE).bind(closed).execute(connection).await?;
    }
    Ok(())
}

async fn take_over(connection: &mut PgConnection, node: &Node) -> sqlx::Result<Vec<(i64, i64)>> {
    let mut transaction = connection.begin_with(BEGIN).await?;
    let begin =
        sqlx::query(BEGIN_SESSION).bind(&node.name).bind(node.session.cast_signed()).bind(lease(node));
    begin.execute(&mut *transaction).await?;
    let free: Vec<i64> = sqlx::query_scalar(LOCK_FREE).bind(&node.name).fetch_all(&mut *transaction).await?;
    let taken = sqlx::query_as(TAKE_OVER).bind(&node.name).bind(free).fetch_all(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(taken)
}

/// Reads tables, given with their epochs.
async fn restore(connection: &mut PgConnection, tables: &[(i64, i64)]) -> sqlx::Result<Vec<StoredTable>> {
    let ids = column(tables, |(id, _)| *id);
    let snapshots = sqlx::query_as(SNAPSHOTS).bind(&ids).fetch_all(&mut *connection).await?;
    let snapshot = |(id, seq, body): (i64, i64, _)| (id, Snapshot { seq: seq.cast_unsigned(), body });
    let mut snapshots: HashMap<i64, Snapshot> = snapshots.into_iter().map(snapshot).collect();
    let first = |(id, _): &_| snapshots.get(id).map_or(1, |snapshot| snapshot.seq.cast_signed() + 1);
    let events = sqlx::query_as(EVENTS).bind(&ids).bind(column(tables, first));
    let mut events = by_table(events.fetch_all(connection).await?);
    let table = |&(id, epoch): &(i64, i64)| StoredTable {
        id: TableId::from_bits(id.cast_unsigned()),
        epoch: epoch.cast_unsigned(),
        snapshot: snapshots.remove(&id),
        events: events.remove(&id).unwrap_or_default(),
    };
    Ok(tables.iter().map(table).collect())
}

/// Rows of events, ordered by their number, as the logs of their tables.
fn by_table(rows: Vec<(i64, i64, i64, Vec<u8>)>) -> HashMap<i64, Vec<StoredEvent>> {
    let mut logs: HashMap<i64, Vec<StoredEvent>> = HashMap::new();
    for (table, seq, at, body) in rows {
        logs.entry(table).or_default().push(StoredEvent { seq: seq.cast_unsigned(), at, body });
    }
    logs
}

/// One value of each, as an array to bind.
fn column<I: IntoIterator, T>(rows: I, value: impl FnMut(I::Item) -> T) -> Vec<T> {
    rows.into_iter().map(value).collect()
}

/// In milliseconds.
fn lease(node: &Node) -> i64 {
    i64::try_from(node.lease.min(LONGEST_LEASE).as_millis()).unwrap_or(i64::MAX)
}
