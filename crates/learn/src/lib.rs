//! Learning Perudo: puzzles with their ratings, lessons, a trainer of odds and an explorer of strategy.
//!
//! Everything begins with a [`Setup`], a text of one line, which the referee turns into a [`Position`] or refuses. A
//! [`Puzzle`] is a position with one clearly best decision; the [`Puzzles`] that come with the program are made and
//! verified by the example `puzzles` of this crate: `docs/learn.md`. Nothing here does I/O.

mod chart;
mod explorer;
mod final_play;
mod lesson;
mod making;
mod position;
mod puzzle;
mod puzzles;
mod quiz;
mod rating;
mod setup;
mod telling;

pub use chart::{Chart, ChartMaker, Column, Row, RowName};
pub use explorer::{Explored, Explorer, Weighed};
pub use final_play::FinalPlay;
pub use lesson::{Lesson, Outcome, Step};
pub use making::{Maker, Selection, Verdict, difficulty};
pub use position::{Position, PositionError};
pub use puzzle::{Puzzle, PuzzleError, Sort, Try};
pub use puzzles::{Puzzles, PuzzlesError};
pub use quiz::{Answer, Bin, Question, Quiz};
pub use rating::{Change, Rating};
pub use setup::{Setup, SetupError};
pub use telling::{action, names, position_error, told};
