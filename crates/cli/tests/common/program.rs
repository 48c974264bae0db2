//! The program, and the program as a server in a process of its own.
#![allow(dead_code)] // each binary of tests uses a part of it

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::time::Duration;

use perudo_client::{Answer, Http};
use serde_json::{Value, json};
use tempfile::TempDir;

/// How long the server may take to answer a request.
const TIMEOUT: Duration = Duration::from_secs(180);

/// Flags for a server that refuses nobody for asking too much.
pub(crate) const NO_LIMITS: [&str; 7] = [
    "--max-tables=0",
    "--max-tables-per-guest=0",
    "--max-tables-per-minute=0",
    "--max-connections=0",
    "--max-connections-per-address=0",
    "--max-requests-per-second=0",
    "--max-messages-per-second=0",
];

/// The program, without the settings of whoever runs the tests.
pub(crate) fn perudo() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_perudo"));
    for (name, _) in std::env::vars_os() {
        if name.to_str().is_some_and(|name| name.starts_with("PERUDO_")) {
            command.env_remove(name);
        }
    }
    command
}

/// A server. It ends with the test.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: SocketAddr,
    http: Http,
    /// Where it keeps its tables, if that is its own.
    folder: Option<TempDir>,
    _stdout: BufReader<ChildStdout>,
}

impl Server {
    /// A server with a database of its own.
    pub(crate) fn new() -> Server {
        Server::with(&["--max-requests-per-second=0"])
    }

    /// A server with a database of its own and some flags.
    pub(crate) fn with(flags: &[&str]) -> Server {
        let folder = tempfile::tempdir().unwrap();
        let any_port = SocketAddr::from(([127, 0, 0, 1], 0));
        let mut server = Server::start(&folder.path().join("perudo.db"), any_port, flags);
        server.folder = Some(folder);
        server
    }

    /// A server with a database that others use before or after it.
    pub(crate) fn start(database: &Path, listen: SocketAddr, flags: &[&str]) -> Server {
        let mut command = perudo();
        command.args(["serve", "--listen", &listen.to_string(), "--database"]).arg(database).args(flags);
        if !flags.contains(&"--log") {
            command.args(["--log", "error"]);
        }
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut greeting = String::new();
        while !greeting.contains("Stop with") {
            assert_ne!(stdout.read_line(&mut greeting).unwrap(), 0, "the server did not start: {greeting}");
        }
        let address = greeting.lines().next().unwrap().rsplit("http://").next().unwrap().parse();
        let address = address.unwrap_or_else(|_| panic!("no address: {greeting}"));
        Server { child, address, http: Http::new(address, TIMEOUT), folder: None, _stdout: stdout }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        self.http.url(path)
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.http.get(path).unwrap()
    }

    pub(crate) fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        self.http.get_with(path, headers).unwrap()
    }

    pub(crate) fn post(&self, path: &str, content_type: &str, text: &str) -> Answer {
        self.http.post_text(path, content_type, text).unwrap()
    }

    /// Makes a table and returns its name.
    pub(crate) fn table(&self, guest: &str, name: &str, settings: &Value, bots: &[&str]) -> String {
        let body = json!({"guest": guest, "name": name, "settings": settings, "bots": bots});
        let answer = self.http.post("/api/tables", &body).unwrap();
        assert_eq!(answer.status, 201, "{}", answer.body);
        answer.json::<Value>().unwrap()["table"].as_str().unwrap().to_owned()
    }

    /// SIGKILL.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// SIGTERM, and how the program ends.
    pub(crate) fn terminate(mut self) -> ExitStatus {
        self.signal("TERM");
        self.child.wait().unwrap()
    }

    /// A signal, by its name.
    pub(crate) fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args([format!("-{name}"), pid]).status().unwrap().success());
    }

    /// How the program ended, if it did.
    pub(crate) fn has_ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
