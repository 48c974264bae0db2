//! All decisions of a game, as a list that leads to each of them.

use leptos::prelude::*;
use perudo_analysis::{Decision, Moment, Review};

use super::analysis::{Analysis, Stage};
use super::summary::{Cost, act};
use super::timeline::Timeline;
use crate::browser;
use crate::i18n::{say, t};

/// The list. It is made when it is opened: it may be long.
#[component]
pub(super) fn Decisions(
    timeline: StoredValue<Timeline>,
    analysis: Analysis,
    step: RwSignal<usize>,
) -> impl IntoView {
    let open = RwSignal::new(false);
    let done = move || analysis.stage.get() == Stage::Done;
    let rows = move || {
        let review = analysis.review.get().filter(|_| open.get())?;
        Some(
            review
                .decisions()
                .map(|(_, moment, decision)| row(&review, moment, decision, timeline, step))
                .collect_view(),
        )
    };
    let toggle = move |event: leptos::ev::Event| {
        let details = event_target::<web_sys::Element>(&event);
        open.set(details.has_attribute("open"));
    };
    view! {
        <details class="card another" data-t="decisions" on:toggle=toggle hidden=move || !done()>
            <summary data-t="decisions-toggle">
                <span>{move || t("web-analysis-all")}</span>
            </summary>
            <ol class="decisions">{rows}</ol>
        </details>
    }
}

fn row(
    review: &Review,
    moment: &Moment,
    decision: &Decision,
    timeline: StoredValue<Timeline>,
    step: RwSignal<usize>,
) -> impl IntoView + use<> {
    let line = moment.line;
    let show = move |_| {
        if let Some(at) = timeline.with_value(|timeline| timeline.at_line(line)) {
            step.set(at);
            request_animation_frame(|| {
                browser::focus("replay");
                browser::scroll_to("replay");
            });
        }
    };
    let name = review.players.get(decision.seat).map(|player| player.name.clone()).unwrap_or_default();
    let told = say(
        "web-analysis-dear",
        &[("round", moment.round.into()), ("name", name.into()), ("act", act(decision).into())],
    );
    let cost = decision.verdict.clone().map(|verdict| view! { <Cost verdict /> });
    view! {
        <li>
            <button type="button" class="dear" data-t="decision" on:click=show>
                <span>{told}</span>
                {cost}
            </button>
        </li>
    }
}
