//! The controls of a replay: forwards, backwards, by rounds, and to any frame.

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::player::PlayButton;
use super::timeline::Timeline;
use crate::i18n::{say, t, words};

/// Where a control leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Jump {
    First,
    RoundBack,
    Back,
    On,
    RoundOn,
    Last,
}

impl Jump {
    const BACKWARDS: [Jump; 3] = [Jump::First, Jump::RoundBack, Jump::Back];
    const FORWARDS: [Jump; 3] = [Jump::On, Jump::RoundOn, Jump::Last];

    fn name(self) -> &'static str {
        match self {
            Jump::First => "first",
            Jump::RoundBack => "round-back",
            Jump::Back => "back",
            Jump::On => "on",
            Jump::RoundOn => "round-on",
            Jump::Last => "last",
        }
    }

    /// The icon of its button.
    fn path(self) -> &'static str {
        match self {
            Jump::First => "M6 5v14M17 5l-7 7 7 7",
            Jump::RoundBack => "M12 5l-7 7 7 7M20 5l-7 7 7 7",
            Jump::Back => "M15 5l-7 7 7 7",
            Jump::On => "M9 5l7 7-7 7",
            Jump::RoundOn => "M4 5l7 7-7 7M12 5l7 7-7 7",
            Jump::Last => "M18 5v14M7 5l7 7-7 7",
        }
    }

    /// Where it leads from a frame.
    fn from(self, timeline: &Timeline, at: usize) -> usize {
        match self {
            Jump::First => 0,
            Jump::RoundBack => timeline.round_back(at),
            Jump::Back => at.saturating_sub(1),
            Jump::On => timeline.last().min(at + 1),
            Jump::RoundOn => timeline.round_on(at),
            Jump::Last => timeline.last(),
        }
    }

    /// The key that does the same.
    fn of_key(key: &str, shift: bool) -> Option<Jump> {
        Some(match (key, shift) {
            ("ArrowLeft", false) => Jump::Back,
            ("ArrowRight", false) => Jump::On,
            ("ArrowLeft", true) => Jump::RoundBack,
            ("ArrowRight", true) => Jump::RoundOn,
            ("Home", _) => Jump::First,
            ("End", _) => Jump::Last,
            _ => return None,
        })
    }
}

/// Buttons, a slider, and the keys of the keyboard.
#[component]
pub(super) fn Controls(timeline: StoredValue<Timeline>, step: RwSignal<usize>) -> impl IntoView {
    let last = timeline.with_value(Timeline::last);
    let playing = RwSignal::new(false);
    let go = move |to: Jump| timeline.with_value(|timeline| step.update(|at| *at = to.from(timeline, *at)));
    let keys = window_event_listener(ev::keydown, move |event| {
        let plain = !(event.ctrl_key() || event.alt_key() || event.meta_key() || event.default_prevented());
        if plain
            && !is_writing(&event)
            && let Some(to) = Jump::of_key(&event.key(), event.shift_key())
        {
            event.prevent_default();
            playing.set(false);
            go(to);
        }
    });
    on_cleanup(move || keys.remove());
    let button = move |to: Jump| {
        let idle = move || timeline.with_value(|timeline| to.from(timeline, step.get()) == step.get());
        view! {
            <button
                type="button"
                class="button controls-key"
                class:main=to == Jump::On
                data-t=format!("review-{}", to.name())
                aria-label=move || t(&format!("web-review-{}", to.name()))
                title=move || t(&format!("web-review-{}", to.name()))
                aria-disabled=move || idle().to_string()
                on:click=move |_| {
                    playing.set(false);
                    go(to);
                }
            >
                <svg viewBox="0 0 24 24" aria-hidden="true">
                    <path d=to.path() />
                </svg>
            </button>
        }
    };
    let slide = move |event: ev::Event| {
        if let Ok(to) = event_target_value(&event).parse::<usize>() {
            playing.set(false);
            step.set(to.min(last));
        }
    };
    let told = move || timeline.with_value(|timeline| timeline.story(words(), step.get()).join(" "));
    view! {
        <div class="controls" role="group" aria-label=move || t("web-review-steps") data-t="review-controls">
            <div class="controls-slide">
                <PlayButton step last playing />
                <input
                    type="range"
                    min="0"
                    max=last
                    prop:value=move || step.get().to_string()
                    aria-label=move || t("web-review-step")
                    aria-valuetext=told
                    data-t="review-slider"
                    on:input=slide
                />
                <span class="small soft controls-count" data-t="review-count">
                    {move || say("web-review-at", &[("step", step.get().into()), ("last", last.into())])}
                </span>
            </div>
            <div class="controls-keys">
                {Jump::BACKWARDS.map(button).into_iter().collect_view()}
                {Jump::FORWARDS.map(button).into_iter().collect_view()}
            </div>
        </div>
    }
}

/// Whether a key is meant for a form field.
pub(super) fn is_writing(event: &ev::KeyboardEvent) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    target.is_some_and(|target| {
        matches!(target.tag_name().to_ascii_lowercase().as_str(), "input" | "select" | "textarea")
    })
}

#[cfg(test)]
mod tests {
    use perudo_words::{Language, Words};

    use super::super::examples::EVENING;
    use super::super::timeline::ParsedRecord;
    use super::*;

    #[test]
    fn no_control_leads_out_of_the_timeline() {
        let timeline = ParsedRecord::of(EVENING).timeline.unwrap();
        for at in 0..=timeline.last() {
            for to in Jump::BACKWARDS.into_iter().chain(Jump::FORWARDS) {
                assert!(to.from(&timeline, at) <= timeline.last());
            }
            assert!(Jump::Back.from(&timeline, at) <= at && Jump::On.from(&timeline, at) >= at);
        }
        assert_eq!(Jump::On.from(&timeline, timeline.last()), timeline.last());
        assert_eq!(Jump::Back.from(&timeline, 0), 0);
    }

    #[test]
    fn every_control_has_a_name_in_every_language() {
        for &language in Language::all() {
            let words = Words::new(language);
            for to in Jump::BACKWARDS.into_iter().chain(Jump::FORWARDS) {
                assert!(words.knows(&format!("web-review-{}", to.name())));
            }
        }
    }

    #[test]
    fn arrows_step_and_with_shift_by_rounds() {
        assert_eq!(Jump::of_key("ArrowLeft", false), Some(Jump::Back));
        assert_eq!(Jump::of_key("ArrowRight", true), Some(Jump::RoundOn));
        assert_eq!(Jump::of_key("d", false), None);
    }
}
