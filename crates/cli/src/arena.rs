//! `perudo arena`: contests between bots of any make.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use clap::Args;
use indicatif::ProgressBar;
use perudo_arena::{
    AnswerError, Contest, ContestError, Contestant, ContestantError, ContestantResult, Results,
};
use perudo_rules::TableSizeError;
use perudo_words::{Language, Words};
use serde_json::{Map, Value, json};

use crate::{TITLE, bad_call, bar_style, bot_words, rule_words};

/// Let bots play many games against each other and see who is stronger
///
/// Every deal of dice is played several times, until each bot has held each seat, so that luck
/// cancels out; the 95 % intervals account for it.
#[derive(Args)]
#[command(after_help = format!("\
Bots: {}; or 'cmd:PROGRAM ARGUMENTS', any program that speaks docs/bots.md

Examples:
  perudo arena steady thinker                               two against each other
  perudo arena steady thinker --players 4 --games 10000     two of each at tables of four
  perudo arena thinker steady steady steady                 one against three
  perudo arena random novice steady reader --players 2      everyone against everyone
  perudo arena steady 'cmd:python3 examples/bots/odds_bot.py' --games 200
  PERUDO_WEIGHTS=my.safetensors perudo arena master steady  weights of your own (training/README.md)

{}", bot_words::names(), rule_words::help()))]
pub(crate) struct Arena {
    /// Who takes part; name a bot several times to seat it several times
    #[arg(required = true, value_name = "BOT")]
    bots: Vec<String>,
    /// Seats at each table [default: as many as bots are named]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    players: Option<usize>,
    /// How many games to play, at least
    #[arg(long, default_value_t = 1000, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// The rule set: a preset, then the axes that differ from it
    #[arg(long, num_args = 1.., value_name = "RULES")]
    rules: Vec<String>,
    /// Where chance begins: the same seed gives the same contest
    #[arg(long, default_value_t = 1, value_name = "S", allow_negative_numbers = true)]
    seed: u64,
    /// How many seconds a program may think about a move
    #[arg(long, default_value_t = 1.0, value_name = "SECONDS", value_parser = seconds)]
    bot_timeout: f64,
    /// Tables at a time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print the results as one line of JSON
    #[arg(long)]
    json: bool,
    /// Write each game as a record into this folder
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
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
        let contest = match self.contest(&words) {
            Ok(contest) => contest,
            Err(message) => return Ok(bad_call(&message)),
        };
        let bar = ProgressBar::new(contest.tours()).with_style(bar_style("games"));
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
            Ok(results) => {
                let mut out = anstream::stdout().lock();
                if self.json {
                    writeln!(out, "{}", as_json(&contest, &results))?;
                } else {
                    print(&mut out, &contest, &results)?;
                }
                Ok(ExitCode::SUCCESS)
            }
        }
    }

    fn contest(&self, words: &Words) -> Result<Contest, String> {
        let rules = rule_words::parse(&self.rules, words)?;
        let entries = self.bots.iter().map(|bot| {
            Contestant::parse(bot).and_then(|contestant| {
                contestant.try_out()?;
                Ok(contestant)
            })
        });
        let entries: Vec<Contestant> =
            entries.collect::<Result<_, _>>().map_err(|reason| explain(&reason))?;
        Ok(Contest {
            players: self.players.unwrap_or(entries.len()),
            entries,
            games: self.games,
            rules,
            seed: self.seed,
            bot_timeout: Duration::from_secs_f64(self.bot_timeout),
            threads: match self.threads {
                Some(threads) => usize::from(threads),
                None => thread::available_parallelism().map_or(1, usize::from),
            },
            records: self.records.clone(),
        })
    }
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
