//! What a decision was worth, in words: nothing but facts.

use perudo_rules::{Action, Bid};
use perudo_words::Words;

use crate::review::{Alternative, Decision, Review, Verdict};

/// Two numbers of a hundred closer than this say the same.
const SAME: u32 = 1;

/// Why a decision has its mark, sentence by sentence: how likely the standing bid was, how often what was done and what was
/// best cost no die and win the game, and how the dice really lay. Nothing, if the decision was not judged.
pub fn why(words: &Words, review: &Review, decision: &Decision) -> Vec<String> {
    let Some(verdict) = &decision.verdict else { return Vec::new() };
    let name = |seat: usize| review.players.get(seat).map(|player| player.name.clone()).unwrap_or_default();
    let facts = Facts { words, name: name(decision.seat), decision, verdict };
    let sentences = [facts.standing(), facts.keeps(), facts.wins(), facts.perfect(), facts.turned_out()];
    sentences.into_iter().flatten().collect()
}

struct Facts<'a> {
    words: &'a Words,
    name: String,
    decision: &'a Decision,
    verdict: &'a Verdict,
}

impl Facts<'_> {
    /// "The bid “three fives” is true 38 times in 100 by boris’s own dice, 61 knowing the bids."
    fn standing(&self) -> Option<String> {
        let (made, [by_dice, by_bids]) = (self.decision.standing?, self.verdict.standing?);
        let (by_dice, by_bids) = (of_100(by_dice), of_100(by_bids));
        let same = by_dice.abs_diff(by_bids) <= SAME;
        let values = [
            ("name", self.name.clone().into()),
            ("bid", self.words.bid(made.bid).into()),
            ("own", by_dice.into()),
            ("read", if same { "same".into() } else { by_bids.into() }),
        ];
        Some(self.words.say("review-why-standing", &values))
    }

    /// "After the doubt no die is lost 39 times in 100, after “four fives” 22 times."
    fn keeps(&self) -> Option<String> {
        let (made, other) = self.compared()?;
        let made_keeps = of_100(made.keeps?);
        let Some(other) = other else {
            let values = [("made", self.action(made.action).into()), ("keeps", made_keeps.into())];
            return Some(self.words.say("review-why-keeps-one", &values));
        };
        let values = [
            ("made", self.action(made.action).into()),
            ("keeps", made_keeps.into()),
            ("other", self.action(other.action).into()),
            ("otherkeeps", of_100(other.keeps?).into()),
        ];
        Some(self.words.say("review-why-keeps", &values))
    }

    /// "“Four fives” wins the game 31 times in 100, the doubt 36 times."
    fn wins(&self) -> Option<String> {
        let (made, other) = self.compared()?;
        let other = other?;
        let values = [
            ("made", self.action(made.action).into()),
            ("wins", of_100(made.chance).into()),
            ("other", self.action(other.action).into()),
            ("otherwins", of_100(other.chance).into()),
        ];
        Some(self.words.say("review-why-wins", &values))
    }

    /// "Perfect play: “four fives” 60 times in 100, the doubt 40."
    fn perfect(&self) -> Option<String> {
        if !self.verdict.perfect {
            return None;
        }
        let mut mixture: Vec<&Alternative> =
            self.verdict.alternatives.iter().filter(|one| of_100(one.share) > 0).collect();
        mixture.sort_by(|a, b| b.share.total_cmp(&a.share));
        let part = |one: &&Alternative| {
            let values = [("act", self.action(one.action).into()), ("share", of_100(one.share).into())];
            self.words.say("review-perfect-part", &values)
        };
        let mixture: Vec<String> = match mixture[..] {
            [] => return None,
            [only] => {
                vec![self.words.say("review-perfect-always", &[("act", self.action(only.action).into())])]
            }
            _ => mixture.iter().map(part).collect(),
        };
        Some(self.words.say("review-why-perfect", &[("mixture", mixture.join(", ").into())]))
    }

    /// "As it turned out, four fives lay on the table."
    fn turned_out(&self) -> Option<String> {
        let count = self.decision.turned_out?;
        let bid: Bid = match self.decision.action {
            Action::Bid(bid) => bid,
            _ => self.decision.standing?.bid,
        };
        let values = [("count", count.into()), ("face", bid.face.pips().into())];
        Some(self.words.say("review-why-turned-out", &values))
    }

    /// What was done, and what it is compared with: the best, or the next best if it was the best itself.
    fn compared(&self) -> Option<(&Alternative, Option<&Alternative>)> {
        let all = &self.verdict.alternatives;
        let made = all.iter().find(|one| one.action == self.decision.action)?;
        Some((made, all.iter().find(|one| one.action != made.action)))
    }

    /// "the doubt", "“four fives”".
    fn action(&self, action: Action) -> String {
        match action {
            Action::Bid(bid) => self.words.say("review-act-bid", &[("bid", self.words.bid(bid).into())]),
            other => self.words.text(&format!("review-act-{other}")),
        }
    }
}

/// How many times in a hundred. What is not certain is not said to be.
pub(crate) fn of_100(chance: f64) -> u32 {
    let rounded = (100.0 * chance).round().clamp(0.0, 100.0) as u32;
    match rounded {
        0 if chance > 1e-9 => 1,
        100 if chance < 1.0 - 1e-9 => 99,
        rounded => rounded,
    }
}
