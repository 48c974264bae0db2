//! The puzzles that come with the program, and which of them is next.

use std::sync::OnceLock;

use crate::{Puzzle, PuzzleError};

/// A list of puzzles, from the easiest to the hardest.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Puzzles {
    all: Vec<Puzzle>,
}

/// Why a file holds no puzzles.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PuzzlesError {
    /// It cannot be decompressed.
    #[error("the file is damaged, or no file of puzzles")]
    Damaged,
    /// It does not begin as such a file does.
    #[error("the file does not begin with {HEADER:?}")]
    Header,
    /// One of its lines is no puzzle.
    #[error("puzzle {number}: {error}")]
    Puzzle {
        /// Which one, from 1.
        number: usize,
        /// What is wrong with it.
        error: PuzzleError,
    },
}

/// The first line.
const HEADER: &str = "perudo puzzles 1";
/// No file of puzzles is longer when it is decompressed.
const MOST_BYTES: usize = 16 << 20;

/// The puzzles that come with the program.
static SHIPPED: OnceLock<Puzzles> = OnceLock::new();

impl Puzzles {
    /// These puzzles, in order of their ratings.
    pub fn new(mut all: Vec<Puzzle>) -> Puzzles {
        all.sort_by_key(|puzzle| puzzle.rating);
        Puzzles { all }
    }

    /// The puzzles that come with the program. A browser does not get them with the page: there are none until they are
    /// [provided](Puzzles::provide).
    pub fn builtin() -> &'static Puzzles {
        #[cfg(target_family = "wasm")]
        {
            static NONE: OnceLock<Puzzles> = OnceLock::new();
            SHIPPED.get().unwrap_or_else(|| NONE.get_or_init(Puzzles::default))
        }
        // A test reads them, so they are never empty by mistake.
        #[cfg(not(target_family = "wasm"))]
        SHIPPED.get_or_init(|| Puzzles::read(include_bytes!("../puzzles/perudo.puzzles")).unwrap_or_default())
    }

    /// Makes puzzles that were fetched the ones that come with the program, if there are none yet.
    pub fn provide(puzzles: Puzzles) {
        let _ = SHIPPED.set(puzzles);
    }

    /// Reads a file of puzzles: lines, compressed.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn read(bytes: &[u8]) -> Result<Puzzles, PuzzlesError> {
        let text = miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(bytes, MOST_BYTES);
        let text = text.ok().and_then(|text| String::from_utf8(text).ok()).ok_or(PuzzlesError::Damaged)?;
        let mut lines = text.lines();
        if lines.next() != Some(HEADER) {
            return Err(PuzzlesError::Header);
        }
        let read = |(index, line): (usize, &str)| {
            line.parse().map_err(|error| PuzzlesError::Puzzle { number: index + 1, error })
        };
        Ok(Puzzles::new(lines.enumerate().map(read).collect::<Result<_, _>>()?))
    }

    /// The file of these puzzles.
    pub fn write(&self) -> Vec<u8> {
        const HARD: u8 = 10;
        let mut text = format!("{HEADER}\n");
        self.all.iter().for_each(|puzzle| text.push_str(&format!("{puzzle}\n")));
        miniz_oxide::deflate::compress_to_vec_zlib(text.as_bytes(), HARD)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// One of them, by its number from 0.
    pub fn get(&self, number: usize) -> Option<&Puzzle> {
        self.all.get(number)
    }

    /// All of them, from the easiest to the hardest.
    pub fn iter(&self) -> impl Iterator<Item = &Puzzle> {
        self.all.iter()
    }

    /// The number of the puzzle of a day, counted in days since 1 January 1970: the same for everybody, and none comes
    /// again before all have been.
    pub fn daily(&self, day: i64) -> Option<usize> {
        let count = i64::try_from(self.all.len()).ok().filter(|count| *count > 0)?;
        // A step that has no divisor in common with the count goes through all of them.
        let near_golden = ((count as f64 * 0.618) as i64).max(1);
        let step = (near_golden..).find(|&step| common_divisor(step, count) == 1)?;
        usize::try_from((day.rem_euclid(count) * step).rem_euclid(count)).ok()
    }

    /// The number of a puzzle about as hard as a rating says, none of those that were done. `any` is a number that
    /// chooses among them. Nothing, if all were done.
    pub fn next(&self, rating: f64, done: &dyn Fn(usize) -> bool, any: u64) -> Option<usize> {
        /// Among so many of the nearest one is chosen.
        const NEAR: usize = 24;
        let mut open: Vec<(f64, usize)> = self
            .all
            .iter()
            .enumerate()
            .filter(|(number, _)| !done(*number))
            .map(|(number, puzzle)| ((f64::from(puzzle.rating) - rating).abs(), number))
            .collect();
        open.sort_by(|a, b| a.0.total_cmp(&b.0));
        open.truncate(NEAR);
        let among = u64::try_from(open.len()).ok().filter(|among| *among > 0)?;
        open.get(usize::try_from(any % among).ok()?).map(|&(_, number)| number)
    }
}

fn common_divisor(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::Sort;

    fn few(count: u16) -> Puzzles {
        let puzzle: Puzzle = "2-1:36:1x3,2x3:tournament|=|1432|dudo=712 3x3=401".parse().unwrap();
        Puzzles::new((0..count).map(|index| Puzzle { rating: 3000 - index, ..puzzle.clone() }).collect())
    }

    #[test]
    fn puzzles_are_read_as_they_are_written() {
        let puzzles = few(30);
        assert_eq!(Puzzles::read(&puzzles.write()), Ok(puzzles));
        assert_eq!(Puzzles::read(b"no puzzles"), Err(PuzzlesError::Damaged));
        let other = |text: &str| miniz_oxide::deflate::compress_to_vec_zlib(text.as_bytes(), 6);
        assert_eq!(Puzzles::read(&other("perudo 1\n")), Err(PuzzlesError::Header));
        let broken = Puzzles::read(&other("perudo puzzles 1\n2-1:36\n"));
        assert!(matches!(broken, Err(PuzzlesError::Puzzle { number: 1, .. })), "{broken:?}");
    }

    #[test]
    fn every_day_has_another_puzzle_until_all_have_been() {
        for count in [1, 2, 7, 60, 61] {
            let puzzles = few(count);
            let days = -3..i64::from(count) - 3;
            let numbers: BTreeSet<usize> = days.map(|day| puzzles.daily(day).unwrap()).collect();
            assert_eq!(numbers.len(), usize::from(count));
        }
        assert_eq!(few(0).daily(20_000), None);
    }

    #[test]
    fn the_next_puzzle_fits_the_rating_and_is_new() {
        let puzzles = few(200);
        for any in 0..50 {
            let number = puzzles.next(2900.0, &|number| number % 2 == 0, any).unwrap();
            assert!(number % 2 == 1);
            assert!((puzzles.get(number).unwrap().rating as f64 - 2900.0).abs() <= 26.0);
        }
        assert_eq!(puzzles.next(1500.0, &|_| true, 1), None);
    }

    #[test]
    fn the_puzzles_of_the_program_are_many_and_most_of_them_are_solved() {
        let puzzles = Puzzles::builtin();
        assert!(puzzles.len() >= 2000, "only {} puzzles", puzzles.len());
        let solved = puzzles.iter().filter(|puzzle| puzzle.sort == Sort::Solved).count();
        assert!(2 * solved >= puzzles.len(), "only {solved} of {} are solved", puzzles.len());
        let different: BTreeSet<String> =
            puzzles.iter().map(|puzzle| puzzle.position.setup().to_string()).collect();
        assert_eq!(different.len(), puzzles.len(), "a puzzle is there twice");
    }
}
