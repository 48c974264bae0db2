//! What the page is tested with: Debian's Chromium with its driver, and axe-core.

use std::path::PathBuf;
use std::process::Command;
use std::{env, fs};

use crate::{cargo_program, install, run};

const AXE: &str = "4.14.0";

/// Where axe-core lies; the tests look for it there.
fn folder() -> PathBuf {
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from);
    target.join("browser")
}

/// Installs whatever of it is missing.
pub(crate) fn add() -> Result<(), String> {
    for (program, package) in [("chromium", "chromium"), ("chromedriver", "chromium-driver")] {
        if !answers(program) {
            install(package)?;
        }
    }
    add_axe()
}

fn answers(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// The version is fixed: a new one finds new faults, and that should not happen on any day.
fn add_axe() -> Result<(), String> {
    let folder = folder();
    let known = fs::read_to_string(folder.join("node_modules/axe-core/package.json"));
    if known.is_ok_and(|package| package.contains(&format!("\"version\": \"{AXE}\""))) {
        return Ok(());
    }
    if !answers("npm") {
        install("npm")?;
    }
    fs::create_dir_all(&folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    let mut command = Command::new("npm");
    command.arg("install").arg("--prefix").arg(&folder);
    command.args(["--no-audit", "--no-fund", "--ignore-scripts"]);
    command.arg(format!("axe-core@{AXE}"));
    run("axe-core is there", command)
}

/// Pictures of the main screens, into target/screenshots.
pub(crate) fn screenshots() -> Result<(), String> {
    add()?;
    in_browser("pictures of all screens are in target/screenshots", "screenshots")
}

/// How soon the page can be used, and how quickly it answers, on a slow device and a slow network.
pub(crate) fn speed() -> Result<(), String> {
    add()?;
    in_browser("the page is quick enough", "page_speed")
}

/// Tests that make something to look at are run by name only, on the program as it is delivered.
fn in_browser(what: &str, name: &str) -> Result<(), String> {
    let mut command = Command::new(cargo_program());
    command.args(["test", "--release", "--package", "perudo-cli", "--test", "page", "--"]);
    command.args(["--ignored", "--nocapture", name]);
    run(what, command)
}
