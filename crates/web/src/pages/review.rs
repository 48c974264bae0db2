//! Finished games, step by step, with all dice open.

mod bid_table;
mod controls;
mod examples;
mod fairness;
mod open_form;
mod opened;
mod percent;
mod places;
mod proof_check;
mod replay;
mod timeline;
mod trouble;
mod viewer;

use std::sync::OnceLock;

use leptos::ev::DragEvent;
use leptos::prelude::*;

use self::fairness::Fairness;
use self::open_form::{OpenForm, Take, read_files};
use self::opened::Opened;
use self::viewer::RecordViewer;
use crate::browser;
use crate::i18n::t;
use crate::parts::Bar;
use crate::screen::{Screen, navigate};

/// What is open. It outlives the screen: people who come back find the same game.
fn opened() -> ArcRwSignal<Opened> {
    static OPENED: OnceLock<ArcRwSignal<Opened>> = OnceLock::new();
    OPENED.get_or_init(ArcRwSignal::default).clone()
}

/// Opens a game on the screen of finished games.
pub(crate) fn open_in_review(record: String, proof: Option<String>) {
    opened().set(Opened { record: Some(record), proof });
    navigate(Screen::Review);
}

/// Opens a game and shows it.
#[component]
pub(crate) fn Review() -> impl IntoView {
    let opened = RwSignal::from(opened());
    let unreadable = RwSignal::new(false);
    let dragging = RwSignal::new(false);
    let take = Take::new(move |texts: Option<Vec<String>>| {
        unreadable.set(texts.is_none());
        let Some(texts) = texts.filter(|texts| !texts.is_empty()) else { return };
        opened.update(|opened| *opened = std::mem::take(opened).with(texts));
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
            {move || {
                let opened = opened.get();
                if opened.is_empty() {
                    view! {
                        <section class="card">
                            <h2>{move || t("web-review-open")}</h2>
                            <OpenForm take />
                        </section>
                    }
                        .into_any()
                } else {
                    view! { <Game opened take /> }.into_any()
                }
            }}
        </main>
    }
}

/// What is open, and a form to open something else.
#[component]
fn Game(opened: Opened, take: Take) -> impl IntoView {
    let Opened { record, proof } = opened;
    let wanting = match (&record, &proof) {
        (Some(_), None) => Some("web-review-add-proof"),
        (None, Some(_)) => Some("web-review-add-record"),
        _ => None,
    };
    let shown = match (record, proof) {
        (Some(record), proof) => view! { <RecordViewer record proof /> }.into_any(),
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
            <OpenForm take />
        </details>
    }
}
