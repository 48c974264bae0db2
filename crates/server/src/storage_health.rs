//! How storage is, as those who use it find it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;

/// A clock that never goes back.
pub(crate) type Now = Arc<dyn Fn() -> Instant + Send + Sync>;

/// How storage is.
#[derive(Clone)]
pub(crate) struct StorageHealth {
    now: Now,
    pub(crate) writer: UserHealth,
    pub(crate) lease: UserHealth,
    /// Until when no other node claims the tables of this one.
    lease_until: Arc<Mutex<Option<Instant>>>,
    /// When storage came back last.
    recovered: Arc<Mutex<Option<Instant>>>,
}

/// How storage is for one of its users.
#[derive(Clone, Debug, Default)]
pub(crate) struct UserHealth(Arc<Health>);

#[derive(Debug, Default)]
struct Health {
    down: AtomicBool,
    /// Since when it has waited for an answer, if it waits.
    waiting: Mutex<Option<Instant>>,
    /// When it was last well served.
    served: Mutex<Option<Instant>>,
}

impl Default for StorageHealth {
    fn default() -> StorageHealth {
        StorageHealth::with_clock(Arc::new(Instant::now))
    }
}

impl StorageHealth {
    /// How long storage may take to answer.
    const PATIENCE: Duration = Duration::from_secs(2);

    /// By a clock of its own.
    pub(crate) fn with_clock(now: Now) -> StorageHealth {
        StorageHealth {
            now,
            writer: UserHealth::default(),
            lease: UserHealth::default(),
            lease_until: Arc::default(),
            recovered: Arc::default(),
        }
    }

    /// What its clock says.
    pub(crate) fn now(&self) -> Instant {
        (self.now)()
    }

    /// Whether nothing can be stored at the moment, or others may have what this node holds: its lease has run out.
    pub(crate) fn is_down(&self) -> bool {
        self.writer.is_down() || self.lease.is_down() || self.has_lease_run_out()
    }

    /// Whether other nodes may claim the tables of this one.
    pub(crate) fn has_lease_run_out(&self) -> bool {
        self.lease_until.lock().is_some_and(|until| until < self.now())
    }

    /// Whether storage came back within this time: other nodes that live may not have renewed their leases yet.
    pub(crate) fn has_recovered_within(&self, time: Duration) -> bool {
        self.recovered.lock().is_some_and(|recovered| self.now() < recovered + time)
    }

    /// Whether storage takes events, and takes them in time.
    pub(crate) fn is_well(&self) -> bool {
        !self.is_down() && self.writer.is_quick() && self.lease.is_quick()
    }

    pub(crate) fn set_recovered(&self) {
        *self.recovered.lock() = Some(self.now());
    }

    pub(crate) fn set_lease(&self, until: Instant) {
        *self.lease_until.lock() = Some(until);
    }
}

impl UserHealth {
    pub(crate) fn is_down(&self) -> bool {
        self.0.down.load(Ordering::Relaxed)
    }

    fn is_quick(&self) -> bool {
        self.0.waiting.lock().is_none_or(|since| since.elapsed() < StorageHealth::PATIENCE)
    }

    /// Whether it has been well served since that moment.
    pub(crate) fn was_served_since(&self, moment: Instant) -> bool {
        self.0.served.lock().is_some_and(|served| served >= moment)
    }

    pub(crate) fn set_down(&self, down: bool) {
        self.0.down.store(down, Ordering::Relaxed);
        if !down {
            *self.0.served.lock() = Some(Instant::now());
        }
    }

    pub(crate) fn set_waiting(&self, since: Option<Instant>) {
        *self.0.waiting.lock() = since;
    }
}
