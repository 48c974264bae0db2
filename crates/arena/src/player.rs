//! Whoever sits at a table of the arena.

use perudo_bots::{Bot, Situation};
use perudo_rules::record::Names;
use perudo_rules::{Action, Event, Own, Rules, Seat};

/// Why a player's answer did not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fault {
    /// It came too late, or not at all.
    Late,
    /// The program has ended.
    Crashed,
    /// It was no answer.
    Nonsense,
    /// It was against the rules.
    Illegal,
}

impl Fault {
    /// All faults there are.
    pub const ALL: [Fault; 4] = [Fault::Late, Fault::Crashed, Fault::Nonsense, Fault::Illegal];

    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Fault::Late => "late",
            Fault::Crashed => "crashed",
            Fault::Nonsense => "nonsense",
            Fault::Illegal => "illegal",
        }
    }
}

/// A seat's occupant for the length of a tour.
pub(crate) trait Player {
    /// The tour begins.
    fn begin(&mut self, _rules: &Rules, _names: &Names, _you: Seat) {}
    /// Something happened.
    fn see(&mut self, _names: &Names, _event: &Event<Own>) {}
    /// Whether it wants to see what happens.
    fn watches(&self) -> bool {
        false
    }
    /// It must decide.
    fn decide(&mut self, names: &Names, situation: &Situation<'_>) -> Result<Action, Fault>;
    /// The tour is over.
    fn end(&mut self, _names: &Names, _winner: Option<Seat>) {}
}

/// One of our own bots.
pub(crate) struct Inside(pub(crate) Box<dyn Bot>);

impl Player for Inside {
    fn decide(&mut self, _names: &Names, situation: &Situation<'_>) -> Result<Action, Fault> {
        Ok(self.0.decide(situation))
    }
}
