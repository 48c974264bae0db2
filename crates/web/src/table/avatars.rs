//! The faces at a table, and what happens to them.

use leptos::prelude::*;
use perudo_play::{Showdown, Shown, name_at};
use perudo_protocol::View;

use super::table_screen::{TableContext, table_context};
use crate::browser;
use crate::i18n::t;
use crate::parts::{Avatar, Character, Mood};
use crate::play::Session;
use crate::prefs::prefs;

/// Whose face is at a chair.
fn character(session: Session, view: &View, chair: u8) -> Character {
    let sitter = view.chairs.get(usize::from(chair));
    let person = sitter.and_then(|sitter| sitter.person);
    let program = view.people.iter().any(|known| Some(known.person) == person && known.program);
    let own = session.you.get().chair == Some(chair) && session.sharing.get() < 2;
    match sitter.and_then(|sitter| sitter.bot.as_deref()) {
        Some(level) => Character::bot(level, chair),
        None if program => Character::bot("", chair),
        None => match prefs().face.get().filter(|_| own) {
            Some(number) => Character::chosen(number),
            None => Character::person(&name_at(view, chair)),
        },
    }
}

/// The face at a chair.
#[component]
pub(crate) fn ChairAvatar(
    chair: u8,
    /// What it shows.
    #[prop(optional, into)]
    mood: Signal<Mood>,
) -> impl IntoView {
    let session = table_context().session;
    let of = Memo::new(move |_| {
        session
            .view
            .with(|view| view.as_ref().map(|view| character(session, view, chair)).unwrap_or_default())
    });
    view! { <Avatar of mood /> }
}

/// The face at a chair, with what the game does to it.
#[component]
pub(crate) fn PlayerAvatar(chair: u8) -> impl IntoView {
    let context = table_context();
    let mood = Memo::new(move |_| mood(context, chair));
    let change = Memo::new(move |_| of_verdict(context, |showdown| showdown.change(chair)).unwrap_or(0));
    view! {
        <ChairAvatar chair mood />
        {move || {
            let (class, text) = match change.get() {
                0 => return None,
                1.. => ("change gains", "+1"),
                _ => ("change loses", "−1"),
            };
            Some(view! { <span class=class aria-hidden="true">{text}</span> })
        }}
    }
}

/// Something about the showdown, once its verdict is spoken.
fn of_verdict<T>(context: TableContext, read: impl Fn(&Showdown) -> T) -> Option<T> {
    let spoken = context.reveal.get().is_some_and(|reveal| reveal.verdict);
    context.session.shown.with(|shown| match shown {
        Some(Shown::Showdown(showdown)) if spoken => Some(read(showdown)),
        _ => None,
    })
}

fn mood(context: TableContext, chair: u8) -> Mood {
    let fate = of_verdict(context, |showdown| (showdown.change(chair), showdown.prevails(chair)));
    match fate {
        Some((..0, _)) => return Mood::Sad,
        Some((1.., _) | (0, true)) => return Mood::Glad,
        Some((0, false)) | None => {}
    }
    context.session.view.with(|view| {
        let Some((view, tour)) = view.as_ref().and_then(|view| Some((view, view.tour.as_ref()?))) else {
            return Mood::Calm;
        };
        let plays = tour.players.iter().any(|player| player.chair == chair);
        let left = view.now.dice.get(usize::from(chair)).copied().unwrap_or(0);
        match (plays, left, view.is_playing()) {
            (true, 0, _) => Mood::Sad,
            (true, _, false) => Mood::Glad,
            _ => Mood::Calm,
        }
    })
}

/// Another face for oneself.
#[component]
pub(crate) fn FaceChoice() -> impl IntoView {
    let session = table_context().session;
    let chair = Memo::new(move |_| session.you.get().chair.filter(|_| session.sharing.get() < 2));
    move || {
        chair.get().map(|chair| {
            view! {
                <div class="field" role="group" aria-labelledby="face-label">
                    <span class="label" id="face-label">{move || t("web-face")}</span>
                    <div class="row face-choice">
                        <ChairAvatar chair />
                        <button
                            class="choice"
                            data-t="face-other"
                            on:click=move |_| prefs().face.set(Some(browser::any_below(u32::MAX)))
                        >
                            {move || t("web-face-other")}
                        </button>
                        <button
                            class="choice"
                            data-t="face-of-name"
                            hidden=move || prefs().face.get().is_none()
                            on:click=move |_| prefs().face.set(None)
                        >
                            {move || t("web-face-of-name")}
                        </button>
                    </div>
                    <p class="soft small" hidden=session.is_local()>{move || t("web-face-about")}</p>
                </div>
            }
        })
    }
}
