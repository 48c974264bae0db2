//! What operators see of nodes and tables, and what they ask of them. What is in a table is not here.

use std::time::Duration;

use super::{NodeStatus, StoreError, TableId};

/// The nodes and tables of a place, for operators. Calls block. The place has the layout of this program and may be in use.
pub trait Registry: Send {
    /// All nodes that there ever were, by name.
    fn nodes(&mut self) -> Result<Vec<NodeReport>, StoreError>;

    /// A table, open or closed; `None` if there is no such table.
    fn table(&mut self, table: TableId) -> Result<Option<TableReport>, StoreError>;

    /// The open tables, of all nodes or of one, at most so many.
    fn tables(&mut self, node: Option<&str>, most: u32) -> Result<Vec<TableReport>, StoreError>;

    /// Asks a node to hand its tables over and to take no others. Says whether there is such a node.
    fn drain(&mut self, node: &str) -> Result<bool, StoreError>;

    /// Asks whoever has the table, or gets it, to close it. Says whether there is such an open table.
    fn ask_to_close(&mut self, table: TableId, reason: &str) -> Result<bool, StoreError>;
}

/// A node as operators see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeReport {
    /// What everybody sees of it.
    pub status: NodeStatus,
    /// How long ago its lease has run out, if it has.
    pub dead_for: Option<Duration>,
    /// The events of the last minute at the tables that it has.
    pub events: u64,
}

/// A table as operators see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableReport {
    /// Its name.
    pub id: TableId,
    /// The node that has it, or had it when it was closed; none if it was released.
    pub owner: Option<String>,
    /// Whether that node is alive.
    pub live: bool,
    /// In which epoch it is held.
    pub epoch: u64,
    /// Since when it is held, in milliseconds since 1970, if that is known.
    pub since: Option<i64>,
    /// How many events its log has.
    pub events: u64,
    /// When the last of them happened, in milliseconds since 1970; when the table was closed, if that is not known.
    pub last_at: i64,
    /// When it was closed, in milliseconds since 1970, if it was.
    pub closed_at: Option<i64>,
    /// Why an operator wanted it closed, if one did.
    pub closing: Option<String>,
    /// Whether its log is deleted: records of its tours are kept.
    pub log_deleted: bool,
}
