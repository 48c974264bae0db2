//! The languages of the page.

use serde_json::json;

use crate::browser::{Browser, Device, prefs};
use crate::server::Server;

#[test]
fn the_first_visit_is_in_the_browsers_language() {
    let server = Server::start();
    for (language, expected, greeting) in [
        ("ru", "ru", "Играть"),
        ("ru-RU", "ru", "Играть"),
        ("en-GB", "en", "Play now"),
        ("fi", "en", "Play now"),
    ] {
        let browser = Browser::speaking(Device::Phone, language);
        browser.arrive(&server.url(), "/", &[]);
        assert_eq!(browser.text("play-now"), greeting, "{language}");
        assert_eq!(browser.attribute("html[lang]", "lang"), expected);
        browser.close();
    }
}

#[test]
fn another_language_changes_everything_at_once() {
    let server = Server::start();
    let anna = Browser::open(Device::Desktop);
    anna.arrive(&server.url(), "/", &[("perudo.prefs", prefs("Anna", "en"))]);
    anna.wait_for("play-now");
    anna.run("window.not_reloaded = true", &[]);
    anna.press("language-ru");
    anna.wait_until("Russian", || anna.text("play-now") == "Играть");
    assert_eq!(anna.attribute("html[lang]", "lang"), "ru");
    assert_spoken(&anna, "ru");
    for path in ["/new", "/together", "/rules", "/review", "/play"] {
        anna.go(path);
        anna.wait_for(":is(h1)");
        assert_spoken(&anna, "ru");
    }
    // In the middle of a game, too.
    anna.wait_for_turn();
    let dice = anna.text("own-dice-spoken");
    anna.run("window.not_reloaded = true", &[]);
    anna.press("open-menu");
    anna.press("language-en");
    anna.wait_until("English", || anna.text("own-dice-spoken") != dice);
    anna.press("[data-t=menu] [data-t=close]");
    assert_eq!(anna.ask("window.not_reloaded"), json!(true));
    assert_spoken(&anna, "en");
    anna.close();
}

#[test]
fn the_first_screen_has_its_words_before_those_of_the_others_come() {
    let server = Server::start();
    for language in ["en", "ru"] {
        let browser = Browser::open(Device::Phone);
        browser.arrive(&server.url(), "/healthz", &[]);
        browser.keep(&[("perudo.prefs", prefs("Anna", language))]);
        browser.devtools("Network.enable", &json!({}));
        browser.devtools("Network.setBypassServiceWorker", &json!({"bypass": true}));
        browser.devtools("Network.setBlockedURLs", &json!({"urls": ["*/assets/rest-*"]}));
        browser.go("/");
        browser.wait_for("play-now");
        assert_spoken(&browser, language);
        // The next screen says what is the matter, and comes by itself.
        browser.press("play-now");
        browser.wait_for("again");
        assert_spoken(&browser, language);
        browser.devtools("Network.setBlockedURLs", &json!({"urls": []}));
        browser.wait_for_turn();
        assert_spoken(&browser, language);
        browser.close();
    }
}

/// Every word on the screen is of that language, and none is missing.
fn assert_spoken(browser: &Browser, language: &str) {
    // Names of things stay what they are.
    let words = browser.run(
        "const copy = document.body.cloneNode(true);
        copy.querySelectorAll('script, style, noscript, kbd, code, pre, textarea, .clause, .languages, [lang], [data-t^=language-], [data-t=seat-name]')
            .forEach(e => e.remove());
        const labels = [...copy.querySelectorAll('[aria-label]')].map(e => e.getAttribute('aria-label'));
        return [...labels, copy.textContent].join('\\n');",
        &[],
    );
    let words = words.as_str().unwrap();
    let path = browser.path();
    assert!(!words.contains(['{', '}']), "{path}: {words}");
    assert!(!words.contains("web-"), "{path}: {words}");
    let russian = |letter: char| ('а'..='я').contains(&letter.to_lowercase().next().unwrap_or(letter));
    let foreign: Vec<&str> = words
        .split(|letter: char| !letter.is_alphabetic())
        .filter(|word| word.chars().count() > 2)
        .filter(|word| word.chars().any(russian) != (language == "ru"))
        .collect();
    // Names, and how files are called.
    let mut known = ["Perudo", "Anna", "perudo", "json", "proof"].map(str::to_owned).to_vec();
    known.extend(
        browser
            .strings("[...document.querySelectorAll('[data-t=seat-name]')].map(e => e.textContent.trim())"),
    );
    let foreign: Vec<&str> =
        foreign.into_iter().filter(|word| !known.iter().any(|name| name == word)).collect();
    assert!(foreign.is_empty(), "{path} in {language}: {foreign:?}");
}
