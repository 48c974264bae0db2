//! Wakes tables at the moments they asked for.

use std::collections::HashMap;
use std::future::poll_fn;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::Poll;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use perudo_table::Moment;
use tokio_util::time::DelayQueue;
use tokio_util::time::delay_queue::Key;

use crate::store::TableId;

/// The time of this machine, which never goes back while the program runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    began: Instant,
    began_at: Moment,
}

impl Clock {
    /// A clock that begins with the machine's time.
    pub(crate) fn now_on() -> Clock {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Clock { began: Instant::now(), began_at: Moment(0).after(since) }
    }

    pub(crate) fn now(&self) -> Moment {
        self.began_at.after(self.began.elapsed())
    }

    /// How long it is until that moment.
    fn until(&self, moment: Moment) -> Duration {
        moment.since(self.now())
    }
}

/// One timer for each table that asked for one.
#[derive(Debug)]
pub(crate) struct Timers {
    clock: Clock,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    queue: DelayQueue<TableId>,
    timers: HashMap<TableId, (Key, Moment)>,
}

impl Timers {
    pub(crate) fn new(clock: Clock) -> Timers {
        Timers { clock, state: Mutex::default() }
    }

    /// Wakes a table at this moment, unless it is woken earlier.
    pub(crate) fn schedule(&self, table: TableId, at: Moment) {
        let mut state = self.lock();
        let state = &mut *state;
        match state.timers.get_mut(&table) {
            Some((_, known)) if *known <= at => {}
            Some((key, known)) => {
                *known = at;
                state.queue.reset(key, self.clock.until(at));
            }
            None => {
                let key = state.queue.insert(table, self.clock.until(at));
                state.timers.insert(table, (key, at));
            }
        }
    }

    /// Waits for the next table whose moment has come.
    pub(crate) async fn due(&self) -> TableId {
        poll_fn(|context| {
            let mut state = self.lock();
            match state.queue.poll_expired(context) {
                Poll::Ready(Some(expired)) => {
                    let table = expired.into_inner();
                    state.timers.remove(&table);
                    Poll::Ready(table)
                }
                // An empty queue wakes this task when something is put into it.
                Poll::Ready(None) | Poll::Pending => Poll::Pending,
            }
        })
        .await
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn tables_are_woken_in_order_and_the_earliest_moment_of_a_table_counts() {
        let clock = Clock::now_on();
        let timers = Timers::new(clock);
        let (first, second) = (TableId::from_bits(1), TableId::from_bits(2));
        let far = clock.now().after(Duration::from_secs(3_600));
        timers.schedule(first, far);
        timers.schedule(second, Moment(1));
        timers.schedule(second, far);
        assert_eq!(timers.due().await, second);
        timers.schedule(first, Moment(2));
        assert_eq!(timers.due().await, first);
        assert!(timers.lock().timers.is_empty());
    }
}
