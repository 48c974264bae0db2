//! What is read back. Bodies are not printed: they may have hidden dice in them, and logs must not.

use std::fmt;

use super::TableId;

/// An event of a table's log.
#[derive(Clone, PartialEq, Eq)]
pub struct StoredEvent {
    /// Its number in the table; the first is 1.
    pub seq: u64,
    /// When it happened, in milliseconds since 1970.
    pub at: i64,
    /// The event itself, as JSON text.
    pub body: Vec<u8>,
}

/// A table's state after one of its events.
#[derive(Clone, PartialEq, Eq)]
pub struct Snapshot {
    /// The number of the last event in it.
    pub seq: u64,
    /// The state, as its writer gave it.
    pub body: Vec<u8>,
}

/// A table to be run on.
#[derive(Clone, PartialEq, Eq)]
pub struct StoredTable {
    /// Its name.
    pub id: TableId,
    /// The epoch in which its new owner holds it.
    pub epoch: u64,
    /// What its dice are made from, if that is not in its first event.
    pub secret: Option<Vec<u8>>,
    /// Its last snapshot.
    pub snapshot: Option<Snapshot>,
    /// Its events after the snapshot, in order; all of them if there is none.
    pub events: Vec<StoredEvent>,
}

impl fmt::Debug for StoredTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = f.debug_struct("StoredTable");
        table.field("id", &self.id).field("epoch", &self.epoch).field("snapshot", &self.snapshot);
        table.field("events", &self.events).finish_non_exhaustive()
    }
}

impl fmt::Debug for StoredEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StoredEvent({}, {} bytes)", self.seq, self.body.len())
    }
}

impl fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Snapshot({}, {} bytes)", self.seq, self.body.len())
    }
}
