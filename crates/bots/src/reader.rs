//! `reader`: infers hands from what the others bid.

use perudo_rules::Action;

use crate::belief::Belief;
use crate::judgement::{Leaning, judge};
use crate::steady::declaration;
use crate::{Bot, Situation};

/// Weighs the odds like `steady`, but of dice as the bidding makes them likely.
#[derive(Debug)]
pub struct Reader {
    leaning: Leaning,
}

impl Reader {
    /// The bot; it needs no chance.
    pub fn new() -> Reader {
        Reader { leaning: Leaning { raise_bonus: 0.15, calza_from: 0.5 } }
    }
}

impl Default for Reader {
    fn default() -> Reader {
        Reader::new()
    }
}

impl Bot for Reader {
    fn decide(&mut self, situation: &Situation<'_>) -> Action {
        let legal = situation.legal();
        if legal.contains(Action::Pass) {
            return declaration(situation);
        }
        let belief = Belief::new(situation);
        judge(
            &legal,
            situation.standing(),
            self.leaning,
            |bid| belief.at_least(bid),
            |bid| belief.exactly(bid),
        )
    }
}
