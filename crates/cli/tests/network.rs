//! The network through the real program: weights that are refused, and `perudo check --eval`.

#![allow(clippy::unwrap_used)] // a test that cannot start the program has failed

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn perudo(weights: Option<&Path>, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_perudo"));
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")).args(arguments);
    if let Some(weights) = weights {
        command.env("PERUDO_WEIGHTS", weights);
    }
    command.output().unwrap()
}

#[test]
fn damaged_weights_are_refused_aloud_and_thinker_plays_instead() {
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bots/weights/master.safetensors");
    let folder = tempfile::tempdir().unwrap();
    let damaged = folder.path().join("damaged.safetensors");
    let mut bytes = fs::read(&shipped).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&damaged, bytes).unwrap();

    let contest = ["arena", "master", "steady", "--games", "2", "--json"];
    let played = |weights: Option<&Path>| {
        let output = perudo(weights, &contest);
        assert!(output.status.success());
        let results: Value = serde_json::from_slice(&output.stdout).unwrap();
        (results["bots"][0]["decisions"].clone(), String::from_utf8(output.stderr).unwrap())
    };
    assert_eq!(played(Some(&shipped)), played(None));
    for (file, word) in [(damaged, "SHA-256"), (folder.path().join("missing"), "No such file")] {
        let (_, said) = played(Some(&file));
        assert!(said.contains(word) && said.contains("play as thinker"), "{said}");
        let eval = perudo(Some(&file), &["check", "--eval", "examples/evening.perudo"]);
        assert_eq!(eval.status.code(), Some(2));
    }
}

#[test]
fn eval_adds_to_the_report_and_changes_nothing_else() {
    let report = |arguments: &[&str]| -> Value {
        let output = perudo(None, arguments);
        assert!(output.status.success());
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let plain = report(&["check", "--json", "examples/evening.perudo"]);
    let mut judged = report(&["check", "--json", "--eval", "examples/evening.perudo"]);
    let fields = judged.as_object_mut().unwrap();
    let (moves, chances) = (fields.remove("eval").unwrap(), fields.remove("chances").unwrap());
    assert_eq!(judged, plain);
    assert_eq!(chances["anna"], 1.0, "the tour is won");
    let moves = moves.as_array().unwrap();
    assert_eq!(moves.len(), 13);
    for row in moves {
        let number = |value: &Value| value.as_f64().unwrap();
        let (before, after, best) = (&row["before"], &row["after"], &row["best"]["chance"]);
        assert!(
            [before, after, best].into_iter().all(|chance| (0.0..=1.0).contains(&number(chance))),
            "{row}"
        );
        assert!(number(best) >= number(after), "{row}");
    }

    let story =
        String::from_utf8(perudo(None, &["check", "--eval", "examples/evening.perudo"]).stdout).unwrap();
    assert_eq!(story.lines().filter(|line| line.contains(" % → ")).count(), 13);
}
