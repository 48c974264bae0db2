//! What takes too long for the page's own thread: reviews, judgements, the decisions of bots. The page writes a [`Request`],
//! the program of the worker ([`serve`]) makes [`Work`] of it and does that step by step, so that several requests go on
//! beside each other, the page hears how far each is, and any of them can be cancelled.
//!
//! A position is a record: the game as it stands at its end.

mod position;
mod request;
mod serve;
#[cfg(test)]
mod tests;
mod work;

pub use position::{Due, Position, PositionError};
pub use request::Request;
pub use serve::{FAILED, READY, serve};
pub use work::Work;
