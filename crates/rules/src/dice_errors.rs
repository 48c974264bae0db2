//! What is wrong with dice that come from outside: a draw, a roll, a set-up position.

use std::error::Error;
use std::fmt;

use crate::{Hand, Seat};

/// What is wrong with a throw of the draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawError {
    /// This player must throw and does not.
    Missing(Seat),
    /// This player throws and is not in the draw.
    NotInDraw(Seat),
    /// This player throws twice.
    Twice(Seat),
}

/// What is wrong with a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RollError {
    /// This player has another number of dice.
    WrongDice {
        /// The player.
        seat: Seat,
        /// How many dice the player has.
        has: u8,
        /// What was rolled.
        rolled: Hand,
    },
    /// This player rolls twice.
    Twice(Seat),
}

/// What is wrong with a set-up position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SetupError {
    /// This player has more dice than the rules give.
    TooManyDice {
        /// The player.
        seat: Seat,
        /// How many the rules give.
        most: u8,
    },
    /// Fewer than two players have dice.
    TooFewWithDice,
    /// A set-up stands instead of the draw, and the draw has begun.
    DrawBegan,
    /// This player is named twice.
    Twice(Seat),
}

impl fmt::Display for DrawError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DrawError::Missing(seat) => write!(f, "seat {seat} must throw and does not"),
            DrawError::NotInDraw(seat) => write!(f, "seat {seat} throws and is not in the draw"),
            DrawError::Twice(seat) => write!(f, "seat {seat} throws twice"),
        }
    }
}

impl fmt::Display for RollError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RollError::WrongDice { seat, has, rolled } => {
                write!(f, "seat {seat} has {has} dice and rolls {}", rolled.len())
            }
            RollError::Twice(seat) => write!(f, "seat {seat} rolls twice"),
        }
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::TooManyDice { seat, most } => {
                write!(f, "seat {seat} has more than the {most} dice that the rules give")
            }
            SetupError::TooFewWithDice => f.write_str("fewer than two players have dice"),
            SetupError::DrawBegan => f.write_str("the draw has begun"),
            SetupError::Twice(seat) => write!(f, "seat {seat} is named twice"),
        }
    }
}

impl Error for DrawError {}
impl Error for RollError {}
impl Error for SetupError {}
