//! The rows of a PostgreSQL database as they are, for those who encrypt them.

use tokio_postgres::{Error, Row};

use super::super::cipher::{KeyName, RowPlace};
use super::super::encrypted::{Change, Rows};
use super::super::{StoreError, TableId};
use super::connection::Session;
use super::{BEGIN, COMMIT, PostgresStore};

/// Rows that are looked at in one transaction.
const PAGE_LENGTH: i64 = 1000;

/// Any number, but always the same: nodes that change rows hold the lock of this number, so that none waits in a circle.
const REWRITE_LOCK: i64 = 0x7065_7275_6470;

const KEYS: &str = "SELECT name, complete FROM keys";

const ADD_KEY: &str = "
    INSERT INTO keys (name, complete) VALUES ($1, false) ON CONFLICT (name) DO UPDATE SET complete = false";

const DROP_OTHER_KEYS: &str = "DELETE FROM keys WHERE name <> $1";

const COMPLETE_KEY: &str = "UPDATE keys SET complete = true WHERE name = $1";

const EVENTS: &str = "
    SELECT table_id, seq, body FROM events WHERE (table_id, seq) > ($1, $2) ORDER BY table_id, seq LIMIT $3";

const SNAPSHOTS: &str = "
    SELECT table_id, seq, body FROM snapshots WHERE (table_id, seq) > ($1, $2) ORDER BY table_id, seq LIMIT $3";

const SECRETS: &str = "
    SELECT table_id, 0::bigint, body FROM secrets WHERE (table_id, 0::bigint) > ($1, $2) ORDER BY table_id LIMIT $3";

const SET_EVENTS: &str = "
    UPDATE events SET body = new.body FROM unnest($1::bigint[], $2::bigint[], $3::bytea[]) AS new (id, number, body)
    WHERE table_id = id AND seq = number";

const SET_SNAPSHOTS: &str = "
    UPDATE snapshots SET body = new.body FROM unnest($1::bigint[], $2::bigint[], $3::bytea[]) AS new (id, number, body)
    WHERE table_id = id AND seq = number";

const SET_SECRETS: &str = "
    UPDATE secrets SET body = new.body FROM unnest($1::bigint[], $2::bigint[], $3::bytea[]) AS new (id, number, body)
    WHERE table_id = id";

const KEEP_SECRETS: &str = "
    INSERT INTO secrets (table_id, body)
    SELECT new.id, new.body FROM unnest($1::bigint[], $2::bytea[]) AS new (id, body)
    JOIN tables ON tables.id = new.id WHERE closed_at IS NULL
    ON CONFLICT DO NOTHING";

/// Rows of one kind: how they are read, changed and called. They have a table, a number and a body.
type Kind = (&'static str, &'static str, fn(TableId, u64) -> RowPlace);

const KINDS: [Kind; 3] = [
    (EVENTS, SET_EVENTS, RowPlace::Event),
    (SNAPSHOTS, SET_SNAPSHOTS, RowPlace::Snapshot),
    (SECRETS, SET_SECRETS, |table, _| RowPlace::Secret(table)),
];

impl Rows for PostgresStore {
    fn place(&self) -> &str {
        self.connection.place()
    }

    fn keys(&mut self) -> Result<Vec<(KeyName, bool)>, StoreError> {
        let key = |row: &Row| Ok((row.try_get::<_, Vec<u8>>(0)?, row.try_get(1)?));
        let keys = self.connection.call(async |session| session.query(KEYS, &[], key).await)?;
        let named = |(name, complete): (Vec<u8>, bool)| match name.try_into() {
            Ok(name) => Ok((KeyName(name), complete)),
            Err(_) => Err(StoreError::Unusable {
                place: self.connection.place().to_owned(),
                reason: "the name of a key in it is none".to_owned(),
            }),
        };
        keys.into_iter().map(named).collect()
    }

    fn add_key(&mut self, name: KeyName) -> Result<(), StoreError> {
        self.connection.call(async |session| session.execute(ADD_KEY, &[&name.0.as_slice()]).await).map(drop)
    }

    fn keep_key(&mut self, name: KeyName) -> Result<(), StoreError> {
        self.connection.call(async |session| {
            session.run(BEGIN).await?;
            session.execute(DROP_OTHER_KEYS, &[&name.0.as_slice()]).await?;
            session.execute(COMPLETE_KEY, &[&name.0.as_slice()]).await?;
            session.run(COMMIT).await
        })
    }

    fn rewrite(&mut self, change: Change<'_>) -> Result<(), StoreError> {
        for kind in KINDS {
            let mut after = Some((i64::MIN, i64::MIN));
            while let Some(key) = after {
                after =
                    self.connection.call(async |session| rewrite_page(session, &kind, key, change).await)?;
            }
        }
        Ok(())
    }
}

/// Returns table and number of the last row, if there may be more after it.
async fn rewrite_page(
    session: &mut Session,
    (select, update, place): &Kind,
    after: (i64, i64),
    change: Change<'_>,
) -> Result<Option<(i64, i64)>, Error> {
    session.run(BEGIN).await?;
    session.execute("SELECT pg_advisory_xact_lock($1)", &[&REWRITE_LOCK]).await?;
    let row = |row: &Row| Ok((row.try_get(0)?, row.try_get(1)?, row.try_get(2)?));
    let rows: Vec<(i64, i64, Vec<u8>)> =
        session.query(select, &[&after.0, &after.1, &PAGE_LENGTH], row).await?;
    let last = rows.last().map(|(table, seq, _)| (*table, *seq));
    let (mut tables, mut numbers, mut bodies) = (Vec::new(), Vec::new(), Vec::new());
    let (mut owners, mut secrets) = (Vec::new(), Vec::new());
    for (table, seq, body) in rows {
        let place = place(TableId::from_bits(table.cast_unsigned()), seq.cast_unsigned());
        let Some(new) = change(place, body) else { continue };
        tables.push(table);
        numbers.push(seq);
        bodies.push(new.body);
        if let Some(secret) = new.secret {
            owners.push(table);
            secrets.push(secret);
        }
    }
    if !tables.is_empty() {
        session.execute(update, &[&tables, &numbers, &bodies]).await?;
    }
    if !owners.is_empty() {
        session.execute(KEEP_SECRETS, &[&owners, &secrets]).await?;
    }
    session.run(COMMIT).await?;
    Ok(last)
}
