//! A game with whoever wants one: one press, and the next free table.

use std::time::Duration;

use leptos::prelude::*;
use perudo_protocol::http::{QueueStatus, Queued, Seated, Waiting};
use wasm_bindgen_futures::spawn_local;

use super::wish::{Wish, WishForm};
use crate::account::account;
use crate::api::{self, ApiError};
use crate::event_stream::EventStream;
use crate::i18n::{say, t};
use crate::parts::{Bar, Claim};
use crate::prefs::prefs;
use crate::screen::{Link, Screen, navigate, replace_address};
use crate::{alert, browser, quick_table, sound};

/// A place of the same person in the queue may last for some seconds after a reload.
const RETRY_AFTER: Duration = Duration::from_secs(2);
const RETRIES: u32 = 6;

/// A place in the queue, or what is on the way to one.
#[derive(Clone, Copy)]
struct Search {
    wish: RwSignal<Wish>,
    /// Whether a game is looked for.
    on: RwSignal<bool>,
    /// How it goes.
    waiting: RwSignal<Option<Waiting>>,
    trouble: RwSignal<Option<String>>,
    /// Whether a name has to be claimed first.
    nameless: RwSignal<bool>,
    place: StoredValue<Option<Place>, LocalStorage>,
    /// Counts searches: answers to an earlier one no longer matter.
    number: StoredValue<u32>,
}

/// Leaves the queue when it is dropped.
struct Place {
    /// None: there is nothing to leave any more.
    ticket: Option<String>,
    _events: Option<EventStream>,
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some(ticket) = self.ticket.take() {
            spawn_local(async move { drop(api::people::leave_queue(&ticket).await) });
        }
    }
}

impl Search {
    fn new() -> Search {
        Search {
            wish: RwSignal::new(Wish::stored()),
            on: RwSignal::new(false),
            waiting: RwSignal::new(None),
            trouble: RwSignal::new(None),
            nameless: RwSignal::new(false),
            place: StoredValue::new_local(None),
            number: StoredValue::new(0),
        }
    }

    /// Leaves the queue.
    fn stop(self) {
        self.number.update_value(|number| *number += 1);
        self.on.set(false);
        self.waiting.set(None);
        self.place.set_value(None);
    }

    /// The place, which is not to be left when it is dropped.
    fn take_ticket(self) -> Option<String> {
        self.place.try_update_value(|place| place.as_mut()?.ticket.take()).flatten()
    }

    /// Takes a place in the queue, in exchange for the one before.
    fn start(self) {
        let before = self.take_ticket();
        self.stop();
        self.trouble.set(None);
        let wish = self.wish.get_untracked();
        if untrack(|| wish.is_rated()) && account().with_untracked(|account| account.name.is_none()) {
            self.nameless.set(true);
            drop(Place { ticket: before, _events: None });
            return;
        }
        self.nameless.set(false);
        self.on.set(true);
        self.ask(self.number.get_value(), RETRIES, before);
    }

    fn is_current(self, number: u32) -> bool {
        self.number.try_get_value() == Some(number)
    }

    fn ask(self, number: u32, retries: u32, before: Option<String>) {
        let wish = untrack(|| self.wish.get_untracked().request());
        spawn_local(async move {
            if let Some(before) = before {
                // Nobody waits twice. Should it fail, that place is gone in some seconds.
                let _ = api::people::leave_queue(&before).await;
            }
            let answer = api::people::enter_queue(&wish).await;
            if !self.is_current(number) {
                // The person has left meanwhile, and the place is given up by dropping it.
                drop(answer.map(|Queued { ticket }| Place { ticket: Some(ticket), _events: None }));
                return;
            }
            match answer {
                Ok(Queued { ticket }) => self.listen(number, ticket),
                Err(ApiError::Refused { error, message }) => self.refused(number, retries, &error, message),
                Err(error) => self.fail(error.message()),
            }
        });
    }

    fn refused(self, number: u32, retries: u32, error: &str, message: String) {
        match error {
            "already-waiting" if retries > 0 => set_timeout(
                move || {
                    if self.is_current(number) {
                        self.ask(number, retries - 1, None);
                    }
                },
                RETRY_AFTER,
            ),
            "already-seated" => spawn_local(async move {
                match api::people::me().await.ok().and_then(|me| me.table) {
                    Some(table) if self.is_current(number) => go_to(table),
                    _ => self.fail(message),
                }
            }),
            "name-needed" => {
                self.stop();
                self.nameless.set(true);
            }
            _ => self.fail(message),
        }
    }

    fn fail(self, message: String) {
        if self.number.try_get_value().is_some() {
            self.stop();
            self.trouble.set(Some(message));
        }
    }

    /// Hears how waiting goes on.
    fn listen(self, number: u32, ticket: String) {
        let current = move || self.is_current(number);
        let again = move || {
            if current() {
                self.take_ticket();
                self.start();
            }
        };
        let events = EventStream::open(&api::people::queue_events(&ticket)).map(|events| {
            events
                .on("waiting", move |text| {
                    if let Some(waiting) = current().then(|| serde_json::from_str(&text).ok()).flatten() {
                        self.waiting.set(Some(waiting));
                    }
                })
                .on("table", move |text| {
                    if let Some(seated) =
                        current().then(|| serde_json::from_str::<Seated>(&text).ok()).flatten()
                    {
                        self.take_ticket();
                        go_to(seated.table);
                    }
                })
                // Not from within its own listener: it would drop itself.
                .on("gone", move |_| set_timeout(again, Duration::ZERO))
                .on_end(move || set_timeout(again, RETRY_AFTER))
        });
        self.place.set_value(Some(Place { ticket: Some(ticket), _events: events }));
    }

    /// Has bots in the free chairs.
    fn fill_with_bots(self) {
        let ticket = self.place.with_value(|place| place.as_ref()?.ticket.clone());
        let Some(ticket) = ticket else { return };
        self.waiting.update(|waiting| {
            if let Some(waiting) = waiting {
                waiting.bots = true;
            }
        });
        spawn_local(async move {
            if let Err(error) = api::people::fill_with_bots(&ticket).await {
                self.trouble.try_set(Some(error.message()));
            }
        });
    }
}

/// The table is there, and this browser has a chair at it.
fn go_to(table: String) {
    quick_table::remember(&table);
    if browser::hidden() && prefs().notifications.get_untracked() {
        alert::notify(t("web-quick-found"));
    }
    if prefs().vibration.get_untracked() && alert::can_vibrate() {
        alert::vibrate();
    }
    // Not from within a listener of what goes away with this screen.
    set_timeout(move || navigate(Screen::Table(table)), Duration::ZERO);
}

/// A game with whoever wants one.
#[component]
pub(crate) fn QuickGame(when: String) -> impl IntoView {
    let search = Search::new();
    // A reload, or the way back from the table, must not look for a game by itself.
    replace_address(&Screen::QuickGame(String::new()).path());
    if when == "now" {
        search.start();
    }
    let press = move |_| {
        sound::unlock();
        search.start();
    };
    // Another choice while waiting is another place in the queue.
    Effect::new(move |before: Option<Wish>| {
        let wish = search.wish.get();
        if before.is_some_and(|before| before != wish) {
            wish.store();
            if search.on.get_untracked() {
                search.start();
            } else {
                search.nameless.set(false);
            }
        }
        wish
    });
    // Another place in the queue is no other search.
    let on = Memo::new(move |_| search.on.get());
    let status = RwSignal::new(None::<QueueStatus>);
    let lobby = EventStream::open("/api/lobby").map(|events| {
        events.on("queue", move |text| {
            status.try_set(serde_json::from_str(&text).ok());
        })
    });
    let _lobby = StoredValue::new_local(lobby);
    let others = move || status.with(|status| status.as_ref().map_or(0, |status| status.waiting));
    view! {
        <Bar title="web-with-people" />
        <main class="page quick" data-t="quick-page">
            <section class="card search" hidden=on>
                <button class="button main big" id="find-game" data-t="find-game" on:click=press>{move || t("web-quick-find")}</button>
                <p class="soft" data-t="queue-status">{move || say("web-quick-others", &[("count", others().into())])}</p>
                <p class="trouble" role="alert" data-t="trouble">{move || search.trouble.get()}</p>
                {move || search.nameless.get().then(|| view! {
                    <div class="needs-name" data-t="needs-name">
                        <p><b>{move || t("web-quick-needs-name")}</b></p>
                        <Claim claimed=move || search.start() />
                        <p>
                            <Link to=Screen::Me hook="sign-in">{move || t("web-have-name")}</Link>
                        </p>
                    </div>
                })}
            </section>
            {move || on.get().then(|| view! { <Searching search /> })}
            <section class="card">
                <h2>{move || t("web-quick-wish")}</h2>
                <WishForm wish=search.wish />
            </section>
            <p class="row">
                <Link to=Screen::PublicTables hook="lobby">{move || t("web-link-lobby")}</Link>
                <Link to=Screen::Leaders(String::new()) hook="leaders">{move || t("web-leaders")}</Link>
            </p>
        </main>
    }
}

/// How the search goes.
#[component]
fn Searching(search: Search) -> impl IntoView {
    let now = move |read: fn(&Waiting) -> u32| search.waiting.with(|waiting| waiting.as_ref().map(read));
    let players = Memo::new(move |_| {
        let wanted = u32::from(search.wish.with(|wish| wish.players));
        now(|waiting| waiting.players.into()).unwrap_or(wanted)
    });
    let here = Memo::new(move |_| now(|waiting| waiting.waiting).unwrap_or(1).clamp(1, players.get()));
    let bots =
        Memo::new(move |_| search.waiting.with(|waiting| waiting.as_ref().is_some_and(|now| now.bots)));
    let offered =
        Memo::new(move |_| search.waiting.with(|waiting| waiting.as_ref().is_some_and(|now| now.offer_bots)));
    let expected =
        move || match search.waiting.with(|waiting| waiting.as_ref().and_then(|waiting| waiting.expected)) {
            Some(seconds) => say("web-quick-expected", &[("count", seconds.into())]),
            None => t("web-quick-unknown"),
        };
    // What was pressed is gone: whoever uses the keyboard goes on here.
    request_animation_frame(|| browser::focus("searching-title"));
    let leave = move |_| {
        search.stop();
        request_animation_frame(|| browser::focus("find-game"));
    };
    view! {
        <section class="card search" data-t="searching" aria-labelledby="searching-title">
            <h2 id="searching-title" tabindex="-1">{move || t("web-quick-looking")}</h2>
            <p class="dots" aria-hidden="true">
                {move || (0..players.get()).map(|dot| view! { <i class:here=move || dot < here.get()></i> }).collect_view()}
            </p>
            <p role="status" data-t="waiting">
                {move || say("web-quick-here", &[("here", here.get().into()), ("players", players.get().into())])}
            </p>
            <p class="soft small" role="timer">
                {move || say("web-quick-waited", &[("count", now(|waiting| waiting.seconds).unwrap_or(0).into())])}
                " " <span data-t="expected">{expected}</span>
            </p>
            <div role="status">
                {move || (offered.get() && !bots.get()).then(|| view! {
                    <p>{move || t("web-quick-offer")}</p>
                    <button class="button gold" data-t="fill-with-bots" on:click=move |_| search.fill_with_bots()>
                        {move || t("web-quick-bots")}
                    </button>
                })}
                {move || bots.get().then(|| view! { <p>{move || t("web-quick-bots-come")}</p> })}
            </div>
            <p class="trouble" role="alert">{move || search.trouble.get()}</p>
            <p>
                <button class="button" data-t="leave-queue" on:click=leave>
                    {move || t("web-quick-leave")}
                </button>
            </p>
        </section>
    }
}
