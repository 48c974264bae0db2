//! A finished game, frame by frame.

use leptos::ev;
use leptos::prelude::*;

use super::analysis::Analysis;
use super::bid_table::BidTable;
use super::controls::{Controls, is_writing};
use super::decision::DecisionPanel;
use super::places::Places;
use super::timeline::{Round, Timeline};
use crate::i18n::{say, t, words};
use crate::parts::Later;

/// A game from its beginning to its end.
#[component]
pub(super) fn ReplayView(
    timeline: StoredValue<Timeline>,
    analysis: Analysis,
    step: RwSignal<usize>,
    /// Begins to try a decision again: the line of the record.
    try_again: Callback<usize>,
) -> impl IntoView {
    let kind = move || timeline.with_value(|timeline| timeline.kind(step.get()).as_str());
    view! {
        <div class="replay card" id="replay" tabindex="-1" data-t="review-replay" data-kind=kind>
            <div class="row replay-head">
                <Later>
                    <Heading timeline step />
                    <NextError timeline analysis step />
                </Later>
            </div>
            <Later>
                <Story timeline step />
            </Later>
            <Later>
                <DecisionPanel timeline analysis step try_again />
            </Later>
            <div class="stage">
                <Later>
                    <Places timeline step />
                </Later>
                <Later>
                    <BidTable timeline step />
                </Later>
            </div>
            <Later>
                <Controls timeline step />
            </Later>
            <p class="small soft keyboard">{move || t("web-review-keys")}</p>
        </div>
    }
}

/// Leads to the next error after the moment that is shown, and from the last one to the first.
#[component]
fn NextError(timeline: StoredValue<Timeline>, analysis: Analysis, step: RwSignal<usize>) -> impl IntoView {
    let errors: Memo<Vec<usize>> = Memo::new(move |_| {
        let lines = analysis.errors();
        timeline.with_value(|timeline| lines.iter().filter_map(|&line| timeline.at_line(line)).collect())
    });
    let go = move || {
        errors.with_untracked(|errors| {
            let at = step.get_untracked();
            let next = errors.iter().find(|&&error| error > at).or(errors.first());
            if let Some(&next) = next {
                step.set(next);
            }
        });
    };
    let keys = window_event_listener(ev::keydown, move |event| {
        let plain = !(event.ctrl_key() || event.alt_key() || event.meta_key() || event.default_prevented());
        // The key is where it is on the keyboard, whatever the letters on it.
        if plain && !is_writing(&event) && event.code() == "KeyM" {
            event.prevent_default();
            go();
        }
    });
    on_cleanup(move || keys.remove());
    view! {
        <button
            type="button"
            class="button"
            data-t="next-error"
            hidden=move || errors.with(Vec::is_empty)
            on:click=move |_| go()
        >
            {move || t("web-analysis-next")}
        </button>
    }
}

/// The current round, with a list to jump to any other.
#[component]
fn Heading(timeline: StoredValue<Timeline>, step: RwSignal<usize>) -> impl IntoView {
    let several = timeline.with_value(|timeline| timeline.rounds.iter().any(|round| round.tour > 1));
    let title = move |round: Option<&Round>| match round {
        None => t("web-review-before"),
        Some(round) => {
            let key = if several { "web-review-tour-round" } else { "web-review-round" };
            let values = [
                ("tour", round.tour.into()),
                ("number", round.number.into()),
                ("kind", round.kind.as_str().into()),
            ];
            say(key, &values)
        }
    };
    let here = Memo::new(move |_| timeline.with_value(|timeline| timeline.round_at(step.get())));
    let options = timeline.with_value(|timeline| {
        let rounds = timeline.rounds.iter().copied().enumerate();
        rounds
            .map(|(index, round)| {
                view! {
                    <option value=round.from prop:selected=move || here.get() == Some(index)>
                        {move || title(Some(&round))}
                    </option>
                }
            })
            .collect_view()
    });
    let jump = move |event| {
        if let Ok(to) = event_target_value(&event).parse::<usize>() {
            step.set(to);
        }
    };
    view! {
        <div class="where">
            <h2 class="unseen" data-t="review-where">
                {move || timeline.with_value(|timeline| title(here.get().and_then(|index| timeline.rounds.get(index))))}
            </h2>
            <select aria-label=move || t("web-review-jump") data-t="review-rounds" on:change=jump>
                <option value="0" prop:selected=move || here.get().is_none()>
                    {move || t("web-review-before")}
                </option>
                {options}
            </select>
        </div>
    }
}

/// What happens in this frame, also for screen readers.
#[component]
fn Story(timeline: StoredValue<Timeline>, step: RwSignal<usize>) -> impl IntoView {
    let told = move || {
        let at = step.get();
        timeline.with_value(|timeline| {
            let open = timeline.hands(at).is_some() && timeline.reveal(at).is_none();
            let rolled = timeline.ladder(at).is_empty();
            let sentences = timeline.story(words(), at).into_iter().enumerate();
            sentences
                .map(|(index, sentence)| {
                    // The dice under the cups are shown right below.
                    let seen = index > 0 && open && rolled;
                    view! { <p class:unseen=seen>{sentence}</p> }
                })
                .collect_view()
        })
    };
    let verdict = move || timeline.with_value(|timeline| timeline.reveal(step.get()).is_some());
    view! {
        <div class="telling" class:final-word=verdict role="status" aria-live="polite" data-t="review-story">
            {told}
        </div>
    }
}
