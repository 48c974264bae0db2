//! The one thread that writes: what waits is written in one transaction, and then reported.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tokio::sync::mpsc;

use crate::metrics::Metrics;
use crate::rooms::SharedRoom;
use crate::store::{Append, Fate, Node, Store, StoreError};

/// What the writer is asked for.
#[derive(Debug)]
pub(crate) enum Work {
    /// Events of one table on their way to the log.
    Append(SharedRoom, Append),
    /// Renew the lease of this node.
    Renew,
}

/// What became of a batch.
#[derive(Debug)]
pub(crate) enum WriterReport {
    /// It is in the log: for each table the number of the last event, or that another node has the table.
    Saved(Vec<(SharedRoom, u64, Fate)>),
    /// Storage does not take events at the moment; they are tried again until it does.
    Failing,
    /// Storage takes events again.
    Recovered,
    /// This node must not go on: another session took over, or storage is beyond repair.
    Over(StoreError),
}

/// How storage is.
#[derive(Clone, Debug, Default)]
pub(crate) struct StorageHealth(Arc<Health>);

#[derive(Debug, Default)]
struct Health {
    down: AtomicBool,
    /// Since when the writer has waited for an answer, if it waits.
    waiting: Mutex<Option<Instant>>,
}

impl StorageHealth {
    /// How long storage may take to answer.
    const PATIENCE: Duration = Duration::from_secs(2);

    /// Whether storage does not take events at the moment.
    pub(crate) fn is_down(&self) -> bool {
        self.0.down.load(Ordering::Relaxed)
    }

    /// Whether storage takes events, and takes them in time.
    pub(crate) fn is_well(&self) -> bool {
        let in_time = |since: Instant| since.elapsed() < StorageHealth::PATIENCE;
        !self.is_down() && self.0.waiting.lock().is_none_or(in_time)
    }

    fn set_down(&self, down: bool) {
        self.0.down.store(down, Ordering::Relaxed);
    }

    fn set_waiting(&self, since: Option<Instant>) {
        *self.0.waiting.lock() = since;
    }
}

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
    pub(crate) reports: mpsc::Sender<WriterReport>,
    pub(crate) health: StorageHealth,
    pub(crate) metrics: Arc<Metrics>,
}

impl Writer {
    /// Starts the thread.
    pub(crate) fn start(self) -> std::io::Result<thread::JoinHandle<()>> {
        thread::Builder::new().name("perudo-writer".to_owned()).spawn(move || self.run())
    }

    fn run(mut self) {
        let mut rooms = Vec::new();
        let mut appends = Vec::new();
        while let Some(first) = self.work.blocking_recv() {
            let mut renew = false;
            let more = std::iter::from_fn(|| self.work.try_recv().ok());
            for work in std::iter::once(first).chain(more).take(BATCH) {
                match work {
                    Work::Append(room, append) => {
                        rooms.push(room);
                        appends.push(append);
                    }
                    Work::Renew => renew = true,
                }
            }
            if !appends.is_empty() && !self.write(&mut rooms, &mut appends) {
                return;
            }
            if renew && !self.renew() {
                return;
            }
        }
    }

    /// Renews the lease of this node, which also shows whether storage can be written. Returns whether to go on.
    fn renew(&mut self) -> bool {
        self.persist(|store, node| store.renew(node)).is_some()
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
        self.reports.blocking_send(WriterReport::Saved(saved)).is_ok()
    }

    /// Does something in storage, however long it takes; `None` if it cannot be done any more.
    fn persist<T>(&mut self, work: impl Fn(&mut dyn Store, &Node) -> Result<T, StoreError>) -> Option<T> {
        let mut pause = FIRST_PAUSE;
        loop {
            self.health.set_waiting(Some(Instant::now()));
            let outcome = work(&mut *self.store, &self.node);
            self.health.set_waiting(None);
            match outcome {
                Ok(value) => {
                    if self.health.is_down() {
                        self.health.set_down(false);
                        let _ = self.reports.blocking_send(WriterReport::Recovered);
                    }
                    return Some(value);
                }
                Err(error) if error.is_temporary() => {
                    tracing::error!(%error, "storage does not take events; trying again");
                    self.metrics.storage_failures.inc();
                    self.health.set_down(true);
                    let _ = self.reports.blocking_send(WriterReport::Failing);
                    thread::sleep(pause);
                    pause = (pause * 2).min(LONGEST_PAUSE);
                }
                Err(error) => {
                    self.health.set_down(true);
                    let _ = self.reports.blocking_send(WriterReport::Over(error));
                    return None;
                }
            }
        }
    }
}
