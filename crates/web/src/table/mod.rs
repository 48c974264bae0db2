//! The screen of a table: of the server, alone against bots, or with a device that is handed around.

mod banner;
mod barred;
mod bidding;
mod centre;
mod choice;
mod company;
mod fairness;
mod guide;
mod hand;
mod handover;
mod host;
mod join;
mod keys;
mod ladder;
mod lobby;
mod menu;
mod new_game;
mod result;
mod ring;
mod seats;
mod showdown;
mod table_screen;

use leptos::prelude::*;

use crate::guest::GuestSecret;
use crate::i18n::t;
use crate::play::{self, LocalGame, Session, is_in_a_tour};
use crate::prefs::prefs;
pub(crate) use lobby::BotChoice;
pub(crate) use new_game::ALONE;
use new_game::{AloneOptions, NewGames};
pub(crate) use table_screen::TableScreen;

/// A table of the server.
#[component]
pub(crate) fn TablePage(table: String) -> impl IntoView {
    take_over(&table);
    match Session::remote(&table) {
        Ok(session) => view! { <TableScreen session /> }.into_any(),
        Err(error) => view! { <NoTable reason=error.message() /> }.into_any(),
    }
}

/// Becomes the guest of another device, whose link has the secret.
fn take_over(table: &str) {
    let location = window().location();
    let hash = location.hash().unwrap_or_default();
    if let Some(secrets) = hash.strip_prefix("#guest=") {
        let (secret, cups) = secrets.split_once("&cups=").unwrap_or((secrets, ""));
        if let Ok(secret) = GuestSecret::try_from(secret.to_owned()) {
            secret.store();
            play::take_over_cups(table, cups);
        }
        let path = location.pathname().unwrap_or_default();
        if let Ok(history) = window().history() {
            let _ = history.replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(&path));
        }
    }
}

/// A game against bots in this browser.
#[component]
pub(crate) fn Alone() -> impl IntoView {
    let games = RwSignal::new(0);
    provide_context(NewGames(games));
    move || {
        let name = prefs().name.get_untracked();
        let name = if name.trim().is_empty() { untrack(|| t("web-you-name")) } else { name };
        let game = AloneOptions::load().game(&name);
        let fresh = games.get() > 0 || !is_in_a_tour(ALONE);
        view! { <LocalTable game fresh /> }
    }
}

/// A table in this browser, or why there is none.
#[component]
pub(crate) fn LocalTable(game: LocalGame, fresh: bool) -> impl IntoView {
    match Session::local(&game, fresh) {
        Ok(session) => view! { <TableScreen session /> }.into_any(),
        Err(error) => view! { <NoTable reason=error.message() /> }.into_any(),
    }
}

/// Why there is no table to play at.
#[component]
fn NoTable(reason: String) -> impl IntoView {
    view! {
        <main class="page">
            <p class="trouble" role="alert" data-t="no-table">{reason}</p>
        </main>
    }
}
