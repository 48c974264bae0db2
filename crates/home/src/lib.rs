//! A table in one program, without a server: for the page when it plays alone, for several people who share
//! one device, for a terminal.
//!
//! It does no I/O: it is told the time, says when to wake it and asks for bots' decisions. Its messages are those
//! of a server, so a client needs one way to show a table.

mod bot;
mod home_table;

pub use bot::decide;
pub use home_table::{HomeTable, RestoreError, Step};
