//! Exact odds, and bots that see a player's view and nothing else.

mod belief;
mod bot;
mod draw;
mod habits;
mod judgement;
mod ladder;
mod master;
mod mind;
mod novice;
mod odds;
mod race;
mod random;
mod reader;
mod solver;
mod steady;
mod thinker;

pub use bot::{Bot, Situation};
pub use ladder::BotKind;
pub use master::{Level, Master};
pub use mind::{Network, Outlook, WeightsFault};
pub use novice::Novice;
pub use odds::{MAX_DICE, Odds};
pub use race::race;
pub use random::Random;
pub use reader::Reader;
pub use solver::Solver;
pub use steady::Steady;
pub use thinker::Thinker;
