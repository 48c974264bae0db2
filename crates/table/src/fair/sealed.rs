//! Dice that nobody knows but their player.

use hmac::Mac;
use perudo_rules::{BySeat, Hand, Seat};
use serde::{Deserialize, Serialize};

use super::throw::{faces, keyed, update_links, update_table};
use super::{Link, MAX_CHAIN, Tip};

/// What the message begins with, so that these dice and other uses of the same links have nothing in common.
const DOMAIN: &[u8] = b"perudo sealed dice 1";

/// A roll at a sealed table: everything that its dice follow from but the closed links of the seats.
///
/// # Examples
///
/// ```
/// use perudo_rules::{BySeat, Seat};
/// use perudo_table::fair::{Chain, ClosedTip, Link, SealedThrow};
///
/// let mut closed = Chain::new([3; 32], 1024); // of secret random bytes, in earnest
/// let published = ClosedTip { tip: closed.tip(), from: 7 };
///
/// let open = BySeat::from_fn(|seat| (seat == Seat::FIRST).then_some(Link::new([1; 32])));
/// let throw = SealedThrow { table: "kitchen", number: 8, server: Link::new([2; 32]), links: open };
/// let link = closed.open_nth(published.number(8).unwrap()).unwrap();
/// let hand = throw.hand(Seat::FIRST, 5, &link); // the player alone can know this now,
/// assert_eq!(hand.len(), 5);
/// assert!(published.accepts(8, &link)); // and everyone can check it at the showdown
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SealedThrow<'a> {
    /// The id of the table.
    pub table: &'a str,
    /// The number of the throw in the life of the table, from 1.
    pub number: u64,
    /// The server's link.
    pub server: Link,
    /// The open links of the seats that gave one.
    pub links: BySeat<Option<Link>>,
}

impl SealedThrow<'_> {
    /// The dice of a seat, from its closed link for this throw.
    pub fn hand(&self, seat: Seat, dice: u8, closed: &Link) -> Hand {
        let mut message = keyed(closed, DOMAIN);
        update_table(&mut message, self.table, self.number);
        message.update(&[seat.index() as u8]);
        message.update(self.server.bytes());
        update_links(&mut message, &self.links);
        message.update(&[dice]);
        faces(message).take(usize::from(dice)).collect()
    }
}

/// The tip of a closed chain, and the first throw for which it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct ClosedTip {
    /// The tip.
    pub tip: Link,
    /// The throw.
    pub from: u64,
}

impl ClosedTip {
    /// Which link of the chain belongs to a throw, from 1; none, if the chain does not reach it.
    pub fn number(&self, throw: u64) -> Option<u32> {
        let number = u32::try_from(throw.checked_sub(self.from)?.checked_add(1)?).ok()?;
        (number <= MAX_CHAIN).then_some(number)
    }

    /// Whether this is the chain's link for that throw.
    pub fn accepts(&self, throw: u64, link: &Link) -> bool {
        self.number(throw).is_some_and(|number| link.hash_times(number) == self.tip)
    }
}

impl From<ClosedTip> for Tip {
    fn from(ClosedTip { tip, from }: ClosedTip) -> Tip {
        Tip { from, tip: Some(tip) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fair::Chain;

    fn throw(number: u64, server: u8, links: &[(usize, u8)]) -> SealedThrow<'static> {
        let given = |seat: Seat| links.iter().find(|(index, _)| *index == seat.index());
        SealedThrow {
            table: "kitchen",
            number,
            server: Link::new([server; 32]),
            links: BySeat::from_fn(|seat| given(seat).map(|&(_, byte)| Link::new([byte; 32]))),
        }
    }

    fn hand(throw: &SealedThrow<'_>, seat: usize, dice: u8, closed: u8) -> String {
        throw.hand(Seat::new(seat).unwrap(), dice, &Link::new([closed; 32])).to_string()
    }

    #[test]
    fn the_test_vectors_hold() {
        let alone = throw(1, 0x5e, &[]);
        let three = throw(2, 0x5e, &[(0, 0xa0), (2, 0xc2)]);
        let cases = [
            (&alone, 0, 5, 0xd0, "35566"),
            (&three, 0, 5, 0xd0, "12356"),
            (&three, 1, 5, 0xd1, "11235"),
            (&three, 2, 5, 0xd2, "23466"),
            (&three, 3, 10, 0xd3, "1122333346"),
            (&three, 0, 0, 0xd0, ""),
        ];
        let found = cases.map(|(throw, seat, dice, closed, _)| hand(throw, seat, dice, closed));
        assert_eq!(found, cases.map(|(.., expected)| expected));
    }

    #[test]
    fn everything_that_goes_in_changes_what_comes_out() {
        let plain = throw(1, 9, &[(0, 1), (1, 2)]);
        let throws = [
            plain,
            SealedThrow { table: "kitchem", ..plain },
            SealedThrow { table: "", ..plain },
            SealedThrow { number: 2, ..plain },
            SealedThrow { server: Link::new([0; 32]), ..plain },
            throw(1, 9, &[(0, 2), (1, 1)]),
            throw(1, 9, &[(0, 1), (2, 2)]),
            throw(1, 9, &[(0, 1)]),
        ];
        let mut seen: Vec<String> = throws.iter().map(|throw| hand(throw, 0, 100, 7)).collect();
        seen.push(hand(&plain, 1, 100, 7));
        seen.push(hand(&plain, 0, 100, 8));
        seen.push(hand(&plain, 0, 101, 7));
        for (index, one) in seen.iter().enumerate() {
            assert!(!seen[..index].contains(one), "case {index}");
        }
    }

    #[test]
    fn a_closed_link_belongs_to_one_throw_and_to_no_other() {
        let mut chain = Chain::new([5; 32], 100);
        let tip = ClosedTip { tip: chain.tip(), from: 11 };
        let links: Vec<Link> = std::iter::from_fn(|| chain.open()).collect();
        for throw in 1..=40 {
            for (index, link) in links.iter().take(40).enumerate() {
                assert_eq!(tip.accepts(throw, link), throw == 11 + index as u64, "{throw}, link {index}");
            }
        }
        assert_eq!(tip.number(10), None);
        assert_eq!(tip.number(10 + u64::from(MAX_CHAIN)), Some(MAX_CHAIN));
        assert_eq!(tip.number(11 + u64::from(MAX_CHAIN)), None);
        assert_eq!(tip.number(u64::MAX), None);
        assert_eq!(ClosedTip { from: 0, ..tip }.number(u64::MAX), None);
    }
}
