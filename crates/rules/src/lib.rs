//! The rules of Perudo, pure: no I/O, clock, randomness or async.
//!
//! The flow is [`Command`] → [`Game::decide`] → [`Event`] → [`Game::apply`]. `decide` checks and
//! never changes; `apply` changes and never fails; a log of events replays to the same state.
//!
//! ```
//! use perudo_rules::{Action, Bid, Command, Face, Game, Opening, Preset, Seat};
//!
//! let mut game: Game = Game::new(Preset::Classic.rules(), 2).unwrap();
//! let anna = Seat::FIRST;
//! let opened = game.decide(Command::Open { seat: anna, opening: Opening::Start }).unwrap();
//! game.apply(&opened);
//! let bid = Action::Bid(Bid::new(3, Face::Six));
//! let refusal = game.decide(Command::Act { seat: anna, action: bid }).unwrap_err();
//! assert_eq!(refusal.reason.name(), "wrong-phase"); // nobody has rolled yet
//! ```

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

mod action;
mod apply;
mod axes;
mod axis_macro;
mod bid;
mod clause;
#[cfg(feature = "serde")]
mod data;
mod decide;
mod event;
mod face;
mod game;
mod hand;
mod illegal;
mod legality;
pub mod record;
mod rules;
mod seat;

pub use action::{Action, LegalActions, NotAnAction};
pub use axes::{
    Axis, Calza, LeaveAces, Maputo, MaputoFinal, MaputoLimit, MaputoThreeSingles, OpenAces, RulesSpec,
};
pub use bid::Bid;
pub use clause::Clause;
pub use event::{Call, Command, Event, NoDice, Opening, Outcome, Own, Reveal};
pub use face::Face;
pub use game::{BadTable, Game, Phase, PhaseName, PlayerView, RoundKind, SpectatorView, Standing};
pub use hand::{AllHands, Hand};
pub use illegal::{DrawFault, Illegal, Refusal, RollFault, SetupFault};
pub use rules::{Preset, Rules, RulesFault};
pub use seat::{BySeat, MAX_DICE_EACH, MAX_SEATS, Seat, SeatSet};
