//! Links to tables, as people copy them.

use std::fmt;
use std::io;
use std::net::{SocketAddr, ToSocketAddrs};

/// A server, by the address that people write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Server {
    host: String,
    port: u16,
    /// Whether it is reached by TLS.
    tls: bool,
}

/// A link to a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableLink {
    /// The server.
    pub server: Server,
    /// The name of the table.
    pub table: String,
}

/// Where somebody wants to play: at a table, or at one of those that a server lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// A table.
    Table(TableLink),
    /// A server.
    Server(Server),
}

/// A text that is no link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    /// It names no table.
    #[error("a link looks like http://HOST:PORT/t/TABLE")]
    NoTable,
    /// It names no server.
    #[error("a server looks like http://HOST:PORT")]
    NoServer,
}

impl LinkError {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            LinkError::NoTable => "no-table",
            LinkError::NoServer => "no-server",
        }
    }
}

impl Server {
    /// Reads `http://host:port`, `https://host:port`, `host:port` or `host`.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn parse(text: &str) -> Result<Server, LinkError> {
        let (server, path) = split(text)?;
        if path.is_empty() { Ok(server) } else { Err(LinkError::NoServer) }
    }

    /// Where it can be reached.
    pub(crate) fn addresses(&self) -> io::Result<Vec<SocketAddr>> {
        (self.bare_host(), self.port).to_socket_addrs().map(Iterator::collect)
    }

    /// The host that it must prove to be, if it is reached by TLS.
    pub(crate) fn tls_host(&self) -> Option<&str> {
        self.tls.then(|| self.bare_host())
    }

    fn bare_host(&self) -> &str {
        self.host.trim_start_matches('[').trim_end_matches(']')
    }

    /// The host and the port, as they are written in requests.
    pub(crate) fn authority(&self) -> String {
        format!("{}:{}", self.host, self.port)
    }
}

impl fmt::Display for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.tls { "https" } else { "http" };
        write!(f, "{scheme}://{}:{}", self.host, self.port)
    }
}

impl TableLink {
    /// Reads `http://host:port/t/table`, with or without the beginning.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn parse(text: &str) -> Result<TableLink, LinkError> {
        let (server, path) = split(text)?;
        let table = path.strip_prefix("t/").ok_or(LinkError::NoTable)?;
        // A page adds to a link what only it understands.
        TableLink::new(server, table.split(['#', '?']).next().unwrap_or_default().trim_end_matches('/'))
    }

    /// The table of that name. A server may say anything, and the name becomes part of addresses and of paths.
    ///
    /// # Errors
    ///
    /// It is no name of a table.
    pub(crate) fn new(server: Server, table: &str) -> Result<TableLink, LinkError> {
        let plain = (1..=32).contains(&table.len()) && table.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if plain { Ok(TableLink { server, table: table.to_owned() }) } else { Err(LinkError::NoTable) }
    }
}

impl Address {
    /// Reads a link to a table, or the address of a server.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn parse(text: &str) -> Result<Address, LinkError> {
        match TableLink::parse(text) {
            Ok(link) => Ok(Address::Table(link)),
            // A single word is more likely a mistake than a server.
            Err(LinkError::NoTable) if text.contains(['.', ':']) || text.trim() == "localhost" => {
                Server::parse(text).map(Address::Server).map_err(|_| LinkError::NoTable)
            }
            Err(error) => Err(error),
        }
    }
}

impl fmt::Display for TableLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/t/{}", self.server, self.table)
    }
}

/// The server of an address, and the path after it.
fn split(text: &str) -> Result<(Server, &str), LinkError> {
    let text = text.trim();
    // Schemes have no case.
    let after = |scheme: &str| {
        let (begins, rest) = text.split_at_checked(scheme.len())?;
        begins.eq_ignore_ascii_case(scheme).then_some(rest)
    };
    let (tls, rest) = match after("https://") {
        Some(rest) => (true, rest),
        None => (false, after("http://").unwrap_or(text)),
    };
    let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, port.parse().map_err(|_| LinkError::NoServer)?),
        _ => (authority, if tls { 443 } else { 80 }),
    };
    let fine = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | '[' | ']' | ':');
    if host.is_empty() || !host.chars().all(fine) {
        return Err(LinkError::NoServer);
    }
    Ok((Server { host: host.to_owned(), port, tls }, path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_read_as_people_copy_them() {
        let cases = [
            ("http://localhost:8080/t/4t961m390c", Ok("http://localhost:8080/t/4t961m390c")),
            (" http://localhost:8080/t/4t961m390c/ ", Ok("http://localhost:8080/t/4t961m390c")),
            ("http://localhost:8080/t/4t961m390c#guest=1", Ok("http://localhost:8080/t/4t961m390c")),
            ("perudo.example/t/a1", Ok("http://perudo.example:80/t/a1")),
            ("[::1]:8080/t/a1", Ok("http://[::1]:8080/t/a1")),
            ("http://localhost:8080/", Err(LinkError::NoTable)),
            ("http://localhost:8080/t/", Err(LinkError::NoTable)),
            ("http://localhost:8080/t/../../etc", Err(LinkError::NoTable)),
            ("localhost:eighty/t/a1", Err(LinkError::NoServer)),
            ("http:///t/a1", Err(LinkError::NoServer)),
            ("a b/t/a1", Err(LinkError::NoServer)),
            ("", Err(LinkError::NoServer)),
            ("https://perudo.example/t/a1", Ok("https://perudo.example:443/t/a1")),
            ("https://perudo.example:8443/t/a1", Ok("https://perudo.example:8443/t/a1")),
            ("https:///t/a1", Err(LinkError::NoServer)),
            ("HTTP://localhost:8080/t/a1", Ok("http://localhost:8080/t/a1")),
            ("Https://perudo.example/t/a1", Ok("https://perudo.example:443/t/a1")),
        ];
        for (text, expected) in cases {
            let found = TableLink::parse(text).map(|link| link.to_string());
            assert_eq!(found, expected.map(str::to_owned), "{text}");
        }
    }

    #[test]
    fn an_address_leads_to_a_table_or_to_a_server() {
        let cases = [
            ("http://localhost:8080/t/a1", Ok("http://localhost:8080/t/a1")),
            ("http://localhost:8080", Ok("http://localhost:8080")),
            ("https://perudo.example/", Ok("https://perudo.example:443")),
            ("localhost", Ok("http://localhost:80")),
            ("127.0.0.1:8080", Ok("http://127.0.0.1:8080")),
            ("kitchen", Err(LinkError::NoTable)),
            ("http://localhost:8080/t/", Err(LinkError::NoTable)),
            ("http://localhost:8080/rules", Err(LinkError::NoTable)),
            ("localhost:eighty", Err(LinkError::NoServer)),
            ("http://", Err(LinkError::NoServer)),
        ];
        for (text, expected) in cases {
            let found = Address::parse(text).map(|address| match address {
                Address::Table(link) => link.to_string(),
                Address::Server(server) => server.to_string(),
            });
            assert_eq!(found, expected.map(str::to_owned), "{text}");
        }
    }
}
