//! `cargo xtask test`: everything that must hold before a change lands.

use std::env;
use std::process::Command;

use perudo_test_postgres::Postgres;

use crate::command::{cargo, run, target_folder};
use crate::deny::deny;
use crate::jobs::{Job, run_beside};
use crate::package;
use crate::python;
use crate::ruff::ruff;
use crate::setup::setup;
use crate::test_programs;

/// The environment variable that names a running PostgreSQL server to test with.
pub(crate) const POSTGRES: &str = "PERUDO_TEST_POSTGRES";

/// The quickest checks first. The page, which has the libraries in it as WebAssembly, is built beside clippy's checks.
pub(crate) fn run_all() -> Result<(), String> {
    setup()?;
    run("the code is formatted", &mut cargo(&["fmt", "--all", "--check"]))?;
    run("the training's code is formatted", ruff().args(["format", "--check", "training"]))?;
    run("ruff finds nothing", ruff().args(["check", "training"]))?;
    run("the Python package is formatted", package_ruff("format").arg("--check"))?;
    run("ruff finds nothing in the Python package", &mut package_ruff("check"))?;
    deny()?;
    run(
        "clippy finds nothing",
        &mut cargo(&["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"]),
    )?;
    let mut jobs = test_programs::build()?;
    jobs.push(Job::new("the examples of the documentation run", doc_tests()));
    jobs.extend(training()?);
    jobs.push(package::tests()?);
    jobs.push(Job::new("the documentation is complete", documentation()));
    // Storage is tested on PostgreSQL too: on a server that the caller names, or on one that lives as long as the tests.
    let server = match env::var_os(POSTGRES) {
        Some(_) => None,
        None => Some(Postgres::start()?),
    };
    if let Some(server) = &server {
        for job in &mut jobs {
            job.command.env(POSTGRES, server.url());
        }
    }
    run_beside(jobs)
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
    // The tests have just built the program.
    let program = env::current_dir().map_err(|error| error.to_string())?;
    let program = program.join(target_folder()).join("debug/perudo");
    let mut smoke = Command::new(python);
    smoke.arg("training/smoke.py").arg("--perudo").arg(program);
    Ok([Job::new("the training's tests pass", tests), Job::new("the training runs", smoke)])
}
