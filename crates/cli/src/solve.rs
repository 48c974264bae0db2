//! `perudo solve`: perfect play in rounds of two players.

mod shown;

use std::fmt::Display;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use indicatif::ProgressBar;
use perudo_arena::Stop;
use perudo_rules::record::Names;
use perudo_rules::{Action, Bid, Game, RefusalError, RoundKind, Rules};
use perudo_solver::{
    Quality, RefusedBidError, Round, RoundError, RoundSolver, Rounding, Tables, TablesError, make_tables,
};
use perudo_words::Words;
use tempfile::NamedTempFile;
use thiserror::Error;

use self::shown::Shown;
use crate::interrupt::{self, Second};
use crate::{bad_call, rule_words, spinner_style};

/// Solve a round of two players: its value, and what perfect play does
#[derive(Args)]
#[command(after_help = format!("\
Examples:
  perudo solve --dice 1,1                            one die each: who opens loses a little
  perudo solve --rules tournament --dice 2,1         two dice against one, and the first opens
  perudo solve --dice 2,1 --show \"1x6 2x6\"           the answer to a bid of two sixes
  perudo solve --rules classic --dice 1,2 --kind maputo
  perudo solve --dice 2,2 --target 0.005 --save 2v2.tables
  perudo solve --dice 3,3 --target 0.02              three dice each: minutes, and gigabytes
  perudo solve --measure 2v2.tables                  how much the play in a file can lose
  perudo solve --tables all.tables                   solve everything that comes with the program

Exploitability is what a perfect opponent gains over the value of the round, the mean of both seats
(half the NashConv). A round won counts 1, lost −1; with calza it is the tour that counts.
Ctrl-C shows (and saves) what was found so far; pressed again, it ends the program at once. With
--tables or --measure it ends the program at once, and no file is written.

{}", rule_words::help()))]
pub(crate) struct Solve {
    /// The dice of who opens and of the other, such as 2,1
    #[arg(long, value_name = "OWN,OTHER", required_unless_present_any = ["tables", "measure"])]
    dice: Option<String>,
    /// The rule set: a preset, then the axes that differ from it
    #[arg(long, num_args = 1.., value_name = "RULES")]
    rules: Vec<String>,
    /// The kind of the round
    #[arg(long, value_enum, default_value_t = Kind::Final)]
    kind: Kind,
    /// Stop when the exploitability is no more than this
    #[arg(long, default_value_t = 0.0005, value_name = "E", allow_negative_numbers = true, value_parser = target)]
    target: f64,
    /// Stop after so many iterations at the latest
    #[arg(long, default_value_t = 10_000, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..))]
    iterations: u32,
    /// The bids so far, such as "1x6 2x6": show the answers instead of the openings
    #[arg(long, default_value = "", value_name = "BIDS", hide_default_value = true)]
    show: String,
    /// How many threads work
    #[arg(long, default_value_t = 2, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=64))]
    threads: u16,
    /// Stop when what is learnt takes so many gigabytes
    #[arg(long, default_value_t = 8, value_name = "GB", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..))]
    memory: u32,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
    /// Write the strategy into this file
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Solve all rounds that come with the program, and write them into this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["dice", "measure", "save", "json"])]
    tables: Option<PathBuf>,
    /// Measure all rounds in this file, by exact best responses
    #[arg(long, value_name = "FILE", conflicts_with_all = ["dice", "save", "json"])]
    measure: Option<PathBuf>,
}

/// The kinds of rounds that two players play.
#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    /// Aces are jokers
    Final,
    /// Aces are not jokers, and the face is locked
    Maputo,
}

/// Of memory.
const GIGABYTE: usize = 1_000_000_000;
/// Saved strategies lose less by rounding than they lose anyway.
const ROUNDING: Rounding = Rounding { least_chance: 0.001, least_reach: 1e-5, parts: 4095 };

impl Solve {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let done = if let Some(file) = &self.tables {
            self.make(file).map(|()| ExitCode::SUCCESS)
        } else if let Some(file) = &self.measure {
            measure(file).map(|()| ExitCode::SUCCESS)
        } else {
            self.solve()
        };
        match done {
            Ok(code) => Ok(code),
            Err(SolveError::Call(message)) => Ok(bad_call(&message)),
            Err(SolveError::Output(error)) => Err(error),
        }
    }

    fn solve(&self) -> Result<ExitCode, SolveError> {
        let words = Words::new(perudo_words::Language::default());
        let rules = rule_words::parse(&self.rules, &words).map_err(SolveError::Call)?;
        let kind = match self.kind {
            Kind::Final => RoundKind::Final,
            Kind::Maputo => RoundKind::Maputo,
        };
        let round = Round { rules, kind, dice: self.dice()? };
        let bids = self.bids()?;
        let payoffs = Tables::builtin().payoffs(round).ok_or_else(|| {
            SolveError::Call(
                "What a calza is worth with these dice is not known: too few rounds are solved.".into(),
            )
        })?;
        let threads = usize::from(self.threads);
        let mut solver = RoundSolver::new(round, payoffs, threads)
            .map_err(|error| SolveError::Call(no_round(&words, round, error)))?;
        solver.replies(&bids).map_err(|refused| refused_bid(&words, &rules, &bids, refused))?;
        if let Some(file) = &self.save {
            // Better now than after hours.
            writable(file)?;
            table(&solver)?;
        }
        let stop = interrupt::stop_on_signal(Second::Ends)?;
        let start = Instant::now();
        let quality = self.work(&mut solver, start, &stop);
        let seconds = start.elapsed().as_secs_f64();
        let (mover, replies) =
            solver.replies(&bids).map_err(|refused| refused_bid(&words, &rules, &bids, refused))?;
        let shown = Shown { solver: &solver, quality, seconds, bids: &bids, mover, replies: &replies };
        // What was found is shown even if it cannot be saved, and saved even if nobody reads it.
        let printed = self.print(&shown);
        if let Some(file) = &self.save {
            write_whole(file, &table(&solver)?)?;
        }
        printed?;
        Ok(interrupt::exit_code(&stop))
    }

    fn print(&self, shown: &Shown<'_>) -> io::Result<()> {
        let mut out = anstream::stdout().lock();
        if self.json { writeln!(out, "{}", shown.json()) } else { shown.print(&mut out) }
    }

    fn dice(&self) -> Result<[u8; 2], SolveError> {
        let text = self.dice.as_deref().unwrap_or_default();
        let numbers: Vec<Option<u8>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
        match numbers[..] {
            [Some(own @ 1..), Some(other @ 1..)] => Ok([own, other]),
            _ => Err(SolveError::Call(format!(
                "--dice {text:?}: write the dice of who opens and of the other, such as 2,1."
            ))),
        }
    }

    fn bids(&self) -> Result<Vec<Bid>, SolveError> {
        let read = |word: &str| match word.parse() {
            Ok(Action::Bid(bid)) => Ok(bid),
            _ => Err(SolveError::Call(format!(
                "--show: {word:?} is not a bid: write count x face, such as 2x6."
            ))),
        };
        self.show.split_whitespace().map(read).collect()
    }

    /// Iterates until it is good enough or to be stopped, and says how it goes to whoever watches.
    fn work(&self, solver: &mut RoundSolver, start: Instant, stop: &Stop) -> Quality {
        let bar = ProgressBar::no_length().with_style(spinner_style("iterations"));
        bar.enable_steady_tick(Duration::from_millis(200));
        let mut look = 16;
        loop {
            solver.iterate();
            bar.inc(1);
            let iteration = solver.solver().iterations();
            let full = solver.solver().size() / GIGABYTE >= self.memory as usize;
            if iteration < look.min(self.iterations) && !full && !stop.stopped() {
                continue;
            }
            let quality = solver.quality();
            bar.println(format!(
                "{:8.1} s  iteration {iteration:6}  exploitability {:.6}  value {:+.6}",
                start.elapsed().as_secs_f64(),
                quality.exploitability(),
                quality.value
            ));
            let good = quality.exploitability() <= self.target;
            if good || full || iteration >= self.iterations || stop.stopped() {
                bar.finish_and_clear();
                return quality;
            }
            look = iteration + iteration.div_ceil(4);
        }
    }

    fn make(&self, file: &Path) -> Result<(), SolveError> {
        writable(file)?;
        let start = Instant::now();
        let mut out = anstream::stdout().lock();
        let mut broken = None;
        let tables = make_tables(usize::from(self.threads), &mut |made| {
            let line = writeln!(
                out,
                "{:7.1} s  {}  {:5} iterations",
                start.elapsed().as_secs_f64(),
                row(made.round, &made.quality),
                made.iterations
            );
            broken = broken.take().or(line.err());
        });
        let tables = tables.map_err(|error| SolveError::Call(format!("no tables: {error}")))?;
        write_whole(file, &tables)?;
        writeln!(out, "{} bytes in {}", tables.len(), file.display())?;
        broken.map_or(Ok(()), |error| Err(error.into()))
    }
}

/// The most that is read of a file of tables.
const MAX_TABLES: u64 = 64 << 20;

/// Why nothing was solved.
#[derive(Debug, Error)]
enum SolveError {
    /// The call or a file is wrong.
    #[error("{0}")]
    Call(String),
    /// Nobody reads what is printed.
    #[error(transparent)]
    Output(#[from] io::Error),
}

fn measure(file: &Path) -> Result<(), SolveError> {
    let in_file = |reason: String| SolveError::Call(format!("{}: {reason}", file.display()));
    let mut bytes = Vec::new();
    // Far more than any tables take, and far less than a machine holds.
    let read = fs::File::open(file).and_then(|opened| opened.take(MAX_TABLES).read_to_end(&mut bytes));
    read.map_err(|error| in_file(error.to_string()))?;
    let tables = Tables::read(&bytes).map_err(|error: TablesError| in_file(error.to_string()))?;
    let mut rounds: Vec<Round> = tables.rounds().collect();
    rounds.sort_by_key(|round| {
        (round.rules.to_string(), round.kind.as_str(), round.dice[0] + round.dice[1], round.dice)
    });
    let mut out = anstream::stdout().lock();
    for round in rounds {
        if let Some(quality) = tables.quality(round) {
            writeln!(out, "{}", row(round, &quality))?;
        }
    }
    Ok(())
}

/// A round and how well it is played, as a line of a table.
fn row(round: Round, quality: &Quality) -> String {
    let rules = &round.rules;
    format!(
        "{:6}  open-aces={:3} leave-aces={:15} calza={:3}  {}v{}  value {:+.5}  exploitability {:.6}",
        round.kind.as_str(),
        rules.open_aces.spelling(),
        rules.leave_aces.spelling(),
        rules.calza.spelling(),
        round.dice[0],
        round.dice[1],
        quality.value,
        quality.exploitability()
    )
}

/// Why a round cannot be played.
pub(crate) fn no_round(words: &Words, round: Round, error: RoundError) -> String {
    let [own, other] = round.dice;
    match error {
        RoundError::Refused(refusal) => referee(words, &round.rules, &refusal),
        RoundError::TableSize(_) => "These rules have no table of two.".into(),
        RoundError::NoSuchKind(kind) => {
            format!(
                "With two players left and dice {own} against {other}, these rules play no {} round.",
                kind.as_str()
            )
        }
        RoundError::TooLarge => {
            format!("Dice {own} against {other} are too many to solve: nobody may have more than five.")
        }
    }
}

fn refused_bid(words: &Words, rules: &Rules, bids: &[Bid], refused: RefusedBidError) -> SolveError {
    let bid = bids.get(refused.index).map(ToString::to_string).unwrap_or_default();
    let reason = refused.refusal.map(|refusal| referee(words, rules, &refusal)).unwrap_or_default();
    SolveError::Call(format!("--show: {bid} is refused. {reason}"))
}

/// What the referee says.
fn referee(words: &Words, rules: &Rules, refusal: &RefusalError) -> String {
    let names = Names::new(["opener", "other"].map(String::from));
    match (names, Game::<()>::new(*rules, 2)) {
        (Ok(names), Ok(game)) => words.refusal(refusal, None, &names, &game),
        _ => refusal.reason.name().to_owned(),
    }
}

/// The solved round as a file.
fn table(solver: &RoundSolver) -> Result<Vec<u8>, SolveError> {
    solver.table(ROUNDING).ok_or_else(|| {
        SolveError::Call("A file cannot hold this round: with calza, tables know other payoffs.".into())
    })
}

fn target(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|&number: &f64| number >= 0.0);
    number.ok_or_else(|| "write a number that is not negative, such as 0.001".into())
}

/// Refuses a file that could not be written later.
fn writable(file: &Path) -> Result<(), SolveError> {
    partial(file).map(drop)
}

/// Writes a file whole or not at all.
fn write_whole(file: &Path, bytes: &[u8]) -> Result<(), SolveError> {
    let (mut partial, target) = partial(file)?;
    let written = partial
        .as_file_mut()
        .write_all(bytes)
        .and_then(|()| partial.persist(target).map(drop).map_err(|error| error.error));
    written.map_err(|error| cannot_write(file, &error))
}

/// A file beside the one that is to be written, and which it will replace: only a file, and what a link points to rather
/// than the link.
fn partial(file: &Path) -> Result<(NamedTempFile, PathBuf), SolveError> {
    let target = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    if let Ok(found) = fs::metadata(&target)
        && !found.is_file()
    {
        let why = if found.is_dir() { "it is a folder" } else { "it is there already and is not a file" };
        return Err(cannot_write(file, &why));
    }
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        return Err(cannot_write(file, &"there is no such folder"));
    }
    match NamedTempFile::new_in(folder) {
        Ok(partial) => Ok((partial, target)),
        // Its own words name a file that nobody has asked for.
        Err(error) => {
            let why = format!("no file can be made in {}: {}", folder.display(), error.kind());
            Err(cannot_write(file, &why))
        }
    }
}

fn cannot_write(file: &Path, why: &dyn Display) -> SolveError {
    SolveError::Call(format!("cannot write {}: {why}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(file: &Path) -> String {
        match writable(file) {
            Err(SolveError::Call(message)) => message,
            other => panic!("{}: {other:?}", file.display()),
        }
    }

    #[test]
    fn a_file_that_cannot_be_written_is_refused_before_the_work() {
        let folder = tempfile::tempdir().unwrap();
        assert!(refusal(folder.path()).ends_with("it is a folder"));
        assert!(refusal(&folder.path().join("no/x.tables")).ends_with("there is no such folder"));
        writable(&folder.path().join("x.tables")).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left of the attempt");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_place_that_takes_no_files_is_refused_before_the_work() {
        let refused = refusal(Path::new("/proc/x.tables"));
        assert!(
            refused.starts_with("cannot write /proc/x.tables: ") && !refused.contains("tmp"),
            "{refused}"
        );
        assert!(refusal(Path::new("/dev/full")).ends_with("is not a file"));
    }
}
