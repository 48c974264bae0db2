//! The `perudo` program: thin commands over the libraries.

mod check;
mod language;
mod report;
mod rule_words;
mod rules;
mod simulate;

use std::io;
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;

/// Perudo (Dudo, liar's dice): the rules, records of games, and a referee that explains itself
#[derive(Parser)]
#[command(
    name = "perudo",
    version,
    propagate_version = true,
    after_help = "\
Examples:
  perudo rules                          the rules of a tournament in plain words
  perudo rules --diff classic calza     how two rule sets differ
  perudo check examples/evening.perudo  the story of a recorded game
  perudo simulate --games 10000         thousands of random games, in figures

Exit codes: 0 all is well, 1 a record is not, 2 the call was wrong or a file could not be used."
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Check(check::Check),
    Rules(rules::RulesCommand),
    Simulate(simulate::Simulate),
    /// Print completions for a shell
    #[command(after_help = "\
Examples:
  perudo completions bash > ~/.local/share/bash-completion/completions/perudo
  perudo completions zsh > ~/.zfunc/_perudo
  perudo completions fish > ~/.config/fish/completions/perudo.fish")]
    Completions {
        /// Which shell
        shell: Shell,
    },
}

const REFUSED: u8 = 1;
const BAD_CALL: u8 = 2;
const TITLE: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const ERROR: Style = AnsiColor::Red.on_default().bold();

fn main() -> ExitCode {
    let outcome = match Cli::parse().command {
        None => Cli::command().print_help().map(|()| ExitCode::SUCCESS),
        Some(Command::Check(check)) => check.run(),
        Some(Command::Rules(rules)) => rules.run(),
        Some(Command::Simulate(simulate)) => simulate.run(),
        Some(Command::Completions { shell }) => {
            clap_complete::generate(shell, &mut Cli::command(), "perudo", &mut io::stdout());
            Ok(ExitCode::SUCCESS)
        }
    };
    match outcome {
        Ok(code) => code,
        // Whoever reads our output has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => bad_call(&error.to_string()),
    }
}

/// Says what is wrong with the call itself.
fn bad_call(message: &str) -> ExitCode {
    anstream::eprintln!("{ERROR}error:{ERROR:#} {message}");
    ExitCode::from(BAD_CALL)
}
