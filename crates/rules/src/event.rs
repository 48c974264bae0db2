//! What is asked for ([`Command`]) and what happened ([`Event`]).

use std::convert::Infallible;

use crate::{Action, AllHands, Bid, BySeat, Face, Hand, Seat, SeatSet};

/// Something that someone wants to happen. `decide` turns it into an [`Event`] or a refusal.
///
/// `D` is the dice that the referee sees: [`AllHands`], or [`Sealed`] for none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Command<D = AllHands> {
    /// Set up a position instead of the draw: these seats have that many dice.
    SetDice(BySeat<Option<u8>>),
    /// Set up a position instead of the draw: these seats have had their maputo.
    SetUsed(SeatSet),
    /// Instead of the draw: this seat opens.
    Open {
        /// The seat that opens.
        seat: Seat,
        /// Whether it opens as the winner of a draw or as a loser.
        opening: Opening,
    },
    /// One throw of the draw, by all who are still in it (R3).
    Draw(BySeat<Option<Face>>),
    /// A player's decision.
    Act {
        /// The player who decides.
        seat: Seat,
        /// The decision.
        action: Action,
    },
    /// All roll in secret (R4).
    Roll(D),
    /// A player throws again, because a die lay askew (R20).
    Rethrow {
        /// The player who throws again.
        seat: Seat,
        /// The new dice.
        hand: Hand,
    },
    /// After a call at a sealed table: all players show their dice (R11).
    Show(AllHands),
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
/// [`Own`] for a player, `()` for a spectator. An `Event<NoDice>` is public: it cannot be a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Event<D = AllHands> {
    /// A position was set up: the dice of every seat.
    DiceSet(BySeat<u8>),
    /// A position was set up: who has had their maputo.
    UsedSet(SeatSet),
    /// A position was set up: who opens.
    Opened {
        /// The seat that opens.
        seat: Seat,
        /// Whether it opens as the winner of a draw or as a loser.
        opening: Opening,
    },
    /// A throw of the draw.
    Drawn(BySeat<Option<Face>>),
    /// A player declared the coming round maputo.
    Declared(Seat),
    /// A player was asked and did not declare the coming round maputo.
    Passed(Seat),
    /// All rolled. Those who had not yet been asked for a declaration passed.
    Rolled(D),
    /// A player threw again; the dice under the cups are now these.
    Rethrown {
        /// The player who threw again.
        seat: Seat,
        /// All the dice that the reader of the event may see.
        dice: D,
    },
    /// A player bid.
    Bid {
        /// The bidder.
        seat: Seat,
        /// The bid.
        bid: Bid,
    },
    /// A player doubted or called calza at a sealed table: all players show their dice now.
    Called {
        /// The player who called.
        seat: Seat,
        /// Which of the two it was.
        #[cfg_attr(feature = "serde", serde(with = "crate::data::LoggedCall"))]
        call: Call,
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
    /// The player's seat.
    pub seat: Seat,
    /// The dice under the player's cup.
    pub hand: Hand,
}

/// The dice of a sealed table, of which its referee sees none: a type that holds nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Sealed {}

/// The dice that a referee sees while a round is bid on: all of them, or none.
pub trait RefereeDice: Copy {
    /// All hands, if the referee sees them.
    fn hands(self) -> Option<AllHands>;

    /// The dice after a player threw again; nothing, if the referee sees none.
    #[must_use]
    fn with_hand(self, seat: Seat, hand: Hand) -> Option<Self>;
}

impl RefereeDice for AllHands {
    fn hands(self) -> Option<AllHands> {
        Some(self)
    }

    fn with_hand(mut self, seat: Seat, hand: Hand) -> Option<AllHands> {
        self[seat] = hand;
        Some(self)
    }
}

impl RefereeDice for Sealed {
    fn hands(self) -> Option<AllHands> {
        None
    }

    fn with_hand(self, _: Seat, _: Hand) -> Option<Sealed> {
        None
    }
}

/// Dice that cannot exist. An `Event<NoDice>` is never [`Event::Rolled`] or [`Event::Rethrown`],
/// so anyone may be told of it.
///
/// (`std::convert::Infallible` would do, if serde knew it.)
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum NoDice {}

/// What makes everyone lift their cups.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Call {
    /// "I don't believe it."
    Dudo,
    /// "It is exact."
    Calza,
}

impl Call {
    /// The spelling in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Call::Dudo => "dudo",
            Call::Calza => "calza",
        }
    }
}

/// A showdown. Everyone has seen it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Reveal {
    /// The player who doubted or called calza.
    pub caller: Seat,
    /// Which of the two it was.
    #[cfg_attr(feature = "serde", serde(with = "crate::data::LoggedCall"))]
    pub call: Call,
    /// The bid in question.
    pub bid: Bid,
    /// The player who had made that bid.
    pub bidder: Seat,
    /// The dice of all players.
    pub hands: AllHands,
    /// How many of them count for the bid.
    pub count: u8,
    /// The die that was lost or gained.
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
    /// The same event with its dice, if it has any, replaced by `map`.
    pub fn map_dice<E>(self, map: impl FnOnce(D) -> E) -> Event<E> {
        let Ok(event) = self.try_map_dice(|dice| Ok::<E, Infallible>(map(dice)));
        event
    }

    /// The event as anyone may know it.
    ///
    /// # Errors
    ///
    /// The dice, if the event has any.
    pub fn without_dice(self) -> Result<Event<NoDice>, D> {
        self.try_map_dice(Err)
    }

    fn try_map_dice<E, F>(self, map: impl FnOnce(D) -> Result<E, F>) -> Result<Event<E>, F> {
        Ok(match self {
            Event::DiceSet(dice) => Event::DiceSet(dice),
            Event::UsedSet(seats) => Event::UsedSet(seats),
            Event::Opened { seat, opening } => Event::Opened { seat, opening },
            Event::Drawn(throws) => Event::Drawn(throws),
            Event::Declared(seat) => Event::Declared(seat),
            Event::Passed(seat) => Event::Passed(seat),
            Event::Rolled(dice) => Event::Rolled(map(dice)?),
            Event::Rethrown { seat, dice } => Event::Rethrown { seat, dice: map(dice)? },
            Event::Bid { seat, bid } => Event::Bid { seat, bid },
            Event::Called { seat, call } => Event::Called { seat, call },
            Event::Revealed(reveal) => Event::Revealed(reveal),
            Event::Left(seat) => Event::Left(seat),
            Event::TourBegan => Event::TourBegan,
        })
    }
}

impl Event<NoDice> {
    /// The same event for a game with any dice.
    ///
    /// # Examples
    ///
    /// ```
    /// use perudo_rules::{Event, Game, NoDice, Opening, Preset, Seat, SpectatorView};
    ///
    /// let event: Event<NoDice> = Event::Opened { seat: Seat::FIRST, opening: Opening::Start };
    /// let mut referee: Game = Game::new(Preset::Classic.rules(), 3)?;
    /// let mut spectator: SpectatorView = referee.seen_by_spectator();
    /// referee.apply(&event.with_any_dice());
    /// spectator.apply(&event.with_any_dice());
    /// assert_eq!(referee.seen_by_spectator(), spectator);
    /// # Ok::<(), perudo_rules::TableSizeError>(())
    /// ```
    pub fn with_any_dice<D>(self) -> Event<D> {
        self.map_dice(|none| match none {})
    }
}

impl Event {
    /// The event as the player in that seat sees it.
    pub fn seen_by(self, seat: Seat) -> Event<Own> {
        self.map_dice(|hands| Own { seat, hand: hands[seat] })
    }

    /// The event as a spectator sees it.
    pub fn seen_by_spectator(self) -> Event<()> {
        self.map_dice(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_events_with_dice_under_cups_are_not_public() {
        let seat = Seat::FIRST;
        let hands = AllHands::default();
        let reveal = Reveal {
            caller: seat,
            call: Call::Dudo,
            bid: Bid::new(1, Face::Six),
            bidder: seat,
            hands,
            count: 0,
            outcome: Outcome::Loses(seat),
        };
        let public: [Event; 11] = [
            Event::DiceSet(BySeat::default()),
            Event::UsedSet(SeatSet::EMPTY),
            Event::Opened { seat, opening: Opening::Lost },
            Event::Drawn(BySeat::default()),
            Event::Declared(seat),
            Event::Passed(seat),
            Event::Bid { seat, bid: Bid::new(2, Face::Ace) },
            Event::Called { seat, call: Call::Calza },
            Event::Revealed(reveal),
            Event::Left(seat),
            Event::TourBegan,
        ];
        for event in public {
            assert_eq!(event.without_dice().map(Event::with_any_dice), Ok(event));
        }
        for event in [Event::Rolled(hands), Event::Rethrown { seat, dice: hands }] {
            assert_eq!(event.without_dice(), Err(hands), "{event:?}");
        }
    }
}
