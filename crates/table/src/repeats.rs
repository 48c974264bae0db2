//! Commands that were carried out, so that none is carried out twice.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

/// The client's own number of a command, with what it had seen when it first sent it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommandId {
    /// Any number that this guest has not used for another command.
    pub id: u64,
    /// The number of the last event that the client had seen.
    pub seen: u64,
}

/// Whether a command came before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeat {
    /// It is new.
    New,
    /// It was carried out, in the event of this number.
    Done(u64),
    /// It is too old to tell, so it must not be carried out.
    TooOld,
}

/// The latest commands of one guest. A command that is sent again says what it had seen at first, and was carried out
/// after that if it ever was: so those that are remembered are enough to be certain, and what is older than all of them
/// is refused. What others do at the table makes nothing older.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Repeats {
    latest: VecDeque<(u64, u64)>,
    forgotten: u64,
}

impl Repeats {
    const REMEMBERED: usize = 64;

    /// Nothing is remembered, and what was carried out up to that event may be forgotten.
    pub(crate) fn forgotten_up_to(seq: u64) -> Repeats {
        Repeats { latest: VecDeque::new(), forgotten: seq }
    }

    pub(crate) fn check(&self, command: CommandId) -> Repeat {
        match self.latest.iter().rev().find(|(id, _)| *id == command.id) {
            Some((_, seq)) => Repeat::Done(*seq),
            None if command.seen < self.forgotten => Repeat::TooOld,
            None => Repeat::New,
        }
    }

    pub(crate) fn remember(&mut self, id: u64, seq: u64) {
        self.latest.push_back((id, seq));
        if self.latest.len() > Repeats::REMEMBERED
            && let Some((_, seq)) = self.latest.pop_front()
        {
            self.forgotten = seq;
        }
    }

    /// The event of the newest command, remembered or not.
    pub(crate) fn newest(&self) -> u64 {
        self.latest.back().map_or(self.forgotten, |(_, seq)| *seq)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_carried_out_at_most_once_however_late_it_is_sent_again() {
        let mut repeats = Repeats::forgotten_up_to(0);
        let first = CommandId { id: 7, seen: 10 };
        assert_eq!(repeats.check(first), Repeat::New);
        repeats.remember(7, 11);
        assert_eq!(repeats.check(first), Repeat::Done(11));
        for seq in 12..=11 + Repeats::REMEMBERED as u64 {
            repeats.remember(seq, seq);
        }
        assert_eq!(repeats.check(first), Repeat::TooOld);
        assert_eq!(repeats.check(CommandId { id: 8, seen: 11 }), Repeat::New);
        assert_eq!(repeats.newest(), 11 + Repeats::REMEMBERED as u64);
        let other = Repeats::forgotten_up_to(repeats.newest());
        assert_eq!(other.check(first), Repeat::TooOld);
    }
}
