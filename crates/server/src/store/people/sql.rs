//! One way to ask both databases: what is kept about people is written in SQL that both understand, once.
//!
//! Statements number their values `$1`, `$2`, …; whole numbers are 64 bits, and there are no types beyond [`Value`].

use std::error::Error as StdError;

use bytes::BytesMut;
use futures_util::FutureExt;
use rusqlite::Connection;
use rusqlite::types::{ToSqlOutput, ValueRef};
use tokio_postgres::types::{IsNull, ToSql, Type, to_sql_checked};

use super::super::postgres::Session;

/// A value in a database.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Null,
    Int(i64),
    Real(f64),
    Text(String),
    Bytes(Vec<u8>),
}

/// A row of an answer. What a statement does not give is nothing.
#[derive(Clone, Debug)]
pub(crate) struct Row(Vec<Value>);

/// Where a statement runs: within a transaction of one of the databases.
pub(crate) enum Sql<'a> {
    Sqlite(&'a Connection),
    Postgres(&'a mut Session),
}

/// What went wrong in one of them.
pub(crate) enum SqlError {
    Sqlite(rusqlite::Error),
    Postgres(tokio_postgres::Error),
}

impl Sql<'_> {
    /// Runs a statement and gives the number of rows that it changed.
    pub(crate) async fn run(&mut self, sql: &'static str, values: &[Value]) -> Result<u64, SqlError> {
        match self {
            Sql::Sqlite(connection) => {
                let mut statement = connection.prepare_cached(&numbered(sql))?;
                Ok(statement.execute(rusqlite::params_from_iter(values))? as u64)
            }
            Sql::Postgres(session) => {
                let values: Vec<&(dyn ToSql + Sync)> = values.iter().map(|value| value as _).collect();
                Ok(session.execute(sql, &values).await?)
            }
        }
    }

    /// Runs a statement and gives its rows.
    pub(crate) async fn rows(&mut self, sql: &'static str, values: &[Value]) -> Result<Vec<Row>, SqlError> {
        match self {
            Sql::Sqlite(connection) => {
                let mut statement = connection.prepare_cached(&numbered(sql))?;
                let columns = statement.column_count();
                let row = |row: &rusqlite::Row<'_>| {
                    (0..columns)
                        .map(|index| Ok(Value::of_sqlite(row.get_ref(index)?)))
                        .collect::<Result<_, _>>()
                        .map(Row)
                };
                Ok(statement.query_map(rusqlite::params_from_iter(values), row)?.collect::<Result<_, _>>()?)
            }
            Sql::Postgres(session) => {
                let values: Vec<&(dyn ToSql + Sync)> = values.iter().map(|value| value as _).collect();
                let row = |row: &tokio_postgres::Row| {
                    (0..row.len())
                        .map(|index| Value::of_postgres(row, index))
                        .collect::<Result<_, _>>()
                        .map(Row)
                };
                Ok(session.query(sql, &values, row).await?)
            }
        }
    }

    /// The first row, if there is one.
    pub(crate) async fn row(&mut self, sql: &'static str, values: &[Value]) -> Result<Option<Row>, SqlError> {
        Ok(self.rows(sql, values).await?.into_iter().next())
    }
}

/// SQLite numbers values by `?1`.
fn numbered(sql: &str) -> String {
    sql.replace('$', "?")
}

/// Nothing of SQLite ever waits for anything but the disk, so its futures are always ready.
pub(crate) fn at_once<T>(work: impl Future<Output = Result<T, SqlError>>) -> rusqlite::Result<T> {
    match work.now_or_never() {
        Some(Ok(value)) => Ok(value),
        Some(Err(SqlError::Sqlite(error))) => Err(error),
        Some(Err(SqlError::Postgres(_))) | None => Err(rusqlite::Error::InvalidQuery),
    }
}

impl SqlError {
    /// The error of a call to PostgreSQL, whose transactions know no other.
    pub(crate) fn of_postgres(self) -> Option<tokio_postgres::Error> {
        match self {
            SqlError::Postgres(error) => Some(error),
            SqlError::Sqlite(_) => None,
        }
    }
}

impl From<rusqlite::Error> for SqlError {
    fn from(error: rusqlite::Error) -> SqlError {
        SqlError::Sqlite(error)
    }
}

impl From<tokio_postgres::Error> for SqlError {
    fn from(error: tokio_postgres::Error) -> SqlError {
        SqlError::Postgres(error)
    }
}

impl Row {
    /// A whole number; 0 where there is none.
    pub(crate) fn int(&self, index: usize) -> i64 {
        self.maybe_int(index).unwrap_or(0)
    }

    pub(crate) fn maybe_int(&self, index: usize) -> Option<i64> {
        match self.0.get(index)? {
            Value::Int(value) => Some(*value),
            _ => None,
        }
    }

    pub(crate) fn flag(&self, index: usize) -> bool {
        self.int(index) != 0
    }

    pub(crate) fn maybe_real(&self, index: usize) -> Option<f64> {
        match self.0.get(index)? {
            Value::Real(value) => Some(*value),
            Value::Int(value) => Some(*value as f64),
            _ => None,
        }
    }

    pub(crate) fn real(&self, index: usize) -> f64 {
        self.maybe_real(index).unwrap_or(0.0)
    }

    /// A text; an empty one where there is none.
    pub(crate) fn text(&self, index: usize) -> String {
        self.maybe_text(index).unwrap_or_default()
    }

    pub(crate) fn maybe_text(&self, index: usize) -> Option<String> {
        match self.0.get(index)? {
            Value::Text(text) => Some(text.clone()),
            _ => None,
        }
    }

    /// The value as JSON.
    pub(crate) fn json(&self, index: usize) -> serde_json::Value {
        match self.0.get(index) {
            None | Some(Value::Null | Value::Bytes(_)) => serde_json::Value::Null,
            Some(Value::Int(value)) => (*value).into(),
            Some(Value::Real(value)) => (*value).into(),
            Some(Value::Text(text)) => text.as_str().into(),
        }
    }

    /// Bytes; none where there are none.
    pub(crate) fn bytes(&self, index: usize) -> Vec<u8> {
        match self.0.get(index) {
            Some(Value::Bytes(bytes)) => bytes.clone(),
            _ => Vec::new(),
        }
    }
}

impl Value {
    fn of_sqlite(value: ValueRef<'_>) -> Value {
        match value {
            ValueRef::Null => Value::Null,
            ValueRef::Integer(value) => Value::Int(value),
            ValueRef::Real(value) => Value::Real(value),
            ValueRef::Text(text) => Value::Text(String::from_utf8_lossy(text).into_owned()),
            ValueRef::Blob(bytes) => Value::Bytes(bytes.to_vec()),
        }
    }

    fn of_postgres(row: &tokio_postgres::Row, index: usize) -> Result<Value, tokio_postgres::Error> {
        let kind = row.columns().get(index).map(|column| column.type_().clone());
        Ok(match kind {
            Some(Type::INT8) => row.try_get::<_, Option<i64>>(index)?.map_or(Value::Null, Value::Int),
            Some(Type::INT4) => {
                row.try_get::<_, Option<i32>>(index)?.map_or(Value::Null, |value| Value::Int(value.into()))
            }
            Some(Type::BOOL) => {
                row.try_get::<_, Option<bool>>(index)?.map_or(Value::Null, |value| Value::Int(value.into()))
            }
            Some(Type::FLOAT8) => row.try_get::<_, Option<f64>>(index)?.map_or(Value::Null, Value::Real),
            Some(Type::BYTEA) => row.try_get::<_, Option<Vec<u8>>>(index)?.map_or(Value::Null, Value::Bytes),
            _ => row.try_get::<_, Option<String>>(index)?.map_or(Value::Null, Value::Text),
        })
    }
}

impl rusqlite::ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Value::Null => ValueRef::Null,
            Value::Int(value) => ValueRef::Integer(*value),
            Value::Real(value) => ValueRef::Real(*value),
            Value::Text(text) => ValueRef::Text(text.as_bytes()),
            Value::Bytes(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

impl ToSql for Value {
    fn to_sql(&self, kind: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn StdError + Sync + Send>> {
        match self {
            Value::Null => Ok(IsNull::Yes),
            Value::Int(value) if *kind == Type::FLOAT8 => ToSql::to_sql(&(*value as f64), kind, out),
            Value::Int(value) if *kind == Type::INT4 => ToSql::to_sql(&i32::try_from(*value)?, kind, out),
            Value::Int(value) => ToSql::to_sql(value, kind, out),
            Value::Real(value) => ToSql::to_sql(value, kind, out),
            Value::Text(text) => ToSql::to_sql(text, kind, out),
            Value::Bytes(bytes) => ToSql::to_sql(bytes, kind, out),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

/// What can be a value.
macro_rules! values {
    ($($kind:ty: $value:ident => $made:expr;)+) => {
        $(impl From<$kind> for Value {
            fn from($value: $kind) -> Value {
                $made
            }
        })+
    };
}

values! {
    i64: value => Value::Int(value);
    i32: value => Value::Int(value.into());
    u32: value => Value::Int(value.into());
    u8: value => Value::Int(value.into());
    bool: value => Value::Int(value.into());
    f64: value => Value::Real(value);
    &str: text => Value::Text(text.to_owned());
    String: text => Value::Text(text);
    &String: text => Value::Text(text.clone());
    &[u8]: bytes => Value::Bytes(bytes.to_vec());
    Vec<u8>: bytes => Value::Bytes(bytes);
    [u8; 16]: bytes => Value::Bytes(bytes.to_vec());
    [u8; 32]: bytes => Value::Bytes(bytes.to_vec());
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Value {
        value.map_or(Value::Null, Into::into)
    }
}

/// Values of a statement.
macro_rules! values_of {
    ($($value:expr),* $(,)?) => { &[$($crate::store::people::Value::from($value)),*] };
}
pub(crate) use values_of as values;
