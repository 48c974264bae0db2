//! What is written: events at the end of a table's log.

use std::fmt;

use perudo_table::fair::PublishedTip;
use perudo_table::{FinishedTour, Guest};

use super::{StoredEvent, TableId};

/// An event to be written.
#[derive(Clone, PartialEq, Eq)]
pub struct NewEvent {
    /// When it happened, in milliseconds since 1970.
    pub at: i64,
    /// Whether its body is to be encrypted.
    pub secret: bool,
    /// The event itself, as JSON text.
    pub body: Vec<u8>,
}

/// Only how long it is: the body of an event may have hidden dice in it, and logs must not.
impl fmt::Debug for NewEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NewEvent({} bytes)", self.body.len())
    }
}

/// Events that follow each other at the end of one table's log, written wholly or not at all.
///
/// Without events it may still keep a snapshot, publish tips or close the table.
#[derive(Clone, PartialEq, Eq)]
pub struct Append {
    /// Whose log it is.
    pub table: TableId,
    /// The epoch in which the writer holds the table; 1 in a table that it creates.
    pub epoch: u64,
    /// The number of the first of the events. The first event of a table has the number 1.
    pub first_seq: u64,
    /// Whether the table begins with these events, of which there is at least one.
    pub creates: bool,
    /// Who made the table, if it begins with these events.
    pub maker: Option<Guest>,
    /// What the dice of the table are made from, if it begins with these events. It is encrypted, and forgotten when the
    /// table is closed.
    pub secret: Option<Vec<u8>>,
    /// The events.
    pub events: Vec<NewEvent>,
    /// The table's state after the last of the events, which is encrypted.
    pub snapshot: Option<Vec<u8>>,
    /// The tips of the server that these events publish. What the log of tips has already is not written twice.
    pub tips: Vec<PublishedTip>,
    /// The tours that these events end, and when: they are kept together with them, or not at all.
    pub tours: Vec<(i64, FinishedTour)>,
    /// Those who leave the table by these events.
    pub left: Vec<Guest>,
    /// Whether the table ends with these events: it is not restored again, and takes no more events.
    pub closes: bool,
}

/// Without the secret and the snapshot, which has hidden dice in it.
impl fmt::Debug for Append {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut append = f.debug_struct("Append");
        append.field("table", &self.table).field("epoch", &self.epoch).field("first_seq", &self.first_seq);
        append.field("events", &self.events).finish_non_exhaustive()
    }
}

/// What became of an [`Append`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// All of it is on disk, be it from this call or from an earlier one with the same events.
    Written,
    /// Nothing of it was written: another session holds the table now, or the events do not follow the last one.
    Fenced,
}

/// The numbers of an [`Append`] as databases have them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub(super) table: i64,
    pub(super) epoch: i64,
    pub(super) first_seq: i64,
    /// The number of the last event once this is written.
    pub(super) last_seq: i64,
    /// An end without events may be written again, since no event tells whether it was.
    pub(super) even_if_closed: bool,
}

impl Append {
    /// The number of the last event once this is written.
    pub fn last_seq(&self) -> u64 {
        self.first_seq.saturating_add(self.events.len() as u64).saturating_sub(1)
    }

    /// None if there can be no such place in any log.
    pub(super) fn place(&self) -> Option<Place> {
        let creates_rightly = self.epoch == 1 && self.first_seq == 1 && !self.events.is_empty();
        if self.first_seq == 0 || self.creates && !creates_rightly {
            return None;
        }
        let first_seq = i64::try_from(self.first_seq).ok()?;
        Some(Place {
            table: self.table.bits().cast_signed(),
            epoch: i64::try_from(self.epoch).ok()?,
            first_seq,
            last_seq: (first_seq - 1).checked_add(i64::try_from(self.events.len()).ok()?)?,
            even_if_closed: self.closes && self.events.is_empty(),
        })
    }

    /// Whether its events are those that the log has in its place, so that an earlier call wrote it.
    pub(super) fn repeats(&self, stored: &[StoredEvent]) -> bool {
        let same = |(new, old): (&NewEvent, &StoredEvent)| new.at == old.at && new.body == old.body;
        !stored.is_empty() && stored.len() == self.events.len() && self.events.iter().zip(stored).all(same)
    }
}
