//! A face of a die.

use std::fmt;

/// One of the six faces. The ones are called aces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Face {
    /// The one, a joker in ordinary rounds.
    Ace = 1,
    /// The two.
    Two,
    /// The three.
    Three,
    /// The four.
    Four,
    /// The five.
    Five,
    /// The six.
    Six,
}

impl Face {
    /// All faces, lowest first.
    pub const ALL: [Face; 6] = [Face::Ace, Face::Two, Face::Three, Face::Four, Face::Five, Face::Six];

    /// The face with that many pips, if there is one.
    pub const fn new(pips: u8) -> Option<Face> {
        Some(match pips {
            1 => Face::Ace,
            2 => Face::Two,
            3 => Face::Three,
            4 => Face::Four,
            5 => Face::Five,
            6 => Face::Six,
            _ => return None,
        })
    }

    /// The number of pips, 1 to 6.
    pub const fn pips(self) -> u8 {
        self as u8
    }

    /// The position of this face in [`Face::ALL`].
    pub const fn index(self) -> usize {
        self as usize - 1
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pips().fmt(f)
    }
}
