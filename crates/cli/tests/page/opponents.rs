//! Choosing whom to play against.

use serde_json::json;

use crate::browser::{Browser, Device, prefs};
use crate::server::{ANNA, Server};

fn is_chosen(browser: &Browser, strength: &str) -> bool {
    browser.attribute(&format!("strength-{strength}"), "aria-checked") == "true"
}

fn open_dialog(browser: &Browser) {
    browser.press("open-menu");
    browser.press("menu-new-game");
    browser.wait_for("strength-novice");
}

#[test]
fn a_first_game_is_against_beginners_and_strength_is_chosen_in_plain_words() {
    let server = Server::start();
    let anna = Browser::open(Device::Phone);
    anna.arrive(&server.url(), "/play", &[("perudo.prefs", prefs("Anna", "en"))]);
    anna.wait_for("table");
    open_dialog(&anna);
    assert!(is_chosen(&anna, "novice"));
    assert_eq!(anna.count("[data-t^=strength-][role=radio]"), 6);
    assert!(!anna.sees("bot-level"), "twenty names are for those who look for them");
    let about = anna.text("strength-about");
    anna.press("strength-thinker");
    anna.wait_until("another description", || anna.text("strength-about") != about);
    anna.press("strength-mixed");
    anna.press("bots-4");
    anna.press("begin");
    anna.wait_until("four opponents", || anna.count("[data-t=seat-name]") == 4);
    open_dialog(&anna);
    assert!(is_chosen(&anna, "mixed"));
    anna.close();
}

#[test]
fn what_was_chosen_in_an_earlier_version_is_still_chosen() {
    let server = Server::start();
    for (level, step) in [("mixed", Some("mixed")), ("steady", Some("steady")), ("expert", None)] {
        let anna = Browser::open(Device::Phone);
        let game = json!({"rules": "tournament", "bots": 2, "level": level});
        anna.arrive(&server.url(), "/play", &[("perudo.prefs", prefs("Anna", "en")), ("perudo.alone", game)]);
        anna.wait_for("table");
        open_dialog(&anna);
        for strength in ["novice", "steady", "reader", "thinker", "master", "mixed"] {
            assert_eq!(is_chosen(&anna, strength), step == Some(strength), "{level}: {strength}");
        }
        assert_eq!(anna.sees("bot-level"), step.is_none(), "{level}");
        anna.close();
    }
}

#[test]
fn a_host_adds_bots_by_strength_or_by_name() {
    let server = Server::start();
    let anna = Browser::open(Device::Phone);
    let path = server.table(ANNA, "Anna", &json!({"seats": 4}), &[]);
    anna.arrive(
        &server.url(),
        &path,
        &[("perudo.prefs", prefs("Anna", "en")), ("perudo.guest", json!(ANNA))],
    );
    for (index, strength) in ["novice", "mixed"].into_iter().enumerate() {
        anna.press(&format!("strength-{strength}"));
        anna.press("add-bot");
        anna.wait_until("a bot", || anna.count("[data-t=remove]") == index as u64 + 1);
    }
    anna.press("by-name");
    anna.wait_for("bot-level");
    anna.run(
        "const select = document.querySelector('[data-t=bot-level]');
        select.value = 'veteran';
        select.dispatchEvent(new Event('change', {bubbles: true}));",
        &[],
    );
    anna.press("add-bot");
    anna.wait_until("the veteran", || anna.text("chairs").contains("Veteran"));
    // Whoever is added by strength has a manner.
    assert!(anna.text("chairs").contains(" · Novice"), "{}", anna.text("chairs"));
    anna.close();
}
