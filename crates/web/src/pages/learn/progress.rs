//! How far somebody has come, as this browser keeps it.

use perudo_learn::{Change, Puzzle, Rating};
use serde::{Deserialize, Serialize};

use crate::browser;

const LESSONS: &str = "perudo.lessons";
const PUZZLES: &str = "perudo.puzzles";
/// So many puzzles are remembered.
const MOST: usize = 5000;

/// The lessons that were finished.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct LessonsDone(Vec<String>);

impl LessonsDone {
    pub(super) fn stored() -> LessonsDone {
        browser::load(LESSONS).unwrap_or_default()
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.0.iter().any(|done| done == name)
    }

    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// A lesson is finished.
    pub(super) fn add(name: &str) {
        let mut done = LessonsDone::stored();
        if !done.has(name) {
            done.0.push(name.to_owned());
            browser::save(LESSONS, &done);
        }
    }
}

/// The puzzles that were tried, and what came of that.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct PuzzleBook {
    pub(super) rating: Rating,
    /// The marks of those that were tried, the latest last.
    done: Vec<u32>,
    /// The day of the latest puzzle of the day that was tried.
    day: Option<i64>,
    /// On so many days in a row it was tried.
    streak: u32,
}

impl PuzzleBook {
    pub(super) fn stored() -> PuzzleBook {
        browser::load(PUZZLES).unwrap_or_default()
    }

    pub(super) fn has(&self, puzzle: &Puzzle) -> bool {
        self.done.contains(&mark(puzzle))
    }

    pub(super) fn is_daily_done(&self, day: i64) -> bool {
        self.day == Some(day)
    }

    /// On how many days in a row the puzzle of the day was tried, up to this one.
    pub(super) fn streak(&self, day: i64) -> u32 {
        if self.day.is_some_and(|latest| latest == day || latest == day - 1) { self.streak } else { 0 }
    }

    /// A puzzle was tried for the first time, as that of a day or otherwise; nothing if it was known already.
    pub(super) fn tried(&mut self, puzzle: &Puzzle, solved: bool, day: Option<i64>) -> Option<Change> {
        if let Some(day) = day.filter(|&day| self.day != Some(day)) {
            self.streak = if self.day == Some(day - 1) { self.streak.saturating_add(1) } else { 1 };
            self.day = Some(day);
        }
        let change = (!self.has(puzzle)).then(|| {
            self.done.push(mark(puzzle));
            let extra = self.done.len().saturating_sub(MOST);
            self.done.drain(..extra);
            self.rating.try_one(puzzle.rating, solved)
        });
        browser::save(PUZZLES, self);
        change
    }

    /// All were tried: they begin again.
    pub(super) fn begin_again(&mut self) {
        self.done.clear();
        browser::save(PUZZLES, self);
    }
}

/// What a puzzle is remembered by, whatever its number in the file: FNV-1a of its position.
fn mark(puzzle: &Puzzle) -> u32 {
    let text = puzzle.position.setup().to_string();
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// The day in the person's own calendar, counted from 1 January 1970.
pub(super) fn today() -> i64 {
    let date = js_sys::Date::new_0();
    let minutes = date.get_time() / 60_000.0 - date.get_timezone_offset();
    (minutes / 1440.0).floor() as i64
}
