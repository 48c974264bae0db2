//! A bid.

use std::fmt;

use crate::Face;

/// "At least `count` dice of `face` lie on the whole table" (R5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bid {
    /// How many dice.
    pub count: u8,
    /// Of which face.
    pub face: Face,
}

impl Bid {
    /// A bid of that many dice of that face.
    pub const fn new(count: u8, face: Face) -> Bid {
        Bid { count, face }
    }
}

/// The record spelling: `3x4`.
impl fmt::Display for Bid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.count, self.face)
    }
}
