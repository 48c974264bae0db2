//! The players with all their dice open.

use leptos::prelude::*;
use perudo_rules::{Call, Face, Hand, Outcome, Seat};

use super::timeline::{Said, Timeline};
use crate::i18n::{say, t, words};
use crate::parts::{Cup, Die};

/// Everyone around the table, in one frame.
#[component]
pub(super) fn Places(timeline: StoredValue<Timeline>, step: RwSignal<usize>) -> impl IntoView {
    let places = move || timeline.with_value(|timeline| places(timeline, step.get(), None));
    view! {
        <ul class="places" aria-label=move || t("web-review-places") data-t="review-places">
            {places}
        </ul>
    }
}

/// Everyone, as one of them sees the table, or with all dice open.
pub(super) fn places(timeline: &Timeline, at: usize, viewer: Option<Seat>) -> impl IntoView + use<> {
    timeline.names.iter().map(|(seat, name)| place(timeline, at, seat, name, viewer)).collect_view()
}

fn place(
    timeline: &Timeline,
    at: usize,
    seat: Seat,
    name: &str,
    viewer: Option<Seat>,
) -> impl IntoView + use<> {
    let game = timeline.game(at);
    let turn = game.turn() == Some(seat);
    let open = timeline.reveal(at).is_some() || viewer.is_none_or(|viewer| viewer == seat);
    let hand = timeline.hands(at).filter(|_| open).map(|hands| hands[seat]).filter(|hand| !hand.is_empty());
    let out = game.dice(seat) == 0 && hand.is_none();
    let counted = hand.map(|hand| hand.faces().filter(|&face| timeline.counts(at, face)).count());
    let shown = timeline.reveal(at).is_some();
    let dice = match (hand, timeline.drawn(at, seat)) {
        (Some(hand), _) => open_dice(timeline, at, hand).into_any(),
        (None, Some(face)) => view! { <Die face /> }.into_any(),
        (None, None) if out => view! { <span class="soft small">{t("web-review-out")}</span> }.into_any(),
        (None, None) => {
            let dice = words().dice(game.dice(seat));
            view! { <Cup /> <span class="soft small">{dice}</span> }.into_any()
        }
    };
    let tag = turn.then(|| {
        view! { <span class="gold-mark" data-t="review-turn">{t("web-review-turn")}</span> }
    });
    let change = timeline.reveal(at).and_then(|reveal| match reveal.outcome {
        Outcome::Loses(loser) if loser == seat => Some(("loses", "web-review-loses")),
        Outcome::Gains(gainer) if gainer == seat => Some(("gains", "web-review-gains")),
        Outcome::Loses(_) | Outcome::Gains(_) => None,
    });
    let change = change.map(|(class, key)| {
        view! { <span class=format!("place-change {class}") data-t="review-change">{t(key)}</span> }
    });
    let counted = counted.filter(|&counted| shown && counted > 0).map(|counted| {
        let text = say("web-review-counted", &[("count", counted.into())]);
        view! { <span class="place-counted small" data-t="review-counted">{text}</span> }
    });
    let label = say("web-review-dice-of", &[("name", name.to_owned().into())]);
    view! {
        <li class="place" class:turn=turn class:out=out data-t="review-seat" data-name=name.to_owned()>
            <span class="place-who">
                <b>{name.to_owned()}</b>
                {tag}
                {change}
            </span>
            {timeline.said_by(at, seat).map(bubble)}
            <span class="place-dice" role="group" aria-label=label>
                {dice}
                {counted}
            </span>
        </li>
    }
}

/// Open dice; those that count for the bid are highlighted.
fn open_dice(timeline: &Timeline, at: usize, hand: Hand) -> impl IntoView + use<> {
    let asked = timeline.reveal(at).is_some();
    let look = |face: Face| match timeline.counts(at, face) {
        true => "hit",
        false if asked => "dim",
        false => "",
    };
    hand.faces().map(|face| view! { <Die face class=look(face) /> }).collect_view()
}

/// What someone said last.
fn bubble(word: Said) -> impl IntoView {
    let said = match word {
        Said::Bid(bid) => view! { {bid.count} " × " <Die face=bid.face /> }.into_any(),
        Said::Call(Call::Dudo) => t("web-review-dudo").into_any(),
        Said::Call(Call::Calza) => t("web-review-calza").into_any(),
    };
    view! { <span class="place-said" data-t="review-said">{said}</span> }
}
