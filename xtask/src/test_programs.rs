//! The test programs of the workspace.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Deserialize;

use crate::command::cargo;
use crate::jobs::Job;

/// Those that take longest, first: the others run beside them.
const LONGEST: [&str; 3] = ["page", "contests", "server"];

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

/// Builds every test of the workspace, and says how to run each program of them as cargo would.
pub(crate) fn build() -> Result<Vec<Job>, String> {
    println!("\n== the tests are built");
    let mut build = cargo(&["test", "--workspace", "--no-run", "--message-format=json-render-diagnostics"]);
    let output = build
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cannot start {build:?}: {error}"))?;
    if !output.status.success() {
        return Err(format!("the tests cannot be built ({})", output.status));
    }
    let mut programs: Vec<(usize, Job)> =
        String::from_utf8_lossy(&output.stdout).lines().filter_map(test_program).collect();
    programs.sort_by_key(|(rank, _)| *rank);
    Ok(programs.into_iter().map(|(_, job)| job).collect())
}

/// The test program that a line tells of, with its place among the [`LONGEST`].
fn test_program(line: &str) -> Option<(usize, Job)> {
    let artifact: Artifact = serde_json::from_str(line).ok()?;
    let (target, executable) = (artifact.target?, artifact.executable?);
    artifact.profile.filter(|profile| profile.test)?;
    let folder = artifact.manifest_path.parent()?;
    let package = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let rank = LONGEST.iter().position(|name| *name == target.name).unwrap_or(LONGEST.len());
    let name = format!("tests of {package}: {}", target.name);
    Some((rank, Job { name, command: command(&executable, folder), has_tests: true }))
}

fn command(executable: &Path, folder: &Path) -> Command {
    let mut command = Command::new(executable);
    command.current_dir(folder).env("CARGO_MANIFEST_DIR", folder);
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lines_about_test_programs_name_one() {
        let line = |name: &str, test: bool, executable: &str| {
            format!(
                r#"{{"reason":"compiler-artifact","manifest_path":"/a/crates/cli/Cargo.toml",
                "target":{{"name":"{name}"}},"profile":{{"test":{test}}},"executable":{executable}}}"#
            )
        };
        let cases = [
            (line("page", true, r#""/t/page-1""#), Some((0, "tests of cli: page"))),
            (line("documents", true, r#""/t/documents-1""#), Some((3, "tests of cli: documents"))),
            (line("perudo", false, r#""/t/perudo""#), None),
            (line("perudo", true, "null"), None),
            (r#"{"reason":"build-finished","success":true}"#.to_owned(), None),
            ("not JSON".to_owned(), None),
        ];
        for (line, expected) in cases {
            let found = test_program(&line);
            let found = found.as_ref().map(|(rank, job)| (*rank, job.name.as_str()));
            assert_eq!(found, expected, "{line}");
        }
    }
}
