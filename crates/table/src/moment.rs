//! A moment in time.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Milliseconds since the beginning of 1970. The table never asks for the time: it is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Moment(pub u64);

impl Moment {
    /// The moment that much later.
    #[must_use]
    pub fn after(self, time: Duration) -> Moment {
        Moment(self.0.saturating_add(u64::try_from(time.as_millis()).unwrap_or(u64::MAX)))
    }

    /// The moment that much earlier.
    #[must_use]
    pub fn before(self, time: Duration) -> Moment {
        Moment(self.0.saturating_sub(u64::try_from(time.as_millis()).unwrap_or(u64::MAX)))
    }

    /// How long ago that moment was; nothing, if it is yet to come.
    pub fn since(self, earlier: Moment) -> Duration {
        Duration::from_millis(self.0.saturating_sub(earlier.0))
    }
}
