//! Decisions taken from bytes.

use perudo_rules::{Action, Bid, Face, Hand, MAX_SEATS, Seat, SeatSet};

/// Bytes that decide, one choice after the other, what happens.
pub(crate) struct Choices<'a>(&'a [u8]);

impl<'a> Choices<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Choices<'a> {
        Choices(bytes)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A number below `limit`; 0 when the bytes have run out.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        let number = if limit > 256 { self.byte() * 256 + self.byte() } else { self.byte() };
        number % limit
    }

    fn byte(&mut self) -> usize {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        usize::from(first)
    }

    pub(crate) fn one_of<T: Copy>(&mut self, options: &[T]) -> T {
        options[self.below(options.len())]
    }

    /// Any seat that a table can have.
    pub(crate) fn seat(&mut self) -> Seat {
        Seat::new(self.below(MAX_SEATS)).unwrap_or(Seat::FIRST)
    }

    pub(crate) fn some_of(&mut self, seats: SeatSet) -> SeatSet {
        seats.iter().filter(|_| self.below(2) == 0).collect()
    }

    pub(crate) fn face(&mut self) -> Face {
        self.one_of(&Face::ALL)
    }

    /// That many dice, rolled.
    pub(crate) fn hand(&mut self, dice: u8) -> Hand {
        (0..dice).map(|_| self.face()).collect()
    }

    /// Any hand, however many dice a player has: mostly none.
    pub(crate) fn any_hand(&mut self) -> Hand {
        match self.below(8) {
            0 => Hand::from_counts(std::array::from_fn(|_| self.below(256) as u8)),
            1 => self.hand(5),
            _ => Hand::EMPTY,
        }
    }

    pub(crate) fn bid(&mut self) -> Bid {
        Bid::new(self.below(256) as u8, self.face())
    }

    /// Any action, with any numbers.
    pub(crate) fn action(&mut self) -> Action {
        match self.below(5) {
            0 => Action::Dudo,
            1 => Action::Calza,
            2 => Action::Maputo,
            3 => Action::Pass,
            _ => Action::Bid(self.bid()),
        }
    }
}
