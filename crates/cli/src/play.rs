//! `perudo play`: the game in the terminal.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use perudo_bots::Opponent;
use perudo_protocol::WireSettings;
use perudo_terminal::{
    Address, Colours, Game, Guest, HomeGame, OnlineError, Options, Pace, PlayError, Server, Start, Store,
    play_on_screen, play_plain,
};
use perudo_words::Words;

use crate::language::LanguageOption;
use crate::{bad_call, bot_words, data_folder, rule_words};

/// Play in the terminal: alone against bots, or at a server's table
#[derive(Args)]
#[command(after_help = format!("\
Bots: {}

Examples:
  perudo play                                   choose a game on the screen
  perudo play --bots master                     three masters
  perudo play --bots novice,steady              two bots by name
  perudo play --players 2 --rules calza dice=3  against one beginner, by other rules
  perudo play --resume                          go on with the game that was broken off
  perudo play http://localhost:8080             choose among the open tables of a server
  perudo play http://localhost:8080/t/4t961m390c --name Anna
  perudo play --create --server http://localhost:8080 --bots steady
  perudo play --plain                           lines instead of a screen

{}", bot_words::names(), rule_words::help()))]
pub(crate) struct Play {
    /// A table of a server, by its link; or a server, by its address, to choose among its open tables
    #[arg(conflicts_with_all = ["bots", "players", "rules", "tours", "seed", "resume", "record", "create"])]
    link: Option<String>,
    /// Make a table on a server, for friends
    #[arg(long, conflicts_with_all = ["seed", "resume", "record"])]
    create: bool,
    /// The server on which a table is made
    #[arg(long, default_value = "http://localhost:8080", value_name = "URL", requires = "create")]
    server: String,
    /// Who sees the dice of a table that is made
    #[arg(long, value_name = "DICE", value_parser = ["open", "sealed", "sealed-bots"], requires = "create")]
    dice: Option<String>,
    /// List a table that is made among the open tables of the server
    #[arg(long, requires = "create")]
    public: bool,
    /// Only watch
    #[arg(long, requires = "link")]
    watch: bool,
    /// Plain lines instead of a full screen: for pipes, screen readers and slow links
    #[arg(long)]
    plain: bool,
    /// The bots: one for all seats, or one for each
    #[arg(long, value_name = "BOT", value_delimiter = ',')]
    bots: Vec<String>,
    /// Players at the table, you among them [default: 4, or as the bots are]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=20))]
    players: Option<u8>,
    /// The rule set: a preset, then the axes that differ from it
    #[arg(long, num_args = 1.., value_name = "RULES")]
    rules: Vec<String>,
    /// Games in the match
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=100))]
    tours: Option<u8>,
    /// Where chance begins: the same seed gives the same dice and the same bots
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Your name [default: “You”, or “Player” and a number]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Go on with the game that was broken off; of several, with the latest
    #[arg(long, conflicts_with_all = ["bots", "players", "rules", "tours", "seed", "name"])]
    resume: bool,
    /// Write the records of finished games against bots into this file
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// How quickly bots play and showdowns pass
    #[arg(long, default_value = "normal", value_name = "PACE", value_parser = pace_parser())]
    pace: Pace,
    /// Showdowns without animation
    #[arg(long)]
    no_animation: bool,
    #[command(flatten)]
    language: LanguageOption,
}

fn pace_parser() -> impl TypedValueParser<Value = Pace> {
    PossibleValuesParser::new(Pace::ALL.map(Pace::name))
        .map(|name| Pace::ALL.into_iter().find(|pace| pace.name() == name).unwrap_or(Pace::Normal))
}

/// The folder of a player.
pub(crate) fn store() -> Store {
    Store::new(data_folder().join("player"))
}

impl Play {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let words = Words::of(self.language.words().language());
        let store = store();
        let start = match self.start(words, &store) {
            Ok(start) => start,
            Err(message) => return Ok(bad_call(&message)),
        };
        if let Some(Err(message)) = self.record.as_deref().map(check_writable) {
            return Ok(bad_call(&message));
        }
        let out = &mut io::stdout();
        let played = if self.plain {
            play_plain(&start, &store, words, out)
        } else {
            let colours = Colours::of_environment(|name| std::env::var(name).ok());
            let options = Options { pace: self.pace, animated: !self.no_animation, colours };
            play_on_screen(Some(&start).filter(|_| !self.is_bare()), &store, words, options, out)
        };
        match played {
            Ok(played) => {
                // An earlier record gives way to a new one, and not to nothing.
                if let Some(file) = self.record.as_deref().filter(|_| !played.records.is_empty()) {
                    fs::write(file, one_record(&played.records))
                        .map_err(|error| not_written(file, &error))?;
                }
                Ok(played.fault.map_or(ExitCode::SUCCESS, |fault| bad_call(&fault.explain(words))))
            }
            Err(PlayError::Io(error)) => Err(error),
            Err(error) => Ok(bad_call(&error.explain(words))),
        }
    }

    /// Whether nothing was said about the game: then it is chosen on the screen.
    fn is_bare(&self) -> bool {
        let said = self.link.is_some() || self.create || self.resume || self.seed.is_some();
        let how = self.players.is_some() || self.tours.is_some() || self.name.is_some();
        !said && !how && self.bots.is_empty() && self.rules.is_empty()
    }

    fn start(&self, words: &Words, store: &Store) -> Result<Start, String> {
        let Some(address) = &self.link else { return self.game(words, store).map(Start::Game) };
        let address = Address::parse(address).map_err(|error| OnlineError::Link(error).explain(words))?;
        let mut guest = self.guest(words, store)?;
        guest.watch = self.watch;
        Ok(match address {
            Address::Table(link) => Start::Game(Game::Table(link, guest)),
            Address::Server(server) => Start::Tables(server, guest),
        })
    }

    fn game(&self, words: &Words, store: &Store) -> Result<Game, String> {
        if self.resume {
            return Ok(Game::Kept);
        }
        let rules = rule_words::parse(&self.rules, words)?;
        if self.create {
            let server =
                Server::parse(&self.server).map_err(|error| OnlineError::Link(error).explain(words))?;
            for bot in &self.bots {
                check_bot(bot)?;
            }
            let settings = WireSettings {
                rules: Some(rules.to_string()),
                seats: self.players,
                tours: self.tours,
                dice: self.dice.clone(),
                public: Some(self.public),
                hints: Some(true),
                // The paces of the screen are the speeds of tables.
                speed: Some(self.pace.name().to_owned()),
                ..WireSettings::default()
            };
            return Ok(Game::Make(server, self.guest(words, store)?, Box::new(settings), self.bots.clone()));
        }
        Ok(Game::New(HomeGame {
            name: self.name.clone().unwrap_or_else(|| words.text("web-you-name")),
            bots: self.bots()?,
            rules: rules.to_string(),
            tours: self.tours.unwrap_or(1),
            seed: self.seed,
        }))
    }

    /// Who plays at a server's table.
    fn guest(&self, words: &Words, store: &Store) -> Result<Guest, String> {
        Guest::person(store, self.name.clone(), words)
            .map_err(|error| OnlineError::from(error).explain(words))
    }

    /// One bot for all seats, or one for each.
    fn bots(&self) -> Result<Vec<String>, String> {
        for bot in &self.bots {
            check_bot(bot)?;
        }
        let others = self.players.map(|players| usize::from(players) - 1);
        match (&self.bots[..], others) {
            ([], others) => Ok(vec!["novice".to_owned(); others.unwrap_or(3)]),
            ([bot], others) => Ok(vec![bot.clone(); others.unwrap_or(3)]),
            (bots, Some(others)) if bots.len() != others => Err(format!(
                "--players {} leaves {others} seats for bots, and --bots names {}.",
                others + 1,
                bots.len()
            )),
            (bots, _) => Ok(bots.to_vec()),
        }
    }
}

/// Whether a file can be written, before a game whose record would have nowhere to go. What is in it stays.
fn check_writable(file: &Path) -> Result<(), String> {
    let is_new = !file.exists();
    let opened = File::options().append(true).create(true).open(file);
    let removed = opened.and_then(|_| if is_new { fs::remove_file(file) } else { Ok(()) });
    removed.map_err(|error| not_written(file, &error).to_string())
}

fn not_written(file: &Path, error: &io::Error) -> io::Error {
    io::Error::other(format!("{}: {error}", file.display()))
}

/// The tours of a match as one record. Nobody comes or goes at a table against bots: they have one head.
fn one_record(tours: &[String]) -> String {
    let head: String = tours.iter().take(1).flat_map(|tour| tour.split_inclusive('\n').take(3)).collect();
    let later = tours.iter().skip(1).flat_map(|tour| ["tour\n", tour.strip_prefix(&head).unwrap_or(tour)]);
    tours.iter().take(1).map(String::as_str).chain(later).collect()
}

/// Whether there is a bot of that name.
fn check_bot(name: &str) -> Result<(), String> {
    Opponent::named(name).map(drop).ok_or_else(|| bot_words::unknown(name))
}
