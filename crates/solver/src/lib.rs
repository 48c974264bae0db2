//! Game theory.

mod arena;
mod cfr;
mod game;
mod hands;
pub mod known;
mod pool;
mod response;
mod schedule;

pub use arena::Unsure;
pub use cfr::Solver;
pub use game::{PublicGame, Side};
pub use response::{Average, Place, Quality, Strategy, quality};
pub use schedule::Schedule;
