//! Groups of radio buttons.

use std::sync::atomic::{AtomicU32, Ordering};

/// A name that no other group on the page has.
pub(crate) fn fresh_group() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!("group-{}", NEXT.fetch_add(1, Ordering::Relaxed))
}
