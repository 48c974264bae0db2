//! The server that the page comes from.

use std::net::SocketAddr;

use serde_json::Value;

use crate::program;

pub(crate) const ANNA: &str = "a0000000000000000000000000000001";
pub(crate) const BORIS: &str = "b0000000000000000000000000000002";

/// A server as a process of its own, with a database of its own.
pub(crate) struct Server(program::Server);

impl Server {
    pub(crate) fn start() -> Server {
        Server(program::Server::new())
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.0.address
    }

    pub(crate) fn url(&self) -> String {
        self.0.url("")
    }

    /// Makes a table and returns its path in the page.
    pub(crate) fn table(&self, guest: &str, name: &str, settings: &Value, bots: &[&str]) -> String {
        format!("/t/{}", self.0.table(guest, name, settings, bots))
    }

    /// From now on nobody answers.
    pub(crate) fn kill(self) {
        self.0.kill();
    }
}
