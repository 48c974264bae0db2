//! Commands that were carried out, so that none is carried out twice.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use crate::Guest;

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

/// The latest commands. A command that is sent again says what it had seen at first, and was
/// carried out after that if it ever was: so those that are remembered are enough to be certain,
/// and what is older than all of them is refused.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Repeats {
    latest: VecDeque<(Guest, u64, u64)>,
    forgotten: u64,
}

impl Repeats {
    const REMEMBERED: usize = 128;

    pub(crate) fn check(&self, guest: Guest, command: CommandId) -> Repeat {
        let same = |&&(by, id, _): &&(Guest, u64, u64)| by == guest && id == command.id;
        match self.latest.iter().rev().find(same) {
            Some(&(_, _, seq)) => Repeat::Done(seq),
            None if command.seen < self.forgotten => Repeat::TooOld,
            None => Repeat::New,
        }
    }

    pub(crate) fn remember(&mut self, guest: Guest, id: u64, seq: u64) {
        self.latest.push_back((guest, id, seq));
        if self.latest.len() > Repeats::REMEMBERED
            && let Some((_, _, seq)) = self.latest.pop_front()
        {
            self.forgotten = seq;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_carried_out_at_most_once_however_late_it_is_sent_again() {
        let (anna, boris) = (Guest::of_secret([1; 16]), Guest::of_secret([2; 16]));
        let mut repeats = Repeats::default();
        let first = CommandId { id: 7, seen: 10 };
        assert_eq!(repeats.check(anna, first), Repeat::New);
        repeats.remember(anna, 7, 11);
        assert_eq!(repeats.check(anna, first), Repeat::Done(11));
        assert_eq!(repeats.check(boris, first), Repeat::New, "ids are each guest's own");
        for seq in 12..=11 + Repeats::REMEMBERED as u64 {
            repeats.remember(boris, seq, seq);
        }
        assert_eq!(repeats.check(anna, first), Repeat::TooOld);
        assert_eq!(repeats.check(anna, CommandId { id: 8, seen: 12 }), Repeat::New);
    }
}
