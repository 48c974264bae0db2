//! The lease of this node: a thread of its own renews it, so that neither a long transaction nor many claims make it
//! late.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::mpsc;

use crate::open_rooms::OpenRooms;
use crate::report::{Report, ReportEnd};
use crate::storage_health::StorageHealth;
use crate::store::{Node, Store, StoreError, TableId};

/// How much of its lease a node uses up before it renews it.
const PART: u32 = 4;
/// After so many renewals the node asks what it holds, although its lease has not run out.
const CHECK: u32 = 16;
/// However short the lease is, storage is not asked more often.
const LEAST_PAUSE: Duration = Duration::from_millis(50);

/// How often a node with this lease renews it, and looks for tables without an owner.
pub(crate) fn pause(lease: Duration) -> Duration {
    (lease / PART).max(LEAST_PAUSE)
}

/// Renews the lease until the other end of `end` is dropped.
pub(crate) struct LeaseKeeper {
    pub(crate) store: Box<dyn Store>,
    pub(crate) node: Node,
    pub(crate) health: StorageHealth,
    pub(crate) reports: mpsc::Sender<Report>,
    /// Whether other nodes use the same storage. If not, nobody claims anything, and a renewal only shows whether storage
    /// can be written.
    pub(crate) shared: bool,
    /// Whether an operator wants this node to hand its tables over.
    pub(crate) draining: Arc<AtomicBool>,
    pub(crate) end: Receiver<()>,
    pub(crate) rooms: OpenRooms,
    /// Whether an answer was lost that may have said that the lease had run out.
    pub(crate) unsure: bool,
    /// How often the lease was renewed.
    pub(crate) renewals: u32,
}

impl LeaseKeeper {
    /// Starts the thread. The session of the node was begun after this moment, and its lease with it.
    pub(crate) fn start(self, begun: Instant) -> std::io::Result<thread::JoinHandle<()>> {
        self.prolong(begun);
        thread::Builder::new().name("perudo-lease".to_owned()).spawn(move || {
            let _end = ReportEnd(self.reports.clone());
            self.run();
        })
    }

    fn run(mut self) {
        let pause = pause(self.node.lease);
        let mut round = Instant::now();
        while self.end.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
            // A file that is written all the time would keep this waiting.
            let last = std::mem::replace(&mut round, Instant::now());
            if !self.shared && self.health.writer.was_served_since(last) {
                continue;
            }
            if !self.round() {
                return;
            }
        }
    }

    /// Renews the lease, or reports that it cannot be renewed. Says whether to go on.
    pub(crate) fn round(&mut self) -> bool {
        let Err(error) = self.renew() else { return true };
        if !error.is_temporary() {
            let _ = self.reports.blocking_send(Report::Over(error));
            return false;
        }
        tracing::error!(%error, "the lease cannot be renewed; trying again");
        self.health.lease.set_down(true);
        let _ = self.reports.blocking_send(Report::Failing);
        true
    }

    fn renew(&mut self) -> Result<(), StoreError> {
        let was_down = self.health.is_down();
        let asked = self.health.now();
        self.health.lease.set_waiting(Some(Instant::now()));
        let renewed = self.renew_and_check();
        self.health.lease.set_waiting(None);
        renewed?;
        self.prolong(asked);
        self.health.lease.set_down(false);
        if was_down && !self.health.is_down() {
            self.health.set_recovered();
            let _ = self.reports.blocking_send(Report::Recovered);
        }
        // This can wait: it says nothing about the lease.
        match self.store.to_close(&self.node) {
            Ok(tables) if tables.is_empty() => {}
            Ok(tables) => {
                let _ = self.reports.blocking_send(Report::Close(tables));
            }
            Err(error) => tracing::warn!(%error, "what operators want closed cannot be read"),
        }
        Ok(())
    }

    fn prolong(&self, since: Instant) {
        if self.shared {
            self.health.set_lease(since + self.node.lease);
        }
    }

    /// Renews the lease. If it had run out, others may have claimed tables, which is reported before anything goes on. Now
    /// and then that is looked at in any case: a table may be claimed in the very moment in which the lease is renewed.
    fn renew_and_check(&mut self) -> Result<(), StoreError> {
        let unsure = std::mem::replace(&mut self.unsure, true);
        let renewal = self.store.renew(&self.node)?;
        if renewal.draining && !self.draining.swap(true, Ordering::Relaxed) {
            let _ = self.reports.blocking_send(Report::Drain);
        }
        self.renewals = self.renewals.wrapping_add(1);
        // By this node's clock it ends before it does in storage. If a renewal was tried twice since its first answer was
        // lost, the second answer does not say that the lease had run out.
        let lapsed = renewal.lapsed || self.health.has_lease_run_out();
        if (lapsed || unsure || self.renewals.is_multiple_of(CHECK)) && self.shared {
            self.find_lost()?;
        }
        self.unsure = false;
        Ok(())
    }

    /// Finds out which tables others have claimed.
    fn find_lost(&mut self) -> Result<(), StoreError> {
        // Those of before: a table that is stored or claimed meanwhile may or may not be among what is held.
        let mut rooms = self.rooms.look_through();
        let held: HashMap<TableId, u64> = self.store.held(&self.node)?.into_iter().collect();
        rooms.retain(|room| {
            let (id, epoch) = room.lock().holding();
            held.get(&id) != Some(&epoch)
        });
        // Whoever comes from now on is not shown what is old.
        rooms.iter().for_each(|room| room.lock().retire());
        if !rooms.is_empty() {
            tracing::warn!(tables = rooms.len(), "others have claimed tables of this node");
            let _ = self.reports.blocking_send(Report::Lost(rooms));
        }
        Ok(())
    }
}
