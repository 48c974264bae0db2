//! Other programs: cargo above all.

use std::env;
use std::path::PathBuf;
use std::process::Command;

/// The cargo that runs this program. Where everything is built once and never again it prepares for no second time, and leaves
/// out what only a debugger reads.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments);
    if env::var_os("CI").is_some() {
        command.envs([("CARGO_INCREMENTAL", "0"), ("CARGO_PROFILE_DEV_DEBUG", "0")]);
    }
    command
}

/// Runs a step and shows what it prints. The step is named by what holds once it has succeeded.
pub(crate) fn run(step: &str, command: &mut Command) -> Result<(), String> {
    println!("\n== {step}");
    let status = command.status().map_err(|error| format!("cannot start {command:?}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("failed: {step} ({status})")) }
}

/// What a program prints.
pub(crate) fn output(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("cannot start {command:?}: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(format!("{command:?}: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr)))
}

/// Whether a program is installed.
pub(crate) fn is_installed(program: &str) -> bool {
    is_there(program, "--version")
}

/// The same for a program that has another flag to tell its version.
pub(crate) fn is_there(program: &str, flag: &str) -> bool {
    output(Command::new(program).arg(flag)).is_ok()
}

/// Cargo's target folder.
pub(crate) fn target_folder() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from)
}
