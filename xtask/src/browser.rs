//! axe-core, with which the page's tests look for barriers.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::command::target_folder;

/// The version is fixed: a new one finds new faults, which should come with a change of ours only.
pub(crate) const AXE: &str = "axe-core@4.14.0";

/// Where axe-core lies; the tests look for it there.
pub(crate) fn axe_folder() -> PathBuf {
    target_folder().join("browser")
}

pub(crate) fn has_axe() -> bool {
    let package = fs::read_to_string(axe_folder().join("node_modules/axe-core/package.json"));
    let version = AXE.rsplit('@').next().unwrap_or(AXE);
    package.is_ok_and(|package| package.contains(&format!("\"version\": \"{version}\"")))
}

/// The command that fetches axe-core.
pub(crate) fn fetch_axe() -> Command {
    let mut npm = Command::new("npm");
    npm.arg("install").arg("--prefix").arg(axe_folder());
    npm.args(["--no-audit", "--no-fund", "--ignore-scripts", AXE]);
    npm
}
