//! The bids of the round, and what happened before.

use leptos::prelude::*;
use perudo_play::name_at;

use super::table_screen::table_context;
use crate::i18n::{t, words};
use crate::parts::Die;
use crate::play::StoryLine;

/// The bids of the round, the last one on top.
#[component]
pub(crate) fn Ladder() -> impl IntoView {
    let context = table_context();
    let bids = context.of(|view| {
        let bids = view.tour.as_ref().map(|tour| tour.bids.clone()).unwrap_or_default();
        bids.into_iter().map(|(chair, bid)| (name_at(view, chair), bid)).collect::<Vec<_>>()
    });
    view! {
        <h2 class="ladder-title" id="ladder-title">{move || t("web-bids")}</h2>
        <ol class="ladder" data-t="ladder" tabindex="0" aria-labelledby="ladder-title" reversed=true>
            {move || {
                let bids = bids.get();
                let last = bids.len();
                bids.into_iter()
                    .enumerate()
                    .rev()
                    .map(|(index, (name, bid))| {
                        view! {
                            <li class:standing={index + 1 == last} data-bid=bid.to_string()>
                                <span class="who">{name}</span>
                                <span class="unseen">{": "}{move || words().bid(bid)}</span>
                                <span class="what" aria-hidden="true">
                                    {bid.count} <span class="times">"×"</span> <Die face=bid.face />
                                </span>
                            </li>
                        }
                    })
                    .collect_view()
            }}
        </ol>
        <p class="soft small" hidden=move || bids.with(|bids| !bids.is_empty())>{move || t("web-no-bids")}</p>
    }
}

/// What happened lately, the last on top.
#[component]
pub(crate) fn Story() -> impl IntoView {
    let context = table_context();
    view! {
        <h2 class="ladder-title" id="story-title">{move || t("web-story")}</h2>
        <ol data-t="story" tabindex="0" aria-labelledby="story-title">
            {move || {
                context.session.story.lines.with(|lines| {
                    let lines = lines.iter().rev().filter_map(StoryLine::sentence);
                    lines.map(|line| view! { <li>{line}</li> }).collect_view()
                })
            }}
        </ol>
    }
}
