//! The public side of a chain.

use serde::{Deserialize, Serialize};

use super::{Link, MAX_CHAIN};

/// What everyone knows of a chain: the link that was opened last, at first the tip, and how many throws
/// have gone by since without one.
///
/// The link of a throw belongs to that throw: if its holder withheld it, it is passed over for good and the
/// next one hashes to the last public one in one step more. So a link that came too late tells nobody
/// anything about a later throw.
///
/// A chain serves [`MAX_CHAIN`] throws. Whoever has promised a longer one commits anew, like everybody else:
/// a proof with its later links would not hold.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Commitment {
    last: Link,
    /// Throws since the last link.
    withheld: u32,
    /// Throws since the tip.
    throws: u32,
}

impl Commitment {
    /// A chain of which only the tip is known.
    pub fn new(tip: Link) -> Commitment {
        Commitment { last: tip, withheld: 0, throws: 0 }
    }

    /// The link that is public: the one opened last, or the tip.
    pub fn last(&self) -> Link {
        self.last
    }

    /// How many throws have gone by since without a link.
    pub fn withheld(&self) -> u32 {
        self.withheld
    }

    /// Whether this is the link for the coming throw: whether it hashes to the last public one.
    pub fn accepts(&self, link: &Link) -> bool {
        self.throws < MAX_CHAIN && link.hash_times(self.withheld + 1) == self.last
    }

    /// Takes the link of a throw, if it is the one; says whether it was.
    #[must_use]
    pub fn advance(&mut self, link: Link) -> bool {
        let accepted = self.accepts(&link);
        if accepted {
            *self = Commitment { last: link, withheld: 0, throws: self.throws.saturating_add(1) };
        }
        accepted
    }

    /// A throw went by without its link.
    pub fn pass(&mut self) {
        self.withheld = self.withheld.saturating_add(1);
        self.throws = self.throws.saturating_add(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fair::Chain;

    #[test]
    fn only_the_link_of_the_coming_throw_is_accepted() {
        let mut chain = Chain::new([5; 32], 100);
        let mut seen = Commitment::new(chain.tip());
        let links: Vec<Link> = std::iter::from_fn(|| chain.open()).collect();
        assert!(!seen.accepts(&chain.tip()));
        assert!(!seen.advance(links[1]), "the link of the next throw but one");
        assert!(seen.advance(links[0]));
        assert!(!seen.advance(links[0]), "twice");
        assert_eq!(seen.last(), links[0]);
        seen.pass();
        seen.pass();
        assert!(!seen.advance(links[1]), "too late");
        assert!(!seen.advance(links[2]), "too late");
        assert!(seen.advance(links[3]));
        assert_eq!(seen.withheld(), 0);
    }

    /// Or one player could spoil the proofs of all.
    #[test]
    fn a_chain_that_is_too_long_for_a_proof_is_not_followed_to_its_end() {
        let mut seen = Commitment::new(Link::new([1; 32]).hash_times(MAX_CHAIN + 1));
        for throw in 1..=MAX_CHAIN {
            assert!(seen.advance(Link::new([1; 32]).hash_times(MAX_CHAIN + 1 - throw)), "throw {throw}");
        }
        assert!(!seen.accepts(&Link::new([1; 32])));
    }

    #[test]
    fn a_holder_who_was_away_too_long_commits_anew() {
        let mut seen = Commitment::new(Link::new([1; 32]).hash_times(MAX_CHAIN + 1));
        for _ in 0..MAX_CHAIN {
            seen.pass();
        }
        assert!(!seen.accepts(&Link::new([1; 32])));
        let text = serde_json::to_string(&seen).unwrap();
        assert_eq!(serde_json::from_str::<Commitment>(&text).unwrap(), seen);
    }
}
