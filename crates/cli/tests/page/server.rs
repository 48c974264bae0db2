//! The server that the page comes from.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, ChildStdout, Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

pub(crate) const ANNA: &str = "a0000000000000000000000000000001";
pub(crate) const BORIS: &str = "b0000000000000000000000000000002";

/// A server as a process of its own, with a database of its own.
pub(crate) struct Server {
    child: Child,
    address: SocketAddr,
    _stdout: BufReader<ChildStdout>,
    _folder: TempDir,
}

impl Server {
    pub(crate) fn start() -> Server {
        let folder = TempDir::new().unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_perudo"));
        // The settings of whoever runs the tests must not be those of the tests.
        for (name, _) in std::env::vars_os() {
            if name.to_str().is_some_and(|name| name.starts_with("PERUDO_")) {
                command.env_remove(name);
            }
        }
        command
            .args(["serve", "--log", "error", "--max-requests-per-second", "0", "--listen", "127.0.0.1:0"])
            .arg("--database")
            .arg(folder.path().join("perudo.db"));
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut told = String::new();
        while !told.contains("Stop with") {
            assert_ne!(stdout.read_line(&mut told).unwrap(), 0, "the server did not start: {told}");
        }
        let address = told.lines().next().unwrap().rsplit("http://").next().unwrap().parse().unwrap();
        Server { child, address, _stdout: stdout, _folder: folder }
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Makes a table and gives its path in the page.
    pub(crate) fn table(&self, guest: &str, name: &str, settings: &Value, bots: &[&str]) -> String {
        let body = json!({"guest": guest, "name": name, "settings": settings, "bots": bots});
        let request = ureq::post(format!("{}/api/tables", self.url()));
        let mut made = request.header("content-type", "application/json").send(body.to_string()).unwrap();
        let made: Value = serde_json::from_str(&made.body_mut().read_to_string().unwrap()).unwrap();
        format!("/t/{}", made["table"].as_str().unwrap())
    }

    /// From now on there is none.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
