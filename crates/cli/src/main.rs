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

use std::fmt;
use std::io::{self, Write};
use std::num::{IntErrorKind, ParseIntError};
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use indicatif::{HumanDuration, ProgressState, ProgressStyle};

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
3 another server took over the name of this one, 130 stopped by Ctrl-C or SIGTERM before its end
(serve, join and play have no other end: 0)."
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

/// The style of progress bars: how many, how fast, how long still. The bar takes what is left of the line, so that it is
/// one line in every terminal: of more than one, some would stay on the screen.
fn bar_style(things: &str) -> ProgressStyle {
    let template = format!("{{wide_bar}} {{pos}}/{{len}} {things}{{pace}}");
    let style = ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
    style.with_key("pace", |state: &ProgressState, line: &mut dyn fmt::Write| {
        // A line that cannot be shown is not worth an error.
        let _ = line.write_str(&pace(state.pos(), state.per_sec(), state.eta()));
    })
}

/// How fast it goes and how long still, once anything is known of it.
fn pace(done: u64, per_second: f64, left: Duration) -> String {
    if done == 0 {
        return String::new();
    }
    let digits = if per_second < 10.0 { 1 } else { 0 };
    format!(", {per_second:.digits$}/s, {:#} left", HumanDuration(left))
}

/// Reads a number of an option, or says what would be one.
fn whole_number<T: FromStr<Err = ParseIntError>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: ParseIntError| match error.kind() {
        IntErrorKind::PosOverflow => error.to_string(),
        _ => "a whole number, 0 or more".to_owned(),
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pace_is_told_once_it_is_known_and_fits_a_narrow_terminal() {
        let seconds = Duration::from_secs;
        assert_eq!(pace(0, 0.0, seconds(0)), "");
        assert_eq!(pace(3, 0.25, seconds(40)), ", 0.2/s, 40s left");
        assert_eq!(pace(3, 1234.5678, seconds(40)), ", 1235/s, 40s left");
        let line = format!(" 99999/100000 games{}", pace(99_999, 99_999.9, seconds(9)));
        assert!(line.len() <= 40, "{line}");
    }

    /// A number below the least is refused by the option that it was given to, in every command.
    #[test]
    fn a_negative_number_is_answered_by_what_would_be_right() {
        let calls = [
            "arena a b --seconds -1",
            "arena a b --bot-timeout -1",
            "arena a b --threads -1",
            "exploit a --bot-timeout -1",
            "exploit a --samples -1",
            "solve --dice 1,1 --threads -1",
            "arena a b --seed -1",
            "arena a b --players -1",
            "serve --lease -1",
            "serve --threads -1",
            "serve --max-tables -1",
            "serve --keep-logs -1",
            "admin ban a --days -1",
            "admin drain a --wait -1",
        ];
        for call in calls {
            let Err(error) = Cli::try_parse_from(["perudo"].into_iter().chain(call.split(' '))) else {
                panic!("{call}")
            };
            assert_eq!(error.kind(), clap::error::ErrorKind::ValueValidation, "{call}: {error}");
            assert!(!error.to_string().contains("invalid digit"), "{call}: {error}");
        }
    }
}
