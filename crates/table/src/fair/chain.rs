//! A secret chain of links.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::link::{LINK_BYTES, Link};

/// The most links that a chain has. Whoever checks a link may have to hash this often.
pub const MAX_CHAIN: u32 = 4096;

/// Each link of this number from the seed on is kept, so that any other is less than this many hashes away.
const STEP: u32 = 64;

/// A chain of links, held by the one who opens them. Each link that is opened hashes to the one opened
/// before it, the first to the [tip](Chain::tip); the seed is the last. Whoever knows the opened ones
/// cannot compute the next.
///
/// What serde writes contains the seed.
///
/// # Examples
///
/// ```
/// use perudo_table::fair::Chain;
///
/// let mut chain = Chain::new([7; 32], 100); // of secret random bytes, in earnest
/// let tip = chain.tip(); // published before the first throw
/// let first = chain.open().unwrap();
/// let second = chain.open().unwrap();
/// assert_eq!(first.hash(), tip);
/// assert_eq!(second.hash(), first);
/// ```
#[derive(Clone, Deserialize, Serialize)]
#[serde(try_from = "Snapshot", into = "Snapshot")]
pub struct Chain {
    seed: Link,
    length: u32,
    opened: u32,
    tip: Link,
    last: Link,
    /// Those of the links to come that are [`STEP`] hashes from the seed, twice as many, and so on.
    milestones: Box<[Link]>,
}

/// What it takes to make the chain again.
#[derive(Deserialize, Serialize)]
struct Snapshot {
    seed: Link,
    length: u32,
    opened: u32,
}

impl Chain {
    /// The chain of so many links, [`MAX_CHAIN`] at most, from a seed of secret random bytes.
    pub fn new(seed: [u8; LINK_BYTES], length: u32) -> Chain {
        Chain::opened_so_far(Link::new(seed), length.min(MAX_CHAIN), 0)
    }

    /// What is left of a chain whose links are all opened or forgotten: its tip.
    pub(crate) fn used_up(tip: Link) -> Chain {
        Chain::opened_so_far(tip, 0, 0)
    }

    fn opened_so_far(seed: Link, length: u32, opened: u32) -> Chain {
        let left = length - opened;
        let mut milestones = Vec::with_capacity((left.saturating_sub(1) / STEP) as usize);
        let mut last = seed;
        for hashes in 1..=left {
            last = last.hash();
            if hashes.is_multiple_of(STEP) && hashes < left {
                milestones.push(last);
            }
        }
        Chain { seed, length, opened, tip: last.hash_times(opened), last, milestones: milestones.into() }
    }

    /// What is published before the first throw: the hash of the first link.
    pub fn tip(&self) -> Link {
        self.tip
    }

    /// The link opened last, which is public; at first the tip.
    pub fn last(&self) -> Link {
        self.last
    }

    /// How many links have been opened or passed over.
    pub fn opened(&self) -> u32 {
        self.opened
    }

    /// How many links are left.
    pub fn left(&self) -> u32 {
        self.length - self.opened
    }

    /// Opens the next link; nothing if the chain has run out.
    pub fn open(&mut self) -> Option<Link> {
        self.open_nth(self.opened + 1)
    }

    /// Opens the link with that number, from 1, and passes over those before it; nothing if it has been
    /// passed already or there is none. A seat's link for throw `n` has the number `n - from + 1`, `from`
    /// being the first throw for which the chain counts.
    pub fn open_nth(&mut self, number: u32) -> Option<Link> {
        let link = self.nth(number)?;
        (self.opened, self.last) = (number, link);
        Some(link)
    }

    /// The link that comes next, without opening it.
    pub(crate) fn next(&self) -> Option<Link> {
        self.nth(self.opened + 1)
    }

    /// The next link was opened before, and this was it: nothing has to be computed to say it again.
    pub(crate) fn opened_before(&mut self, link: Link) {
        if self.left() > 0 {
            (self.opened, self.last) = (self.opened + 1, link);
        }
    }

    /// The link with that number, from 1, without opening it; nothing if it has been passed already or there is none.
    pub fn nth(&self, number: u32) -> Option<Link> {
        if number <= self.opened || number > self.length {
            return None;
        }
        let hashes = self.length - number;
        let nearest = match (hashes / STEP).checked_sub(1) {
            None => self.seed,
            Some(index) => *self.milestones.get(index as usize)?,
        };
        Some(nearest.hash_times(hashes % STEP))
    }
}

impl fmt::Debug for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut chain = f.debug_struct("Chain");
        chain.field("length", &self.length).field("opened", &self.opened).finish_non_exhaustive()
    }
}

impl PartialEq for Chain {
    fn eq(&self, other: &Chain) -> bool {
        (self.seed, self.length, self.opened) == (other.seed, other.length, other.opened)
    }
}

impl Eq for Chain {}

impl From<Chain> for Snapshot {
    fn from(chain: Chain) -> Snapshot {
        Snapshot { seed: chain.seed, length: chain.length, opened: chain.opened }
    }
}

impl TryFrom<Snapshot> for Chain {
    type Error = &'static str;

    fn try_from(snapshot: Snapshot) -> Result<Chain, &'static str> {
        let Snapshot { seed, length, opened } = snapshot;
        if length > MAX_CHAIN || opened > length {
            return Err("a chain has at most 4096 links and opens no more than it has");
        }
        Ok(Chain::opened_so_far(seed, length, opened))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_link_hashes_to_the_one_before_it_and_the_last_is_the_seed() {
        for length in [0, 1, 2, 63, 64, 65, 128, 1000, 1024, MAX_CHAIN] {
            let mut chain = Chain::new([7; 32], length);
            let mut last = chain.tip();
            for opened in 1..=length {
                let link = chain.open().unwrap();
                assert_eq!(link.hash(), last, "link {opened} of {length}");
                assert_eq!((chain.left(), chain.opened(), chain.last()), (length - opened, opened, link));
                last = link;
            }
            assert_eq!(last, Link::new([7; 32]));
            assert_eq!(chain.open(), None);
            assert_eq!(chain.tip(), last.hash_times(length));
        }
        assert_eq!(Chain::new([7; 32], u32::MAX).left(), MAX_CHAIN);
    }

    #[test]
    fn links_can_be_passed_over_and_never_come_back() {
        let mut plain = Chain::new([3; 32], 1024);
        let links: Vec<Link> = std::iter::from_fn(|| plain.open()).collect();
        let mut chain = Chain::new([3; 32], 1024);
        for number in [1, 2, 5, 64, 65, 66, 140, 141, 1000, 1023, 1024] {
            assert_eq!(chain.open_nth(number), Some(links[number as usize - 1]), "{number}");
            assert_eq!(chain.open_nth(number), None);
            assert_eq!(chain.open_nth(0), None);
            assert_eq!(chain.opened(), number);
        }
        assert_eq!(chain.open_nth(1025), None);
        assert_eq!(chain.open_nth(u32::MAX), None);
    }

    #[test]
    fn a_chain_goes_on_from_its_snapshot() {
        let mut chain = Chain::new([9; 32], 300);
        for _ in 0..101 {
            chain.open();
        }
        let text = serde_json::to_string(&chain).unwrap();
        assert_eq!(text, format!(r#"{{"seed":"{}","length":300,"opened":101}}"#, "09".repeat(32)));
        let mut again: Chain = serde_json::from_str(&text).unwrap();
        assert_eq!(again, chain);
        assert_eq!((again.tip(), again.last()), (chain.tip(), chain.last()));
        for _ in 0..200 {
            assert_eq!(again.open(), chain.open());
        }
        for bad in [
            text.replace("\"opened\":101", "\"opened\":301"),
            text.replace("300", "4097"),
            text.replace("300", "4294967295"),
        ] {
            assert!(serde_json::from_str::<Chain>(&bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_chain_holds_little_and_shows_nothing() {
        let mut chain = Chain::new([0xab; 32], 1024);
        chain.open();
        let bytes = size_of::<Chain>() + size_of_val(&*chain.milestones);
        assert!(bytes <= 640, "{bytes} bytes");
        assert_eq!(format!("{chain:?}"), "Chain { length: 1024, opened: 1, .. }");
    }
}
