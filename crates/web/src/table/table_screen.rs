//! The screen of a table.

use leptos::prelude::*;
use perudo_play::Choice;
use perudo_protocol::{Now, View};
use perudo_rules::{Action, RoundKind};
use perudo_table::StageName;

use super::banner::Banner;
use super::bidding::{Bidding, CertainLoss};
use super::centre::{Centre, Verdict};
use super::company::{CompanyButton, Reactions};
use super::fairness::FairSign;
use super::guide::Guide;
use super::hand::OwnHand;
use super::handover::Handover;
use super::keys;
use super::leave::WayOut;
use super::news::News;
use super::piece::Piece;
use super::result::TourResult;
use super::seats::Seats;
use super::showdown::{self, Reveal};
use super::side::{Side, SideButton};
use super::turn_alert;
use crate::chunks::show_piece;
use crate::i18n::{say, t};
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
    /// Whether the side panel is open, on a phone; on a desk it always is.
    pub(crate) side: RwSignal<bool>,
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
    /// Asks before someone with dice leaves.
    Leave,
    /// Asks before someone with dice goes away from a sealed table.
    StepAway,
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

    /// The kind of the round, if that says something: a tour of two is a final from its beginning.
    pub(crate) fn kind(self) -> Memo<Option<RoundKind>> {
        self.of(|view| {
            let players = view.tour.as_ref().map_or(0, |tour| tour.players.len());
            let kind = view.now.kind.filter(|_| view.is_playing())?;
            (kind != RoundKind::Final || players > 2).then_some(kind)
        })
    }

    /// The chair of the one who is spoken to; nobody in particular where a device is handed around.
    pub(crate) fn addressed(self) -> Option<u8> {
        let shared = self.session.sharing.get() > 1;
        self.session.you.get().chair.filter(|_| !shared)
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
        side: RwSignal::new(false),
        muted: RwSignal::new(Vec::new()),
    };
    provide_context(context);
    showdown::run(context);
    keys::listen(context);
    turn_alert::run(context);

    let there = Memo::new(move |_| view.with(Option::is_some));
    let kind = context.kind();
    let seated = Memo::new(move |_| session.you.get().person.is_some());
    let in_lobby = Memo::new(move |_| {
        view.with(|view| {
            view.as_ref().is_some_and(|view| view.stage == StageName::Waiting && view.tour.is_none())
        })
    });
    view! {
        <div class="desk" data-kind=move || kind.get().map(RoundKind::as_str) data-t="table">
            <header class="bar">
                <WayOut />
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
                {move || {
                    if in_lobby.get() { view! { <CompanyButton /> }.into_any() } else { view! { <SideButton /> }.into_any() }
                }}
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
            {(!session.is_local()).then(|| show_piece(Piece::UnfairBanner))}
            {move || (there.get() && !seated.get() && !session.is_local()).then(|| show_piece(Piece::Join))}
            <main class="room" class:lobby=in_lobby id=keys::ROOM tabindex="-1">
                {move || {
                    there
                        .get()
                        .then(|| {
                            if in_lobby.get() {
                                show_piece(Piece::Lobby)
                            } else {
                                view! {
                                    <section class="felt" aria-label=move || t("web-the-table")>
                                        <Seats>
                                            <Centre />
                                        </Seats>
                                    </section>
                                    <section class="below">
                                        <TourResult />
                                        <Guide />
                                        <OwnHand />
                                        <div class="turn-controls">
                                            <Verdict />
                                            <Bidding />
                                            <Reactions />
                                        </div>
                                    </section>
                                    <Side />
                                }
                                    .into_any()
                            }
                        })
                }}
            </main>
            <News />
            {show_piece(Piece::Dialogs)}
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
    let seated = context.of(|view| view.chairs.iter().filter_map(|chair| chair.person).collect::<Vec<_>>());
    let count = move || {
        let offline = context.session.offline.get();
        let here = seated.with(|seated| seated.iter().filter(|person| !offline.contains(person)).count());
        context.session.watching.get().saturating_sub(here)
    };
    view! {
        <span class="watchers small soft" data-t="watchers" hidden=move || count() == 0>
            <span aria-hidden="true">"◉ " <span class="watchers-count">{count}</span></span>
            <span class="watchers-word">{move || say("web-watching", &[("count", count().into())])}</span>
        </span>
    }
}
