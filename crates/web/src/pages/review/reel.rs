//! The controls of the viewer: forwards, backwards, by rounds, and anywhere at once.

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::film::Film;
use crate::tongue::{say, t, words};

/// Where a control leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Move {
    First,
    RoundBack,
    Back,
    On,
    RoundOn,
    Last,
}

impl Move {
    const ALL: [Move; 6] = [Move::First, Move::RoundBack, Move::Back, Move::On, Move::RoundOn, Move::Last];

    fn name(self) -> &'static str {
        match self {
            Move::First => "first",
            Move::RoundBack => "round-back",
            Move::Back => "back",
            Move::On => "on",
            Move::RoundOn => "round-on",
            Move::Last => "last",
        }
    }

    /// The picture on its button.
    fn path(self) -> &'static str {
        match self {
            Move::First => "M5 5v14M19 5l-10 7 10 7z",
            Move::RoundBack => "M12 5l-8 7 8 7zM21 5l-8 7 8 7z",
            Move::Back => "M17 5l-10 7 10 7z",
            Move::On => "M7 5l10 7-10 7z",
            Move::RoundOn => "M3 5l8 7-8 7zM12 5l8 7-8 7z",
            Move::Last => "M19 5v14M5 5l10 7-10 7z",
        }
    }

    /// Where it leads from a frame.
    fn from(self, film: &Film, at: usize) -> usize {
        match self {
            Move::First => 0,
            Move::RoundBack => film.round_back(at),
            Move::Back => at.saturating_sub(1),
            Move::On => film.last().min(at + 1),
            Move::RoundOn => film.round_on(at),
            Move::Last => film.last(),
        }
    }

    /// The key that does the same.
    fn of_key(key: &str, shift: bool) -> Option<Move> {
        Some(match (key, shift) {
            ("ArrowLeft", false) => Move::Back,
            ("ArrowRight", false) => Move::On,
            ("ArrowLeft", true) => Move::RoundBack,
            ("ArrowRight", true) => Move::RoundOn,
            ("Home", _) => Move::First,
            ("End", _) => Move::Last,
            _ => return None,
        })
    }
}

/// Buttons, a slider, and the keys of the keyboard.
#[component]
pub(super) fn Reel(film: StoredValue<Film>, step: RwSignal<usize>) -> impl IntoView {
    let last = film.with_value(Film::last);
    let go = move |to: Move| film.with_value(|film| step.update(|at| *at = to.from(film, *at)));
    let keys = window_event_listener(ev::keydown, move |event| {
        let plain = !(event.ctrl_key() || event.alt_key() || event.meta_key() || event.default_prevented());
        if plain
            && !is_writing(&event)
            && let Some(to) = Move::of_key(&event.key(), event.shift_key())
        {
            event.prevent_default();
            go(to);
        }
    });
    on_cleanup(move || keys.remove());
    let button = move |to: Move| {
        let idle = move || film.with_value(|film| to.from(film, step.get()) == step.get());
        view! {
            <button
                type="button"
                class="button reel-key"
                class:main=to == Move::On
                data-t=format!("review-{}", to.name())
                aria-label=move || t(&format!("web-review-{}", to.name()))
                title=move || t(&format!("web-review-{}", to.name()))
                aria-disabled=move || idle().to_string()
                on:click=move |_| go(to)
            >
                <svg viewBox="0 0 24 24" aria-hidden="true">
                    <path d=to.path() />
                </svg>
            </button>
        }
    };
    let slide = move |event: ev::Event| {
        if let Ok(to) = event_target_value(&event).parse::<usize>() {
            step.set(to.min(last));
        }
    };
    let told = move || film.with_value(|film| film.story(words(), step.get()).join(" "));
    view! {
        <div class="reel" role="group" aria-label=move || t("web-review-steps") data-t="review-reel">
            <div class="reel-slide">
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
                <span class="small soft reel-count" data-t="review-count">
                    {move || say("web-review-at", &[("step", step.get().into()), ("last", last.into())])}
                </span>
            </div>
            <div class="reel-keys">{Move::ALL.map(button).into_iter().collect_view()}</div>
        </div>
    }
}

/// Whether a key is meant for a field that text or a choice goes into.
fn is_writing(event: &ev::KeyboardEvent) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    target.is_some_and(|target| {
        matches!(target.tag_name().to_ascii_lowercase().as_str(), "input" | "select" | "textarea")
    })
}

#[cfg(test)]
mod tests {
    use perudo_words::{Language, Words};

    use super::super::examples::EVENING;
    use super::super::film::Reading;
    use super::*;

    #[test]
    fn no_control_leads_out_of_the_film() {
        let film = Reading::of(EVENING).film.unwrap();
        for at in 0..=film.last() {
            for to in Move::ALL {
                assert!(to.from(&film, at) <= film.last());
            }
            assert!(Move::Back.from(&film, at) <= at && Move::On.from(&film, at) >= at);
        }
        assert_eq!(Move::On.from(&film, film.last()), film.last());
        assert_eq!(Move::Back.from(&film, 0), 0);
    }

    #[test]
    fn every_control_has_a_name_in_every_language() {
        for &language in Language::all() {
            let words = Words::new(language);
            for to in Move::ALL {
                assert!(words.knows(&format!("web-review-{}", to.name())));
            }
        }
    }

    #[test]
    fn arrows_step_and_with_shift_by_rounds() {
        assert_eq!(Move::of_key("ArrowLeft", false), Some(Move::Back));
        assert_eq!(Move::of_key("ArrowRight", true), Some(Move::RoundOn));
        assert_eq!(Move::of_key("d", false), None);
    }
}
