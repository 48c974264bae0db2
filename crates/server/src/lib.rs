//! The server: HTTP, WebSockets, storage. The only crate that knows about any of them.

mod archive;
mod bot_pool;
mod config;
mod entropy;
mod frame;
mod http;
mod intake;
mod journal;
mod keys;
mod limiter;
mod listener;
mod mailbox;
mod makers;
mod metrics;
mod outbox;
mod page;
mod public_tables;
mod reason;
mod recent_events;
mod room;
mod rooms;
mod server;
mod signer;
mod socket;
pub mod store;
mod timers;
mod tip_log;
// A test of what is private here, so it is compiled with this crate.
#[cfg(test)]
#[path = "../tests/twins/mod.rs"]
mod twins;
mod writer;

pub use config::{Config, Limits};
pub use entropy::Entropy;
pub use http::openapi;
pub use keys::{Keys, KeysError};
pub use page::{Asset, Page};
pub use server::{Server, ServerError, Stop};
