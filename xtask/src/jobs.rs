//! Programs that run beside each other: most tests wait more than they compute.

use std::process::{Command, Output};
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

/// Something to run, named by what holds once it has succeeded.
pub(crate) struct Job {
    pub(crate) name: String,
    pub(crate) command: Command,
    /// Whether it is a program of Rust's test harness, whose tests can be run one by one.
    pub(crate) has_tests: bool,
}

impl Job {
    /// Something that succeeds or fails as a whole.
    pub(crate) fn new(name: &str, command: Command) -> Job {
        Job { name: name.to_owned(), command, has_tests: false }
    }
}

/// How a job failed.
struct Failure {
    job: Job,
    error: String,
    /// The tests that failed, where the job has tests and came to its end.
    tests: Vec<String>,
}

/// Runs all jobs, in their order, as many at a time as there are processors. What a job prints is shown once it has
/// ended, so that nothing is mixed. One that fails does not keep the others from running.
///
/// Tests that failed are run once more when everything else has ended: many of them have browsers, databases and nodes
/// that share few processors. One that fails by itself too has failed; one that passes then is named as unsteady.
pub(crate) fn run_beside(jobs: Vec<Job>) -> Result<(), String> {
    let workers = thread::available_parallelism().map_or(2, |count| count.get().clamp(2, 8));
    let waiting = Mutex::new(jobs.into_iter());
    let failed = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(job) = next(&waiting) {
                    if let Some(failure) = run_job(job)
                        && let Ok(mut failed) = failed.lock()
                    {
                        failed.push(failure);
                    }
                }
            });
        }
    });
    let failed = failed.into_inner().map_err(|error| error.to_string())?;
    let (mut errors, mut unsteady) = (Vec::new(), Vec::new());
    for failure in failed {
        let tests = failure.tests.clone();
        match run_again(failure) {
            Ok(()) => unsteady.extend(tests),
            Err(error) => errors.push(error),
        }
    }
    if !unsteady.is_empty() {
        println!("\n== unsteady: failed beside others, passed alone\n  {}", unsteady.join("\n  "));
    }
    if errors.is_empty() { Ok(()) } else { Err(format!("failed:\n  {}", errors.join("\n  "))) }
}

fn next(waiting: &Mutex<impl Iterator<Item = Job>>) -> Option<Job> {
    waiting.lock().ok()?.next()
}

/// Runs a job, and says how it failed, if it did.
fn run_job(mut job: Job) -> Option<Failure> {
    let (output, error) = match show(&job.name, &mut job.command) {
        Ok(output) if output.status.success() => return None,
        Ok(output) => {
            let error = format!("{} ({})", job.name, output.status);
            (Some(output), error)
        }
        Err(error) => (None, error),
    };
    let tests = output.filter(|_| job.has_tests).map(failed_tests).unwrap_or_default();
    Some(Failure { job, error, tests })
}

/// Runs the tests that failed again, one at a time.
fn run_again(Failure { mut job, error, tests }: Failure) -> Result<(), String> {
    if tests.is_empty() {
        return Err(error);
    }
    job.command.args(["--test-threads=1", "--exact"]).args(&tests);
    let output = show(&format!("once more, alone: {}", job.name), &mut job.command)?;
    if output.status.success() { Ok(()) } else { Err(format!("{error}, twice: {}", tests.join(", "))) }
}

/// Runs a command and prints what it printed.
fn show(name: &str, command: &mut Command) -> Result<Output, String> {
    let began = Instant::now();
    let output = command.output().map_err(|error| format!("{name}: cannot start {command:?}: {error}"))?;
    let print = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    println!("\n== {name} ({:.0} s)", began.elapsed().as_secs_f64());
    for text in [print(&output.stderr), print(&output.stdout)].iter().filter(|text| !text.is_empty()) {
        println!("{text}");
    }
    Ok(output)
}

/// The tests that the harness says have failed. None if the program did not come to its end.
fn failed_tests(output: Output) -> Vec<String> {
    let printed = String::from_utf8_lossy(&output.stdout);
    if !printed.contains("test result: FAILED") {
        return Vec::new();
    }
    let failed =
        |line: &str| Some(line.strip_prefix("test ")?.strip_suffix(" ... FAILED")?.trim_end().to_owned());
    printed.lines().filter_map(failed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, has_tests: bool) -> Job {
        let mut command = Command::new("sh");
        command.args(["-c", script, "sh"]);
        Job { name: script.to_owned(), command, has_tests }
    }

    #[test]
    fn a_job_that_fails_is_named_and_the_others_run_all_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let last = format!("touch {}/done", folder.path().display());
        let outcome = run_beside(vec![shell("exit 3", false), shell("exit 0", false), shell(&last, false)]);
        assert_eq!(outcome, Err("failed:\n  exit 3 (exit status: 3)".to_owned()));
        assert!(folder.path().join("done").exists());
        assert_eq!(run_beside(vec![shell("exit 0", false)]), Ok(()));
    }

    /// A harness in which one test fails. It keeps what it is asked for.
    fn harness(folder: &std::path::Path, ends: bool) -> String {
        let end = if ends { "test result: FAILED. 1 passed; 1 failed" } else { "" };
        format!(
            "echo \"$@\" >> {}/asked; printf 'test a ... ok\\ntest b::c ... FAILED\\n{end}\\n'; exit 101",
            folder.display()
        )
    }

    #[test]
    fn tests_that_failed_are_run_again_alone_and_fail_for_good_the_second_time() {
        let cases = [(true, true, 2), (true, false, 1), (false, true, 1)];
        for (has_tests, ends, runs) in cases {
            let folder = tempfile::tempdir().unwrap();
            let outcome = run_beside(vec![shell(&harness(folder.path(), ends), has_tests)]);
            assert!(outcome.is_err());
            assert_eq!(outcome.unwrap_err().contains("twice: b::c"), runs == 2);
            let asked = std::fs::read_to_string(folder.path().join("asked")).unwrap();
            let expected = ["", "--test-threads=1 --exact b::c"];
            assert_eq!(asked.lines().collect::<Vec<_>>(), expected[..runs]);
        }
    }

    #[test]
    fn a_test_that_passes_alone_does_not_fail_the_run() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().display().to_string();
        let script = format!(
            "test -e {path}/second && exit 0; touch {path}/second; \
             printf 'test b ... FAILED\\ntest result: FAILED.\\n'; exit 101"
        );
        assert_eq!(run_beside(vec![shell(&script, true)]), Ok(()));
    }
}
