//! A game that is looked at, frame by frame.

use leptos::prelude::*;

use super::film::{Film, Round};
use super::ladder::Ladder;
use super::places::Places;
use super::reel::Reel;
use crate::tongue::{say, t, words};

/// A game from its beginning to its end.
#[component]
pub(super) fn Screening(film: Film) -> impl IntoView {
    let film = StoredValue::new(film);
    let step = RwSignal::new(0_usize);
    let kind = move || film.with_value(|film| film.kind(step.get()).as_str());
    view! {
        <div class="screening card" data-t="review-screening" data-kind=kind>
            <Heading film step />
            <Story film step />
            <div class="stage">
                <Places film step />
                <Ladder film step />
            </div>
            <Reel film step />
            <p class="small soft keyboard">{move || t("web-review-keys")}</p>
        </div>
    }
}

/// Where in the game this is, and the way to any other round.
#[component]
fn Heading(film: StoredValue<Film>, step: RwSignal<usize>) -> impl IntoView {
    let several = film.with_value(|film| film.rounds.iter().any(|round| round.tour > 1));
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
    let here = Memo::new(move |_| film.with_value(|film| film.round_at(step.get())));
    let options = film.with_value(|film| {
        let rounds = film.rounds.iter().copied().enumerate();
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
                {move || film.with_value(|film| title(here.get().and_then(|index| film.rounds.get(index))))}
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

/// What happens in this frame, for the eye and for the ear.
#[component]
fn Story(film: StoredValue<Film>, step: RwSignal<usize>) -> impl IntoView {
    let told = move || {
        let at = step.get();
        film.with_value(|film| {
            let open = film.hands(at).is_some() && film.reveal(at).is_none();
            let rolled = film.ladder(at).is_empty();
            let sentences = film.story(words(), at).into_iter().enumerate();
            sentences
                .map(|(index, sentence)| {
                    // Which dice lie under the cups is seen right below.
                    let seen = index > 0 && open && rolled;
                    view! { <p class:unseen=seen>{sentence}</p> }
                })
                .collect_view()
        })
    };
    let verdict = move || film.with_value(|film| film.reveal(step.get()).is_some());
    view! {
        <div class="telling" class:final-word=verdict role="status" aria-live="polite" data-t="review-story">
            {told}
        </div>
    }
}
