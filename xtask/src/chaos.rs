//! `cargo xtask chaos`: the long form of a test that `cargo xtask test` runs briefly.

use crate::USAGE;
use crate::command::{cargo, run};

/// Plays while the server is killed so many times.
pub(crate) fn chaos(kills: &str, tables: &str) -> Result<(), String> {
    for number in [kills, tables] {
        if number.parse::<u32>().is_err() {
            return Err(format!("{number} is not a number\n{USAGE}"));
        }
    }
    let mut test = cargo(&["test", "--release", "--package", "perudo-cli", "--test", "server"]);
    test.args(["--", "--nocapture", "chaos::"]);
    test.env("PERUDO_CHAOS_KILLS", kills).env("PERUDO_CHAOS_TABLES", tables);
    run("nothing is lost, however often the server is killed", &mut test)
}
