//! A position, as a record leads to it.

use perudo_analysis::{Course, RetryError};
use perudo_rules::record::{RecordError, Replay};
use perudo_rules::{Game, Seat};

/// A position.
#[derive(Clone, Debug)]
pub struct Position {
    /// The game.
    pub game: Game,
    /// What everyone has seen of the tour.
    pub course: Course,
}

/// A position in which somebody has to decide.
#[derive(Clone, Debug)]
pub struct Due {
    /// The game.
    pub game: Game,
    /// Who decides.
    pub seat: Seat,
    /// What everyone has seen of the tour.
    pub course: Course,
}

/// Why something cannot be asked.
#[derive(Clone, Debug, thiserror::Error)]
pub enum PositionError {
    /// The record is wrong.
    #[error("the record is wrong: {0}")]
    Record(#[from] RecordError),
    /// Nobody has to decide at the end of the record.
    #[error("nobody has to decide at the end of the record")]
    NothingDue,
    /// There is no bot of that name.
    #[error("there is no bot called {0}")]
    NoSuchBot(String),
    /// The game cannot be played again.
    #[error(transparent)]
    Retry(#[from] RetryError),
    /// A position to explore cannot be.
    #[error(transparent)]
    Explored(#[from] perudo_learn::PositionError),
    /// The answer cannot be written.
    #[error("the answer cannot be written: {0}")]
    Answer(String),
}

impl From<serde_json::Error> for PositionError {
    fn from(error: serde_json::Error) -> PositionError {
        PositionError::Answer(error.to_string())
    }
}

impl Position {
    /// The position at the end of a record.
    ///
    /// # Errors
    ///
    /// What is wrong with the record.
    pub fn of(record: &str) -> Result<Position, PositionError> {
        let mut course = Course::default();
        let (replay, outcome) = Replay::read_steps(record.as_bytes(), |_, step| course.follow(&step));
        outcome?;
        let (_, &game) = replay.table().ok_or(PositionError::NothingDue)?;
        Ok(Position { game, course })
    }

    /// The decision that is due in it.
    ///
    /// # Errors
    ///
    /// Nobody has to decide.
    pub fn due(self) -> Result<Due, PositionError> {
        let Position { game, course } = self;
        let seat = game.turn().ok_or(PositionError::NothingDue)?;
        Ok(Due { game, seat, course })
    }
}
