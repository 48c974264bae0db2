//! Seats, sets of seats, and values held for each seat.

use std::fmt;
use std::ops::{Index, IndexMut};

/// The largest table any rule set allows (R2).
pub const MAX_SEATS: usize = 20;

/// The most dice that any rule set gives a player (R1).
pub const MAX_DICE_EACH: u8 = 10;

/// A place at the table, numbered clockwise from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The first seat.
    pub const FIRST: Seat = Seat(0);

    /// The seat with that number, if a table can have it.
    pub const fn new(index: usize) -> Option<Seat> {
        if index < MAX_SEATS { Some(Seat(index as u8)) } else { None }
    }

    /// The number of the seat, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The number of the seat, from 0.
impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A set of seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SeatSet(u32);

impl SeatSet {
    /// No seat.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// Every seat that a table can have.
    pub const ALL: SeatSet = SeatSet::first(MAX_SEATS);

    /// The first `count` seats.
    pub const fn first(count: usize) -> SeatSet {
        let count = if count < MAX_SEATS { count } else { MAX_SEATS };
        SeatSet((1 << count) - 1)
    }

    /// How many seats are in it.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether it has none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `seat` is in it.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// Adds a seat.
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// Takes a seat away.
    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }

    /// The seats that are in both.
    #[must_use]
    pub const fn and(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & other.0)
    }

    /// The seats that are in either.
    #[must_use]
    pub const fn or(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 | other.0)
    }

    /// The seats that are in this one and not in the other.
    #[must_use]
    pub const fn without(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & !other.0)
    }

    /// The first seat of the set clockwise after `seat`; `seat` itself comes last.
    pub const fn after(self, seat: Seat) -> Option<Seat> {
        let later = self.0 & (u32::MAX << seat.0 << 1);
        let from = if later != 0 { later } else { self.0 };
        Seat::new(from.trailing_zeros() as usize)
    }

    /// The seats in clockwise order from the first.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let seat = Seat::new(rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(seat)
        })
    }

    /// The seats in clockwise order, beginning with `first` if it is one of them.
    pub fn clockwise_from(self, first: Seat) -> impl Iterator<Item = Seat> {
        let below = SeatSet((1 << first.0) - 1);
        self.without(below).iter().chain(self.and(below).iter())
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        let mut set = SeatSet::EMPTY;
        for seat in seats {
            set.insert(seat);
        }
        set
    }
}

/// A value for each seat of the largest table. Seats beyond the table in play hold the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BySeat<T>([T; MAX_SEATS]);

impl<T> BySeat<T> {
    /// A value made for each seat.
    pub fn from_fn(mut value: impl FnMut(Seat) -> T) -> BySeat<T> {
        BySeat(std::array::from_fn(|index| value(Seat(index as u8))))
    }

    /// The values, in the order of the seats.
    pub fn values(&self) -> impl Iterator<Item = &T> {
        self.0.iter()
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(seats: &[usize]) -> SeatSet {
        seats.iter().filter_map(|&i| Seat::new(i)).collect()
    }

    #[test]
    fn the_seat_after_is_the_next_of_the_set_clockwise() {
        let cases = [
            (&[0, 2, 5][..], 0, Some(2)),
            (&[0, 2, 5], 1, Some(2)),
            (&[0, 2, 5], 5, Some(0)),
            (&[0, 2, 5], 19, Some(0)),
            (&[3], 3, Some(3)),
            (&[19], 18, Some(19)),
            (&[], 4, None),
        ];
        for (members, from, expected) in cases {
            let after = set(members).after(Seat(from)).map(Seat::index);
            assert_eq!(after, expected, "{members:?} after {from}");
        }
    }

    #[test]
    fn clockwise_from_a_seat_goes_once_around() {
        let order: Vec<usize> = set(&[0, 2, 5, 19]).clockwise_from(Seat(3)).map(Seat::index).collect();
        assert_eq!(order, [5, 19, 0, 2]);
    }

    #[test]
    fn no_table_has_a_twenty_first_seat() {
        assert_eq!(Seat::new(MAX_SEATS), None);
        assert_eq!(SeatSet::first(99).len(), MAX_SEATS);
    }
}
