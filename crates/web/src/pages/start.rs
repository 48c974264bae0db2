//! Where people begin.

use leptos::prelude::*;
use perudo_protocol::http::TableSummary;
use perudo_rules::Face;
use wasm_bindgen_futures::spawn_local;

use crate::account::account;
use crate::api;
use crate::i18n::{say, t};
use crate::own_games;
use crate::pages::together::TOGETHER;
use crate::parts::{Die, LanguageChoice, PrefsForm, rules_name};
use crate::play::{GameInPlay, OwnSeat, own_seats, store_seat};
use crate::screen::{Link, Screen, is_table_id, navigate};
use crate::sound;
use crate::table::ALONE;

/// Where people begin.
#[component]
pub(crate) fn Start() -> impl IntoView {
    let alone = GameInPlay::told(ALONE);
    let goes_on = alone.is_some();
    let play = move |_| {
        sound::unlock();
        navigate(Screen::Play(String::new()));
    };
    view! {
        <header class="bar">
            <Link to=Screen::Me class="button plain" hook="me">
                {move || account().with(|account| account.name.clone()).unwrap_or_else(|| t("web-claim-title"))}
            </Link>
            <span class="grow"></span>
            <LanguageChoice />
        </header>
        <main class="page start">
            <div class="hero">
                <div class="hero-dice" aria-hidden="true">
                    <Die face=Face::Five />
                    <Die face=Face::Ace />
                    <Die face=Face::Six />
                </div>
                <h1>"Perudo"</h1>
                <p class="tagline">{move || t("web-tagline")}</p>
                <button class="button main big" data-t="play-now" on:click=play>
                    {move || t(if goes_on { "web-go-on-playing" } else { "web-play-now" })}
                </button>
                <p class="soft small">{move || t("web-play-now-about")}</p>
                <div class="row ways">
                    <Link to=Screen::QuickGame("now".to_owned()) class="button gold" hook="with-people">
                        {move || t("web-with-people")}
                    </Link>
                    <Link to=Screen::New(String::new()) class="button" hook="with-friends">
                        {move || t("web-with-friends")}
                    </Link>
                </div>
            </div>
            <OwnTables alone />
            <section class="card" aria-labelledby="friends-title">
                <h2 id="friends-title">{move || t("web-friends")}</h2>
                <p class="soft">{move || t("web-friends-about")}</p>
                <div class="row">
                    <Link to=Screen::New(String::new()) class="button gold" hook="new-table">
                        {move || t("web-new-table")}
                    </Link>
                    <Link to=Screen::Together class="button" hook="together">
                        {move || t("web-together")}
                    </Link>
                </div>
                <JoinByCode />
            </section>
            <PublicTables />
            <section class="card">
                <h2>{move || t("web-more")}</h2>
                <ul class="links">
                    <li>
                        <Link to=Screen::Learn hook="learn">{move || t("web-link-learn")}</Link>
                    </li>
                    <li>
                        <Link to=Screen::Rules(String::new()) hook="rules">{move || t("web-link-rules")}</Link>
                    </li>
                    {own_games::any().then(|| view! {
                        <li>
                            <Link to=Screen::Games hook="games">{move || t("web-games-title")}</Link>
                        </li>
                    })}
                    <li>
                        <Link to=Screen::Leaders(String::new()) hook="leaders">{move || t("web-leaders")}</Link>
                    </li>
                    <li>
                        <Link to=Screen::Review(String::new()) hook="review">{move || t("web-link-review")}</Link>
                    </li>
                </ul>
                <details>
                    <summary>{move || t("web-prefs")}</summary>
                    <PrefsForm />
                </details>
            </section>
        </main>
    }
}

/// The way back to every table at which this browser has a seat: here, and at the server.
#[component]
fn OwnTables(alone: Option<GameInPlay>) -> impl IntoView {
    let together = GameInPlay::told(TOGETHER);
    let local = usize::from(alone.is_some()) + usize::from(together.is_some());
    let seats = RwSignal::new(own_seats());
    for (table, _) in seats.get_untracked() {
        spawn_local(async move {
            if let Err(api::ApiError::Refused { error, .. }) = api::table(&table).await
                && error == "no-table"
            {
                store_seat(&table, None);
                seats.try_update(|seats| seats.retain(|(known, _)| *known != table));
            }
        });
    }
    let count = move || local + seats.with(Vec::len);
    view! {
        <section class="card own-tables" aria-labelledby="own-title" data-t="own-tables" hidden=move || count() == 0>
            <h2 id="own-title">{move || say("web-own-tables", &[("count", count().into())])}</h2>
            <ul class="tables">
                {alone.map(|game| view! { <OwnGame game to=Screen::Play(String::new()) kind="web-own-alone" /> })}
                {together.map(|game| view! { <OwnGame game to=Screen::Together kind="web-together" /> })}
                {move || seats.get().into_iter().map(|(table, seat)| view! { <OwnSeatRow table seat /> }).collect_view()}
            </ul>
        </section>
    }
}

/// A game in this browser.
#[component]
fn OwnGame(game: GameInPlay, to: Screen, kind: &'static str) -> impl IntoView {
    // Whoever plays alone knows their own name.
    let names = game.names.into_iter().skip(usize::from(game.people == 1)).collect::<Vec<_>>().join(", ");
    let kind = move || t(kind);
    let (title, about) = match game.round {
        Some(round) => {
            let round = move || say("web-round", &[("number", round.into())]);
            (names.into_any(), view! { {kind} " · " {round} }.into_any())
        }
        // Nothing is known of it but that it is there.
        None => (view! { {kind} }.into_any(), ().into_any()),
    };
    view! {
        <li>
            <Link to class="table-link" hook="own-table">
                <b>{title}</b>
                <span class="soft small">{about}</span>
            </Link>
        </li>
    }
}

/// A table of the server.
#[component]
fn OwnSeatRow(table: String, seat: OwnSeat) -> impl IntoView {
    let OwnSeat { others, rules } = seat;
    let names = move || if others.is_empty() { t("web-own-nobody") } else { others.join(", ") };
    view! {
        <li>
            <Link to=Screen::Table(table.clone()) class="table-link" hook="own-table">
                <b>{names}</b>
                <span class="soft small">
                    {move || t("web-own-server")} " · " {move || rules_name(&rules)} " · " {table}
                </span>
            </Link>
        </li>
    }
}

/// A field for the code of a table.
#[component]
fn JoinByCode() -> impl IntoView {
    let code = RwSignal::new(String::new());
    let wrong = RwSignal::new(false);
    let join = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        // People paste whole links.
        let text = code.get_untracked();
        let text = text.split(['?', '#']).next().unwrap_or_default().trim().trim_end_matches('/');
        let name = text.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
        if is_table_id(&name) {
            navigate(Screen::Table(name));
        } else {
            wrong.set(true);
        }
    };
    view! {
        <form class="code" on:submit=join>
            <label for="code">{move || t("web-code")}</label>
            <div class="row">
                <input
                    id="code"
                    type="text"
                    data-t="code"
                    autocomplete="off"
                    autocapitalize="none"
                    spellcheck="false"
                    aria-describedby="code-trouble"
                    on:input=move |event| {
                        wrong.set(false);
                        code.set(event_target_value(&event));
                    }
                />
                <button class="button" type="submit" data-t="join-code">{move || t("web-join")}</button>
            </div>
            <p class="trouble small" id="code-trouble" role="alert">
                {move || wrong.get().then(|| t("web-code-wrong"))}
            </p>
        </form>
    }
}

/// The tables that are open to everyone.
#[component]
fn PublicTables() -> impl IntoView {
    let tables = RwSignal::new(Vec::<TableSummary>::new());
    let offline = RwSignal::new(false);
    let fetch = move || {
        spawn_local(async move {
            match api::tables().await {
                Ok(found) => {
                    tables.try_set(found);
                    offline.try_set(false);
                }
                Err(_) => {
                    offline.try_set(true);
                }
            }
        });
    };
    fetch();
    view! {
        <section class="card" aria-labelledby="public-title" data-t="public-tables">
            <div class="row">
                <h2 id="public-title">{move || t("web-public-tables")}</h2>
                <button class="button icon" data-t="refresh" aria-label=move || t("web-refresh") on:click=move |_| fetch()>
                    "⟳"
                </button>
            </div>
            <p class="soft" hidden=move || offline.get() || tables.with(|tables| !tables.is_empty())>
                {move || t("web-no-public-tables")}
            </p>
            <p class="soft" data-t="offline" hidden=move || !offline.get()>{move || t("web-no-server")}</p>
            <ul class="tables">
                {move || tables.get().into_iter().map(|table| view! { <PublicTable table /> }).collect_view()}
            </ul>
            <p>
                <Link to=Screen::PublicTables hook="lobby">{move || t("web-link-lobby")}</Link>
            </p>
        </section>
    }
}

#[component]
fn PublicTable(table: TableSummary) -> impl IntoView {
    let taken = table.chairs.iter().flatten().count();
    let names: Vec<String> = table.chairs.iter().flatten().cloned().collect();
    let (seats, rules) = (table.chairs.len(), table.settings.rules.clone().unwrap_or_default());
    let stage = format!("web-stage-{}", table.stage.as_str());
    view! {
        <li>
            <Link to=Screen::Table(table.table.clone()) class="table-link" hook="public-table">
                <b>{names.join(", ")}</b>
                <span class="soft small">
                    {move || rules_name(&rules)} " · " {move || say("web-seats-taken", &[("taken", taken.into()), ("seats", seats.into())])}
                    " · " {move || t(&stage)}
                </span>
            </Link>
        </li>
    }
}
