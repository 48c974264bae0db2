//! What somebody said against what was true.

use leptos::prelude::*;
use perudo_learn::Quiz;

use crate::i18n::{say, t};

/// The calibration curve, and the same as a table.
#[component]
pub(super) fn Calibration(quiz: RwSignal<Quiz>) -> impl IntoView {
    let curve = Memo::new(move |_| quiz.with(|quiz| quiz.curve().collect::<Vec<_>>()));
    let none = move || curve.with(Vec::is_empty);
    let mean = move || {
        let (answered, error) = quiz.with(|quiz| (quiz.answered, quiz.mean_error().unwrap_or(0.0)));
        let values = [("answered", answered.into()), ("error", format!("{:.0}", 100.0 * error).into())];
        say("learn-odds-mean", &values)
    };
    let dots = move || {
        let dot = |&(guessed, truth, count): &(f64, f64, u32)| {
            let size = (3.0 + f64::from(count).sqrt()).min(8.0);
            view! { <circle cx=place(guessed) cy=place(1.0 - truth) r=format!("{size:.1}") /> }
        };
        curve.with(|curve| curve.iter().map(dot).collect_view())
    };
    let line = move || {
        let point =
            |&(guessed, truth, _): &(f64, f64, u32)| format!("{},{}", place(guessed), place(1.0 - truth));
        curve.with(|curve| curve.iter().map(point).collect::<Vec<_>>().join(" "))
    };
    let rows = move || {
        let percent =
            |chance: f64| say("web-review-percent", &[("percent", format!("{:.0}", 100.0 * chance).into())]);
        let row = |&(guessed, truth, count): &(f64, f64, u32)| {
            view! { <tr><td>{percent(guessed)}</td><td>{percent(truth)}</td><td>{count}</td></tr> }
        };
        curve.with(|curve| curve.iter().map(row).collect_view())
    };
    view! {
        <section class="card calibration" aria-labelledby="calibration-title" data-t="calibration">
            <h2 id="calibration-title">{move || t("learn-odds-curve")}</h2>
            <p class="soft" hidden=move || !none()>{move || t("learn-odds-curve-none")}</p>
            <div class="calibration-both" hidden=none>
                <svg viewBox="-4 -4 208 208" role="img" aria-label=move || t("learn-odds-curve-about")>
                    <rect class="frame" x="0" y="0" width="200" height="200" />
                    <line class="right" x1="0" y1="200" x2="200" y2="0" />
                    <polyline points=line />
                    {dots}
                </svg>
                <div>
                    <p>{mean}</p>
                    <p class="soft small">{move || t("learn-odds-curve-about")}</p>
                    <table>
                        <thead>
                            <tr>
                                <th scope="col">{move || t("learn-odds-said")}</th>
                                <th scope="col">{move || t("learn-odds-true")}</th>
                                <th scope="col">{move || t("learn-odds-times")}</th>
                            </tr>
                        </thead>
                        <tbody data-t="calibration-rows">{rows}</tbody>
                    </table>
                </div>
            </div>
        </section>
    }
}

/// A part of the whole, in the picture.
fn place(part: f64) -> String {
    format!("{:.1}", 200.0 * part.clamp(0.0, 1.0))
}
