//! What a rated tour did to ratings, and why.

use std::time::Duration;

use leptos::prelude::*;
use perudo_protocol::http::{GamePlayer, GameRow, RatingChange};
use wasm_bindgen_futures::spawn_local;

use super::table_screen::table_context;
use crate::api;
use crate::i18n::{say, t};
use crate::parts::{Change, PersonName};

/// Ratings come a moment after the tour.
const ASK_AGAIN: Duration = Duration::from_secs(1);
const ATTEMPTS: u32 = 20;

/// What the tour did to everybody's rating.
#[component]
pub(super) fn RatingNews() -> impl IntoView {
    let context = table_context();
    let tour = context.session.view.with_untracked(|view| {
        view.as_ref().and_then(|view| Some((view.table.clone(), view.tour.as_ref()?.tour)))
    });
    let (game, failed) = (RwSignal::new(None::<GameRow>), RwSignal::new(false));
    if let Some((table, tour)) = tour {
        ask(table, tour, ATTEMPTS, game, failed);
    }
    view! {
        <div class="rating-news" data-t="rating-news">
            <h3>{move || t("web-ratings")}</h3>
            <p class="soft small" role="status" hidden=move || game.with(Option::is_some) || failed.get()>{move || t("web-rating-coming")}</p>
            <p class="soft small" hidden=move || !failed.get()>{move || t("web-rating-later")}</p>
            {move || game.get().map(|game| view! { <Changes game /> })}
        </div>
    }
}

/// Asks until the tour is rated.
fn ask(table: String, tour: u32, attempts: u32, game: RwSignal<Option<GameRow>>, failed: RwSignal<bool>) {
    spawn_local(async move {
        let answer = api::people::result(&table, tour).await;
        match answer {
            Ok(result) if !result.pending && result.game.is_some() => {
                game.try_set(result.game);
            }
            _ if attempts == 0 => {
                failed.try_set(true);
            }
            _ => set_timeout(
                move || {
                    if game.try_get_untracked().is_some() {
                        ask(table, tour, attempts - 1, game, failed);
                    }
                },
                ASK_AGAIN,
            ),
        }
    });
}

#[component]
fn Changes(game: GameRow) -> impl IntoView {
    let own = game.players.iter().find(|player| player.you).and_then(|player| player.rating.clone());
    let row = |player: GamePlayer| {
        let GamePlayer { name, kind, level, rating, you, .. } = player;
        view! {
            <li class:owner=you>
                <span class="who"><PersonName name kind level /></span>
                {rating.map(|change| view! {
                    <span class="became">{change.before} " → " <b data-t={if you { "own-rating" } else { "rating-after" }}>{change.after}</b></span>
                    <Change change />
                })}
            </li>
        }
    };
    view! {
        <ul class="players" role="list">{game.players.into_iter().map(row).collect_view()}</ul>
        {own.map(|change| view! { <p class="small" data-t="why">{move || why(&change)}</p> })}
    }
}

/// Why a rating changed as it did.
fn why(change: &RatingChange) -> String {
    let percent = |share: f64| (share * 100.0).round() as i64;
    let key = match change.after - change.before {
        1.. => "web-rating-why-more",
        0 => "web-rating-why-same",
        _ => "web-rating-why-less",
    };
    let values = [
        ("expected", percent(change.expected).into()),
        ("actual", percent(change.actual).into()),
        ("uncertainty", change.uncertainty.into()),
    ];
    say(key, &values)
}
