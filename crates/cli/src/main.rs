//! The `perudo` program: thin commands over the libraries.

mod check;
mod language;
mod report;

use std::io;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Perudo (Dudo, liar's dice): rules, records and referee
#[derive(Parser)]
#[command(name = "perudo", version, arg_required_else_help = true, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Check(check::Check),
}

/// Exit codes that scripts can use: 0 all well, 1 a record was refused, 2 the call itself was wrong.
const REFUSED: u8 = 1;
const BAD_CALL: u8 = 2;

fn main() -> ExitCode {
    let outcome = match Cli::parse().command {
        Command::Check(check) => check.run(),
    };
    match outcome {
        Ok(code) => code,
        // Whoever reads our output has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            anstream::eprintln!("perudo: {error}");
            ExitCode::from(BAD_CALL)
        }
    }
}
