//! Logs of closed tables that are older than the operator wants, and what is kept of them.
//!
//! First the record and the proof of each finished tour are kept; then the log is marked, and from there on nobody reads
//! it; then it is deleted from its end, a page in each transaction. Each step may be taken again, also by several nodes at
//! once, so that whoever crashes leaves something that the next one goes on with.

use super::{PeopleStore, Row, Sql, SqlError, values};
use crate::store::{StoreError, TableId};

/// Events that are deleted in one transaction: nobody waits long for it.
const PAGE: i64 = 100;

const OLDEST_SQLITE: &str = "
    SELECT id, log FROM tables WHERE closed_at IS NOT NULL AND log < 2 AND closed_at < $1
    ORDER BY closed_at LIMIT 1";

const OLDEST_POSTGRES: &str = "
    SELECT id, log FROM tables
    WHERE closed_at IS NOT NULL AND log < 2 AND closed_at < to_timestamp($1::double precision / 1000)
    ORDER BY closed_at LIMIT 1";

const KEEP: &str = "
    INSERT INTO tour_files (table_id, tour, owners, record, proof) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING";

const MARK: &str = "UPDATE tables SET log = $3 WHERE id = $1 AND log = $2 AND closed_at IS NOT NULL";

const STATE: &str = "SELECT log FROM tables WHERE id = $1";

const TOURS: &str = "SELECT tour, owners, record, proof FROM tour_files WHERE table_id = $1 ORDER BY tour";

const TOUR: &str = "SELECT tour, owners, record, proof FROM tour_files WHERE table_id = $1 AND tour = $2";

/// A log of SQLite leads from its last event to its first.
const LAST_EVENT: &str = "SELECT last_event FROM tables WHERE id = $1 AND log = 1";

const PAGE_BACK: &str = "
    WITH RECURSIVE page (id, before, number) AS (
        SELECT id, before, 1 FROM events WHERE id = $1
        UNION ALL
        SELECT events.id, events.before, number + 1 FROM page JOIN events ON events.id = page.before WHERE number < $2)
    SELECT id, before FROM page ORDER BY number";

const DELETE_EVENT: &str = "DELETE FROM events WHERE id = $1";

const STEP_BACK: &str = "UPDATE tables SET last_event = $2 WHERE id = $1";

/// The row of the table is locked, so that two nodes delete one after the other.
const LOCK: &str = "SELECT 1 FROM tables WHERE id = $1 AND log = 1 FOR NO KEY UPDATE";

const DELETE_PAGE: &str = "
    DELETE FROM events WHERE table_id = $1
    AND seq IN (SELECT seq FROM events WHERE table_id = $1 ORDER BY seq DESC LIMIT $2)";

/// A finished tour whose log is deleted, as its columns are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeptTour {
    pub(crate) number: u32,
    /// JSON: by seat, who has a name of their own.
    pub(crate) owners: String,
    pub(crate) record: String,
    /// JSON, not signed.
    pub(crate) proof: String,
}

/// How far the deletion of a log has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LogState {
    /// It is there.
    Whole,
    /// Its tours are kept, and it is being deleted or gone.
    Deleted,
}

impl LogState {
    fn of(number: i64) -> LogState {
        if matches!(number, 1 | 2) { LogState::Deleted } else { LogState::Whole }
    }
}

impl PeopleStore {
    /// The log that should have been deleted the longest ago, of the tables that were closed before a moment; none if
    /// there is none, or another node deletes logs.
    pub(crate) fn oldest_log(
        &mut self,
        closed_before: i64,
        node: &str,
        now: i64,
    ) -> Result<Option<(TableId, LogState)>, StoreError> {
        let shared = self.is_shared();
        let oldest = if shared { OLDEST_POSTGRES } else { OLDEST_SQLITE };
        let row = self.read(async |sql| sql.row(oldest, values![closed_before]).await)?;
        let Some(row) = row else { return Ok(None) };
        if shared && !self.write(async |sql| super::queue::on_duty(sql, "old logs", node, now).await)? {
            return Ok(None);
        }
        Ok(Some((TableId::from_bits(row.int(0).cast_unsigned()), LogState::of(row.int(1)))))
    }

    /// Keeps a finished tour for the time when the log is gone.
    pub(crate) fn keep_tour(&mut self, table: TableId, tour: &KeptTour) -> Result<(), StoreError> {
        let table = table.bits().cast_signed();
        let KeptTour { number, owners, record, proof } = tour;
        self.write(async |sql| sql.run(KEEP, values![table, *number, owners, record, proof]).await).map(drop)
    }

    /// All tours of a log are kept: from now on it is being deleted.
    pub(crate) fn all_tours_kept(&mut self, table: TableId) -> Result<(), StoreError> {
        self.mark(table, 0, 1)
    }

    /// A log that cannot be read stays, for somebody to look at.
    pub(crate) fn leave_log(&mut self, table: TableId) -> Result<(), StoreError> {
        self.mark(table, 0, 3)
    }

    fn mark(&mut self, table: TableId, from: i64, to: i64) -> Result<(), StoreError> {
        let table = table.bits().cast_signed();
        self.write(async |sql| sql.run(MARK, values![table, from, to]).await).map(drop)
    }

    /// Deletes the last events of a log that is marked, and says whether there are more.
    pub(crate) fn delete_from_log(&mut self, table: TableId) -> Result<bool, StoreError> {
        let (table, shared) = (table.bits().cast_signed(), self.is_shared());
        self.write(async |sql| {
            let more =
                if shared { delete_page(sql, table).await? } else { delete_page_back(sql, table).await? };
            if !more {
                sql.run(MARK, values![table, 1_i64, 2_i64]).await?;
            }
            Ok(more)
        })
    }

    /// What is kept of a table's tours, or of one of them; none if that is in the log.
    pub(crate) fn kept_tours(
        &mut self,
        table: TableId,
        tour: Option<u32>,
    ) -> Result<Option<Vec<KeptTour>>, StoreError> {
        let table = table.bits().cast_signed();
        self.read(async |sql| {
            let state = sql.row(STATE, values![table]).await?.map(|row| LogState::of(row.int(0)));
            if state != Some(LogState::Deleted) {
                return Ok(None);
            }
            let rows = match tour {
                Some(tour) => sql.rows(TOUR, values![table, tour]).await?,
                None => sql.rows(TOURS, values![table]).await?,
            };
            Ok(Some(rows.iter().map(kept_tour).collect()))
        })
    }
}

fn kept_tour(row: &Row) -> KeptTour {
    let number = u32::try_from(row.int(0)).unwrap_or(u32::MAX);
    KeptTour { number, owners: row.text(1), record: row.text(2), proof: row.text(3) }
}

async fn delete_page_back(sql: &mut Sql<'_>, table: i64) -> Result<bool, SqlError> {
    let last = sql.row(LAST_EVENT, values![table]).await?;
    let Some(last) = last.and_then(|row| row.maybe_int(0)) else { return Ok(false) };
    let page = sql.rows(PAGE_BACK, values![last, PAGE]).await?;
    let next = page.last().and_then(|row| row.maybe_int(1));
    for event in &page {
        sql.run(DELETE_EVENT, values![event.int(0)]).await?;
    }
    sql.run(STEP_BACK, values![table, next]).await?;
    Ok(next.is_some())
}

async fn delete_page(sql: &mut Sql<'_>, table: i64) -> Result<bool, SqlError> {
    if sql.row(LOCK, values![table]).await?.is_none() {
        return Ok(false);
    }
    Ok(sql.run(DELETE_PAGE, values![table, PAGE]).await? as i64 == PAGE)
}
