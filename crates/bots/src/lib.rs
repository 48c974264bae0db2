//! Exact odds, and bots that see a player's view and nothing else.
//!
//! [`Odds`] are the exact chances of bids for a player who knows one hand. A [`Bot`] decides from
//! a [`Situation`]: the view of one player. [`BotKind`] lists the bots by name, and a [`Network`]
//! that was trained by playing against itself drives the strongest of them. A [`Character`] gives
//! any of them a manner; an [`Opponent`] is one with or without it.

mod belief;
mod blind;
mod bot;
mod character;
mod draw;
mod habits;
mod judgement;
mod ladder;
mod master;
mod memory;
mod network;
mod novice;
mod odds;
mod opponent;
mod outlook;
mod profile;
mod race;
mod random;
mod reader;
mod solver;
mod sound;
mod steady;
mod style;
#[cfg(test)]
mod testing;
mod thinker;

pub use blind::Blind;
pub use bot::{Bot, Situation};
pub use character::Character;
pub use ladder::BotKind;
pub use master::{Level, Master};
pub use network::{Choice, Judge, Judgement, Network, Truth, WeightsError};
pub use novice::Novice;
pub use odds::{MAX_DICE, Odds};
pub use opponent::Opponent;
pub use race::race;
pub use random::Random;
pub use reader::Reader;
pub use solver::Solver;
pub use steady::Steady;
pub use style::{Doubts, Height, Style, Styled};
pub use thinker::Thinker;
