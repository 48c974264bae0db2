//! `perudo play` and `perudo join` as people use them: in plain lines through pipes, on a screen through a real
//! pseudo-terminal, and at tables of a real server.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test fails by panicking

#[path = "../common/program.rs"]
mod program;

mod bad_links;
mod https;
mod join;
mod lines;
mod online;
mod plain;
mod puzzle;
mod screen;
mod tables;
