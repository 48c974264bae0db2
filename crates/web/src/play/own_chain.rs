//! This browser's part in the dice.

use leptos::prelude::*;
use perudo_protocol::{Now, View};
use perudo_table::fair::{Chain, Link};
use serde::{Deserialize, Serialize};

use crate::browser;

/// The chain that this browser has committed to at one table.
pub(crate) struct OwnChain {
    chain: Chain,
    from: Option<u64>,
    given: Option<(u64, Link)>,
}

#[derive(Serialize, Deserialize)]
struct Kept {
    seed: Link,
    at: u64,
}

/// The links of a chain: enough for the longest evening.
const LENGTH: u32 = 2048;

fn key(table: &str) -> String {
    format!("perudo.chain.{table}")
}

impl OwnChain {
    /// The chain that was made for a table before, or a new one. It outlives a reload.
    pub(crate) fn at(table: &str) -> OwnChain {
        let kept: Option<Kept> = browser::kept(&key(table));
        let seed = kept.map_or_else(|| Link::new(browser::random()), |kept| kept.seed);
        browser::keep(&key(table), &Kept { seed, at: browser::now().0 });
        OwnChain { chain: Chain::new(*seed.bytes(), LENGTH), from: None, given: None }
    }

    /// A new one in its place.
    pub(crate) fn renewed(table: &str) -> OwnChain {
        browser::forget(&key(table));
        OwnChain::at(table)
    }

    /// Chains of tables that nobody has been at for a month are forgotten.
    pub(crate) fn tidy() {
        const MONTH: u64 = 30 * 24 * 3_600_000;
        let Ok(Some(storage)) = window().local_storage() else { return };
        let names = (0..storage.length().unwrap_or(0)).filter_map(|index| storage.key(index).ok().flatten());
        for name in names.filter(|name| name.starts_with("perudo.chain.")).collect::<Vec<_>>() {
            let kept: Option<Kept> = browser::kept(&name);
            if kept.is_none_or(|kept| kept.at + MONTH < browser::now().0) {
                browser::forget(&name);
            }
        }
    }

    /// What is published.
    pub(crate) fn tip(&self) -> Link {
        self.chain.tip()
    }

    /// Finds in the view from which throw on the chain counts; nothing, if another one is committed to.
    pub(crate) fn find(&mut self, view: &View, person: Option<u16>) {
        let me = view.people.iter().find(|known| Some(known.person) == person);
        self.from = me.filter(|me| me.tip == Some(self.chain.tip())).and_then(|me| me.from);
    }

    /// Whether it counts at the table.
    pub(crate) fn counts(&self) -> bool {
        self.from.is_some()
    }

    /// Whether it is nearly used up.
    pub(crate) fn runs_out(&self) -> bool {
        self.counts() && self.chain.left() < 64
    }

    /// The link for the throw that is coming, if one is.
    pub(crate) fn link_for(&mut self, now: &Now) -> Option<(u64, Link)> {
        let throw = now.throw?;
        if self.given.is_none_or(|(given, _)| given != throw) {
            let number = u32::try_from(throw.checked_sub(self.from?)?.checked_add(1)?).ok()?;
            self.given = self.chain.open_nth(number).map(|link| (throw, link));
        }
        self.given
    }
}
