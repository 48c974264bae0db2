//! Weights from a file instead of the embedded ones, for people who train their own.

use std::{env, fs};

use perudo_bots::Network;

use crate::ERROR;

/// The environment variable that names the file.
const VARIABLE: &str = "PERUDO_WEIGHTS";

/// Reads the file that the environment names, if any. If it cannot be used, a warning is printed at once, and `master` and
/// its levels play as `thinker`.
pub(crate) fn install() {
    let Some(file) = env::var_os(VARIABLE).filter(|file| !file.is_empty()) else { return };
    let bytes = fs::read(&file).map_err(|error| error.to_string());
    // An empty file is refused, so an unreadable file is treated like a damaged one.
    let installed = Network::install(bytes.as_deref().unwrap_or_default());
    let fault = bytes.as_ref().err().cloned().or(installed.err().map(|fault| fault.to_string()));
    if let Some(fault) = fault {
        let file = file.to_string_lossy();
        anstream::eprintln!(
            "{ERROR}warning:{ERROR:#} {file}: {fault}. Bots that need these weights (pupil to master) play as thinker."
        );
    }
}
