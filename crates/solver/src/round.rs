//! Rounds of Perudo as games: the ladder is whatever the rules crate says it is.

use std::collections::HashMap;

use perudo_rules::{
    Action, BySeat, Command, Event, Face, Game, Hand, Illegal, Opening, Phase, RoundKind, Rules, Seat,
    SpectatorView,
};

use crate::game::{Edge, PublicGame, Showdown, Side, State, StateId};
use crate::hands::{all_hands, chance};

/// A round of two players: who opens has the first number of dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
    /// The rule set.
    pub rules: Rules,
    /// The kind of the round: final or maputo.
    pub kind: RoundKind,
    /// The dice of the opener and of the other.
    pub dice: [u8; 2],
}

/// Why there is no such round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoRound {
    /// The referee does not set up such a position.
    Refused(Illegal),
    /// The rules never play a round of this kind with these dice and two players left.
    NoSuchKind(RoundKind),
    /// The round has more hands or states than the solver can number.
    TooLarge,
}

/// What a round is worth to its opener, by its outcome.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Payoffs {
    /// The die lost by the opener, by the other.
    pub loses: [f64; 2],
    /// A die gained by calza: by the opener, by the other.
    pub gains: [f64; 2],
}

impl Payoffs {
    /// The round itself, won or lost.
    pub const ROUND: Payoffs = Payoffs { loses: [-1.0, 1.0], gains: [1.0, -1.0] };
}

/// A round with what its numbers mean.
#[derive(Clone, Debug)]
pub struct RoundGame {
    /// The round.
    pub round: Round,
    /// The game to solve.
    pub game: PublicGame,
    hands: [Vec<Hand>; 2],
    /// The actions of each state, in the order of its edges.
    actions: Vec<Vec<Action>>,
}
