//! The middle of the table: the bid that stands, the dice that are lost, and the showdown's count.

use leptos::prelude::*;
use perudo_play::{Meaning, PlayerEvent, Showdown, Shown, name_at};
use perudo_rules::{PhaseName, RoundKind};

use super::showdown::{self, counted};
use super::table_screen::table_context;
use crate::i18n::{say, t, words};
use crate::parts::Die;

/// The middle of the table.
#[component]
pub(crate) fn Centre() -> impl IntoView {
    let context = table_context();
    let kind = context.kind();
    view! {
        <div class="centre" data-t="centre">
            {move || {
                kind.get().and_then(|kind| {
                    let (name, about) = match kind {
                        RoundKind::Normal => return None,
                        RoundKind::Maputo => ("web-kind-maputo", "web-kind-maputo-about"),
                        RoundKind::Final => ("web-kind-final", "web-kind-final-about"),
                    };
                    Some(view! {
                        <p class="kind" data-t="kind" data-kind=kind.as_str()>
                            <strong>{t(name)}</strong>
                            <span>{t(about)}</span>
                        </p>
                    })
                })
            }}
            {move || {
                let showdown = context.session.shown.with(|shown| match shown {
                    Some(Shown::Showdown(showdown)) => Some((**showdown).clone()),
                    _ => None,
                });
                match showdown {
                    Some(showdown) => view! { <Counting showdown /> }.into_any(),
                    None => view! { <StandingBid /> }.into_any(),
                }
            }}
            <Lost />
        </div>
    }
}

/// The standing bid, or what the table waits for.
#[component]
fn StandingBid() -> impl IntoView {
    let context = table_context();
    let bidder = context.of(|view| view.now.bidder.map(|chair| name_at(view, chair)).unwrap_or_default());
    let opens = Memo::new(move |_| {
        let you = context.addressed();
        context.session.view.with(|view| {
            let view = view.as_ref()?;
            Some(PlayerEvent::Opens.sentence(view, view.now.opener?, you, words()))
        })
    });
    let drawing = move || context.session.shown.with(|shown| matches!(shown, Some(Shown::Draw { .. })));
    move || {
        let (bid, phase) = context.now.with(|now| (now.bid, now.phase));
        if let Some(bid) = bid {
            return view! {
                <p class="bid" data-t="standing-bid" data-bid=bid.to_string()>
                    <span class="figure" aria-hidden="true">
                        {bid.count}
                        <span class="times">"×"</span>
                        <Die face=bid.face />
                    </span>
                    <span class="who">
                        {move || {
                            say(
                                "web-bid-by",
                                &[("bid", words().bid(bid).into()), ("name", bidder.get().into())],
                            )
                        }}
                    </span>
                </p>
            }
            .into_any();
        }
        let text = match phase {
            Some(PhaseName::Draw) if drawing() => t("web-draw-shown"),
            Some(PhaseName::Draw) => t("web-draw"),
            Some(PhaseName::Declaring) => t("web-declaring"),
            Some(PhaseName::Rolling) => t("web-rolling"),
            Some(PhaseName::Bidding) => opens.get().unwrap_or_default(),
            Some(PhaseName::Showing) => t("web-showing"),
            Some(PhaseName::Over) | None => String::new(),
        };
        view! { <p class="waits" data-t="waits">{text}</p> }.into_any()
    }
}

/// The count, while cup after cup is lifted.
#[component]
fn Counting(showdown: Showdown) -> impl IntoView {
    let context = table_context();
    let showdown = StoredValue::new(showdown);
    let reveal = move || context.reveal.get();
    let count = Memo::new(move |_| {
        reveal().map_or(0, |reveal| showdown.with_value(|showdown| counted(showdown, reveal)))
    });
    let bid = showdown.with_value(|showdown| showdown.bid);
    let called = move || {
        let you = context.addressed();
        showdown.with_value(|showdown| {
            PlayerEvent::called(showdown.calza).sentence(&showdown.before, showdown.chair, you, words())
        })
    };
    let class = move || {
        let done = reveal().is_some_and(|reveal| reveal.verdict);
        let you = context.addressed();
        let meaning = showdown.with_value(|showdown| showdown.meaning(you).name());
        if done { format!("counting {meaning}") } else { "counting".to_owned() }
    };
    view! {
        <div class=class data-t="showdown">
            <p class="call">{called}</p>
            <p class="count" aria-hidden="true">
                // Drawn anew whenever it changes, so that each count is seen.
                {move || view! { <span class="counted" data-t="counted">{count.get()}</span> }}
                <span class="of">"/ " {bid.count}</span>
                <Die face=bid.face />
            </p>
        </div>
    }
}

/// The verdict and a button to go on, in place of the controls for bidding.
#[component]
pub(crate) fn Verdict() -> impl IntoView {
    let context = table_context();
    let spoken = move || context.reveal.get().is_some_and(|reveal| reveal.verdict);
    let showdown = move || {
        context.session.shown.with(|shown| match shown {
            Some(Shown::Showdown(showdown)) => Some((**showdown).clone()),
            _ => None,
        })
    };
    let class = move || {
        let meaning = showdown().filter(|_| spoken()).map(|showdown| showdown.meaning(context.addressed()));
        format!("verdict {}", meaning.map(Meaning::name).unwrap_or_default())
    };
    view! {
        <div class=class hidden=move || showdown().is_none()>
            <p class="outcome" data-t="verdict">
                {move || showdown().filter(|_| spoken()).map(|showdown| showdown.verdict(context.addressed(), words()))}
            </p>
            <button class="button" data-t="skip" on:click=move |_| showdown::skip(context)>
                {move || t(if spoken() { "web-continue" } else { "web-skip" })}
            </button>
        </div>
    }
}

/// The dice in play, and those that lie in the centre.
#[component]
fn Lost() -> impl IntoView {
    let context = table_context();
    let (in_play, centre) = (
        move || context.now.with(|now| now.dice.iter().map(|dice| u32::from(*dice)).sum::<u32>()),
        move || context.now.with(|now| now.centre.unwrap_or(0)),
    );
    view! {
        <div class="lost">
            <span class="in-play" data-t="in-play">
                {move || say("web-in-play", &[("count", in_play().into())])}
            </span>
            <span class="pile" data-t="lost" data-lost=centre>
                <span class="unseen">{move || say("web-lost-dice", &[("count", centre().into())])}</span>
                {move || (0..centre().min(40)).map(|_| view! { <i aria-hidden="true"></i> }).collect_view()}
            </span>
        </div>
    }
}
