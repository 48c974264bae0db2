//! How a contest ends before its time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Asks whoever holds a clone of it to stop, from any thread.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks everyone to stop.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether everyone was asked to.
    pub fn stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
