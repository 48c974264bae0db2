//! `perudo admin`: for those who look after servers.

mod columns;
mod log;
mod nodes;
mod people;
mod requests;
mod tables;

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::{Args, Subcommand};
use perudo_server::store::{self, ReadLog, Registry, StoreError, TableId};
use perudo_server::{Keys, KeysError};

use crate::language::LanguageOption;
use crate::{bad_call, serve, whole_number};

/// Look after servers: their nodes and tables, from the database that they share
#[derive(Args)]
#[command(after_help = "\
The database and the key file are given as to perudo serve: by flags, in the environment
(PERUDO_DATABASE, PERUDO_KEY_FILE) or in the file of settings (--config).

Examples:
  perudo admin nodes                       which nodes are alive, and what they have
  perudo admin table 4qk0v8m2rz            where a table is, and who is at it
  perudo admin log 4qk0v8m2rz              what happened at it
  perudo admin drain b                     hand the tables of node b over to the others
  perudo admin reports                     whom people complain about
  perudo admin ban Mallory --days 7 --reason \"chat\"
  perudo admin close 4qk0v8m2rz --reason \"asked by its host\"

Exit codes: 0 all is well, 1 what was asked for is not done yet, 2 the call or the database
cannot be used.")]
pub(crate) struct Admin {
    #[command(subcommand)]
    command: AdminCommand,
    #[command(flatten)]
    storage: Storage,
}

#[derive(Subcommand)]
enum AdminCommand {
    /// List the nodes: whether they are alive, how many tables they have and how busy these are
    Nodes {
        /// Print one line of JSON for each
        #[arg(long)]
        json: bool,
    },
    /// List the open tables
    Tables {
        /// Those of one node
        #[arg(long, value_name = "NODE")]
        node: Option<String>,
        /// At most so many
        #[arg(long, value_name = "N", default_value_t = 1000, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..1_000_000))]
        most: u32,
        /// Print one line of JSON for each
        #[arg(long)]
        json: bool,
    },
    /// Tell where a table is, and what is going on at it
    Table {
        /// Its name: the end of its link
        #[arg(value_name = "TABLE")]
        id: TableId,
        /// Print one line of JSON
        #[arg(long)]
        json: bool,
    },
    /// Tell the log of a table in words, as everybody at it may know it
    Log {
        /// Its name: the end of its link
        #[arg(value_name = "TABLE")]
        id: TableId,
        /// Print each event as the JSON that spectators get
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        language: LanguageOption,
    },
    /// Let a node hand its tables over to the others and take no new ones
    Drain {
        /// Its name
        node: String,
        /// The most seconds to wait until it has no table
        #[arg(long, value_name = "SECONDS", default_value_t = 60, allow_negative_numbers = true, value_parser = whole_number::<u64>)]
        wait: u64,
    },
    /// List what people report, the latest first
    Reports {
        /// Those that were looked into as well
        #[arg(long)]
        all: bool,
        /// Print one line of JSON for each
        #[arg(long)]
        json: bool,
    },
    /// Mark a report as looked into
    CloseReport {
        /// Its number
        report: i64,
    },
    /// Ban a name, an address or a network from playing with strangers
    Ban {
        /// Whom: a name, or 192.0.2.7, or 192.0.2.0/24
        whom: String,
        /// For how many days
        #[arg(long, value_name = "DAYS", default_value_t = 7, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=3650))]
        days: u32,
        /// Why, for other operators
        #[arg(long, default_value = "")]
        reason: String,
    },
    /// List the bans that have not ended
    Bans {
        /// Print one line of JSON for each
        #[arg(long)]
        json: bool,
    },
    /// End a ban
    Lift {
        /// Its number
        ban: i64,
    },
    /// Take a name away from its owner, as if they had deleted themselves
    RemoveName {
        /// The name
        name: String,
    },
    /// Close a table: whoever is at it is told that it is no more
    Close {
        /// Its name: the end of its link
        #[arg(value_name = "TABLE")]
        id: TableId,
        /// Why: those at the table read it, and perudo admin table shows it
        #[arg(long, default_value = "")]
        reason: String,
        /// The most seconds to wait until it is closed
        #[arg(long, value_name = "SECONDS", default_value_t = 15, allow_negative_numbers = true, value_parser = whole_number::<u64>)]
        wait: u64,
    },
}

/// Where everything is kept.
#[derive(Args)]
struct Storage {
    /// Where tables are kept: the path of an SQLite file, or postgres://…
    #[arg(long, global = true, env = "PERUDO_DATABASE", value_name = "PLACE", hide_env_values = true)]
    database: Option<String>,
    /// The file with the server's keys
    #[arg(long, global = true, env = "PERUDO_KEY_FILE", value_name = "FILE")]
    key_file: Option<PathBuf>,
    /// A file with settings
    #[arg(long, global = true, env = "PERUDO_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
}

/// Why an operator is not answered.
#[derive(Debug, thiserror::Error)]
enum AdminError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Keys(#[from] KeysError),
    #[error("there is no table {0}")]
    NoTable(TableId),
    #[error("the log of table {0} is deleted, as --keep-logs wanted it; the records of its games are kept")]
    LogDeleted(TableId),
    #[error("event {seq} in the log of table {table} cannot be read")]
    Unreadable { table: TableId, seq: u64 },
    #[error("{0}")]
    Call(String),
    #[error(transparent)]
    Output(#[from] io::Error),
}

type Outcome = Result<ExitCode, AdminError>;

impl Admin {
    pub(crate) fn run(self) -> io::Result<ExitCode> {
        match self.answer() {
            Ok(code) => Ok(code),
            Err(AdminError::Output(error)) => Err(error),
            Err(error) => Ok(bad_call(&error.to_string())),
        }
    }

    fn answer(self) -> Outcome {
        let Storage { database, key_file, config } = self.storage;
        let storage = serve::storage(database, key_file, config.as_deref());
        let (database, key_file) = storage.map_err(AdminError::Call)?;
        let mut registry = store::open_registry(&database)?;
        let desk = Desk { registry: &mut *registry, database, key_file };
        match self.command {
            AdminCommand::Nodes { json } => desk.nodes(json),
            AdminCommand::Tables { node, most, json } => desk.tables(node.as_deref(), most, json),
            AdminCommand::Table { id, json } => desk.table(id, json),
            AdminCommand::Log { id, json, language } => desk.log(id, json, &language.words()),
            AdminCommand::Drain { node, wait } => desk.drain(&node, Duration::from_secs(wait)),
            AdminCommand::Reports { all, json } => desk.reports(all, json),
            AdminCommand::CloseReport { report } => desk.close_report(report),
            AdminCommand::Ban { whom, days, reason } => desk.ban(&whom, days, &reason),
            AdminCommand::Bans { json } => desk.bans(json),
            AdminCommand::Lift { ban } => desk.lift(ban),
            AdminCommand::RemoveName { name } => desk.remove_name(&name),
            AdminCommand::Close { id, reason, wait } => desk.close(id, &reason, Duration::from_secs(wait)),
        }
    }
}

/// Where an operator is answered.
struct Desk<'a> {
    registry: &'a mut dyn Registry,
    database: String,
    key_file: PathBuf,
}

impl Desk<'_> {
    /// What is at a table is encrypted while it is hidden, so that whoever reads a log needs the keys.
    fn reader(&self) -> Result<Box<dyn ReadLog>, AdminError> {
        let path = &self.key_file;
        let lost = || KeysError::Lost { path: path.clone(), database: serve::shown(&self.database) };
        let keys = Keys::read(path)?.ok_or_else(lost)?;
        store::check_keys(&self.database, &keys)?;
        Ok(store::open_reader(&self.database, &keys)?)
    }
}

/// A moment, which is in milliseconds since 1970, to the second.
fn moment(at: i64) -> String {
    let since = Duration::from_millis(u64::try_from(at).unwrap_or(0));
    let at = UNIX_EPOCH.checked_add(since).unwrap_or(SystemTime::UNIX_EPOCH);
    humantime::format_rfc3339_seconds(at).to_string()
}
