//! A finished game, frame by frame.

use leptos::prelude::*;

use super::bid_table::BidTable;
use super::controls::Controls;
use super::places::Places;
use super::timeline::{Round, Timeline};
use crate::i18n::{say, t, words};

/// A game from its beginning to its end.
#[component]
pub(super) fn ReplayView(timeline: Timeline, step: RwSignal<usize>) -> impl IntoView {
    // A link may name a moment that there is not.
    step.update(|at| *at = timeline.last().min(*at));
    let timeline = StoredValue::new(timeline);
    let kind = move || timeline.with_value(|timeline| timeline.kind(step.get()).as_str());
    view! {
        <div class="replay card" data-t="review-replay" data-kind=kind>
            <Heading timeline step />
            <Story timeline step />
            <div class="stage">
                <Places timeline step />
                <BidTable timeline step />
            </div>
            <Controls timeline step />
            <p class="small soft keyboard">{move || t("web-review-keys")}</p>
        </div>
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
