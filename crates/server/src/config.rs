//! How a server is run.

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;

use crate::page::Page;

/// The settings of a server. Not to be printed: the database may have a password.
#[derive(Clone)]
pub struct Config {
    /// Where it listens.
    pub listen: SocketAddr,
    /// Where tables are kept: the path of an SQLite file, or `postgres://…`.
    pub database: String,
    /// The file with the keys of this server, which all nodes of a database share; it is made if there is none.
    pub key_file: PathBuf,
    /// The name of this node; a restart under the same name takes its tables over at once.
    pub node: String,
    /// How long after a sign of life other nodes leave this node's tables alone.
    pub lease: Duration,
    /// How other nodes reach it; without, it is alone.
    pub cluster: Option<ClusterConfig>,
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
    /// How long the log of a table is kept after it was closed; without, for ever.
    pub keep_logs: Option<Duration>,
    /// About people.
    pub people: PeopleConfig,
    /// The page for browsers; without one, only programs can play.
    pub page: Option<Page>,
}

/// What an operator says about people.
#[derive(Clone, Debug, Default)]
pub struct PeopleConfig {
    /// Words that must not be within a name, one a line; after `=`, a whole name.
    pub bad_names: String,
}

/// How a node is reached by the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClusterConfig {
    /// Where it listens to them.
    pub listen: SocketAddr,
    /// The host and port by which they reach it, if not by the address that it listens on.
    pub advertise: Option<String>,
}

/// What there can be at most; `None` is no limit.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Tables at once.
    pub tables: Option<NonZeroU32>,
    /// Open tables that one guest has made.
    pub tables_per_guest: Option<NonZeroU32>,
    /// Tables that one address makes in a minute.
    pub tables_per_minute: Option<NonZeroU32>,
    /// Connections at once.
    pub connections: Option<NonZeroU32>,
    /// Connections of one address at once.
    pub connections_per_address: Option<NonZeroU32>,
    /// HTTP requests of one address in a second; twice as many at once.
    pub requests_per_second: Option<NonZeroU32>,
    /// Messages of one connection in a second; twice as many at once.
    pub messages_per_second: Option<NonZeroU32>,
    /// Seconds in which a request must have arrived.
    pub request_seconds: Option<NonZeroU32>,
}

impl Limits {
    /// How long a client may take for a request.
    pub(crate) fn patience(&self) -> Option<Duration> {
        self.request_seconds.map(|seconds| Duration::from_secs(seconds.get().into()))
    }
}

/// Whether there may be one more.
pub(crate) fn allows_more(limit: Option<NonZeroU32>, count: usize) -> bool {
    limit.is_none_or(|limit| count < limit.get() as usize)
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            tables: NonZeroU32::new(20_000),
            tables_per_guest: NonZeroU32::new(10),
            tables_per_minute: NonZeroU32::new(20),
            connections: NonZeroU32::new(50_000),
            connections_per_address: NonZeroU32::new(200),
            requests_per_second: NonZeroU32::new(50),
            messages_per_second: NonZeroU32::new(20),
            request_seconds: NonZeroU32::new(30),
        }
    }
}
