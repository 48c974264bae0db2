//! The hash chains of this browser, one a table. They outlive a reload.

use perudo_protocol::OwnChain;
use perudo_table::fair::{Chain, Link};
use serde::{Deserialize, Serialize};

use crate::browser::{self, RandomError};

#[derive(Serialize, Deserialize)]
struct Stored {
    seed: Link,
    at: u64,
}

/// The links of a chain: enough for the longest evening.
pub(super) const LENGTH: u32 = 2048;
/// How the names begin under which chains are stored.
const PREFIX: &str = "perudo.chain.";

/// The chain that was made for a table before, or a new one.
pub(crate) fn chain_at(table: &str) -> Result<OwnChain, RandomError> {
    match browser::load::<Stored>(&format!("{PREFIX}{table}")) {
        Some(stored) => Ok(OwnChain::kept(store(table, stored.seed))),
        None => new_chain_at(table).map(OwnChain::new),
    }
}

/// A new chain in the place of the stored one.
pub(crate) fn new_chain_at(table: &str) -> Result<Chain, RandomError> {
    Ok(store(table, Link::new(browser::random()?)))
}

/// A chain that was made before its table had a name.
pub(crate) fn adopt(table: &str, seed: Link) {
    store(table, seed);
}

fn store(table: &str, seed: Link) -> Chain {
    browser::save(&format!("{PREFIX}{table}"), &Stored { seed, at: browser::now().0 });
    Chain::new(*seed.bytes(), LENGTH)
}

/// Removes the chains of tables that nobody has been at for a month.
pub(crate) fn remove_old() {
    browser::remove_old::<Stored>(PREFIX, |stored| stored.at);
}
