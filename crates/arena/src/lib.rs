//! Fair contests between bots of any make: every deal is played again with the seats exchanged,
//! so that luck evens out. A [`Contest`] is a plan, [`Results`] are what came of it.

mod contest;
mod contestant;
mod dealer;
mod player;
mod program;
mod rating;
mod score;
mod tour;
mod wire;

pub use contest::{Contest, ContestError, ContestantResult, Results};
pub use contestant::{Contestant, ContestantError};
pub use dealer::Dealer;
pub use player::{AnswerError, Player};
pub use score::Score;
