//! A review of a recorded game: everyone's chance to win, what each decision was worth by what the player could know, why,
//! and how much of the result was luck.
//!
//! A [`Reviewer`] goes through a record line by line, so that whoever runs it can show how far it is, or stop. It makes a
//! [`Review`], which is plain data; [`why`] says in words what a decision was worth. A [`Retry`] plays on from any decision
//! with the same dice, [`SameDice`] lets `master` do so many times. How the judge works, what the marks
//! mean and how far off both are: `docs/analysis.md`.

mod balance;
mod course;
mod mark;
mod retry;
mod review;
mod reviewer;
mod same_dice;
mod spelled;
#[cfg(test)]
mod tests;
mod why;

pub use balance::Balance;
pub use course::{BotPlayer, Course};
pub use mark::{Mark, Marks};
pub use retry::{Retry, RetryError};
pub use review::{
    Alternative, Decision, Moment, PlayerReview, Review, StandingBid, TourReview, Verdict, What,
};
pub use reviewer::{Reviewer, decision_of, verdict};
pub use same_dice::{SameDice, Score};
pub use why::why;
