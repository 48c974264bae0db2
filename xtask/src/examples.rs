//! `cargo xtask examples`: makes the examples of proofs anew.

use crate::command::{cargo, run};

/// Writes them into `examples/`.
pub(crate) fn examples() -> Result<(), String> {
    let mut test = cargo(&["test", "--package", "perudo-cli", "--test", "fair_dice", "--"]);
    run("the examples are in examples/", test.args(["--ignored", "the_examples_are_made_anew"]))
}
