//! The screen of a table.

use leptos::prelude::*;
use perudo_protocol::{Now, View};
use perudo_rules::{Action, RoundKind};
use perudo_table::StageName;

use super::banner::Banner;
use super::bidding::{Bidding, CertainLoss};
use super::centre::{Centre, Verdict};
use super::choice::Choice;
use super::company::Company;
use super::fairness::{FairSign, FairnessDialog, UnfairBanner};
use super::guide::Guide;
use super::hand::OwnHand;
use super::handover::Handover;
use super::join::Join;
use super::keys;
use super::ladder::Ladder;
use super::lobby::Lobby;
use super::menu::Menu;
use super::result::TourResult;
use super::seats::Seats;
use super::showdown::{self, Reveal};
use crate::i18n::{say, t};
use crate::parts::Home;
use crate::play::Session;

/// The state that the parts of the screen share.
#[derive(Clone, Copy)]
pub(crate) struct TableContext {
    pub(crate) session: Session,
    /// The state of the game.
    pub(crate) now: Memo<Now>,
    /// How far a showdown has been revealed.
    pub(crate) reveal: RwSignal<Option<Reveal>>,
    /// The bid that is being put together.
    pub(crate) choice: RwSignal<Option<Choice>>,
    /// The dialog that is open.
    pub(crate) dialog: RwSignal<Option<Open>>,
    /// People who are muted in this browser.
    pub(crate) muted: RwSignal<Vec<u16>>,
}

/// A dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Open {
    Menu,
    Help,
    Rules,
    Company,
    Fairness,
    NewGame,
    /// Asks again, since this decision is certain to lose a die.
    Certain(Action),
}

impl TableContext {
    /// A memo of some part of the view.
    pub(crate) fn of<T: PartialEq + Clone + Default + Send + Sync + 'static>(
        self,
        read: impl Fn(&View) -> T + Send + Sync + 'static,
    ) -> Memo<T> {
        let view = self.session.view;
        Memo::new(move |_| view.with(|view| view.as_ref().map(&read).unwrap_or_default()))
    }

    /// Whether it is this player's turn to decide.
    pub(crate) fn your_turn(self) -> Signal<bool> {
        let (you, now, shown) = (self.session.you, self.now, self.session.shown);
        Signal::derive(move || {
            let chair = you.get().chair;
            shown.with(Option::is_none) && now.with(|now| now.is_turn_of(chair))
        })
    }
}

/// What the parts of the screen share.
pub(crate) fn table_context() -> TableContext {
    expect_context()
}

/// The screen of a table.
#[component]
pub(crate) fn TableScreen(session: Session) -> impl IntoView {
    let view = session.view;
    let now =
        Memo::new(move |_| view.with(|view| view.as_ref().map(|view| view.now.clone()).unwrap_or_default()));
    let context = TableContext {
        session,
        now,
        reveal: RwSignal::new(None),
        choice: RwSignal::new(None),
        dialog: RwSignal::new(None),
        muted: RwSignal::new(Vec::new()),
    };
    provide_context(context);
    showdown::run(context);
    keys::listen(context);

    let there = Memo::new(move |_| view.with(Option::is_some));
    let kind = Memo::new(move |_| {
        let (kind, playing) = now.with(|now| (now.kind, now.is_playing()));
        kind.filter(|_| playing).map(RoundKind::as_str).unwrap_or_default()
    });
    let seated = Memo::new(move |_| session.you.get().person.is_some());
    let in_lobby = Memo::new(move |_| {
        view.with(|view| {
            view.as_ref().is_some_and(|view| view.stage == StageName::Waiting && view.tour.is_none())
        })
    });
    view! {
        <div class="desk" data-kind=kind data-t="table">
            <header class="bar">
                <Home />
                <Title />
                <span class="grow"></span>
                <Watchers />
                <FairSign />
                <button
                    class="button icon"
                    data-t="open-rules"
                    aria-label=move || t("web-rules")
                    on:click=move |_| context.dialog.set(Some(Open::Rules))
                >
                    "§"
                </button>
                <CompanyButton />
                <button
                    class="button icon"
                    data-t="open-menu"
                    aria-label=move || t("web-menu")
                    on:click=move |_| context.dialog.set(Some(Open::Menu))
                >
                    "☰"
                </button>
            </header>
            <Banner />
            <UnfairBanner />
            {move || (there.get() && !seated.get() && !session.is_local()).then(|| view! { <Join /> })}
            <main class="room" class:lobby=in_lobby>
                {move || {
                    there
                        .get()
                        .then(|| {
                            if in_lobby.get() {
                                view! { <Lobby /> }.into_any()
                            } else {
                                view! {
                                    <section class="felt" aria-label=move || t("web-the-table")>
                                        <Seats />
                                        <Centre />
                                    </section>
                                    <section class="below">
                                        <TourResult />
                                        <Guide />
                                        <OwnHand />
                                        <Verdict />
                                        <Bidding />
                                    </section>
                                    <aside class="beside" aria-label=move || t("web-this-round")>
                                        <Ladder />
                                    </aside>
                                }
                                    .into_any()
                            }
                        })
                }}
            </main>
            <p class="unseen" role="status" aria-live="polite" data-t="news">
                {move || session.story.lines.with(|lines| lines.last()?.sentence())}
            </p>
            <Company />
            <FairnessDialog />
            <Menu />
            <CertainLoss />
            <Handover />
        </div>
    }
}

/// The number of the round, and which kind it is.
#[component]
fn Title() -> impl IntoView {
    let context = table_context();
    let title = move || {
        let playing = context.now.with(|now| now.is_playing());
        match context.now.with(|now| now.round).filter(|_| playing) {
            Some(round) => say("web-round", &[("number", round.into())]),
            None => t("web-table"),
        }
    };
    let sealed = context.of(|view| view.settings.dice.is_some());
    view! {
        <h1 data-t="title">{title}</h1>
        <span class="tag seal" data-t="sealed" title=move || t("web-sealed") hidden=move || !sealed.get()>
            <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
                <path d="M4 7V5a4 4 0 0 1 8 0v2h1v7H3V7zm2 0h4V5a2 2 0 0 0-4 0z" fill="currentColor" />
            </svg>
            <span class="seal-word">{move || t("web-sealed")}</span>
        </span>
    }
}

/// How many people watch.
#[component]
fn Watchers() -> impl IntoView {
    let context = table_context();
    let seated = context.of(|view| view.chairs.iter().filter(|chair| chair.person.is_some()).count());
    let count = move || context.session.watching.get().saturating_sub(seated.get());
    view! {
        <span class="watchers small soft" data-t="watchers" hidden=move || count() == 0>
            <span aria-hidden="true">"◉ "</span>
            {move || say("web-watching", &[("count", count().into())])}
        </span>
    }
}

/// The button for the chat and the people, at a table of the server.
#[component]
fn CompanyButton() -> impl IntoView {
    let context = table_context();
    let lines = context.of(|view| view.chat.last().map_or(0, |line| line.at));
    let seen = RwSignal::new(0);
    let unread = move || lines.get() > seen.get() && context.dialog.get() != Some(Open::Company);
    Effect::new(move || {
        if context.dialog.get() == Some(Open::Company) {
            seen.set(lines.get());
        }
    });
    let remote = !context.session.is_local();
    remote.then(|| {
        view! {
            <button
                class="button icon"
                class:unread=unread
                data-t="open-company"
                aria-label=move || t(if unread() { "web-company-unread" } else { "web-company" })
                on:click=move |_| context.dialog.set(Some(Open::Company))
            >
                "☺"
            </button>
        }
    })
}
