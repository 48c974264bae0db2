//! The latest events, for those who come back and missed them.

use std::collections::VecDeque;

use crate::room::Told;

/// Events as they were told, as many as fit into a fixed space.
#[derive(Debug, Default)]
pub(crate) struct Recall {
    events: VecDeque<Told>,
    bytes: usize,
}

impl Recall {
    /// The space for them, in bytes of text.
    const BYTES: usize = 12 * 1024;

    /// Keeps an event, and forgets the oldest ones where space runs out.
    pub(crate) fn keep(&mut self, told: Told) {
        self.bytes += told.bytes();
        self.events.push_back(told);
        while self.bytes > Recall::BYTES
            && let Some(oldest) = self.events.pop_front()
        {
            self.bytes -= oldest.bytes();
        }
    }

    /// The events after that number up to the last one; nothing, if some of them are forgotten.
    pub(crate) fn after(&self, seen: u64, last: u64) -> Option<impl Iterator<Item = &Told>> {
        let first = self.events.front().map_or(last + 1, |told| told.seq);
        let known = seen <= last && seen + 1 >= first;
        known.then(|| self.events.iter().filter(move |told| told.seq > seen && told.seq <= last))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::Frame;

    fn told(seq: u64, bytes: usize) -> Told {
        Told { seq, common: Frame::from("x".repeat(bytes)), private: Vec::new() }
    }

    #[test]
    fn missed_events_come_back_or_it_is_plain_that_they_cannot() {
        let mut recall = Recall::default();
        assert_eq!(recall.after(0, 0).unwrap().count(), 0);
        assert!(recall.after(4, 5).is_none(), "nothing is known of event 5");
        for seq in 6..=20 {
            recall.keep(told(seq, 100));
        }
        let seqs = |seen| recall.after(seen, 20).map(|events| events.map(|e| e.seq).collect::<Vec<_>>());
        assert_eq!(seqs(17), Some(vec![18, 19, 20]));
        assert_eq!(seqs(20), Some(vec![]));
        assert_eq!(seqs(5).map(|events| events.len()), Some(15));
        assert_eq!(seqs(4), None);
        assert_eq!(seqs(21), None, "from the future");
    }

    #[test]
    fn the_oldest_make_room_for_new_ones() {
        let mut recall = Recall::default();
        for seq in 1..=100 {
            recall.keep(told(seq, 1024));
        }
        assert!(recall.bytes <= Recall::BYTES);
        assert!(recall.after(99, 100).is_some());
        assert!(recall.after(50, 100).is_none());
    }
}
