//! `perudo puzzle` through pipes.

use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use serde_json::Value;

use crate::program::perudo;

/// What the program prints when these lines are typed.
fn typed(home: &Path, arguments: &[&str], lines: &str) -> String {
    let mut command = perudo();
    command.arg("puzzle").args(arguments).env("XDG_DATA_HOME", home).env("HOME", home).env("LC_ALL", "C");
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // The program may have ended before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_puzzle_takes_one_legal_move_and_keeps_a_rating() {
    let home = tempfile::tempdir().unwrap();
    let told: Value = serde_json::from_str(&typed(home.path(), &["--number", "40", "--json"], "")).unwrap();
    let best = told["best"].as_str().unwrap().to_owned();
    assert_eq!(told["choices"][0]["action"], best.as_str());

    // What is no move, a question, and a move that the referee refuses cost nothing.
    let lines = format!("castle\u{1b}[2J\n?\nmaputo\n{best}\n");
    let solved = typed(home.path(), &["--number", "40"], &lines);
    assert!(solved.contains("is not a move") && solved.contains("Solved!"), "{solved}");
    assert!(!solved.contains('\u{1b}'), "no control characters: {solved:?}");
    assert!(solved.contains("(+"), "{solved}");

    let again = typed(home.path(), &["--number", "40", "--lang", "ru"], &format!("{best}\n"));
    assert!(again.contains("Решено!") && again.contains("рейтинг не меняется"), "{again}");
}

#[test]
fn the_puzzle_of_a_day_is_the_same_for_everybody_and_an_endless_run_ends_with_its_input() {
    let [one, other] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let daily = |home: &Path| typed(home, &["--date", "2026-12-24", "--json"], "");
    assert_eq!(daily(one.path()), daily(other.path()));
    assert_ne!(daily(one.path()), typed(one.path(), &["--date", "2026-12-25", "--json"], ""));
    let run = typed(one.path(), &["--more"], "q\n");
    assert!(run.contains("Rating 1200, 0 of 0 solved"), "{run}");
    let run = typed(one.path(), &["--more"], "");
    assert!(run.contains("Rating 1200"), "{run}");
}
