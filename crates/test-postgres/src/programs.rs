//! PostgreSQL's programs, and how they are run.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// All that is needed here.
const NAMES: [&str; 6] = ["initdb", "postgres", "pg_ctl", "pg_isready", "pg_basebackup", "psql"];

/// Whether PostgreSQL is installed.
pub fn is_installed() -> bool {
    programs().is_some()
}

/// Whether this process may do anything, and must run PostgreSQL as someone else.
pub fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0)
}

/// The folder of the programs, the newest if there are several.
pub fn programs() -> Option<PathBuf> {
    let complete = |folder: &PathBuf| NAMES.iter().all(|name| folder.join(name).is_file());
    let on_path = env::split_paths(&env::var_os("PATH").unwrap_or_default()).find(complete);
    on_path.or_else(|| {
        let versions = fs::read_dir("/usr/lib/postgresql").ok()?.flatten();
        let number = |path: &PathBuf| path.file_name()?.to_str()?.parse::<u32>().ok();
        let mut versions: Vec<PathBuf> = versions.map(|entry| entry.path()).collect();
        versions.sort_by_key(number);
        versions.into_iter().rev().map(|version| version.join("bin")).find(complete)
    })
}

/// A command as the user of the server, which must not be root; in a folder that this user may enter.
pub fn as_server(program: impl AsRef<Path>) -> Command {
    let mut command = if is_root() {
        // It becomes the program, so that the program is our child and can be waited for.
        let mut command = Command::new("setpriv");
        command.args(["--reuid=postgres", "--regid=postgres", "--init-groups", "--"]).arg(program.as_ref());
        command
    } else {
        Command::new(program.as_ref())
    };
    command.current_dir("/");
    command
}

/// What a program prints.
pub(crate) fn output(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("cannot start {command:?}: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned());
    }
    Err(format!("{command:?}: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr)))
}
