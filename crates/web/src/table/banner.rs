//! Problems with the connection, the server, or what the person has just tried.

use leptos::prelude::*;

use super::table_screen::table_context;
use crate::i18n::t;
use crate::play::{CloseReason, Connection};
use crate::screen::{Link, Screen};

/// A line under the bar, if there is a problem.
#[component]
pub(crate) fn Banner() -> impl IntoView {
    let context = table_context();
    let session = context.session;
    let there = Memo::new(move |_| session.view.with(Option::is_some));
    let sentence = move || match session.connection.get() {
        Connection::Live if session.stalled.get() => Some("web-storage-down"),
        Connection::Live => None,
        Connection::Connecting => Some("web-connecting"),
        Connection::Lost if there.get() => Some("web-reconnecting"),
        Connection::Lost => Some("web-connecting"),
        Connection::Closed(CloseReason::NoTable) => Some("web-no-table"),
        Connection::Closed(CloseReason::NoSpectators) => Some("web-no-spectators"),
        Connection::Closed(CloseReason::Full) => Some("web-full"),
        Connection::Closed(CloseReason::OtherVersion) => Some("web-other-version"),
    };
    // A page of another version reloads itself.
    Effect::new(move || {
        if session.connection.get() == Connection::Closed(CloseReason::OtherVersion) {
            let _ = window().location().reload();
        }
    });
    let closed = move || matches!(session.connection.get(), Connection::Closed(_));
    view! {
        <div class="banner" role="alert" data-t="line" hidden=move || sentence().is_none()>
            {move || sentence().map(t)}
            <span hidden=move || !closed()>
                <Link to=Screen::Start class="button" hook="leave-over">
                    {move || t("web-back-to-start")}
                </Link>
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
