//! Somebody: ratings and how they went, results, opponents, games.

use leptos::prelude::*;
use perudo_protocol::http::{OpponentRow, PlayerKind, Profile as About, RatingCurve, RatingInfo, ResultRow};
use perudo_rules::Preset;
use wasm_bindgen_futures::spawn_local;

use super::curve::Curve;
use super::history::{Game, History};
use super::leaders::percent;
use crate::account::account;
use crate::api::{self, ApiError};
use crate::i18n::{day, say, t};
use crate::parts::{
    BlockButton, Home, KindTag, PersonName, Rating, ReportButton, ReportDialog, pool_name, preset_key,
};
use crate::screen::{Link, Screen};

/// Somebody.
#[component]
pub(crate) fn Profile(name: String) -> impl IntoView {
    let (about, trouble) = (RwSignal::new(None::<About>), RwSignal::new(None::<String>));
    let title = StoredValue::new(name.clone());
    spawn_local(async move {
        match api::people::profile(&name).await {
            Ok(found) => {
                about.try_set(Some(found));
            }
            Err(ApiError::Refused { error, .. }) if error == "no-person" => {
                trouble.try_set(Some(say("web-no-person", &[("name", name.into())])));
            }
            Err(error) => {
                trouble.try_set(Some(error.message()));
            }
        }
    });
    view! {
        <header class="bar">
            <Home />
            <h1>{move || about.with(|about| about.as_ref().map_or_else(|| title.get_value(), |about| about.name.clone()))}</h1>
        </header>
        <main class="page wide profile" data-t="profile-page">
            <p class="card trouble" role="alert" data-t="no-person" hidden=move || trouble.with(Option::is_none)>
                {move || trouble.get()}
            </p>
            {move || about.get().map(|about| view! { <Sections about /> })}
        </main>
    }
}

#[component]
fn Sections(about: About) -> impl IntoView {
    let About { name, kind, owner, since, ratings, results, opponents, best, .. } = about;
    let (has_best, has_results, has_opponents) =
        (!best.is_empty(), !results.is_empty(), !opponents.is_empty());
    let best_of = name.clone();
    let best = best.into_iter().map(move |game| view! { <Game game owner=Some(best_of.clone()) /> });
    view! {
        <Head name=name.clone() kind owner since />
        <div class="columns">
            <Ratings name=name.clone() ratings />
            <section class="card" aria-labelledby="results-title" hidden=!has_results>
                <h2 id="results-title">{move || t("web-results")}</h2>
                <Results results />
            </section>
            <section class="card" aria-labelledby="opponents-title" hidden=!has_opponents>
                <h2 id="opponents-title">{move || t("web-frequent-opponents")}</h2>
                <Opponents opponents />
            </section>
            <section class="card" aria-labelledby="best-title" hidden=!has_best>
                <h2 id="best-title">{move || t("web-best-games")}</h2>
                <ul class="games">{best.collect_view()}</ul>
            </section>
        </div>
        <History name=Some(name) />
    }
}

/// Who it is, and what one may do about them.
#[component]
fn Head(name: String, kind: PlayerKind, owner: Option<String>, since: i64) -> impl IntoView {
    let reported = RwSignal::new(None::<String>);
    let name = StoredValue::new(name);
    let own = move || account().with(|account| account.name.as_deref() == Some(name.get_value().as_str()));
    view! {
        <section class="card profile-head">
            <p>
                <b class="big-name" data-t="profile-name">{name.get_value()}</b> " "
                <KindTag kind />
                {move || own().then(|| view! { <span class="tag">{move || t("web-you-tag")}</span> })}
            </p>
            <p class="soft small">
                {move || say("web-since", &[("day", day(since as f64).into())])}
                {owner.map(|owner| view! {
                    " · " {move || t("web-owner")} " " <PersonName name=owner kind=PlayerKind::Person />
                })}
            </p>
            {move || if own() {
                view! { <p><Link to=Screen::Me class="button" hook="me">{move || t("web-me")}</Link></p> }.into_any()
            } else {
                view! {
                    <p class="row">
                        <BlockButton name=name.get_value() />
                        <ReportButton name=name.get_value() about=reported />
                    </p>
                }.into_any()
            }}
            <ReportDialog about=reported />
        </section>
    }
}

/// Ratings by pool; of one of them, how it went.
#[component]
fn Ratings(name: String, ratings: Vec<RatingInfo>) -> impl IntoView {
    let chosen = RwSignal::new(ratings.first().map(|rating| rating.pool.clone()));
    let curve = RwSignal::new(None::<RatingCurve>);
    let empty = ratings.is_empty();
    Effect::new(move || {
        let Some(pool) = chosen.get() else { return };
        let name = name.clone();
        curve.set(None);
        spawn_local(async move {
            if let Ok(found) = api::people::curve(&name, &pool).await
                && chosen.try_get_untracked().flatten().as_deref() == Some(pool.as_str())
            {
                curve.set(Some(found));
            }
        });
    });
    let row = move |rating: RatingInfo| {
        let pool = StoredValue::new(rating.pool.clone());
        let is_chosen = move || chosen.with(|chosen| *chosen == Some(pool.get_value()));
        let (games, wins) = (rating.games, rating.wins);
        view! {
            <li>
                <button
                    class="pool"
                    data-t="pool"
                    aria-pressed=move || is_chosen().to_string()
                    on:click=move |_| chosen.set(Some(pool.get_value()))
                >
                    <span class="pool-name">{move || pool_name(&pool.get_value())}</span>
                    <Rating rating />
                    <span class="soft small">
                        {move || say("web-games-count", &[("count", games.into())])} " · "
                        {move || say("web-won-share", &[("share", percent(wins, games).into())])}
                    </span>
                </button>
            </li>
        }
    };
    view! {
        <section class="card" aria-labelledby="ratings-title">
            <h2 id="ratings-title">{move || t("web-ratings")}</h2>
            <p class="soft" hidden=!empty>{move || t("web-ratings-none")}</p>
            <ul class="pools" data-t="ratings">{ratings.into_iter().map(row).collect_view()}</ul>
            {move || curve.get().map(|curve| view! { <Curve curve /> })}
            <p class="soft small" hidden=empty>{move || t("web-rating-about")}</p>
        </section>
    }
}

/// The name of a preset of results.
fn preset_name(preset: &str) -> String {
    Preset::named(preset).map_or_else(|| t("web-other-rules"), |preset| t(&preset_key(preset)))
}

#[component]
fn Results(results: Vec<ResultRow>) -> impl IntoView {
    let row = |row: ResultRow| {
        let ResultRow { preset, players, games, wins, mean_place } = row;
        view! {
            <tr>
                <th scope="row">{move || preset_name(&preset)}</th>
                <td>{players}</td>
                <td>{games}</td>
                <td>{percent(wins, games)}</td>
                <td>{format!("{mean_place:.1}")}</td>
            </tr>
        }
    };
    view! {
        <table class="ranks" data-t="results">
            <thead>
                <tr>
                    <th scope="col">{move || t("web-column-rules")}</th>
                    <th scope="col">{move || t("web-column-players")}</th>
                    <th scope="col">{move || t("web-column-games")}</th>
                    <th scope="col">{move || t("web-column-won")}</th>
                    <th scope="col">{move || t("web-column-place")}</th>
                </tr>
            </thead>
            <tbody>{results.into_iter().map(row).collect_view()}</tbody>
        </table>
    }
}

#[component]
fn Opponents(opponents: Vec<OpponentRow>) -> impl IntoView {
    let row = |row: OpponentRow| {
        let OpponentRow { name, kind, games, ahead } = row;
        let level = (kind == PlayerKind::Bot).then(|| name.clone());
        view! {
            <tr>
                <th scope="row"><PersonName name kind level /></th>
                <td>{games}</td>
                <td>{percent(ahead, games)}</td>
            </tr>
        }
    };
    view! {
        <table class="ranks" data-t="opponents">
            <thead>
                <tr>
                    <th scope="col">{move || t("web-column-name")}</th>
                    <th scope="col">{move || t("web-column-games")}</th>
                    <th scope="col">{move || t("web-column-ahead")}</th>
                </tr>
            </thead>
            <tbody>{opponents.into_iter().map(row).collect_view()}</tbody>
        </table>
    }
}
