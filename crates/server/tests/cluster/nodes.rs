//! Nodes on one database.

use std::path::Path;
use std::time::Instant;

use perudo_server::{ClusterConfig, Config};

use crate::client::{PATIENCE, Running, config};
use crate::place::Place;

pub(crate) const ANNA: u128 = 1;
pub(crate) const BORIS: u128 = 2;
pub(crate) const OLGA: u128 = 3;

/// A node that other nodes of the database reach.
pub(crate) fn node_config(place: &Place, name: &str) -> Config {
    Config {
        node: name.to_owned(),
        cluster: Some(ClusterConfig { listen: ([127, 0, 0, 1], 0).into(), advertise: None }),
        ..config(Path::new(&place.address()))
    }
}

pub(crate) fn start(place: &Place, name: &str) -> Running {
    Running::start(node_config(place, name))
}

/// A node that has a table, another one, and their database.
pub(crate) fn two_nodes() -> (Place, Running, Running) {
    let place = Place::postgres();
    let (a, b) = (start(&place, "a"), start(&place, "b"));
    (place, a, b)
}

impl Running {
    /// A figure of this node.
    pub(crate) fn figure(&self, node: &str, name: &str) -> f64 {
        let metrics = self.get("/metrics").body;
        let beginning = format!("perudo_{name}{{node=\"{node}\"}} ");
        let line = metrics.lines().find_map(|line| line.strip_prefix(&beginning));
        line.unwrap_or_else(|| panic!("{beginning}is missing: {metrics}")).parse().unwrap()
    }
}

/// Waits until something is so.
pub(crate) fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENCE, "{what}: it never came to that");
        std::thread::yield_now();
    }
}
