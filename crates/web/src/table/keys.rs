//! The keyboard at the table.

use leptos::ev;
use leptos::prelude::*;
use perudo_rules::{Action, Face};
use wasm_bindgen::JsCast;

use super::bidding::{decide, legal};
use super::showdown;
use super::table_screen::{Open, TableContext};

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
}
