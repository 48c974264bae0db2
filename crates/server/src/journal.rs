//! What a table has for its log, and how far the log has come.

use std::collections::VecDeque;
use std::time::Duration;

use perudo_table::fair::{Link, PublishedTip, TableLabel};
use perudo_table::{Entry, FinishedTour, Guest, Moment, PersonId, PublicEvent, Stage, Table, TableEvent};
use serde::Serialize;

use crate::store::{Append, NewEvent, TableId};

/// The events of a table on their way to the log.
#[derive(Debug)]
pub(crate) struct Journal {
    table: TableId,
    epoch: u64,
    /// The number of the last event that the log has.
    durable: u64,
    /// What the dice of a new table are made from, until it is handed out.
    secret: Option<Vec<u8>>,
    /// Events that have not been handed out yet.
    unsaved: Vec<NewEvent>,
    /// Tips that they publish.
    tips: Vec<PublishedTip>,
    /// Tours that they end, and who leaves by them.
    tours: Vec<(i64, FinishedTour)>,
    left: Vec<Guest>,
    /// What was handed out: the numbers of the last events, and since when.
    unwritten: VecDeque<(u64, Moment)>,
    since_snapshot: u32,
    /// Why an event could not be written; nothing is handed out after it.
    unwritable: Option<serde_json::Error>,
}

impl Journal {
    /// A snapshot is kept after so many events.
    const SNAPSHOT: u32 = 64;
    /// A log that takes longer than this is slow.
    const SLOW: Duration = Duration::from_millis(500);

    /// A log that has all events of a table up to a number.
    pub(crate) fn new(table: TableId, epoch: u64, durable: u64) -> Journal {
        Journal {
            table,
            epoch,
            durable,
            secret: None,
            unsaved: Vec::new(),
            tips: Vec::new(),
            tours: Vec::new(),
            left: Vec::new(),
            unwritten: VecDeque::new(),
            since_snapshot: 0,
            unwritable: None,
        }
    }

    /// The log of a new table, which begins with this entry. The table's secret is kept beside it.
    pub(crate) fn begin(table: TableId, at: Moment, opened: Entry) -> Journal {
        let mut journal = Journal::new(table, 1, 0);
        let (opened, secret) = opened.without_secret();
        journal.secret = secret.map(Vec::from);
        journal.record(at, &opened);
        journal
    }

    pub(crate) fn table(&self) -> TableId {
        self.table
    }

    /// The epoch in which this node has the table.
    pub(crate) fn epoch(&self) -> u64 {
        self.epoch
    }

    /// The number of the last event that the log has.
    pub(crate) fn durable(&self) -> u64 {
        self.durable
    }

    /// Takes an event that was applied. If it cannot be written, nothing is handed out any more: a log must have no gap.
    pub(crate) fn record(&mut self, at: Moment, entry: &Entry) {
        self.add(at, entry.event.is_secret(), entry);
    }

    /// What came of an event that was recorded, after which the table is like this.
    pub(crate) fn came_of(&mut self, at: Moment, entry: &Entry, table: &Table) {
        match &entry.event {
            TableEvent::Public(PublicEvent::Left { person, .. }) => self.left.extend(table.guest_of(*person)),
            TableEvent::Public(PublicEvent::Acted { .. } | PublicEvent::Withdrawn { .. }) => {
                let at = i64::try_from(at.0).unwrap_or(i64::MAX);
                self.tours.extend(table.just_finished().map(|tour| (at, tour)));
            }
            _ => {}
        }
    }

    fn add(&mut self, at: Moment, secret: bool, entry: &impl Serialize) {
        match serde_json::to_vec(entry) {
            Ok(body) => {
                let at = i64::try_from(at.0).unwrap_or(i64::MAX);
                self.unsaved.push(NewEvent { at, secret, body });
            }
            Err(error) => self.unwritable = Some(error),
        }
    }

    /// Takes a tip of the server's, which goes into the public log together with the event that told it.
    pub(crate) fn publish(&mut self, from: u64, tip: Link) {
        self.tips.push(PublishedTip { label: TableLabel::of_table(&self.table.to_string()), from, tip });
    }

    /// Why an event could not be written, if one could not.
    pub(crate) fn unwritable(&self) -> Option<&serde_json::Error> {
        self.unwritable.as_ref()
    }

    /// Events were read back from the log, up to this number.
    pub(crate) fn replayed(&mut self, events: usize, durable: u64) {
        self.durable = durable;
        self.since_snapshot = self.since_snapshot.saturating_add(u32::try_from(events).unwrap_or(u32::MAX));
    }

    /// The log has the events up to this number.
    pub(crate) fn saved(&mut self, seq: u64) {
        self.durable = self.durable.max(seq);
        while self.unwritten.pop_front_if(|(last, _)| *last <= self.durable).is_some() {}
    }

    /// Whether something has waited too long. What has waited longest counts, not whether anything waits: where much
    /// happens, something always does.
    pub(crate) fn is_slow(&self, now: Moment) -> bool {
        self.unwritten.front().is_some_and(|(_, since)| now.since(*since) > Journal::SLOW)
    }

    /// Hands out what is new, for the log.
    pub(crate) fn take(&mut self, table: &Table, now: Moment) -> Option<Append> {
        if self.unsaved.is_empty() && self.tips.is_empty() || self.unwritable.is_some() {
            return None;
        }
        let events = std::mem::take(&mut self.unsaved);
        let first_seq = table.seq() + 1 - events.len() as u64;
        self.since_snapshot += u32::try_from(events.len()).unwrap_or(u32::MAX);
        let closes = table.stage() == Stage::Closed;
        let snapshot = if self.since_snapshot >= Journal::SNAPSHOT && !closes {
            self.since_snapshot = 0;
            // A snapshot only saves time: the log has everything.
            serde_json::to_vec(table).ok()
        } else {
            None
        };
        self.unwritten.push_back((table.seq(), now));
        let creates = first_seq == 1 && !events.is_empty();
        Some(Append {
            table: self.table,
            epoch: self.epoch,
            first_seq,
            creates,
            maker: table.guest_of(PersonId(0)).filter(|_| creates),
            secret: self.secret.take(),
            events,
            snapshot,
            tips: std::mem::take(&mut self.tips),
            tours: std::mem::take(&mut self.tours),
            left: std::mem::take(&mut self.left),
            closes,
        })
    }
}

#[cfg(test)]
mod tests {
    use perudo_table::{Driver, Settings};
    use serde::Serializer;

    use super::*;

    struct Unwritable;

    impl Serialize for Unwritable {
        fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(serde::ser::Error::custom("deliberate"))
        }
    }

    #[test]
    fn an_event_that_cannot_be_written_ends_the_journal_and_nothing_empty_is_stored() {
        let now = Moment(1);
        let settings = Settings::usual(perudo_rules::Preset::ALL[0].rules());
        let (driver, opened) = Driver::open("kitchen".to_owned(), settings, [1; 32], now);
        let mut journal = Journal::begin(TableId::from_bits(1), now, opened.clone());
        journal.add(now, false, &Unwritable);
        assert!(journal.take(driver.table(), now).is_none());
        journal.record(now, &opened);
        assert!(journal.take(driver.table(), now).is_none(), "a log must have no gap");
        assert_eq!(journal.unwritable().map(ToString::to_string), Some("deliberate".to_owned()));
    }
}
