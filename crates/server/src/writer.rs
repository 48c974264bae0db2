//! The one thread that writes: what waits is written in one transaction, and then reported.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::mpsc;

use crate::metrics::Metrics;
use crate::report::{Report, ReportEnd};
use crate::shared_room::SharedRoom;
use crate::storage_health::StorageHealth;
use crate::store::{Append, Node, Store, StoreError};

/// Events of one table on their way to the log.
pub(crate) type Work = (SharedRoom, Append);

/// The most appends that go into one transaction.
const BATCH: usize = 512;
/// The first pause after a failure; it doubles up to the longest.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// Writes until the channel is closed and empty.
pub(crate) struct Writer {
    pub(crate) store: Box<dyn Store>,
    pub(crate) node: Node,
    pub(crate) work: mpsc::Receiver<Work>,
    pub(crate) reports: mpsc::Sender<Report>,
    pub(crate) health: StorageHealth,
    pub(crate) metrics: Arc<Metrics>,
}

impl Writer {
    /// Starts the thread.
    pub(crate) fn start(self) -> std::io::Result<thread::JoinHandle<()>> {
        thread::Builder::new().name("perudo-writer".to_owned()).spawn(move || {
            let _end = ReportEnd(self.reports.clone());
            self.run();
        })
    }

    fn run(mut self) {
        let mut rooms = Vec::new();
        let mut appends = Vec::new();
        while let Some(first) = self.work.blocking_recv() {
            let more = std::iter::from_fn(|| self.work.try_recv().ok());
            for (room, append) in std::iter::once(first).chain(more).take(BATCH) {
                rooms.push(room);
                appends.push(append);
            }
            if !self.write(&mut rooms, &mut appends) {
                return;
            }
        }
    }

    /// Writes one batch. Returns whether to go on.
    fn write(&mut self, rooms: &mut Vec<SharedRoom>, appends: &mut Vec<Append>) -> bool {
        let committed = self.persist(|store, node| {
            let begun = Instant::now();
            let fates = store.commit(node, appends)?;
            Ok((fates, begun.elapsed()))
        });
        let Some((fates, took)) = committed else { return false };
        self.metrics.committed(appends.len(), took);
        let saved = rooms.drain(..).zip(appends.drain(..)).zip(fates);
        let saved = saved.map(|((room, append), fate)| (room, append.last_seq(), fate)).collect();
        self.reports.blocking_send(Report::Saved(saved)).is_ok()
    }

    /// Does something in storage, however long it takes; `None` if it cannot be done any more.
    fn persist<T>(&mut self, work: impl Fn(&mut dyn Store, &Node) -> Result<T, StoreError>) -> Option<T> {
        let mut pause = FIRST_PAUSE;
        loop {
            self.health.writer.set_waiting(Some(Instant::now()));
            let outcome = work(&mut *self.store, &self.node);
            self.health.writer.set_waiting(None);
            match outcome {
                Ok(value) => {
                    let was_down = self.health.writer.is_down();
                    self.health.writer.set_down(false);
                    if was_down && !self.health.is_down() {
                        let _ = self.reports.blocking_send(Report::Recovered);
                    }
                    return Some(value);
                }
                Err(error) if error.is_temporary() => {
                    tracing::error!(%error, "storage does not take events; trying again");
                    self.metrics.storage_failures.inc();
                    self.health.writer.set_down(true);
                    let _ = self.reports.blocking_send(Report::Failing);
                    thread::sleep(pause);
                    pause = (pause * 2).min(LONGEST_PAUSE);
                }
                Err(error) => {
                    self.health.writer.set_down(true);
                    let _ = self.reports.blocking_send(Report::Over(error));
                    return None;
                }
            }
        }
    }
}
