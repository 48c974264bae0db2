//! Places to keep tables in, a new one for each test.

#![allow(dead_code)] // each file of tests has its use for a part of it

use std::env;
use std::fs;
use std::path::Path;
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

use futures_util::TryStreamExt;
use perudo_server::store::{Store, open};
use perudo_server::{Entropy, Keys};
use tempfile::TempDir;
use tokio_postgres::NoTls;

/// A database of its own, deleted in the end.
pub(crate) enum Place {
    Sqlite { folder: TempDir },
    Postgres { server: String, name: String },
}

/// Runs a test on SQLite and on PostgreSQL.
pub(crate) fn each_store(test: impl Fn(&Place)) {
    test(&Place::sqlite());
    test(&Place::postgres());
}

/// The keys of the tests' stores.
pub(crate) fn keys() -> Keys {
    Keys::random(&Entropy::new(|bytes| bytes.fill(7)))
}

impl Place {
    pub(crate) fn sqlite() -> Place {
        Place::Sqlite { folder: TempDir::new().unwrap() }
    }

    pub(crate) fn postgres() -> Place {
        Place::postgres_on(env::var("PERUDO_TEST_POSTGRES").unwrap_or_else(|_| {
            panic!(
                "PERUDO_TEST_POSTGRES is not set: it is the address of a PostgreSQL server where databases may be \
                 created; `cargo xtask test` starts one"
            )
        }))
    }

    /// On the server of this address.
    pub(crate) fn postgres_on(server: String) -> Place {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let name = format!("perudo_test_{}_{}", process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        // A process of the same number may have been killed before it dropped its databases.
        execute(&server, &format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"));
        execute(&server, &format!("CREATE DATABASE {name}"));
        Place::Postgres { server, name }
    }

    pub(crate) fn address(&self) -> String {
        match self {
            Place::Sqlite { folder } => {
                folder.path().join("in a folder/perudo.db").to_str().unwrap().to_owned()
            }
            Place::Postgres { server, name } => {
                let (server, _) = server.rsplit_once('/').unwrap();
                format!("{server}/{name}")
            }
        }
    }

    pub(crate) fn open(&self) -> Box<dyn Store> {
        open(&self.address()).unwrap().unlock(&keys()).unwrap()
    }

    /// Every byte that is stored: the files of SQLite, or all rows as `pg_dump` reads them.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        match self {
            Place::Sqlite { .. } => {
                let files = fs::read_dir(Path::new(&self.address()).parent().unwrap()).unwrap();
                files.flat_map(|file| fs::read(file.unwrap().path()).unwrap()).collect()
            }
            Place::Postgres { .. } => dump(&self.address()),
        }
    }

    /// Makes the database as version 0.1.0 did, with a table of two events and a snapshot after the first.
    pub(crate) fn make_as_0_1_0(&self) {
        match self {
            Place::Sqlite { .. } => {
                fs::create_dir_all(Path::new(&self.address()).parent().unwrap()).unwrap();
                self.execute(include_str!("../../migrations/sqlite/0001_tables.sql"));
                self.execute(
                    "CREATE TABLE migrations (version INTEGER PRIMARY KEY, at INTEGER NOT NULL) STRICT;
                     INSERT INTO migrations VALUES (1, 1700000000000);
                     INSERT INTO nodes VALUES ('anna', 1, 0);
                     INSERT INTO tables VALUES (1, 'anna', 1, NULL, 2, 2);
                     INSERT INTO events VALUES (1, 1, 1, 0, NULL, CAST('one' AS BLOB));
                     INSERT INTO events VALUES (2, 1, 2, 0, 1, CAST('two' AS BLOB));
                     INSERT INTO snapshots VALUES (1, 1, CAST('state' AS BLOB))",
                );
            }
            Place::Postgres { .. } => {
                self.execute(include_str!("../../migrations/postgres/0001_tables.sql"));
                self.execute(
                    "CREATE TABLE migrations (version bigint PRIMARY KEY, at timestamptz NOT NULL);
                     INSERT INTO migrations VALUES (1, now());
                     INSERT INTO nodes VALUES ('anna', 1, now());
                     INSERT INTO tables VALUES (1, 'anna', 1, NULL);
                     INSERT INTO events VALUES (1, 1, 0, 'one'), (1, 2, 0, 'two');
                     INSERT INTO snapshots VALUES (1, 1, 'state')",
                );
            }
        }
    }

    /// Runs SQL behind the store's back.
    pub(crate) fn execute(&self, sql: &str) {
        match self {
            Place::Sqlite { .. } => {
                rusqlite::Connection::open(self.address()).unwrap().execute_batch(sql).unwrap()
            }
            Place::Postgres { .. } => execute(&self.address(), sql),
        }
    }

    /// How many rows a table has.
    pub(crate) fn count(&self, table: &str) -> i64 {
        let sql = format!("SELECT count(*) FROM {table}");
        match self {
            Place::Sqlite { .. } => {
                let connection = rusqlite::Connection::open(self.address()).unwrap();
                connection.query_row(&sql, [], |row| row.get(0)).unwrap()
            }
            Place::Postgres { .. } => {
                let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
                runtime.block_on(async {
                    let (client, connection) = tokio_postgres::connect(&self.address(), NoTls).await.unwrap();
                    tokio::spawn(connection);
                    client.query_one(&sql, &[]).await.unwrap().get(0)
                })
            }
        }
    }

    /// The processes that serve this database.
    pub(crate) fn processes(&self) -> Vec<i32> {
        let Place::Postgres { server, name } = self else { return Vec::new() };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let (client, connection) = tokio_postgres::connect(server, NoTls).await.unwrap();
            tokio::spawn(connection);
            let sql = format!("SELECT pid FROM pg_stat_activity WHERE datname = '{name}'");
            client.query(&sql, &[]).await.unwrap().iter().map(|row| row.get(0)).collect()
        })
    }

    /// Cuts all connections, as a server does that is started again.
    pub(crate) fn disconnect(&self) {
        if let Place::Postgres { server, name } = self {
            let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity";
            execute(server, &format!("{cut} WHERE datname = '{name}'"));
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Place::Postgres { server, name } = self {
            execute(server, &format!("DROP DATABASE {name} WITH (FORCE)"));
        }
    }
}

fn dump(url: &str) -> Vec<u8> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let (client, connection) = tokio_postgres::connect(url, NoTls).await.unwrap();
        tokio::spawn(connection);
        let tables = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'";
        let mut bytes = Vec::new();
        for row in client.query(tables, &[]).await.unwrap() {
            let copy = format!("COPY {} TO STDOUT (FORMAT binary)", row.get::<_, &str>(0));
            let rows: Vec<_> = client.copy_out(&copy).await.unwrap().try_collect().await.unwrap();
            bytes.extend(rows.concat());
        }
        bytes
    })
}

fn execute(url: &str, sql: &str) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let (client, connection) = tokio_postgres::connect(url, NoTls).await.unwrap();
        let connection = tokio::spawn(connection);
        client.batch_execute(sql).await.unwrap();
        drop(client);
        connection.await.unwrap().unwrap();
    });
}
