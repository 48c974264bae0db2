//! Who referees a tour: someone who sees all dice, or someone who sees none before a showdown.

use perudo_rules::{
    Action, AllHands, Command, Event, Game, NoDice, Own, Phase, PlayerView, RefusalError, Reveal, Rules,
    Sealed, Seat, SeatSet, SpectatorView,
};
use serde::{Deserialize, Serialize};

use crate::ThrownDice;

/// The game of a tour.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Referee {
    /// At a sealed table: its type holds no dice.
    Sealed {
        /// The game.
        sealed: Game<Sealed>,
    },
    /// At any other.
    Open(Game),
}

/// What both know.
macro_rules! public {
    ($($name:ident($($argument:ident: $type:ty),*) -> $result:ty;)+) => {
        impl Referee {
            $(pub(crate) fn $name(&self, $($argument: $type),*) -> $result {
                match self {
                    Referee::Open(game) => game.$name($($argument),*),
                    Referee::Sealed { sealed } => sealed.$name($($argument),*),
                }
            })+
        }
    };
}

public! {
    rules() -> &Rules;
    seats() -> SeatSet;
    phase() -> Phase;
    turn() -> Option<Seat>;
    round() -> u32;
    dice(seat: Seat) -> u8;
    with_dice() -> SeatSet;
    seen_by_spectator() -> SpectatorView;
    decide_act(seat: Seat, action: Action) -> Result<Event<NoDice>, RefusalError>;
}

impl Referee {
    /// Whether the dice are sealed.
    pub(crate) fn is_sealed(&self) -> bool {
        matches!(self, Referee::Sealed { .. })
    }

    /// Whether dice lie under the cups.
    pub(crate) fn has_cups(&self) -> bool {
        matches!(self.phase(), Phase::Bidding { .. } | Phase::Showing { .. })
    }

    /// The dice of a seat that this referee sees.
    pub(crate) fn own(&self, seat: Seat) -> Option<Own> {
        match self {
            Referee::Open(game) => game.hands().map(|hands| Own { seat, hand: hands[seat] }),
            Referee::Sealed { .. } => None,
        }
    }

    /// What a player sees, if the referee does or the player's dice are given.
    pub(crate) fn seen_by(&self, seat: Seat, own: Option<Own>) -> Option<PlayerView> {
        match (self, own) {
            (Referee::Open(game), _) => Some(game.seen_by(seat)),
            (Referee::Sealed { sealed }, Some(own)) => Some(sealed.seen_with(own)),
            (Referee::Sealed { .. }, None) => None,
        }
    }

    /// The result of a call at a sealed table, after which everyone has shown these dice.
    pub(crate) fn count(&self, hands: AllHands) -> Option<Reveal> {
        let Referee::Sealed { sealed } = self else { return None };
        match sealed.decide(Command::Show(hands)) {
            Ok(Event::Revealed(reveal)) => Some(reveal),
            _ => None,
        }
    }

    /// Carries out what everyone saw.
    pub(crate) fn apply(&mut self, event: Event<NoDice>) {
        match self {
            Referee::Open(game) => game.apply(&event.with_any_dice()),
            Referee::Sealed { sealed } => sealed.apply(&event.with_any_dice()),
        }
    }

    /// Carries out a throw. Dice of the other kind of table are in no log that a program wrote, and ignored.
    pub(crate) fn throw(&mut self, dice: &ThrownDice) {
        match (self, dice) {
            (referee, ThrownDice::Drawn(throws)) => referee.apply(Event::Drawn(*throws)),
            (Referee::Open(game), ThrownDice::Rolled(hands)) => game.apply(&Event::Rolled(*hands)),
            (Referee::Sealed { sealed }, ThrownDice::Sealed) => sealed.apply(&Event::Rolled(Sealed {})),
            (Referee::Open(_), ThrownDice::Sealed) | (Referee::Sealed { .. }, ThrownDice::Rolled(_)) => {}
        }
    }
}
