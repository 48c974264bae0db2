//! Build, test and release steps as code: `cargo xtask test` runs every check there is.
#![allow(clippy::print_stdout, clippy::print_stderr)] // its whole purpose is to talk to a terminal

mod browser;
mod ladder;
mod postgres;

use std::process::{Command, ExitCode};
use std::{env, fs};

use postgres::Postgres;

const USAGE: &str = "usage:
  cargo xtask test      every check there is; what it needs is installed first
  cargo xtask page      the page alone, and how big it is
  cargo xtask page-speed
                        how soon the page can be used on a slow device and a slow network
  cargo xtask screenshots
                        pictures of the main screens, into target/screenshots
  cargo xtask ladder    bots against each other, into docs/ladder.md
  cargo xtask chaos [KILLS [TABLES]]
                        play on many tables while the server is killed again and again (100 times, 40 tables),
                        then prove that nothing was lost";

const WASM: &str = "wasm32-unknown-unknown";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let outcome = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["test"] => test(),
        ["page"] => page(),
        ["page-speed"] => browser::speed(),
        ["screenshots"] => browser::screenshots(),
        ["ladder"] => ladder::ladder(),
        ["chaos"] => chaos("100", "40"),
        ["chaos", kills] => chaos(kills, "40"),
        ["chaos", kills, tables] => chaos(kills, tables),
        _ => Err(USAGE.to_owned()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The page as it will be embedded.
fn page() -> Result<(), String> {
    const SIZES: &str = "target/page/sizes.txt";
    cargo("the page is built", &["build", "--package", "perudo-page"])?;
    let sizes = fs::read_to_string(SIZES).map_err(|error| format!("cannot read {SIZES}: {error}"))?;
    println!("\n{sizes}");
    Ok(())
}

/// Everything that must hold before a change lands, the quickest checks first.
fn test() -> Result<(), String> {
    cargo("the code is formatted", &["fmt", "--all", "--check"])?;
    cargo("clippy finds nothing", &["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"])?;
    add_wasm_target()?;
    add_python()?;
    add_websockets()?;
    browser::add()?;
    cargo(
        "the libraries build for the browser",
        &[
            "build",
            "--target",
            WASM,
            "--package",
            "perudo-rules",
            "--package",
            "perudo-words",
            "--package",
            "perudo-bots",
            "--package",
            "perudo-table",
            "--package",
            "perudo-protocol",
            "--package",
            "perudo-explain",
        ],
    )?;
    documentation()?;
    tests()?;
    training()
}

/// The whole training pipeline, at a size for one core: simulate, train, export, and against the rules crate.
fn training() -> Result<(), String> {
    let python = add_torch()?;
    let mut command = Command::new(python);
    // The tests have just built the program.
    let target = env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| "target".to_owned());
    let program = env::current_dir().map_err(|error| error.to_string())?.join(target).join("debug/perudo");
    command.arg("training/smoke.py").arg("--perudo").arg(program);
    run("the training runs", command)
}

/// A Python that has PyTorch; Debian's is small and knows no GPU.
fn add_torch() -> Result<&'static str, String> {
    let has_it = |python: &&str| {
        let imported = Command::new(python).args(["-c", "import torch"]).output();
        imported.is_ok_and(|output| output.status.success())
    };
    let pythons = ["python3", "/usr/bin/python3"];
    if let Some(python) = pythons.into_iter().find(has_it) {
        return Ok(python);
    }
    install("python3-torch")?;
    pythons.into_iter().find(has_it).ok_or_else(|| "PyTorch is installed, but no Python has it".to_owned())
}

/// Storage is tested on a PostgreSQL server, too: one that the caller names, or one that lives as long as the tests.
fn tests() -> Result<(), String> {
    const ADDRESS: &str = "PERUDO_TEST_POSTGRES";
    let mut command = Command::new(cargo_program());
    command.args(["test", "--workspace"]);
    let mut postgres = None;
    if env::var_os(ADDRESS).is_none() {
        command.env(ADDRESS, postgres.insert(Postgres::start()?).url());
    }
    run("the tests pass", command)
}

/// The long form of a test that `cargo xtask test` runs briefly.
fn chaos(kills: &str, tables: &str) -> Result<(), String> {
    for number in [kills, tables] {
        if number.parse::<u32>().is_err() {
            return Err(format!("{number} is not a number\n{USAGE}"));
        }
    }
    let mut command = Command::new(cargo_program());
    command.args(["test", "--release", "--package", "perudo-cli", "--test", "chaos", "--", "--nocapture"]);
    command.env("PERUDO_CHAOS_KILLS", kills).env("PERUDO_CHAOS_TABLES", tables);
    run("nothing is lost, however often the server is killed", command)
}

fn documentation() -> Result<(), String> {
    let mut command = Command::new(cargo_program());
    command.args(["doc", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "--deny warnings");
    run("the documentation is complete", command)
}

fn add_wasm_target() -> Result<(), String> {
    let installed = Command::new("rustup").args(["target", "list", "--installed"]).output();
    let installed =
        installed.map_err(|error| format!("cannot start rustup, which adds the target {WASM}: {error}"))?;
    if String::from_utf8_lossy(&installed.stdout).lines().any(|line| line == WASM) {
        return Ok(());
    }
    let mut command = Command::new("rustup");
    command.args(["target", "add", WASM]);
    run("the browser target is installed", command)
}

/// The example bot is written in Python.
fn add_python() -> Result<(), String> {
    if Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success()) {
        return Ok(());
    }
    install("python3")
}

/// The example client needs a library of Python.
fn add_websockets() -> Result<(), String> {
    let has_it = |python: &str| {
        let imported = Command::new(python).args(["-c", "import websockets"]).output();
        imported.is_ok_and(|output| output.status.success())
    };
    // Debian's library is for Debian's Python, which may not be the first one.
    if ["python3", "/usr/bin/python3"].into_iter().any(has_it) {
        return Ok(());
    }
    install("python3-websockets")
}

fn install(package: &str) -> Result<(), String> {
    let mut update = Command::new("apt-get");
    update.args(["update", "--quiet"]);
    run("the list of packages is fresh", update)?;
    let mut install = Command::new("apt-get");
    install.args(["install", "--yes", "--quiet", "--no-install-recommends", package]);
    run(&format!("{package} is installed"), install)
}

fn cargo(what: &str, arguments: &[&str]) -> Result<(), String> {
    let mut command = Command::new(cargo_program());
    command.args(arguments);
    run(what, command)
}

fn cargo_program() -> String {
    env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned())
}

fn run(what: &str, mut command: Command) -> Result<(), String> {
    println!("\n== {what}");
    let status = command.status().map_err(|error| format!("cannot start {command:?}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("not so: {what} ({status})")) }
}
