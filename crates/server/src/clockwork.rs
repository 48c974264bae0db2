//! Wakes tables at the moments they asked for.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use perudo_table::Moment;
use tokio::sync::Notify;

use crate::store::TableId;

/// The time of this machine, which never goes back while the program runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    began: Instant,
    began_at: Moment,
}

impl Clock {
    /// A clock that begins with the machine's time, or with a moment if the machine is behind it.
    pub(crate) fn not_before(moment: Moment) -> Clock {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Clock { began: Instant::now(), began_at: Moment(0).after(since).max(moment) }
    }

    pub(crate) fn now(&self) -> Moment {
        self.began_at.after(self.began.elapsed())
    }

    /// How long it is until that moment.
    pub(crate) fn until(&self, moment: Moment) -> Duration {
        moment.since(self.now())
    }
}

/// The moments that tables asked for.
#[derive(Debug, Default)]
pub(crate) struct Clockwork {
    heap: Mutex<BinaryHeap<Reverse<(Moment, TableId)>>>,
    sooner: Notify,
}

impl Clockwork {
    /// Asks for a table to be woken.
    pub(crate) fn schedule(&self, table: TableId, at: Moment) {
        let mut heap = self.lock();
        let first = heap.peek().is_none_or(|Reverse((first, _))| at < *first);
        heap.push(Reverse((at, table)));
        drop(heap);
        if first {
            self.sooner.notify_one();
        }
    }

    /// Waits for the next tables whose moment has come.
    pub(crate) async fn due(&self, clock: &Clock, into: &mut Vec<TableId>) {
        loop {
            let next = self.take(clock.now(), into);
            if !into.is_empty() {
                return;
            }
            match next {
                None => self.sooner.notified().await,
                Some(at) => {
                    tokio::select! {
                        () = tokio::time::sleep(clock.until(at)) => {}
                        () = self.sooner.notified() => {}
                    }
                }
            }
        }
    }

    /// Takes the tables whose moment has come; gives the next moment.
    fn take(&self, now: Moment, into: &mut Vec<TableId>) -> Option<Moment> {
        let mut heap = self.lock();
        while let Some(Reverse((at, _))) = heap.peek() {
            if *at > now {
                return Some(*at);
            }
            into.extend(heap.pop().map(|Reverse((_, table))| table));
        }
        None
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BinaryHeap<Reverse<(Moment, TableId)>>> {
        self.heap.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
