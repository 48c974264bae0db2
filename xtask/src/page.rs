//! The page: how big it is, how quick, and what it looks like.

use std::fs;

use crate::command::{cargo, run};
use crate::setup::setup;

/// Compiles the page as people are to get it, into `crates/page/compiled`, and embeds it.
///
/// What is there is taken wherever the sources are the same, so that a first look need not wait for a compiler.
pub(crate) fn build() -> Result<(), String> {
    const MADE: &str = "target/page/compiled";
    const SIZES: &str = "target/page/sizes.txt";
    let mut builder =
        cargo(&["run", "--quiet", "--package", "perudo-page-builder", "--target-dir", "target/page"]);
    run("the page is compiled", builder.args(["--", "dist", MADE]))?;
    for name in ["programs", "sources"] {
        let (from, to) = (format!("{MADE}/{name}"), format!("crates/page/compiled/{name}"));
        fs::copy(&from, &to).map_err(|error| format!("cannot copy {from} to {to}: {error}"))?;
    }
    run("the page is embedded", &mut cargo(&["build", "--profile", "dist", "--package", "perudo-page"]))?;
    let sizes = fs::read_to_string(SIZES).map_err(|error| format!("cannot read {SIZES}: {error}"))?;
    println!("\n{sizes}");
    Ok(())
}

/// Takes pictures of the main screens, into target/screenshots.
pub(crate) fn screenshots() -> Result<(), String> {
    run_in_browser("pictures of all screens are in target/screenshots", "screenshots")
}

/// Measures how soon the page can be used, and how quickly it answers, on a slow device and a slow network.
pub(crate) fn speed() -> Result<(), String> {
    run_in_browser("the page is quick enough", "page_speed")
}

/// Measures how long the page takes to review a game.
pub(crate) fn review_speed() -> Result<(), String> {
    run_in_browser("a game is reviewed quickly enough", "review_speed")
}

/// Tests that make something to look at are run by name only, on the program as it is delivered.
fn run_in_browser(step: &str, test: &str) -> Result<(), String> {
    setup()?;
    let mut command =
        cargo(&["test", "--profile", "dist", "--package", "perudo-cli", "--test", "page", "--"]);
    run(step, command.args(["--ignored", "--nocapture", test]))
}
