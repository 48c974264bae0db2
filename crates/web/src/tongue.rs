//! The language of the page.

use std::sync::OnceLock;

use fluent_bundle::FluentValue;
use leptos::prelude::*;
use perudo_protocol::orders;
use perudo_words::{Language, Words};

/// Set once, by the page as a whole.
static LANGUAGE: OnceLock<RwSignal<Language>> = OnceLock::new();

/// The language that is spoken, to be read and changed.
pub(crate) fn language() -> RwSignal<Language> {
    *LANGUAGE.get_or_init(|| RwSignal::new(Language::default()))
}

/// The words of the language. Whatever reads them changes with the language.
pub(crate) fn words() -> &'static Words {
    orders::words(language().get())
}

/// A sentence.
pub(crate) fn t(name: &str) -> String {
    words().text(name)
}

/// A sentence with values in it.
pub(crate) fn say<'a>(name: &str, values: &[(&'static str, FluentValue<'a>)]) -> String {
    words().say(name, values)
}
