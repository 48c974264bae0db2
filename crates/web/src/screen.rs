//! The screens, and the addresses they have.

use std::sync::OnceLock;

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsValue;

/// A screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Screen {
    /// Where people begin.
    #[default]
    Start,
    /// A game against bots, in this browser alone.
    Play,
    /// Several people hand one device around.
    Together,
    /// A table for friends is made.
    New,
    /// A table of the server.
    Table(String),
    /// The rules of a rule set.
    Rules(String),
    /// Games that are over, step by step.
    Review,
    /// There is no such screen.
    Nowhere,
}

impl Screen {
    /// The screen that an address shows.
    pub(crate) fn of(path: &str, query: &str) -> Screen {
        match path {
            "/" => Screen::Start,
            "/play" => Screen::Play,
            "/together" => Screen::Together,
            "/new" => Screen::New,
            "/rules" => Screen::Rules(rules_in(query)),
            "/review" => Screen::Review,
            _ => match path.strip_prefix("/t/") {
                Some(table) if is_table(table) => Screen::Table(table.to_owned()),
                _ => Screen::Nowhere,
            },
        }
    }

    /// Its address.
    pub(crate) fn path(&self) -> String {
        match self {
            Screen::Start | Screen::Nowhere => "/".to_owned(),
            Screen::Play => "/play".to_owned(),
            Screen::Together => "/together".to_owned(),
            Screen::New => "/new".to_owned(),
            Screen::Table(table) => format!("/t/{table}"),
            Screen::Rules(rules) if rules.is_empty() => "/rules".to_owned(),
            Screen::Rules(rules) => format!("/rules?{}", rules.replace(' ', "+")),
            Screen::Review => "/review".to_owned(),
        }
    }
}

/// Whether a text could be the name of a table.
pub(crate) fn is_table(text: &str) -> bool {
    (4..=32).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

fn rules_in(query: &str) -> String {
    query.trim_start_matches('?').replace("%20", " ").replace('+', " ").replace("%3D", "=")
}

static SCREEN: OnceLock<RwSignal<Screen>> = OnceLock::new();

/// The screen that is shown.
pub(crate) fn screen() -> RwSignal<Screen> {
    *SCREEN.get_or_init(|| RwSignal::new(here()))
}

fn here() -> Screen {
    let location = window().location();
    Screen::of(&location.pathname().unwrap_or_default(), &location.search().unwrap_or_default())
}

/// Shows a screen, and gives it its place in the browser's history.
pub(crate) fn go(to: Screen) {
    if screen().get_untracked() == to {
        return;
    }
    if let Ok(history) = window().history() {
        let _ = history.push_state_with_url(&JsValue::NULL, "", Some(&to.path()));
    }
    window().scroll_to_with_x_and_y(0.0, 0.0);
    screen().set(to);
}

/// Follows the browser's own buttons.
pub(crate) fn follow_history() {
    let listener = window_event_listener(ev::popstate, |_| screen().set(here()));
    on_cleanup(move || listener.remove());
}

/// A link to a screen.
#[component]
pub(crate) fn Go(
    /// Where to.
    to: Screen,
    /// How it looks.
    #[prop(optional)]
    class: &'static str,
    /// Its name for tests.
    #[prop(optional)]
    hook: &'static str,
    /// What it says.
    children: Children,
) -> impl IntoView {
    let href = to.path();
    let follow = move |event: ev::MouseEvent| {
        if !(event.ctrl_key() || event.meta_key() || event.shift_key()) {
            event.prevent_default();
            go(to.clone());
        }
    };
    view! {
        <a href=href class=class data-t=hook on:click=follow>
            {children()}
        </a>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_screen_is_found_at_its_own_address() {
        let screens = [
            Screen::Start,
            Screen::Play,
            Screen::Together,
            Screen::New,
            Screen::Table("4t961m390c".to_owned()),
            Screen::Rules(String::new()),
            Screen::Rules("classic dice=3 calza=on".to_owned()),
            Screen::Review,
        ];
        for screen in screens {
            let path = screen.path();
            let (path, query) = path.split_once('?').unwrap_or((&path, ""));
            assert_eq!(Screen::of(path, query), screen);
        }
    }

    #[test]
    fn addresses_that_mean_nothing_lead_nowhere() {
        for path in ["/t/", "/t/../x", "/tables", "/t/a b c d"] {
            assert_eq!(Screen::of(path, ""), Screen::Nowhere, "{path}");
        }
    }
}
