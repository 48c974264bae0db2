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

#[test]
fn a_review_judges_every_decision_and_adds_up() {
    let output =
        perudo(None, &["review", "--json", "examples/evening.perudo", "examples/too-few-aces.perudo"]);
    assert_eq!(output.status.code(), Some(1), "the second record is wrong");
    let lines = String::from_utf8(output.stdout).unwrap();
    let reports: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (good, wrong) = (&reports[0], &reports[1]);
    assert_eq!((good["ok"].clone(), wrong["ok"].clone()), (true.into(), false.into()));
    assert_eq!(wrong["error"], "aces-too-few");
    assert_eq!(wrong["review"]["tours"][0]["moments"].as_array().unwrap().len(), 2, "a roll and a bid");

    let review = &good["review"];
    let number = |value: &Value| value.as_f64().unwrap();
    let tour = &review["tours"][0];
    let verdicts: Vec<&Value> = tour["moments"]
        .as_array()
        .unwrap()
        .iter()
        .map(|moment| &moment["decision"]["verdict"])
        .filter(|verdict| verdict.is_object())
        .collect();
    assert_eq!(verdicts.len(), 13);
    for verdict in verdicts {
        let best = number(&verdict["alternatives"][0]["chance"]);
        assert!((best - number(&verdict["after"]) - number(&verdict["cost"])).abs() < 1e-5, "{verdict}");
        assert!(best >= number(&verdict["before"]) - 1e-5, "{verdict}");
    }
    for balance in tour["balances"].as_array().unwrap() {
        let parts = ["start", "dice", "hidden", "decisions", "others"].map(|part| number(&balance[part]));
        assert!((parts.iter().sum::<f64>() - number(&balance["end"])).abs() < 1e-5, "{balance}");
    }
    assert!(review["players"].as_array().unwrap().iter().all(|player| number(&player["accuracy"]) <= 1.0));
}

#[test]
fn a_review_is_told_in_both_languages_without_colour_where_none_is_wanted() {
    for (language, words) in [
        ("en", ["Game 1: won by anna", "Luck and skill", "accuracy", "Perfect play"]),
        ("ru", ["Партия 1: выигрывает anna", "Удача и умение", "точность", "Идеальная игра"]),
    ] {
        let output = perudo(None, &["review", "--lang", language, "examples/evening.perudo"]);
        assert!(output.status.success());
        let page = String::from_utf8(output.stdout).unwrap();
        for word in words {
            assert!(page.contains(word), "{word}: {page}");
        }
        assert!(!page.contains('\u{1b}') && !page.contains(['{', '}']), "{page}");
    }
}

#[test]
fn records_that_cannot_be_judged_get_a_sentence_instead() {
    let folder = tempfile::tempdir().unwrap();
    let review = |name: &str, record: &str| {
        let file = folder.path().join(name);
        fs::write(&file, record).unwrap();
        let output = perudo(None, &["review", file.to_str().unwrap()]);
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let names: Vec<String> = (0..20).map(|seat| format!("p{seat}")).collect();
    let hands: Vec<String> = names.iter().map(|name| format!("{name}:1123456666")).collect();
    let (names, hands) = (names.join(" "), hands.join(" "));
    let large =
        format!("perudo 1\nrules calza dice=10\nseats {names}\nstart p0\nroll {hands}\np0 9x6\np1 dudo\n");
    let head = "perudo 1\nrules tournament\nseats anna boris\n";
    let cases = [
        ("large", large.as_str(), 0, "2 decisions are not judged"),
        (
            "unfinished",
            &format!("{head}start anna\nroll anna:11346 boris:22456\nanna 3x6\n"),
            0,
            "ends before the game does",
        ),
        ("idle", head, 0, "nothing to review"),
        ("empty", "", 1, "syntax"),
        ("binary", "perudo 1\nrules \u{0}\u{7f}", 1, "unknown-rules"),
        (
            "house",
            "perudo 1\nrules dudo dice=3 maputo=off\nseats a b\nstart a\nroll a:123 b:456\na 2x4\n",
            0,
            "Game 1",
        ),
        (
            "wrong",
            &format!("{head}start anna\nroll anna:11346 boris:22456\nanna 3x1\n"),
            1,
            "wrong in line 6",
        ),
    ];
    for (name, record, code, sentence) in cases {
        let (found, out, errors) = review(name, record);
        assert_eq!(found, Some(code), "{name}: {out}{errors}");
        assert!(out.contains(sentence) || errors.contains(sentence), "{name}: {out}{errors}");
    }
    assert_eq!(perudo(None, &["review", "no-such-file.perudo"]).status.code(), Some(2));
}
