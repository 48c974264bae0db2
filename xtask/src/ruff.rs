//! Ruff, which checks and formats the Python of the training.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::command::{output, target_folder};
use crate::python;

/// The training's requirements fix its version: a new one finds new faults, which should come with a change of ours only.
const REQUIREMENTS: &str = "training/requirements.txt";

/// Like `ruff==1.2.3`.
pub(crate) fn requirement() -> Result<String, String> {
    let requirements =
        fs::read_to_string(REQUIREMENTS).map_err(|error| format!("cannot read {REQUIREMENTS}: {error}"))?;
    let ruff = requirements.lines().find(|line| line.starts_with("ruff=="));
    ruff.map(str::to_owned).ok_or_else(|| format!("{REQUIREMENTS} has no version of ruff"))
}

pub(crate) fn ruff_folder() -> PathBuf {
    target_folder().join("ruff")
}

/// The program.
pub(crate) fn ruff() -> Command {
    Command::new(ruff_folder().join("bin/ruff"))
}

/// Whether ruff is there, in the required version.
pub(crate) fn has_ruff() -> bool {
    let Ok(required) = requirement() else { return false };
    let there = output(ruff().arg("--version"));
    there.is_ok_and(|version| version.trim().replace(' ', "==") == required)
}

/// The command that fetches it.
pub(crate) fn fetch_ruff() -> Result<Command, String> {
    let python = python::with_module("pip").ok_or("no Python has pip")?;
    let mut pip = Command::new(python);
    pip.args(["-m", "pip", "install", "--quiet", "--upgrade", "--root-user-action=ignore", "--target"]);
    pip.arg(ruff_folder()).arg(requirement()?);
    Ok(pip)
}
