//! Everything that a turn needs is on the screen, on the smallest phone as on a big desk, and nothing covers it.

use serde_json::{Value, json};

use crate::browser::{Browser, Device, prefs};
use crate::screens::{Look, walk};
use crate::server::{ANNA, BORIS, Server};

/// The last lies on its side.
const PHONES: [(u32, u32); 4] = [(320, 568), (390, 664), (390, 844), (844, 390)];
const DESKS: [(u32, u32); 3] = [(768, 1024), (1280, 800), (1920, 1080)];

/// What was found, and where.
#[derive(Default)]
struct Faults(Vec<String>);

impl Faults {
    /// Looks at the screen in every size.
    fn look(&mut self, browser: &Browser, screen: &str, sizes: &[(u32, u32)]) {
        for &size in sizes {
            browser.resize(size);
            let faults = browser.layout_faults();
            self.0.extend(faults.into_iter().map(|fault| format!("{screen}, {size:?}: {fault}")));
        }
    }

    fn none(self) {
        assert!(self.0.is_empty(), "{} faults:\n{}", self.0.len(), self.0.join("\n"));
    }
}

#[test]
fn every_screen_fits_the_smallest_phone_in_both_languages() {
    let mut faults = Faults::default();
    for language in ["en", "ru"] {
        walk(Look { device: Device::SmallPhone, language, theme: "light" }, |browser, screen| {
            let screen = format!("{screen} ({language})");
            faults.0.extend(browser.layout_faults().into_iter().map(|fault| format!("{screen}: {fault}")));
        });
    }
    faults.none();
}

/// A browser for games against bots whose verdicts wait for a press.
fn player(server: &Server, language: &str) -> Browser {
    let browser = Browser::speaking(Device::SmallPhone, language);
    let name = if language == "ru" { "Анна" } else { "Anna" };
    browser.arrive(&server.url(), "/healthz", &[("perudo.prefs", unhurried(name, language))]);
    browser
}

fn unhurried(name: &str, language: &str) -> Value {
    let mut prefs = prefs(name, language);
    // Bots decide at once, but nothing passes by itself.
    prefs["pace"] = json!("normal");
    prefs
}

/// Begins a game against bots.
fn begin(browser: &Browser, rules: &str, bots: usize, guided: bool, odds: bool) {
    browser.go("/healthz");
    browser.run("localStorage.removeItem('perudo.game.alone')", &[]);
    browser.run(
        "const prefs = JSON.parse(localStorage['perudo.prefs']);
        localStorage['perudo.prefs'] = JSON.stringify({...prefs, guided: arguments[0], odds: arguments[1]})",
        &[json!(guided), json!(odds)],
    );
    browser.keep(&[("perudo.alone", json!({"rules": rules, "bots": bots, "level": "steady"}))]);
    browser.go("/play");
}

#[test]
fn a_turn_is_on_the_screen_with_and_without_the_guide_however_many_play() {
    a_turn_is_on_the_screen("en");
}

#[test]
fn a_turn_is_on_the_screen_in_russian_with_and_without_the_guide_however_many_play() {
    a_turn_is_on_the_screen("ru");
}

fn a_turn_is_on_the_screen(language: &str) {
    let server = Server::start();
    let mut faults = Faults::default();
    let browser = player(&server, language);
    for (players, rules) in
        [(2, "tournament"), (4, "calza"), (6, "tournament"), (10, "calza"), (20, "international")]
    {
        begin(&browser, rules, players - 1, false, false);
        browser.resize(PHONES[0]);
        let about = |what: &str| format!("{players} players, {what} ({language})");
        // There is a bid to answer, so that all controls are there.
        browser.play_until("a bid to doubt", |sight| sight.dudo);
        assert!(browser.sees("guide"), "the first game has a guide");
        faults.look(&browser, &about("with the guide"), &PHONES);
        browser.press("skip-guide");
        browser.wait_without("guide");
        faults.look(&browser, &about("a turn"), &PHONES);
        faults.look(&browser, &about("a turn"), &DESKS);

        browser.press("dudo");
        browser.wait_until("the verdict", || {
            browser.try_press("certain-go");
            browser.look().verdict.is_some()
        });
        faults.look(&browser, &about("the verdict"), &PHONES);
        faults.look(&browser, &about("the verdict"), &DESKS);
    }
    browser.close();
    faults.none();
}

#[test]
fn odds_and_the_choice_of_a_maputo_leave_every_control_on_the_screen() {
    let server = Server::start();
    let mut faults = Faults::default();
    for language in ["en", "ru"] {
        let browser = player(&server, language);
        begin(&browser, "calza", 5, false, true);
        browser.wait_for_turn();
        browser.wait_for(".chance");
        faults.look(&browser, &format!("odds and the guide ({language})"), &PHONES);
        // Whoever has one die is asked, unless somebody else was faster.
        loop {
            begin(&browser, "international dice=1", 3, false, false);
            browser.wait_until("any choice", || {
                let sight = browser.look();
                sight.pass || sight.is_turn() || sight.skip || sight.over
            });
            if browser.sees("maputo") {
                break;
            }
        }
        faults.look(&browser, &format!("the choice of a maputo ({language})"), &PHONES);
        browser.close();
    }
    faults.none();
}

#[test]
fn the_verdict_waits_until_it_was_read() {
    let server = Server::start();
    let browser = player(&server, "en");
    // Whatever would pass by itself passes at once.
    let hurry = "const later = window.setTimeout;
        window.setTimeout = (act, _, ...rest) => later(act, 0, ...rest);";
    browser.devtools("Page.addScriptToEvaluateOnNewDocument", &json!({"source": hurry}));
    begin(&browser, "tournament", 3, true, false);
    browser.play_until("a showdown", |sight| sight.skip);
    browser.wait_until("the verdict", || browser.look().verdict.is_some());
    let frames = "const done = arguments[0];
        let left = 60;
        const frame = () => left-- > 0 ? requestAnimationFrame(frame) : done();
        frame();";
    browser.run_for_long(frames, &[]);
    assert!(browser.look().verdict.is_some(), "the verdict has gone by itself");
    browser.press("skip");
    browser.wait_without("skip");
    browser.close();
}

#[test]
fn who_watches_sees_everyone_and_the_centre_on_every_screen() {
    let server = Server::start();
    let mut faults = Faults::default();
    let anna = Browser::open(Device::Desktop);
    let boris = Browser::speaking(Device::SmallPhone, "ru");
    for players in [2, 3, 4, 6, 10, 20] {
        let settings = json!({"rules": "international", "seats": players, "turn": 0, "speed": "instant"});
        let bots = vec!["steady"; players - 1];
        let path = server.table(ANNA, "Anna", &settings, &bots);
        anna.arrive(
            &server.url(),
            &path,
            &[("perudo.prefs", prefs("Anna", "en")), ("perudo.guest", json!(ANNA))],
        );
        boris.arrive(
            &server.url(),
            &path,
            &[("perudo.prefs", unhurried("Борис", "ru")), ("perudo.guest", json!(BORIS))],
        );
        boris.press("watch");
        anna.press("start");
        anna.wait_for_turn();
        boris.wait_until("the round", || boris.sees("centre") && !boris.sees("showdown"));
        faults.look(&boris, &format!("watching {players}"), &[&PHONES[..], &DESKS[..]].concat());
        boris.reload();
        boris.wait_for("sit-down");
        faults.look(&boris, &format!("{players} play, and one may sit down"), &PHONES);
    }
    anna.close();
    boris.close();
    faults.none();
}

#[test]
fn the_badge_of_the_final_and_of_a_maputo_covers_nothing() {
    let server = Server::start();
    let mut faults = Faults::default();
    for language in ["en", "ru"] {
        let browser = player(&server, language);
        for (kind, rules, bots) in [("final", "tournament dice=1", 2), ("maputo", "tournament dice=2", 4)] {
            let badge = format!("[data-t=kind][data-kind={kind}]");
            begin(&browser, rules, bots, true, false);
            browser.play_until(&badge, |sight| {
                if sight.over {
                    begin(&browser, rules, bots, true, false);
                }
                browser.sees(&badge)
            });
            faults.look(&browser, &format!("{kind} ({language})"), &[&PHONES[..], &DESKS[..]].concat());
        }
        browser.close();
    }
    faults.none();
}

#[test]
fn the_first_button_of_all_is_in_view_on_every_screen() {
    let server = Server::start();
    for language in ["en", "ru"] {
        let browser = player(&server, language);
        browser.go("/");
        browser.wait_for("play-now");
        for size in [&PHONES[..], &DESKS[..]].concat() {
            browser.resize(size);
            let bottom =
                "document.querySelector('[data-t=play-now]').getBoundingClientRect().bottom <= innerHeight";
            assert_eq!(browser.ask(bottom), true, "{size:?} ({language})");
        }
        browser.close();
    }
}

#[test]
fn a_duel_is_not_called_a_final() {
    let server = Server::start();
    let browser = player(&server, "en");
    begin(&browser, "tournament", 1, true, false);
    browser.wait_for_turn();
    assert!(!browser.sees("kind"), "{}", browser.text("kind"));
    assert_eq!(browser.ask("document.querySelector('.desk').dataset.kind ?? null"), Value::Null);
    browser.close();
}

#[test]
fn chat_and_story_are_open_on_a_desk_and_a_drawer_beside_the_bidding_on_a_phone() {
    let server = Server::start();
    let path = server.table(ANNA, "Anna", &json!({"seats": 3, "turn": 0}), &["steady", "steady"]);
    let anna = Browser::open(Device::Desktop);
    anna.arrive(
        &server.url(),
        &path,
        &[("perudo.prefs", prefs("Anna", "en")), ("perudo.guest", json!(ANNA))],
    );
    anna.press("start");
    anna.wait_for_turn();
    for hook in ["side", "ladder", "story", "chat", "say", "emote-laugh"] {
        assert!(anna.sees(hook), "{hook} is open on a desk");
    }
    assert!(!anna.sees("open-side"));
    anna.press("emote-laugh");
    anna.wait_for(".feeling");

    anna.resize(PHONES[0]);
    assert!(!anna.sees("side"), "the drawer is closed");
    anna.press("open-side");
    anna.wait_for("side");
    assert!(anna.sees("chat") && anna.sees("story") && anna.sees("bid"));
    let mut faults = Faults::default();
    faults.look(&anna, "the drawer", &PHONES);
    anna.press("close-side");
    anna.wait_without("side");
    // Whoever waits has every reaction at one press.
    anna.press("bid");
    anna.play_until("somebody else's turn", |_| anna.sees("emote-clap"));
    faults.none();
    anna.close();
}
