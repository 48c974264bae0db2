//! What is wrong, if anything is: the connection, the server, or what one has just tried.

use leptos::prelude::*;

use super::desk::desk;
use crate::play::{Ending, Line};
use crate::screen::{Go, Screen};
use crate::tongue::t;

/// A line under the bar, if something is to be said.
#[component]
pub(crate) fn Banner() -> impl IntoView {
    let desk = desk();
    let session = desk.session;
    let there = Memo::new(move |_| session.view.with(Option::is_some));
    let sentence = move || match session.line.get() {
        Line::Live if session.stalled.get() => Some("web-storage-down"),
        Line::Live => None,
        Line::Connecting => Some("web-connecting"),
        Line::Lost { .. } if there.get() => Some("web-reconnecting"),
        Line::Lost { .. } => Some("web-connecting"),
        Line::Over(Ending::NoTable) => Some("web-no-table"),
        Line::Over(Ending::NoSpectators) => Some("web-no-spectators"),
        Line::Over(Ending::Full) => Some("web-full"),
        Line::Over(Ending::OtherVersion) => Some("web-other-version"),
    };
    // A page of another version fetches itself anew.
    Effect::new(move || {
        if session.line.get() == Line::Over(Ending::OtherVersion) {
            let _ = window().location().reload();
        }
    });
    let over = move || matches!(session.line.get(), Line::Over(_));
    view! {
        <div class="banner" role="alert" data-t="line" hidden=move || sentence().is_none()>
            {move || sentence().map(t)}
            <span hidden=move || !over()>
                <Go to=Screen::Start class="button" hook="leave-over">
                    {move || t("web-back-to-start")}
                </Go>
            </span>
        </div>
        <div class="banner trouble" role="alert" data-t="trouble" hidden=move || session.trouble.with(Option::is_none)>
            <span>{move || session.trouble.get()}</span>
            <button
                class="button icon"
                aria-label=move || t("web-close")
                on:click=move |_| session.trouble.set(None)
            >
                "✕"
            </button>
        </div>
    }
}
