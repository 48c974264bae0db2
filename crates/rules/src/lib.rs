//! The rules of Perudo, pure: no I/O, clock, randomness or async.
//!
//! The flow is [`Command`] → [`Game::decide`] → [`Event`] → [`Game::apply`]. `decide` checks and
//! never changes; `apply` changes and never fails; a log of events replays to the same state.
//!
//! # Examples
//!
//! ```
//! use perudo_rules::{Action, Bid, Command, Face, Game, Opening, Preset, Seat};
//!
//! let mut game: Game = Game::new(Preset::Classic.rules(), 2)?;
//! let anna = Seat::FIRST;
//! let opened = game.decide(Command::Open { seat: anna, opening: Opening::Start })?;
//! game.apply(&opened);
//! let bid = Action::Bid(Bid::new(3, Face::Six));
//! let refusal = game.decide(Command::Act { seat: anna, action: bid }).unwrap_err();
//! assert_eq!(refusal.reason.name(), "wrong-phase"); // nobody has rolled yet
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
mod apply;
mod axes;
mod axis_macro;
mod bid;
mod clause;
#[cfg(feature = "serde")]
mod data;
mod decide;
mod dice_errors;
mod event;
mod face;
mod game;
mod hand;
mod illegal;
mod legality;
mod played_round;
pub mod record;
mod refusal;
mod rules;
mod rules_error;
mod seat;

pub use action::{Action, LegalActions, ParseActionError};
pub use axes::*;
pub use bid::Bid;
pub use clause::Clause;
pub use dice_errors::{DrawError, RollError, SetupError};
pub use event::{Call, Command, Event, NoDice, Opening, Outcome, Own, RefereeDice, Reveal, Sealed};
pub use face::Face;
pub use game::{Game, Phase, PhaseName, PlayerView, RoundKind, SpectatorView, Standing, TableSizeError};
pub use hand::{AllHands, Hand};
pub use illegal::IllegalError;
pub use played_round::PlayedRound;
pub use refusal::RefusalError;
pub use rules::{Preset, Rules};
pub use rules_error::{RulesError, RulesErrors};
pub use seat::{BySeat, MAX_DICE_EACH, MAX_SEATS, Seat, SeatSet};
