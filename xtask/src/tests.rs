//! `cargo xtask test`: everything that must hold before a change lands.

use std::env;
use std::process::Command;

use crate::command::{cargo, run, target_folder};
use crate::deny::deny;
use crate::postgres::{self, Postgres};
use crate::python;
use crate::ruff::ruff;
use crate::setup::setup;

/// The quickest checks first. The page, which has the libraries in it as WebAssembly, is built beside clippy's checks.
pub(crate) fn run_all() -> Result<(), String> {
    setup()?;
    run("the code is formatted", &mut cargo(&["fmt", "--all", "--check"]))?;
    run("the training's code is formatted", ruff().args(["format", "--check", "training"]))?;
    run("ruff finds nothing", ruff().args(["check", "training"]))?;
    deny()?;
    run(
        "clippy finds nothing",
        &mut cargo(&["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"]),
    )?;
    documentation()?;
    tests()?;
    training()
}

fn documentation() -> Result<(), String> {
    let mut doc = cargo(&["doc", "--workspace", "--lib", "--no-deps"]);
    run("the documentation is complete", doc.env("RUSTDOCFLAGS", "--deny warnings"))
}

/// Storage is tested on PostgreSQL too: on a server that the caller names, or on one that lives as long as the tests.
fn tests() -> Result<(), String> {
    let mut test = cargo(&["test", "--workspace"]);
    let mut server = None;
    if env::var_os(postgres::ADDRESS).is_none() {
        test.env(postgres::ADDRESS, server.insert(Postgres::start()?).url());
    }
    run("the tests pass", &mut test)
}

/// The training's unit tests, then its whole pipeline at a size for one core: simulate, train, export, compare with the
/// rules crate.
fn training() -> Result<(), String> {
    let python =
        python::with_module("torch").ok_or("no Python has PyTorch: `cargo xtask setup` installs it")?;
    let mut tests = Command::new(python);
    tests.args(["-m", "unittest", "discover", "--start-directory", "training/tests"]);
    run("the training's tests pass", tests.args(["--top-level-directory", "training"]))?;
    // The tests have just built the program.
    let program = env::current_dir().map_err(|error| error.to_string())?;
    let program = program.join(target_folder()).join("debug/perudo");
    let mut smoke = Command::new(python);
    run("the training runs", smoke.arg("training/smoke.py").arg("--perudo").arg(program))
}
