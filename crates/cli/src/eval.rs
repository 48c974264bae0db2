//! What the decisions in a record are worth: `perudo check --eval`.

use perudo_analysis::decision_of;
use perudo_bots::{Judge, Judgement, Network};
use perudo_rules::record::{Names, Step};
use perudo_rules::{Action, Event, Game, Seat, Standing};
use perudo_words::Words;
use serde_json::{Map, Value, json};

/// Follows a record.
pub(crate) struct Eval {
    judge: Judge<'static>,
    bids: Vec<Standing>,
    rows: Vec<Value>,
}

/// A decision that was taken, and what was known of it: nothing with more dice in play than can be judged.
pub(crate) struct Judged {
    seat: Seat,
    action: Action,
    judgement: Option<Judgement>,
}

impl Eval {
    pub(crate) fn new() -> Result<Eval, String> {
        let network =
            Network::current().map_err(|fault| format!("--eval needs the network, and {fault}."))?;
        Ok(Eval { judge: Judge::new(network), bids: Vec::new(), rows: Vec::new() })
    }

    /// Judges a step, if it is a decision.
    pub(crate) fn see(&mut self, line: usize, step: &Step, names: &Names) -> Option<Judged> {
        let Step::Happened { before, event } = step else { return None };
        if before.standing().is_none() {
            self.bids.clear();
        }
        let (seat, action) = decision_of(event)?;
        let judgement = self.judge.judge(&before.seen_by(seat), &self.bids, Some(action));
        if let Event::Bid { seat, bid } = *event {
            self.bids.push(Standing { bid, bidder: seat });
        }
        let judged = Judged { seat, action, judgement };
        self.rows.push(judged.json(line, names));
        Some(judged)
    }

    /// For `--json`: every decision, and the chances of all players where the record ends.
    pub(crate) fn json(&mut self, table: Option<(&Names, &Game)>) -> Map<String, Value> {
        let mut fields = Map::new();
        fields.insert("eval".to_owned(), self.rows.clone().into());
        if let Some((names, game)) = table {
            let bids = if game.standing().is_some() { &self.bids[..] } else { &[] };
            let chances = self.judge.chances(game, bids);
            let chances: Map<String, Value> =
                names.iter().map(|(seat, name)| (name.to_owned(), rounded(chances[seat]))).collect();
            fields.insert("chances".to_owned(), chances.into());
        }
        fields
    }
}

impl Judged {
    /// The column next to a move.
    pub(crate) fn column(&self, words: &Words) -> String {
        let worth = self.judgement.as_ref().and_then(|judged| {
            Some((
                judged.before,
                judged.choice(self.action)?.chance,
                judged.best()?,
                judged.cost(self.action)?,
            ))
        });
        let Some((before, after, best, cost)) = worth else { return words.text("eval-unknown") };
        let percent = |chance: f64| format!("{:.0}", 100.0 * chance);
        let values = [
            ("before", percent(before).into()),
            ("after", percent(after).into()),
            ("best", best.action.to_string().into()),
            ("chance", percent(best.chance).into()),
        ];
        // Less than half a point is less than the judge can tell.
        words.say(if cost < 0.005 { "eval-best" } else { "eval-better" }, &values)
    }

    fn json(&self, line: usize, names: &Names) -> Value {
        let judged = self.judgement.as_ref();
        let best = judged.and_then(Judgement::best);
        json!({
            "line": line,
            "player": names[self.seat],
            "action": self.action.to_string(),
            "before": judged.map(|judged| rounded(judged.before)),
            "after": judged.and_then(|judged| judged.choice(self.action)).map(|choice| rounded(choice.chance)),
            "best": best.map(|best| json!({ "action": best.action.to_string(), "chance": rounded(best.chance) })),
            "cost": judged.and_then(|judged| judged.cost(self.action)).map(rounded),
            "perfect": judged.map(|judged| judged.perfect),
        })
    }
}

fn rounded(chance: f64) -> Value {
    json!((chance * 10_000.0).round() / 10_000.0)
}
