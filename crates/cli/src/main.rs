//! The `perudo` program: thin commands over the libraries.

mod admin;
mod arena;
mod bot_words;
mod bots;
mod check;
mod eval;
mod exploit;
mod interrupt;
mod join;
mod language;
mod odds;
mod play;
mod puzzle;
mod report;
mod review;
mod rule_words;
mod rules;
mod serve;
mod simulate;
mod solve;
mod verify;
mod weights;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use indicatif::ProgressStyle;

/// That of musl is slow when threads share it.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Perudo (Dudo, liar's dice): the rules, records of games, and a referee that explains itself
#[derive(Parser)]
#[command(
    name = "perudo",
    version,
    propagate_version = true,
    after_help = "\
Examples:
  perudo                                serve tables: one address to open (the same as perudo serve)
  perudo play                           play in the terminal against bots
  perudo join LINK --bot master         a bot sits down at a table of a server
  perudo rules                          the rules of a tournament in plain words
  perudo rules --diff classic calza     how two rule sets differ
  perudo check examples/evening.perudo  the story of a recorded game
  perudo review FILE                    what every decision of a game was worth, and why
  perudo puzzle                         one position, one best move: a new one every day
  perudo odds --hand 11346 --dice 15    how likely every bid is
  perudo arena steady thinker           bots against each other
  perudo simulate --games 10000         thousands of random games, in figures
  perudo verify FILE                    whether the dice of a game were fair

Exit codes: 0 all is well, 1 a record or a proof is not, 2 the call or a file cannot be used,
3 another server took over the name of this one, 130 stopped by Ctrl-C or SIGTERM."
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Serve(Box<serve::Serve>),
    Play(Box<play::Play>),
    Join(join::Join),
    Admin(admin::Admin),
    Check(check::Check),
    Review(review::ReviewCommand),
    Puzzle(puzzle::PuzzleCommand),
    Rules(rules::RulesCommand),
    Odds(odds::OddsCommand),
    Bots(bots::Bots),
    Arena(arena::Arena),
    Exploit(exploit::Exploit),
    Solve(solve::Solve),
    Simulate(simulate::Simulate),
    Verify(verify::Verify),
    /// Moved to a program of its own
    #[command(hide = true)]
    Load {
        /// What it was called with
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Write the manual pages
    #[command(hide = true)]
    Manual {
        /// The folder to write them to
        folder: PathBuf,
    },
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
/// A supervisor must not start the program again: two nodes of one name would drive each other out for ever.
const FENCED: u8 = 3;
const TITLE: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const ERROR: Style = AnsiColor::Red.on_default().bold();

fn main() -> ExitCode {
    let cli = Cli::parse();
    weights::install();
    let outcome = match cli.command {
        None => serve::Serve::parse_from(["perudo"]).run(),
        Some(Command::Serve(serve)) => serve.run(),
        Some(Command::Play(play)) => play.run(),
        Some(Command::Join(join)) => join.run(),
        Some(Command::Admin(admin)) => admin.run(),
        Some(Command::Check(check)) => check.run(),
        Some(Command::Review(review)) => review.run(),
        Some(Command::Puzzle(puzzle)) => puzzle.run(),
        Some(Command::Rules(rules)) => rules.run(),
        Some(Command::Odds(odds)) => odds.run(),
        Some(Command::Bots(bots)) => bots.run(),
        Some(Command::Arena(arena)) => arena.run(),
        Some(Command::Exploit(exploit)) => exploit.run(),
        Some(Command::Solve(solve)) => solve.run(),
        Some(Command::Simulate(simulate)) => simulate.run(),
        Some(Command::Verify(verify)) => verify.run(),
        Some(Command::Load { arguments }) => Ok(bad_call(&format!(
            "this is a program of its own now: perudo-load {}\n\
             Build it with: cargo build --release --package perudo-load",
            arguments.join(" ")
        ))),
        Some(Command::Manual { folder }) => {
            clap_mangen::generate_to(Cli::command(), folder).map(|()| ExitCode::SUCCESS)
        }
        Some(Command::Completions { shell }) => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "perudo", &mut script);
            io::stdout().write_all(&script).map(|()| ExitCode::SUCCESS)
        }
    };
    match outcome {
        Ok(code) => code,
        // The reader of our output has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => bad_call(&error.to_string()),
    }
}

/// The style of progress without a known end: how many, how fast, how long already.
fn spinner_style(things: &str) -> ProgressStyle {
    let template = format!("{{spinner}} {{pos}} {things}, {{per_sec}}, {{elapsed}}");
    ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_spinner())
}

/// The style of progress bars: how many, how fast, how long still.
fn bar_style(things: &str) -> ProgressStyle {
    let template = format!("{{bar:32}} {{pos}}/{{len}} {things}, {{per_sec}}, {{eta}} left");
    ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Where the program keeps things, unless it is told otherwise.
fn data_folder() -> PathBuf {
    dirs::data_dir().map_or_else(|| PathBuf::from("."), |data| data.join("perudo"))
}

/// Prints what is wrong with the call itself.
fn bad_call(message: &str) -> ExitCode {
    fail(message, BAD_CALL)
}

/// Prints why the program ends, which it does with this exit code.
fn fail(message: &str, code: u8) -> ExitCode {
    anstream::eprintln!("{ERROR}error:{ERROR:#} {message}");
    ExitCode::from(code)
}
