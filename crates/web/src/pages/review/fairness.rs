//! The proof of the dice: whether it holds, unmistakably.

use leptos::prelude::*;

use super::judgement::{Failure, Holding, Judgement, judge};
use crate::browser;
use crate::tongue::{say, t, words};

/// What a proof shows, and whether the record agrees with it.
#[component]
pub(super) fn Fairness(
    /// The proof, as it was opened.
    proof: String,
    /// The record, if one is open.
    record: Option<String>,
) -> impl IntoView {
    let proof = StoredValue::new(proof);
    let judged = move || {
        let judgement = proof.with_value(|proof| judge(words(), proof, record.as_deref()));
        match judgement {
            Judgement::Holds(holding) => holds(*holding).into_any(),
            Judgement::Fails(failure) => fails(failure).into_any(),
            Judgement::Unreadable(error) => unreadable(error).into_any(),
        }
    };
    view! {
        <section class="fairness" data-t="review-fairness">
            {judged}
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

/// The result, in a sign, a word and a colour.
fn result(class: &'static str, sign: &'static str, title: String) -> impl IntoView {
    view! {
        <div class=format!("finding {class}") data-t="review-result" data-result=class>
            <span class="finding-sign" aria-hidden="true">{sign}</span>
            <h2>{title}</h2>
        </div>
    }
}

fn holds(holding: Holding) -> impl IntoView {
    let record = if holding.with_record { "web-review-record-agrees" } else { "web-review-record-missing" };
    let parts = holding.parts.into_iter().map(|(who, part)| {
        view! { <div><dt>{who}</dt> <dd>{part}</dd></div> }
    });
    let tips = holding.tips.into_iter().map(|tip| view! { <li>{tip}</li> });
    view! {
        {result("holds", "✓", t("web-review-holds"))}
        <p>{holding.title} " " {holding.throws}</p>
        <p>{t("verify-holds")}</p>
        <p data-t="review-agrees"><b>{t(record)}</b></p>
        <h3>{t("verify-links")}</h3>
        <dl class="parts">{parts.collect_view()}</dl>
        {holding.alone.map(|alone| view! { <p class="soft" data-t="review-alone">{alone}</p> })}
        <details>
            <summary data-t="review-tips">{t("verify-tips")}</summary>
            <ul class="tips small">{tips.collect_view()}</ul>
        </details>
    }
}

fn fails(failure: Failure) -> impl IntoView {
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
