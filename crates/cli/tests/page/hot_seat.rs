//! Several people hand one device around.

use std::cell::RefCell;

use serde_json::{Value, json};

use crate::browser::{Browser, Device, prefs};
use crate::player;
use crate::server::Server;

/// Dice anywhere on the page, or words about them.
const DICE: &str = "[data-t=own-dice] svg, [data-t=own-dice] .die, [data-t=open-dice]";
/// The dice of whoever has the device.
const OWN: &str = "[data-t=own-dice] .own-die:not(.blank)";

fn together(server: &Server, language: &str, wishes: &Value) -> Browser {
    let phone = Browser::speaking(Device::Phone, language);
    let kept = [("perudo.prefs", prefs("Anna", language)), ("perudo.together", wishes.clone())];
    phone.arrive(&server.url(), "/together", &kept);
    phone
}

fn wishes(rules: &str) -> Value {
    json!({"names": ["Anna", "Boris"], "bots": 0, "level": "steady", "rules": rules})
}

#[test]
fn whoever_has_the_device_sees_only_the_own_dice_and_only_when_ready() {
    let server = Server::start();
    let phone = together(&server, "en", &wishes("tournament dice=2"));
    phone.press("begin");

    let mut hands = Vec::new();
    for _ in 0..2 {
        phone.wait_for("handover");
        phone.wait_until("a curtain without dice", || phone.count(DICE) == 0);
        let hidden = phone.text("own-dice-spoken");
        assert_eq!(hidden, "No dice under your cup yet.");
        let name = phone.text("ready");
        phone.press("ready");
        phone.wait_without("handover");
        phone.wait_until("two dice", || phone.count(OWN) == 2);
        hands.push((name, phone.text("own-dice-spoken")));
        phone.press("bid");
    }
    assert_ne!(hands[0].0, hands[1].0, "each is asked by name");
    player::finish(&[&phone]);
    phone.close();
}

/// Everything that the page says, in whatever way, but for the dice of whoever has the device.
const SAID: &str = "
    const own = '[data-t=own], [data-t=own] *, svg, svg *'; // pictures are drawn with figures
    return [...document.querySelectorAll('body, body *')].filter(e => !e.matches(own)).flatMap(e => [
        ...[...e.attributes].map(a => a.value),
        ...[...e.childNodes].filter(n => n.nodeType === Node.TEXT_NODE).map(n => n.data),
        e.value ?? '',
    ]).join('\\n');";

/// What the page says, in every dialog and with everything unfolded.
fn everything_said(phone: &Browser) -> String {
    let said = || phone.run(SAID, &[]).as_str().unwrap().to_owned();
    phone.run("document.querySelectorAll('details').forEach(one => { one.open = true; })", &[]);
    let mut all = said();
    for opener in ["open-menu", "open-rules"] {
        phone.press(opener);
        phone.wait_for("dialog[open]");
        all += &said();
        phone.press("dialog[open] [data-t=close]");
        phone.wait_without("dialog[open]");
    }
    all
}

/// Five dice in a row, as figures.
fn has_hand(said: &str) -> bool {
    let figures: Vec<char> = said.chars().filter(|letter| !matches!(letter, ' ' | ',')).collect();
    figures.split(|letter| !('1'..='6').contains(letter)).any(|run| run.len() >= 5)
}

#[test]
fn once_the_device_is_handed_over_nothing_tells_the_dice_of_whoever_had_it_and_all_are_called_by_name() {
    let server = Server::start();
    for (language, you) in [("en", "You"), ("ru", "Вы")] {
        let phone = together(&server, language, &wishes("tournament"));
        phone.press("begin");
        let mut spoken = Vec::<String>::new();
        for turn in 0..4 {
            phone.wait_for("handover");
            // Behind the curtain there are no dice at all.
            assert_eq!(phone.count(DICE), 0);
            let said = phone.run(SAID, &[]).as_str().unwrap().to_owned();
            assert!(!spoken.iter().any(|dice| said.contains(dice)) && !has_hand(&said), "{said}");
            phone.press("ready");
            phone.wait_until("five dice", || phone.count(OWN) == 5);
            let said = everything_said(&phone);
            assert!(!spoken.iter().any(|dice| said.contains(dice)) && !has_hand(&said), "{said}");
            let story = phone.text("story");
            let lines =
                phone.strings("[...document.querySelectorAll('[data-t=story] li')].map(e => e.innerText)");
            assert!(!lines.iter().any(|line| line.starts_with(you)), "{story}");
            if turn > 0 {
                assert!(story.contains("Anna") || story.contains("Boris"), "{story}");
            }
            let news = phone.text("news");
            assert!(!news.starts_with(you) && !has_hand(&news), "{news}");
            spoken.push(phone.text("own-dice-spoken"));

            if turn == 1 {
                // Neither a reload nor the browser's buttons show what was hidden.
                phone.reload();
                phone.wait_for("handover");
                assert_eq!(phone.count(DICE), 0);
                phone.press("ready");
                phone.wait_until("five dice", || phone.count(OWN) == 5);
                phone.back();
                phone.wait_until("another page", || phone.count("[data-t=own]") == 0);
                phone.go("/together");
                phone.wait_for("handover");
                assert_eq!(phone.count(DICE), 0);
                phone.press("ready");
            }
            phone.wait_for_turn();
            phone.press("bid");
        }
        phone.close();
    }
}

/// Notes every hand that appears though nobody has taken the device since the last decision.
const WATCH: &str = "
    window.uncovered = [];
    window.taken = 0;
    let [ready, shown] = [false, false];
    addEventListener('click', event => {
        ready = event.target.closest('[data-t=ready]') !== null;
        window.taken += ready;
    }, true);
    const look = () => {
        const seen = document.querySelector(arguments[0]) !== null;
        if (seen && !shown && !ready) {
            window.uncovered.push(document.querySelector('[data-t=title]').textContent);
        }
        shown = seen;
    };
    new MutationObserver(look).observe(document.body, {subtree: true, childList: true});";

#[test]
fn a_curtain_stands_before_every_fresh_hand() {
    let server = Server::start();
    // In the second a player who has one die left decides about maputo first.
    for rules in ["tournament dice=3", "classic dice=3"] {
        let phone = together(&server, "en", &wishes(rules));
        phone.press("begin");
        phone.wait_for("handover");
        phone.run(WATCH, &[json!(OWN)]);
        let rounds = RefCell::new(Vec::<(String, String)>::new());
        phone.play_until("the end of the tour", |sight| {
            if sight.ready {
                let hand = (phone.text("title"), phone.text("ready"));
                let mut rounds = rounds.borrow_mut();
                if rounds.last() != Some(&hand) {
                    rounds.push(hand);
                }
            }
            sight.over
        });
        assert_eq!(phone.ask("window.uncovered"), json!([]), "{rules}: dice that nobody asked for");
        let rounds = rounds.into_inner();
        assert!(rounds.len() > 4, "{rounds:?}");
        assert!(phone.ask("window.taken").as_u64().unwrap() >= rounds.len() as u64);
        phone.close();
    }
}

#[test]
fn another_language_does_not_begin_another_game() {
    let server = Server::start();
    let phone = together(&server, "en", &wishes("tournament"));
    phone.press("begin");
    phone.wait_for("handover");
    phone.press("ready");
    phone.run("window.table = document.querySelector('[data-t=table]')", &[]);
    phone.press("open-menu");
    phone.press("language-ru");
    phone.wait_until("Russian", || phone.attribute("html[lang]", "lang") == "ru");
    assert_eq!(phone.ask("window.table.isConnected"), json!(true), "the table was made anew");
    phone.press("[data-t=menu] [data-t=close]");
    phone.close();
}

#[test]
fn a_device_that_is_put_away_shows_no_dice_when_it_is_taken_up_again() {
    let server = Server::start();
    let phone = together(&server, "en", &wishes("tournament"));
    phone.press("begin");
    phone.press("ready");
    phone.wait_until("five dice", || phone.count(OWN) == 5);
    phone.run(
        "Object.defineProperty(document, 'visibilityState', {get: () => 'hidden', configurable: true});
        document.dispatchEvent(new Event('visibilitychange', {bubbles: true}));",
        &[],
    );
    phone.wait_for("handover");
    assert_eq!(phone.count(DICE), 0);
    phone.close();
}

#[test]
fn at_the_end_whoever_has_the_device_plays_again_or_begins_another_game() {
    let server = Server::start();
    let phone = together(&server, "en", &wishes("tournament dice=1"));
    phone.press("begin");
    // Several times, so that the last decision is not always made by the same one.
    for _ in 0..3 {
        player::finish(&[&phone]);
        phone.press("again");
        phone.wait_for("handover");
    }
    player::finish(&[&phone]);
    phone.press("new-game");
    phone.wait_for("new-game-dialog");
    assert_eq!(phone.count_seen("person"), 2, "it asks who plays");
    phone.press("add-person");
    phone.wait_until("a third", || phone.count_seen("person") == 3);
    phone.press("dialog[open] [data-t=begin]");
    phone.wait_for("handover");
    phone.wait_until("three seats", || phone.count("[data-t=seat]") == 3);
    phone.close();
}

#[test]
fn people_without_names_are_numbered_and_play() {
    let server = Server::start();
    for (language, names) in [("en", ["Player 1", "Player 2"]), ("ru", ["Игрок 1", "Игрок 2"])] {
        let phone = Browser::speaking(Device::Phone, language);
        phone.arrive(&server.url(), "/together", &[("perudo.prefs", prefs("", language))]);
        phone.press("begin");
        phone.wait_for("handover");
        let asked = phone.text("ready");
        assert!(names.iter().any(|name| asked.contains(name)), "{asked}");
        phone.press("ready");
        phone.wait_until("five dice", || phone.count(OWN) == 5);
        phone.close();
    }
}
