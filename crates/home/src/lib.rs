//! A table in one program, without a server: for the page when it plays alone, for several people who hand
//! one device around, for a terminal.
//!
//! No I/O: it is told the time, says when to wake it and asks for bots' decisions. What it tells is what a server
//! would tell, so a client needs one way to show a table.

mod home_table;
mod thinking;

pub use home_table::{HomeTable, NotRestored, Step};
pub use thinking::Thought;
