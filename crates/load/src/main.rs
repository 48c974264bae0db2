//! The `perudo-load` program.

use std::io::{self, Write};
use std::process::ExitCode;

use anstyle::AnsiColor;
use clap::Parser;
use perudo_load::Load;

fn main() -> ExitCode {
    match run(&Load::parse()) {
        Ok(code) => code,
        // Whoever reads our output has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => fail(&error),
    }
}

fn run(load: &Load) -> io::Result<ExitCode> {
    let report = match load.measure() {
        Ok(report) => report,
        Err(error) => return Ok(fail(&error)),
    };
    let mut out = anstream::stdout().lock();
    if load.json {
        writeln!(out, "{}", report.json())?;
    } else {
        report.print(&mut out)?;
    }
    Ok(if report.errors() == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// The call or the server cannot be used.
fn fail(error: &dyn std::error::Error) -> ExitCode {
    let style = AnsiColor::Red.on_default().bold();
    anstream::eprintln!("{style}error:{style:#} {error}");
    ExitCode::from(2)
}
