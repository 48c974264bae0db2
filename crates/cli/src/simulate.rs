//! `perudo simulate`: random legal play, so that the engine can be seen and measured.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use indicatif::ProgressBar;
use perudo_arena::Dealer;
use perudo_rules::record::{Names, Record};
use perudo_rules::{Command, Event, Game, Phase, Rules};
use perudo_words::Words;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;

use crate::{TITLE, bad_call, bar_style, rule_words};

/// Play random legal games and print figures about them
#[derive(Args)]
#[command(after_help = format!("\
Examples:
  perudo simulate                                        a thousand games of four
  perudo simulate --games 100000 --players 6 --seed 7    the same games whenever you repeat it
  perudo simulate --rules calza dice=3 --json            house rules; figures for programs
  perudo simulate --games 10 --records games             keep the games as records

{}", rule_words::help()))]
pub(crate) struct Simulate {
    /// How many games to play
    #[arg(long, default_value_t = 1000, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// How many players sit at the table
    #[arg(long, default_value_t = 4, value_name = "N", allow_negative_numbers = true)]
    players: usize,
    /// The rule set: a preset, then the axes that differ from it
    #[arg(long, num_args = 1.., value_name = "RULES")]
    rules: Vec<String>,
    /// Where chance begins: the same seed gives the same games
    #[arg(long, default_value_t = 1, value_name = "S", allow_negative_numbers = true)]
    seed: u64,
    /// Print the figures as one line of JSON
    #[arg(long)]
    json: bool,
    /// Write each game as a record into this folder
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
}

/// What was seen in all games together.
#[derive(Clone, Copy, Default)]
struct Tally {
    actions: u64,
    rounds: u64,
    bids: u64,
    true_bids: u64,
}

#[derive(Serialize)]
struct Figures {
    rules: String,
    players: usize,
    seed: u64,
    games: u64,
    seconds: f64,
    games_per_second: f64,
    actions_per_second: f64,
    rounds_per_game: f64,
    bids_per_round: f64,
    true_bids: f64,
}

impl Simulate {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let words = Words::new(perudo_words::Language::default());
        let rules = match rule_words::parse(&self.rules, &words) {
            Ok(rules) => rules,
            Err(message) => return Ok(bad_call(&message)),
        };
        let table = match Game::new(rules, self.players) {
            Ok(table) => table,
            Err(table) => {
                let values = [("players", table.players.into()), ("most", table.most.into())];
                return Ok(bad_call(&words.say("seats-table", &values)));
            }
        };
        if let Some(folder) = &self.records {
            fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error))?;
        }
        let start = Instant::now();
        let tally = self.play_all(&rules, table)?;
        let figures = self.figures(&rules, &tally, start.elapsed().as_secs_f64());
        let mut out = anstream::stdout().lock();
        if self.json {
            writeln!(out, "{}", serde_json::to_string(&figures)?)?;
        } else {
            figures.print(&mut out)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn play_all(&self, rules: &Rules, table: Game) -> io::Result<Tally> {
        let names = Names::new((1..=self.players).map(|number| format!("player-{number}")));
        let names = names.map_err(|_| io::Error::other("no names for this table"))?;
        let digits = self.games.to_string().len();
        let bar = ProgressBar::new(self.games).with_style(bar_style("games"));
        let mut tally = Tally::default();
        let mut log = Vec::new();
        for number in 1..=self.games {
            log.clear();
            let seed = self.seed.wrapping_add(number.rotate_left(32));
            play(table, seed, &mut log, &mut tally);
            if let Some(folder) = &self.records {
                let file = folder.join(format!("{number:0digits$}.perudo"));
                let record = Record::of_game(rules, &names, &log).to_string();
                fs::write(&file, record).map_err(|error| cannot_write(&file, &error))?;
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(tally)
    }

    fn figures(&self, rules: &Rules, tally: &Tally, seconds: f64) -> Figures {
        let (games, rounds, bids) = (self.games as f64, tally.rounds as f64, tally.bids as f64);
        let seconds = seconds.max(f64::MIN_POSITIVE);
        Figures {
            rules: rules.to_string(),
            players: self.players,
            seed: self.seed,
            games: self.games,
            seconds,
            games_per_second: games / seconds,
            actions_per_second: tally.actions as f64 / seconds,
            rounds_per_game: rounds / games,
            bids_per_round: bids / rounds,
            true_bids: tally.true_bids as f64 / bids,
        }
    }
}

/// One tour of random decisions, from the draw to its winner.
fn cannot_write(file: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot write {}: {error}", file.display()))
}

fn play(mut game: Game, seed: u64, log: &mut Vec<Event>, tally: &mut Tally) {
    let dealer = Dealer::new(seed);
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut draws = 0;
    while let Some(command) = next(&game, &dealer, &mut draws, &mut chance) {
        // Everything that `next` proposes is legal.
        let Ok(event) = game.decide(command) else { return };
        tally.actions += u64::from(matches!(command, Command::Act { .. }));
        match event {
            Event::Rolled(_) => tally.rounds += 1,
            Event::Bid { bid, .. } => {
                let jokers = game.kind().jokers();
                tally.bids += 1;
                tally.true_bids += u64::from(game.hands().is_some_and(|hands| hands.fulfil(bid, jokers)));
            }
            _ => {}
        }
        game.apply(&event);
        log.push(event);
    }
}

/// What happens next if chance decides everything; nothing once the tour is over.
fn next(game: &Game, dealer: &Dealer, draws: &mut u32, chance: &mut Xoshiro256PlusPlus) -> Option<Command> {
    Some(match game.phase() {
        Phase::Draw { throwing, .. } => {
            *draws += 1;
            Command::Draw(dealer.draw(throwing, *draws))
        }
        Phase::Rolling => Command::Roll(dealer.roll(game)),
        Phase::Declaring { turn } | Phase::Bidding { turn } => {
            let legal = game.legal_actions();
            let action = legal.pick(chance.random_range(0..legal.len()))?;
            Command::Act { seat: turn, action }
        }
        Phase::Showing { .. } | Phase::Over { .. } => return None,
    })
}

impl Figures {
    fn print(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(
            out,
            "{TITLE}{} {} of {} players under “{}”, seed {}{TITLE:#}",
            self.games,
            if self.games == 1 { "game" } else { "games" },
            self.players,
            self.rules,
            self.seed
        )?;
        for (what, figure) in [
            ("games per second", format!("{:.0}", self.games_per_second)),
            ("actions per second", format!("{:.0}", self.actions_per_second)),
            ("rounds per game", format!("{:.2}", self.rounds_per_game)),
            ("bids per round", format!("{:.2}", self.bids_per_round)),
            ("bids that were true", format!("{:.1} %", 100.0 * self.true_bids)),
        ] {
            writeln!(out, "  {what:22}{figure:>12}")?;
        }
        Ok(())
    }
}
