//! `cargo xtask test`: everything that must hold before a change lands.

use std::env;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{self, Command};

use perudo_test_postgres::Postgres;

use crate::command::{cargo, run, target_folder};
use crate::deny::deny;
use crate::jobs::{Job, Jobs, run_beside};
use crate::package;
use crate::python;
use crate::ruff::ruff;
use crate::setup::setup;
use crate::test_programs::TestPrograms;

/// The environment variable that names a running PostgreSQL server to test with.
pub(crate) const POSTGRES: &str = "PERUDO_TEST_POSTGRES";

/// The quickest checks first; then what the tests of the page and of the whole server need, since they take longest; then
/// everything else beside them.
pub(crate) fn run_all() -> Result<(), String> {
    setup()?;
    run("the code is formatted", &mut cargo(&["fmt", "--all", "--check"]))?;
    run("the training's code is formatted", ruff().args(["format", "--check", "training"]))?;
    run("ruff finds nothing", ruff().args(["check", "training"]))?;
    run("the Python package is formatted", package_ruff("format").arg("--check"))?;
    run("ruff finds nothing in the Python package", &mut package_ruff("check"))?;
    deny()?;
    // Storage is tested on PostgreSQL too: on a server that the caller names, or on one that lives as long as the tests.
    let server = match env::var_os(POSTGRES) {
        Some(_) => None,
        None => Some(Postgres::start()?),
    };
    let mut environment: Vec<_> = server.iter().map(|server| (POSTGRES, server.url())).collect();
    let memory = Memory::folder();
    environment.extend(memory.iter().map(|memory| ("TMPDIR", memory.0.display().to_string())));
    run_beside(environment, build_and_check)
}

/// A folder in memory for what tests keep: their databases wait for the disk, which cargo keeps busy meanwhile.
struct Memory(PathBuf);

impl Memory {
    /// None where there is no such place, or too little of it.
    fn folder() -> Option<Memory> {
        const PLACE: &str = "/dev/shm";
        const ENOUGH: u64 = 4 << 30;
        let space = rustix::fs::statvfs(PLACE).ok()?;
        if space.f_bavail.saturating_mul(space.f_frsize) < ENOUGH {
            return None;
        }
        let folder = Path::new(PLACE).join(format!("perudo-tests-{}", process::id()));
        fs::create_dir(&folder).ok()?;
        // PostgreSQL has a user of its own.
        fs::set_permissions(&folder, Permissions::from_mode(0o777)).ok()?;
        Some(Memory(folder))
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // Whoever still writes there keeps what is left.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What cargo does, one after the other: it adds tests as soon as they are built.
fn build_and_check(jobs: &Jobs<'_>) -> Result<(), String> {
    let mut programs = TestPrograms::default();
    let longest = ["--test", "page", "--test", "server"];
    let longest = programs.build(jobs, "the longest tests are built", &longest)?;
    longest.into_iter().for_each(|job| jobs.add(job));
    let tests = programs.build(jobs, "the tests are built", &["--lib", "--tests", "--examples"])?;
    // The Python package's tests take longest of all that is left.
    jobs.add(package::tests()?);
    training()?.into_iter().chain(tests).for_each(|job| jobs.add(job));
    jobs.run(Job::new("clippy finds nothing", clippy()));
    jobs.run(Job::new("the examples of the documentation run", doc_tests()));
    jobs.run(Job::new("the documentation is complete", documentation()));
    Ok(())
}

fn clippy() -> Command {
    cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "--deny", "warnings"])
}

/// Ruff on the Python package and what uses it, by the package's settings.
fn package_ruff(command: &str) -> Command {
    let mut ruff = ruff();
    ruff.args([command, "--config", "crates/python/pyproject.toml"]).args(package::SOURCES);
    ruff
}

fn doc_tests() -> Command {
    cargo(&["test", "--workspace", "--doc"])
}

fn documentation() -> Command {
    let mut doc = cargo(&["doc", "--workspace", "--lib", "--no-deps"]);
    doc.env("RUSTDOCFLAGS", "--deny warnings");
    doc
}

/// The training's unit tests, and its whole pipeline at a size for one core: simulate, train, export, compare with the
/// rules crate.
fn training() -> Result<[Job; 2], String> {
    let python =
        python::with_module("torch").ok_or("no Python has PyTorch: `cargo xtask setup` installs it")?;
    let mut tests = Command::new(python);
    tests.args(["-m", "unittest", "discover", "--start-directory", "training/tests"]);
    tests.args(["--top-level-directory", "training"]);
    // They meet the program's bots by its Python package, which has just been put together.
    tests.env("PYTHONPATH", package::folder());
    // The tests have just built the program.
    let program = env::current_dir().map_err(|error| error.to_string())?;
    let program = program.join(target_folder()).join("debug/perudo");
    let mut smoke = Command::new(python);
    smoke.arg("training/smoke.py").arg("--perudo").arg(program);
    Ok([Job::new("the training's tests pass", tests), Job::new("the training runs", smoke)])
}
