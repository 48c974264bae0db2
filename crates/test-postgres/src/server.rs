//! One server.

use std::fs::{self, File};
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::programs::{as_server, output, programs};

/// How long a server may take to do what it is told.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server that forgets everything when it is dropped.
pub struct Postgres {
    programs: PathBuf,
    folder: PathBuf,
    port: u16,
    /// `None` while it does not run.
    process: Option<Child>,
}

impl Postgres {
    /// Starts a server of its own.
    pub fn start() -> Result<Postgres, String> {
        let mut server = Postgres::new()?;
        let mut initdb = as_server(server.programs.join("initdb"));
        initdb.args(["--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C", "--no-sync"]);
        output(initdb.arg("-D").arg(server.data()))?;
        server.run()?;
        Ok(server)
    }

    /// Starts a server that follows another.
    pub(crate) fn follow(primary: &Postgres) -> Result<Postgres, String> {
        let mut server = Postgres::new()?;
        server.copy(primary)?;
        server.run()?;
        Ok(server)
    }

    /// A server with a port and an empty folder.
    fn new() -> Result<Postgres, String> {
        let programs = programs().ok_or("PostgreSQL is not installed: `cargo xtask setup` installs it")?;
        let folder = output(as_server("mktemp").args(["-d", "-t", "perudo-postgres-XXXXXX"]))?;
        let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
        let port = free.map_err(|error| format!("cannot find a free port: {error}"))?.port();
        Ok(Postgres { programs, folder: folder.into(), port, process: None })
    }

    /// Takes the place of what it had: everything that another server has, which it follows from then on.
    pub(crate) fn copy(&mut self, primary: &Postgres) -> Result<(), String> {
        let _ = fs::remove_dir_all(self.data());
        let mut copy = as_server(self.programs.join("pg_basebackup"));
        copy.args(["-h", "127.0.0.1", "-U", "postgres", "-p", &primary.port.to_string()]);
        copy.args(["--checkpoint=fast", "--no-sync", "--write-recovery-conf", "-D"]);
        output(copy.arg(self.data())).map(drop)
    }

    /// The address of the server. Whoever connects may do anything, such as creating databases.
    pub fn url(&self) -> String {
        format!("postgres://postgres@{}/postgres", self.host())
    }

    /// Its place in the address.
    pub(crate) fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    /// Runs it, and waits until it answers. Its files are thrown away, so it need not wait for the disk.
    pub(crate) fn run(&mut self) -> Result<(), String> {
        let log = File::create(self.folder.join("log")).map_err(|error| format!("cannot log: {error}"))?;
        let mut postgres = as_server(self.programs.join("postgres"));
        postgres.arg("-D").arg(self.data()).arg("-k").arg(&self.folder).args(["-h", "127.0.0.1"]);
        postgres.args(["-p", &self.port.to_string(), "-F", "-c", "full_page_writes=off"]);
        postgres.args(["-c", "max_connections=200", "-c", "wal_keep_size=256MB"]);
        postgres.args(["-c", "wal_retrieve_retry_interval=200ms"]);
        postgres.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        let process = postgres.spawn().map_err(|error| format!("cannot start {postgres:?}: {error}"))?;
        self.process = Some(process);
        self.wait()
    }

    fn wait(&mut self) -> Result<(), String> {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            if let Some(Ok(Some(status))) = self.process.as_mut().map(Child::try_wait) {
                let log = fs::read_to_string(self.folder.join("log")).unwrap_or_default();
                return Err(format!("PostgreSQL ended at once ({status}):\n{log}"));
            }
            let mut is_ready = as_server(self.programs.join("pg_isready"));
            is_ready.args(["-q", "-h", "127.0.0.1", "-p", &self.port.to_string()]);
            if is_ready.status().is_ok_and(|status| status.success()) {
                return Ok(());
            }
            thread::sleep(Duration::from_millis(50));
        }
        Err(format!("PostgreSQL does not answer within {} seconds", PATIENCE.as_secs()))
    }

    /// Runs SQL and gives what it prints.
    pub fn sql(&self, sql: &str) -> Result<String, String> {
        let mut psql = as_server(self.programs.join("psql"));
        psql.args(["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", &self.url(), "-c", sql]);
        output(&mut psql)
    }

    /// Waits until a query says what it should.
    pub(crate) fn wait_until(&self, sql: &str, expected: &str) -> Result<(), String> {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            if self.sql(sql).is_ok_and(|found| found == expected) {
                return Ok(());
            }
            thread::sleep(Duration::from_millis(50));
        }
        Err(format!("{sql} does not become {expected:?} within {} seconds", PATIENCE.as_secs()))
    }

    /// Makes the server writable that has followed another.
    pub(crate) fn promote(&self) -> Result<(), String> {
        let mut promote = as_server(self.programs.join("pg_ctl"));
        output(promote.args(["promote", "-s", "-w", "-D"]).arg(self.data())).map(drop)
    }

    /// Sends a signal to all of its processes, the first one first.
    pub(crate) fn signal(&self, signal: Signal) {
        let Some(first) = self.process.as_ref().map(Pid::from_child) else { return };
        let begun_by_it = children(first.as_raw_nonzero().get()).into_iter().filter_map(Pid::from_raw);
        for process in std::iter::once(first).chain(begun_by_it) {
            // One that is gone needs no signal.
            let _ = kill_process(process, signal);
        }
    }

    /// `kill -9`: nothing is tidied up.
    pub(crate) fn kill(&mut self) {
        self.signal(Signal::KILL);
        if let Some(mut process) = self.process.take() {
            let _ = process.wait();
        }
    }
}

/// The processes that a process has begun.
fn children(parent: i32) -> Vec<i32> {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    let is_child = |process: &i32| {
        // `1234 (a name) S 1 …`: the name may have anything in it, the parent is the second after it.
        let state = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        let after_name = state.rsplit_once(')').map_or("", |(_, after)| after);
        after_name.split_whitespace().nth(1).and_then(|number| number.parse().ok()) == Some(parent)
    };
    numbers.filter(is_child).collect()
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.kill();
        // A folder that is left behind in the system's temporary folder does no harm.
        let _ = fs::remove_dir_all(&self.folder);
    }
}
