//! The server: HTTP, WebSockets, storage. The only crate that knows about any of them.

mod archive;
mod bot_pool;
mod claimer;
mod cluster;
mod config;
mod entropy;
mod frame;
mod http;
mod intake;
mod journal;
mod keys;
mod lease;
mod limiter;
mod listener;
mod mailbox;
mod makers;
mod metrics;
mod old_logs;
mod open_rooms;
mod outbox;
mod page;
mod people;
mod public_tables;
mod reason;
mod recent_events;
mod report;
mod restoring;
mod room;
mod rooms;
mod server;
mod shared_room;
mod signer;
mod socket;
mod storage_health;
pub mod store;
mod timers;
mod tip_log;
// Tests of what is private here, so they are compiled with this crate.
#[cfg(test)]
extern crate self as perudo_server;
#[cfg(test)]
#[path = "../tests/simulation/mod.rs"]
mod simulation;
#[cfg(test)]
#[path = "../tests/twins/mod.rs"]
mod twins;
mod writer;

pub use cluster::ClusterError;
pub use config::{ClusterConfig, Config, Limits, PeopleConfig};
pub use entropy::Entropy;
pub use http::openapi;
pub use keys::{Keys, KeysError};
pub use page::{Asset, Page};
pub use server::{Server, ServerError, Stop};
