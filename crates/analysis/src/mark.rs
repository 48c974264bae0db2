//! What a cost is called.

use serde::{Deserialize, Serialize};

/// How good a decision was. What it cost is weighed by what was at stake for the player in that round, so that the same
/// error has the same mark at a table of two and of six.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// Nothing better was seen, or nothing that the judge can tell apart from it.
    Best,
    /// A little was given away.
    Fine,
    /// A weaker choice.
    Inaccuracy,
    /// A bad choice.
    Mistake,
    /// About as bad as it gets.
    Blunder,
}

/// From this share of the stake on a decision has this mark; measured in `docs/analysis.md`.
const FROM: [(f64, Mark); 4] =
    [(0.40, Mark::Blunder), (0.20, Mark::Mistake), (0.10, Mark::Inaccuracy), (0.03, Mark::Fine)];
/// A smaller part of the chance to win than this is nothing that the judge can tell.
const NOTHING: f64 = 0.005;

impl Mark {
    /// All marks, the best first.
    pub const ALL: [Mark; 5] = [Mark::Best, Mark::Fine, Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];

    /// The mark of a decision that gave away so much of the chance to win, of so much that was at stake.
    pub fn of(cost: f64, stake: f64) -> Mark {
        if cost < NOTHING {
            return Mark::Best;
        }
        let share = cost / stake.max(cost);
        FROM.into_iter().find(|(from, _)| share >= *from).map_or(Mark::Best, |(_, mark)| mark)
    }

    /// Its name in JSON and in the names of sentences.
    pub fn name(self) -> &'static str {
        match self {
            Mark::Best => "best",
            Mark::Fine => "fine",
            Mark::Inaccuracy => "inaccuracy",
            Mark::Mistake => "mistake",
            Mark::Blunder => "blunder",
        }
    }

    /// Whether it is worth another look.
    pub fn is_error(self) -> bool {
        self >= Mark::Inaccuracy
    }
}

/// How many decisions have each mark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Marks {
    pub best: u32,
    pub fine: u32,
    pub inaccuracy: u32,
    pub mistake: u32,
    pub blunder: u32,
}

impl Marks {
    /// One more decision with this mark.
    pub fn add(&mut self, mark: Mark) {
        match mark {
            Mark::Best => self.best += 1,
            Mark::Fine => self.fine += 1,
            Mark::Inaccuracy => self.inaccuracy += 1,
            Mark::Mistake => self.mistake += 1,
            Mark::Blunder => self.blunder += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_weighs_the_cost_by_the_stake() {
        let cases = [
            (0.0, 0.5, Mark::Best),
            (0.004, 0.005, Mark::Best),
            (0.01, 0.5, Mark::Best),
            (0.02, 0.5, Mark::Fine),
            (0.06, 0.5, Mark::Inaccuracy),
            (0.12, 0.5, Mark::Mistake),
            (0.25, 0.5, Mark::Blunder),
            (0.02, 0.04, Mark::Blunder),
            (0.01, 0.0, Mark::Blunder),
        ];
        for (cost, stake, mark) in cases {
            assert_eq!(Mark::of(cost, stake), mark, "{cost} of {stake}");
        }
    }
}
