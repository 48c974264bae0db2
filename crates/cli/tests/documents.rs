//! The sentences of the five documents, of the rules page and of the record format as cases:
//! a record, and what `perudo check --json` must say about it.
//!
//! The cases are data, in `documents/*.toml`. A case has a `name` that reads like a sentence, the
//! `place` it comes from, the `clauses` it shows and a `record`. With `rules`, its own or its file's,
//! the two lines `perudo 1` and `rules …` stand before the record and are counted as lines.
//!
//! `expect` lists fields of the JSON object that must be equal, "null" being null; a case that
//! expects no `error` must be accepted. `legal-has` and `legal-lacks` list some of what is legal.

use std::collections::{BTreeSet, HashSet};
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use expect_test::expect_file;
use perudo_rules::Clause;
use serde::Deserialize;
use serde_json::{Map, Value};

const DOCUMENTS: [&str; 7] =
    ["000-tournament", "001-classic", "002-international", "003-calza", "004-dudo", "conventions", "record"];

/// Every reason that a record may be refused for.
const ERRORS: &str = "
    syntax unknown-rules bad-seats bad-draw bad-roll bad-setup no-such-player player-is-out tour-over
    wrong-phase not-your-turn more-than-dice-in-play face-locked aces-cannot-open aces-too-few
    after-aces-too-few face-already-called bid-not-higher nothing-to-doubt nothing-to-calza calza-off
    calza-in-maputo calza-with-all-dice maputo-off maputo-in-final maputo-three-singles
    maputo-needs-one-die maputo-used";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    title: String,
    rules: Option<String>,
    /// A document with the same sentences: its cases are cases of this one too, under its rules.
    repeats: Option<String>,
    #[serde(rename = "case")]
    cases: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Case {
    name: String,
    place: String,
    #[serde(default)]
    clauses: Vec<String>,
    rules: Option<String>,
    record: String,
    expect: Map<String, Value>,
    #[serde(default)]
    legal_has: Vec<String>,
    #[serde(default)]
    legal_lacks: Vec<String>,
}

impl Document {
    fn read(name: &str) -> Result<Document, Box<dyn Error>> {
        let path = format!("{}/tests/documents/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        let mut document: Document =
            toml::from_str(&fs::read_to_string(path)?).map_err(|error| format!("{name}: {error}"))?;
        for case in &mut document.cases {
            case.rules = case.rules.take().or_else(|| document.rules.clone());
        }
        if let Some(original) = &document.repeats {
            for mut case in Document::read(original)?.cases {
                case.name = format!("{} ({})", case.name, name);
                case.rules.clone_from(&document.rules);
                document.cases.push(case);
            }
        }
        Ok(document)
    }

    fn all() -> Result<Vec<Document>, Box<dyn Error>> {
        DOCUMENTS.iter().map(|name| Document::read(name)).collect()
    }
}

impl Case {
    fn text(&self) -> String {
        match &self.rules {
            Some(rules) => format!("perudo 1\nrules {rules}\n{}", self.record),
            None => self.record.clone(),
        }
    }

    /// What differs from what the case expects, each as the end of a sentence.
    fn differences(&self, got: &Value) -> Vec<String> {
        let legal = |action: &String| {
            got["legal"].as_array().is_some_and(|list| list.contains(&action.as_str().into()))
        };
        let accepted = ("ok".to_owned(), Value::from(!self.expect.contains_key("error")));
        let fields = self.expect.clone().into_iter().chain([accepted]);
        let unequal = fields.filter_map(|(field, expected)| {
            let expected = with_nulls(expected);
            match got.get(&field) {
                Some(value) if *value == expected => None,
                Some(value) => Some(format!("{field} should be {expected}, but is {value}")),
                None => Some(format!("{field} should be {expected}, but is missing")),
            }
        });
        let missing = self.legal_has.iter().filter(|action| !legal(action));
        let surplus = self.legal_lacks.iter().filter(|action| legal(action));
        unequal
            .chain(missing.map(|action| format!("{action} should be legal, but is not")))
            .chain(surplus.map(|action| format!("{action} should not be legal, but is")))
            .collect()
    }
}

/// TOML has no null: the word stands for it.
fn with_nulls(value: Value) -> Value {
    match value {
        Value::String(text) if text == "null" => Value::Null,
        Value::Object(fields) => fields.into_iter().map(|(key, value)| (key, with_nulls(value))).collect(),
        other => other,
    }
}

#[test]
fn every_case_is_judged_as_its_document_says() -> Result<(), Box<dyn Error>> {
    let documents = Document::all()?;
    let cases: Vec<(&Document, &Case)> = documents
        .iter()
        .flat_map(|document| document.cases.iter().map(move |case| (document, case)))
        .collect();

    let folder = tempfile::tempdir()?;
    let mut check = Command::new(env!("CARGO_BIN_EXE_perudo"));
    check.args(["check", "--json"]).current_dir(&folder);
    for (index, (_, case)) in cases.iter().enumerate() {
        let file = format!("{index}.perudo");
        fs::write(folder.path().join(&file), case.text())?;
        check.arg(file);
    }
    let output = String::from_utf8(check.output()?.stdout)?;
    assert_eq!(output.lines().count(), cases.len(), "one line of JSON for each record");

    let mut failures = String::new();
    for ((document, case), line) in cases.iter().zip(output.lines()) {
        let got: Value = serde_json::from_str(line)?;
        for difference in case.differences(&got) {
            writeln!(failures, "{}, {}: in “{}” {difference}.", document.title, case.place, case.name)?;
            if let Some(message) = got["message"].as_str() {
                writeln!(failures, "    line {}, {}: {message}", got["line"], got["error"])?;
            }
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
    Ok(())
}

#[test]
fn every_clause_has_a_case_and_every_case_its_own_name() -> Result<(), Box<dyn Error>> {
    let documents = Document::all()?;
    let cases = || documents.iter().flat_map(|document| &document.cases);

    let mut names = HashSet::new();
    let twice: Vec<&str> =
        cases().map(|case| case.name.as_str()).filter(|name| !names.insert(*name)).collect();
    assert!(twice.is_empty(), "these names are used twice: {twice:?}");

    let clauses: HashSet<&str> = Clause::ALL.iter().map(|clause| clause.name()).collect();
    let shown: HashSet<&str> = cases().flat_map(|case| &case.clauses).map(String::as_str).collect();
    assert_eq!(shown, clauses, "the clauses that cases show, and those that there are");
    Ok(())
}

#[test]
fn every_error_is_expected_by_a_case() -> Result<(), Box<dyn Error>> {
    let documents = Document::all()?;
    let expected: BTreeSet<&str> = documents
        .iter()
        .flat_map(|document| &document.cases)
        .filter_map(|case| case.expect.get("error")?.as_str())
        .collect();
    assert_eq!(expected, ERRORS.split_whitespace().collect());
    Ok(())
}

#[test]
fn the_table_of_cases_is_up_to_date() -> Result<(), Box<dyn Error>> {
    let documents = Document::all()?;
    let mut table = "# Cases\n\n\
        Where each sentence of the documents and each clause of the rules is tested. Made from\n\
        `crates/cli/tests/documents/` by `UPDATE_EXPECT=1 cargo test -p perudo-cli --test documents`.\n\n\
        ## Cases for each clause\n\n| clause |"
        .to_owned();
    for name in DOCUMENTS {
        write!(table, " {name} |")?;
    }
    write!(table, "\n|---|{}", "--:|".repeat(DOCUMENTS.len()))?;
    for clause in Clause::ALL {
        write!(table, "\n| {clause} |")?;
        for document in &documents {
            let shows = |case: &&Case| case.clauses.iter().any(|name| name == clause.name());
            match document.cases.iter().filter(shows).count() {
                0 => table.push_str("  |"),
                count => write!(table, " {count} |")?,
            }
        }
    }
    table.push('\n');
    for document in &documents {
        write!(table, "\n## {}\n\n| place | clauses | cases |\n|---|---|---|\n", document.title)?;
        for cases in document.cases.chunk_by(|a, b| a.place == b.place && a.clauses == b.clauses) {
            let names: Vec<&str> = cases.iter().map(|case| case.name.as_str()).collect();
            writeln!(
                table,
                "| {} | {} | {} |",
                cases[0].place,
                cases[0].clauses.join(", "),
                names.join("<br>")
            )?;
        }
    }
    expect_file!["../../../docs/cases.md"].assert_eq(&table);
    Ok(())
}
