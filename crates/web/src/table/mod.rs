//! The screen of a table: of the server, alone against bots, or with a device that is handed around.

mod around;
mod avatars;
mod banner;
mod bidding;
mod celebration;
mod centre;
mod company;
mod fairness;
mod guide;
mod hand;
mod handover;
mod host;
mod join;
mod keep_games;
mod keys;
mod ladder;
mod leave;
mod lobby;
mod menu;
mod new_game;
mod news;
mod piece;
mod rating_news;
mod result;
mod ring;
mod seats;
mod showdown;
mod side;
mod table_screen;
mod turn_alert;

use leptos::prelude::*;
use perudo_rules::Rules;

use crate::chunks::show_piece;
use crate::guest::GuestSecret;
use crate::i18n::t;
use crate::parts::Bar;
use crate::play::{self, GameInPlay, Local, LocalGame, LocalGameError, Session, is_in_play};
use crate::prefs::prefs;
use crate::screen::{Link, Screen, replace_address};
use keep_games::keep_games;
pub(crate) use new_game::ALONE;
use new_game::{AloneOptions, NewGame, NewGames};
pub(crate) use piece::Piece;
pub(crate) use table_screen::TableScreen;

/// A table of the server.
#[component]
pub(crate) fn TablePage(table: String) -> impl IntoView {
    take_over(&table);
    match Session::remote(&table) {
        Ok(session) => {
            keep_games(session);
            view! { <TableScreen session /> }.into_any()
        }
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
pub(crate) fn Alone(rules: String) -> impl IntoView {
    let games = RwSignal::new(0);
    provide_context(NewGames(games));
    // A link to rules to play by leads to the form first.
    let rules = StoredValue::new(Some(rules).filter(|rules| !rules.is_empty()));
    move || {
        let arrived = games.get() == 0;
        if let Some(rules) = rules.get_value().filter(|_| arrived) {
            return show_piece(Piece::NewGame(rules));
        }
        // A reload goes on with the game.
        replace_address(&Screen::Play(String::new()).path());
        if arrived && GameInPlay::told(ALONE).is_some() {
            return show_piece(Piece::StoredGame);
        }
        view! { <LocalTable local=Local::begin(&alone_game()) /> }.into_any()
    }
}

/// Such a game, for those who refer to it.
pub(crate) fn alone(rules: String) -> AnyView {
    view! { <Alone rules /> }.into_any()
}

/// The game against bots that begins next.
fn alone_game() -> LocalGame {
    let name = prefs().name.get_untracked();
    let name = if name.trim().is_empty() { untrack(|| t("web-you-name")) } else { name };
    AloneOptions::load().game(&name)
}

/// The game against bots that this browser has stored, unless it is over.
#[component]
fn StoredGame() -> impl IntoView {
    let game = alone_game();
    let local = if is_in_play(ALONE) { Local::restore_or_begin(&game) } else { Local::begin(&game) };
    view! { <LocalTable local /> }
}

/// The form for a game by the rules that a link names.
#[component]
fn NewGamePage(rules: String) -> impl IntoView {
    let unknown = rules.parse::<Rules>().is_err();
    let going_on = is_in_play(ALONE);
    view! {
        <Bar title="web-new-game" />
        <main class="page" data-t="new-game-page">
            {unknown.then(|| view! { <p class="card trouble" role="alert">{move || t("web-rules-unknown")}</p> })}
            <div class="card">
                <NewGame rules />
                {going_on.then(|| view! {
                    <p class="small soft" data-t="ends-game">{move || t("web-new-game-ends")}</p>
                    <p>
                        <Link to=Screen::Play(String::new()) hook="go-on">{move || t("web-go-on-playing")}</Link>
                    </p>
                })}
            </div>
        </main>
    }
}

/// A table in this browser, or why there is none.
#[component]
pub(crate) fn LocalTable(local: Result<Local, LocalGameError>) -> impl IntoView {
    match local.and_then(Session::local) {
        Ok(session) => {
            keep_games(session);
            view! { <TableScreen session /> }.into_any()
        }
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
