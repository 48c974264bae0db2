//! From links to dice.

use hmac::{Hmac, KeyInit, Mac};
use perudo_rules::{AllHands, BySeat, Face, Hand, Seat, SeatSet};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

use super::Link;
use super::link::LINK_BYTES;

/// What tells these messages from any others. Another derivation would have another number.
const DOMAIN: &[u8] = b"perudo fair dice 1";

/// The size of a block of SHA-256, to which HMAC fills up its key with zeros.
const HMAC_KEY: usize = 64;

/// Bytes from here on are skipped, so that every face has equally many of the others: 252 is 6 times 42.
const FAIR_BYTES: u8 = 252;

/// What dice are thrown for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ThrowKind {
    /// One throw of the draw, by those who are in it.
    Draw,
    /// The dice of a round.
    Roll,
}

impl ThrowKind {
    /// How it is written in a proof, and how a record begins its line.
    pub const fn name(self) -> &'static str {
        match self {
            ThrowKind::Draw => "draw",
            ThrowKind::Roll => "roll",
        }
    }
}

/// Everything that the dice of a throw follow from.
///
/// # Examples
///
/// ```
/// use perudo_rules::{BySeat, Seat};
/// use perudo_table::fair::{Link, Throw, ThrowKind};
///
/// let throw = Throw {
///     table: "kitchen",
///     number: 1,
///     kind: ThrowKind::Roll,
///     server: Link::new([1; 32]),
///     links: BySeat::default(),
///     dice: BySeat::from_fn(|seat| if seat.index() < 2 { 5 } else { 0 }),
/// };
/// assert_eq!(throw.hands(), throw.hands(), "the same links give the same dice");
/// let other = Throw { links: BySeat::from_fn(|_| Some(Link::new([2; 32]))), ..throw.clone() };
/// assert_ne!(throw.hands(), other.hands(), "and every link counts");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throw<'a> {
    /// The table.
    pub table: &'a str,
    /// Which throw it is, counted from 1 over the whole life of the table.
    pub number: u64,
    /// What it is for.
    pub kind: ThrowKind,
    /// The server's link.
    pub server: Link,
    /// The links of those seats that gave one.
    pub links: BySeat<Option<Link>>,
    /// How many dice each seat throws.
    pub dice: BySeat<u8>,
}

impl Throw<'_> {
    /// The dice of every seat.
    pub fn hands(&self) -> AllHands {
        let mut faces = self.faces();
        BySeat::from_fn(|seat| faces.by_ref().take(usize::from(self.dice[seat])).collect::<Hand>())
    }

    /// The first die of every seat that throws, as the draw needs it.
    pub fn draw(&self) -> BySeat<Option<Face>> {
        let hands = self.hands();
        BySeat::from_fn(|seat| hands[seat].faces().next())
    }

    /// Faces without end, as the links give them.
    fn faces(&self) -> impl Iterator<Item = Face> {
        faces(self.head())
    }

    /// All of the message but its last part, the number of the block.
    fn head(&self) -> Hmac<Sha256> {
        let mut message = keyed(&self.server, DOMAIN);
        update_table(&mut message, self.table, self.number);
        message.update(self.kind.name().as_bytes());
        update_links(&mut message, &self.links);
        for &dice in self.dice.values() {
            message.update(&[dice]);
        }
        message
    }
}

/// Faces without end, from a message that lacks nothing but the number of the block.
pub(super) fn faces(head: Hmac<Sha256>) -> impl Iterator<Item = Face> {
    (0..=u32::MAX)
        .flat_map(move |block| {
            let code: [u8; LINK_BYTES] =
                head.clone().chain_update(block.to_be_bytes()).finalize().into_bytes().into();
            code
        })
        .filter_map(face)
}

/// The beginning of a message whose key is a link.
pub(super) fn keyed(link: &Link, domain: &[u8]) -> Hmac<Sha256> {
    let mut key = [0; HMAC_KEY];
    key[..LINK_BYTES].copy_from_slice(link.bytes());
    let mut message = Hmac::<Sha256>::new(&key.into());
    message.update(domain);
    message
}

/// Which throw of which table it is.
pub(super) fn update_table(message: &mut Hmac<Sha256>, table: &str, throw: u64) {
    message.update(&(table.len() as u64).to_be_bytes());
    message.update(table.as_bytes());
    message.update(&throw.to_be_bytes());
}

/// The links of the seats that gave one.
pub(super) fn update_links(message: &mut Hmac<Sha256>, links: &BySeat<Option<Link>>) {
    let given = || SeatSet::ALL.iter().filter_map(|seat: Seat| Some((seat, links[seat]?)));
    message.update(&[given().count() as u8]);
    for (seat, link) in given() {
        message.update(&[seat.index() as u8]);
        message.update(link.bytes());
    }
}

/// The face that a byte stands for, if it stands for one.
fn face(byte: u8) -> Option<Face> {
    if byte < FAIR_BYTES { Face::new(1 + byte % 6) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn throw(number: u64, kind: ThrowKind, links: &[(usize, u8)], dice: &[u8]) -> Throw<'static> {
        let given = |seat: Seat| links.iter().find(|(index, _)| *index == seat.index());
        Throw {
            table: "kitchen",
            number,
            kind,
            server: Link::new([0x5e; 32]),
            links: BySeat::from_fn(|seat| given(seat).map(|&(_, byte)| Link::new([byte; 32]))),
            dice: BySeat::from_fn(|seat| dice.get(seat.index()).copied().unwrap_or(0)),
        }
    }

    fn told(throw: &Throw<'_>) -> String {
        let hands = throw.hands();
        let hands: Vec<String> = hands.values().map(Hand::to_string).collect();
        hands.join(" ").trim_end().to_owned()
    }

    #[test]
    fn a_byte_is_a_face_or_nothing_and_every_face_has_equally_many() {
        let mut counts = [0; 6];
        for byte in 0..=u8::MAX {
            match face(byte) {
                Some(face) => {
                    assert_eq!(face.pips(), byte % 6 + 1);
                    counts[face.index()] += 1;
                }
                None => assert!(byte >= 252),
            }
        }
        assert_eq!(counts, [42; 6]);
    }

    /// The same as in `docs/fair-dice.md`, computed there by the verifier in Python.
    #[test]
    fn the_test_vectors_hold() {
        let cases = [
            (throw(1, ThrowKind::Draw, &[], &[1, 1, 1]), "1 5 6"),
            (throw(2, ThrowKind::Roll, &[(0, 0xa0), (2, 0xc2)], &[5, 5, 5]), "44556 12555 11144"),
            (throw(3, ThrowKind::Roll, &[(1, 0xb1)], &[0, 3, 0, 10]), " 166  1334455666"),
        ];
        for (throw, expected) in cases {
            assert_eq!(told(&throw), expected, "throw {}", throw.number);
        }
    }

    #[test]
    fn everything_that_goes_in_changes_what_comes_out() {
        let plain = throw(1, ThrowKind::Roll, &[(0, 1), (1, 2)], &[10; 20]);
        let swapped = throw(1, ThrowKind::Roll, &[(0, 2), (1, 1)], &[10; 20]);
        let moved = throw(1, ThrowKind::Roll, &[(0, 1), (2, 2)], &[10; 20]);
        let withheld = throw(1, ThrowKind::Roll, &[(0, 1)], &[10; 20]);
        let others = [
            Throw { table: "kitchem", ..plain.clone() },
            Throw { table: "", ..plain.clone() },
            Throw { number: 2, ..plain.clone() },
            Throw { kind: ThrowKind::Draw, ..plain.clone() },
            Throw { server: Link::new([0; 32]), ..plain.clone() },
            throw(1, ThrowKind::Roll, &[(0, 1), (1, 2)], &[9; 20]),
            swapped,
            moved,
            withheld,
        ];
        let mut seen = vec![told(&plain)];
        for other in others {
            let hands = told(&other);
            assert!(!seen.contains(&hands));
            seen.push(hands);
        }
    }

    #[test]
    fn a_draw_is_one_die_for_each_who_throws() {
        let throw = throw(4, ThrowKind::Draw, &[], &[1, 0, 1]);
        let (hands, draw) = (throw.hands(), throw.draw());
        for seat in SeatSet::ALL.iter() {
            assert_eq!(draw[seat], hands[seat].faces().next());
            assert_eq!(draw[seat].is_some(), throw.dice[seat] == 1);
        }
    }

    /// 600,000 dice. The sum of squares has five degrees of freedom if dice are fair: it exceeds 37.5 once
    /// in two million. The dice of these throws are always the same, so this test fails for ever or never.
    #[test]
    fn faces_come_equally_often_and_no_seat_is_favoured() {
        let mut counts = [[0u32; 6]; 3];
        for number in 0..40_000 {
            let hands = throw(number, ThrowKind::Roll, &[(0, 7)], &[5, 5, 5]).hands();
            for (counts, hand) in counts.iter_mut().zip(hands.values()) {
                hand.faces().for_each(|face| counts[face.index()] += 1);
            }
        }
        let chi_square = |counts: [u32; 6]| -> f64 {
            let expected = f64::from(counts.iter().sum::<u32>()) / 6.0;
            counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum()
        };
        for counts in counts {
            assert_eq!(counts.iter().sum::<u32>(), 200_000);
            assert!(chi_square(counts) < 37.5, "{counts:?}");
        }
        let all = std::array::from_fn(|face| counts.iter().map(|counts| counts[face]).sum());
        assert!(chi_square(all) < 37.5, "{all:?}");
    }
}
