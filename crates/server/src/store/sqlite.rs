//! Tables in an SQLite file.

mod file;
pub(super) mod lock;
mod owners;
mod registry;
mod rows;
mod tips;

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use perudo_table::Guest;
use rusqlite::TransactionBehavior::{self, Deferred, Immediate};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, Params, Row, Transaction, params};

use super::migrations;
use super::people::{self, Sql, at_once};
use super::{
    Append, Claim, Fate, Holding, Node, NodeStatus, ReadLog, Renewal, Snapshot, Store, StoreError,
    StoredEvent, StoredTable, TableId,
};
use file::OpenFile;

/// How long a call waits for another process or thread that writes.
const PATIENCE: Duration = Duration::from_secs(5);

/// Events of a log that are read at a time.
const PAGE_LENGTH: usize = 256;

/// `synchronous = FULL` makes a commit wait for the disk. A checkpoint copies each changed page once, however often it
/// changed: few and large ones (16 MiB) cost less than many small ones. The cache (64 MiB) holds the ends of the logs
/// of some ten thousand tables. What is deleted is overwritten: a secret that is forgotten must be gone.
const SETTINGS: &str = "
    PRAGMA synchronous = FULL;
    PRAGMA fullfsync = ON;
    PRAGMA foreign_keys = ON;
    PRAGMA secure_delete = ON;
    PRAGMA wal_autocheckpoint = 4096;
    PRAGMA cache_size = -65536;";

/// A reader may open the file for writing, since the write-ahead log has to be looked after, but must not write.
const READER_SETTINGS: &str = "PRAGMA query_only = ON; PRAGMA cache_size = -4096;";

/// What is kept about people is as durable as everything else. Its readers share few pages with each other.
const BESIDE_SETTINGS: &str = "
    PRAGMA query_only = OFF;
    PRAGMA synchronous = FULL;
    PRAGMA fullfsync = ON;
    PRAGMA secure_delete = ON;
    PRAGMA cache_size = -16384;";

const CREATE: &str = "
    INSERT INTO tables (id, owner, epoch, last_seq, maker, held_since)
    SELECT ?1, name, 1, 0, ?4, ?5 FROM nodes WHERE name = ?2 AND session = ?3
    ON CONFLICT DO NOTHING";

/// The last event of a table, if an append may be written after it. Nobody can write between this and the insertion:
/// the transaction began with the lock on the whole file.
const ADMITS: &str = "
    SELECT last_event FROM tables
    WHERE id = ?1 AND epoch = ?2 AND last_seq = ?3 - 1 AND (closed_at IS NULL OR ?4)";

const INSERT: &str = "INSERT INTO events (table_id, seq, at, before, body) VALUES (?1, ?2, ?3, ?4, ?5)";

const ADVANCE: &str = "UPDATE tables SET last_seq = ?2, last_event = ?3 WHERE id = ?1";

const KEEP: &str = "
    INSERT INTO snapshots (table_id, seq, body) VALUES (?1, ?2, ?3)
    ON CONFLICT DO UPDATE SET seq = excluded.seq, body = excluded.body";

const KEEP_SECRET: &str = "INSERT INTO secrets (table_id, body) VALUES (?1, ?2) ON CONFLICT DO NOTHING";

const FORGET_SECRET: &str = "DELETE FROM secrets WHERE table_id = ?1";

const FORGET_SNAPSHOT: &str = "DELETE FROM snapshots WHERE table_id = ?1";

const SECRET: &str = "SELECT body FROM secrets WHERE table_id = ?1";

const CLOSE: &str = "UPDATE tables SET closed_at = ?2 WHERE id = ?1 AND closed_at IS NULL";

const SNAPSHOT: &str = "SELECT seq, body FROM snapshots WHERE table_id = ?1";

const LAST_EVENT: &str = "SELECT last_event FROM tables WHERE id = ?1";

const EVENT: &str = "SELECT seq, at, body, before FROM events WHERE id = ?1";

const BEFORE: &str = "SELECT seq, before FROM events WHERE id = ?1";

const HELD: &str = "SELECT 1 FROM tables WHERE id = ?1 AND epoch = ?2";

/// An open file.
pub(super) struct SqliteStore {
    connection: Connection,
    place: String,
    file: OpenFile,
}

impl SqliteStore {
    pub(super) fn open(path: &Path) -> Result<SqliteStore, StoreError> {
        let place = path.display().to_string();
        let unusable = |reason: String| StoreError::Unusable { place: place.clone(), reason };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)
                .map_err(|error| unusable(format!("cannot make its folder: {error}")))?;
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection =
            Connection::open_with_flags(path, flags).map_err(|error| unusable(error.to_string()))?;
        let mut store = SqliteStore { connection, place: place.clone(), file: OpenFile::new(path) };
        let journal = store.set_up().map_err(|error| explain(place.clone(), &error))?;
        if journal != "wal" {
            return Err(unusable(format!("it cannot have a write-ahead log, its journal stays {journal:?}")));
        }
        store.migrate(migrations::SQLITE)?;
        Ok(store)
    }

    /// Opens a file that is there, to read it with little memory.
    pub(super) fn open_reader(path: &Path) -> Result<SqliteStore, StoreError> {
        let place = path.display().to_string();
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let open = || {
            let connection = Connection::open_with_flags(path, flags)?;
            connection.busy_timeout(PATIENCE)?;
            connection.execute_batch(READER_SETTINGS)?;
            Ok(connection)
        };
        match open() {
            Ok(connection) => Ok(SqliteStore { connection, place, file: OpenFile::new(path) }),
            Err(error) => Err(explain(place, &error)),
        }
    }

    /// Opens a file that is there, to write beside whoever runs tables in it.
    pub(super) fn open_beside(path: &Path) -> Result<SqliteStore, StoreError> {
        let store = SqliteStore::open_reader(path)?;
        let set_up = || {
            store.connection.set_prepared_statement_cache_capacity(128);
            store.connection.execute_batch(BESIDE_SETTINGS)
        };
        set_up().map_err(|error| explain(store.place.clone(), &error))?;
        Ok(store)
    }

    /// Returns how the file keeps its journal.
    fn set_up(&self) -> rusqlite::Result<String> {
        self.connection.busy_timeout(PATIENCE)?;
        self.connection.set_prepared_statement_cache_capacity(32);
        // Otherwise statements are planned again for each table, since a partial index might fit some numbers only.
        self.connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
        self.connection.execute_batch(SETTINGS)?;
        let begun = Instant::now();
        loop {
            // While another process does the same with a new file, SQLite does not wait by itself.
            match self.connection.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0)) {
                Err(error) if is_locked(&error) && begun.elapsed() < PATIENCE => {
                    thread::sleep(Duration::from_millis(5));
                }
                outcome => return outcome,
            }
        }
    }

    fn migrate(&mut self, all: &[&str]) -> Result<(), StoreError> {
        let place = self.place.clone();
        self.transact(Immediate, |transaction| {
            transaction.execute_batch(
                "CREATE TABLE IF NOT EXISTS migrations (version INTEGER PRIMARY KEY, at INTEGER NOT NULL) STRICT",
            )?;
            let found = "SELECT coalesce(max(version), 0) FROM migrations";
            let found = transaction.query_row(found, [], |row| row.get(0))?;
            let steps = match migrations::missing(&place, found, all) {
                Ok(steps) => steps,
                Err(too_new) => return Ok(Err(too_new)),
            };
            for (version, sql) in steps {
                transaction.execute_batch(sql)?;
                transaction.execute("INSERT INTO migrations VALUES (?1, ?2)", params![version, now()])?;
            }
            Ok(Ok(()))
        })?
    }

    /// Whether what was written is in the file that others find: only then is it kept.
    fn is_kept(&mut self) -> Result<(), StoreError> {
        let place = &self.place;
        let unavailable = |reason| StoreError::Unavailable { place: place.clone(), reason };
        self.file.check(&self.connection).map_err(unavailable)
    }

    pub(super) fn transact<T>(
        &mut self,
        behavior: TransactionBehavior,
        work: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let outcome = self.connection.transaction_with_behavior(behavior).and_then(|transaction| {
            let outcome = work(&transaction)?;
            transaction.commit()?;
            Ok(outcome)
        });
        outcome.map_err(|error| explain(self.place.clone(), &error))
    }
}

fn explain(place: String, error: &rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(
            ErrorCode::DatabaseBusy
            | ErrorCode::DatabaseLocked
            | ErrorCode::FileLockingProtocolFailed
            | ErrorCode::DiskFull
            | ErrorCode::SystemIoFailure
            | ErrorCode::CannotOpen
            | ErrorCode::OutOfMemory,
        ) => StoreError::Unavailable { place, reason: error.to_string() },
        Some(ErrorCode::NotADatabase) => {
            StoreError::Unusable { place, reason: "the file is not an SQLite database".to_owned() }
        }
        _ => StoreError::Unusable { place, reason: error.to_string() },
    }
}

impl Store for SqliteStore {
    fn commit(&mut self, node: &Node, batch: &[Append]) -> Result<Vec<Fate>, StoreError> {
        let fates = self.transact(Immediate, |transaction| {
            batch.iter().map(|append| write(transaction, node, append)).collect()
        })?;
        self.is_kept()?;
        Ok(fates)
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

impl ReadLog for SqliteStore {
    /// A log leads from its last event to its first, so the ends of its pages are looked up first. Events never change:
    /// no transaction has to last for the whole log, which would keep the write-ahead log from being emptied.
    fn read(
        &mut self,
        table: TableId,
        from: u64,
        visit: &mut dyn FnMut(StoredEvent) -> ControlFlow<()>,
    ) -> Result<bool, StoreError> {
        let (id, from) = (table.bits().cast_signed(), i64::try_from(from).unwrap_or(i64::MAX));
        let ends = self.transact(Deferred, |transaction| page_ends(transaction, id, from))?;
        let Some(ends) = ends else { return Ok(false) };
        for end in ends.into_iter().rev() {
            let page =
                self.transact(Deferred, |transaction| walk_back(transaction, Some(end), from, PAGE_LENGTH))?;
            if page.into_iter().try_for_each(&mut *visit).is_break() {
                break;
            }
        }
        Ok(true)
    }
}

fn write(transaction: &Transaction<'_>, node: &Node, append: &Append) -> rusqlite::Result<Fate> {
    let Some(place) = append.place() else { return Ok(Fate::Fenced) };
    if append.creates {
        let session = node.session.cast_signed();
        let maker = append.maker.map(|maker| maker.bytes().to_vec());
        transaction.prepare_cached(CREATE)?.execute(params![
            place.table,
            node.name,
            session,
            maker,
            now()
        ])?;
    }
    let admits = params![place.table, place.epoch, place.first_seq, place.even_if_closed];
    let last = transaction.prepare_cached(ADMITS)?.query_row(admits, |row| row.get(0)).optional()?;
    let Some(mut before): Option<Option<i64>> = last else {
        let written_before = written_before(transaction, append, &place)?;
        return Ok(if written_before { Fate::Written } else { Fate::Fenced });
    };
    let mut insert = transaction.prepare_cached(INSERT)?;
    for (seq, event) in (place.first_seq..).zip(&append.events) {
        before = Some(insert.insert(params![place.table, seq, event.at, before, event.body])?);
    }
    if !append.events.is_empty() {
        transaction.prepare_cached(ADVANCE)?.execute(params![place.table, place.last_seq, before])?;
    }
    if let Some(secret) = &append.secret {
        transaction.prepare_cached(KEEP_SECRET)?.execute(params![place.table, secret])?;
    }
    if let Some(snapshot) = &append.snapshot {
        transaction.prepare_cached(KEEP)?.execute(params![place.table, place.last_seq, snapshot])?;
    }
    tips::append(transaction, &append.tips)?;
    if !append.tours.is_empty() || !append.left.is_empty() {
        keep_tours(transaction, append)?;
    }
    if append.closes {
        transaction.prepare_cached(CLOSE)?.execute(params![place.table, now()])?;
        transaction.prepare_cached(FORGET_SECRET)?.execute([place.table])?;
        transaction.prepare_cached(FORGET_SNAPSHOT)?.execute([place.table])?;
    }
    Ok(Fate::Written)
}

/// Keeps finished tours. If that fails they are lost, and the table plays on.
fn keep_tours(transaction: &Transaction<'_>, append: &Append) -> rusqlite::Result<()> {
    transaction.execute_batch("SAVEPOINT people")?;
    let kept =
        at_once(people::keep_tours(&mut Sql::Sqlite(transaction), append.table, &append.tours, &append.left));
    match kept {
        Ok(()) => transaction.execute_batch("RELEASE people"),
        Err(error) => {
            tracing::error!(table = %append.table, %error, "a finished tour could not be kept");
            transaction.execute_batch("ROLLBACK TO people; RELEASE people")
        }
    }
}

/// Whether an earlier call wrote these very events.
fn written_before(
    transaction: &Transaction<'_>,
    append: &Append,
    place: &super::append::Place,
) -> rusqlite::Result<bool> {
    if !transaction.prepare_cached(HELD)?.exists(params![place.table, place.epoch])? {
        return Ok(false);
    }
    let mut stored = events(transaction, place.table, place.first_seq)?;
    stored.truncate(append.events.len());
    Ok(append.repeats(&stored))
}

fn restore(transaction: &Transaction<'_>, id: i64, epoch: i64) -> rusqlite::Result<StoredTable> {
    let snapshot = transaction
        .prepare_cached(SNAPSHOT)?
        .query_row([id], |row| Ok(Snapshot { seq: row.get::<_, i64>(0)?.cast_unsigned(), body: row.get(1)? }))
        .optional()?;
    let from = snapshot.as_ref().map_or(1, |snapshot| snapshot.seq.cast_signed() + 1);
    Ok(StoredTable {
        id: TableId::from_bits(id.cast_unsigned()),
        epoch: epoch.cast_unsigned(),
        secret: transaction.prepare_cached(SECRET)?.query_row([id], |row| row.get(0)).optional()?,
        snapshot,
        events: events(transaction, id, from)?,
    })
}

/// The log of a table, from a number to its last event.
fn events(transaction: &Transaction<'_>, table: i64, from: i64) -> rusqlite::Result<Vec<StoredEvent>> {
    walk_back(transaction, last_event(transaction, table)?.flatten(), from, usize::MAX)
}

/// The id of the last event of a table, if there is such a table and it has one.
fn last_event(transaction: &Transaction<'_>, table: i64) -> rusqlite::Result<Option<Option<i64>>> {
    transaction.prepare_cached(LAST_EVENT)?.query_row([table], |row| row.get(0)).optional()
}

/// The ids of events at the ends of pages, from the last one back to the page that begins with a number. `None` if there
/// is no such table.
fn page_ends(transaction: &Transaction<'_>, table: i64, from: i64) -> rusqlite::Result<Option<Vec<i64>>> {
    let Some(mut next) = last_event(transaction, table)? else { return Ok(None) };
    let mut ends = Vec::new();
    let mut one = transaction.prepare_cached(BEFORE)?;
    let mut count = 0;
    while let Some(id) = next {
        let read = |row: &Row<'_>| Ok((row.get::<_, i64>(0)?, row.get(1)?));
        let Some((seq, before)) = one.query_row([id], read).optional()? else { break };
        if seq < from {
            break;
        }
        if count % PAGE_LENGTH == 0 {
            ends.push(id);
        }
        count += 1;
        next = before;
    }
    Ok(Some(ends))
}

/// Events from one of them back to a number, at most so many, in order. Event by event: a recursive query would copy
/// each of them several times.
fn walk_back(
    transaction: &Transaction<'_>,
    last: Option<i64>,
    from: i64,
    most: usize,
) -> rusqlite::Result<Vec<StoredEvent>> {
    let mut next = last;
    let mut events = Vec::new();
    let mut one = transaction.prepare_cached(EVENT)?;
    while let Some(id) = next.filter(|_| events.len() < most) {
        let read = |row: &Row<'_>| {
            let seq: i64 = row.get(0)?;
            let event = StoredEvent { seq: seq.cast_unsigned(), at: row.get(1)?, body: row.get(2)? };
            Ok((seq, event, row.get(3)?))
        };
        let Some((seq, event, before)) = one.query_row([id], read).optional()? else { break };
        if seq < from {
            break;
        }
        events.push(event);
        // The one before the first that is wanted need not be looked for.
        next = if seq == from { None } else { before };
    }
    events.reverse();
    Ok(events)
}

fn collect<T>(
    transaction: &Transaction<'_>,
    sql: &str,
    params: impl Params,
    one: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<Vec<T>> {
    transaction.prepare_cached(sql)?.query_map(params, one)?.collect()
}

fn is_locked(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, milliseconds)
}

fn lease_until(node: &Node) -> i64 {
    now().saturating_add(milliseconds(node.lease))
}

fn milliseconds(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::super::NewEvent;
    use super::*;

    const TABLE: TableId = TableId::from_bits(1);

    fn node() -> Node {
        Node { name: "anna".to_owned(), session: 1, lease: Duration::from_secs(60), address: None }
    }

    fn append(first_seq: u64, size: usize) -> Append {
        let events = vec![NewEvent { at: 0, secret: false, body: vec![b'x'; size] }];
        Append {
            table: TABLE,
            epoch: 1,
            first_seq,
            maker: None,
            creates: first_seq == 1,
            secret: None,
            events,
            snapshot: None,
            tips: Vec::new(),
            tours: Vec::new(),
            left: Vec::new(),
            closes: false,
        }
    }

    /// A store with a table of one event.
    fn store(folder: &TempDir) -> SqliteStore {
        let mut store = SqliteStore::open(&folder.path().join("perudo.db")).unwrap();
        store.take_over(&node(), &mut |_| ()).unwrap();
        assert_eq!(store.commit(&node(), &[append(1, 1)]).unwrap(), [Fate::Written]);
        store
    }

    #[test]
    fn when_the_disk_is_full_nothing_is_half_written_and_later_all_is() {
        let folder = TempDir::new().unwrap();
        let mut store = store(&folder);
        let limit = |store: &SqliteStore, pages: i64| {
            store.connection.pragma_update(None, "max_page_count", pages).unwrap();
        };
        let pages = store.connection.query_row("PRAGMA page_count", [], |row| row.get(0)).unwrap();
        limit(&store, pages);
        let batch = [append(2, 1), append(3, 1 << 20)];
        for _ in 0..3 {
            let error = store.commit(&node(), &batch).unwrap_err();
            assert!(error.is_temporary());
            assert!(error.to_string().ends_with("database or disk is full"), "{error}");
            assert_eq!(store.events(TABLE, 1).unwrap().unwrap().len(), 1);
        }
        limit(&store, pages + 1000);
        assert_eq!(store.commit(&node(), &batch).unwrap(), [Fate::Written; 2]);
        assert_eq!(store.events(TABLE, 1).unwrap().unwrap().len(), 3);
    }

    #[test]
    fn a_lock_that_another_process_keeps_is_waited_for_and_then_temporary() {
        let folder = TempDir::new().unwrap();
        let mut store = store(&folder);
        let mut other = SqliteStore::open(&folder.path().join("perudo.db")).unwrap();
        store.connection.busy_timeout(Duration::from_millis(20)).unwrap();
        let lock = other.connection.transaction_with_behavior(Immediate).unwrap();
        assert!(store.commit(&node(), &[append(2, 1)]).unwrap_err().is_temporary());
        assert_eq!(store.events(TABLE, 1).unwrap().unwrap().len(), 1, "reading goes on");
        drop(lock);
        assert_eq!(store.commit(&node(), &[append(2, 1)]).unwrap(), [Fate::Written]);
    }

    #[test]
    fn an_older_database_is_brought_up_to_date() {
        let folder = TempDir::new().unwrap();
        let mut store = store(&folder);
        let number = |store: &SqliteStore, sql| {
            store.connection.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap()
        };
        let version = |store: &SqliteStore| number(store, "SELECT max(version) FROM migrations");
        let known = migrations::SQLITE.len() as i64;
        let with = |steps: &[&'static str]| [migrations::SQLITE, steps].concat();
        let broken = with(&["CREATE TABLE more (x INTEGER); nonsense"]);
        assert!(!store.migrate(&broken).unwrap_err().is_temporary());
        assert_eq!(version(&store), known);
        let whole = with(&["CREATE TABLE more (x INTEGER)", "INSERT INTO more VALUES (1)"]);
        store.migrate(&whole).unwrap();
        store.migrate(&whole).unwrap();
        assert_eq!(version(&store), known + 2);
        assert_eq!(number(&store, "SELECT count(*) FROM more"), 1);
        assert_eq!(store.events(TABLE, 1).unwrap().unwrap().len(), 1);
    }

    #[test]
    fn a_damaged_file_is_not_a_passing_trouble() {
        let folder = TempDir::new().unwrap();
        drop(store(&folder));
        let path = folder.path().join("perudo.db");
        let mut bytes = fs::read(&path).unwrap();
        bytes[4096..].fill(0x5a);
        fs::write(&path, bytes).unwrap();
        let outcome = SqliteStore::open(&path).and_then(|mut store| store.events(TABLE, 1));
        assert!(!outcome.unwrap_err().is_temporary());
    }
}
