//! Games that are over: they are found again, and can be shown to others.

use serde_json::{Value, json};

use crate::browser::{Browser, Device, prefs};
use crate::player;
use crate::server::{ANNA, BORIS, Server};

/// A game against one bot that is over after a few bids.
fn short_game() -> Value {
    json!({"rules": "tournament dice=1", "bots": 1, "level": "steady"})
}

/// Plays a short game against a bot to its end.
fn play(browser: &Browser, server: &Server, language: &str) {
    let kept = [("perudo.prefs", prefs("Anna", language)), ("perudo.alone", short_game())];
    browser.arrive(&server.url(), "/play", &kept);
    player::finish(&[browser]);
}

/// The address of what is on the screen, once the moment is in it.
fn address_at(browser: &Browser, step: usize) -> String {
    let end = format!("at={step}");
    browser.wait("the moment in the address", || {
        let address = browser.ask("location.href").as_str().unwrap().to_owned();
        address.ends_with(&end).then_some(address)
    })
}

/// Steps on twice, and says what is told there.
fn step_on(browser: &Browser) -> String {
    browser.wait_for("record-viewer");
    browser.press("review-first");
    for step in 1..=2 {
        browser.press("review-on");
        browser.wait_until("the next step", || browser.text("review-count").contains(&format!("{step} of")));
    }
    browser.text("review-story")
}

#[test]
fn a_review_is_still_there_after_a_reload_after_going_back_and_in_another_window() {
    let server = Server::start();
    let anna = Browser::open(Device::Phone);
    play(&anna, &server, "en");
    anna.press("review");
    let told = step_on(&anna);
    let address = address_at(&anna, 2);
    let is_shown = |what: &str| {
        anna.wait_for("record-viewer");
        anna.wait_until(what, || anna.text("review-story") == told);
    };
    anna.reload();
    is_shown("the same moment after a reload");
    assert_eq!(anna.attribute("review-result", "data-result"), "holds", "with the proof of its dice");

    anna.press("home");
    anna.wait_for("play-now");
    anna.run("history.back()", &[]);
    is_shown("the same moment after going back");
    anna.run("history.back()", &[]);
    anna.wait_for("table");
    anna.run("history.forward()", &[]);
    is_shown("the same moment after going forward");

    // Somewhere else there is nothing but the address.
    let boris = Browser::open(Device::Desktop);
    boris.arrive(
        &server.url(),
        address.strip_prefix(&server.url()).unwrap(),
        &[("perudo.prefs", prefs("Boris", "en"))],
    );
    boris.wait_for("record-viewer");
    boris.wait_until("the same moment", || boris.text("review-story") == told);
    boris.close();
    anna.close();
}

#[test]
fn a_record_that_was_pasted_survives_a_reload_together_with_its_proof() {
    let server = Server::start();
    let anna = Browser::open(Device::Phone);
    anna.arrive(&server.url(), "/review", &[("perudo.prefs", prefs("Anna", "en"))]);
    anna.press("review-example-proof");
    anna.wait_for("[data-result=holds]");
    anna.reload();
    anna.wait_for("record-viewer");
    anna.wait_for("[data-result=holds]");
    anna.run("history.back()", &[]);
    anna.wait_for("review-text");
    anna.run("history.forward()", &[]);
    anna.wait_for("[data-result=holds]");
    anna.close();
}

#[test]
fn the_proof_of_a_game_without_a_server_does_not_speak_of_one() {
    let server = Server::start();
    for (language, word) in [("en", "server"), ("ru", "сервер")] {
        let anna = Browser::speaking(Device::Phone, language);
        play(&anna, &server, language);
        anna.press("review");
        anna.wait_for("[data-result=holds]");
        let told = anna.text("review-fairness").to_lowercase();
        assert!(!told.contains(word), "{told}");
        assert!(anna.sees("review-alone"), "what such a proof is worth is said all the same");
        anna.close();
    }
}

#[test]
fn games_that_were_played_to_their_end_are_found_in_a_list_without_a_network() {
    let server = Server::start();
    let anna = Browser::open(Device::Phone);
    anna.arrive(&server.url(), "/", &[("perudo.prefs", prefs("Anna", "en"))]);
    anna.wait_for("play-now");
    assert!(!anna.sees("games"), "there are none yet");
    play(&anna, &server, "en");

    // A table of the server, and one device for two.
    let settings = json!({"rules": "classic dice=1", "seats": 2, "turn": 0, "speed": "instant"});
    let path = server.table(ANNA, "Anna", &settings, &["steady"]);
    anna.keep(&[("perudo.guest", json!(ANNA))]);
    anna.go(&path);
    anna.press("start");
    player::finish(&[&anna]);
    let together =
        json!({"names": ["Clara", "David"], "bots": 0, "level": "steady", "rules": "tournament dice=1"});
    anna.keep(&[("perudo.together", together)]);
    anna.go("/together");
    anna.press("begin");
    player::finish(&[&anna]);

    anna.go("/");
    anna.press("games");
    anna.wait_until("three games", || anna.count_seen("game") == 3);
    let titles =
        anna.strings("[...document.querySelectorAll('[data-t=game-review]')].map(e => e.textContent)");
    assert!(titles[0].contains("Clara") && titles[0].contains("on this device"), "{titles:?}");
    assert!(titles[1].contains("Classic") && titles[1].contains("online"), "{titles:?}");
    assert!(titles.iter().all(|title| title.contains(" won")), "{titles:?}");

    server.kill();
    anna.expect_loneliness();
    anna.reload();
    anna.wait_until("three games", || anna.count_seen("game") == 3);
    for number in 1..=3 {
        anna.press(&format!("li:nth-child({number}) [data-t=game-review]"));
        anna.wait_for("record-viewer");
        anna.run("history.back()", &[]);
        anna.wait_for("games-page");
    }
    // The first is gone for good, and then all.
    anna.press("delete-game");
    anna.press("delete-not");
    anna.wait_without("delete-go");
    assert_eq!(anna.count_seen("game"), 3, "nothing was deleted yet");
    anna.press("delete-game");
    anna.press("delete-go");
    anna.wait_until("two games", || anna.count_seen("game") == 2);
    anna.reload();
    anna.wait_until("two games", || anna.count_seen("game") == 2);
    anna.press("delete-all");
    anna.press("delete-go");
    anna.wait_for("no-games");
    anna.close();
}

#[test]
fn whoever_leaves_a_table_before_the_end_finds_the_game_all_the_same() {
    let server = Server::start();
    let settings = json!({"rules": "tournament dice=1", "seats": 2, "turn": 0, "speed": "instant"});
    let path = server.table(ANNA, "Anna", &settings, &[]);
    let arrive = |guest: &str, name: &str| {
        let browser = Browser::open(Device::Phone);
        let kept = [("perudo.prefs", prefs(name, "en")), ("perudo.guest", json!(guest))];
        browser.arrive(&server.url(), &path, &kept);
        browser
    };
    let (anna, boris) = (arrive(ANNA, "Anna"), arrive(BORIS, "Boris"));
    boris.press("sit-down");
    boris.wait_for("waits-for-host");
    anna.press("start");
    anna.wait_for("centre");
    anna.wait_until("the tour", || {
        anna.ask("Object.keys(localStorage).some(name => name.startsWith('perudo.unfinished.'))") == true
    });
    anna.go("/games");
    anna.wait_for("no-games");
    // A clock would decide for her; here another window of hers does.
    let again = arrive(ANNA, "Anna");
    player::finish(&[&again, &boris]);
    anna.reload();
    anna.wait_until("the game", || anna.count_seen("game") == 1);
    assert!(anna.text("game-result").contains("won"), "{}", anna.text("game-result"));
    again.close();
    boris.close();
    anna.close();
}

#[test]
fn the_link_to_a_game_at_a_private_table_does_not_name_the_table() {
    let server = Server::start();
    for public in [false, true] {
        let settings = json!({"rules": "tournament dice=1", "seats": 2, "turn": 0, "speed": "instant", "public": public});
        let path = server.table(ANNA, "Anna", &settings, &["steady"]);
        let table = path.rsplit('/').next().unwrap();
        let anna = Browser::open(Device::Phone);
        let kept = [("perudo.prefs", prefs("Anna", "en")), ("perudo.guest", json!(ANNA))];
        anna.arrive(&server.url(), &path, &kept);
        anna.press("start");
        player::finish(&[&anna]);
        anna.press("review");
        let told = step_on(&anna);
        let address = address_at(&anna, 2);
        assert_eq!(address.contains(table), public, "{address}");

        let boris = Browser::open(Device::Phone);
        let path = address.strip_prefix(&server.url()).unwrap();
        boris.arrive(&server.url(), path, &[("perudo.prefs", prefs("Boris", "en"))]);
        boris.wait_for("record-viewer");
        boris.wait_until("the same moment", || boris.text("review-story") == told);
        assert_eq!(boris.sees("review-fairness"), public, "servers keep proofs, links do not");
        boris.close();
        anna.close();
    }
}

#[test]
fn a_game_plays_by_itself_and_stops_when_it_is_asked_to() {
    let server = Server::start();
    let anna = Browser::open(Device::Desktop);
    anna.arrive(&server.url(), "/review", &[("perudo.prefs", prefs("Anna", "en"))]);
    anna.press("review-example");
    anna.wait_for("record-viewer");
    // It does not wait for those who look: no step is sure to be seen.
    let step = || {
        let count = anna.text("review-count");
        let mut numbers = count.split(' ').filter_map(|word| word.parse::<usize>().ok());
        (numbers.next().unwrap(), numbers.next().unwrap())
    };
    anna.press("review-play");
    anna.wait_until("the third step", || step().0 >= 3);
    anna.press("review-play");
    anna.wait_until("a pause", || anna.attribute("review-play", "data-playing") == "false");
    anna.press("review-last");
    anna.wait_until("the end", || step().0 == step().1);
    anna.press("review-play");
    anna.wait_until("another beginning", || step().0 < step().1);
    anna.press("review-on");
    anna.wait_until("a pause", || anna.attribute("review-play", "data-playing") == "false");
    anna.close();
}

#[test]
fn a_link_that_is_broken_is_told_what_is_wrong_and_loses_nothing() {
    let server = Server::start();
    let anna = Browser::open(Device::Phone);
    play(&anna, &server, "en");
    anna.press("review");
    anna.wait_for("record-viewer");
    let address = anna.wait("the game in the address", || {
        let hash = anna.ask("location.hash").as_str().unwrap().to_owned();
        hash.starts_with("#game=").then_some(hash)
    });
    let (cut, _) = address.split_at(address.len() / 2);
    let long = "A".repeat(50_000);
    let cases = [
        (format!("/review{cut}"), "damaged"),
        ("/review#game=%3Cscript%3Ealert(1)%3C/script%3E".to_owned(), "damaged"),
        (format!("/review#game={long}"), "more than a game"),
        ("/review?nonsense".to_owned(), "damaged"),
        ("/review?home-0123456789/1".to_owned(), "the browser it was played in"),
        ("/review?0000000000/1".to_owned(), "no such table"),
    ];
    anna.expect_loneliness();
    for (path, expected) in cases {
        // Between two fragments of one address no browser loads anything.
        anna.go("/healthz");
        anna.go(&path);
        anna.wait_for("review-missing");
        let told = anna.text("review-missing");
        assert!(told.contains(expected), "{path}: {told}");
        assert!(anna.sees("review-opener") && anna.sees("games"), "one can go on from here");
    }
    anna.go("/games");
    anna.wait_until("the game", || anna.count_seen("game") == 1);
    anna.close();
}

#[test]
fn rules_that_were_put_together_can_be_played_by() {
    let server = Server::start();
    let anna = Browser::open(Device::Phone);
    anna.arrive(&server.url(), "/rules?classic+dice=1", &[("perudo.prefs", prefs("Anna", "en"))]);
    anna.press("rules-play-bots");
    anna.wait_for("new-game-page");
    assert!(anna.text("chosen-rules").starts_with("Classic"), "{}", anna.text("chosen-rules"));
    assert!(!anna.sees("ends-game"));
    anna.press("begin");
    anna.wait_for_turn();
    assert_eq!(anna.ask("location.pathname + location.search"), "/play");
    // A game that goes on is not thrown away by a link.
    anna.go("/play?calza");
    anna.wait_for("ends-game");
    anna.press("go-on");
    player::finish(&[&anna]);
    anna.press("review");
    anna.press("review-save-record");
    assert!(anna.saved("game.perudo").contains("rules classic dice=1"));

    anna.go("/rules?calza+dice=2");
    anna.press("rules-play-friends");
    anna.press("create");
    anna.wait_for("start");
    let table = anna.path().replace("/t/", "/api/tables/");
    let rules = anna.run_for_long(
        "const done = arguments[1]; fetch(arguments[0]).then(it => it.json()).then(it => done(it.settings.rules))",
        &[json!(table)],
    );
    assert_eq!(rules, "calza dice=2");
    anna.close();
}

#[test]
fn a_link_for_friends_is_copied_and_the_page_says_so() {
    let server = Server::start();
    let path = server.table(ANNA, "Anna", &json!({"seats": 3}), &[]);
    let anna = Browser::open(Device::Phone);
    let kept = [("perudo.prefs", prefs("Anna", "en")), ("perudo.guest", json!(ANNA))];
    anna.arrive(&server.url(), &path, &kept);
    let permissions = json!(["clipboardReadWrite", "clipboardSanitizedWrite"]);
    anna.devtools("Browser.grantPermissions", &json!({"origin": server.url(), "permissions": permissions}));
    anna.press("copy-link");
    anna.wait_until("word of it", || anna.text("copy-link") == "Copied");
    let copied = anna.run_for_long("navigator.clipboard.readText().then(arguments[0], String)", &[]);
    assert_eq!(copied, format!("{}{path}", server.url()));
    anna.close();

    // Without encryption browsers have no clipboard for pages, but a field can be copied from.
    let anna = Browser::open(Device::Phone);
    let lan = "Object.defineProperty(Navigator.prototype, 'clipboard', {get: () => undefined});
        addEventListener('copy', () => { window.copied = document.activeElement.value; });";
    anna.devtools("Page.addScriptToEvaluateOnNewDocument", &json!({"source": lan}));
    anna.arrive(&server.url(), &path, &kept);
    anna.press("copy-link");
    anna.wait_until("word of it", || anna.text("copy-link") == "Copied");
    assert_eq!(anna.ask("window.copied"), format!("{}{path}", server.url()));
    assert_eq!(anna.ask("document.activeElement.dataset.t"), "copy-link", "the focus is where it was");
    anna.close();
}

#[test]
fn a_link_for_friends_asks_for_a_preview_in_ones_own_language() {
    let server = Server::start();
    for (language, end) in [("en", ""), ("ru", "?lang=ru")] {
        let path = server.table(ANNA, "Anna", &json!({"seats": 3}), &[]);
        let anna = Browser::speaking(Device::Phone, language);
        let kept = [("perudo.prefs", prefs("Anna", language)), ("perudo.guest", json!(ANNA))];
        anna.arrive(&server.url(), &path, &kept);
        anna.wait_for("link");
        let link = anna.ask("document.querySelector('[data-t=link]').value");
        assert_eq!(link, format!("{}{path}{end}", server.url()));
        let html = anna.run_for_long(
            "const done = arguments[1]; fetch(arguments[0]).then(it => it.text()).then(done)",
            std::slice::from_ref(&link),
        );
        let html = html.as_str().unwrap();
        let about = html.lines().find(|line| line.contains("og:description")).unwrap();
        assert!(about.contains("Anna") && about.contains("Турнирные") == (language == "ru"), "{about}");
        let picture = html.lines().find(|line| line.contains("\"og:image\"")).unwrap();
        let picture = picture.split('"').find(|part| part.starts_with("http")).unwrap().to_owned();
        let size = anna.run_for_long(
            "const [url, done] = arguments, image = new Image();
            image.onload = () => done([image.naturalWidth, image.naturalHeight]);
            image.onerror = () => done([]);
            image.src = url;",
            &[json!(picture)],
        );
        assert_eq!(size, json!([1200, 630]), "{picture}");
        // Whoever pastes the whole link finds the table.
        anna.go("/");
        anna.write("code", link.as_str().unwrap());
        anna.press("join-code");
        anna.wait_for("table");
        assert_eq!(anna.path(), path);
        anna.close();
    }
}
