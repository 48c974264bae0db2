//! The server that is measured.

use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::time::Duration;

use perudo_client::Http;
use perudo_protocol::PROTOCOL;
use perudo_protocol::http::{Health, Problem};

use crate::LoadError;
use crate::process::Process;

/// How long the server may take to answer a request.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(30);

/// Where the server is.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    url: String,
    pub(crate) address: SocketAddr,
}

impl Target {
    /// The server at an address like `http://127.0.0.1:8080`.
    pub(crate) fn parse(url: &str) -> Result<Target, LoadError> {
        let wrong = |reason: &str| LoadError::Address { url: url.to_owned(), reason: reason.to_owned() };
        let rest = url.strip_prefix("http://").ok_or_else(|| wrong("write http://HOST:PORT"))?;
        let host = rest.strip_suffix('/').unwrap_or(rest);
        if host.is_empty() || host.contains(['/', '?', '#', '@', ' ']) {
            return Err(wrong("write http://HOST:PORT and nothing behind it"));
        }
        let has_port = host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
        let place = if has_port { host.to_owned() } else { format!("{host}:80") };
        let mut addresses = place.to_socket_addrs().map_err(|error| wrong(&error.to_string()))?;
        // `localhost` has two addresses, and servers mostly listen on the one of IPv4.
        let address = addresses.clone().find(SocketAddr::is_ipv4).or_else(|| addresses.next());
        let address = address.ok_or_else(|| wrong("there is no such host"))?;
        Ok(Target { url: format!("http://{host}"), address })
    }

    /// Whether it is this machine: whether its address is one of ours.
    fn is_here(&self) -> bool {
        let ip = self.address.ip();
        ip.is_loopback() || TcpListener::bind((ip, 0)).is_ok()
    }

    /// Its process, if it runs on this machine and we may know it.
    pub(crate) fn process(&self) -> Option<Process> {
        self.is_here().then(|| Process::listening(self.address.port())).flatten()
    }

    /// A client for requests.
    pub(crate) fn http(&self) -> Http {
        Http::new(self.address, TIMEOUT)
    }

    /// Checks that there is a server that speaks our protocol.
    pub(crate) fn check(&self) -> Result<(), LoadError> {
        let url = self.url.clone();
        let answer = match self.http().get("/healthz") {
            Ok(answer) => answer,
            Err(error) => return Err(LoadError::NoServer { url, error }),
        };
        match answer.json() {
            Ok(Health { protocol: PROTOCOL, .. }) => Ok(()),
            Ok(Health { protocol, .. }) => Err(LoadError::Protocol { url, protocol }),
            Err(_) if answer.status == 429 => Err(refused(answer.status, &answer.body)),
            Err(_) => Err(LoadError::NotPerudo(url)),
        }
    }
}

/// Why the server refuses a request.
pub(crate) fn refused(status: u16, body: &str) -> LoadError {
    match serde_json::from_str(body) {
        Ok(Problem { error, message }) => LoadError::Refused { status, error, message },
        Err(_) => LoadError::Status { status },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_host_and_perhaps_a_port() {
        let target = Target::parse("http://127.0.0.1:8080/").unwrap();
        assert_eq!((target.url.as_str(), target.address.port()), ("http://127.0.0.1:8080", 8080));
        assert!(target.is_here());
        assert_eq!(Target::parse("http://[::1]:99").unwrap().address.port(), 99);
        assert_eq!(Target::parse("http://127.0.0.1").unwrap().address.port(), 80);
        for bad in
            ["127.0.0.1:8080", "https://perudo.example", "http://", "http://127.0.0.1/t/x", "http://a b"]
        {
            assert!(Target::parse(bad).is_err(), "{bad}");
        }
    }
}
