//! Whether the dice are fair: a quiet sign that all is well, or a loud one.

use leptos::prelude::*;
use perudo_explain::seen;

use super::table_screen::{Open, table_context};
use crate::browser;
use crate::i18n::{say, t, words};
use crate::parts::Dialog;
use crate::play::Session;

/// The quiet sign, at a table of the server: a button that opens the details.
#[component]
pub(crate) fn FairSign() -> impl IntoView {
    let context = table_context();
    let fairness = context.session.fairness;
    let fine = move || fairness.with(|fairness| fairness.errors.is_empty());
    let label = move || {
        let checked = fairness.with(|fairness| fairness.checked);
        if fine() { say("web-fair-sign", &[("checked", checked.into())]) } else { t("web-fair-wrong") }
    };
    (!context.session.is_local()).then(|| {
        view! {
            <button
                class="button icon fair-sign"
                class:unfair=move || !fine()
                data-t="open-fairness"
                aria-label=label
                on:click=move |_| context.dialog.set(Some(Open::Fairness))
            >
                <span aria-hidden="true">{move || if fine() { "⚄" } else { "⚠" }}</span>
            </button>
        }
    })
}

/// The loud sign: what is wrong, and a file to keep. It stays.
#[component]
pub(crate) fn UnfairBanner() -> impl IntoView {
    let context = table_context();
    let session = context.session;
    let first = move || {
        session
            .fairness
            .with(|fairness| fairness.errors.first().map(|error| seen::explain_witness_error(words(), error)))
    };
    let fine = move || session.fairness.with(|fairness| fairness.errors.is_empty());
    view! {
        <div class="banner unfair" role="alert" data-t="unfair" hidden=fine>
            <span><b>{move || t("web-fair-wrong")}</b> " " {first}</span>
            <SaveSeen session />
        </div>
    }
}

/// The details: what was checked, what is wrong, and the tips.
#[component]
pub(crate) fn FairnessDialog() -> impl IntoView {
    let context = table_context();
    let session = context.session;
    let open = Signal::derive(move || context.dialog.get() == Some(Open::Fairness));
    let close = move || {
        if context.dialog.get_untracked() == Some(Open::Fairness) {
            context.dialog.set(None);
        }
    };
    let checked = move || {
        let checked = session.fairness.with(|fairness| fairness.checked);
        say("web-fair-checked", &[("checked", checked.into())])
    };
    let unused = move || {
        let unused = session.fairness.with(|fairness| fairness.unused);
        (unused > 0).then(|| say("web-fair-unused", &[("unused", unused.into())]))
    };
    let errors = move || {
        session.fairness.with(|fairness| {
            let sentence = |error| seen::explain_witness_error(words(), error);
            fairness.errors.iter().map(|error| view! { <li>{sentence(error)}</li> }).collect_view()
        })
    };
    let fine = move || session.fairness.with(|fairness| fairness.errors.is_empty());
    let tips = move || {
        // Read again whenever something was checked.
        session.fairness.track();
        session
            .tips()
            .into_iter()
            .map(|(whose, tip)| view! { <li>{seen::tip(words(), &whose, &tip)}</li> })
            .collect_view()
    };
    view! {
        <Dialog open close title="web-fair" hook="fairness">
            <p data-t="fair-checked" hidden=move || !fine()>{checked}</p>
            <div hidden=fine>
                <p class="trouble">{move || t("web-fair-wrong")}</p>
                <ul data-t="fair-errors">{errors}</ul>
                <p>{move || t("web-fair-what-now")}</p>
            </div>
            <p data-t="fair-unused" hidden=move || unused().is_none()>{unused}</p>
            <p class="small soft">{move || t("web-fair-about")}</p>
            <h3>{move || t("web-fair-tips")}</h3>
            <ul class="tips small" data-t="fair-tips">{tips}</ul>
            <p class="row end"><SaveSeen session /></p>
        </Dialog>
    }
}

/// Saves what this browser saw as a file, which `perudo verify --seen` compares with a proof.
#[component]
fn SaveSeen(session: Session) -> impl IntoView {
    let save = move |_| {
        if let Some((table, text)) = session.seen() {
            browser::download(&format!("{table}.seen.json"), &text);
        }
    };
    view! {
        <button class="button" data-t="save-seen" on:click=save>{move || t("web-fair-save")}</button>
    }
}
