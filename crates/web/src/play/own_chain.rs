//! This browser's part in the dice.

use leptos::prelude::*;
use perudo_protocol::{Now, View, WireEvent, You};
use perudo_table::fair::{Chain, Link};
use serde::{Deserialize, Serialize};

use crate::browser::{self, RandomError};

/// The chain that this browser has committed to at one table, or is about to.
pub(crate) struct OwnChain {
    table: String,
    chain: Chain,
    /// Who this browser is at the table.
    you: You,
    /// The throw from which on the chain counts, once it is committed to.
    from: Option<u64>,
    /// The throw that is coming.
    throw: Option<u64>,
    given: Option<(u64, Link)>,
}

#[derive(Serialize, Deserialize)]
struct Stored {
    seed: Link,
    at: u64,
}

/// The links of a chain: enough for the longest evening.
const LENGTH: u32 = 2048;
/// With fewer links left a new chain is committed to.
const FEW: u32 = 64;
/// How the names begin under which chains are stored.
const PREFIX: &str = "perudo.chain.";

impl OwnChain {
    /// The chain that was made for a table before, or a new one. It outlives a reload.
    pub(crate) fn at(table: &str) -> Result<OwnChain, RandomError> {
        let name = format!("{PREFIX}{table}");
        let seed = match browser::load::<Stored>(&name) {
            Some(stored) => stored.seed,
            None => Link::new(browser::random()?),
        };
        browser::save(&name, &Stored { seed, at: browser::now().0 });
        Ok(OwnChain {
            table: table.to_owned(),
            chain: Chain::new(*seed.bytes(), LENGTH),
            you: You::default(),
            from: None,
            throw: None,
            given: None,
        })
    }

    /// A new chain takes its place.
    fn renew(&mut self) -> Result<(), RandomError> {
        browser::remove(&format!("{PREFIX}{}", self.table));
        let renewed = OwnChain::at(&self.table)?;
        *self = OwnChain { you: self.you, throw: self.throw, ..renewed };
        Ok(())
    }

    /// Removes the chains of tables that nobody has been at for a month.
    pub(crate) fn remove_old() {
        const MONTH: u64 = 30 * 24 * 3_600_000;
        let Ok(Some(storage)) = window().local_storage() else { return };
        let names = (0..storage.length().unwrap_or(0)).filter_map(|index| storage.key(index).ok().flatten());
        for name in names.filter(|name| name.starts_with(PREFIX)).collect::<Vec<_>>() {
            let stored: Option<Stored> = browser::load(&name);
            if stored.is_none_or(|stored| stored.at + MONTH < browser::now().0) {
                browser::remove(&name);
            }
        }
    }

    /// What is published.
    pub(crate) fn tip(&self) -> Link {
        self.chain.tip()
    }

    /// Takes in a whole table.
    pub(crate) fn welcome(&mut self, view: &View, you: You) {
        self.you = you;
        self.throw = view.now.throw;
        let me = view.people.iter().find(|known| Some(known.person) == you.person);
        self.from = me.filter(|me| me.tip == Some(self.tip())).and_then(|me| me.from);
    }

    /// Takes in who this browser is.
    pub(crate) fn identify(&mut self, you: You) {
        self.you = you;
    }

    /// Takes in what happened.
    pub(crate) fn receive(&mut self, event: &WireEvent, now: Option<&Now>) {
        match event {
            WireEvent::Came { tip: Some(tip), from, .. } if *tip == self.tip() => self.from = Some(*from),
            WireEvent::Committed { person: Some(_), tip, from } if *tip == self.tip() => {
                self.from = Some(*from);
            }
            // Another device of the same guest has committed to another chain.
            WireEvent::Committed { person, .. } if person.is_some() && *person == self.you.person => {
                self.from = None;
            }
            _ => {}
        }
        if let Some(now) = now {
            self.throw = now.throw;
        }
    }

    /// The tip to commit to, where someone sits without a chain, or with one that is nearly used up.
    pub(crate) fn uncommitted(&mut self) -> Result<Option<Link>, RandomError> {
        if self.you.chair.is_none() || self.throw.is_some() {
            return Ok(None);
        }
        if self.from.is_some() && self.chain.left() < FEW {
            self.renew()?;
        }
        Ok(self.from.is_none().then(|| self.tip()))
    }

    /// The link for the throw that is coming, if one is.
    pub(crate) fn link(&mut self) -> Option<(u64, Link)> {
        let throw = self.throw?;
        if self.given.is_none_or(|(given, _)| given != throw) {
            let number = u32::try_from(throw.checked_sub(self.from?)?.checked_add(1)?).ok()?;
            self.given = self.chain.open_nth(number).map(|link| (throw, link));
        }
        self.given
    }
}
