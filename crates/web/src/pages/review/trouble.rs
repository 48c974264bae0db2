//! What is wrong with a record, with its line and its sentence.

use leptos::prelude::*;
use perudo_rules::BadTable;
use perudo_rules::record::{FaultKind, SeatsFault};

use super::film::{Film, Trouble};
use crate::parts::Clause;
use crate::tongue::{say, t, words};

/// The fault that ended the reading, and what would have been legal.
#[component]
pub(super) fn TroubleCard(
    /// What is wrong.
    trouble: Trouble,
    /// The game up to there.
    film: Option<Film>,
) -> impl IntoView {
    let Trouble { fault, text } = trouble;
    let playable = film.is_some();
    let clause = match &fault.kind {
        FaultKind::Refused { refusal, .. } => Some(refusal.clause()),
        FaultKind::BadSeats(SeatsFault::Table(_)) => Some(BadTable::CLAUSE),
        FaultKind::Syntax(_) | FaultKind::UnknownRules(_) | FaultKind::BadSeats(_) => None,
    };
    let line = fault.line;
    let told = move || {
        let words = words();
        let table = film.as_ref().map(|film| (&film.names, film.end()));
        let message = words.fault(&fault.kind, table);
        let legal = match (&fault.kind, table) {
            (FaultKind::Refused { refusal, .. }, Some((names, _))) => refusal.turn.map(|turn| {
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
