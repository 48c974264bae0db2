//! The table at which the queue seated this browser: nobody invites friends there, and it begins by itself.

use crate::browser;

/// Where the browser stores its name.
const STORED: &str = "perudo.quick.table";

/// The queue has seated this browser there.
pub(crate) fn remember(table: &str) {
    browser::save(STORED, table);
}

/// Whether it was the queue that seated this browser there.
pub(crate) fn is_quick(table: &str) -> bool {
    browser::load::<String>(STORED).as_deref() == Some(table)
}
