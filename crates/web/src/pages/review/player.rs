//! Plays a game by itself, step after step.

use std::time::Duration;

use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;

use crate::i18n::t;
use crate::prefs::{Pace, prefs};

/// How long a step is shown, in milliseconds.
const STEP: u64 = 1800;
/// The fastest pace that can still be followed.
const SHORTEST: u64 = 500;

/// A button that plays the game, and pauses it.
#[component]
pub(super) fn PlayButton(step: RwSignal<usize>, last: usize, playing: RwSignal<bool>) -> impl IntoView {
    let timer = StoredValue::new(None::<TimeoutHandle>);
    let stop = move || {
        if let Some(Some(timer)) = timer.try_update_value(Option::take) {
            timer.clear();
        }
    };
    // Each step begins the time anew, whoever made it.
    Effect::new(move || {
        let at = step.get();
        stop();
        if !playing.get() {
            return;
        }
        if at >= last {
            playing.set(false);
            return;
        }
        let wait = Duration::from_millis(wait(prefs().pace.get_untracked()));
        let next = move || {
            step.try_update(|at| *at = last.min(*at + 1));
        };
        timer.set_value(set_timeout_with_handle(next, wait).ok());
    });
    on_cleanup(stop);
    let toggle = move |_| {
        // At its end it begins from the beginning.
        if !playing.get_untracked() && step.get_untracked() >= last {
            step.set(0);
        }
        playing.update(|playing| *playing = !*playing);
    };
    let name = move || t(if playing.get() { "web-review-pause" } else { "web-review-play" });
    let path = move || if playing.get() { "M8 5v14M16 5v14" } else { "M8 5l11 7-11 7z" };
    view! {
        <button
            type="button"
            class="button controls-key controls-play"
            data-t="review-play"
            data-playing=move || playing.get().to_string()
            aria-label=name
            title=name
            on:click=toggle
        >
            <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d=path />
            </svg>
        </button>
    }
}

/// How long a step is shown.
fn wait(pace: Pace) -> u64 {
    pace.scale(STEP).max(SHORTEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_can_be_seen_whatever_the_pace() {
        assert_eq!(Pace::ALL.map(wait), [2880, 1800, 900, SHORTEST]);
    }
}
