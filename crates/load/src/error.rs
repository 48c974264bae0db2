//! Why nothing could be measured.

use std::io;

use perudo_client::{HttpError, SocketError};
use perudo_protocol::PROTOCOL;
use thiserror::Error;

/// How to start a server that takes a load.
pub(crate) const HOW_TO_SERVE: &str = "perudo serve --max-tables 0 --max-tables-per-guest 0 --max-tables-per-minute 0 \
     --max-connections 0 --max-connections-per-address 0 --max-requests-per-second 0 --max-messages-per-second 0";

/// Why nothing could be measured.
#[derive(Debug, Error)]
#[allow(missing_docs)] // the messages say it
pub enum LoadError {
    #[error("--server {url}: {reason}")]
    Address { url: String, reason: String },
    #[error("--server-pid {0}: there is no such process here, or its memory cannot be read")]
    NoProcess(u32),
    #[error(
        "{connections} connections are more than this program may have: it may open {allowed} files. \
         Raise the limit first, here and for the server: ulimit -n {}", connections + 1024
    )]
    TooManyConnections { connections: u64, allowed: u64 },
    #[error("no server answers at {url} ({error}).\nStart one that takes a load: {HOW_TO_SERVE}")]
    NoServer { url: String, error: HttpError },
    #[error("what answers at {0} is not a Perudo server")]
    NotPerudo(String),
    #[error("the server at {url} speaks protocol {protocol}, this program {PROTOCOL}")]
    Protocol { url: String, protocol: u32 },
    #[error("the server refuses ({error}): {message}{}", hint(*.status))]
    Refused { status: u16, error: String, message: String },
    #[error("the server answers with status {status}{}", hint(*.status))]
    Status { status: u16 },
    #[error("a table could not be made: {0}")]
    NoTable(#[source] HttpError),
    #[error("a player could not connect: {0}")]
    NoConnection(#[source] SocketError),
    #[error("connections cannot be watched: {0}")]
    Poll(#[source] io::Error),
    #[error("the system gives no random bytes: {0}")]
    NoRandomness(#[from] getrandom::Error),
    #[error("not everybody is {state}: {reason}")]
    NotReady { state: &'static str, reason: String },
    #[error("latency cannot be counted: {0}")]
    Histogram(#[from] hdrhistogram::CreationError),
    #[error("a thread failed")]
    Thread,
}

/// What to do about a status.
fn hint(status: u16) -> String {
    const TOO_MANY_REQUESTS: u16 = 429;
    match status {
        TOO_MANY_REQUESTS => format!("\nStart it without limits: {HOW_TO_SERVE}"),
        _ => String::new(),
    }
}
