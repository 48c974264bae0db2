//! `cargo xtask chaos`: the long form of tests that `cargo xtask test` runs briefly.

use std::process::Command;

use perudo_test_postgres::Postgres;

use crate::USAGE;
use crate::command::{cargo, run};

/// Plays while the server is killed so many times.
pub(crate) fn chaos(kills: &str, tables: &str) -> Result<(), String> {
    let mut test = long_test("chaos::nothing_that_anyone_saw_is_lost");
    test.env("PERUDO_CHAOS_KILLS", number(kills)?).env("PERUDO_CHAOS_TABLES", number(tables)?);
    run("nothing is lost, however often the server is killed", &mut test)?;
    let postgres = Postgres::start()?;
    let mut test = long_test("chaos::people::");
    test.env("PERUDO_CHAOS_KILLS", number(kills)?).env("PERUDO_TEST_POSTGRES", postgres.url());
    run("games among strangers count once, however often the server is killed", &mut test)
}

/// Plays in a cluster in which everything fails that can.
pub(crate) fn cluster(options: &[&str]) -> Result<(), String> {
    let mut test = long_test("chaos::cluster::");
    test.env("PERUDO_CHAOS_FAULTS", "300");
    for option in options.chunks(2) {
        let name = match option[0] {
            "--faults" => "PERUDO_CHAOS_FAULTS",
            "--seed" => "PERUDO_CHAOS_SEED",
            other => return Err(format!("{other} is no option\n{USAGE}")),
        };
        test.env(name, number(option.get(1).copied().unwrap_or_default())?);
    }
    run("a cluster loses nothing, whatever fails", &mut test)
}

fn long_test(name: &str) -> Command {
    let mut test = cargo(&["test", "--release", "--package", "perudo-cli", "--test", "server"]);
    test.args(["--", "--nocapture", name]);
    test
}

fn number(text: &str) -> Result<&str, String> {
    text.parse::<u64>().map(|_| text).map_err(|_| format!("{text:?} is not a number\n{USAGE}"))
}
