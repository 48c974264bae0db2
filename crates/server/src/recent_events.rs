//! The latest events, for those who come back and missed them.

use std::collections::VecDeque;

use crate::outbox::EventFrames;

/// Events as they were sent, as many as fit into a fixed space.
#[derive(Debug, Default)]
pub(crate) struct RecentEvents {
    events: VecDeque<EventFrames>,
    bytes: usize,
}

impl RecentEvents {
    /// The space for them, in bytes of text.
    const BYTES: usize = 12 * 1024;

    /// Keeps an event, and forgets the oldest ones where space runs out.
    pub(crate) fn keep(&mut self, frames: EventFrames) {
        self.bytes += frames.bytes();
        self.events.push_back(frames);
        while self.bytes > RecentEvents::BYTES
            && let Some(oldest) = self.events.pop_front()
        {
            self.bytes -= oldest.bytes();
        }
    }

    /// The events after that number up to the last one; `None` if some of them are forgotten.
    pub(crate) fn after(&self, seen: u64, last: u64) -> Option<impl Iterator<Item = &EventFrames>> {
        let first = self.events.front().map_or(last + 1, |frames| frames.seq);
        let known = seen <= last && seen + 1 >= first;
        known.then(|| self.events.iter().filter(move |frames| frames.seq > seen && frames.seq <= last))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::Frame;

    fn frames(seq: u64, bytes: usize) -> EventFrames {
        EventFrames { seq, common: Frame::from("x".repeat(bytes)), private: Vec::new() }
    }

    #[test]
    fn missed_events_come_back_or_it_is_plain_that_they_cannot() {
        let mut recent = RecentEvents::default();
        assert_eq!(recent.after(0, 0).unwrap().count(), 0);
        assert!(recent.after(4, 5).is_none(), "nothing is known of event 5");
        for seq in 6..=20 {
            recent.keep(frames(seq, 100));
        }
        let seqs = |seen| recent.after(seen, 20).map(|events| events.map(|e| e.seq).collect::<Vec<_>>());
        assert_eq!(seqs(17), Some(vec![18, 19, 20]));
        assert_eq!(seqs(20), Some(vec![]));
        assert_eq!(seqs(5).map(|events| events.len()), Some(15));
        assert_eq!(seqs(4), None);
        assert_eq!(seqs(21), None, "from the future");
    }

    #[test]
    fn the_oldest_make_room_for_new_ones() {
        let mut recent = RecentEvents::default();
        for seq in 1..=100 {
            recent.keep(frames(seq, 1024));
        }
        assert!(recent.bytes <= RecentEvents::BYTES);
        assert!(recent.after(99, 100).is_some());
        assert!(recent.after(50, 100).is_none());
    }
}
