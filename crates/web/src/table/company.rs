//! Chat, emotes and the people at a table of the server.

use leptos::html;
use leptos::prelude::*;
use perudo_protocol::http::PlayerKind;
use perudo_protocol::{ViewBarred, ViewPerson, WireCommand};
use perudo_table::{EMOTES, PlaceName, Table};

use super::seats::emote_sign;
use super::table_screen::{Open, table_context};
use crate::account::account;
use crate::i18n::{say, t};
use crate::parts::{BlockButton, Dialog, KindTag, ReportButton, ReportDialog};
use crate::screen::{Link, Screen};

/// The dialog with the people at the table.
#[component]
pub(crate) fn Company() -> impl IntoView {
    let context = table_context();
    let open = Signal::derive(move || context.dialog.get() == Some(Open::Company));
    let close = move || {
        if context.dialog.get_untracked() == Some(Open::Company) {
            context.dialog.set(None);
        }
    };
    view! {
        <Dialog open close title="web-people" hook="company">
            <People />
        </Dialog>
    }
}

/// The button for the people, at a table of the server.
#[component]
pub(crate) fn CompanyButton() -> impl IntoView {
    let context = table_context();
    let remote = !context.session.is_local();
    remote.then(|| {
        view! {
            <button
                class="button icon"
                data-t="open-company"
                aria-label=move || t("web-people")
                on:click=move |_| context.dialog.set(Some(Open::Company))
            >
                "☺"
            </button>
        }
    })
}

/// Feelings at one press, on a phone, while there is nothing to decide.
#[component]
pub(crate) fn Reactions() -> impl IntoView {
    let context = table_context();
    let remote = !context.session.is_local();
    remote.then(|| view! { <div class="reactions" hidden=context.your_turn()><Emotes /></div> })
}

/// Buttons to show a feeling.
#[component]
pub(crate) fn Emotes() -> impl IntoView {
    let context = table_context();
    let joined = move || context.session.you.get().person.is_some();
    view! {
        <div class="emotes" role="group" aria-label=move || t("web-emotes") hidden=move || !joined()>
            {EMOTES
                .map(|emote| view! {
                    <button
                        class="button icon"
                        data-t=format!("emote-{emote}")
                        aria-label=move || t(&format!("web-emote-{emote}"))
                        on:click=move |_| context.session.order(WireCommand::Emote { emote: emote.to_owned() })
                    >
                        {emote_sign(emote)}
                    </button>
                })
                .collect_view()}
        </div>
    }
}

/// The chat, and a field to write in.
#[component]
pub(crate) fn Chat(id: &'static str) -> impl IntoView {
    let context = table_context();
    let lines = context.of(|view| view.chat.clone());
    let people = context.of(|view| {
        let own = |person: &ViewPerson| Some((person.person, person.account.clone()?));
        view.people.iter().filter_map(own).collect::<Vec<_>>()
    });
    // Those who are blocked are not heard.
    let is_blocked = move |person: u16| {
        people.with(|people| {
            let name = people.iter().find(|(known, _)| *known == person).map(|(_, name)| name);
            name.is_some_and(|name| account().with(|account| account.blocks(name)))
        })
    };
    let on = context.of(|view| view.chat_on);
    let joined = move || context.session.you.get().person.is_some();
    let field = NodeRef::<html::Input>::new();
    let log = NodeRef::<html::Ol>::new();
    // The last line is in sight.
    Effect::new(move || {
        lines.track();
        request_animation_frame(move || {
            if let Some(log) = log.try_get_untracked().flatten() {
                log.set_scroll_top(log.scroll_height());
            }
        });
    });
    let speak = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if let Some(field) = field.get_untracked() {
            let text = field.value().trim().to_owned();
            if !text.is_empty() {
                context.session.order(WireCommand::Say { text });
                field.set_value("");
            }
        }
    };
    view! {
        <ol node_ref=log class="chat" data-t="chat" tabindex="0" aria-label=move || t("web-chat")>
            {move || {
                let muted = context.muted.get();
                lines
                    .get()
                    .into_iter()
                    .filter(|line| !muted.contains(&line.person) && !is_blocked(line.person))
                    .map(|line| view! { <li><b>{line.name}</b> " " {line.text}</li> })
                    .collect_view()
            }}
        </ol>
        <p class="soft small" hidden=move || on.get()>{move || t("web-chat-off")}</p>
        <form class="row say" on:submit=speak hidden=move || !(on.get() && joined())>
            <label class="unseen" for=id>{move || t("web-say")}</label>
            <input
                id=id
                node_ref=field
                type="text"
                data-t="say"
                autocomplete="off"
                maxlength=Table::MAX_TEXT.to_string()
                placeholder=move || t("web-say")
            />
            <button class="button" type="submit" data-t="send">{move || t("web-send")}</button>
        </form>
    }
}

/// Everyone at the table, with buttons to mute them and, for the host, to do more.
#[component]
fn People() -> impl IntoView {
    let context = table_context();
    let people = context.of(|view| view.people.clone());
    let host = Memo::new(move |_| context.session.you.get().host);
    let chat_on = context.of(|view| view.chat_on);
    let locked = context.of(|view| view.locked);
    let barred = context.of(|view| view.barred.clone());
    let reported = RwSignal::new(None::<String>);
    let table = context.of(|view| Some(view.table.clone()));
    view! {
        <ul class="people" data-t="people">
            {move || people.get().into_iter().map(|person| view! { <PersonRow person host reported /> }).collect_view()}
        </ul>
        <p class="row">
            <button
                class="button"
                data-t="switch-chat"
                hidden=move || !host.get()
                on:click=move |_| context.session.order(WireCommand::Chat { on: !chat_on.get_untracked() })
            >
                {move || t(if chat_on.get() { "web-switch-chat-off" } else { "web-switch-chat-on" })}
            </button>
            <button
                class="button"
                data-t="lock"
                hidden=move || !host.get()
                on:click=move |_| context.session.order(WireCommand::Lock { on: !locked.get_untracked() })
            >
                {move || t(if locked.get() { "web-unlock" } else { "web-lock" })}
            </button>
        </p>
        <p class="soft small" hidden=move || !locked.get()>{move || t("web-locked")}</p>
        <ReportDialog about=reported table=Signal::derive(move || table.get()) />
        {move || (host.get() && barred.with(|barred| !barred.is_empty())).then(|| view! { <Barred barred /> })}
    }
}

/// Those who were removed: the host may let them in again.
#[component]
fn Barred(barred: Memo<Vec<ViewBarred>>) -> impl IntoView {
    let context = table_context();
    let row = move |ViewBarred { person, name }: ViewBarred| {
        let label = name.clone();
        view! {
            <li>
                <span class="who"><b>{name}</b></span>
                <button
                    class="button small"
                    data-t="unbar"
                    aria-label=move || say("web-unbar-name", &[("name", label.clone().into())])
                    on:click=move |_| context.session.order(WireCommand::Unbar { person })
                >
                    {move || t("web-unbar")}
                </button>
            </li>
        }
    };
    view! {
        <h3>{move || t("web-barred")}</h3>
        <ul class="people" data-t="barred">
            {move || barred.get().into_iter().map(row).collect_view()}
        </ul>
    }
}

/// What somebody at the table is.
pub(super) fn kind_of(person: &ViewPerson) -> PlayerKind {
    match (&person.account, person.program) {
        (_, true) => PlayerKind::Program,
        (Some(_), false) => PlayerKind::Person,
        (None, false) => PlayerKind::Guest,
    }
}

/// One person.
#[component]
fn PersonRow(person: ViewPerson, host: Memo<bool>, reported: RwSignal<Option<String>>) -> impl IntoView {
    let context = table_context();
    let kind = kind_of(&person);
    let account = person.account.clone();
    let ViewPerson { person: number, name, place, silenced, away, .. } = person;
    let you = move || context.session.you.get().person == Some(number);
    let muted = move || context.muted.with(|muted| muted.contains(&number));
    let mute = move |_| {
        context.muted.update(|muted| {
            if muted.contains(&number) {
                muted.retain(|known| *known != number);
            } else {
                muted.push(number);
            }
        });
    };
    let where_key = match place {
        PlaceName::Chair => "web-place-chair",
        PlaceName::Queue => "web-place-queue",
        PlaceName::Watching | PlaceName::Gone => "web-place-watching",
    };
    let name = StoredValue::new(name);
    let labelled = move |key: &str| say(key, &[("name", name.get_value().into())]);
    view! {
        <li>
            <span class="who">
                <b>
                    {match account.clone() {
                        Some(account) => view! { <Link to=Screen::Profile(account) hook="profile">{name.get_value()}</Link> }.into_any(),
                        None => name.get_value().into_any(),
                    }}
                </b>
                <KindTag kind />
                " "
                <span class="soft small">{move || t(where_key)}</span>
                {away.map(|_| view! { <span class="tag">{move || t("web-played-by-bot")}</span> })}
            </span>
            <span class="row" hidden=you>
                <button class="button small" data-t="mute" aria-pressed=move || muted().to_string() aria-label=move || labelled("web-mute-name") on:click=mute>
                    {move || t(if muted() { "web-unmute" } else { "web-mute" })}
                </button>
                {account.map(|name| view! {
                    <BlockButton name=name.clone() />
                    <ReportButton name about=reported />
                })}
                {move || host.get().then(|| view! {
                    <button class="button small" data-t="silence" aria-label=move || labelled("web-silence-name") on:click=move |_| {
                        context.session.order(WireCommand::Silence { person: number, on: !silenced });
                    }>
                        {move || t(if silenced { "web-unsilence" } else { "web-silence" })}
                    </button>
                    <button class="button small" data-t="remove-person" aria-label=move || labelled("web-remove") on:click=move |_| {
                        context.session.order(WireCommand::Remove { person: Some(number), chair: None });
                    }>
                        {move || t("web-remove-short")}
                    </button>
                    <button class="button small" data-t="make-host" aria-label=move || labelled("web-make-host-name") on:click=move |_| {
                        context.session.order(WireCommand::Host { person: number });
                    }>
                        {move || t("web-make-host")}
                    </button>
                })}
            </span>
        </li>
    }
}
