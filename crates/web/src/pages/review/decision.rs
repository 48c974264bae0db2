//! What the decision that is shown was worth, and why.

use leptos::prelude::*;
use perudo_analysis::{Alternative, Decision, Moment, Review, Verdict, why};

use super::analysis::{Analysis, Stage};
use super::percent::percent;
use super::summary::{Cost, action};
use super::timeline::Timeline;
use crate::i18n::{t, words};

/// So many of the best alternatives are shown, and what was done.
const SHOWN: usize = 3;

/// The decision that is shown.
#[component]
pub(super) fn DecisionPanel(
    timeline: StoredValue<Timeline>,
    analysis: Analysis,
    step: RwSignal<usize>,
    /// Begins to try a decision again: the line of the record.
    try_again: Callback<usize>,
) -> impl IntoView {
    let line = Memo::new(move |_| timeline.with_value(|timeline| timeline.line(step.get())));
    let moment: Memo<Option<Moment>> = Memo::new(move |_| {
        line.get().and_then(|line| analysis.moment(line)).filter(|it| it.decision.is_some())
    });
    let is_decision = move || timeline.with_value(|timeline| timeline.is_decision(step.get()));
    let waits = move || {
        matches!(analysis.stage.get(), Stage::Running(_)) && is_decision() && moment.with(Option::is_none)
    };
    let shown = move || {
        let moment = moment.get()?;
        let decision = moment.decision?;
        let verdict = decision.verdict.clone();
        let unjudged = verdict.is_none().then(|| view! { <p class="soft">{t("eval-unknown")}</p> });
        let sentences = analysis.review.with_untracked(|review| sentences(review.as_deref(), &decision));
        let judged = verdict.map(|verdict| {
            let table = alternatives(&verdict, &decision);
            view! {
                <p class="verdict-head"><Cost verdict /></p>
                {table}
                <div class="why" data-t="why">
                    {sentences.into_iter().map(|sentence| view! { <p>{sentence}</p> }).collect_view()}
                </div>
            }
        });
        let line = moment.line;
        Some(view! {
            {unjudged}
            {judged}
            <button type="button" class="button" data-t="try-again" on:click=move |_| try_again.run(line)>
                {move || t("web-analysis-try")}
            </button>
        })
    };
    view! {
        <section class="verdict-panel" data-t="verdict" aria-label=move || t("web-analysis-decision") hidden=move || !is_decision()>
            <p class="soft small" hidden=move || !waits()>{move || t("web-analysis-soon")}</p>
            {shown}
        </section>
    }
}

fn sentences(review: Option<&Review>, decision: &Decision) -> Vec<String> {
    review.map(|review| why(words(), review, decision)).unwrap_or_default()
}

/// The best alternatives and what was done, each with its chance to win.
fn alternatives(verdict: &Verdict, decision: &Decision) -> impl IntoView + use<> {
    let best = verdict.alternatives.iter().take(SHOWN);
    let taken = verdict.alternatives.iter().skip(SHOWN).filter(|one| one.action == decision.action);
    let rows = best.chain(taken).map(|one| row(one, one.action == decision.action)).collect_view();
    view! {
        <table class="alternatives" data-t="alternatives">
            <caption class="unseen">{t("web-analysis-alternatives")}</caption>
            <thead>
                <tr>
                    <th scope="col">{t("web-analysis-action")}</th>
                    <th scope="col">{t("web-analysis-wins")}</th>
                    <th scope="col">{t("web-analysis-keeps")}</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
}

fn row(one: &Alternative, taken: bool) -> impl IntoView + use<> {
    let chance = one.chance;
    view! {
        <tr class:taken=taken data-t="alternative" data-action=one.action.to_string()>
            <th scope="row">
                {action(one.action)}
                {taken.then(|| view! { <span class="played">{t("web-analysis-played")}</span> })}
            </th>
            <td class="alternatives-chance">
                <meter min="0" max="1" value=chance aria-hidden="true"></meter>
                <span>{percent(chance)}</span>
            </td>
            <td>{one.keeps.map_or_else(|| "–".to_owned(), percent)}</td>
        </tr>
    }
}
