//! `perudo join`: bots at a table of a server.

use std::io;
use std::process::ExitCode;
use std::time::{Duration, SystemTime};

use clap::Args;
use perudo_arena::Contestant;
use perudo_terminal::{Bots, JoinError, OnlineError, TableLink, join};
use perudo_words::{Language, Words};

use crate::{arena, bad_call, bot_words, play};

/// Let bots sit at a table of a server, as declared bots
///
/// They come back when the connection is lost, and say what they do on standard error. A program that answers too late, or
/// what is not legal, plays the plainest move: no maputo, a doubt, or the least bid.
#[derive(Args)]
#[command(after_help = format!("\
Bots: {}; or 'cmd:PROGRAM ARGUMENTS', any program that speaks docs/bots.md

Examples:
  perudo join http://localhost:8080/t/4t961m390c --bot master
  perudo join http://localhost:8080/t/4t961m390c --bot steady --count 3
  perudo join http://localhost:8080/t/4t961m390c --bot 'cmd:python3 examples/bots/odds_bot.py' --name Oddie", bot_words::names()))]
pub(crate) struct Join {
    /// The table, by its link
    link: String,
    /// Which bot
    #[arg(long, value_name = "BOT")]
    bot: String,
    /// How many of them
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=20))]
    count: u8,
    /// What they are called; the second and later ones get a number [default: as the bot is called, with “bot”]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// How many seconds a program may think about a move
    #[arg(long, default_value_t = 10.0, value_name = "SECONDS", value_parser = arena::seconds)]
    bot_timeout: f64,
    /// Leave after so many games [default: stay]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
}

impl Join {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let words = Words::of(Language::default());
        let contestant = match Contestant::parse(&self.bot).and_then(|bot| bot.try_out().map(|()| bot)) {
            Ok(contestant) => contestant,
            Err(reason) => return Ok(bad_call(&arena::explain(&reason))),
        };
        let link = match TableLink::parse(&self.link) {
            Ok(link) => link,
            Err(error) => return Ok(bad_call(&OnlineError::Link(error).explain(words))),
        };
        let bots = Bots {
            link,
            name: self.name.clone().unwrap_or_else(|| format!("{} bot", contestant.short_name())),
            contestant,
            count: self.count,
            timeout: Duration::from_secs_f64(self.bot_timeout),
            games: self.games,
        };
        if !bots.have_names() {
            return Ok(bad_call(&words.text("refused-bad-name")));
        }
        let log = |who: &str, what: &str| {
            let now = humantime::format_rfc3339_seconds(SystemTime::now());
            anstream::eprintln!("{now} {who}: {what}");
        };
        match join(&bots, &play::store(), log) {
            Ok(()) => Ok(ExitCode::SUCCESS),
            Err(JoinError::Online(error)) => Ok(bad_call(&error.explain(words))),
            Err(JoinError::Refused(why)) => Ok(bad_call(&why)),
            Err(JoinError::Io(error)) => Err(error),
        }
    }
}
