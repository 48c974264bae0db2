//! The machines of a cluster: nodes, each with its own cables to a primary and its standby.

use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};

use perudo_test_postgres::{Pair, Postgres};

use crate::cable::Cable;
use crate::program::{NO_LIMITS, Server};

/// How long after a node's last sign of life others leave its tables alone, in seconds.
pub(super) const LEASE: u64 = 2;

/// A node, which runs or does not.
pub(super) struct Node {
    pub(super) name: &'static str,
    pub(super) address: SocketAddr,
    cluster_address: SocketAddr,
    key_file: PathBuf,
    cables: [Cable; 2],
    server: Option<Server>,
    /// How often it was started.
    starts: u32,
}

impl Node {
    /// A node that does not run yet.
    pub(super) fn new(name: &'static str, pair: &Pair, folder: &Path) -> Node {
        let [address, cluster_address] = free_addresses();
        let cables = [pair.primary(), pair.standby()].map(|server| Cable::to(address_of(server)));
        let key_file = folder.join("cluster.key");
        Node { name, address, cluster_address, key_file, cables, server: None, starts: 0 }
    }

    /// Starts it. Each start has a name of its own in the database, so that it is known which one wrote what.
    pub(super) fn start(&mut self) {
        self.starts += 1;
        let [first, second] = self.cables.each_ref().map(Cable::address);
        let session = format!("{}-{}", self.name, self.starts);
        let database = format!("postgres://postgres@{first},{second}/postgres?application_name={session}");
        let (lease, cluster) = (LEASE.to_string(), self.cluster_address.to_string());
        let key_file = self.key_file.to_str().unwrap();
        let flags = ["--node", self.name, "--lease", &lease, "--cluster-address", &cluster];
        // What fails is told by whoever lets it fail.
        let flags = [&NO_LIMITS[..], &flags, &["--key-file", key_file, "--log", "off"]].concat();
        self.server = Some(Server::start(Path::new(&database), self.address, &flags));
    }

    pub(super) fn server(&self) -> &Server {
        self.server.as_ref().unwrap()
    }

    /// SIGKILL.
    pub(super) fn kill(&mut self) {
        self.server.take().unwrap().kill();
    }

    /// SIGTERM; it has to end well.
    pub(super) fn terminate(&mut self) {
        let status = self.server.take().unwrap().terminate();
        assert_eq!(status.code(), Some(0), "{} was asked to stop", self.name);
    }

    /// Why it does not run, although nobody has stopped it.
    pub(super) fn failure(&mut self) -> Option<String> {
        let status = self.server.as_mut()?.has_ended()?;
        Some(format!("{} ended by itself: {status}", self.name))
    }

    /// Cuts it off from the database.
    pub(super) fn cut(&self) {
        self.cables.iter().for_each(Cable::cut);
    }

    /// Everything between it and the database takes so long.
    pub(super) fn delay(&self, delay: std::time::Duration) {
        self.cables.iter().for_each(|cable| cable.delay(delay));
    }

    /// The way to the database is as it was.
    pub(super) fn mend(&self) {
        self.cables.iter().for_each(Cable::mend);
    }
}

fn address_of(server: &Postgres) -> SocketAddr {
    let url = server.url();
    let host = url.split(['@', '/']).find_map(|part| part.parse().ok());
    host.unwrap_or_else(|| panic!("no address: {url}"))
}

/// Addresses that nothing listens on, with ports that are not given to outgoing connections: a node that is started
/// again must find its own free.
fn free_addresses<const N: usize>() -> [SocketAddr; N] {
    use std::sync::atomic::{AtomicU16, Ordering};
    /// Below the ports of outgoing connections.
    const PORTS: u16 = 20_000;
    const FIRST: u16 = 12_000;
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let begin = (std::process::id() % u32::from(PORTS)) as u16;
    std::array::from_fn(|_| {
        loop {
            let port = FIRST + (begin + NEXT.fetch_add(1, Ordering::Relaxed)) % PORTS;
            let address = SocketAddr::from(([127, 0, 0, 1], port));
            if TcpListener::bind(address).is_ok() {
                return address;
            }
        }
    })
}
