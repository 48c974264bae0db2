//! Build, test and release steps as code: `cargo xtask test` runs every check there is.
#![allow(clippy::print_stdout, clippy::print_stderr)] // its whole purpose is to talk to a terminal

mod browser;
mod chaos;
mod cluster;
mod cluster_speed;
mod command;
mod deny;
mod dist;
mod examples;
mod jobs;
mod ladder;
mod package;
mod page;
mod python;
mod ruff;
mod setup;
mod test_programs;
mod tests;

use std::env;
use std::process::ExitCode;

const USAGE: &str = "usage:
  cargo xtask test         every check there is, after `setup`
  cargo xtask setup        install what the tests need and this machine lacks; says first what it will change
  cargo xtask deny         check licences, duplicates and sources of dependencies, by deny.toml
  cargo xtask python       build the Python package as `test` does, and run its tests alone
  cargo xtask wheel [PROFILE]
                           build the Python package's wheel, install it into a folder of its own and test that
  cargo xtask page         compile the page anew into crates/page/compiled, before a release, and show how big it is
  cargo xtask page-speed   measure the page on a slow device and a slow network
  cargo xtask review-speed measure how long the page takes to review a game
  cargo xtask screenshots  take pictures of the main screens, into target/screenshots
  cargo xtask examples     make the examples of proofs anew, into examples/
  cargo xtask ladder       let bots play against each other, into docs/ladder.md
  cargo xtask dist         make what people install, into target/packages: a program without libraries, a Debian package,
                           checksums, a list of everything inside
  cargo xtask dist --try [PROFILE]
                           install, play at, upgrade and purge the Debian package in a fresh Debian; as root
  cargo xtask chaos [KILLS [TABLES]]
                           play on many tables while the server is killed again and again (100 times, 40 tables),
                           then prove that nothing was lost; then the same with strangers who play rated games
  cargo xtask chaos --cluster [--faults N] [--seed N]
                           the same with three nodes, a primary and its standby, while everything fails that can
                           (300 times)
  cargo xtask cluster-speed [PROFILE]
                           measure nodes, databases and how quickly they recover, for docs/benchmarks.md
  cargo xtask cluster      a whole cluster on this machine behind one address, until Ctrl-C: three nodes, two PostgreSQL
                           servers under Patroni, HAProxy
  cargo xtask cluster kill node N | kill primary | kill standby | status | stop
                           from another terminal: what to do with it";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments[..] {
        ["test"] => tests::run_all(),
        ["setup"] => setup::setup(),
        ["deny"] => deny::deny(),
        ["python"] => package::test(),
        ["wheel"] => package::wheel("dist"),
        ["wheel", profile] => package::wheel(profile),
        ["page"] => page::build(),
        ["page-speed"] => page::speed(),
        ["review-speed"] => page::review_speed(),
        ["screenshots"] => page::screenshots(),
        ["examples"] => examples::examples(),
        ["ladder"] => ladder::ladder(),
        ["dist"] => dist::dist(),
        ["dist", "--try"] => dist::trial("dist"),
        ["dist", "--try", profile] => dist::trial(profile),
        ["chaos", "--cluster", ref more @ ..] => chaos::cluster(more),
        ["chaos"] => chaos::chaos("100", "40"),
        ["chaos", kills] => chaos::chaos(kills, "40"),
        ["chaos", kills, tables] => chaos::chaos(kills, tables),
        ["cluster-speed"] => cluster_speed::cluster_speed("dist"),
        ["cluster-speed", profile] => cluster_speed::cluster_speed(profile),
        ["cluster"] => cluster::start(),
        ["cluster", "kill", "node", number] => cluster::kill_node(number),
        ["cluster", "kill", role @ ("primary" | "standby")] => cluster::kill_database(role),
        ["cluster", "status"] => cluster::status(),
        ["cluster", "stop"] => cluster::stop(),
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
