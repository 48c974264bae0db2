//! Places to keep tables in, a new one for each test.

use std::env;
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

use perudo_server::store::{Store, open};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use tempfile::TempDir;

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

impl Place {
    pub(crate) fn sqlite() -> Place {
        Place::Sqlite { folder: TempDir::new().unwrap() }
    }

    pub(crate) fn postgres() -> Place {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let server = env::var("PERUDO_TEST_POSTGRES").unwrap_or_else(|_| {
            panic!(
                "PERUDO_TEST_POSTGRES is not set: it is the address of a PostgreSQL server where databases may be \
                 created; `cargo xtask test` starts one"
            )
        });
        let name = format!("perudo_test_{}_{}", process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        // A process of the same number may have been killed before it dropped its databases.
        execute(&server, format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"));
        execute(&server, format!("CREATE DATABASE {name}"));
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
        open(&self.address()).unwrap()
    }

    /// Runs SQL behind the store's back.
    pub(crate) fn execute(&self, sql: &str) {
        match self {
            Place::Sqlite { .. } => {
                rusqlite::Connection::open(self.address()).unwrap().execute_batch(sql).unwrap()
            }
            Place::Postgres { .. } => execute(&self.address(), sql.to_owned()),
        }
    }

    /// Cuts all connections, as a server does that is started again.
    pub(crate) fn disconnect(&self) {
        if let Place::Postgres { server, name } = self {
            let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity";
            execute(server, format!("{cut} WHERE datname = '{name}'"));
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Place::Postgres { server, name } = self {
            execute(server, format!("DROP DATABASE {name} WITH (FORCE)"));
        }
    }
}

fn execute(url: &str, sql: String) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let mut connection = PgConnection::connect(url).await.unwrap();
        sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    });
}
