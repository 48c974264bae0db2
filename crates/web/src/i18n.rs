//! The language of the page.

use std::sync::OnceLock;

use fluent_bundle::FluentValue;
use leptos::prelude::*;
use leptos::reactive::graph::Observer;
use perudo_words::{Language, Words};
use wasm_bindgen_futures::spawn_local;

use crate::browser;

static LANGUAGE: OnceLock<RwSignal<Language>> = OnceLock::new();

/// The language of the page, made once and shared by all of it.
pub(crate) fn language() -> RwSignal<Language> {
    *LANGUAGE.get_or_init(|| RwSignal::new(first()))
}

/// The language that `boot.js` has chosen. It leaves the words in the page.
fn first() -> Language {
    let Some(left) = document().get_element_by_id("words") else { return Language::default() };
    let language = left.get_attribute("lang").and_then(|code| Language::named(&code)).unwrap_or_default();
    Words::provide(language, &left.text_content().unwrap_or_default());
    left.remove();
    language
}

/// Changes the language, once its words are loaded.
pub(crate) fn switch_language(wanted: Language) {
    spawn_local(async move {
        if !Words::has(wanted) {
            let file = browser::file(&format!("perudo-words-{}", wanted.code())).await;
            let Some(Ok(source)) = file.map(String::from_utf8) else { return };
            Words::provide(wanted, &source);
        }
        language().set(wanted);
    });
}

/// The words of the language. Inside of a reactive function they change with it.
pub(crate) fn words() -> &'static Words {
    let language = language();
    // Sentences are also made outside of reactive functions, in event handlers for instance.
    let tracked = Observer::get().is_some();
    Words::of(if tracked { language.get() } else { language.get_untracked() })
}

/// A sentence.
pub(crate) fn t(name: &str) -> String {
    words().text(name)
}

/// A sentence with values in it.
pub(crate) fn say<'a>(name: &str, values: &[(&'static str, FluentValue<'a>)]) -> String {
    words().say(name, values)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use perudo_words::{Language, Words};

    /// The names of sentences in the source of the page: everything between quotes that begins with `web-`.
    fn names(folder: &Path, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                names(&path, found);
            } else {
                let source = std::fs::read_to_string(&path).unwrap();
                let quoted = source.split('"').skip(1).step_by(2);
                let whole = |name: &&str| {
                    name.starts_with("web-") && name.chars().all(|c| c.is_ascii_lowercase() || c == '-')
                };
                found.extend(quoted.filter(whole).map(str::to_owned));
            }
        }
    }

    #[test]
    fn every_sentence_of_the_page_is_there_in_every_language() {
        let mut found = Vec::new();
        names(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
        assert!(found.len() > 100, "only {} sentences were found", found.len());
        for language in Language::all() {
            let words = Words::new(*language);
            let missing: Vec<_> = found.iter().filter(|name| !words.knows(name)).collect();
            assert!(missing.is_empty(), "{language:?} lacks {missing:?}");
        }
    }
}
