//! `perudo play` as people use it: in plain lines through pipes.

#[path = "../common/program.rs"]
mod program;

mod lines;
mod plain;
