//! Bots that decide in this program.

use perudo_bots::{BotKind, Situation};
use perudo_rules::Action;
use perudo_table::BotJob;

/// What the bot of a job decides; its luck follows from the seed.
pub fn decide(job: &BotJob, seed: u64) -> Action {
    BotKind::of_level(&job.level).create(seed).decide(&Situation { view: &job.view, bids: &job.bids })
}
