//! The addresses at which nodes reach each other.

use std::net::SocketAddr;

use axum::http::uri::Authority;

use crate::config::ClusterConfig;
use crate::store;

/// Why a node cannot take part in a cluster as its settings say.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClusterError {
    /// Other nodes could not have the same tables.
    #[error(
        "nodes of a cluster share a PostgreSQL database: give it by --database postgres://…, or leave out --cluster-address"
    )]
    NoSharedDatabase,
    /// The address is that of every machine.
    #[error(
        "other nodes cannot reach this one at {0}, which stands for all addresses of a machine: say at which of them \
         by --cluster-advertise HOST:PORT, or give that one as --cluster-address"
    )]
    Unspecified(SocketAddr),
    /// What is advertised is no address.
    #[error("--cluster-advertise {0} is no address at which other nodes reach this one: give HOST:PORT")]
    NoAddress(String),
}

impl ClusterConfig {
    /// Whether there can be a cluster on a database.
    pub(crate) fn check(&self, database: &str) -> Result<(), ClusterError> {
        if store::is_shared(database) { Ok(()) } else { Err(ClusterError::NoSharedDatabase) }
    }

    /// The address that other nodes are told, if this one listens there.
    pub(crate) fn advertised(&self, bound: SocketAddr) -> Result<String, ClusterError> {
        match &self.advertise {
            None if bound.ip().is_unspecified() => Err(ClusterError::Unspecified(bound)),
            None => Ok(bound.to_string()),
            Some(address) if is_address(address) => Ok(address.clone()),
            Some(address) => Err(ClusterError::NoAddress(address.clone())),
        }
    }
}

/// Whether a text is a host with a port.
fn is_address(text: &str) -> bool {
    let Ok(authority) = text.parse::<Authority>() else { return false };
    let of_everyone = text.parse().is_ok_and(|address: SocketAddr| address.ip().is_unspecified());
    !authority.host().is_empty()
        && !text.contains('@')
        && !of_everyone
        && authority.port_u16().is_some_and(|port| port != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn others_are_told_an_address_at_which_they_can_reach_the_node_or_it_is_refused() {
        for (bound, advertise, expected) in [
            ("127.0.0.1:9000", None, Ok("127.0.0.1:9000")),
            ("[::1]:9000", None, Ok("[::1]:9000")),
            ("0.0.0.0:9000", None, Err("--cluster-advertise HOST:PORT")),
            ("[::]:9000", None, Err("--cluster-advertise HOST:PORT")),
            ("0.0.0.0:9000", Some("node-a.example:9000"), Ok("node-a.example:9000")),
            ("0.0.0.0:9000", Some("[2001:db8::1]:9000"), Ok("[2001:db8::1]:9000")),
            ("0.0.0.0:9000", Some("10.0.0.1:9001"), Ok("10.0.0.1:9001")),
            ("0.0.0.0:9000", Some("node-a.example"), Err("give HOST:PORT")),
            ("0.0.0.0:9000", Some("10.0.0.1:0"), Err("give HOST:PORT")),
            ("0.0.0.0:9000", Some("0.0.0.0:9000"), Err("give HOST:PORT")),
            ("0.0.0.0:9000", Some(":9000"), Err("give HOST:PORT")),
            ("0.0.0.0:9000", Some("http://a:9000"), Err("give HOST:PORT")),
            ("0.0.0.0:9000", Some("anna@a:9000"), Err("give HOST:PORT")),
            ("0.0.0.0:9000", Some("a b:9000"), Err("give HOST:PORT")),
            ("0.0.0.0:9000", Some(""), Err("give HOST:PORT")),
        ] {
            let listen = bound.parse().unwrap();
            let config = ClusterConfig { listen, advertise: advertise.map(str::to_owned) };
            match (config.advertised(listen), expected) {
                (Ok(address), Ok(expected)) => assert_eq!(address, expected),
                (Err(error), Err(expected)) => assert!(error.to_string().contains(expected), "{error}"),
                (outcome, _) => panic!("{bound} {advertise:?}: {outcome:?}"),
            }
        }
    }

    #[test]
    fn there_is_no_cluster_on_a_file() {
        let config = ClusterConfig { listen: ([127, 0, 0, 1], 0).into(), advertise: None };
        assert_eq!(config.check("perudo.db"), Err(ClusterError::NoSharedDatabase));
        assert_eq!(config.check("postgres://anna:secret@db/perudo"), Ok(()));
    }
}
