//! `perudo arena`: contests between bots of any make.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use clap::Args;
use indicatif::ProgressBar;
use perudo_arena::{
    AnswerError, Contest, ContestError, Contestant, ContestantError, ContestantResult, Length,
    NeighboursResult, Results, Stop,
};
use perudo_rules::TableSizeError;
use perudo_words::{Language, Words};
use serde_json::{Map, Value, json};

use crate::interrupt::{self, Second};
use crate::{TITLE, bad_call, bar_style, bot_words, rule_words, spinner_style, whole_number};

/// Let bots play many games against each other and see who is stronger
///
/// Every deal of dice seats the bots in a random order and is played with all its rotations, so
/// that luck and neighbours cancel out; the 95 % intervals account for it. In which order bots are
/// named changes nothing. Ctrl-C shows what was played so far.
#[derive(Args)]
#[command(after_help = format!("\
Bots: {}; or 'cmd:PROGRAM ARGUMENTS', any program that speaks docs/bots.md

Examples:
  perudo arena steady thinker                               two against each other
  perudo arena steady thinker --players 4 --games 10000     two of each at tables of four
  perudo arena thinker steady steady steady                 one against three
  perudo arena random novice steady reader --players 2      everyone against everyone
  perudo arena novice steady reader --neighbours            who does well behind whom
  perudo arena steady 'cmd:python3 examples/bots/odds_bot.py' --games 200
  perudo arena steady 'cmd:./mybot' --seconds 60 --faults faults.jsonl
  PERUDO_WEIGHTS=my.safetensors perudo arena master steady  weights of your own (training/README.md)

{}", bot_words::names(), rule_words::help()))]
pub(crate) struct Arena {
    /// Who takes part; name a bot several times to seat it several times
    #[arg(required = true, value_name = "BOT")]
    bots: Vec<String>,
    /// Seats at each table [default: as many as bots are named]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole_number::<usize>)]
    players: Option<usize>,
    /// How many games to play, at least
    #[arg(long, default_value_t = 1000, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Play for so long instead; games that belong together are played to their end
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = duration, conflicts_with = "games")]
    seconds: Option<f64>,
    /// The rule set: a preset, then the axes that differ from it
    #[arg(long, num_args = 1.., value_name = "RULES")]
    rules: Vec<String>,
    /// Where chance begins: the same seed gives the same contest
    #[arg(long, default_value_t = 1, value_name = "S", allow_negative_numbers = true, value_parser = whole_number::<u64>)]
    seed: u64,
    /// How many seconds a program may think about a move
    #[arg(long, default_value_t = 1.0, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds)]
    bot_timeout: f64,
    /// Tables at a time [default: one for each core]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Show also how often each bot won by who sat before it, and so bid before it
    #[arg(long)]
    neighbours: bool,
    /// Print the results as one line of JSON
    #[arg(long)]
    json: bool,
    /// Write each game as a record into this folder
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
    /// Write answers that did not count into this file, a line of JSON each
    #[arg(long, value_name = "FILE")]
    faults: Option<PathBuf>,
}

fn duration(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 1e7 => Ok(seconds),
        _ => Err("a number of seconds above 0, up to ten million".to_owned()),
    }
}

pub(crate) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 3600.0 => Ok(seconds),
        _ => Err("a number of seconds above 0, up to 3600".to_owned()),
    }
}

impl Arena {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let words = Words::new(Language::default());
        let stop = interrupt::stop_on_signal(Second::Waits)?;
        let contest = match self.contest(&words, &stop) {
            Ok(contest) => contest,
            Err(message) => return Ok(bad_call(&message)),
        };
        let bar = match contest.tours() {
            Some(tours) => ProgressBar::new(tours).with_style(bar_style("games")),
            None => ProgressBar::no_length().with_style(spinner_style("games")),
        };
        bar.enable_steady_tick(Duration::from_millis(200));
        let results = contest.hold(|tours| bar.inc(tours));
        bar.finish_and_clear();
        match results {
            Err(ContestError::TooFewEntries) => Ok(bad_call("A contest takes at least two bots.")),
            Err(ContestError::TableSize(TableSizeError { players, most })) => {
                let values = [("players", players.into()), ("most", most.into())];
                Ok(bad_call(&words.say("seats-table", &values)))
            }
            Err(error @ (ContestError::Seats(_) | ContestError::CannotWrite { .. })) => {
                Err(io::Error::other(error))
            }
            Ok(results) if results.games == 0 => {
                anstream::eprintln!(
                    "Stopped before the first deal was played to its end: there is nothing to show."
                );
                Ok(interrupt::exit_code(&stop))
            }
            Ok(results) => {
                let mut out = anstream::stdout().lock();
                if self.json {
                    let mut line = as_json(&contest, &results);
                    line["stopped"] = stop.stopped().into();
                    if self.neighbours {
                        line["neighbours"] = neighbours_as_json(&results.neighbours);
                    }
                    writeln!(out, "{line}")?;
                } else {
                    print(&mut out, &contest, &results)?;
                    if stop.stopped() {
                        writeln!(out, "Stopped before the end.")?;
                    }
                    if self.neighbours {
                        print_neighbours(&mut out, &results.neighbours)?;
                    }
                }
                Ok(interrupt::exit_code(&stop))
            }
        }
    }

    fn contest(&self, words: &Words, stop: &Stop) -> Result<Contest, String> {
        let rules = rule_words::parse(&self.rules, words)?;
        let entries = self.bots.iter().map(|bot| contestant(bot)).collect::<Result<Vec<_>, _>>()?;
        Ok(Contest {
            players: self.players.unwrap_or(entries.len()),
            entries,
            length: match self.seconds {
                Some(seconds) => Length::Time(Duration::from_secs_f64(seconds)),
                None => Length::Games(self.games),
            },
            rules,
            seed: self.seed,
            bot_timeout: Duration::from_secs_f64(self.bot_timeout),
            threads: match self.threads {
                Some(threads) => usize::from(threads),
                None => thread::available_parallelism().map_or(1, usize::from),
            },
            records: self.records.clone(),
            faults: self.faults.clone(),
            stop: stop.clone(),
        })
    }
}

/// Who is meant, if it can play.
pub(crate) fn contestant(text: &str) -> Result<Contestant, String> {
    let contestant = Contestant::parse(text).map_err(|reason| explain(&reason))?;
    contestant.try_out().map_err(|reason| explain(&reason))?;
    Ok(contestant)
}

pub(crate) fn explain(reason: &ContestantError) -> String {
    match reason {
        ContestantError::UnknownBot(name) => bot_words::unknown(name),
        ContestantError::BadCommand(command) => {
            format!("“cmd:{command}” is no command: write 'cmd:PROGRAM ARGUMENTS', with matching quotes.")
        }
        ContestantError::CannotStart { command, why } => format!("Cannot start “{command}”: {why}."),
    }
}

fn as_json(contest: &Contest, results: &Results) -> Value {
    let bot = |result: &ContestantResult| {
        let score = &result.score;
        let faults =
            AnswerError::ALL.iter().map(|&fault| (fault.name().to_owned(), score.faults_of(fault).into()));
        json!({
            "bot": result.contestant.to_string(),
            "seats": score.seats,
            "wins": score.wins,
            "win_rate": score.win_rate(),
            "interval": [score.interval().0, score.interval().1],
            "rating": result.rating,
            "dice_kept": score.dice_kept(),
            "decisions": score.decisions,
            "decisions_per_second": decisions_per_second(result),
            "faults": faults.collect::<Map<String, Value>>(),
        })
    };
    json!({
        "rules": contest.rules.to_string(),
        "players": contest.players,
        "seed": contest.seed,
        "games": results.games,
        "seconds": results.seconds,
        "games_per_second": results.games as f64 / results.seconds,
        "bots": results.contestants.iter().map(bot).collect::<Vec<_>>(),
    })
}

fn neighbours_as_json(neighbours: &[NeighboursResult]) -> Value {
    let pair = |result: &NeighboursResult| {
        let score = &result.score;
        json!({
            "bot": result.contestant.to_string(),
            "after": result.after.to_string(),
            "seats": score.seats,
            "wins": score.wins,
            "win_rate": score.win_rate(),
            "interval": [score.interval().0, score.interval().1],
        })
    };
    neighbours.iter().map(pair).collect()
}

/// Decisions for each second of the bot's own time.
fn decisions_per_second(result: &ContestantResult) -> f64 {
    result.score.decisions as f64 / result.thinking.as_secs_f64().max(f64::MIN_POSITIVE)
}

fn print(out: &mut impl Write, contest: &Contest, results: &Results) -> io::Result<()> {
    writeln!(
        out,
        "{TITLE}{} games of {} players under “{}”, seed {}{TITLE:#}",
        results.games, contest.players, contest.rules, contest.seed
    )?;
    let mut ranking: Vec<&ContestantResult> = results.contestants.iter().collect();
    ranking.sort_by(|a, b| b.score.win_rate().total_cmp(&a.score.win_rate()));
    let width = ranking.iter().map(|result| result.contestant.to_string().chars().count()).max().unwrap_or(0);
    let faulty = ranking.iter().any(|result| result.score.faults.iter().any(|&count| count > 0));
    let faults = if faulty { "   faults" } else { "" };
    writeln!(
        out,
        "{TITLE}{:width$}   win rate     95 % interval   rating   dice kept   decisions/s{faults}{TITLE:#}",
        "bot"
    )?;
    for result in ranking {
        let score = &result.score;
        let (rate, (low, high)) = (100.0 * score.win_rate(), score.interval());
        let faults = AnswerError::ALL.iter().filter(|&&fault| score.faults_of(fault) > 0);
        let faults: Vec<String> =
            faults.map(|&fault| format!("{} {}", score.faults_of(fault), fault.name())).collect();
        let line = format!(
            "{:width$}   {rate:6.2} %   {:6.2} – {:5.2} %   {:6.0}   {:9.3}   {:11.0}   {}",
            result.contestant.to_string(),
            100.0 * low,
            100.0 * high,
            result.rating,
            score.dice_kept(),
            decisions_per_second(result),
            faults.join(", ")
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    writeln!(
        out,
        "Even strength wins {:.2} %. {:.1} s, {:.0} games a second.",
        100.0 / contest.players as f64,
        results.seconds,
        results.games as f64 / results.seconds
    )
}

fn print_neighbours(out: &mut impl Write, neighbours: &[NeighboursResult]) -> io::Result<()> {
    let widest = |name: fn(&NeighboursResult) -> &Contestant| {
        neighbours.iter().map(|result| name(result).to_string().chars().count()).max().unwrap_or(0)
    };
    let width = widest(|result| &result.contestant).max("bot".len());
    let after_width = widest(|result| &result.after).max("after".len());
    writeln!(
        out,
        "{TITLE}{:width$}   {:after_width$}   win rate     95 % interval     seats{TITLE:#}",
        "bot", "after"
    )?;
    for result in neighbours {
        let score = &result.score;
        let (low, high) = score.interval();
        writeln!(
            out,
            "{:width$}   {:after_width$}   {:6.2} %   {:6.2} – {:5.2} %   {:7}",
            result.contestant.to_string(),
            result.after.to_string(),
            100.0 * score.win_rate(),
            100.0 * low,
            100.0 * high,
            score.seats
        )?;
    }
    Ok(())
}
