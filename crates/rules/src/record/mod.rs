//! The text record of games: `.perudo` files.
//!
//! A [`Statement`] is one line as it is written; nothing is known yet about whether it makes
//! sense. A [`Replay`] carries statements out one by one and says what is wrong with the first
//! that cannot be. A [`Record`] is a list of statements, read from a text or made from the log
//! of a game.

mod errors;
mod names;
mod replay;
mod statement;
mod text;

pub use errors::{RecordError, RecordErrorKind, SeatsError, SyntaxError, SyntaxErrorKind};
pub use names::Names;
pub use replay::{Replay, Step};
pub use statement::{MAX_LINE, Pair, Statement};
pub use text::Record;
