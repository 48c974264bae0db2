//! A review as data.

use perudo_rules::{Action, Bid};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Balance, Mark, Marks, spelled};

/// A reviewed record. Seats are numbers, from 0, in the order of `players`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Review {
    /// The rules, as a record spells them.
    pub rules: String,
    /// The players and how they did in all tours together.
    pub players: Vec<PlayerReview>,
    /// Tour after tour.
    pub tours: Vec<TourReview>,
    /// Decisions with more dice in play than can be judged.
    pub unjudged: u32,
    /// In a part of a review: the first tour that it tells of.
    #[serde(default, skip_serializing_if = "is_first")]
    pub from: usize,
}

fn is_first(tour: &usize) -> bool {
    *tour == 0
}

/// A player over all tours of a record.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlayerReview {
    /// The name.
    pub name: String,
    /// How many decisions were judged.
    pub decisions: u32,
    /// What they gave away of the chance to win, in all.
    pub cost: f64,
    /// What was at stake in them, in all.
    pub stake: f64,
    /// How good they were.
    pub marks: Marks,
}

impl PlayerReview {
    /// How much of what was at stake the decisions kept, from 0 to 1; nothing before the first one.
    pub fn accuracy(&self) -> Option<f64> {
        (self.decisions > 0).then(|| if self.stake > 0.0 { 1.0 - self.cost / self.stake } else { 1.0 })
    }
}

/// One tour.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TourReview {
    /// The chance of every seat when it began.
    pub start: Vec<f64>,
    /// What happened.
    pub moments: Vec<Moment>,
    /// Luck and skill of every seat.
    pub balances: Vec<Balance>,
    /// Who won; nothing while it is not over.
    pub winner: Option<usize>,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Moment {
    /// The line of the record.
    pub line: usize,
    /// The round in which it happened.
    pub round: u32,
    /// What it was.
    pub what: What,
    /// The chance of every seat after it, with all dice known.
    pub chances: Vec<f64>,
    /// Whose decision it was, and what it was worth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<Decision>,
}

/// What changed everyone's chances.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum What {
    Draw,
    Roll,
    Decision,
    Out,
}

/// A decision that was taken.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Decision {
    /// Whose it was.
    pub seat: usize,
    /// What was decided.
    #[serde(with = "spelled")]
    pub action: Action,
    /// The player's dice; empty before the roll.
    pub hand: String,
    /// The bid that stood, and who had made it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standing: Option<StandingBid>,
    /// How many dice on the table really counted for the bid that was made, or for the bid that was doubted or called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turned_out: Option<u8>,
    /// What it was worth; nothing with more dice in play than can be judged.
    pub verdict: Option<Verdict>,
}

/// The bid that stood when a decision was due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StandingBid {
    /// The bid.
    #[serde(with = "spelled")]
    pub bid: Bid,
    /// Who made it.
    pub seat: usize,
}

/// What a decision was worth, by what the player could know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    /// The chance to win the tour before it: the mean over the alternatives, each as often as strong play takes it.
    pub before: f64,
    /// The chance after it.
    pub after: f64,
    /// What it gave away compared with the best alternative: never less than nothing.
    pub cost: f64,
    /// What was at stake for the player in the round: the chance after its best end less that after its worst.
    pub stake: f64,
    /// What that is called.
    pub mark: Mark,
    /// Whether the alternatives are judged by perfect play: a final that the solver's tables hold.
    pub perfect: bool,
    /// How likely the standing bid was to be true, by the player's own dice and knowing all bids.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standing: Option<[f64; 2]>,
    /// What was looked at, the best first.
    pub alternatives: Vec<Alternative>,
}

/// Something that could have been decided.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Alternative {
    /// What.
    #[serde(with = "spelled")]
    pub action: Action,
    /// The chance to win the tour after it.
    pub chance: f64,
    /// How often strong play takes it.
    pub share: f64,
    /// The chance to lose no die in the round after it; nothing before the roll.
    pub keeps: Option<f64>,
    /// For a bid: how likely it was to be true, by the player's own dice and knowing all bids.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub truth: Option<[f64; 2]>,
}

impl Review {
    /// Every decision with the tour it belongs to, in the order in which they were taken.
    pub fn decisions(&self) -> impl Iterator<Item = (usize, &Moment, &Decision)> {
        self.tours.iter().enumerate().flat_map(|(tour, review)| {
            review.moments.iter().filter_map(move |moment| Some((tour, moment, moment.decision.as_ref()?)))
        })
    }

    /// What there is from a moment of a tour on: both are counted from 0.
    #[must_use]
    pub fn part(&self, tour: usize, moment: usize) -> Review {
        let mut tours: Vec<TourReview> = self.tours.get(tour..).unwrap_or_default().to_vec();
        if let Some(first) = tours.first_mut() {
            first.moments.drain(..moment.min(first.moments.len()));
        }
        Review { tours, from: tour, rules: self.rules.clone(), players: self.players.clone(), ..*self }
    }

    /// Adds the part that comes next.
    pub fn add(&mut self, part: Review) {
        let Review { rules, players, tours, unjudged, from } = part;
        (self.rules, self.players, self.unjudged) = (rules, players, unjudged);
        for (tour, number) in tours.into_iter().zip(from..) {
            match self.tours.get_mut(number) {
                Some(known) => {
                    // A position that is set up begins its tour anew.
                    (known.start, known.balances, known.winner) = (tour.start, tour.balances, tour.winner);
                    known.moments.extend(tour.moments);
                }
                None => self.tours.push(tour),
            }
        }
    }

    /// The review as JSON, its numbers with six digits behind the point, and the accuracy of each player.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn to_json(&self) -> serde_json::Result<Value> {
        let mut value = serde_json::to_value(self)?;
        if let Some(Value::Array(players)) = value.get_mut("players") {
            for (fields, player) in players.iter_mut().zip(&self.players) {
                fields["accuracy"] = player.accuracy().into();
            }
        }
        round(&mut value);
        Ok(value)
    }

    /// The decisions that cost most, the dearest first: at most so many, and only errors.
    pub fn dearest(&self, most: usize) -> Vec<(usize, &Moment, &Decision)> {
        let cost = |decision: &Decision| decision.verdict.as_ref().map_or(0.0, |verdict| verdict.cost);
        let is_error = |decision: &Decision| decision.verdict.as_ref().is_some_and(|v| v.mark.is_error());
        let mut errors: Vec<_> = self.decisions().filter(|(_, _, decision)| is_error(decision)).collect();
        errors.sort_by(|a, b| cost(b.2).total_cmp(&cost(a.2)));
        errors.truncate(most);
        errors
    }
}

fn round(value: &mut Value) {
    match value {
        Value::Number(number) if number.is_f64() => {
            let rounded = number.as_f64().map(|number| (number * 1e6).round() / 1e6);
            *value = rounded.map_or(Value::Null, Value::from);
        }
        Value::Array(values) => values.iter_mut().for_each(round),
        Value::Object(fields) => fields.values_mut().for_each(round),
        _ => {}
    }
}
