//! Plays many tables through a running server, over real sockets, and measures how quickly it answers.

mod comeback;
mod error;
mod incoming;
mod moves;
mod player;
mod process;
mod reactor;
mod report;
mod setup;
mod table;
mod tally;
mod target;

use std::time::{Duration, Instant};

use clap::Parser;
use perudo_protocol::WireSettings;
use perudo_table::Settings;

pub use self::error::LoadError;
use self::process::Process;
use self::reactor::Reactor;
use self::report::Idle;
pub use self::report::Report;
use self::setup::Setup;
use self::table::{Pace, Phase};
use self::target::Target;

/// Play many tables through a running server and see how quickly it answers
///
/// It makes tables, seats players of its own at them by WebSocket and plays. The latency of a move is the time
/// from sending it until all seats of its table hold the event. Meanwhile it checks that the events of every
/// connection come without a gap and that every command is answered exactly once.
#[derive(Debug, Parser)]
#[command(
    name = "perudo-load",
    version,
    after_help = "\
The server must allow so much from one address:
  perudo serve --max-tables 0 --max-tables-per-guest 0 --max-tables-per-minute 0
    --max-connections 0 --max-connections-per-address 0
    --max-requests-per-second 0 --max-messages-per-second 0

Exit codes: 0 no errors, 1 errors while playing, 2 the call or the server cannot be used.

Examples:
  perudo-load --tables 250 --seconds 20            as many moves as the server can
  perudo-load --tables 2000 --rate 1               each table makes a move a second
  perudo-load --tables 250 --chains                every player brings a hash chain for fair dice
  perudo-load --tables 2500 --idle                 what tables and connections take in memory
  perudo-load --server http://127.0.0.1:8081 --server http://127.0.0.1:8082
                                                   two nodes of one cluster"
)]
pub struct Load {
    /// Tables at once
    #[arg(long, default_value_t = 50, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    tables: u32,
    /// Players at each table
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=6))]
    players: u8,
    /// How long to measure; a second of play before it does not count
    #[arg(long, default_value_t = 10.0, value_name = "S", value_parser = seconds)]
    seconds: f64,
    /// Moves a second at each table [default: each as soon as the player knows that it is their turn]
    #[arg(long, value_name = "R", value_parser = rate)]
    rate: Option<f64>,
    /// Every player brings a hash chain and gives its links
    #[arg(long)]
    chains: bool,
    /// Nobody moves: measure the server's memory
    #[arg(long, conflicts_with = "rate")]
    idle: bool,
    /// Where the server is; given several times, the nodes of one cluster: players are spread over them, and who loses
    /// the connection comes back through any of them
    #[arg(long, default_value = "http://127.0.0.1:8080", value_name = "URL")]
    server: Vec<String>,
    /// The server's process, for its memory; once for each server [default: looked up if it runs on this machine]
    #[arg(long, value_name = "PID")]
    server_pid: Vec<u32>,
    /// Print the figures as one line of JSON
    #[arg(long)]
    pub json: bool,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.1..=3600.0).contains(&seconds) => Ok(seconds),
        _ => Err("a number of seconds from 0.1 to 3600".to_owned()),
    }
}

fn rate(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(rate) if (0.001..=10_000.0).contains(&rate) => Ok(rate),
        _ => Err("a number of moves a second from 0.001 to 10000".to_owned()),
    }
}

/// Play that does not count, before the measurement.
const WARM_UP: Duration = Duration::from_secs(1);
/// How long nothing may happen while everybody sits down.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long answers may take when the time is over.
const LAST_ANSWERS: Duration = Duration::from_secs(5);

impl Load {
    /// Makes the tables, plays, and measures.
    pub fn measure(&self) -> Result<Report, LoadError> {
        let connections = self.tables as usize * usize::from(self.players);
        Process::check_file_limit(connections as u64)?;
        let targets =
            self.server.iter().map(|url| Target::parse(url)).collect::<Result<Vec<Target>, LoadError>>()?;
        targets.iter().try_for_each(Target::check)?;
        let servers = match &self.server_pid[..] {
            [] => targets.iter().filter_map(Target::process).collect(),
            pids => pids.iter().map(|pid| Process::new(*pid)).collect::<Result<Vec<Process>, LoadError>>()?,
        };
        let memory = || {
            let each: Option<Vec<u64>> = servers.iter().copied().map(Process::memory).collect();
            each.filter(|each| each.len() >= targets.len()).map(|each| each.iter().sum())
        };
        let before = memory();
        let begun = Instant::now();
        let setup = Setup {
            targets: &targets,
            tables: self.tables as usize,
            players: usize::from(self.players),
            settings: self.settings(),
            chains: self.chains,
        };
        let tables = setup.make_tables()?;
        let with_tables = memory();
        let pace = if self.rate.is_some() { Pace::WhenDue } else { Pace::AtOnce };
        let addresses = targets.iter().map(|target| target.address).collect();
        let mut players = Reactor::new(setup.connect(tables)?, addresses, pace)?;
        players.enter(Phase::Greeting)?;
        players.until("greeted", PATIENCE, |tally| tally.greeted >= connections)?;
        let with_connections = memory();
        players.enter(Phase::Joining)?;
        players.until("seated", PATIENCE, |tally| tally.seated >= connections)?;
        players.enter(Phase::Starting)?;
        players.until("playing", PATIENCE, |tally| tally.playing >= self.tables as usize)?;
        let setup_time = begun.elapsed();
        let seconds = Duration::from_secs_f64(self.seconds);
        if self.idle {
            players.play(None, seconds)?;
        } else {
            players.enter(Phase::Playing)?;
            players.play(self.rate, WARM_UP)?;
            players.start_measuring(&servers);
            players.play(self.rate, seconds)?;
            players.stop_measuring(&servers);
            players.enter(Phase::Ending)?;
            players.await_answers(LAST_ANSWERS)?;
        }
        let after = memory();
        let idle = self.idle.then_some(Idle { before, with_tables, with_connections, after });
        players.enter(Phase::Leaving)?;
        players.await_answers(LAST_ANSWERS)?;
        Ok(Report {
            servers: self.server.clone(),
            pids: servers.iter().copied().map(Process::pid).collect(),
            tables: self.tables,
            players: self.players,
            seconds: self.seconds,
            rate: self.rate,
            chains: self.chains,
            setup: setup_time,
            before,
            after,
            idle,
            tally: players.into_tally(),
        })
    }

    /// Tables that go on for as long as anyone may want to measure.
    fn settings(&self) -> WireSettings {
        WireSettings {
            rules: Some("tournament".to_owned()),
            seats: Some(self.players),
            tours: Some(Settings::TOURS.1),
            turn: Some(0),
            speed: Some("instant".to_owned()),
            ..WireSettings::default()
        }
    }
}
