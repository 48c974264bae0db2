//! Before the game: who comes, and how it will be played.

use leptos::prelude::*;
use perudo_protocol::{View, ViewChair, WireCommand};

use super::avatars::ChairAvatar;
use super::company::{Chat, kind_of};
use super::host::HostSettings;
use super::table_screen::table_context;
use crate::i18n::{say, t, words};
use crate::parts::{BotChoice, Invite, KindTag, RulesSheet, beginners, bots_of, rules_name};
use crate::quick_table::is_quick;
use crate::screen::Screen;
use crate::sound;

/// Before the game.
#[component]
pub(crate) fn Lobby() -> impl IntoView {
    let context = table_context();
    let session = context.session;
    let host = Memo::new(move |_| session.you.get().host);
    let chairs = context.of(|view| view.chairs.clone());
    let taken = move || chairs.with(|chairs| chairs.iter().filter(|chair| chair.name.is_some()).count());
    let table = context.of(|view| view.table.clone());
    let link = move || Screen::Table(table.get()).url();
    let rules = context.of(|view| view.settings.rules.clone().unwrap_or_default());
    let quick = context.of(|view| is_quick(&view.table));
    let start = move |_| {
        sound::unlock();
        session.order(WireCommand::Start);
    };
    view! {
        <div class="lobby-grid">
            <section class="card">
                <h2>{move || t("web-lobby")}</h2>
                <ul class="chairs" data-t="chairs">
                    {move || {
                        chairs
                            .get()
                            .into_iter()
                            .enumerate()
                            .map(|(index, chair)| view! { <ChairRow index=index as u8 chair host /> })
                            .collect_view()
                    }}
                </ul>
                {move || {
                    if quick.get() {
                        view! { <p role="status" data-t="quick-begins">{move || t("web-quick-begins")}</p> }.into_any()
                    } else if host.get() {
                        view! {
                            <div class="stack">
                                <AddBot />
                                <button class="button main big" data-t="start" disabled={move || taken() < 2} on:click=start>
                                    {move || t("web-start")}
                                </button>
                                <p class="soft small" hidden={move || taken() >= 2}>{move || t("web-start-needs-two")}</p>
                            </div>
                        }
                            .into_any()
                    } else {
                        let name = context.of(host_name);
                        view! {
                            <p class="soft" data-t="waits-for-host">
                                {move || say("web-waits-for-host", &[("name", name.get().into())])}
                            </p>
                        }
                            .into_any()
                    }
                }}
            </section>
            <section class="card" hidden=quick>
                <h2>{move || t("web-invite")}</h2>
                {move || view! { <Invite url=link() /> }}
            </section>
            <section class="card">
                <h2>{move || t("web-how-it-is-played")}</h2>
                <Summary />
                {move || host.get().then(|| view! { <HostSettings /> })}
                <details>
                    <summary>{move || t("web-rules-in-full")}</summary>
                    <RulesSheet rules=Signal::derive(move || rules.get()) />
                </details>
            </section>
            <section class="card">
                <h2>{move || t("web-chat")}</h2>
                <Chat id="lobby-chat" />
            </section>
        </div>
    }
}

fn host_name(view: &View) -> String {
    let host = view.people.iter().find(|known| Some(known.person) == view.host);
    host.map(|host| host.name.clone()).unwrap_or_default()
}

/// A chair, with who is in it; the host can free it.
#[component]
fn ChairRow(index: u8, chair: ViewChair, host: Memo<bool>) -> impl IntoView {
    let context = table_context();
    let empty = chair.name.is_none();
    let person = chair.person;
    let bot = chair.bot.clone();
    let is_bot = chair.bot.is_some();
    let seen = context.of(move |view| is_bot && view.settings.dice.is_some());
    let you = move || context.session.you.get().chair == Some(index);
    let is_host = context.of(move |view| view.host.is_some() && view.host == person);
    let name = StoredValue::new(chair.name.clone().unwrap_or_default());
    let kind =
        context.of(move |view| view.people.iter().find(|known| Some(known.person) == person).map(kind_of));
    view! {
        <li class="chair" class:empty=empty data-t="chair" data-chair=index>
            <span class="number" aria-hidden="true">
                {if empty { (index + 1).into_any() } else { view! { <ChairAvatar chair=index /> }.into_any() }}
            </span>
            <span class="who">
                {move || if empty { t("web-empty-chair") } else { name.get_value() }}
                {move || you().then(|| view! { <span class="tag">{t("web-you-tag")}</span> })}
                {move || kind.get().map(|kind| view! { <KindTag kind /> })}
                {move || is_host.get().then(|| view! { <span class="tag">{t("web-the-host")}</span> })}
                {bot.map(|bot| view! { <span class="tag">{move || words().bot(&bot)}</span> })}
                {move || seen.get().then(|| view! {
                    <span class="tag" data-t="seen-by-server">{t("web-seen-by-server")}</span>
                })}
            </span>
            {move || {
                (host.get() && !empty && !you()).then(|| view! {
                    <button
                        class="button icon"
                        data-t="remove"
                        aria-label=move || say("web-remove", &[("name", name.get_value().into())])
                        on:click=move |_| {
                            let chair = person.is_none().then_some(index);
                            context.session.order(WireCommand::Remove { person, chair });
                        }
                    >
                        "✕"
                    </button>
                })
            }}
        </li>
    }
}

/// The host puts a bot into the next empty chair.
#[component]
pub(crate) fn AddBot() -> impl IntoView {
    let context = table_context();
    let level = RwSignal::new(beginners());
    let full = context.of(|view| view.chairs.iter().all(|chair| chair.name.is_some()));
    let sealed = context.of(|view| view.settings.dice.as_deref() == Some("sealed"));
    view! {
        <div class="add-bot" hidden=sealed>
            <BotChoice level id="bot-level" />
            <button
                class="button"
                data-t="add-bot"
                disabled=full
                on:click=move |_| {
                    for level in bots_of(&level.get_untracked(), 1) {
                        context.session.order(WireCommand::Bot { chair: None, level });
                    }
                }
            >
                {move || t("web-add-bot")}
            </button>
        </div>
    }
}

/// How the table is played, in a few words.
#[component]
pub(crate) fn Summary() -> impl IntoView {
    let context = table_context();
    let settings = context.of(|view| view.settings.clone());
    view! {
        <ul class="summary" data-t="summary">
            <li>{move || say("web-summary-rules", &[("rules", rules_name(&settings.get().rules.unwrap_or_default()).into())])}</li>
            <li>{move || say("web-summary-tours", &[("count", settings.get().tours.unwrap_or(1).into())])}</li>
            <li>{move || {
                match settings.get().turn.unwrap_or(0) {
                    0 => t("web-summary-no-clock"),
                    turn => say("web-summary-clock", &[("turn", turn.into()), ("bank", settings.get().bank.unwrap_or(0).into())]),
                }
            }}</li>
            <li data-t="summary-dice" hidden=move || settings.get().dice.is_none()>{move || {
                t(&format!("web-dice-{}-about", settings.get().dice.unwrap_or_else(|| "open".to_owned())))
            }}</li>
            <li data-t="summary-rated" hidden=move || settings.get().rated != Some(true)>{move || t("web-summary-rated")}</li>
            <li hidden=move || !settings.get().hints.unwrap_or(false)>{move || t("web-summary-hints")}</li>
            <li>{move || t(if settings.get().public.unwrap_or(false) { "web-summary-public" } else { "web-summary-private" })}</li>
            <li hidden=move || settings.get().spectators.unwrap_or(true)>{move || t("web-summary-no-spectators")}</li>
        </ul>
    }
}
