//! Deliberate leaks, to see that each of them would be found.

/// A mistake that a room does not make, to see that it would be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leak {
    Nothing,
    /// A view is made for another player.
    WrongView,
    /// A refusal says whether the bid is true.
    Refusal,
    /// A frame is longer where there are hidden aces.
    Length,
    /// The room wakes later where there are hidden aces.
    Pace,
    /// A line of the program's log has all dice.
    Log,
    /// The log of the table has a longer line where there are hidden aces.
    Append,
    /// The record of the tour that is played shows the last roll.
    Record,
    /// A room is printed with its dice.
    Printed,
}

impl Leak {
    pub(super) const ALL: [Leak; 8] = [
        Leak::WrongView,
        Leak::Refusal,
        Leak::Length,
        Leak::Pace,
        Leak::Log,
        Leak::Append,
        Leak::Record,
        Leak::Printed,
    ];
}
