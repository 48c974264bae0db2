//! Who runs which table.

use std::time::Duration;

use super::{StoredTable, TableId};

/// A process that runs tables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// Its name, which stays the same when it starts again. The empty name is nobody's.
    pub name: String,
    /// A random number, another one at each start.
    pub session: u64,
    /// How long after a sign of life other nodes leave its tables alone.
    pub lease: Duration,
    /// Where other nodes reach it, if they can.
    pub address: Option<String>,
}

impl Node {
    /// The version of the program that runs as this node.
    pub const VERSION: &str = env!("CARGO_PKG_VERSION");
    /// The owner of tables that were released.
    pub(super) const NOBODY: &str = "";
}

/// What a node is told when it renews its lease.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Renewal {
    /// Whether the lease had run out before, so that others may have claimed tables of this node.
    pub lapsed: bool,
    /// Whether an operator wants the node to hand its tables over.
    pub draining: bool,
}

/// What became of a claim to a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claim {
    /// It is the node's own now, in a new epoch.
    Taken(Box<StoredTable>),
    /// A live node has it.
    Elsewhere(Owner),
    /// There is no such open table.
    Gone,
}

/// A live node that has a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owner {
    /// Its name.
    pub name: String,
    /// Where other nodes reach it, if they can.
    pub address: Option<String>,
}

/// A table that a node holds, and in which epoch.
pub type Holding = (TableId, u64);

/// A node as operators and other nodes see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeStatus {
    /// Its name.
    pub name: String,
    /// Where other nodes reach it, if they can.
    pub address: Option<String>,
    /// The version of its program, if that tells it.
    pub version: Option<String>,
    /// How long its lease still is; none if it has run out.
    pub lease_left: Option<Duration>,
    /// Whether it is to hand its tables over.
    pub draining: bool,
    /// The open tables that it has.
    pub tables: u64,
}
