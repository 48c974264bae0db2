//! A table in one program, without a server: for the page when it plays alone, for several people who share
//! one device, for a terminal.
//!
//! It does no I/O: it is told the time, says when to wake it and asks for bots' decisions. Its messages are those
//! of a server, so a client needs one way to show a table.

/// The examples of the README are tests. They are here because this crate is not published: a
/// package has no file outside its folder.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

mod bot;
mod home_table;

pub use bot::decide;
pub use home_table::{HomeTable, RestoreError, Step};
