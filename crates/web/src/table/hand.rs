//! The player's own dice.

use leptos::prelude::*;
use perudo_play::Shown;
use perudo_rules::{Face, Hand};

use super::avatars::PlayerAvatar;
use super::ring::Ring;
use super::seats::{OpenDice, emote_sign};
use super::table_screen::table_context;
use crate::i18n::{say, t, words};
use crate::parts::{Cup, Die};

/// The player's own dice, large, and how many are left.
#[component]
pub(crate) fn OwnHand() -> impl IntoView {
    let context = table_context();
    let chair = Memo::new(move |_| context.session.you.get().chair);
    let hand = context.of(|view| view.tour.as_ref().and_then(|tour| tour.hand).unwrap_or(Hand::EMPTY));
    let left = Memo::new(move |_| {
        let chair = chair.get().map(usize::from);
        context.now.with(|now| chair.and_then(|chair| now.dice.get(chair).copied()).unwrap_or(0))
    });
    let plays = Memo::new(move |_| {
        let chair = chair.get();
        context.session.view.with(|view| {
            let tour = view.as_ref().filter(|view| view.is_playing()).and_then(|view| view.tour.as_ref());
            tour.is_some_and(|tour| tour.players.iter().any(|player| Some(player.chair) == chair))
        })
    });
    // The same dice may come again in the next round: these are rolled, too.
    let roll = Memo::new(move |_| (context.now.with(|now| now.round), hand.get()));
    let seen = StoredValue::new(None);
    let open = move || context.session.shown.with(Option::is_some);
    let jokers = move || context.now.with(|now| now.jokers());
    let chosen = move || context.choice.get().map(|choice| choice.face);
    let counts =
        move |face: Face| chosen().is_some_and(|chosen| face == chosen || jokers() && face == Face::Ace);
    let spoken = move || {
        let dice: Vec<String> =
            hand.get().faces().map(|face| say("web-die", &[("face", face.pips().into())])).collect();
        if dice.is_empty() {
            t("web-your-dice-hidden")
        } else {
            say("web-your-dice", &[("dice", dice.join(", ").into())])
        }
    };
    let feeling = move || {
        let person = context.session.you.get().person?;
        context.session.story.emote_of(person).map(|emote| emote_sign(&emote))
    };
    view! {
        <div class="own" class:turn=context.your_turn() data-t="own" hidden=move || !plays.get()>
            <span class="own-face" aria-hidden="true">
                {move || chair.get().map(|chair| view! { <PlayerAvatar chair /> })}
            </span>
            <span class="own-ring" aria-hidden="true">{move || chair.get().map(|chair| view! { <Ring chair /> })}</span>
            <p class="unseen" data-t="own-dice-spoken">{spoken}</p>
            {move || {
                let shown = open();
                match chair.get().filter(|_| shown) {
                    Some(chair) if has_dice(context, chair) => {
                        view! { <span class="own-dice showing"><OpenDice chair /></span> }.into_any()
                    }
                    _ => {
                        view! {
                            <span class="own-dice" data-t="own-dice">
                                {move || {
                                    let roll = roll.get();
                                    let fresh = !roll.1.is_empty() && seen.get_value() != Some(roll);
                                    seen.set_value(Some(roll));
                                    view! {
                                        {roll
                                            .1
                                            .faces()
                                            .enumerate()
                                            .map(|(index, face)| {
                                                view! {
                                                    <span
                                                        class="own-die"
                                                        class:rolled=fresh
                                                        class:match=move || counts(face)
                                                        style:--from=from_the_middle(index, roll.1)
                                                    >
                                                        <Die face />
                                                    </span>
                                                }
                                            })
                                            .collect_view()}
                                        {fresh.then(|| view! { <Cup class="shaken" /> })}
                                    }
                                }}
                                {move || {
                                    (hand.get().is_empty() && left.get() > 0)
                                        .then(|| (0..left.get()).map(|_| view! { <span class="own-die blank"></span> }).collect_view())
                                }}
                            </span>
                        }
                            .into_any()
                    }
                }
            }}
            <span class="own-left small" data-t="own-left">
                {move || {
                    if left.get() == 0 { t("web-you-are-out") } else { say("web-you-have", &[("dice", words().dice(left.get()).into())]) }
                }}
            </span>
            {move || feeling().map(|sign| view! { <span class="bubble feeling" aria-hidden="true">{sign}</span> })}
        </div>
    }
}

/// How far a die rolls from under the middle of the cup, in dice.
fn from_the_middle(index: usize, hand: Hand) -> String {
    format!("{:.1}", (hand.len() as f64 - 1.0) / 2.0 - index as f64)
}

fn has_dice(context: super::table_screen::TableContext, chair: u8) -> bool {
    context.session.shown.with(|shown| match shown {
        Some(Shown::Showdown(showdown)) => {
            showdown.hands.get(usize::from(chair)).is_some_and(|hand| !hand.is_empty())
        }
        Some(Shown::Draw { throws }) => throws.get(usize::from(chair)).is_some_and(Option::is_some),
        None => false,
    })
}
