//! Pieces of text that lines and the screen share.

use perudo_play::{name_at, odds};
use perudo_protocol::{Legal, View, WireSettings};
use perudo_rules::{Action, Bid, Face, Hand, RoundKind};
use perudo_words::Words;

/// Dice as digits, aces first: “1 3 4 4 6”.
pub(crate) fn dice(hand: Hand) -> String {
    let dice: Vec<String> = hand.faces().map(|face| face.pips().to_string()).collect();
    dice.join(" ")
}

/// What may be done, in the spelling that is typed: “3x2, 2x5 or more of the same face, up to 12; dudo”.
pub(crate) fn legal(legal: &Legal, words: &Words) -> String {
    let least = |face: Face| Some(Bid::new(perudo_play::least(legal, face)?, face).to_string());
    let bids: Vec<String> = Face::ALL.into_iter().filter_map(least).collect();
    let most = legal.most.unwrap_or(0);
    let bids = (!bids.is_empty())
        .then(|| words.say("legal-bids", &[("bids", bids.join(", ").into()), ("most", most.into())]));
    let calls = legal.calls.iter().map(Action::to_string);
    bids.into_iter().chain(calls).collect::<Vec<_>>().join("; ")
}

/// What the player has to do, as a sentence.
pub(crate) fn turn(legal: &Legal, words: &Words) -> String {
    words.text(if legal.calls.contains(&Action::Pass) {
        "web-turn-declare"
    } else if legal.calls.contains(&Action::Dudo) {
        "web-turn-bid"
    } else {
        "web-turn-open"
    })
}

/// “Round 3, maputo: Anna opens.” The one who looks is addressed.
pub(crate) fn round(view: &View, you: Option<u8>, words: &Words) -> Option<String> {
    let now = &view.now;
    let values = [
        ("number", now.round?.into()),
        ("kind", now.kind.unwrap_or(RoundKind::Normal).as_str().into()),
        ("name", name_at(view, now.opener?).into()),
    ];
    Some(words.say(if now.opener == you { "term-round-you" } else { "story-round" }, &values))
}

/// How many dice everyone has: “Anna 5, Boris 3”.
pub(crate) fn dice_left(view: &View) -> String {
    let left = |(chair, dice): (usize, &u8)| {
        let name = name_at(view, u8::try_from(chair).ok()?);
        (!name.is_empty()).then(|| format!("{name} {dice}"))
    };
    view.now.dice.iter().enumerate().filter_map(left).collect::<Vec<_>>().join(", ")
}

/// The name of the rules, for people.
pub(crate) fn rules(settings: &WireSettings, words: &Words) -> String {
    let rules = settings.rules.clone().unwrap_or_default();
    let key = format!("web-rules-preset-{rules}");
    if words.knows(&key) { words.text(&key) } else { rules }
}

/// How likely a bid is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Chance {
    pub(crate) bid: Bid,
    /// Of its being true.
    pub(crate) at_least: f64,
    /// Of its being exactly true.
    pub(crate) exactly: f64,
    /// Whether it is the bid that stands.
    pub(crate) standing: bool,
}

impl Chance {
    /// The bid that stands, and the least legal bid of each face, by the player's own dice; nothing where odds may not be
    /// shown, or there are no dice.
    pub(crate) fn all(view: &View) -> Vec<Chance> {
        let Some(odds) = odds(view).filter(|_| view.settings.hints == Some(true)) else { return Vec::new() };
        let chance = |bid: Bid, standing| Chance {
            bid,
            at_least: odds.at_least(bid),
            exactly: odds.exactly(bid),
            standing,
        };
        let standing = view.now.bid.map(|bid| chance(bid, true));
        let least = view.now.legal.as_ref().map(|legal| {
            let least = |face| Some(chance(Bid::new(perudo_play::least(legal, face)?, face), false));
            Face::ALL.into_iter().filter_map(least).collect::<Vec<_>>()
        });
        standing.into_iter().chain(least.unwrap_or_default()).collect()
    }
}

/// Short, and never rounded to certainty.
pub(crate) fn percent(chance: f64) -> String {
    match 100.0 * chance {
        percent if chance == 0.0 || chance == 1.0 => format!("{percent:.0} %"),
        percent if percent > 99.0 => "> 99 %".to_owned(),
        percent if percent < 1.0 => "< 1 %".to_owned(),
        percent => format!("{percent:.0} %"),
    }
}
