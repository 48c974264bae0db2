//! How strong somebody is at puzzles.

use serde::{Deserialize, Serialize};

/// The rating of a player, by the puzzles that were tried.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// The rating: a puzzle of the same rating is solved every other time.
    pub value: f64,
    /// How many puzzles were tried.
    pub tried: u32,
    /// How many of them were solved.
    pub solved: u32,
}

/// What a puzzle did to a rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The rating after it, in whole points.
    pub now: i32,
    /// By how many points it moved.
    pub by: i32,
}

impl Default for Rating {
    fn default() -> Rating {
        Rating { value: 1200.0, tried: 0, solved: 0 }
    }
}

impl Rating {
    /// The lowest and the highest rating there is.
    pub const RANGE: (f64, f64) = (400.0, 3000.0);

    /// The chance that a puzzle of some rating is solved.
    pub fn expects(&self, puzzle: u16) -> f64 {
        1.0 / (1.0 + 10f64.powf((f64::from(puzzle) - self.value) / 400.0))
    }

    /// A puzzle of that rating was tried. The first ones move the rating most: nothing is known yet.
    pub fn try_one(&mut self, puzzle: u16, solved: bool) -> Change {
        let most = (96.0 - 6.0 * f64::from(self.tried)).max(20.0);
        let before = self.whole();
        let (low, high) = Rating::RANGE;
        let moved = most * (f64::from(u8::from(solved)) - self.expects(puzzle));
        self.value = (self.value + moved).clamp(low, high);
        self.tried = self.tried.saturating_add(1);
        self.solved = self.solved.saturating_add(u32::from(solved));
        Change { now: self.whole(), by: self.whole() - before }
    }

    /// In whole points.
    pub fn whole(&self) -> i32 {
        self.value.round() as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rating_finds_its_way_to_how_strong_somebody_is() {
        for strength in [700.0, 1500.0, 2200.0] {
            let player = Rating { value: strength, ..Rating::default() };
            let mut rating = Rating::default();
            // As often as the strength says, without chance: what is owed adds up.
            let mut owed = 0.0;
            for round in 0..400u16 {
                let puzzle = (rating.value as u16).saturating_add(round % 7 * 20).saturating_sub(60);
                owed += player.expects(puzzle);
                let solved = owed >= 1.0;
                owed -= f64::from(u8::from(solved));
                rating.try_one(puzzle, solved);
            }
            assert!((rating.value - strength).abs() < 80.0, "{} instead of {strength}", rating.value);
        }
    }

    #[test]
    fn what_was_gained_is_what_is_shown() {
        let mut rating = Rating::default();
        let change = rating.try_one(1200, true);
        assert_eq!(change, Change { now: 1248, by: 48 });
        assert!(rating.try_one(1200, false).by < 0);
        assert_eq!((rating.tried, rating.solved), (2, 1));
        let mut lowest = Rating { value: 400.0, ..rating };
        assert_eq!(lowest.try_one(400, false).now, 400);
    }
}
