//! A PostgreSQL server to test with: made when it starts, deleted when it is dropped.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use std::{env, fs};

use crate::command::output;
use crate::setup::is_root;

/// The environment variable that names a running server.
pub(crate) const ADDRESS: &str = "PERUDO_TEST_POSTGRES";

/// How long the server may take to start.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running server that forgets everything.
pub(crate) struct Postgres {
    programs: PathBuf,
    folder: PathBuf,
    port: u16,
    server: Child,
}

impl Postgres {
    /// Starts a server.
    pub(crate) fn start() -> Result<Postgres, String> {
        let programs =
            find_programs().ok_or("PostgreSQL is not installed: `cargo xtask setup` installs it")?;
        let folder =
            PathBuf::from(output(as_server("mktemp").args(["-d", "-t", "perudo-postgres-XXXXXX"]))?.trim());
        let started = initialise(&programs, &folder).and_then(|()| run(&programs, &folder));
        let (port, server) = started.inspect_err(|_| delete(&folder))?;
        let mut postgres = Postgres { programs, folder, port, server };
        postgres.wait()?;
        Ok(postgres)
    }

    /// The address of the server. Whoever connects may do anything, such as creating databases.
    pub(crate) fn url(&self) -> String {
        format!("postgres://postgres@127.0.0.1:{}/postgres", self.port)
    }

    /// Waits until it answers.
    fn wait(&mut self) -> Result<(), String> {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            if let Ok(Some(status)) = self.server.try_wait() {
                let log = fs::read_to_string(self.folder.join("log")).unwrap_or_default();
                return Err(format!("PostgreSQL ended at once ({status}):\n{log}"));
            }
            let mut is_ready = Command::new(self.programs.join("pg_isready"));
            is_ready.args(["-q", "-h", "127.0.0.1", "-p", &self.port.to_string()]);
            if is_ready.status().is_ok_and(|status| status.success()) {
                return Ok(());
            }
            thread::sleep(Duration::from_millis(50));
        }
        Err(format!("PostgreSQL does not answer within {} seconds", PATIENCE.as_secs()))
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let mut stop = as_server(self.programs.join("pg_ctl"));
        stop.args(["stop", "-s", "-w", "-m", "immediate", "-D"]).arg(self.folder.join("data"));
        if !stop.status().is_ok_and(|status| status.success()) {
            let _ = self.server.kill();
        }
        let _ = self.server.wait();
        delete(&self.folder);
    }
}

fn delete(folder: &Path) {
    // A folder that is left behind in the system's temporary folder does no harm.
    let _ = fs::remove_dir_all(folder);
}

/// Whether there is a server to test with, or one can be started.
pub(crate) fn is_available() -> bool {
    env::var_os(ADDRESS).is_some() || find_programs().is_some()
}

/// The folder of PostgreSQL's programs, the newest if there are several.
fn find_programs() -> Option<PathBuf> {
    let complete = |folder: &PathBuf| {
        ["initdb", "postgres", "pg_ctl", "pg_isready"].iter().all(|name| folder.join(name).is_file())
    };
    let on_path = env::split_paths(&env::var_os("PATH").unwrap_or_default()).find(complete);
    on_path.or_else(|| {
        let versions = fs::read_dir("/usr/lib/postgresql").ok()?.flatten();
        let number = |path: &PathBuf| path.file_name()?.to_str()?.parse::<u32>().ok();
        let mut versions: Vec<PathBuf> = versions.map(|entry| entry.path()).collect();
        versions.sort_by_key(number);
        versions.into_iter().rev().map(|version| version.join("bin")).find(complete)
    })
}

/// Makes the files of a new server.
fn initialise(programs: &Path, folder: &Path) -> Result<(), String> {
    let mut initdb = as_server(programs.join("initdb"));
    initdb.args(["--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C", "--no-sync", "-D"]);
    output(initdb.arg(folder.join("data"))).map(drop)
}

/// Starts the server on a free port. Its files are thrown away, so it need not wait for the disk.
fn run(programs: &Path, folder: &Path) -> Result<(u16, Child), String> {
    let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    let port = free.map_err(|error| format!("cannot find a free port: {error}"))?.port();
    let log = fs::File::create(folder.join("log")).map_err(|error| format!("cannot write a log: {error}"))?;
    let mut postgres = as_server(programs.join("postgres"));
    postgres.arg("-D").arg(folder.join("data")).arg("-k").arg(folder).args(["-h", "127.0.0.1"]);
    postgres.args(["-p", &port.to_string(), "-F", "-c", "full_page_writes=off", "-c", "max_connections=200"]);
    postgres.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
    let server = postgres.spawn().map_err(|error| format!("cannot start {postgres:?}: {error}"))?;
    Ok((port, server))
}

/// A command as the user of the server, which must not be root; in a folder that this user may enter.
fn as_server(program: impl AsRef<Path>) -> Command {
    let mut command = if is_root() {
        let mut command = Command::new("runuser");
        command.args(["-u", "postgres", "--"]).arg(program.as_ref());
        command
    } else {
        Command::new(program.as_ref())
    };
    command.current_dir("/");
    command
}
