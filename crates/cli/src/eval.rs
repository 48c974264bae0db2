//! What the network makes of the decisions in a record: `perudo check --eval`.

use perudo_bots::{Network, Outlook};
use perudo_rules::record::{Names, Step};
use perudo_rules::{Action, Call, Event, Game, Seat, Standing};
use perudo_words::Words;
use serde_json::{Map, Value, json};

/// How often the hidden dice are imagined for one decision.
const SAMPLES: usize = 48;

/// Follows a record.
pub(crate) struct Eval {
    network: &'static Network,
    bids: Vec<Standing>,
    rows: Vec<Value>,
}

/// A decision that was taken.
pub(crate) struct Judged {
    seat: Seat,
    action: Action,
    outlook: Outlook,
}

impl Eval {
    pub(crate) fn new() -> Result<Eval, String> {
        let network =
            Network::current().map_err(|fault| format!("--eval needs the network, and {fault}."))?;
        Ok(Eval { network, bids: Vec::new(), rows: Vec::new() })
    }

    /// Judges a step, if it is a decision.
    pub(crate) fn see(&mut self, line: usize, step: &Step, names: &Names) -> Option<Judged> {
        let Step::Happened { before, event } = step else { return None };
        if before.standing().is_none() {
            self.bids.clear();
        }
        let (seat, action) = decision(event)?;
        let outlook = self.network.outlook(&before.seen_by(seat), &self.bids, SAMPLES, Some(action));
        if let Event::Bid { seat, bid } = *event {
            self.bids.push(Standing { bid, bidder: seat });
        }
        let judged = Judged { seat, action, outlook };
        self.rows.push(judged.json(line, names));
        Some(judged)
    }

    /// For `--json`: every decision, and the chances of all players where the record ends.
    pub(crate) fn json(&self, table: Option<(&Names, &Game)>) -> Map<String, Value> {
        let mut fields = Map::new();
        fields.insert("eval".to_owned(), self.rows.clone().into());
        if let Some((names, game)) = table {
            let bids = if game.standing().is_some() { &self.bids[..] } else { &[] };
            let hand = game.turn().zip(game.hands()).map(|(turn, hands)| hands[turn]);
            let chances = self.network.chances(&game.seen_by_spectator(), bids, hand);
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
        let percent =
            |chance: Option<f64>| chance.map_or("?".to_owned(), |chance| format!("{:.1}", 100.0 * chance));
        let best = self.outlook.best();
        let values = [
            ("before", percent(Some(self.outlook.chances[self.seat])).into()),
            ("after", percent(self.outlook.after(self.action)).into()),
            ("best", best.map(|(action, _)| action.to_string()).unwrap_or_default().into()),
            ("chance", percent(best.map(|(_, chance)| chance)).into()),
        ];
        words.say("eval-move", &values)
    }

    fn json(&self, line: usize, names: &Names) -> Value {
        let best = self.outlook.best();
        json!({
            "line": line,
            "player": names[self.seat],
            "action": self.action.to_string(),
            "before": rounded(self.outlook.chances[self.seat]),
            "after": self.outlook.after(self.action).map(rounded),
            "best": best.map(|(action, chance)| json!({ "action": action.to_string(), "chance": rounded(chance) })),
        })
    }
}

fn decision(event: &Event) -> Option<(Seat, Action)> {
    match *event {
        Event::Bid { seat, bid } => Some((seat, Action::Bid(bid))),
        Event::Revealed(reveal) => {
            let action = match reveal.call {
                Call::Dudo => Action::Dudo,
                Call::Calza => Action::Calza,
            };
            Some((reveal.caller, action))
        }
        Event::Declared(seat) => Some((seat, Action::Maputo)),
        Event::Passed(seat) => Some((seat, Action::Pass)),
        _ => None,
    }
}

fn rounded(chance: f64) -> Value {
    json!((chance * 10_000.0).round() / 10_000.0)
}
