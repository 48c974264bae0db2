//! Fair contests between bots of any make: every deal seats them in an order of its own and is
//! played again with the seats exchanged, so that luck and neighbours even out. A [`Contest`] is a plan, [`Results`] are what came of it.

mod contest;
mod contestant;
mod dealer;
mod fault_log;
mod interview;
mod plan;
mod player;
mod program;
mod rating;
mod rounds;
mod score;
mod stop;
mod tour;
mod wire;
mod worker;

pub use contest::{Contest, ContestError, ContestantResult, Length, NeighboursResult, Results};
pub use contestant::{Contestant, ContestantError, Custom};
pub use dealer::Dealer;
pub use interview::Interview;
pub use player::{AnswerError, Player};
pub use rounds::play_rounds;
pub use score::Score;
pub use stop::Stop;
