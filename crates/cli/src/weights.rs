//! Weights from a file instead of those within the program: for whoever trains their own.

use std::{env, fs};

use perudo_bots::Network;

use crate::ERROR;

/// Names the file.
const VARIABLE: &str = "PERUDO_WEIGHTS";

/// Reads the file that the environment names, if it names one. What is wrong with it is said at once: `master` and its
/// levels then play as `thinker`.
pub(crate) fn install() {
    let Some(file) = env::var_os(VARIABLE).filter(|file| !file.is_empty()) else { return };
    let bytes = fs::read(&file).map_err(|error| error.to_string());
    // Nothing is no file of weights, so that an unreadable file is refused like a damaged one.
    let installed = Network::install(bytes.as_deref().unwrap_or_default());
    let fault = bytes.as_ref().err().cloned().or(installed.err().map(|fault| fault.to_string()));
    if let Some(fault) = fault {
        let file = file.to_string_lossy();
        anstream::eprintln!(
            "{ERROR}warning:{ERROR:#} {file}: {fault}. Bots that need these weights (pupil to master) play as thinker."
        );
    }
}
