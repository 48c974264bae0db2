//! A connection to a PostgreSQL server that is made again when it is lost.

use std::error::Error;
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection, PgConnection};
use tokio::runtime::{Builder, Runtime};
use tokio::time::timeout;
use tracing::subscriber::{NoSubscriber, with_default};

use super::StoreError;

/// How long a call may take before its server counts as dead.
const PATIENCE: Duration = Duration::from_secs(10);

/// A server ends what we gave up, so that it holds no locks: its limits are ours. Only a commit that waits for the disk
/// is durable, whatever the server's own settings say; those that wait for more are left alone.
const SETTINGS: &str = "
    SET statement_timeout = '10s';
    SET idle_in_transaction_session_timeout = '10s';
    SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'";

/// A link to a database.
pub(super) struct Link {
    options: PgConnectOptions,
    patience: Duration,
    /// The database without user and password.
    place: String,
    /// None before the first call and after a failed one.
    connection: Option<PgConnection>,
    /// None only while it is dropped.
    runtime: Option<Runtime>,
}

impl Link {
    /// Reads an address; the connection is made by the first call.
    pub(super) fn new(url: &str) -> Result<Link, StoreError> {
        let unusable = |reason: String| StoreError::Unusable { place: "postgres://…".to_owned(), reason };
        if misplaces_password(url) {
            return Err(unusable(
                "write the / ? # and @ of user and password as %2F %3F %23 and %40".to_owned(),
            ));
        }
        // Parameters that are not known are logged with their values, one of which may be a password.
        let options = with_default(NoSubscriber::new(), || url.parse::<PgConnectOptions>());
        let options = options.map_err(|error| unusable(error.to_string()))?.disable_statement_logging();
        let host =
            options.get_socket().map_or(options.get_host().to_owned(), |path| path.display().to_string());
        let database = options.get_database().unwrap_or_default();
        let place = format!("postgres://{host}:{}/{database}", options.get_port());
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| unusable(format!("cannot begin to connect: {error}")))?;
        Ok(Link { options, patience: PATIENCE, place, connection: None, runtime: Some(runtime) })
    }

    pub(super) fn place(&self) -> &str {
        &self.place
    }

    /// Runs something that may be repeated. A connection that was lost since the last call is not an error yet: the
    /// work is done once more with a new one.
    pub(super) fn call<T>(
        &mut self,
        work: impl AsyncFn(&mut PgConnection) -> sqlx::Result<T>,
    ) -> Result<T, StoreError> {
        let may_be_stale = self.connection.is_some();
        match self.attempt(&work) {
            Err(error) if may_be_stale && error.is_temporary() => {
                tracing::info!(%error, "trying again with a new connection");
                self.attempt(&work)
            }
            outcome => outcome,
        }
    }

    /// The connection survives only what succeeds: after anything else its state is not worth knowing.
    fn attempt<T>(
        &mut self,
        work: impl AsyncFn(&mut PgConnection) -> sqlx::Result<T>,
    ) -> Result<T, StoreError> {
        let Some(runtime) = &self.runtime else { return Err(self.unavailable("it is being closed")) };
        let kept = self.connection.take();
        let outcome = async {
            let mut connection = match kept {
                Some(connection) => connection,
                None => connect(&self.options).await?,
            };
            let outcome = work(&mut connection).await?;
            Ok((connection, outcome))
        };
        let outcome = runtime.block_on(async { timeout(self.patience, outcome).await });
        match outcome {
            Ok(Ok((connection, outcome))) => {
                self.connection = Some(connection);
                Ok(outcome)
            }
            Ok(Err(error)) => Err(self.explain(&error)),
            Err(_) => Err(self.unavailable(&format!("no answer within {:?}", self.patience))),
        }
    }

    fn explain(&self, error: &sqlx::Error) -> StoreError {
        if may_pass(error) {
            return self.unavailable(&in_full(error));
        }
        StoreError::Unusable { place: self.place.clone(), reason: in_full(error) }
    }

    fn unavailable(&self, reason: &str) -> StoreError {
        StoreError::Unavailable { place: self.place.clone(), reason: reason.to_owned() }
    }
}

impl Drop for Link {
    /// Without waiting, which would be a panic if a store is dropped by an asynchronous task.
    fn drop(&mut self) {
        self.connection = None;
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

async fn connect(options: &PgConnectOptions) -> sqlx::Result<PgConnection> {
    let mut connection = PgConnection::connect_with(options).await?;
    sqlx::raw_sql(SETTINGS).execute(&mut connection).await?;
    Ok(connection)
}

/// Whether user and password seem to end where they should not, so that a part of them would count as the host.
fn misplaces_password(url: &str) -> bool {
    let address = url.split_once("://").map_or(url, |(_, address)| address);
    let (host, rest) = address.split_once(['/', '?', '#']).unwrap_or((address, ""));
    !host.is_empty() && !host.contains('@') && rest.contains('@')
}

/// Whether time may heal an error, told by its class in PostgreSQL's table of codes.
fn may_pass(error: &sqlx::Error) -> bool {
    let sqlx::Error::Database(database) = error else {
        use sqlx::Error::{BeginFailed, Io, Protocol, Tls, WorkerCrashed};
        return matches!(error, Io(_) | Tls(_) | Protocol(_) | WorkerCrashed | BeginFailed);
    };
    let code = database.code().unwrap_or_default();
    // Connections, conflicts with other transactions, resources, the operator, the system below.
    let classes = ["08", "40", "53", "57", "58"];
    // A lock that is not to be had, and a server that may only be read until it leads.
    classes.iter().any(|class| code.starts_with(class)) || code == "55P03" || code == "25006"
}

/// An error with what caused it, which sqlx leaves out of some messages.
fn in_full(error: &sqlx::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let reason = error.to_string();
        if !text.contains(&reason) {
            text = format!("{text}: {reason}");
        }
        cause = error.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    #[test]
    fn no_part_of_a_password_is_told() {
        for url in [
            "postgres://anna:sec/ret@localhost/perudo",
            "postgres://anna:12/secret@localhost/perudo",
            "postgres://anna:12?secret@localhost/perudo",
            "postgres://anna:12#secret@localhost/perudo",
            "postgres://anna:secret@local host/perudo",
            "postgres://anna:secret@localhost:port/perudo",
            "postgres://anna:secret%ff@localhost/perudo",
            "postgres://anna:secret@localhost/perudo?sslmode=whatever",
            "postgres://anna:secret@localhost:1/perudo",
            "postgres://localhost:1/perudo?password=secret&user=anna",
            "postgres://anna:secret@localhost:1/perudo?sslpassword=secret",
        ] {
            let error = match Link::new(url) {
                Err(error) => error,
                Ok(mut link) => link.call(async |_| Ok(())).unwrap_err(),
            };
            let text = format!("{error} {error:?}");
            assert!(!text.contains("sec") && !text.contains("12"), "{text}");
        }
    }

    #[test]
    fn a_server_that_is_not_there_may_come() {
        let mut link = Link::new("postgres://anna@127.0.0.1:1/perudo").unwrap();
        let error = link.call(async |_| Ok(())).unwrap_err();
        assert!(error.is_temporary());
        assert!(
            error.to_string().starts_with("cannot use postgres://127.0.0.1:1/perudo at the moment: "),
            "{error}"
        );
    }

    #[test]
    fn a_server_that_never_answers_is_not_waited_for() {
        let server = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = server.local_addr().unwrap().port();
        let mut link = Link::new(&format!("postgres://anna@127.0.0.1:{port}/perudo")).unwrap();
        link.patience = Duration::from_millis(20);
        let error = link.call(async |_| Ok(())).unwrap_err();
        assert!(error.is_temporary());
        assert!(error.to_string().ends_with("no answer within 20ms"), "{error}");
    }

    #[tokio::test]
    async fn a_task_may_drop_a_link() {
        drop(Link::new("postgres://anna@127.0.0.1:1/perudo").unwrap());
    }
}
