//! A bot's turn.

use perudo_bots::{BotKind, Situation};
use perudo_rules::{Action, PlayerView, Standing};
use perudo_table::{Moment, Thinking};

/// A decision that a bot owes. It can be thought about anywhere.
#[derive(Clone, Debug)]
pub struct Thought {
    pub(crate) thinking: Thinking,
    pub(crate) view: PlayerView,
    pub(crate) bids: Vec<Standing>,
}

impl Thought {
    /// The bot of the ladder that thinks.
    pub fn level(&self) -> BotKind {
        // Commands name bots of the ladder only; a log of a later program might not.
        BotKind::named(&self.thinking.level).unwrap_or(BotKind::Steady)
    }

    /// When the decision is played: bots take their time.
    pub fn due(&self) -> Moment {
        self.thinking.due
    }

    /// What the bot decides.
    pub fn decide(&self, seed: u64) -> Action {
        let situation = Situation { view: &self.view, bids: &self.bids };
        self.level().create(seed).decide(&situation)
    }
}
