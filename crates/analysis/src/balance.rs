//! Luck and skill of one player in one tour.

use serde::{Deserialize, Serialize};

/// Where a player's chance to win went. It begins with `start` and ends with `end`, which is 1 or 0 when the tour is over;
/// every change in between is in exactly one of the other parts, so they always add up.
///
/// With all dice known, the chance of a player changes when dice fall and when somebody decides. Of the change by an own
/// decision, what the decision was worth by all that the player could know is skill; the rest is how the hidden dice lay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Balance {
    /// The chance when the tour began.
    pub start: f64,
    /// What the draw and the rolls gave or took.
    pub dice: f64,
    /// What the hidden dice made of the player's own decisions.
    pub hidden: f64,
    /// What the player's decisions gave or took, compared with what strong play does on average there.
    pub decisions: f64,
    /// What the decisions of the others gave or took, and their leaving.
    pub others: f64,
    /// The chance at the end.
    pub end: f64,
}

impl Balance {
    /// What chance gave or took: all dice, seen and hidden.
    pub fn luck(&self) -> f64 {
        self.dice + self.hidden
    }

    /// What the parts leave unexplained: nothing but rounding, whatever happened.
    pub fn error(&self) -> f64 {
        self.start + self.dice + self.hidden + self.decisions + self.others - self.end
    }
}
