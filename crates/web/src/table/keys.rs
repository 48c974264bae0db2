//! The keyboard at the table.

use leptos::ev;
use leptos::prelude::*;
use perudo_rules::{Action, Face};
use wasm_bindgen::JsCast;

use super::bidding::{decide, legal};
use super::handover::READY as HANDOVER;
use super::showdown;
use super::table_screen::{Open, TableContext};
use crate::browser;

/// The element that has the focus when nothing else wants it.
pub(crate) const ROOM: &str = "room";

/// All keys as they are labelled, and what they do.
pub(crate) const HELP: [(&[&str], &str); 9] = [
    (&["1", "…", "6"], "web-key-face"),
    (&["↑", "↓", "+", "−"], "web-key-count"),
    (&["←", "→"], "web-key-turn"),
    (&["Enter", "B"], "web-key-bid"),
    (&["D"], "web-key-dudo"),
    (&["C"], "web-key-calza"),
    (&["M", "P"], "web-key-maputo"),
    (&["Space", "Enter"], "web-key-skip"),
    (&["?"], "web-key-help"),
];

/// What a key does. Keys go by their place on the keyboard, so that they work with every layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Key {
    Face(Face),
    Count(i16),
    Turn(i16),
    Bid,
    Call(Action),
    Skip,
    Help,
}

impl Key {
    fn of(code: &str, key: &str) -> Option<Key> {
        if key == "?" {
            return Some(Key::Help);
        }
        let digit = code.strip_prefix("Digit").or_else(|| code.strip_prefix("Numpad"));
        if let Some(face) = digit.and_then(|digit| digit.parse().ok()).and_then(Face::new) {
            return Some(Key::Face(face));
        }
        Some(match code {
            "ArrowUp" | "Equal" | "NumpadAdd" => Key::Count(1),
            "ArrowDown" | "Minus" | "NumpadSubtract" => Key::Count(-1),
            "ArrowRight" => Key::Turn(1),
            "ArrowLeft" => Key::Turn(-1),
            "Enter" | "NumpadEnter" | "KeyB" => Key::Bid,
            "KeyD" => Key::Call(Action::Dudo),
            "KeyC" => Key::Call(Action::Calza),
            "KeyM" => Key::Call(Action::Maputo),
            "KeyP" => Key::Call(Action::Pass),
            "Space" => Key::Skip,
            _ => return None,
        })
    }
}

/// Listens to the keyboard while the table is on the screen.
pub(crate) fn listen(context: TableContext) {
    let listener = window_event_listener(ev::keydown, move |event| {
        // The part of the program that has dialogs may not have come yet, and browsers close only those that are there.
        let none_is_there = || document().query_selector("dialog[open]").is_ok_and(|found| found.is_none());
        if event.key() == "Escape" && none_is_there() {
            context.dialog.set(None);
        }
        if event.ctrl_key() || event.meta_key() || event.alt_key() || context.dialog.get_untracked().is_some()
        {
            return;
        }
        let Some(key) = Key::of(&event.code(), &event.key()) else { return };
        if belongs_elsewhere(&event, key) {
            return;
        }
        if press(context, key) {
            event.prevent_default();
        }
    });
    on_cleanup(move || listener.remove());
    // The browser gives the focus back to the button that opened a dialog, which would take Enter for itself.
    Effect::new(move |was_open: Option<bool>| {
        let open = context.dialog.with(Option::is_some);
        if was_open == Some(true) && !open {
            request_animation_frame(|| {
                let behind_curtain = document().get_element_by_id(HANDOVER).is_some();
                browser::focus(if behind_curtain { HANDOVER } else { ROOM });
            });
        }
        open
    });
}

/// Whether the focused element handles the key itself.
fn belongs_elsewhere(event: &ev::KeyboardEvent, key: Key) -> bool {
    let Some(target) = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok()) else {
        return false;
    };
    let writes = matches!(target.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT");
    let presses = matches!(target.tag_name().as_str(), "BUTTON" | "A" | "SUMMARY");
    writes || presses && (event.code() == "Enter" || key == Key::Skip)
}

/// Does what a key stands for; returns whether it does anything now.
fn press(context: TableContext, key: Key) -> bool {
    if context.session.shown.with_untracked(Option::is_some) {
        if matches!(key, Key::Skip | Key::Bid) {
            showdown::skip(context);
        }
        return matches!(key, Key::Skip | Key::Bid);
    }
    if key == Key::Help {
        context.dialog.set(Some(Open::Help));
        return true;
    }
    let Some(legal) = untrack(|| legal(context)) else { return false };
    let choice = context.choice.get_untracked();
    match (key, choice) {
        (Key::Face(face), Some(choice)) => {
            if let Some(choice) = choice.with_face(face, &legal) {
                context.choice.set(Some(choice));
            }
        }
        (Key::Count(by), Some(choice)) => context.choice.set(Some(choice.stepped(by, &legal))),
        (Key::Turn(by), Some(choice)) => context.choice.set(Some(choice.turned(by, &legal))),
        (Key::Bid, Some(choice)) => decide(context, Action::Bid(choice.bid())),
        (Key::Call(action), _) if legal.calls.contains(&action) => decide(context, action),
        _ => return false,
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_mean_the_same_in_every_alphabet() {
        let cases = [
            ("Digit1", "1", Some(Key::Face(Face::Ace))),
            ("Numpad6", "6", Some(Key::Face(Face::Six))),
            ("Digit7", "7", None),
            ("KeyD", "в", Some(Key::Call(Action::Dudo))),
            ("KeyC", "c", Some(Key::Call(Action::Calza))),
            ("ArrowUp", "ArrowUp", Some(Key::Count(1))),
            ("Slash", "?", Some(Key::Help)),
            ("KeyQ", "q", None),
        ];
        for (code, key, expected) in cases {
            assert_eq!(Key::of(code, key), expected, "{code}");
        }
    }

    #[test]
    fn the_help_names_every_key_and_no_other() {
        let letters = ('A'..='Z').map(|letter| (format!("Key{letter}"), letter.to_string()));
        let digits = ('0'..='9').map(|digit| (format!("Digit{digit}"), digit.to_string()));
        let others = [
            ("ArrowUp", "↑"),
            ("ArrowDown", "↓"),
            ("ArrowLeft", "←"),
            ("ArrowRight", "→"),
            ("Equal", "+"),
            ("Minus", "−"),
            ("Enter", "Enter"),
            ("Space", "Space"),
            ("Tab", "Tab"),
            ("Backspace", "Backspace"),
            ("Comma", ","),
            ("Period", "."),
        ];
        let others = others.map(|(code, label)| (code.to_owned(), label.to_owned()));
        let named: Vec<&str> = HELP.iter().flat_map(|(labels, _)| labels.iter().copied()).collect();
        for (code, label) in letters.chain(digits).chain(others) {
            let helped = named.contains(&label.as_str()) || ("1"..="6").contains(&label.as_str());
            assert_eq!(Key::of(&code, "").is_some(), helped, "{code}");
        }
        assert!(named.contains(&"?") && Key::of("Slash", "?").is_some());
    }
}
