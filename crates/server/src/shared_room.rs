//! A room that many tasks reach.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::room::Room;

/// A room that many tasks reach.
#[derive(Clone)]
pub(crate) struct SharedRoom(Arc<Mutex<Room>>);

impl SharedRoom {
    pub(crate) fn new(room: Room) -> SharedRoom {
        SharedRoom(Arc::new(Mutex::new(room)))
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Room> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether it is the same room, and not another one of the same table.
    pub(crate) fn is(&self, other: &SharedRoom) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for SharedRoom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SharedRoom")
    }
}
