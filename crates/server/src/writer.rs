//! The one thread that writes: what waits is written in one transaction, and then reported.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

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

/// Whether storage takes events at the moment.
#[derive(Clone, Debug, Default)]
pub(crate) struct StorageHealth(Arc<AtomicBool>);

impl StorageHealth {
    pub(crate) fn is_down(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    fn set_down(&self, down: bool) {
        self.0.store(down, Ordering::Relaxed);
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

    /// Renews the lease of this node. Returns whether to go on.
    fn renew(&mut self) -> bool {
        match self.store.renew(&self.node) {
            Ok(()) => true,
            Err(error) if error.is_temporary() => {
                tracing::warn!(%error, "the lease of this node could not be renewed");
                true
            }
            Err(error) => {
                let _ = self.reports.blocking_send(WriterReport::Over(error));
                false
            }
        }
    }

    /// Writes one batch, however long it takes. Returns whether to go on.
    fn write(&mut self, rooms: &mut Vec<SharedRoom>, appends: &mut Vec<Append>) -> bool {
        let mut pause = FIRST_PAUSE;
        loop {
            let begun = std::time::Instant::now();
            match self.store.commit(&self.node, appends) {
                Ok(fates) => {
                    if self.health.is_down() {
                        self.health.set_down(false);
                        let _ = self.reports.blocking_send(WriterReport::Recovered);
                    }
                    self.metrics.committed(appends.len(), begun.elapsed());
                    let saved = rooms.drain(..).zip(appends.drain(..)).zip(fates);
                    let saved = saved.map(|((room, append), fate)| (room, append.last_seq(), fate)).collect();
                    return self.reports.blocking_send(WriterReport::Saved(saved)).is_ok();
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
                    return false;
                }
            }
        }
    }
}
