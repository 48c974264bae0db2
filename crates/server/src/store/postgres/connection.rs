//! A connection to a PostgreSQL server that is made again when it is lost.
//!
//! `tokio-postgres` and not `postgres`, its synchronous form, which waits for ever for a server that never answers.

use std::collections::HashMap;
use std::error::Error as _;
use std::future::poll_fn;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::runtime::{Builder, Runtime};
use tokio::time::timeout;
use tokio_postgres::error::Severity;
use tokio_postgres::types::ToSql;
use tokio_postgres::{AsyncMessage, Client, Error, Row, Statement};

use super::super::StoreError;
use super::address::{Address, CONNECT_TIMEOUT, Server};
use super::tls_stream::MakeTls;

/// How long a call may take before its server counts as dead.
const DEADLINE: Duration = Duration::from_secs(5);

/// How long to try to call something off.
const CANCEL_PATIENCE: Duration = Duration::from_secs(1);

/// A server ends what we gave up, so that it holds no locks: its limits are ours. Only a commit that waits for the disk,
/// and for the disk of a standby where there is one, is durable, whatever the server's own settings say.
const SETTINGS: &str = "
    SET statement_timeout = '5s';
    SET idle_in_transaction_session_timeout = '5s';
    SELECT set_config('synchronous_commit', 'on', false)
    WHERE current_setting('synchronous_commit') NOT IN ('on', 'remote_apply')";

/// A commit of nothing. It waits until the standbys have all that this server has: after a crash, it may show what they
/// never got, and a former primary that no standby follows any more must not be believed.
const BARRIER: &str = "
    SELECT CASE WHEN NOT pg_is_in_recovery() THEN pg_logical_emit_message(true, 'perudo', 'begin') END";

/// What a statement's `$1`, `$2`, … stand for.
pub(crate) type Values<'a> = &'a [&'a (dyn ToSql + Sync)];

/// A connection to a database.
pub(super) struct Connection {
    /// Where the database may be.
    servers: Vec<Server>,
    /// The number of the server to ask first.
    first: usize,
    tls: MakeTls,
    deadline: Duration,
    /// The database without user and password.
    place: String,
    /// `None` before the first call and after a failed one.
    session: Option<Session>,
    /// `None` only while it is dropped.
    runtime: Option<Runtime>,
}

/// A session with a server, and the statements that it knows by now.
pub(crate) struct Session {
    client: Client,
    statements: HashMap<&'static str, Statement>,
    warning: Arc<Mutex<Option<String>>>,
}

/// Why something did not work.
struct Failure {
    reason: String,
    may_pass: bool,
}

impl Connection {
    /// Reads an address; the connection is made by the first call.
    pub(super) fn new(url: &str) -> Result<Connection, StoreError> {
        let hidden = "postgres://…".to_owned();
        let address = Address::parse(url).map_err(|reason| StoreError::Unusable { place: hidden, reason })?;
        let Address { servers, tls, place } = address;
        let unusable = |reason| StoreError::Unusable { place: place.clone(), reason };
        let tls = tls.connector().map_err(unusable)?;
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| unusable(format!("cannot begin to connect: {error}")))?;
        let runtime = Some(runtime);
        Ok(Connection { servers, first: 0, tls, deadline: DEADLINE, place, session: None, runtime })
    }

    pub(super) fn place(&self) -> &str {
        &self.place
    }

    /// Runs something that may be repeated. A connection that was lost since the last call is not an error yet: the
    /// work is done once more with a new one.
    pub(super) fn call<T>(
        &mut self,
        work: impl AsyncFn(&mut Session) -> Result<T, Error>,
    ) -> Result<T, StoreError> {
        self.call_within(self.deadline, work)
    }

    /// Runs something that must not be repeated unless its caller knows of it.
    pub(super) fn call_once<T>(
        &mut self,
        work: impl AsyncFn(&mut Session) -> Result<T, Error>,
    ) -> Result<T, StoreError> {
        self.attempt(self.deadline, work)
    }

    /// The same for something that may take longer.
    pub(super) fn call_within<T>(
        &mut self,
        deadline: Duration,
        work: impl AsyncFn(&mut Session) -> Result<T, Error>,
    ) -> Result<T, StoreError> {
        let may_be_stale = self.session.is_some();
        match self.attempt(deadline, &work) {
            Err(error) if may_be_stale && error.is_temporary() => {
                tracing::info!(%error, "trying again with a new connection");
                self.attempt(deadline, &work)
            }
            outcome => outcome,
        }
    }

    /// The session survives only what succeeds: after anything else its state is not worth knowing.
    fn attempt<T>(
        &mut self,
        deadline: Duration,
        work: impl AsyncFn(&mut Session) -> Result<T, Error>,
    ) -> Result<T, StoreError> {
        let Some(runtime) = self.runtime.take() else {
            return Err(self.explain(Failure::passing("it is being closed".to_owned())));
        };
        let outcome = runtime.block_on(async {
            let mut session = match self.session.take() {
                Some(session) => session,
                None => self.begin().await?,
            };
            let Ok(outcome) = timeout(deadline, work(&mut session)).await else {
                // It may be another's turn by now.
                self.first = (self.first + 1) % self.servers.len();
                return Err(Failure::passing(format!("no answer within {deadline:?}")));
            };
            let outcome = outcome.map_err(|error| Failure::of(&error))?;
            session.assert_durable()?;
            self.session = Some(session);
            Ok(outcome)
        });
        self.runtime = Some(runtime);
        outcome.map_err(|failure| self.explain(failure))
    }

    /// Begins a session with the first server that takes one.
    async fn begin(&mut self) -> Result<Session, Failure> {
        let count = self.servers.len();
        let mut failures = Vec::with_capacity(count);
        for index in (0..count).map(|turn| (self.first + turn) % count) {
            let server = &self.servers[index];
            match Session::begin(server, &self.tls).await {
                Ok(session) => {
                    self.first = index;
                    return Ok(session);
                }
                Err(failure) => failures.push((&server.name, failure)),
            }
        }
        let may_pass = failures.iter().any(|(_, failure)| failure.may_pass);
        let reasons = failures.iter().map(|(name, failure)| match count {
            1 => failure.reason.clone(),
            _ => format!("{name}: {}", failure.reason),
        });
        Err(Failure { reason: reasons.collect::<Vec<_>>().join("; "), may_pass })
    }

    fn explain(&self, Failure { reason, may_pass }: Failure) -> StoreError {
        let place = self.place.clone();
        if may_pass {
            StoreError::Unavailable { place, reason }
        } else {
            StoreError::Unusable { place, reason }
        }
    }
}

impl Drop for Connection {
    /// Without waiting, which would be a panic if a store is dropped by an asynchronous task.
    fn drop(&mut self) {
        self.session = None;
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

impl Failure {
    fn passing(reason: String) -> Failure {
        Failure { reason, may_pass: true }
    }

    fn of(error: &Error) -> Failure {
        Failure { reason: in_full(error), may_pass: may_pass(error) }
    }
}

impl Session {
    /// Begins a session with a server that answers in time and whose commits are durable.
    async fn begin(server: &Server, tls: &MakeTls) -> Result<Session, Failure> {
        let patience = server.config.get_connect_timeout().copied().unwrap_or(CONNECT_TIMEOUT);
        let late = || Failure::passing(format!("no answer within {patience:?}"));
        let session = async {
            let session = Session::connect(server, tls).await?;
            session.client.batch_execute(SETTINGS).await?;
            Ok(session)
        };
        let session = timeout(patience, session).await.map_err(|_| late())?;
        let session = session.map_err(|error| Failure::of(&error))?;
        // What a server complains of as soon as someone comes has nothing to do with us.
        *session.warning.lock() = None;
        let Ok(reached) = timeout(patience, session.client.batch_execute(BARRIER)).await else {
            // A server never gives up by itself to wait for its standby. Nothing is lost with this commit.
            let cancel = session.client.cancel_token();
            let _ = timeout(CANCEL_PATIENCE, cancel.cancel_query(tls.clone())).await;
            return Err(Failure::passing(format!("its standby does not answer it within {patience:?}")));
        };
        reached.map_err(|error| Failure::of(&error))?;
        session.assert_durable()?;
        Ok(session)
    }

    async fn connect(server: &Server, tls: &MakeTls) -> Result<Session, Error> {
        let (client, mut connection) = server.config.connect(tls.clone()).await?;
        let warning = Arc::new(Mutex::new(None));
        let warned = Arc::clone(&warning);
        // It runs while a call waits for an answer. What ends it ends the call too, and is told there.
        tokio::spawn(async move {
            while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
                if let AsyncMessage::Notice(notice) = message
                    && notice.parsed_severity() == Some(Severity::Warning)
                {
                    *warned.lock() = Some(notice.message().to_owned());
                }
            }
        });
        Ok(Session { client, statements: HashMap::new(), warning })
    }

    /// Someone who cancels a commit that waits for the standby makes it succeed, with a warning and nothing else: it may
    /// be lost with this server. So after any warning nothing counts as written; a new session finds out what was.
    fn assert_durable(&self) -> Result<(), Failure> {
        match self.warning.lock().take() {
            None => Ok(()),
            Some(warning) => Err(Failure::passing(format!("the server warns: {warning}"))),
        }
    }

    /// Runs statements without values and results.
    pub(crate) async fn run(&mut self, sql: &str) -> Result<(), Error> {
        self.client.batch_execute(sql).await
    }

    /// Runs a statement and gives the number of rows that it changed.
    pub(crate) async fn execute(&mut self, sql: &'static str, values: Values<'_>) -> Result<u64, Error> {
        let statement = self.statement(sql).await?;
        self.client.execute(&statement, values).await
    }

    /// Runs a statement and gives its rows, each read by `row`.
    pub(crate) async fn query<T>(
        &mut self,
        sql: &'static str,
        values: Values<'_>,
        row: impl Fn(&Row) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        let statement = self.statement(sql).await?;
        self.client.query(&statement, values).await?.iter().map(row).collect()
    }

    /// Runs a statement that has one row with one value.
    pub(crate) async fn value<T>(&mut self, sql: &'static str, values: Values<'_>) -> Result<T, Error>
    where
        T: for<'a> tokio_postgres::types::FromSql<'a>,
    {
        let statement = self.statement(sql).await?;
        self.client.query_one(&statement, values).await?.try_get(0)
    }

    async fn statement(&mut self, sql: &'static str) -> Result<Statement, Error> {
        if let Some(statement) = self.statements.get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(sql).await?;
        self.statements.insert(sql, statement.clone());
        Ok(statement)
    }
}

/// Whether time may heal an error, told by its class in PostgreSQL's table of codes.
pub(super) fn may_pass(error: &Error) -> bool {
    let Some(code) = error.code() else {
        let of_network = error.source().is_some_and(|cause| cause.is::<std::io::Error>());
        return of_network || error.is_closed();
    };
    is_passing(code.code())
}

/// Whether an error of this code may be gone the next time.
fn is_passing(code: &str) -> bool {
    // Connections, conflicts with other transactions, resources, the operator, the system below.
    let classes = ["08", "40", "53", "57", "58"];
    // A server that may only be read until it leads, a transaction that its node left waiting while it was paused, and a
    // lock that is not to be had.
    let codes = ["25006", "25P03", "55P03"];
    classes.iter().any(|class| code.starts_with(class)) || codes.contains(&code)
}

/// An error with what caused it. Of what the server says only the message: its details may have values in them.
fn in_full(error: &Error) -> String {
    if let Some(error) = error.as_db_error() {
        return format!("{} ({})", error.message(), error.code().code());
    }
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
            "postgres://anna:12@secret@localhost:1/perudo",
            "postgres://anna:secret@local host/perudo",
            "postgres://anna:secret@localhost:port/perudo",
            "postgres://anna:secret%ff@localhost/perudo",
            "postgres://anna:secret@localhost/perudo?sslmode=whatever",
            "postgres://anna:secret@localhost:1/perudo",
            "postgres://localhost:1/perudo?password=secret&user=anna",
            "postgres://localhost:1/perudo?password=12&secret&user=anna",
            "postgres://anna:secret@localhost:1/perudo?sslpassword=secret",
        ] {
            let error = match Connection::new(url) {
                Err(error) => error,
                Ok(mut connection) => connection.call(async |_| Ok(())).unwrap_err(),
            };
            let text = format!("{error} {error:?}");
            assert!(!text.contains("sec") && !text.contains("12"), "{url}: {text}");
        }
    }

    #[test]
    fn what_time_heals_is_told_from_what_it_does_not() {
        let cases = [
            ("08006 connection_failure", true),
            ("25006 read_only_sql_transaction", true),
            ("25P02 in_failed_sql_transaction", false),
            ("25P03 idle_in_transaction_session_timeout", true),
            ("28P01 invalid_password", false),
            ("3D000 invalid_catalog_name", false),
            ("40001 serialization_failure", true),
            ("42P01 undefined_table", false),
            ("53300 too_many_connections", true),
            ("55P03 lock_not_available", true),
            ("57014 query_canceled", true),
            ("57P01 admin_shutdown", true),
            ("XX001 data_corrupted", false),
        ];
        for (case, passing) in cases {
            assert_eq!(is_passing(&case[..5]), passing, "{case}");
        }
    }

    #[test]
    fn a_server_that_is_not_there_may_come() {
        let mut connection = Connection::new("postgres://anna@127.0.0.1:1/perudo").unwrap();
        let error = connection.call(async |_| Ok(())).unwrap_err();
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
        let mut connection = Connection::new(&format!("postgres://anna@127.0.0.1:{port}/perudo")).unwrap();
        connection.servers[0].config.connect_timeout(Duration::from_millis(20));
        let error = connection.call(async |_| Ok(())).unwrap_err();
        assert!(error.is_temporary());
        assert!(error.to_string().ends_with("no answer within 20ms"), "{error}");
    }

    #[tokio::test]
    async fn a_task_may_drop_a_connection() {
        drop(Connection::new("postgres://anna@127.0.0.1:1/perudo").unwrap());
    }
}
