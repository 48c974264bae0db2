//! Which screen is shown, and the addresses of all of them.

use std::sync::OnceLock;

use leptos::ev;
use leptos::prelude::*;
use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};
use perudo_words::Language;
use wasm_bindgen::JsValue;

use crate::browser;
use crate::i18n::words;

macro_rules! define_screens {
    ($(
        $(#[$about:meta])*
        $name:ident $(($param:ident))? at $address:literal in $part:ident is $($view:ident)::+;
    )*) => {
        /// A screen.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub(crate) enum Screen {
            $($(#[$about])* $name $((text!($param)))?,)*
            /// There is no such screen.
            NotFound,
        }

        impl Screen {
            /// The screen that an address shows.
            #[allow(unused_variables)] // most addresses are fixed
            pub(crate) fn at(path: &str, query: &str) -> Screen {
                $(if let Some(varies) = read_address($address, path, query) {
                    return Screen::$name $((value!($param varies)))?;
                })*
                Screen::NotFound
            }

            /// Its address.
            pub(crate) fn path(&self) -> String {
                match self {
                    $(Screen::$name $(($param))? => write_address($address, &[$($param)?]),)*
                    Screen::NotFound => "/".to_owned(),
                }
            }
        }
    };
}

macro_rules! text {
    ($param:ident) => {
        String
    };
}

macro_rules! value {
    ($param:ident $value:ident) => {
        $value
    };
}

screens!(define_screens);

impl Screen {
    /// Its whole address, to be given to others. It says in which language a preview of it is to be.
    pub(crate) fn url(&self) -> String {
        let (path, language) = (self.path(), words().language());
        let separator = if path.contains('?') { '&' } else { '?' };
        match language == Language::default() {
            true => format!("{}{path}", browser::origin()),
            false => format!("{}{path}{separator}lang={}", browser::origin(), language.code()),
        }
    }
}

/// What varies in an address, if it is one of this form.
fn read_address(form: &str, path: &str, query: &str) -> Option<String> {
    if let Some((fixed, _)) = form.split_once('?') {
        return (path == fixed).then(|| decode(without_language(query.trim_start_matches('?'))));
    }
    match form.split_once('{') {
        Some((fixed, "name}")) => {
            let name = path.strip_prefix(fixed).filter(|name| !name.is_empty() && !name.contains('/'))?;
            percent_decode_str(name).decode_utf8().ok().map(|name| name.into_owned())
        }
        Some((fixed, _)) => path.strip_prefix(fixed).filter(|id| is_table_id(id)).map(str::to_owned),
        None => (path == form).then(String::new),
    }
}

/// A query without the language of a link's preview, which comes last.
fn without_language(query: &str) -> &str {
    match query.rsplit_once("lang=") {
        Some(("", _)) => "",
        Some((before, _)) => before.strip_suffix('&').unwrap_or(query),
        None => query,
    }
}

/// The address of this form in which that varies.
fn write_address(form: &str, varies: &[&String]) -> String {
    let fixed = form.split(['?', '{']).next().unwrap_or(form);
    match varies {
        [query] if form.contains('?') && !query.is_empty() => format!("{fixed}?{}", encode(query)),
        [id] if !form.contains('?') => format!("{fixed}{}", encode_segment(id)),
        _ => fixed.to_owned(),
    }
}

/// What a query means to something else than itself, and `%`.
const ESCAPED: &AsciiSet = &CONTROLS.add(b'%').add(b'+').add(b'&').add(b'#').add(b'"').add(b'<').add(b'>');

/// A text as a query: spaces become `+`.
fn encode(text: &str) -> String {
    utf8_percent_encode(text, ESCAPED).to_string().replace(' ', "+")
}

/// What a path means to something else than itself.
const ESCAPED_IN_PATHS: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'/')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'\\')
    .add(b'`');

/// A text as one segment of a path.
pub(crate) fn encode_segment(text: &str) -> String {
    utf8_percent_encode(text, ESCAPED_IN_PATHS).to_string()
}

/// The text of a query. What is no UTF-8 becomes a character that no rule set has.
fn decode(query: &str) -> String {
    percent_decode_str(&query.replace('+', " ")).decode_utf8_lossy().into_owned()
}

/// Whether a text could be the id of a table.
pub(crate) fn is_table_id(text: &str) -> bool {
    (4..=32).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

static SCREEN: OnceLock<RwSignal<Screen>> = OnceLock::new();

/// The screen that is shown.
pub(crate) fn screen() -> RwSignal<Screen> {
    *SCREEN.get_or_init(|| RwSignal::new(current()))
}

fn current() -> Screen {
    let location = window().location();
    Screen::at(&location.pathname().unwrap_or_default(), &location.search().unwrap_or_default())
}

/// Shows a screen, and adds it to the browser's history.
pub(crate) fn navigate(to: Screen) {
    if screen().get_untracked() == to {
        return;
    }
    navigate_with(to, None);
}

/// Shows a screen, and has the browser's history keep a text for it.
pub(crate) fn navigate_with(to: Screen, text: Option<&str>) {
    push_address(&to.path(), text);
    window().scroll_to_with_x_and_y(0.0, 0.0);
    screen().set(to);
}

/// Adds an address of the screen that is shown to the browser's history, and a text to be kept for it.
pub(crate) fn push_address(address: &str, text: Option<&str>) {
    if let Ok(history) = window().history() {
        let _ =
            history.push_state_with_url(&text.map_or(JsValue::NULL, JsValue::from_str), "", Some(address));
    }
}

/// Changes the address of the screen that is shown; the text that the browser's history keeps for it stays.
pub(crate) fn replace_address(address: &str) {
    if let Ok(history) = window().history() {
        let state = history.state().unwrap_or(JsValue::NULL);
        let _ = history.replace_state_with_url(&state, "", Some(address));
    }
}

/// The text that the browser's history keeps for the screen that is shown.
pub(crate) fn text_in_history() -> Option<String> {
    window().history().ok()?.state().ok()?.as_string()
}

/// The browser's history no longer keeps a text for the screen that is shown.
pub(crate) fn forget_text_in_history() {
    if let Ok(history) = window().history() {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", None);
    }
}

/// Follows the browser's buttons for back and forward.
pub(crate) fn follow_history() {
    let listener = window_event_listener(ev::popstate, |_| screen().set(current()));
    on_cleanup(move || listener.remove());
}

/// A link to a screen.
#[component]
pub(crate) fn Link(
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
            navigate(to.clone());
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
    use perudo_rules::Rules;

    use super::*;

    fn at(address: &str) -> Screen {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        Screen::at(path, query)
    }

    #[test]
    fn every_screen_is_found_at_its_own_address() {
        let rules = ["", "classic dice=3 calza=on", "a+b & 100% #1 \"правила\"", "%20 %zz <&>"];
        let rules = rules.map(|rules| Screen::Rules(rules.to_owned()));
        let screens = [
            Screen::Start,
            Screen::Play(String::new()),
            Screen::Play("classic dice=3".to_owned()),
            Screen::Together,
            Screen::New(String::new()),
            Screen::New("calza".to_owned()),
            Screen::Table("4t961m390c".to_owned()),
            Screen::Review(String::new()),
            Screen::Review("4t961m390c/3".to_owned()),
            Screen::Games,
            Screen::QuickGame("now".to_owned()),
            Screen::Leaders("duel-classic".to_owned()),
            Screen::Profile("Anna".to_owned()),
            Screen::Profile("Анна Б".to_owned()),
            Screen::Profile("50% ?#/".to_owned()),
            Screen::Me,
        ];
        for screen in screens.into_iter().chain(rules) {
            assert_eq!(at(&screen.path()), screen);
        }
    }

    #[test]
    fn addresses_look_as_people_know_them() {
        assert_eq!(Screen::Table("4t961m390c".to_owned()).path(), "/t/4t961m390c");
        assert_eq!(Screen::Rules("classic dice=3".to_owned()).path(), "/rules?classic+dice=3");
        assert_eq!(Screen::Rules(String::new()).path(), "/rules");
        assert_eq!(Screen::Review("4t961m390c/3".to_owned()).path(), "/review?4t961m390c/3");
    }

    #[test]
    fn a_link_to_rules_is_read_however_it_was_escaped() {
        let links = [
            "classic+dice=3",
            "classic%20dice=3",
            "classic%20dice%3D3",
            "classic+dice%3d3",
            "%63lassic dice=3",
        ];
        for link in links {
            assert_eq!(at(&format!("/rules?{link}")), Screen::Rules("classic dice=3".to_owned()), "{link}");
        }
        assert_eq!(at("/rules?%D0%BF%d1%80"), Screen::Rules("пр".to_owned()));
    }

    #[test]
    fn the_language_of_a_preview_is_no_part_of_what_a_link_leads_to() {
        for (link, expected) in [
            ("/rules?classic+dice=3&lang=ru", Screen::Rules("classic dice=3".to_owned())),
            ("/rules?lang=ru", Screen::Rules(String::new())),
            ("/review?4t961m390c/3&lang=ru", Screen::Review("4t961m390c/3".to_owned())),
            ("/t/4t961m390c?lang=ru", Screen::Table("4t961m390c".to_owned())),
        ] {
            assert_eq!(at(link), expected, "{link}");
        }
    }

    #[test]
    fn a_link_that_cannot_be_read_is_not_taken_for_rules() {
        for link in ["classic%2Cdice=3", "classic%ff", "%zz", "classic dice%3"] {
            let Screen::Rules(rules) = at(&format!("/rules?{link}")) else { panic!("{link}") };
            assert!(rules.parse::<Rules>().is_err(), "{link} is read as {rules:?}");
        }
    }

    #[test]
    fn other_addresses_are_not_found() {
        for path in ["/@", "/@a/b", "/@%ff", "/t/", "/t/../x", "/tables", "/t/a b c d", "/play/", "/rule", ""]
        {
            assert_eq!(at(path), Screen::NotFound, "{path}");
        }
    }
}
