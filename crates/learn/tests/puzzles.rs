//! A sample of the puzzles is looked at again; the example `puzzles` verifies all of them.
#![allow(clippy::unwrap_used)] // a test fails by panicking

use perudo_bots::Network;
use perudo_learn::{Maker, Puzzle, Puzzles, Sort, Verdict};

/// Every so many of a sort.
fn sample(sort: Sort, count: usize) -> Vec<&'static Puzzle> {
    let all: Vec<&Puzzle> = Puzzles::builtin().iter().filter(|puzzle| puzzle.sort == sort).collect();
    all.iter().step_by((all.len() / count).max(1)).copied().collect()
}

#[test]
fn solved_puzzles_hold_when_they_are_solved_again() {
    let maker = Maker::new(Network::current().unwrap());
    for puzzle in sample(Sort::Solved, 40) {
        assert_eq!(maker.verify(puzzle), Verdict::Holds, "{puzzle}");
    }
}

#[test]
fn judged_puzzles_hold_when_they_are_searched_again() {
    let maker = Maker::new(Network::current().unwrap());
    for puzzle in sample(Sort::Judged, 5) {
        assert_eq!(maker.verify(puzzle), Verdict::Holds, "{puzzle}");
    }
}

#[test]
fn a_wrong_answer_does_not_hold() {
    let maker = Maker::new(Network::current().unwrap());
    for sort in [Sort::Solved, Sort::Judged] {
        let puzzle = sample(sort, 1)[0];
        let mut wrong = puzzle.clone();
        wrong.choices.swap(0, 1);
        let found = maker.verify(&wrong);
        assert!(
            matches!(found, Verdict::Fails { best: Some((best, _)) } if best == puzzle.best()),
            "{wrong}"
        );
        // Nor does a right one beside which another is listed as being as good.
        let mut doubtful = puzzle.clone();
        doubtful.choices[1].1 = doubtful.choices[0].1;
        assert!(matches!(maker.verify(&doubtful), Verdict::Fails { .. }), "{doubtful}");
    }
}
