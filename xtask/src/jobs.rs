//! Programs that run beside each other: most tests wait more than they compute.

use std::process::{Command, Output};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

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

/// When something ran.
struct Step {
    name: String,
    began: Duration,
    took: Duration,
}

/// Adds jobs to those that run beside each other.
pub(crate) struct Jobs<'a> {
    waiting: Sender<Job>,
    /// Variables that all jobs get.
    environment: Vec<(&'static str, String)>,
    beside: &'a Beside,
}

impl Jobs<'_> {
    /// A job for whoever has time, after those that were added before. What it prints is shown once it has ended, so that
    /// nothing is mixed. If it fails, that does not keep the others from running.
    pub(crate) fn add(&self, mut job: Job) {
        job.command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        // Those who receive jobs outlive those who add them.
        let _ = self.waiting.send(job);
    }

    /// The same for a job that is to be run at once, by the caller.
    pub(crate) fn run(&self, job: Job) {
        println!("\n== begins: {}", job.name);
        self.beside.run(job);
    }

    /// Runs a command that the jobs to come depend on, and gives what it printed.
    pub(crate) fn output(&self, name: &str, command: &mut Command) -> Result<Vec<u8>, String> {
        println!("\n== begins: {name}");
        let (Output { status, stdout, stderr }, took) = self.beside.time(name, command)?;
        print(name, took, &[&stderr]);
        if status.success() { Ok(stdout) } else { Err(format!("{name} ({status})")) }
    }
}

/// What runs beside each other, and what has come of it.
struct Beside {
    failed: Mutex<Vec<Failure>>,
    steps: Mutex<Vec<Step>>,
    began: Instant,
}

impl Beside {
    /// Runs a job, and notes how it failed, if it did.
    fn run(&self, mut job: Job) {
        let (output, error) = match self.show(&job.name, &mut job.command) {
            Ok(output) if output.status.success() => return,
            Ok(output) => {
                let error = format!("{} ({})", job.name, output.status);
                (Some(output), error)
            }
            Err(error) => (None, error),
        };
        let tests = output.filter(|_| job.has_tests).map(failed_tests).unwrap_or_default();
        lock(&self.failed).push(Failure { job, error, tests });
    }

    /// Runs a command and prints what it printed.
    fn show(&self, name: &str, command: &mut Command) -> Result<Output, String> {
        let (output, took) = self.time(name, command)?;
        print(name, took, &[&output.stderr, &output.stdout]);
        Ok(output)
    }

    /// Runs a command and notes when, and how long it took.
    fn time(&self, name: &str, command: &mut Command) -> Result<(Output, Duration), String> {
        let began = self.began.elapsed();
        let output =
            command.output().map_err(|error| format!("{name}: cannot start {command:?}: {error}"))?;
        let took = self.began.elapsed() - began;
        lock(&self.steps).push(Step { name: name.to_owned(), began, took });
        Ok((output, took))
    }

    /// Runs jobs until no more can come.
    fn work(&self, waiting: &Mutex<Receiver<Job>>) {
        loop {
            let next = lock(waiting).recv();
            match next {
                Ok(job) => self.run(job),
                Err(_) => return,
            }
        }
    }

    /// Runs the tests that failed again, one at a time.
    fn run_again(&self, Failure { mut job, error, tests }: Failure) -> Result<(), String> {
        if tests.is_empty() {
            return Err(error);
        }
        job.command.args(["--test-threads=1", "--exact"]).args(&tests);
        let output = self.show(&format!("once more, alone: {}", job.name), &mut job.command)?;
        if output.status.success() { Ok(()) } else { Err(format!("{error}, twice: {}", tests.join(", "))) }
    }

    /// Shows when everything ran that took a second or longer.
    fn tell_steps(&self) {
        let mut steps = lock(&self.steps);
        steps.sort_by_key(|step| step.began);
        println!("\n== what ran when: from second, seconds");
        for Step { name, began, took } in steps.iter().filter(|step| step.took.as_secs() > 0) {
            println!("{:>6} {:>5}  {name}", began.as_secs(), took.as_secs());
        }
    }
}

/// Does what `add_jobs` does, and beside it all jobs that it adds, in their order, as many at a time as there are processors.
/// Cargo builds one thing at a time: so `add_jobs` builds one after the other, adds what can be run then, and who has done
/// that helps with what is left: most of it waits.
///
/// Tests that failed are run once more when everything else has ended: many of them have browsers, databases and nodes
/// that share few processors. One that fails by itself too has failed; one that passes then is named as unsteady.
pub(crate) fn run_beside(
    environment: Vec<(&'static str, String)>,
    add_jobs: impl FnOnce(&Jobs<'_>) -> Result<(), String>,
) -> Result<(), String> {
    let workers = thread::available_parallelism().map_or(2, |count| count.get().clamp(2, 8));
    let (sender, receiver) = mpsc::channel();
    let receiver = Mutex::new(receiver);
    let beside = Beside { failed: Mutex::default(), steps: Mutex::default(), began: Instant::now() };
    let added = thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| beside.work(&receiver));
        }
        let added = add_jobs(&Jobs { waiting: sender, environment, beside: &beside });
        if let Err(error) = &added {
            println!("\n== failed: {error}; what runs is waited for");
        }
        beside.work(&receiver);
        added
    });
    let (mut errors, mut unsteady) = (Vec::from_iter(added.err()), Vec::new());
    let failed: Vec<Failure> = lock(&beside.failed).drain(..).collect();
    for failure in failed {
        let tests = failure.tests.clone();
        match beside.run_again(failure) {
            Ok(()) => unsteady.extend(tests),
            Err(error) => errors.push(error),
        }
    }
    beside.tell_steps();
    if !unsteady.is_empty() {
        println!("\n== unsteady: failed beside others, passed alone\n  {}", unsteady.join("\n  "));
    }
    if errors.is_empty() { Ok(()) } else { Err(format!("failed:\n  {}", errors.join("\n  "))) }
}

/// Whoever panicked while holding it has changed nothing by half.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Prints what something printed, in one piece.
fn print(name: &str, took: Duration, printed: &[&[u8]]) {
    let texts = printed.iter().map(|bytes| String::from_utf8_lossy(bytes).trim().to_owned());
    let texts: String = texts.filter(|text| !text.is_empty()).map(|text| text + "\n").collect();
    print!("\n== {name} ({} s)\n{texts}", took.as_secs());
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

    /// Runs jobs that are all there at once.
    fn run_all(jobs: impl IntoIterator<Item = Job>) -> Result<(), String> {
        run_beside(Vec::new(), |beside| {
            jobs.into_iter().for_each(|job| beside.add(job));
            Ok(())
        })
    }

    #[test]
    fn jobs_are_added_while_others_run_and_what_was_added_is_run_even_if_nothing_more_can_be() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().display().to_string();
        // The first ends when it sees what only comes after it.
        let first = format!("until test -e {path}/second; do :; done; touch {path}/first");
        let outcome = run_beside(Vec::new(), |jobs| {
            jobs.add(shell(&first, false));
            jobs.run(shell("exit 4", false));
            let printed = jobs.output("a build", &mut shell("echo built", false).command)?;
            assert_eq!(printed, b"built\n");
            jobs.add(shell(&format!("touch {path}/second"), false));
            jobs.output("another build", &mut shell("exit 5", false).command).map(drop)
        });
        let failed = "failed:\n  another build (exit status: 5)\n  exit 4 (exit status: 4)";
        assert_eq!(outcome, Err(failed.to_owned()));
        assert!(folder.path().join("first").exists());
    }

    #[test]
    fn a_job_that_fails_is_named_and_the_others_run_all_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let last = format!("touch {}/done", folder.path().display());
        let outcome = run_all([shell("exit 3", false), shell("exit 0", false), shell(&last, false)]);
        assert_eq!(outcome, Err("failed:\n  exit 3 (exit status: 3)".to_owned()));
        assert!(folder.path().join("done").exists());
        assert_eq!(run_all([shell("exit 0", false)]), Ok(()));
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
            let outcome = run_all([shell(&harness(folder.path(), ends), has_tests)]);
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
        assert_eq!(run_all([shell(&script, true)]), Ok(()));
    }
}
