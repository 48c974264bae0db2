//! PostgreSQL servers to test with, on this machine only: made when they start, deleted when they are dropped.
#![forbid(unsafe_code)]

mod pair;
mod programs;
mod server;

pub use pair::Pair;
pub use programs::{as_server, is_installed, is_root, programs};
pub use server::Postgres;
