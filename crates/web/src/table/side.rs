//! What lies beside the table: the bids, what happened, and the chat. On a phone it is a drawer over the felt.

use leptos::prelude::*;

use super::company::{Chat, CompanyButton, Emotes};
use super::ladder::{Ladder, Story};
use super::piece::Piece;
use super::table_screen::{TableContext, table_context};
use crate::chunks::show_piece;
use crate::i18n::t;

/// What the panel is called: at a table in this browser there is nobody to talk to.
fn title(context: TableContext) -> String {
    t(if context.session.is_local() { "web-side" } else { "web-side-chat" })
}

/// The panel beside the table.
#[component]
pub(crate) fn Side() -> impl IntoView {
    let context = table_context();
    let close = move || context.side.set(false);
    view! {
        <aside
            class="beside"
            class:open=move || context.side.get()
            id="side"
            data-t="side"
            aria-label=move || title(context)
            on:keydown=move |event| {
                if event.key() == "Escape" {
                    close();
                }
            }
        >
            <button class="button icon close-side" data-t="close-side" aria-label=move || t("web-close") on:click=move |_| close()>
                "✕"
            </button>
            <section class="bids">
                <Ladder />
            </section>
            <section class="story">
                <Story />
            </section>
            {(!context.session.is_local()).then(|| show_piece(Piece::Talk))}
        </aside>
    }
}

/// The chat beside the table.
#[component]
pub(crate) fn Talk() -> impl IntoView {
    view! {
        <section class="talk">
            <div class="talk-head">
                <h2>{move || t("web-chat")}</h2>
                <CompanyButton />
            </div>
            <Emotes />
            <Chat id="table-chat" />
        </section>
    }
}

/// Opens and closes the panel, on a phone.
#[component]
pub(crate) fn SideButton() -> impl IntoView {
    let context = table_context();
    let lines = context.of(|view| view.chat.last().map_or(0, |line| line.at));
    let seen = RwSignal::new(lines.get_untracked());
    let unread = move || lines.get() > seen.get() && !context.side.get();
    Effect::new(move || {
        if context.side.get() {
            seen.set(lines.get());
        }
    });
    view! {
        <button
            class="button icon open-side"
            class:unread=unread
            data-t="open-side"
            aria-controls="side"
            aria-expanded=move || context.side.get().to_string()
            aria-label=move || if unread() { t("web-side-unread") } else { title(context) }
            on:click=move |_| context.side.update(|open| *open = !*open)
        >
            <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
                <path
                    d="M5 4h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-8l-5 4v-4H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zM7.5 8.2h9M7.5 11.8h6"
                    fill="none"
                    stroke="currentColor"
                    stroke-width="1.8"
                    stroke-linecap="round"
                    stroke-linejoin="round"
                />
            </svg>
        </button>
    }
}
