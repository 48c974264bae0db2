//! The lines that pass between the arena and a program: one JSON object each.

use perudo_bots::Situation;
use perudo_rules::record::Names;
use perudo_rules::{Action, Event, Opening, Own, Rules, Seat};
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// The version of the protocol.
const PROTOCOL: u32 = 1;

/// What a program answers.
#[derive(Deserialize)]
struct Answer {
    action: String,
}

/// The action in an answer; nothing if it is no answer.
pub(crate) fn read_answer(line: &str) -> Option<Action> {
    let answer: Answer = serde_json::from_str(line).ok()?;
    answer.action.parse().ok()
}

/// Numbers of JSON are exact up to here in every language.
const SEED_BITS: u32 = 53;

pub(crate) fn hello(rules: &Rules, names: &Names, you: Seat, seed: u64) -> Value {
    let seats: Vec<&str> = names.iter().map(|(_, name)| name).collect();
    json!({
        "type": "hello", "protocol": PROTOCOL, "rules": rules.to_string(), "seats": seats, "you": names[you],
        "seed": seed >> (u64::BITS - SEED_BITS),
    })
}

pub(crate) fn end(names: &Names, winner: Option<Seat>) -> Value {
    json!({ "type": "end", "winner": winner.map(|seat| &names[seat]) })
}

pub(crate) fn turn(names: &Names, situation: &Situation<'_>) -> Value {
    let view = situation.view;
    let dice: Map<String, Value> =
        names.iter().map(|(seat, name)| (name.to_owned(), view.dice(seat).into())).collect();
    let legal: Vec<String> = situation.legal().iter().map(|action| action.to_string()).collect();
    let history: Vec<[String; 2]> = situation
        .bids
        .iter()
        .map(|standing| [names[standing.bidder].to_owned(), standing.bid.to_string()])
        .collect();
    json!({
        "type": "turn",
        "hand": situation.hand().to_string(),
        "dice": dice,
        "bid": view.standing().map(|standing| standing.bid.to_string()),
        "bidder": view.standing().map(|standing| &names[standing.bidder]),
        "kind": view.kind().as_str(),
        "legal": legal,
        "history": history,
    })
}

pub(crate) fn event(names: &Names, event: &Event<Own>) -> Value {
    let name = |seat: Seat| &names[seat];
    let said = |word: &str, seat: Seat| json!({ "type": "event", "event": word, "name": name(seat) });
    match event {
        Event::DiceSet(dice) => {
            let dice: Map<String, Value> =
                names.iter().map(|(seat, name)| (name.to_owned(), dice[seat].into())).collect();
            json!({ "type": "event", "event": "dice", "dice": dice })
        }
        Event::UsedSet(seats) => {
            let used: Vec<&str> = seats.iter().map(name).collect();
            json!({ "type": "event", "event": "used", "names": used })
        }
        Event::Opened { seat, opening: Opening::Start } => said("start", *seat),
        Event::Opened { seat, opening: Opening::Lost } => said("lost", *seat),
        Event::Drawn(throws) => {
            let throws: Map<String, Value> = names
                .iter()
                .filter_map(|(seat, name)| Some((name.to_owned(), throws[seat]?.pips().into())))
                .collect();
            json!({ "type": "event", "event": "draw", "throws": throws })
        }
        Event::Declared(seat) => said("maputo", *seat),
        Event::Passed(seat) => said("pass", *seat),
        Event::Rolled(own) => json!({ "type": "event", "event": "roll", "hand": own.hand.to_string() }),
        Event::Rethrown { seat, dice } => json!({
            "type": "event", "event": "rethrow", "name": name(*seat), "hand": dice.hand.to_string(),
        }),
        Event::Bid { seat, bid } => {
            json!({ "type": "event", "event": "bid", "name": name(*seat), "bid": bid.to_string() })
        }
        Event::Called { seat, call } => said(call.as_str(), *seat),
        Event::Revealed(reveal) => {
            let hands: Map<String, Value> = names
                .iter()
                .filter(|(seat, _)| !reveal.hands[*seat].is_empty())
                .map(|(seat, name)| (name.to_owned(), reveal.hands[seat].to_string().into()))
                .collect();
            json!({
                "type": "event", "event": "reveal",
                "caller": name(reveal.caller),
                "call": reveal.call.as_str(),
                "bid": reveal.bid.to_string(),
                "bidder": name(reveal.bidder),
                "hands": hands,
                "count": reveal.count,
                "loser": reveal.loser().map(name),
                "gainer": reveal.gainer().map(name),
            })
        }
        Event::Left(seat) => said("out", *seat),
        Event::TourBegan => json!({ "type": "event", "event": "tour" }),
    }
}
