//! Several nodes on one database: any of them answers for the tables of all.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may

#[path = "../client/mod.rs"]
mod client;
mod limits;
mod lists;
mod nodes;
mod passing;
mod people;
#[path = "../store/place.rs"]
mod place;
mod proxy;
mod refusals;
mod signer;
mod sockets;
