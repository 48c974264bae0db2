//! The first error of a record, with its line and an explanation.

use leptos::prelude::*;
use perudo_rules::TableSizeError;
use perudo_rules::record::{RecordErrorKind, SeatsError};

use super::timeline::{Timeline, Trouble};
use crate::i18n::{say, t, words};
use crate::parts::Clause;

/// The error, and what would have been legal.
#[component]
pub(super) fn TroubleCard(
    /// The error.
    trouble: Trouble,
    /// The game up to the error.
    timeline: Option<Timeline>,
) -> impl IntoView {
    let Trouble { fault, text } = trouble;
    let playable = timeline.is_some();
    let clause = match &fault.kind {
        RecordErrorKind::Refused { refusal, .. } => Some(refusal.clause()),
        RecordErrorKind::BadSeats(SeatsError::Table(_)) => Some(TableSizeError::CLAUSE),
        RecordErrorKind::Syntax(_) | RecordErrorKind::UnknownRules(_) | RecordErrorKind::BadSeats(_) => None,
    };
    let line = fault.line;
    let told = move || {
        let words = words();
        let table = timeline.as_ref().map(|timeline| (&timeline.names, timeline.end()));
        let message = words.record_error(&fault.kind, table);
        let legal = match (&fault.kind, table) {
            (RecordErrorKind::Refused { refusal, .. }, Some((names, _))) => refusal.turn.map(|turn| {
                let legal = words.legal(&refusal.legal);
                words
                    .say("refused-legal", &[("name", names[turn].to_owned().into()), ("legal", legal.into())])
            }),
            _ => None,
        };
        view! {
            <p data-t="review-fault">
                {message} {clause.map(|clause| view! { " " <Clause clause /> })}
            </p>
            {legal.map(|legal| view! { <p class="soft" data-t="review-legal">{legal}</p> })}
        }
    };
    view! {
        <section class="card fault" role="alert" data-t="review-trouble">
            <h2>
                <span aria-hidden="true">"✗ "</span>
                {move || say("web-review-trouble", &[("line", line.to_string().into())])}
            </h2>
            {(!text.is_empty()).then(|| view! { <pre data-t="review-fault-line">{text}</pre> })}
            {told}
            <Show when=move || playable>
                <p class="soft">{move || t("web-review-until-there")}</p>
            </Show>
        </section>
    }
}
