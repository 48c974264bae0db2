//! Programs that run beside each other: most tests wait more than they compute.

use std::process::Command;
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

/// Something to run, named by what holds once it has succeeded.
pub(crate) struct Job {
    pub(crate) name: String,
    pub(crate) command: Command,
}

/// Runs all jobs, in their order, as many at a time as there are processors. What a job prints is shown once it has
/// ended, so that nothing is mixed. One that fails does not keep the others from running.
pub(crate) fn run_beside(jobs: Vec<Job>) -> Result<(), String> {
    let workers = thread::available_parallelism().map_or(2, |count| count.get().clamp(2, 8));
    let waiting = Mutex::new(jobs.into_iter());
    let failed = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(job) = next(&waiting) {
                    if let Err(error) = run_job(job)
                        && let Ok(mut failed) = failed.lock()
                    {
                        failed.push(error);
                    }
                }
            });
        }
    });
    let failed = failed.into_inner().map_err(|error| error.to_string())?;
    if failed.is_empty() { Ok(()) } else { Err(format!("failed:\n  {}", failed.join("\n  "))) }
}

fn next(waiting: &Mutex<impl Iterator<Item = Job>>) -> Option<Job> {
    waiting.lock().ok()?.next()
}

fn run_job(Job { name, mut command }: Job) -> Result<(), String> {
    let began = Instant::now();
    let output = command.output().map_err(|error| format!("{name}: cannot start {command:?}: {error}"))?;
    let print = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    println!("\n== {name} ({:.0} s)", began.elapsed().as_secs_f64());
    for text in [print(&output.stderr), print(&output.stdout)].iter().filter(|text| !text.is_empty()) {
        println!("{text}");
    }
    if output.status.success() { Ok(()) } else { Err(format!("{name} ({})", output.status)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Job {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        Job { name: script.to_owned(), command }
    }

    #[test]
    fn a_job_that_fails_is_named_and_the_others_run_all_the_same() {
        let folder = std::env::temp_dir().join(format!("perudo-jobs-{}", std::process::id()));
        let last = format!("mkdir -p {0} && touch {0}/done", folder.display());
        let outcome = run_beside(vec![shell("exit 3"), shell("exit 0"), shell(&last)]);
        assert_eq!(outcome, Err("failed:\n  exit 3 (exit status: 3)".to_owned()));
        assert!(folder.join("done").exists());
        std::fs::remove_dir_all(folder).unwrap();
        assert_eq!(run_beside(vec![shell("exit 0")]), Ok(()));
    }
}
