//! Whether the proof of the dice holds.

use leptos::prelude::*;

use super::proof_check::{ProofCheck, ProofFailure, ProofSummary, check_proof};
use crate::browser;
use crate::i18n::{say, t, words};

/// What a proof shows, and whether the record agrees with it.
#[component]
pub(super) fn Fairness(
    /// The proof, as it was opened.
    proof: String,
    /// The record, if one is open.
    record: Option<String>,
) -> impl IntoView {
    let proof = StoredValue::new(proof);
    let shown = move || {
        let check = proof.with_value(|proof| check_proof(words(), proof, record.as_deref()));
        match check {
            ProofCheck::Holds(summary) => holds(*summary).into_any(),
            ProofCheck::Fails(failure) => fails(failure).into_any(),
            ProofCheck::Unreadable(error) => unreadable(error).into_any(),
        }
    };
    view! {
        <section class="fairness" data-t="review-fairness">
            {shown}
            <button
                type="button"
                class="button"
                data-t="review-save-proof"
                on:click=move |_| proof.with_value(|proof| browser::download("game.proof.json", proof))
            >
                {move || t("web-review-save-proof")}
            </button>
        </section>
    }
}

/// The result as a sign, a word and a colour.
fn result(class: &'static str, sign: &'static str, title: String) -> impl IntoView {
    view! {
        <div class=format!("finding {class}") data-t="review-result" data-result=class>
            <span class="finding-sign" aria-hidden="true">{sign}</span>
            <h2>{title}</h2>
        </div>
    }
}

fn holds(summary: ProofSummary) -> impl IntoView {
    let record = if summary.with_record { "web-review-record-agrees" } else { "web-review-record-missing" };
    let parts = summary.parts.into_iter().map(|(who, part)| {
        view! { <div><dt>{who}</dt> <dd>{part}</dd></div> }
    });
    let tips = summary.tips.into_iter().map(|tip| view! { <li>{tip}</li> });
    view! {
        {result("holds", "✓", t("web-review-holds"))}
        <p>{summary.title} " " {summary.throws}</p>
        <p>{t("verify-holds")}</p>
        {summary.less.map(|less| view! { <p data-t="review-less">{less}</p> })}
        <p data-t="review-agrees"><b>{t(record)}</b></p>
        <h3>{t("verify-links")}</h3>
        <dl class="parts">{parts.collect_view()}</dl>
        {summary.alone.map(|alone| view! { <p class="soft" data-t="review-alone">{alone}</p> })}
        <details>
            <summary data-t="review-tips">{t("verify-tips")}</summary>
            <ul class="tips small">{tips.collect_view()}</ul>
        </details>
    }
}

fn fails(failure: ProofFailure) -> impl IntoView {
    let title = if failure.only_record { "web-review-disagrees" } else { "web-review-fails" };
    let place = failure.place.join(", ");
    view! {
        {result("fails", "✗", t(title))}
        <p data-t="review-why">
            {(!place.is_empty()).then(|| view! { <b>{place} ": "</b> })} {failure.message}
        </p>
        {failure.only_record.then(|| view! { <p>{t("web-review-proof-itself")}</p> })}
    }
}

fn unreadable(error: String) -> impl IntoView {
    view! {
        {result("unreadable", "?", t("web-review-no-proof"))}
        <p class="soft small" data-t="review-why">{say("web-review-unreadable", &[("error", error.into())])}</p>
    }
}
