//! A review of a recorded game: everyone's chance to win, what each decision was worth by what the player could know, why,
//! and how much of the result was luck.
//!
//! A [`Reviewer`] goes through a record line by line, so that whoever runs it can show how far it is, or stop. It makes a
//! [`Review`], which is plain data; [`why`] says in words what a decision was worth. How the judge works, what the marks
//! mean and how far off both are: `docs/analysis.md`.

mod balance;
mod mark;
mod review;
mod reviewer;
mod spelled;
#[cfg(test)]
mod tests;
mod why;

pub use balance::Balance;
pub use mark::{Mark, Marks};
pub use review::{
    Alternative, Decision, Moment, PlayerReview, Review, StandingBid, TourReview, Verdict, What,
};
pub use reviewer::{Reviewer, decision_of};
pub use why::why;
