//! What is read back.

use super::TableId;

/// An event of a table's log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredEvent {
    /// Its number in the table; the first is 1.
    pub seq: u64,
    /// When it happened, in milliseconds since 1970.
    pub at: i64,
    /// The event itself, as JSON text.
    pub body: Vec<u8>,
}

/// A table's state after one of its events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    /// The number of the last event in it.
    pub seq: u64,
    /// The state, as its writer gave it.
    pub body: Vec<u8>,
}

/// A table to be run on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredTable {
    /// Its name.
    pub id: TableId,
    /// The epoch in which its new owner holds it.
    pub epoch: u64,
    /// Its last snapshot.
    pub snapshot: Option<Snapshot>,
    /// Its events after the snapshot, in order; all of them if there is none.
    pub events: Vec<StoredEvent>,
}
