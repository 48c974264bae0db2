//! The games that were played in this browser.

mod luck;

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use self::luck::LuckSoFar;
use super::review::ParsedRecord;
use crate::api::{self, ApiError};
use crate::browser;
use crate::i18n::{moment, say, t, words};
use crate::own_games::{self, MOST, OwnGame, TourId};
use crate::parts::{Bar, Dialog, rules_name};
use crate::screen::{Link, Screen};

/// What is about to be deleted.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Doomed {
    One(TourId),
    All,
}

/// The games that were played in this browser, the latest first.
#[component]
pub(crate) fn Games() -> impl IntoView {
    let games = RwSignal::new(own_games::all());
    let doomed = RwSignal::new(None::<Doomed>);
    fetch_unfinished(games);
    let none = move || games.with(Vec::is_empty);
    let delete = move |_| {
        match doomed.get_untracked() {
            Some(Doomed::One(id)) => own_games::forget(&id),
            Some(Doomed::All) => own_games::forget_all(),
            None => return,
        }
        doomed.set(None);
        games.set(own_games::all());
        request_animation_frame(|| browser::focus("games"));
    };
    view! {
        <Bar title="web-games-title" />
        <main class="page" data-t="games-page">
            <section class="card" id="games" tabindex="-1">
                <p data-t="no-games" hidden=move || !none()>{move || t("web-games-none")}</p>
                <p class="soft" hidden=none>
                    {move || say("web-games-about", &[("most", MOST.into())])}
                </p>
                <ul class="games" data-t="games">
                    {move || games.get().into_iter().map(|game| view! { <Game game doomed /> }).collect_view()}
                </ul>
                <p class="row end" hidden=none>
                    <button class="button" data-t="delete-all" on:click=move |_| doomed.set(Some(Doomed::All))>
                        {move || t("web-games-delete-all")}
                    </button>
                </p>
            </section>
            <LuckSoFar games />
            <p>
                <Link to=Screen::Review(String::new()) hook="review">{move || t("web-link-review")}</Link>
            </p>
            <Dialog
                open=Signal::derive(move || doomed.with(Option::is_some))
                close=move || doomed.set(None)
                title="web-games-delete-title"
                hook="delete-games"
            >
                <p>
                    {move || {
                        t(if doomed.get() == Some(Doomed::All) {
                            "web-games-delete-all-about"
                        } else {
                            "web-games-delete-about"
                        })
                    }}
                </p>
                <p class="row end">
                    <button class="button" data-t="delete-not" on:click=move |_| doomed.set(None)>
                        {move || t("web-cancel")}
                    </button>
                    <button class="button main" data-t="delete-go" on:click=delete>
                        {move || t("web-games-delete")}
                    </button>
                </p>
            </Dialog>
        </main>
    }
}

/// One of them.
#[component]
fn Game(game: OwnGame, doomed: RwSignal<Option<Doomed>>) -> impl IntoView {
    let OwnGame { id, at, players, you, winner, rules, .. } = game;
    let review = Screen::Review(id.to_string());
    let where_ = if id.is_home() { "web-games-here" } else { "web-games-server" };
    let result = {
        let players = players.clone();
        move || match winner {
            Some(winner) if you == Some(winner) => t("web-games-you-won"),
            Some(winner) => {
                let name = players.get(winner).cloned().unwrap_or_default();
                say("web-games-winner", &[("name", name.into())])
            }
            None => String::new(),
        }
    };
    let label = {
        let players = players.clone();
        move || {
            say(
                "web-games-delete-one",
                &[("names", words().list(&players).into()), ("date", moment(at as f64).into())],
            )
        }
    };
    let delete = move |_| doomed.set(Some(Doomed::One(id.clone())));
    view! {
        <li class="game" class:won=you.is_some() && you == winner data-t="game">
            <Link to=review class="game-link" hook="game-review">
                <b>{players.join(", ")}</b>
                <span class="game-result" data-t="game-result">{result}</span>
                <span class="soft small">
                    {move || moment(at as f64)} " · " {move || rules_name(&rules)} " · " {move || t(where_)}
                </span>
            </Link>
            <button class="button icon" data-t="delete-game" aria-label=label on:click=delete>
                "✕"
            </button>
        </li>
    }
}

/// Asks the server for tours whose end this browser has not seen.
fn fetch_unfinished(games: RwSignal<Vec<OwnGame>>) {
    for game in own_games::unfinished() {
        spawn_local(async move {
            match finished_record(&game.id).await {
                Ok(None) => {}
                Ok(Some(record)) => {
                    let timeline = ParsedRecord::of(&record).timeline;
                    let winner =
                        timeline.and_then(|timeline| timeline.end().winner()).map(|seat| seat.index());
                    own_games::keep(&OwnGame { record, winner, ..game });
                    games.try_set(own_games::all());
                }
                // The table is no more, and the tour was not played to its end.
                Err(ApiError::Refused { error, .. }) if error == "no-table" => {
                    own_games::drop_unfinished(&game.id)
                }
                Err(_) => {}
            }
        });
    }
}

/// The record of a tour of the server, if it is over.
async fn finished_record(id: &TourId) -> Result<Option<String>, ApiError> {
    let tours = api::tours(&id.table).await?;
    if !tours.iter().any(|tour| tour.tour == id.tour) {
        return Ok(None);
    }
    api::tour_file(&id.table, id.tour, "record").await.map(Some)
}
