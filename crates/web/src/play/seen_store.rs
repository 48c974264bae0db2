//! What this browser was shown of the dice, one a table. It outlives a reload.

use leptos::prelude::*;
use perudo_table::fair::Witness;
use serde::{Deserialize, Serialize};

use crate::browser;

#[derive(Serialize, Deserialize)]
struct Stored<W> {
    at: u64,
    seen: W,
}

/// How the names begin under which it is stored.
const PREFIX: &str = "perudo.seen.";
/// Of how many tables it is kept: each takes up to a few hundred kilobytes.
const MOST_TABLES: usize = 4;

/// What was seen at a table before; nothing at a new one.
pub(crate) fn witness_at(table: &str) -> Witness {
    let stored = browser::load::<Stored<Witness>>(&format!("{PREFIX}{table}"));
    let seen = stored.map(|stored| stored.seen).filter(|seen| seen.table() == table);
    seen.unwrap_or_else(|| Witness::new(table))
}

/// Keeps what was seen at a table.
pub(crate) fn save(witness: &Witness) {
    let stored = Stored { at: browser::now().0, seen: witness };
    browser::save(&format!("{PREFIX}{}", witness.table()), &stored);
}

/// Forgets all but the tables that this browser was at last.
pub(crate) fn remove_old() {
    let Ok(Some(storage)) = window().local_storage() else { return };
    let names = (0..storage.length().unwrap_or(0)).filter_map(|index| storage.key(index).ok().flatten());
    let mut stored: Vec<(u64, String)> = names
        .filter(|name| name.starts_with(PREFIX))
        .map(|name| {
            let stored: Option<Stored<serde::de::IgnoredAny>> = browser::load(&name);
            (stored.map_or(0, |stored| stored.at), name)
        })
        .collect();
    stored.sort_unstable();
    let old = stored.len().saturating_sub(MOST_TABLES - 1);
    for (_, name) in stored.drain(..old) {
        browser::remove(&name);
    }
}
