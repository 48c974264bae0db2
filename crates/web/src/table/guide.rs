//! The first game's guide: what to do now, and why.

use leptos::prelude::*;
use perudo_rules::PhaseName;

use super::table_screen::table_context;
use crate::i18n::{say, t, words};
use crate::play::{Shown, name_at};
use crate::prefs::prefs;

/// A hint for this very moment, until the guide is dismissed.
#[component]
pub(crate) fn Guide() -> impl IntoView {
    let context = table_context();
    let session = context.session;
    let playing = context.of(|view| view.is_playing());
    let wanted =
        move || playing.get() && session.is_local() && session.sharing.get() == 1 && !prefs().guided.get();
    let seen_showdown = RwSignal::new(false);
    Effect::new(move || {
        if session.shown.with(|shown| matches!(shown, Some(Shown::Showdown(_)))) {
            seen_showdown.set(true);
        }
    });
    let hint = move || {
        if session.shown.with(|shown| matches!(shown, Some(Shown::Showdown(_)))) {
            return t("web-guide-showdown");
        }
        let turn = context.your_turn().get();
        session.view.with(|view| {
            let Some(view) = view else { return String::new() };
            match (view.now.phase, view.now.bid, turn) {
                (Some(PhaseName::Draw), ..) => t("web-guide-draw"),
                (Some(PhaseName::Bidding), None, true) => t("web-guide-open"),
                (Some(PhaseName::Bidding), Some(bid), true) => {
                    let hand = view.tour.as_ref().and_then(|tour| tour.hand);
                    let jokers = view.now.jokers();
                    let own = hand.map_or(0, |hand| hand.matching(bid.face, jokers));
                    let in_play: u32 = view.now.dice.iter().map(|dice| u32::from(*dice)).sum();
                    say(
                        "web-guide-answer",
                        &[("bid", words().bid(bid).into()), ("own", own.into()), ("all", in_play.into())],
                    )
                }
                (Some(PhaseName::Bidding), Some(bid), false) => {
                    let name = view.now.bidder.map(|chair| name_at(view, chair)).unwrap_or_default();
                    say("web-guide-bid", &[("name", name.into()), ("bid", words().bid(bid).into())])
                }
                (Some(PhaseName::Bidding), None, false) => t("web-guide-dice"),
                _ if seen_showdown.get() => t("web-guide-go-on"),
                _ => t("web-guide-dice"),
            }
        })
    };
    view! {
        <div class="guide" data-t="guide" hidden=move || !wanted()>
            <p>{move || wanted().then(hint)}</p>
            <button class="button small" data-t="skip-guide" on:click=move |_| prefs().guided.set(true)>
                {move || t(if seen_showdown.get() { "web-guide-done" } else { "web-guide-skip" })}
            </button>
        </div>
    }
}
