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

/// Changes the language, once its words are loaded: as many as there are of the language before.
pub(crate) fn switch_language(wanted: Language) {
    let whole = has_rest();
    spawn_local(async move {
        if !Words::has(wanted) {
            let Some(source) = file("words", wanted).await else { return };
            Words::provide(wanted, &source);
        }
        if !whole || fetch_rest(wanted).await {
            language().set(wanted);
        }
    });
}

/// Whether everything can be said that is said on any screen.
pub(crate) fn has_rest() -> bool {
    Words::is_whole(language().get_untracked())
}

/// Fetches what is said on all screens but the first. Whether it is there now.
pub(crate) async fn fetch_rest(of: Language) -> bool {
    if !Words::is_whole(of) {
        let Some(source) = file("rest", of).await else { return false };
        Words::provide_rest(of, &source);
    }
    true
}

/// Fetches the words for learning of a language, and says whether they are there.
pub(crate) async fn fetch_learning(of: Language) -> bool {
    if !Words::has_learning(of) {
        let Some(source) = file("learn", of).await else { return false };
        Words::provide_learning(of, &source);
    }
    true
}

async fn file(which: &str, of: Language) -> Option<String> {
    String::from_utf8(browser::file(&format!("perudo-{which}-{}", of.code())).await?).ok()
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

/// A moment in milliseconds since 1970, as people of the language write it.
pub(crate) fn moment(at: f64) -> String {
    written(at, &[("dateStyle", "medium"), ("timeStyle", "short")])
}

/// The day of a moment.
pub(crate) fn day(at: f64) -> String {
    written(at, &[("dateStyle", "medium")])
}

fn written(at: f64, styles: &[(&str, &str)]) -> String {
    let options = js_sys::Object::new();
    for (name, value) in styles {
        let _ = js_sys::Reflect::set(&options, &(*name).into(), &(*value).into());
    }
    let date = js_sys::Date::new(&at.into());
    date.to_locale_string(words().language().code(), &options).into()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use perudo_words::{Language, Words};

    /// The names of sentences in the source of the page: everything between quotes that begins with `web-` or `learn-`.
    fn names(folder: &Path, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                names(&path, found);
            } else {
                let source = std::fs::read_to_string(&path).unwrap();
                let quoted = source.split('"').skip(1).step_by(2);
                let whole = |name: &&str| {
                    ["web-", "learn-"].iter().any(|start| name.starts_with(start))
                        && name.chars().all(|c| c.is_ascii_lowercase() || c == '-')
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
