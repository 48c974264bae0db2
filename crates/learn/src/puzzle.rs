//! A puzzle: a position with one clearly best decision.

use std::fmt;
use std::str::FromStr;

use perudo_rules::Action;

use crate::{Position, PositionError, Setup};

/// A position, its best decision, and what the others are worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    /// The position.
    pub position: Position,
    /// How we know.
    pub sort: Sort,
    /// How hard it is, as the rating of a player who solves it every other time.
    pub rating: u16,
    /// What was looked at, the best first: the chance to win the tour, in thousandths.
    pub choices: Vec<(Action, u16)>,
}

/// How the answer of a puzzle is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sort {
    /// A final that is solved: against perfect play, exactly.
    Solved,
    /// A table that the network judged, and a longer search confirmed.
    Judged,
}

/// What somebody made of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Try {
    /// What was done.
    pub action: Action,
    /// Whether it was the best.
    pub solved: bool,
    /// The chance to win after it; nothing, if nobody looked at it because strong play hardly ever does it.
    pub chance: Option<f64>,
    /// The best decision, and the chance to win after it.
    pub best: (Action, f64),
}

/// Why a text is no puzzle.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PuzzleError {
    /// It has not four parts, or one cannot be read.
    #[error("a puzzle is POSITION|= or ~|RATING|ACTION=THOUSANDTHS …")]
    Syntax,
    /// The position cannot be.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// An answer is illegal, or the answers are not in order.
    #[error("{0} cannot be an answer there")]
    Answer(Action),
}

impl Puzzle {
    /// The best decision.
    pub fn best(&self) -> Action {
        self.choices.first().map_or(Action::Dudo, |&(action, _)| action)
    }

    /// How much better the best decision is than the next, as a part of the chance to win.
    pub fn margin(&self) -> f64 {
        match self.choices[..] {
            [(_, best), (_, next), ..] => thousandths(best.saturating_sub(next)),
            _ => 0.0,
        }
    }

    /// What a decision makes of it.
    pub fn tried(&self, action: Action) -> Try {
        let chance =
            |action| self.choices.iter().find(|(known, _)| *known == action).map(|&(_, n)| thousandths(n));
        let best = self.best();
        Try {
            action,
            solved: action == best,
            chance: chance(action),
            best: (best, chance(best).unwrap_or(0.0)),
        }
    }
}

fn thousandths(number: u16) -> f64 {
    f64::from(number) / 1000.0
}

/// The line of a file of puzzles.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sort = match self.sort {
            Sort::Solved => '=',
            Sort::Judged => '~',
        };
        write!(f, "{}|{sort}|{}|", self.position.setup(), self.rating)?;
        for (index, (action, chance)) in self.choices.iter().enumerate() {
            write!(f, "{}{action}={chance}", if index > 0 { " " } else { "" })?;
        }
        Ok(())
    }
}

impl FromStr for Puzzle {
    type Err = PuzzleError;

    fn from_str(line: &str) -> Result<Puzzle, PuzzleError> {
        let [position, sort, rating, choices] = line.split('|').collect::<Vec<_>>()[..] else {
            return Err(PuzzleError::Syntax);
        };
        let setup: Setup = position.parse().map_err(PositionError::from)?;
        let position = Position::try_from(setup)?;
        let sort = match sort {
            "=" => Sort::Solved,
            "~" => Sort::Judged,
            _ => return Err(PuzzleError::Syntax),
        };
        let choice = |text: &str| {
            let (action, chance) = text.split_once('=')?;
            Some((action.parse().ok()?, chance.parse().ok().filter(|chance| *chance <= 1000)?))
        };
        let choices: Option<Vec<(Action, u16)>> = choices.split(' ').map(choice).collect();
        let choices = choices.filter(|choices| choices.len() >= 2).ok_or(PuzzleError::Syntax)?;
        let legal = position.view().legal_actions();
        for (index, &(action, chance)) in choices.iter().enumerate() {
            // Nothing else is as good as the answer.
            let after = match index {
                0 => true,
                1 => choices[0].1 > chance,
                _ => choices[index - 1].1 >= chance,
            };
            if !after || !legal.contains(action) {
                return Err(PuzzleError::Answer(action));
            }
        }
        Ok(Puzzle { position, sort, rating: rating.parse().map_err(|_| PuzzleError::Syntax)?, choices })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_puzzle_is_written_as_it_is_read() {
        let line = "2-1:36:1x3,2x3:tournament|=|1432|3x3=712 dudo=401 2x6=388";
        let puzzle: Puzzle = line.parse().unwrap();
        assert_eq!(puzzle.to_string(), line);
        assert_eq!(puzzle.best().to_string(), "3x3");
        assert!((puzzle.margin() - 0.311).abs() < 1e-12);
        let tried = puzzle.tried(Action::Dudo);
        assert_eq!((tried.solved, tried.chance), (false, Some(0.401)));
        assert_eq!(puzzle.tried("3x6".parse().unwrap()).chance, None);
        assert!(puzzle.tried(puzzle.best()).solved);
    }

    #[test]
    fn what_is_no_puzzle_is_refused() {
        for line in [
            "",
            "2-1:36:1x3,2x3:tournament|=|1432",
            "2-1:36:1x3,2x3:tournament|?|1432|dudo=712 3x3=401",
            "2-1:36:1x3,2x3:tournament|=|hard|dudo=712 3x3=401",
            "2-1:36:1x3,2x3:tournament|=|1432|dudo=712",
            "2-1:36:1x3,2x3:tournament|=|1432|dudo=401 3x3=712",
            "2-1:36:1x3,2x3:tournament|=|1432|dudo=712 3x3=712",
            "2-1:36:1x3,2x3:tournament|=|1432|dudo=1712 3x3=401",
            "2-1:36:1x3,2x3:tournament|=|1432|1x4=712 3x3=401",
            "2-1:366:1x3,2x3:tournament|=|1432|dudo=712 3x3=401",
        ] {
            assert!(line.parse::<Puzzle>().is_err(), "{line}");
        }
    }
}
