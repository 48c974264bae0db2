//! A server to be tried, in threads of the test's own process.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Mutex, Once};
use std::time::Duration;

use perudo_server::store::{self, Store};
use perudo_server::{Config, Entropy, Keys, Limits, Server, ServerError};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};
use tokio::sync::oneshot;

use super::http::{Answer, http};
use super::player::{Client, meet};
use super::{PATIENCE, secret};

/// A table of people who take their time, and whose rounds follow each other without a pause.
pub(crate) fn quick() -> Value {
    json!({"speed": "instant", "turn": 0, "tours": 100, "seats": 3})
}

/// One for all servers of the tests: several may have the same database.
fn key_file() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("perudo.key")
}

/// The keys of all servers of the tests.
pub(crate) fn server_keys() -> Keys {
    Keys::make(&key_file(), &Entropy::of_system()).unwrap()
}

/// What a server of the tests has stored.
pub(crate) fn open_store(database: &str) -> Box<dyn Store> {
    store::open(database).unwrap().unlock(&server_keys()).unwrap()
}

pub(crate) fn config(database: &Path) -> Config {
    let limits = Limits {
        tables: None,
        tables_per_guest: None,
        tables_per_minute: None,
        connections: None,
        connections_per_address: None,
        requests_per_second: None,
        messages_per_second: None,
        request_seconds: None,
    };
    Config {
        listen: ([127, 0, 0, 1], 0).into(),
        database: database.display().to_string(),
        key_file: key_file(),
        node: "main".to_owned(),
        lease: Duration::from_secs(15),
        cluster: None,
        public_url: None,
        origins: Vec::new(),
        trust_proxy: false,
        bot_threads: 1,
        limits,
        keep_logs: None,
        people: perudo_server::PeopleConfig::default(),
        page: Some(perudo_page::PAGE),
    }
}

/// Random bytes that are the same in every run, other ones for every server.
pub(crate) fn entropy() -> Entropy {
    static SERVERS: AtomicU64 = AtomicU64::new(1);
    let random = Xoshiro256PlusPlus::seed_from_u64(SERVERS.fetch_add(1, Ordering::Relaxed));
    let random = Mutex::new(random);
    Entropy::new(move |bytes| random.lock().unwrap().fill(bytes))
}

/// What panicked on a thread of a server: a task that panics ends quietly.
static PANICS: Mutex<Vec<String>> = Mutex::new(Vec::new());
/// All lines that servers have logged, at every level.
static LOG: Mutex<Vec<u8>> = Mutex::new(Vec::new());

struct Log;

impl std::io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        LOG.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Begins to watch for panics and to keep the log, once.
fn watch() {
    static WATCHING: Once = Once::new();
    WATCHING.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            let thread = std::thread::current();
            let name = thread.name().unwrap_or_default();
            if name == THREAD || name.starts_with("perudo-") {
                PANICS.lock().unwrap().push(format!("{name}: {panic}"));
            }
            usual(panic);
        }));
        let log = tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_ansi(false);
        tracing::subscriber::set_global_default(log.with_writer(|| Log).finish()).unwrap();
    });
}

/// No server has panicked, and no line that one has logged names these guests.
pub(crate) fn assert_quiet(guests: &[u128]) {
    assert_eq!(*PANICS.lock().unwrap(), [""; 0]);
    let log = String::from_utf8_lossy(&LOG.lock().unwrap()).into_owned();
    for guest in guests {
        assert!(!log.contains(&secret(*guest)), "the log names a guest");
    }
    assert!(!log.contains("\"hand\""), "the log shows dice");
}

/// A server that runs on threads of its own, as the program does it.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    pub(crate) tables: usize,
    /// Where it listens to other nodes.
    pub(crate) cluster: Option<SocketAddr>,
    stop: Option<oneshot::Sender<()>>,
    crash: Option<oneshot::Sender<()>>,
    /// How it ended; `None` if it crashed.
    outcome: Receiver<Option<Result<(), ServerError>>>,
}

pub(crate) const THREAD: &str = "server-under-test";

impl Running {
    pub(crate) fn start(config: Config) -> Running {
        Running::start_with(config, entropy())
    }

    pub(crate) fn start_with(config: Config, entropy: Entropy) -> Running {
        watch();
        let (started, start) = mpsc::channel();
        let (ended, outcome) = mpsc::channel();
        let (stop, stopped) = oneshot::channel::<()>();
        let (crash, crashed) = oneshot::channel::<()>();
        let thread = std::thread::Builder::new().name(THREAD.to_owned()).spawn(move || {
            let mut runtime = tokio::runtime::Builder::new_multi_thread();
            let runtime = runtime.worker_threads(1).thread_name(THREAD).enable_all().build().unwrap();
            let outcome = runtime.block_on(async move {
                let server = Server::start(config, entropy).await.unwrap();
                let address = server.address().unwrap();
                let _ = started.send((address, server.tables(), server.cluster_address().unwrap()));
                let stop = async move {
                    if stopped.await.is_err() {
                        std::future::pending().await
                    }
                };
                tokio::select! {
                    outcome = server.run(Box::pin(stop)) => Some(outcome),
                    _ = crashed => None,
                }
            });
            // With the runtime ends everything that is still running on it.
            drop(runtime);
            let _ = ended.send(outcome);
        });
        thread.unwrap();
        let (address, tables, cluster) = start.recv().unwrap();
        Running { address, tables, cluster, stop: Some(stop), crash: Some(crash), outcome }
    }

    /// Asks the server to stop, as Ctrl-C does.
    pub(crate) fn stop(&mut self) {
        self.stop.take().unwrap().send(()).unwrap();
    }

    /// Waits for the end of the server.
    pub(crate) fn ended(self) -> Result<(), ServerError> {
        self.outcome.recv_timeout(PATIENCE).expect("the server does not end").unwrap()
    }

    /// Ends the server in the middle of whatever it does.
    pub(crate) fn crash(mut self) {
        self.crash.take().unwrap().send(()).unwrap();
        assert!(self.outcome.recv_timeout(PATIENCE).expect("the server does not end").is_none());
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        http(self.address, "GET", path, &[], "")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        let headers = [("content-type", "application/json")];
        http(self.address, "POST", path, &headers, &body.to_string())
    }

    pub(crate) fn make(&self, guest: u128, name: &str, settings: &Value) -> String {
        let body = json!({"guest": secret(guest), "name": name, "settings": settings});
        let answer = self.post("/api/tables", &body);
        assert_eq!(answer.status, 201, "{answer:?}");
        answer.json()["table"].as_str().unwrap().to_owned()
    }

    /// Two people at a new table who have begun to play.
    pub(crate) fn two_players(&self, first: u128, settings: &Value) -> (String, Client, Client) {
        let table = self.make(first, "anna", settings);
        let mut anna = Client::connect(self.address, &table, first, None);
        let mut boris = Client::connect(self.address, &table, first + 1, None);
        boris.done("join", json!({"name": "boris"}));
        anna.done("start", json!({}));
        meet(&mut [&mut anna, &mut boris]);
        (table, anna, boris)
    }
}
