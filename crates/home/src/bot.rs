//! Bots that decide in this program.

use perudo_bots::{Blind, Opponent, Situation};
use perudo_rules::Action;
use perudo_table::{BotJob, BotView};

/// What the bot of a job decides; its luck follows from the seed.
pub fn decide(job: &BotJob, seed: u64) -> Action {
    match &job.view {
        BotView::Player(view) => {
            let mut bot = Opponent::of_level(&job.level).create(seed);
            job.past.iter().for_each(|round| bot.remember(round));
            bot.decide(&Situation { view, bids: &job.bids })
        }
        BotView::Blind(view) => Blind.decide(view),
    }
}
