//! The little of HTTP that it takes to make tables and to connect to them.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::time::Duration;

use perudo_protocol::PROTOCOL;
use perudo_protocol::http::{Health, Problem};

/// How long the server may take to answer a request.
const PATIENCE: Duration = Duration::from_secs(30);

/// How to start a server that takes a load.
pub(super) const HOW_TO_SERVE: &str = "perudo serve --max-tables 0 --max-tables-per-guest 0 --max-tables-per-minute 0 \
     --max-connections 0 --max-connections-per-address 0 --max-requests-per-second 0 --max-messages-per-second 0";

/// Where the server is.
#[derive(Clone, Debug)]
pub(super) struct Target {
    /// As the address names it.
    host: String,
    address: SocketAddr,
}

/// An answer.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) body: String,
}

impl Target {
    /// The server at an address like `http://127.0.0.1:8080`.
    pub(super) fn parse(url: &str) -> Result<Target, String> {
        let wrong = |why: &str| format!("--server {url}: {why}");
        let rest = url.strip_prefix("http://").ok_or_else(|| wrong("write http://HOST:PORT"))?;
        let host = rest.strip_suffix('/').unwrap_or(rest);
        if host.is_empty() || host.contains(['/', '?', '#', '@', ' ']) {
            return Err(wrong("write http://HOST:PORT and nothing behind it"));
        }
        let has_port = host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
        let place = if has_port { host.to_owned() } else { format!("{host}:80") };
        let mut addresses = place.to_socket_addrs().map_err(|error| wrong(&error.to_string()))?;
        // `localhost` has two addresses, and servers mostly listen on the old kind.
        let address = addresses.clone().find(SocketAddr::is_ipv4).or_else(|| addresses.next());
        let address = address.ok_or_else(|| wrong("there is no such host"))?;
        Ok(Target { host: host.to_owned(), address })
    }

    pub(super) fn port(&self) -> u16 {
        self.address.port()
    }

    /// Whether it is this machine: whether one of its addresses is ours.
    pub(super) fn is_here(&self) -> bool {
        let ip: IpAddr = self.address.ip();
        ip.is_loopback() || TcpListener::bind((ip, 0)).is_ok()
    }

    /// Sees whether there is a server that speaks our protocol.
    pub(super) fn greet(&self) -> Result<(), String> {
        let host = &self.host;
        let nobody = |error: io::Error| {
            format!(
                "no server answers at http://{host} ({error}).\nStart one that takes a load: {HOW_TO_SERVE}"
            )
        };
        let mut http = self.open().map_err(nobody)?;
        let answer = http.request("GET", "/healthz", "").map_err(nobody)?;
        match serde_json::from_str(&answer.body) {
            Ok(Health { protocol: PROTOCOL, .. }) => Ok(()),
            Ok(Health { protocol, .. }) => Err(format!(
                "the server at http://{host} speaks protocol {protocol}, this program {PROTOCOL}"
            )),
            Err(_) if answer.status == 429 => Err(answer.problem()),
            Err(_) => Err(format!("what answers at http://{host} is no server of perudo")),
        }
    }

    /// A connection for requests.
    pub(super) fn open(&self) -> io::Result<Http> {
        let stream = TcpStream::connect(self.address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        Ok(Http { host: self.host.clone(), stream: BufReader::new(stream) })
    }

    /// A WebSocket, and what the server said in the same breath as it accepted.
    pub(super) fn websocket(&self, path: &str) -> Result<(TcpStream, Vec<u8>), String> {
        // The example of RFC 6455 and its answer.
        const KEY: &str = "dGhlIHNhbXBsZSBub25jZQ==";
        const ACCEPT: &str = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";
        let failed = |error: io::Error| format!("cannot connect to a table: {error}");
        let mut http = self.open().map_err(failed)?;
        let upgrade = format!(
            "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {KEY}\r\n\r\n",
            self.host
        );
        http.stream.get_mut().write_all(upgrade.as_bytes()).map_err(failed)?;
        let head = http.head().map_err(failed)?;
        if head.status != 101 {
            let answer = http.body(&head).map_err(failed)?;
            return Err(answer.problem());
        }
        if head.field("sec-websocket-accept") != Some(ACCEPT) {
            return Err("the server accepted something else than a WebSocket".to_owned());
        }
        let behind = http.stream.buffer().to_vec();
        Ok((http.stream.into_inner(), behind))
    }
}

/// A connection for requests.
#[derive(Debug)]
pub(super) struct Http {
    host: String,
    stream: BufReader<TcpStream>,
}

struct Head {
    status: u16,
    fields: Vec<(String, String)>,
}

impl Head {
    fn field(&self, name: &str) -> Option<&str> {
        self.fields
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }
}

impl Http {
    /// Asks and waits for the answer.
    pub(super) fn request(&mut self, method: &str, path: &str, body: &str) -> io::Result<Answer> {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.host,
            body.len()
        );
        self.stream.get_mut().write_all(request.as_bytes())?;
        let head = self.head()?;
        self.body(&head)
    }

    fn head(&mut self) -> io::Result<Head> {
        let status = self.line()?;
        let status = status.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.ok_or_else(|| io::Error::other("the answer is no HTTP"))?;
        let mut fields = Vec::new();
        loop {
            let line = self.line()?;
            match line.split_once(':') {
                Some((name, value)) => fields.push((name.to_owned(), value.trim().to_owned())),
                None => return Ok(Head { status, fields }),
            }
        }
    }

    fn line(&mut self) -> io::Result<String> {
        const LONGEST: u64 = 8192;
        let mut line = String::new();
        match self.stream.by_ref().take(LONGEST).read_line(&mut line)? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(line.trim_end().to_owned()),
        }
    }

    fn body(&mut self, head: &Head) -> io::Result<Answer> {
        let length = head.field("content-length").and_then(|length| length.parse::<u64>().ok());
        let length = length.ok_or_else(|| io::Error::other("an answer without its length"))?;
        let mut body = String::new();
        self.stream.by_ref().take(length).read_to_string(&mut body)?;
        Ok(Answer { status: head.status, body })
    }
}

impl Answer {
    /// Why the server refuses.
    pub(super) fn problem(&self) -> String {
        let what = match serde_json::from_str(&self.body) {
            Ok(Problem { error, message }) => format!("the server refuses ({error}): {message}"),
            Err(_) => format!("the server answers with status {}", self.status),
        };
        match self.status {
            429 => format!("{what}\nStart it without limits: {HOW_TO_SERVE}"),
            _ => what,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_host_and_perhaps_a_port() {
        let target = Target::parse("http://127.0.0.1:8080/").unwrap();
        assert_eq!((target.host.as_str(), target.port(), target.is_here()), ("127.0.0.1:8080", 8080, true));
        assert_eq!(Target::parse("http://[::1]:99").unwrap().port(), 99);
        assert_eq!(Target::parse("http://127.0.0.1").unwrap().port(), 80);
        for bad in
            ["127.0.0.1:8080", "https://perudo.example", "http://", "http://127.0.0.1/t/x", "http://a b"]
        {
            assert!(Target::parse(bad).is_err(), "{bad}");
        }
    }
}
