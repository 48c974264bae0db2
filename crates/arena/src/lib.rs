//! Fair contests between bots of any make.

mod contest;
mod contestant;
mod dealer;
mod outside;
mod player;
mod rating;
mod score;
mod tour;
mod wire;

pub use contest::{Contest, NoContest, Place, Results, cannot_write};
pub use contestant::{Contestant, NoContestant};
pub use dealer::Dealer;
pub use player::Fault;
pub use score::Score;
