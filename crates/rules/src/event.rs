//! What is asked for ([`Command`]) and what happened ([`Event`]).

use crate::{Action, AllHands, Bid, BySeat, Face, Hand, Seat, SeatSet};

/// Something that someone wants to happen. `decide` turns it into an [`Event`] or a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    /// Set up a position instead of the draw: these seats have that many dice.
    SetDice(BySeat<Option<u8>>),
    /// Set up a position instead of the draw: these seats have had their maputo.
    SetUsed(SeatSet),
    /// Instead of the draw: this seat opens.
    Open {
        /// Who opens.
        seat: Seat,
        /// Why.
        opening: Opening,
    },
    /// One throw of the draw, by all who are still in it (R3).
    Draw(BySeat<Option<Face>>),
    /// A player's decision.
    Act {
        /// Whose.
        seat: Seat,
        /// Which.
        action: Action,
    },
    /// All roll in secret (R4).
    Roll(AllHands),
    /// A player throws again, because a die lay askew (R20).
    Rethrow {
        /// Who.
        seat: Seat,
        /// The new dice.
        hand: Hand,
    },
    /// A player leaves or is removed (R20, R21).
    Leave(Seat),
    /// The next tour of the match begins (R23).
    NextTour,
}

/// How a set-up position says who opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Opening {
    /// As the winner of a draw.
    Start,
    /// As the one who has just lost a die: a maputo may follow by rule.
    Lost,
}

/// Something that happened; the log of a game is a list of these. What follows from the rules
/// (who loses, who opens, which kind of round) is not in it: `apply` computes it.
///
/// `D` is the dice that the reader of the event may see: [`AllHands`] for the referee,
/// [`Own`] for a player, `()` for a spectator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Event<D = AllHands> {
    /// A position was set up: the dice of every seat.
    DiceSet(BySeat<u8>),
    /// A position was set up: who has had their maputo.
    UsedSet(SeatSet),
    /// A position was set up: who opens.
    Opened {
        /// Who opens.
        seat: Seat,
        /// Why.
        opening: Opening,
    },
    /// A throw of the draw.
    Drawn(BySeat<Option<Face>>),
    /// A player declared the coming round maputo.
    Declared(Seat),
    /// A player did not.
    Passed(Seat),
    /// All rolled. Those who had not yet been asked for a declaration passed.
    Rolled(D),
    /// A player threw again; the dice under the cups are now these.
    Rethrown {
        /// Who.
        seat: Seat,
        /// All the dice that the reader of the event may see.
        dice: D,
    },
    /// A player bid.
    Bid {
        /// Who.
        seat: Seat,
        /// What.
        bid: Bid,
    },
    /// A player doubted or called calza, and all dice were shown.
    Revealed(Reveal),
    /// A player left or was removed.
    Left(Seat),
    /// The next tour began.
    TourBegan,
}

/// The dice that a player may see: their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Own {
    /// Whose they are.
    pub seat: Seat,
    /// The dice.
    pub hand: Hand,
}

/// What makes everyone lift their cups.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Call {
    /// "I don't believe it."
    Dudo,
    /// "It is exact."
    Calza,
}

/// A showdown. Everyone has seen it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Reveal {
    /// Who lifted the cups.
    pub caller: Seat,
    /// With which word.
    pub call: Call,
    /// The bid in question.
    pub bid: Bid,
    /// Whose bid it was.
    pub bidder: Seat,
    /// All dice.
    pub hands: AllHands,
    /// How many of them count for the bid.
    pub count: u8,
    /// What became of it.
    pub outcome: Outcome,
}

/// The die that changes its place after a showdown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Outcome {
    /// This seat loses a die to the centre.
    Loses(Seat),
    /// This seat takes a die back from the centre.
    Gains(Seat),
}

impl Reveal {
    /// Who lost a die, if anyone did.
    pub fn loser(&self) -> Option<Seat> {
        match self.outcome {
            Outcome::Loses(seat) => Some(seat),
            Outcome::Gains(_) => None,
        }
    }

    /// Who gained a die, if anyone did.
    pub fn gainer(&self) -> Option<Seat> {
        match self.outcome {
            Outcome::Loses(_) => None,
            Outcome::Gains(seat) => Some(seat),
        }
    }
}

impl<D> Event<D> {
    /// The same event with other dice in it.
    fn with_dice<E>(self, see: impl FnOnce(D) -> E) -> Event<E> {
        match self {
            Event::DiceSet(dice) => Event::DiceSet(dice),
            Event::UsedSet(seats) => Event::UsedSet(seats),
            Event::Opened { seat, opening } => Event::Opened { seat, opening },
            Event::Drawn(throws) => Event::Drawn(throws),
            Event::Declared(seat) => Event::Declared(seat),
            Event::Passed(seat) => Event::Passed(seat),
            Event::Rolled(dice) => Event::Rolled(see(dice)),
            Event::Rethrown { seat, dice } => Event::Rethrown { seat, dice: see(dice) },
            Event::Bid { seat, bid } => Event::Bid { seat, bid },
            Event::Revealed(reveal) => Event::Revealed(reveal),
            Event::Left(seat) => Event::Left(seat),
            Event::TourBegan => Event::TourBegan,
        }
    }
}

impl Event {
    /// The event as the player in that seat sees it.
    pub fn seen_by(self, seat: Seat) -> Event<Own> {
        self.with_dice(|hands| Own { seat, hand: hands[seat] })
    }

    /// The event as a spectator sees it.
    pub fn seen_by_spectator(self) -> Event<()> {
        self.with_dice(|_| ())
    }
}
