//! Fair contests between bots of any make: every deal seats them in an order of its own and is
//! played again with the seats exchanged, so that luck and neighbours even out. A [`Contest`] is a plan, [`Results`] are what came of it.

mod contest;
mod contestant;
mod dealer;
mod plan;
mod player;
mod program;
mod rating;
mod score;
mod tour;
mod wire;
mod worker;

pub use contest::{Contest, ContestError, ContestantResult, NeighboursResult, Results};
pub use contestant::{Contestant, ContestantError};
pub use dealer::Dealer;
pub use player::AnswerError;
pub use score::Score;
