//! `steady`: thresholds on the exact odds.

use perudo_rules::Action;

use crate::judgement::{Leaning, judge};
use crate::{Bot, Situation};

/// Trusts the odds of its own dice and nothing else.
#[derive(Debug)]
pub struct Steady {
    leaning: Leaning,
}

impl Steady {
    /// The bot; it needs no chance.
    pub fn new() -> Steady {
        Steady { leaning: Leaning { raise_bonus: 0.45, calza_from: 0.5 } }
    }
}

impl Default for Steady {
    fn default() -> Steady {
        Steady::new()
    }
}

impl Bot for Steady {
    fn decide(&mut self, situation: &Situation<'_>) -> Action {
        let legal = situation.legal();
        if legal.contains(Action::Pass) {
            return declaration(situation);
        }
        let odds = situation.odds();
        judge(&legal, situation.standing(), self.leaning, |bid| odds.at_least(bid), |bid| odds.exactly(bid))
    }
}

/// A maputo helps whoever opens it: the opener chooses the face that all must follow.
pub(crate) fn declaration(situation: &Situation<'_>) -> Action {
    if situation.view.opener() == Some(situation.seat()) { Action::Maputo } else { Action::Pass }
}
