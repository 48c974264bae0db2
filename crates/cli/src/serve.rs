//! `perudo serve`: tables by a link.

use std::collections::BTreeMap;
use std::io;
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};
use clap::{Args, Parser, ValueEnum};
use perudo_server::store::StoreError;
use perudo_server::{ClusterConfig, Config, Entropy, Limits, PeopleConfig, Server, ServerError};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;

use crate::{FENCED, TITLE, bad_call, data_folder, fail, whole_number};

/// Serve tables: one address to open, one file of data
#[derive(Parser)]
#[command(after_help = "\
Every setting can also stand in the environment (PERUDO_LISTEN, PERUDO_DATABASE, …) or in a file given by
--config (listen = \"…\", database = \"…\"); a flag comes before the environment, the environment before the
file. docs/server.md lists them all.

Examples:
  perudo serve                                        play on this machine and in its network
  perudo serve --listen 127.0.0.1:8080                on this machine only
  perudo serve --database postgres://perudo@db/perudo keep tables in PostgreSQL
  perudo serve --public-url https://perudo.example    links for friends, behind a proxy")]
pub(crate) struct Serve {
    #[command(flatten)]
    settings: Settings,
    /// A file with settings
    #[arg(long, env = "PERUDO_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
}

/// Every setting, as a flag, in the environment, and in a file (under the name of the field).
#[derive(Args, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    /// Where to listen; without it port 8080, or the next one that is free
    #[arg(long, env = "PERUDO_LISTEN", value_name = "ADDRESS:PORT")]
    listen: Option<SocketAddr>,
    /// Where tables are kept: the path of an SQLite file, or postgres://…
    #[arg(long, env = "PERUDO_DATABASE", value_name = "PLACE", hide_env_values = true)]
    database: Option<String>,
    /// The file with the server's keys, made if there is none; nodes of one database share it
    #[arg(long, env = "PERUDO_KEY_FILE", value_name = "FILE")]
    key_file: Option<PathBuf>,
    /// The address that people open, for links
    #[arg(long, env = "PERUDO_PUBLIC_URL", value_name = "URL")]
    public_url: Option<String>,
    /// Pages of this origin may use the server besides its own (may be given several times)
    #[arg(long = "origin", env = "PERUDO_ORIGINS", value_name = "ORIGIN", value_delimiter = ',')]
    origins: Option<Vec<String>>,
    /// A proxy in front says in X-Forwarded-For who is asking
    #[arg(long, env = "PERUDO_TRUST_PROXY", num_args = 0..=1, default_missing_value = "true", value_name = "true|false")]
    trust_proxy: Option<bool>,
    /// The name of this node, which stays the same when it starts again
    #[arg(long, env = "PERUDO_NODE", value_name = "NAME")]
    node: Option<String>,
    /// Seconds after the last sign of life for which other nodes leave this node's tables alone
    #[arg(long, env = "PERUDO_LEASE", value_name = "SECONDS", allow_negative_numbers = true, value_parser = whole_number::<u64>)]
    lease: Option<u64>,
    /// Where to listen to other nodes of the same PostgreSQL database, so that each answers for the tables of all
    #[arg(long, env = "PERUDO_CLUSTER_ADDRESS", value_name = "ADDRESS:PORT")]
    cluster_address: Option<SocketAddr>,
    /// The address by which other nodes reach this one, if not by --cluster-address
    #[arg(long, env = "PERUDO_CLUSTER_ADVERTISE", value_name = "HOST:PORT")]
    cluster_advertise: Option<String>,
    /// Threads for connections and tables
    #[arg(long, env = "PERUDO_THREADS", value_name = "N", allow_negative_numbers = true, value_parser = whole_number::<usize>)]
    threads: Option<usize>,
    /// Threads on which bots decide
    #[arg(long, env = "PERUDO_BOT_THREADS", value_name = "N", allow_negative_numbers = true, value_parser = whole_number::<usize>)]
    bot_threads: Option<usize>,
    /// The most tables at once; 0: no limit
    #[arg(long, env = "PERUDO_MAX_TABLES", value_name = "N", allow_negative_numbers = true)]
    max_tables: Option<u32>,
    /// The most open tables that one guest has made; 0: no limit
    #[arg(long, env = "PERUDO_MAX_TABLES_PER_GUEST", value_name = "N", allow_negative_numbers = true)]
    max_tables_per_guest: Option<u32>,
    /// The most tables that one address makes in a minute; 0: no limit
    #[arg(long, env = "PERUDO_MAX_TABLES_PER_MINUTE", value_name = "N", allow_negative_numbers = true)]
    max_tables_per_minute: Option<u32>,
    /// The most connections at once; 0: no limit
    #[arg(long, env = "PERUDO_MAX_CONNECTIONS", value_name = "N", allow_negative_numbers = true)]
    max_connections: Option<u32>,
    /// The most connections of one address at once; 0: no limit
    #[arg(long, env = "PERUDO_MAX_CONNECTIONS_PER_ADDRESS", value_name = "N", allow_negative_numbers = true)]
    max_connections_per_address: Option<u32>,
    /// The most HTTP requests of one address in a second; 0: no limit
    #[arg(long, env = "PERUDO_MAX_REQUESTS_PER_SECOND", value_name = "N", allow_negative_numbers = true)]
    max_requests_per_second: Option<u32>,
    /// The most messages of one connection in a second; 0: no limit
    #[arg(long, env = "PERUDO_MAX_MESSAGES_PER_SECOND", value_name = "N", allow_negative_numbers = true)]
    max_messages_per_second: Option<u32>,
    /// The most seconds that a request may take to come; 0: no limit
    #[arg(long, env = "PERUDO_MAX_REQUEST_SECONDS", value_name = "SECONDS", allow_negative_numbers = true)]
    max_request_seconds: Option<u32>,
    /// A file with names that nobody may claim: a word a line that must not be within a name, or after = a whole name
    #[arg(long, env = "PERUDO_BAD_NAMES", value_name = "FILE")]
    bad_names: Option<PathBuf>,
    /// Days for which the log of a table is kept after it was closed; 0: for ever. Records of finished games stay
    #[arg(long, env = "PERUDO_KEEP_LOGS", value_name = "DAYS", allow_negative_numbers = true)]
    keep_logs: Option<u32>,
    /// What to log: error, warn, info, debug, or a filter such as perudo_server=debug
    #[arg(long, env = "PERUDO_LOG", value_name = "FILTER")]
    log: Option<String>,
    /// How to log
    #[arg(long, env = "PERUDO_LOG_FORMAT", value_name = "FORMAT")]
    log_format: Option<LogFormat>,
}

/// How to log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum LogFormat {
    /// Lines for people
    Text,
    /// One JSON object a line
    Json,
}

const PORT: u16 = 8080;
/// The longest time for which logs are kept without being kept for ever: a hundred years.
const MOST_DAYS: u32 = 36_500;

impl Serve {
    pub(crate) fn run(self) -> io::Result<ExitCode> {
        Ok(match self.serve() {
            Ok(Ok(())) => ExitCode::SUCCESS,
            Ok(Err(error @ ServerError::Store(StoreError::Fenced { .. }))) => fail(&explain(&error), FENCED),
            Ok(Err(error)) => bad_call(&explain(&error)),
            Err(message) => bad_call(&message),
        })
    }

    /// How the server ended; a message if the settings did not let it begin.
    fn serve(self) -> Result<Result<(), ServerError>, String> {
        let file = self.config.as_deref().map(Settings::read).transpose()?.unwrap_or_default();
        let settings = self.settings.or(file)?;
        settings.start_logging()?;
        let threads = settings.threads.unwrap_or_else(cores);
        let is_port_given = settings.listen.is_some();
        let config = settings.into_config()?;
        // One thread is quicker without the machinery for several.
        let mut runtime = match threads {
            0 | 1 => tokio::runtime::Builder::new_current_thread(),
            _ => tokio::runtime::Builder::new_multi_thread(),
        };
        let runtime = runtime.worker_threads(threads.max(1)).enable_all().build();
        let runtime = runtime.map_err(|error| error.to_string())?;
        Ok(runtime.block_on(serve(config, is_port_given)))
    }
}

impl Settings {
    fn read(path: &Path) -> Result<Settings, String> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        toml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// These settings, and the others' where these say nothing.
    fn or(self, others: Settings) -> Result<Settings, String> {
        let merge = || {
            let mut merged = others.given()?;
            merged.extend(self.given()?);
            serde_json::from_value(merged.into_iter().collect())
        };
        merge().map_err(|error: serde_json::Error| error.to_string())
    }

    /// The settings that have a value, by name.
    fn given(&self) -> serde_json::Result<BTreeMap<String, Value>> {
        let mut values: BTreeMap<String, Value> = serde_json::from_value(serde_json::to_value(self)?)?;
        values.retain(|_, value| !value.is_null());
        Ok(values)
    }

    fn start_logging(&self) -> Result<(), String> {
        let filter = self.log.as_deref().unwrap_or("info");
        let filter: Targets = filter.parse().map_err(|error| format!("--log {filter}: {error}"))?;
        // Colours are for terminals that show them: a file or a journal would keep their codes.
        let has_colours = AutoStream::choice(&io::stderr()) != ColorChoice::Never;
        let log = tracing_subscriber::fmt::layer().with_writer(io::stderr).with_ansi(has_colours);
        let log = match self.log_format.unwrap_or(LogFormat::Text) {
            LogFormat::Text => log.with_target(false).boxed(),
            LogFormat::Json => log.json().boxed(),
        };
        let started = tracing_subscriber::registry().with(log.with_filter(filter)).try_init();
        started.map_err(|error| error.to_string())
    }

    /// Where tables and keys are.
    fn storage(&self) -> Result<(String, PathBuf), String> {
        let database = self.database.clone().map_or_else(default_database, Ok)?;
        let key_file = self.key_file.clone().unwrap_or_else(|| default_key_file(&database));
        Ok((database, key_file))
    }

    /// What the server needs to know, with defaults for what nobody has set.
    fn into_config(self) -> Result<Config, String> {
        let limits = Limits::default();
        // Here 0 is no limit.
        let limit = |given: Option<u32>, usual| given.map_or(usual, NonZeroU32::new);
        let (database, key_file) = self.storage()?;
        let cluster = match (self.cluster_address, self.cluster_advertise) {
            (Some(listen), advertise) => Some(ClusterConfig { listen, advertise }),
            (None, None) => None,
            (None, Some(_)) => {
                return Err(
                    "--cluster-advertise says how other nodes reach --cluster-address: give both".to_owned()
                );
            }
        };
        let bad_names = match &self.bad_names {
            None => String::new(),
            Some(path) => std::fs::read_to_string(path)
                .map_err(|error| format!("cannot read the names in {}: {error}", path.display()))?,
        };
        // In the environment of a container, what is not set is often empty.
        let public_url = self.public_url.filter(|url| !url.is_empty());
        if let Some(url) = public_url.as_deref().filter(|url| !is_public_url(url)) {
            return Err(format!(
                "--public-url {url}: give the address that people open, without a path, such as https://perudo.example"
            ));
        }
        let mut origins = self.origins.unwrap_or_default();
        origins.retain(|origin| !origin.is_empty());
        if let Some(origin) = origins.iter().find(|origin| !is_origin(origin)) {
            return Err(format!(
                "--origin {origin}: give what browsers send, with nothing after the host, such as https://perudo.example"
            ));
        }
        let keep_logs = self.keep_logs.unwrap_or(0);
        if keep_logs > MOST_DAYS {
            return Err(format!(
                "--keep-logs {keep_logs}: give at most {MOST_DAYS} days, or 0 to keep logs for ever"
            ));
        }
        Ok(Config {
            listen: self.listen.unwrap_or(SocketAddr::from(([0, 0, 0, 0], PORT))),
            database,
            key_file,
            node: self.node.unwrap_or_else(|| "main".to_owned()),
            lease: Duration::from_secs(self.lease.unwrap_or(5)),
            cluster,
            public_url,
            origins,
            trust_proxy: self.trust_proxy.unwrap_or(false),
            bot_threads: self.bot_threads.unwrap_or_else(cores),
            limits: Limits {
                tables: limit(self.max_tables, limits.tables),
                tables_per_guest: limit(self.max_tables_per_guest, limits.tables_per_guest),
                tables_per_minute: limit(self.max_tables_per_minute, limits.tables_per_minute),
                connections: limit(self.max_connections, limits.connections),
                connections_per_address: limit(
                    self.max_connections_per_address,
                    limits.connections_per_address,
                ),
                requests_per_second: limit(self.max_requests_per_second, limits.requests_per_second),
                messages_per_second: limit(self.max_messages_per_second, limits.messages_per_second),
                request_seconds: limit(self.max_request_seconds, limits.request_seconds),
            },
            keep_logs: (keep_logs > 0).then(|| Duration::from_secs(u64::from(keep_logs) * 24 * 60 * 60)),
            people: PeopleConfig { bad_names },
            page: Some(perudo_page::PAGE),
        })
    }
}

/// Where a server with these settings keeps its tables and keys.
pub(crate) fn storage(
    database: Option<String>,
    key_file: Option<PathBuf>,
    config: Option<&Path>,
) -> Result<(String, PathBuf), String> {
    let file = config.map(Settings::read).transpose()?.unwrap_or_default();
    Settings { database, key_file, ..Settings::default() }.or(file)?.storage()
}

/// A file in the folder for programs' data of whoever runs the server.
fn default_database() -> Result<String, String> {
    let path = data_folder().join("perudo.db");
    path.into_os_string()
        .into_string()
        .map_err(|path| format!("{} is not a readable path: give --database", path.display()))
}

/// Beside the file with the tables, or in the same folder as it would be.
fn default_key_file(database: &str) -> PathBuf {
    if database.contains("://") {
        return data_folder().join("perudo.key");
    }
    let beside = Path::new(database).with_extension("key");
    if beside == Path::new(database) { PathBuf::from(format!("{database}.key")) } else { beside }
}

/// Whether people could open this address.
fn is_public_url(text: &str) -> bool {
    let address = text.trim_end_matches('/');
    (address.starts_with("http://") || address.starts_with("https://")) && is_origin(address)
}

/// Whether a page could be of this origin. Those of programs have schemes of their own.
fn is_origin(text: &str) -> bool {
    let Some((scheme, host)) = text.split_once("://") else { return false };
    let in_scheme = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
    let in_host = |byte: u8| byte.is_ascii_alphanumeric() || b".-_:[]".contains(&byte);
    !scheme.is_empty() && scheme.bytes().all(in_scheme) && !host.is_empty() && host.bytes().all(in_host)
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

async fn serve(config: Config, is_port_given: bool) -> Result<(), ServerError> {
    let database = shown(&config.database);
    let server = if is_port_given {
        Server::start(config, Entropy::of_system()).await?
    } else {
        start_on_a_free_port(config).await?
    };
    let address = server.address().map_err(ServerError::Serve)?;
    // Whoever reads that it is ready may stop it at once.
    let interrupted = Box::pin(interrupted());
    greet(address, &database, server.tables());
    server.run(interrupted).await
}

/// Starts on the usual port, or on the next one that is free.
async fn start_on_a_free_port(config: Config) -> Result<Server, ServerError> {
    const TRIES: u16 = 20;
    let mut outcome = Server::start(config.clone(), Entropy::of_system()).await;
    for port in PORT + 1..PORT + TRIES {
        let in_use = matches!(&outcome, Err(ServerError::Listen(_, error)) if error.kind() == io::ErrorKind::AddrInUse);
        if !in_use {
            break;
        }
        let listen = SocketAddr::new(config.listen.ip(), port);
        outcome = Server::start(Config { listen, ..config.clone() }, Entropy::of_system()).await;
    }
    outcome
}

/// Prints the addresses to open.
fn greet(address: SocketAddr, database: &str, tables: usize) {
    let port = address.port();
    if address.ip().is_unspecified() {
        anstream::println!("{TITLE}Perudo is ready:{TITLE:#} http://localhost:{port}");
        if let Some(network) = network_address() {
            anstream::println!("On a phone in the same network: http://{}", SocketAddr::new(network, port));
        }
    } else {
        anstream::println!("{TITLE}Perudo is ready:{TITLE:#} http://{address}");
    }
    anstream::println!("Tables are kept in {database}; {tables} of them go on.");
    anstream::println!("Stop with Ctrl-C: nothing is lost.");
}

/// The address of a database without its password.
pub(crate) fn shown(database: &str) -> String {
    match database.split_once("://") {
        Some((scheme, rest)) => {
            let place = rest.rsplit_once('@').map_or(rest, |(_, place)| place);
            format!("{scheme}://{}", place.split('?').next().unwrap_or_default())
        }
        None => database.to_owned(),
    }
}

/// The address of this machine in its network: the one it would send from. Nothing is sent.
fn network_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind(("0.0.0.0", 0)).ok()?;
    socket.connect(("192.0.2.1", 9)).ok()?;
    socket.local_addr().ok().map(|address| address.ip()).filter(|address| !address.is_unspecified())
}

/// Ready when the program is asked to stop. That is heard from the call on, not only once somebody waits for it.
fn interrupted() -> impl Future<Output = ()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let signals = (signal(SignalKind::terminate()), signal(SignalKind::interrupt()));
        async move {
            match signals {
                (Ok(mut terminate), Ok(mut interrupt)) => tokio::select! {
                    _ = terminate.recv() => {}
                    _ = interrupt.recv() => {}
                },
                _ => drop(tokio::signal::ctrl_c().await),
            }
        }
    }
    #[cfg(not(unix))]
    async {
        let _ = tokio::signal::ctrl_c().await;
    }
}

fn explain(error: &ServerError) -> String {
    match error {
        ServerError::Listen(_, cause) if cause.kind() == io::ErrorKind::AddrInUse => {
            format!("{error}. Another program uses this port: give another by --listen")
        }
        ServerError::Store(StoreError::Fenced { .. }) => format!(
            "{error}. Give every node a name of its own by --node: restarted as it is, this one would drive out the other \
             in turn"
        ),
        ServerError::ListenToNodes(_, cause) if cause.kind() == io::ErrorKind::AddrInUse => {
            format!("{error}. Another program uses this port: give another by --cluster-address")
        }
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_of_a_database_is_shown_without_its_password() {
        let cases = [
            ("postgres://anna:secret@db:5432/perudo?sslmode=require", "postgres://db:5432/perudo"),
            ("postgres://db/perudo", "postgres://db/perudo"),
            ("postgres://anna:p@ss@db/perudo", "postgres://db/perudo"),
            ("/var/lib/perudo.db", "/var/lib/perudo.db"),
        ];
        for (place, expected) in cases {
            assert_eq!(shown(place), expected);
        }
    }

    #[test]
    fn flags_come_before_the_file_and_the_file_before_defaults() {
        let file: Settings = toml::from_str("max_tables = 5\nnode = \"b\"\ndatabase = \"x.db\"").unwrap();
        let flags = Settings { node: Some("a".to_owned()), ..Settings::default() };
        let config = flags.or(file).unwrap().into_config().unwrap();
        assert_eq!((config.node.as_str(), config.limits.tables), ("a", NonZeroU32::new(5)));
        assert_eq!(config.limits.connections, Limits::default().connections);
    }

    #[test]
    fn nodes_that_cannot_reach_this_one_are_not_told_how() {
        let settings: Settings = toml::from_str("cluster_advertise = \"a.example:9000\"").unwrap();
        let Err(error) = settings.into_config() else { panic!("it is no cluster") };
        assert!(error.contains("--cluster-address"), "{error}");
        let both = "cluster_address = \"0.0.0.0:9000\"\ncluster_advertise = \"a.example:9000\"";
        let config = toml::from_str::<Settings>(both).unwrap().into_config().unwrap();
        assert_eq!(config.cluster.unwrap().advertise.as_deref(), Some("a.example:9000"));
    }

    #[test]
    fn an_address_that_nobody_could_open_is_refused() {
        let config = |text: &str| toml::from_str::<Settings>(text).unwrap().into_config();
        for good in ["https://perudo.example", "http://10.0.0.7:8080/", "http://[::1]:80", ""] {
            assert!(config(&format!("public_url = {good:?}")).is_ok(), "{good}");
        }
        for bad in ["foo", "perudo.example", "https://", "ftp://a", "https://a/b", "https://a b", "//a"] {
            let Err(error) = config(&format!("public_url = {bad:?}")) else { panic!("{bad} is taken") };
            assert!(error.contains("--public-url") && error.contains("https://perudo.example"), "{error}");
        }
        for good in ["https://perudo.example", "http://localhost:3000", "capacitor://localhost"] {
            assert!(config(&format!("origins = [{good:?}]")).is_ok(), "{good}");
        }
        for bad in ["bar", "https://a/", "*", "null", "://a"] {
            let Err(error) = config(&format!("origins = [\"https://a\", {bad:?}]")) else {
                panic!("{bad} is taken")
            };
            assert!(error.contains(&format!("--origin {bad}")), "{error}");
        }
    }

    #[test]
    fn logs_are_kept_for_ever_or_for_a_time_that_makes_sense() {
        let days = |text: &str| {
            let config = toml::from_str::<Settings>(text).unwrap().into_config();
            config.map(|config| config.keep_logs.map(|kept| kept.as_secs() / 86_400))
        };
        assert_eq!((days(""), days("keep_logs = 0")), (Ok(None), Ok(None)));
        assert_eq!((days("keep_logs = 1"), days("keep_logs = 36500")), (Ok(Some(1)), Ok(Some(36_500))));
        assert!(days("keep_logs = 36501").unwrap_err().contains("at most 36500 days"));
        for bad in ["keep_logs = -1", "keep_logs = 1.5", "keep_logs = \"a week\"", "keep_logs = 5000000000"] {
            assert!(toml::from_str::<Settings>(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_key_file_is_beside_the_tables() {
        let in_data_folder = data_folder().join("perudo.key");
        let cases = [
            ("perudo.db", Path::new("perudo.key")),
            ("/var/lib/perudo/all.tables.db", Path::new("/var/lib/perudo/all.tables.key")),
            ("data/perudo", Path::new("data/perudo.key")),
            ("perudo.key", Path::new("perudo.key.key")),
            ("postgres://anna:secret@db/perudo", &in_data_folder),
        ];
        for (database, expected) in cases {
            assert_eq!(default_key_file(database), expected, "{database}");
        }
    }

    /// Every value that a setting can have on the command line passes through the merge of flags and file.
    #[test]
    fn every_flag_overrides_the_file() {
        #[derive(clap::Parser)]
        struct Program {
            #[command(flatten)]
            serve: Serve,
        }
        let values = |listen: &str, text: &str, number: &str, flag: &str, format: &str| {
            let command = Serve::augment_args(clap::Command::new("serve"));
            let settings = command.get_arguments().filter(|argument| argument.get_long() != Some("config"));
            let set = |argument: &clap::Arg| {
                let name = argument.get_long().unwrap_or_default();
                let value = match name {
                    "listen" | "cluster-address" => listen,
                    "log-format" => format,
                    "trust-proxy" => flag,
                    "database" | "key-file" | "public-url" | "origin" | "node" | "log"
                    | "cluster-advertise" => text,
                    _ => number,
                };
                format!("--{name}={value}")
            };
            let arguments = std::iter::once("serve".to_owned()).chain(settings.map(set));
            <Program as clap::Parser>::try_parse_from(arguments).unwrap().serve.settings
        };
        let flags = || values("127.0.0.1:1", "flag", "4294967295", "true", "json");
        let file = values("[::1]:2", "file", "2", "false", "text");
        let expected = flags().given().unwrap();
        assert_eq!(flags().or(file).unwrap().given().unwrap(), expected);
        assert_eq!(Settings::default().or(flags()).unwrap().given().unwrap(), expected);
    }

    #[test]
    fn a_file_with_an_unknown_setting_is_refused() {
        assert!(toml::from_str::<Settings>("prot = 5").is_err());
    }

    #[test]
    fn every_setting_is_in_the_documentation() {
        use clap::Args;
        let command = Serve::augment_args(clap::Command::new("serve"));
        let text = include_str!("../../../docs/server.md");
        for argument in command.get_arguments() {
            let flag = format!("`--{}`", argument.get_long().unwrap());
            let variable = format!("`{}`", argument.get_env().unwrap().to_str().unwrap());
            assert!(text.contains(&flag), "docs/server.md lacks {flag}");
            assert!(text.contains(&variable), "docs/server.md lacks {variable}");
        }
    }
}
