//! The server from outside: the real program, real clients, and what happens when it is killed.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test fails by panicking

mod admin;
mod at_rest;
#[path = "../common/cable.rs"]
mod cable;
mod chaos;
mod client;
mod documentation;
mod http;
mod load;
#[path = "../../../server/tests/store/place.rs"]
mod place;
#[path = "../common/program.rs"]
mod program;
mod python;
mod records;
mod restarts;
mod sealed;
mod startup;
mod tips;

/// Nothing here takes as long: what does will never come.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(180);
const ANNA: &str = "a0000000000000000000000000000001";
const BORIS: &str = "b0000000000000000000000000000002";
