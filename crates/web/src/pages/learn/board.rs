//! A position, as the player who decides sees it.

use leptos::prelude::*;
use perudo_learn::{Position, names};
use perudo_rules::{Bid, Face, Hand, Reveal, RoundKind, Seat};

use crate::i18n::{say, t, words};
use crate::parts::{Cup, Die};

/// The table of a position: the others under their cups, the bids, the own dice. With a showdown all dice are open.
#[component]
pub(super) fn Board(
    position: Position,
    #[prop(optional_no_strip)] shown: Option<Box<Reveal>>,
) -> impl IntoView {
    let position = StoredValue::new(position);
    let shown = StoredValue::new(shown);
    view! {
        <section class="board" data-t="board" aria-label=move || t("learn-players")>
            <Kind position />
            <ul class="board-seats">
                {move || position.with_value(|position| {
                    let around = position.around();
                    let others = around.iter().filter(|&&seat| seat != position.seat());
                    others.map(|&seat| other(position, seat, shown)).collect_view()
                })}
            </ul>
            <Bids position />
            <OwnDice position shown />
        </section>
    }
}

/// The name of a seat, for whoever decides.
fn name(position: &Position, seat: Seat) -> String {
    let names = names(words(), position.setup().dice.len(), Some(position.seat()));
    names.get(seat.index()).cloned().unwrap_or_default()
}

fn other(position: &Position, seat: Seat, shown: StoredValue<Option<Box<Reveal>>>) -> impl IntoView + use<> {
    let dice = position.view().dice(seat);
    let name = name(position, seat);
    let open = shown.with_value(|shown| shown.as_ref().map(|reveal| (reveal.hands[seat], reveal.bid)));
    let jokers = position.view().kind().jokers();
    let under = match open {
        Some((hand, bid)) => view! { <OpenDice hand bid jokers /> }.into_any(),
        None => view! {
            <Cup />
            <span class="board-count">{move || say("learn-dice", &[("count", dice.into())])}</span>
        }
        .into_any(),
    };
    view! {
        <li class="board-seat">
            <b>{name}</b>
            {under}
        </li>
    }
}

/// Dice that are open: those that count stand out.
#[component]
fn OpenDice(hand: Hand, bid: Bid, jokers: bool) -> impl IntoView {
    let die = move |face: Face| {
        let counts = face == bid.face || jokers && face == Face::Ace;
        view! { <Die face class=if counts { "hit" } else { "dim" } /> }
    };
    view! { <span class="board-dice">{hand.faces().map(die).collect_view()}</span> }
}

#[component]
fn Kind(position: StoredValue<Position>) -> impl IntoView {
    let key = position.with_value(|position| match position.view().kind() {
        RoundKind::Final => Some("learn-kind-final"),
        RoundKind::Maputo if position.view().maputo_of() == Some(position.seat()) => {
            Some("learn-kind-maputo-yours")
        }
        RoundKind::Maputo => Some("learn-kind-maputo"),
        RoundKind::Normal => None,
    });
    let dice = position.with_value(|position| position.view().in_play());
    view! {
        <p class="board-kind small">
            {move || say("learn-in-play", &[("count", dice.into())])}
            {key.map(|key| view! { " · " {move || t(key)} })}
        </p>
    }
}

#[component]
fn Bids(position: StoredValue<Position>) -> impl IntoView {
    let none = position.with_value(|position| position.bids().is_empty());
    if none {
        return view! { <p class="board-standing">{move || t("learn-no-bids")}</p> }.into_any();
    }
    let bids = move || {
        position.with_value(|position| {
            let last = position.bids().len() - 1;
            let bid = |(index, made): (usize, &perudo_rules::Standing)| {
                let name = name(position, made.bidder);
                let bid = made.bid;
                let said =
                    say("learn-bid-by", &[("name", name.clone().into()), ("bid", words().bid(bid).into())]);
                view! {
                    <li class:standing=index == last>
                        <span class="unseen">{said}</span>
                        <span aria-hidden="true" class="board-bidder">{name}</span>
                        <span aria-hidden="true" class="board-bid">{bid.count} " × " <Die face=bid.face /></span>
                    </li>
                }
            };
            position.bids().iter().enumerate().map(bid).collect_view()
        })
    };
    view! {
        <ol class="board-bids" data-t="board-bids" aria-label=move || t("learn-bids")>{bids}</ol>
    }
    .into_any()
}

#[component]
fn OwnDice(position: StoredValue<Position>, shown: StoredValue<Option<Box<Reveal>>>) -> impl IntoView {
    let hand = position.with_value(Position::hand);
    let (standing, jokers) =
        position.with_value(|position| (position.standing(), position.view().kind().jokers()));
    let spoken = move || {
        let dice: Vec<String> =
            hand.faces().map(|face| say("web-die", &[("face", face.pips().into())])).collect();
        say("web-your-dice", &[("dice", dice.join(", ").into())])
    };
    let open = shown.with_value(Option::is_some);
    let die = move |face: Face| {
        let counts = standing.is_some_and(|bid| face == bid.face || jokers && face == Face::Ace);
        let class = match (open, counts) {
            (true, true) => "hit",
            (true, false) => "dim",
            _ => "",
        };
        view! { <Die face class=class /> }
    };
    view! {
        <div class="board-own" data-t="board-own">
            <p class="unseen">{spoken}</p>
            <span class="board-dice" aria-hidden="true">{hand.faces().map(die).collect_view()}</span>
        </div>
    }
}
