//! Every screen of the page, one after another.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::browser::{Browser, Device, prefs, target};
use crate::player;
use crate::server::{ANNA, BORIS, Server};

/// How the page looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    pub(crate) device: Device,
    pub(crate) language: &'static str,
    pub(crate) theme: &'static str,
}

impl Look {
    fn name(self) -> String {
        format!("{:?}-{}-{}", self.device, self.language, self.theme).to_lowercase()
    }
}

// Every pair of device, language and theme is in one of the next two.

#[test]
fn axe_core_finds_no_barrier_on_any_screen_of_a_phone() {
    no_barrier(Device::Phone, [("en", "light"), ("ru", "dark")]);
}

#[test]
fn axe_core_finds_no_barrier_on_any_screen_of_a_desktop() {
    no_barrier(Device::Desktop, [("ru", "light"), ("en", "dark")]);
}

fn no_barrier(device: Device, looks: [(&'static str, &'static str); 2]) {
    let mut found = String::new();
    for (language, theme) in looks {
        let look = Look { device, language, theme };
        walk(look, |browser, screen| {
            for barrier in browser.barriers() {
                writeln!(found, "{screen} ({}): {barrier}", look.name()).unwrap();
            }
        });
    }
    assert!(found.is_empty(), "axe-core finds:\n{found}");
}

#[test]
#[ignore = "pictures to look at: `cargo xtask screenshots` makes them"]
fn screenshots() {
    let folder = target().join("screenshots");
    for device in Device::ALL {
        for language in ["en", "ru"] {
            for theme in ["light", "dark"] {
                let look = Look { device, language, theme };
                walk(look, |browser, screen| {
                    browser.picture(&folder.join(format!("{screen}-{}.png", look.name())));
                });
            }
        }
    }
}

/// Goes through all screens.
pub(crate) fn walk(look: Look, mut show: impl FnMut(&Browser, &str)) {
    let mut visit = |browser: &Browser, screen: &str| {
        browser.settle();
        show(browser, screen);
    };
    let server = Server::start();
    let browser = Browser::speaking(look.device, look.language);
    let name = if look.language == "ru" { "Анна" } else { "Anna" };
    let mut prefs = prefs(name, look.language);
    prefs["theme"] = json!(look.theme);
    let kept = [("perudo.prefs", prefs), ("perudo.guest", json!(ANNA)), ("perudo.together", together(name))];
    browser.arrive(&server.url(), "/", &kept);
    // Tables and games are visited further below.
    let plain = perudo_page::PAGE.routes.iter().filter(|route| !route.contains('{') && **route != "/play");
    for path in plain.copied().chain(["/t/x"]) {
        browser.go(path);
        browser.wait_for("main:not(.boot)");
        let name = match path {
            "/" => "start",
            "/t/x" => "not-found",
            path => path.trim_start_matches('/'),
        };
        visit(&browser, name);
    }
    browser.go("/review");
    browser.press("review-example-proof");
    browser.wait_for("record-viewer");
    visit(&browser, "replay");

    browser.go("/together");
    browser.press("begin");
    browser.wait_for("ready");
    visit(&browser, "handover");

    through_the_server(&server, &browser, name, &mut visit);
    alone(&browser, &mut visit);
    people(&browser, name, &mut visit);
    browser.close();
}

fn together(name: &str) -> Value {
    json!({"names": [name, "Boris"], "bots": 1, "level": "steady", "rules": "tournament"})
}

fn through_the_server(
    server: &Server,
    browser: &Browser,
    name: &str,
    visit: &mut impl FnMut(&Browser, &str),
) {
    let settings = json!({"seats": 5, "turn": 60, "bank": 60});
    let strange = server.table(BORIS, "Boris", &settings, &["steady", "novice"]);
    browser.go(&strange);
    browser.wait_for("sit-down");
    visit(browser, "join");
    let own = server.table(ANNA, name, &settings, &["steady", "novice", "reader"]);
    browser.go(&own);
    browser.wait_for("start");
    visit(browser, "lobby");
    dialog(browser, "open-company", "company", visit);
    browser.press("start");
    browser.wait_for_turn();
    visit(browser, "table");
    if browser.sees("open-side") {
        browser.press("open-side");
        browser.wait_for("side");
        visit(browser, "side");
        browser.press("close-side");
        browser.wait_without("side");
    }
    dialog(browser, "open-menu", "menu-of-a-table", visit);
    dialog(browser, "open-fairness", "fairness", visit);
}

fn alone(browser: &Browser, visit: &mut impl FnMut(&Browser, &str)) {
    browser.go("/play");
    browser.wait_for_turn();
    visit(browser, "turn");
    dialog(browser, "open-menu", "menu", visit);
    dialog(browser, "open-rules", "table-rules", visit);
    browser.press("open-menu");
    dialog(browser, "open-help", "help", visit);
    browser.press("open-menu");
    dialog(browser, "menu-new-game", "new-game", visit);
    browser.play_until("a showdown", |sight| sight.verdict.is_some());
    visit(browser, "showdown");

    // A short one, for its end.
    browser.go("/healthz");
    browser.run("localStorage.removeItem('perudo.game.alone')", &[]);
    browser.keep(&[("perudo.alone", json!({"rules": "tournament dice=1", "bots": 2, "level": "steady"}))]);
    browser.go("/play");
    player::finish(&[browser]);
    visit(browser, "result");

    browser.go("/games");
    browser.wait_for("game");
    visit(browser, "own-games");
    dialog(browser, "delete-game", "delete-game", visit);
    browser.go("/play?calza");
    browser.wait_for("new-game-page");
    visit(browser, "play-by-rules");
}

/// A guest who claims a name, and waits for strangers.
fn people(browser: &Browser, name: &str, visit: &mut impl FnMut(&Browser, &str)) {
    browser.go("/people");
    browser.press("rated");
    browser.press("find-game");
    browser.wait_for("needs-name");
    visit(browser, "needs-name");
    browser.press("claim");
    browser.wait_for("searching");
    visit(browser, "searching");
    browser.go("/me");
    browser.wait_for("keys");
    visit(browser, "own-keys");
    dialog(browser, "link-device", "link-device", visit);
    browser.wait_for("keys");
    dialog(browser, "make-code", "recovery-code", visit);
    browser.wait_for("keys");
    dialog(browser, "delete-me", "delete-me", visit);
    browser.go(&format!("/@{name}"));
    browser.wait_for("profile-name");
    visit(browser, "profile");
}

/// Opens a dialog, shows it, and closes it.
fn dialog(browser: &Browser, opener: &str, screen: &str, visit: &mut impl FnMut(&Browser, &str)) {
    browser.press(opener);
    browser.wait_for("dialog[open] h2");
    visit(browser, screen);
    browser.press("dialog[open] [data-t=close]");
    browser.wait_without("dialog[open]");
}
