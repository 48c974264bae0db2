//! The public tables, live: who plays what, and where there is a free chair.

use leptos::prelude::*;
use perudo_protocol::http::{PlayerKind, QueueStatus, SitterSummary, TableSummary};

use crate::browser;
use crate::event_stream::EventStream;
use crate::i18n::{say, t};
use crate::parts::{Bar, PersonName, rules_name};
use crate::screen::{Link, Screen, navigate_with};
use crate::sound;

/// The public tables.
#[component]
pub(crate) fn PublicTables() -> impl IntoView {
    let (tables, waiting) = (RwSignal::new(None::<Vec<TableSummary>>), RwSignal::new(0_u32));
    let refused = RwSignal::new(false);
    let events = EventStream::open("/api/lobby").map(|events| {
        events
            .on("tables", move |text| {
                if let Ok(found) = serde_json::from_str(&text) {
                    tables.try_set(Some(found));
                }
            })
            .on("queue", move |text| {
                if let Ok(status) = serde_json::from_str::<QueueStatus>(&text) {
                    waiting.try_set(status.waiting);
                }
            })
            .on_end(move || {
                refused.try_set(true);
            })
    });
    let _events = StoredValue::new_local(events);
    let none = move || tables.with(|tables| tables.as_ref().is_some_and(Vec::is_empty));
    view! {
        <Bar title="web-lobby-title" />
        <main class="page lobby-page" data-t="lobby-page">
            <section class="card">
                <div class="row">
                    <Link to=Screen::QuickGame("now".to_owned()) class="button main" hook="with-people">
                        {move || t("web-with-people")}
                    </Link>
                    <Link to=Screen::New(String::new()) class="button" hook="new-table">{move || t("web-new-table")}</Link>
                </div>
                <p class="soft small">{move || say("web-quick-others", &[("count", waiting.get().into())])}</p>
            </section>
            <section class="card" aria-labelledby="lobby-tables">
                <h2 id="lobby-tables">{move || t("web-public-tables")}</h2>
                <p class="soft" data-t="no-tables" hidden=move || !none()>{move || t("web-no-public-tables")}</p>
                <p class="soft" role="status" hidden=move || tables.with(Option::is_some) || refused.get()>{move || t("web-coming")}</p>
                <p class="trouble" role="alert">{move || refused.get().then(|| t("web-no-server"))}</p>
                <ul class="tables live" data-t="tables">
                    <For
                        each=move || tables.get().unwrap_or_default()
                        key=|table| serde_json::to_string(table).unwrap_or_default()
                        children=|table| view! { <Row table /> }
                    />
                </ul>
            </section>
        </main>
    }
}

/// A table, with a way to join and one to watch.
#[component]
fn Row(table: TableSummary) -> impl IntoView {
    let TableSummary { table, stage, settings, chairs, sitters, opened, .. } = table;
    let free = chairs.iter().filter(|chair| chair.is_none()).count();
    let rules = settings.rules.clone().unwrap_or_default();
    let rated = settings.rated == Some(true);
    let watched = settings.spectators != Some(false);
    let stage = format!("web-stage-{}", stage.as_str());
    let sitters: Vec<SitterSummary> = sitters.into_iter().flatten().collect();
    let names = sitters.iter().map(|sitter| sitter.name.clone()).collect::<Vec<_>>().join(", ");
    let people = sitters.into_iter().map(|sitter| {
        let SitterSummary { name, kind, account } = sitter;
        // Two who look alike are told apart at the table: the profile is that of the name.
        let known = account.filter(|_| kind != PlayerKind::Guest);
        view! { <li><PersonName name=known.unwrap_or(name) kind /></li> }
    });
    let go = move |how: &'static str| {
        let table = table.clone();
        move |_: leptos::ev::MouseEvent| {
            sound::unlock();
            navigate_with(Screen::Table(table.clone()), Some(how));
        }
    };
    let (join, watch) = (go("join"), go("watch"));
    let named = StoredValue::new(names);
    let labelled = move |key: &str| say(key, &[("names", named.get_value().into())]);
    view! {
        <li class="live-table" data-t="lobby-table">
            <ul class="sitters" aria-label=move || t("web-people")>{people.collect_view()}</ul>
            <p class="soft small">
                {move || rules_name(&rules)}
                {rated.then(|| view! { " · " <b>{move || t("web-rated-short")}</b> })}
                " · " {move || say("web-lobby-free", &[("count", free.into())])}
                " · " {move || t(&stage)}
                " · " {move || since(opened)}
            </p>
            <p class="row">
                <button class="button gold" data-t="join-table" hidden=move || free == 0 aria-label=move || labelled("web-lobby-join-name") on:click=join>
                    {move || t("web-sit-down")}
                </button>
                <button class="button" data-t="watch-table" hidden=!watched aria-label=move || labelled("web-lobby-watch-name") on:click=watch>
                    {move || t("web-watch-short")}
                </button>
            </p>
        </li>
    }
}

/// How long a table has been there.
fn since(opened: i64) -> String {
    let now = i64::try_from(browser::now().0).unwrap_or(opened);
    let minutes = (now - opened).max(0) / 60_000;
    match minutes {
        0 => t("web-since-now"),
        1..120 => say("web-since-minutes", &[("count", minutes.into())]),
        _ => say("web-since-hours", &[("count", (minutes / 60).into())]),
    }
}
