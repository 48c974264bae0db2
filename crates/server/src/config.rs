//! How a server is run.

use std::net::SocketAddr;
use std::time::Duration;

/// The settings of a server. Not to be printed: the database may have a password.
#[derive(Clone)]
pub struct Config {
    /// Where it listens.
    pub listen: SocketAddr,
    /// Where tables are kept: the path of an SQLite file, or `postgres://…`.
    pub database: String,
    /// The name of this node; a restart under the same name takes its tables over at once.
    pub node: String,
    /// How long after a sign of life other nodes leave this node's tables alone.
    pub lease: Duration,
    /// The address that people open, for links; without it, the one that the browser used.
    pub public_url: Option<String>,
    /// Pages of these origins may use the server besides its own.
    pub origins: Vec<String>,
    /// Whether a proxy in front says in `X-Forwarded-For` who is asking.
    pub trust_proxy: bool,
    /// Threads on which bots decide.
    pub bot_threads: usize,
    /// What there can be at most.
    pub limits: Limits,
}

/// What there can be at most. 0 is no limit.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Tables at once.
    pub tables: usize,
    /// Open tables that one guest has made.
    pub tables_per_guest: usize,
    /// Tables that one address makes in a minute.
    pub tables_per_minute: usize,
    /// Connections at once.
    pub connections: usize,
    /// Connections of one address at once.
    pub connections_per_address: usize,
    /// HTTP requests of one address in a second.
    pub requests_per_second: usize,
    /// Messages of one connection in a second; twice as many at once.
    pub messages_per_second: usize,
    /// Seconds in which a request must have come.
    pub request_seconds: usize,
}

impl Limits {
    /// How long a client may take for a request.
    pub(crate) fn patience(&self) -> Option<Duration> {
        (self.request_seconds > 0).then(|| Duration::from_secs(self.request_seconds as u64))
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            tables: 20_000,
            tables_per_guest: 10,
            tables_per_minute: 20,
            connections: 50_000,
            connections_per_address: 200,
            requests_per_second: 50,
            messages_per_second: 20,
            request_seconds: 30,
        }
    }
}
