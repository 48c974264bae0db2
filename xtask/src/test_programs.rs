//! The test programs of the workspace.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use crate::command::cargo;
use crate::jobs::{Job, Jobs};

/// Those that take or wait longest, first: the others run beside them.
const LONGEST: [&str; 7] = ["page", "server", "faults", "people", "store", "cluster", "contests"];

/// One line of what cargo says about a build. Lines about other things have fewer fields.
#[derive(Deserialize)]
struct Artifact {
    #[serde(default)]
    manifest_path: PathBuf,
    target: Option<Target>,
    profile: Option<Profile>,
    executable: Option<PathBuf>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
}

#[derive(Deserialize)]
struct Profile {
    test: bool,
}

/// Builds tests, and says how to run each program of them as cargo would.
#[derive(Default)]
pub(crate) struct TestPrograms {
    /// Those that were built before.
    known: BTreeSet<PathBuf>,
}

impl TestPrograms {
    /// Builds these targets of the whole workspace. Crates are the same whichever of them are built, as long as tests are among
    /// them: so nothing is built twice.
    pub(crate) fn build(
        &mut self,
        jobs: &Jobs<'_>,
        name: &str,
        targets: &[&str],
    ) -> Result<Vec<Job>, String> {
        let mut build = cargo(&["build", "--profile", "test", "--workspace", "--quiet"]);
        let built = jobs.output(name, build.arg("--message-format=json-render-diagnostics").args(targets))?;
        Ok(self.programs(&String::from_utf8_lossy(&built)))
    }

    /// The test programs that cargo tells of for the first time, in the order to run them in.
    fn programs(&mut self, built: &str) -> Vec<Job> {
        let programs = built.lines().filter_map(test_program);
        let mut new: Vec<Program> =
            programs.filter(|program| self.known.insert(program.executable.clone())).collect();
        new.sort_by_key(|program| program.rank);
        new.into_iter().map(|program| program.job).collect()
    }
}

struct Program {
    executable: PathBuf,
    /// Its place among the [`LONGEST`].
    rank: usize,
    job: Job,
}

/// The test program that a line tells of.
fn test_program(line: &str) -> Option<Program> {
    let artifact: Artifact = serde_json::from_str(line).ok()?;
    let (target, executable) = (artifact.target?, artifact.executable?);
    artifact.profile.filter(|profile| profile.test)?;
    let folder = artifact.manifest_path.parent()?;
    let package = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let rank = LONGEST.iter().position(|name| *name == target.name).unwrap_or(LONGEST.len());
    let name = format!("tests of {package}: {}", target.name);
    let job = Job { name, command: command(&executable, folder), has_tests: true };
    Some(Program { executable, rank, job })
}

fn command(executable: &Path, folder: &Path) -> Command {
    let mut command = Command::new(executable);
    command.current_dir(folder).env("CARGO_MANIFEST_DIR", folder);
    command
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn line(name: &str, test: bool, executable: &str) -> String {
        format!(
            r#"{{"reason":"compiler-artifact","manifest_path":"/a/crates/cli/Cargo.toml",
            "target":{{"name":"{name}"}},"profile":{{"test":{test}}},"executable":{executable}}}"#
        )
        .replace('\n', "")
    }

    #[test]
    fn only_lines_about_test_programs_name_one() {
        let cases = [
            (line("page", true, r#""/t/page-1""#), Some((0, "tests of cli: page"))),
            (
                line("documents", true, r#""/t/documents-1""#),
                Some((LONGEST.len(), "tests of cli: documents")),
            ),
            (line("perudo", false, r#""/t/perudo""#), None),
            (line("perudo", true, "null"), None),
            (r#"{"reason":"build-finished","success":true}"#.to_owned(), None),
            ("not JSON".to_owned(), None),
        ];
        for (line, expected) in cases {
            let found = test_program(&line);
            let found = found.as_ref().map(|program| (program.rank, program.job.name.as_str()));
            assert_eq!(found, expected, "{line}");
        }
    }

    #[test]
    fn programs_that_were_built_before_are_not_run_again_and_the_longest_are_first() {
        let [page, server, rest] = [
            line("page", true, r#""/t/page-1""#),
            line("server", true, r#""/t/server-1""#),
            line("documents", true, r#""/t/documents-1""#),
        ];
        let mut programs = TestPrograms::default();
        let mut names = |built: &[&String]| -> Vec<String> {
            let built: Vec<&str> = built.iter().map(|line| line.as_str()).collect();
            programs.programs(&built.join("\n")).into_iter().map(|job| job.name).collect()
        };
        assert_eq!(names(&[&page]), ["tests of cli: page"]);
        assert_eq!(names(&[&rest, &page, &server]), ["tests of cli: server", "tests of cli: documents"]);
        assert_eq!(names(&[&rest, &page, &server]), Vec::<String>::new());
    }

    #[test]
    fn crates_whose_tests_are_not_built_have_none() {
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("crates");
        let mut looked = 0;
        for folder in fs::read_dir(crates).unwrap() {
            let folder = folder.unwrap().path();
            let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
            if !manifest.contains("test = false") {
                continue;
            }
            let mut folders = vec![folder.join("src")];
            while let Some(folder) = folders.pop() {
                for file in fs::read_dir(folder).unwrap() {
                    let path = file.unwrap().path();
                    if path.is_dir() {
                        folders.push(path);
                    } else {
                        looked += 1;
                        let text = fs::read_to_string(&path).unwrap();
                        assert!(!text.contains("#[test]"), "{} has a test that is never run", path.display());
                    }
                }
            }
        }
        assert!(looked > 0, "no file was looked at");
    }
}
