//! Whose connections are to be cut. A key is revoked on one node, and may be in use on any: so each node looks here.

use perudo_table::Guest;

use super::{PeopleStore, Row, Sql, SqlError, values};
use crate::store::StoreError;

/// For how long a cut is told. A node that has not looked for so long has no table any more.
const TOLD: i64 = 10 * 60 * 1000;

const CUT: &str = "INSERT INTO cuts (at, guest, deleted) VALUES ($1, $2, $3)";

const FORGET: &str = "DELETE FROM cuts WHERE at < $1";

const CUTS: &str = "SELECT id, guest, deleted FROM cuts WHERE at >= $1 ORDER BY id";

/// Somebody whose connections are to be cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cut {
    pub(crate) id: i64,
    pub(crate) guest: Guest,
    /// Whether they have deleted their name, so that nobody may remember it.
    pub(crate) deleted: bool,
}

/// Lets every node cut somebody's connections.
pub(super) async fn cut(sql: &mut Sql<'_>, guest: Guest, deleted: bool, now: i64) -> Result<(), SqlError> {
    sql.run(FORGET, values![now - TOLD]).await?;
    sql.run(CUT, values![now, guest.bytes(), deleted]).await?;
    Ok(())
}

impl PeopleStore {
    /// All cuts of late. Those that were written at the same time may be told in any order, and one later than another of
    /// a higher number: whoever asks has to know which ones are new.
    pub(crate) fn cuts(&mut self, now: i64) -> Result<Vec<Cut>, StoreError> {
        let rows = self.read(async |sql| sql.rows(CUTS, values![now - TOLD]).await)?;
        let one = |row: &Row| {
            let guest = Guest::of_bytes(row.bytes(1).try_into().ok()?);
            Some(Cut { id: row.int(0), guest, deleted: row.flag(2) })
        };
        Ok(rows.iter().filter_map(one).collect())
    }
}
