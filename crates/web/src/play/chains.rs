//! Both chains of this browser for a table that has no name yet.

use perudo_protocol::OwnCups;
use perudo_table::fair::{Chain, Link};

use super::{chain_store, cup_store};
use crate::browser::{self, RandomError};

/// An open and a closed chain.
pub(crate) struct Chains {
    seed: Link,
    tip: Link,
    closed: Chain,
}

/// Makes both.
pub(crate) fn new_chains() -> Result<Chains, RandomError> {
    let seed = Link::new(browser::random()?);
    let tip = Chain::new(*seed.bytes(), chain_store::LENGTH).tip();
    Ok(Chains { seed, tip, closed: cup_store::new_chain()? })
}

impl Chains {
    /// The tip of the open one.
    pub(crate) fn tip(&self) -> Link {
        self.tip
    }

    /// The tip of the closed one.
    pub(crate) fn closed(&self) -> Link {
        self.closed.tip()
    }

    /// The table has a name: they are kept for it.
    pub(crate) fn store(self, table: &str) {
        chain_store::adopt(table, self.seed);
        cup_store::store(table, &OwnCups::new(self.closed));
    }
}
