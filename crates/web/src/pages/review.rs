//! A finished game, step by step, with all dice open.

mod address;
mod analysis;
mod bid_table;
mod controls;
mod curve;
mod decision;
mod decisions;
mod examples;
mod fairness;
mod link;
mod load;
mod luck;
mod open_form;
mod opened;
mod percent;
mod places;
mod player;
mod proof_check;
mod replay;
mod share;
mod summary;
mod timeline;
mod trouble;
mod try_again;
mod viewer;

use leptos::ev::DragEvent;
use leptos::prelude::*;

use self::address::{Address, current_fragment, follow_moment};
use self::fairness::Fairness;
use self::load::{Found, load};
pub(crate) use self::luck::points;
use self::open_form::{OpenForm, Take, read_files};
pub(crate) use self::opened::Opened;
pub(crate) use self::percent::percent;
pub(crate) use self::summary::decimal;
pub(crate) use self::timeline::ParsedRecord;
use self::viewer::RecordViewer;
use crate::browser;
use crate::i18n::t;
use crate::own_games;
use crate::parts::{Bar, Later};
use crate::screen::{Link, Screen, navigate_with, push_address};

/// Opens a game on the screen of finished games, which gives it its address.
pub(crate) fn open_in_review(opened: &Opened) {
    navigate_with(Screen::Review(String::new()), opened.to_text().as_deref());
}

/// Opens a game and shows it.
#[component]
pub(crate) fn Review(game: String) -> impl IntoView {
    let found = RwSignal::new(Found::Nothing);
    load(&game, found);
    let step = RwSignal::new(current_fragment().at);
    let unreadable = RwSignal::new(false);
    let dragging = RwSignal::new(false);
    let take = Take::new(move |texts: Option<Vec<String>>| {
        unreadable.set(texts.is_none());
        let Some(texts) = texts.filter(|texts| !texts.is_empty()) else { return };
        let before = found.with_untracked(|found| found.opened().cloned().unwrap_or_default());
        let opened = before.with(texts);
        push_address(&Address::of(&opened).at(0), opened.to_text().as_deref());
        step.set(0);
        found.set(Found::Here(opened));
        window().scroll_to_with_x_and_y(0.0, 0.0);
        request_animation_frame(|| browser::focus("review-game"));
    });
    let over = move |event: DragEvent| {
        event.prevent_default();
        dragging.set(true);
    };
    let drop = move |event: DragEvent| {
        event.prevent_default();
        dragging.set(false);
        let Some(data) = event.data_transfer() else { return };
        match data.files() {
            Some(files) if files.length() > 0 => read_files(files, take),
            _ => take.run(data.get_data("text/plain").ok().map(|text| vec![text])),
        }
    };
    view! {
        <Bar title="web-review-title" />
        <main
            class="page wide review-page"
            class:dragging=dragging
            data-t="review-page"
            on:dragover=over
            on:dragleave=move |_| dragging.set(false)
            on:drop=drop
        >
            <div role="alert">
                <Show when=move || unreadable.get()>
                    <p class="card trouble" data-t="review-unreadable">
                        {move || t("web-review-file-unreadable")}
                    </p>
                </Show>
            </div>
            {move || match found.get() {
                Found::Here(opened) => view! { <Game opened take step /> }.into_any(),
                Found::Coming => view! { <p class="card soft" role="status">{move || t("web-coming")}</p> }.into_any(),
                Found::Nothing => view! { <Opening take trouble="" /> }.into_any(),
                Found::Missing(trouble) => view! { <Opening take trouble /> }.into_any(),
            }}
        </main>
    }
}

/// A form to open a game, and why there is none yet.
#[component]
fn Opening(take: Take, #[prop(into)] trouble: String) -> impl IntoView {
    let trouble = (!trouble.is_empty()).then(|| {
        view! { <p class="card trouble" role="alert" data-t="review-missing">{trouble}</p> }
    });
    let own = own_games::any().then(|| {
        view! {
            <p>
                <Link to=Screen::Games class="button" hook="games">{move || t("web-games-title")}</Link>
            </p>
        }
    });
    view! {
        {trouble}
        <section class="card">
            <h2>{move || t("web-review-open")}</h2>
            {own}
            <OpenForm take />
        </section>
    }
}

/// What is open, and a form to open something else.
#[component]
fn Game(opened: Opened, take: Take, step: RwSignal<usize>) -> impl IntoView {
    let address = StoredValue::new(Address::of(&opened));
    follow_moment(address, step);
    let Opened { record, proof, own, .. } = opened;
    let wanting = match (&record, &proof) {
        (Some(_), None) => Some("web-review-add-proof"),
        (None, Some(_)) => Some("web-review-add-record"),
        _ => None,
    };
    let shown = match (record, proof) {
        (Some(record), proof) => view! {
            <Later>
                <RecordViewer record=record.clone() proof=proof.clone() own=own.clone() step address />
            </Later>
        }
        .into_any(),
        (None, Some(proof)) => view! {
            <div class="card">
                <Fairness proof record=None />
            </div>
        }
        .into_any(),
        (None, None) => ().into_any(),
    };
    view! {
        <div id="review-game" tabindex="-1">
            {shown}
        </div>
        <details class="card another" data-t="review-another">
            <summary data-t="review-another-toggle">
                <span>{move || t("web-review-open-another")}</span>
                {wanting.map(|key| view! { <span class="soft small">{move || t(key)}</span> })}
            </summary>
            <Later>
                <OpenForm take />
            </Later>
        </details>
    }
}
