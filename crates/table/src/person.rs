//! The people at a table.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::fair::{Commitment, Link, Tip};
use crate::repeats::Repeats;
use crate::{Absence, Account, ClosedTips};

/// Whose browser or program it is: a hash of the 128 random bits that it keeps. Nobody else at
/// the table is told it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Guest([u8; 16]);

impl Guest {
    /// The guest who keeps this secret.
    pub fn of_secret(secret: [u8; 16]) -> Guest {
        let digest = Sha256::new().chain_update(b"perudo guest 1").chain_update(secret).finalize();
        let mut guest = [0; 16];
        for (byte, from) in guest.iter_mut().zip(digest) {
            *byte = from;
        }
        Guest(guest)
    }

    /// The person or program of that number, by whatever key they come. No secret leads to it: only a server that has
    /// seen a key can say that somebody is this guest.
    pub fn of_account(id: i64) -> Guest {
        let digest =
            Sha256::new().chain_update(b"perudo account 1").chain_update(id.to_be_bytes()).finalize();
        let mut guest = [0; 16];
        for (byte, from) in guest.iter_mut().zip(digest) {
            *byte = from;
        }
        Guest(guest)
    }

    /// A guest that was stored.
    pub fn of_bytes(bytes: [u8; 16]) -> Guest {
        Guest(bytes)
    }

    /// The hash, to be stored.
    pub fn bytes(self) -> [u8; 16] {
        self.0
    }
}

/// Says nothing: who is who must not be in logs either.
impl fmt::Debug for Guest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Guest(..)")
    }
}

/// The number of a person at one table, from 0 in the order of coming.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PersonId(pub u16);

/// Someone who gave a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    pub(crate) guest: Guest,
    /// The name.
    pub name: String,
    /// Where the person is.
    pub place: Place,
    /// Whether it is a program and says so.
    pub program: bool,
    /// Whether the host has silenced them.
    pub silenced: bool,
    /// Whether a bot plays for them, and why.
    pub away: Option<Absence>,
    /// The chain whose link counts for the coming throw.
    pub chain: Option<PersonChain>,
    /// What takes its place after that throw, for which links are being collected already: another chain, or none.
    pub next_tip: Option<Tip>,
    /// Whether the host has removed them, so that they cannot come back.
    pub barred: bool,
    /// The number of the event since which this number has been theirs.
    pub(crate) known_since: u64,
    /// The number of the event by which they came the last time.
    pub(crate) came: u64,
    /// What they had carried out.
    pub(crate) repeats: Repeats,
    /// The closed chains that they committed to.
    #[serde(default, skip_serializing_if = "ClosedTips::is_empty")]
    pub closed: ClosedTips,
    /// Whose name it is, if it is their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<Account>,
}

impl Person {
    /// The tip that was published last and from which throw on it counts, if there is a chain.
    pub fn latest_tip(&self) -> Option<(Link, u64)> {
        match &self.next_tip {
            Some(next) => next.tip.map(|tip| (tip, next.from)),
            None => self.chain.as_ref().map(|chain| (chain.tip, chain.from)),
        }
    }

    /// The tip that counts for the coming throw though it is not the last that was published.
    pub fn older_tip(&self) -> Option<(Link, u64)> {
        self.chain.as_ref().filter(|_| self.next_tip.is_some()).map(|chain| (chain.tip, chain.from))
    }

    /// Commits to a chain, or to none. `coming` is the throw that comes next.
    pub(crate) fn commit(&mut self, tip: Tip, coming: u64) {
        if tip.from > coming {
            self.next_tip = (self.chain.is_some() || tip.tip.is_some()).then_some(tip);
        } else {
            self.chain = tip.tip.map(|link| PersonChain::new(link, tip.from));
            self.next_tip = None;
        }
    }

    /// A throw is done, with this link or without one; `coming` is the next.
    pub(crate) fn thrown(&mut self, link: Option<Link>, coming: u64) {
        if let Some(chain) = &mut self.chain
            && !link.is_some_and(|link| chain.commitment.advance(link))
        {
            chain.commitment.pass();
        }
        if let Some(next) = self.next_tip.take() {
            self.commit(next, coming);
        }
    }
}

/// A chain that a person committed to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PersonChain {
    /// Its tip.
    pub tip: Link,
    /// The first throw for which it counts.
    pub from: u64,
    pub(crate) commitment: Commitment,
}

impl PersonChain {
    pub(crate) fn new(tip: Link, from: u64) -> PersonChain {
        PersonChain { tip, from, commitment: Commitment::new(tip) }
    }
}

/// Where a person is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// In this chair.
    Chair(u8),
    /// Waiting for a chair in the next tour.
    Queue,
    /// Here, without wanting a chair.
    Watching,
    /// Gone.
    Gone,
}

/// A [`Place`] without the number of the chair, as it is spelt in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum PlaceName {
    Chair,
    Queue,
    Watching,
    Gone,
}

impl Place {
    /// The place without the number of the chair.
    pub const fn name(self) -> PlaceName {
        match self {
            Place::Chair(_) => PlaceName::Chair,
            Place::Queue => PlaceName::Queue,
            Place::Watching => PlaceName::Watching,
            Place::Gone => PlaceName::Gone,
        }
    }

    /// The chair, if it is one.
    pub const fn chair(self) -> Option<u8> {
        match self {
            Place::Chair(chair) => Some(chair),
            Place::Queue | Place::Watching | Place::Gone => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guest_prints_as_nothing() {
        assert_eq!(format!("{:?}", Guest::of_secret([7; 16])), "Guest(..)");
        assert_ne!(Guest::of_secret([7; 16]), Guest::of_secret([8; 16]));
    }
}
