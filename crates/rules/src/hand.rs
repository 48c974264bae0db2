//! The dice under one cup.

use std::fmt;

use crate::{Bid, BySeat, Face};

/// Dice under one cup, as a count for each face: the order in which dice lie means nothing.
///
/// # Examples
///
/// ```
/// use perudo_rules::{Face, Hand};
///
/// let hand: Hand = [Face::Six, Face::Ace, Face::Six].into_iter().collect();
/// assert_eq!(hand.to_string(), "166");
/// assert_eq!(hand.matching(Face::Six, true), 3); // the ace is a joker
/// assert_eq!(hand.matching(Face::Six, false), 2);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hand([u8; 6]);

/// The hands of all seats, those without dice holding [`Hand::EMPTY`]. Only a referee may hold it.
pub type AllHands = BySeat<Hand>;

impl Hand {
    /// No dice.
    pub const EMPTY: Hand = Hand([0; 6]);

    /// A hand from the number of dice of each face, aces first.
    pub const fn from_counts(counts: [u8; 6]) -> Hand {
        Hand(counts)
    }

    /// The number of dice of each face, aces first.
    pub const fn counts(self) -> [u8; 6] {
        self.0
    }

    /// How many dice show exactly this face.
    pub const fn of(self, face: Face) -> u8 {
        self.0[face.index()]
    }

    /// Puts one more die into the hand.
    pub const fn add(&mut self, face: Face) {
        self.0[face.index()] = self.0[face.index()].saturating_add(1);
    }

    /// How many dice there are.
    pub fn len(self) -> usize {
        self.0.iter().map(|&n| usize::from(n)).sum()
    }

    /// Whether there are no dice.
    pub fn is_empty(self) -> bool {
        self == Hand::EMPTY
    }

    /// How many dice count for a bid on `face` (R12): aces are jokers unless the round says no.
    pub const fn matching(self, face: Face, jokers: bool) -> u8 {
        match (face, jokers) {
            (Face::Ace, _) | (_, false) => self.of(face),
            (_, true) => self.of(face).saturating_add(self.of(Face::Ace)),
        }
    }

    /// The faces, lowest first, one for each die.
    pub fn faces(self) -> impl Iterator<Item = Face> {
        Face::ALL.into_iter().flat_map(move |face| std::iter::repeat_n(face, usize::from(self.of(face))))
    }
}

impl FromIterator<Face> for Hand {
    fn from_iter<I: IntoIterator<Item = Face>>(faces: I) -> Hand {
        let mut hand = Hand::EMPTY;
        for face in faces {
            hand.add(face);
        }
        hand
    }
}

/// The record spelling: `11346`.
impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.faces().try_for_each(|face| write!(f, "{face}"))
    }
}

impl BySeat<Hand> {
    /// How many dice on the whole table count for a bid on `face`.
    pub fn matching(&self, face: Face, jokers: bool) -> u8 {
        self.values().fold(0, |sum, hand| sum.saturating_add(hand.matching(face, jokers)))
    }

    /// Whether a bid is true of these hands.
    pub fn fulfil(&self, bid: Bid, jokers: bool) -> bool {
        self.matching(bid.face, jokers) >= bid.count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aces_count_as_the_face_that_was_bid_and_only_aces_count_for_aces() {
        let hand = Hand::from_counts([2, 0, 1, 1, 0, 1]);
        let cases = [
            (Face::Three, true, 3),
            (Face::Three, false, 1),
            (Face::Two, true, 2),
            (Face::Two, false, 0),
            (Face::Ace, true, 2),
            (Face::Ace, false, 2),
        ];
        for (face, jokers, expected) in cases {
            assert_eq!(hand.matching(face, jokers), expected, "{face} jokers={jokers}");
        }
    }

    #[test]
    fn a_hand_prints_its_dice_lowest_first() {
        let hand: Hand = [Face::Six, Face::Ace, Face::Four, Face::Ace].into_iter().collect();
        assert_eq!(hand.to_string(), "1146");
        assert_eq!(hand.len(), 4);
    }
}
