//! The page checks the dice itself: a quiet sign at an honest server, a loud one at a server that forges.

use serde_json::{Value, json};

use crate::browser::{Browser, Device, prefs};
use crate::cable::{self, Cable};
use crate::player;
use crate::server::{ANNA, Server};

fn arrive(browser: &Browser, url: &str, path: &str) {
    browser.arrive(url, path, &[("perudo.prefs", prefs("Anna", "en")), ("perudo.guest", json!(ANNA))]);
    browser.wait_for("start");
    browser.press("start");
}

#[test]
fn at_an_honest_server_the_page_says_quietly_that_all_is_well_and_remembers_it() {
    let server = Server::start();
    let settings = json!({"rules": "classic dice=2", "seats": 2, "turn": 0, "speed": "instant"});
    let path = server.table(ANNA, "Anna", &settings, &["novice"]);
    let anna = Browser::open(Device::Phone);
    arrive(&anna, &server.url(), &path);
    player::finish(&[&anna]);
    assert!(!anna.sees("unfair"));
    anna.press("open-fairness");
    anna.wait_for("fair-checked");
    let checked = anna.text("fair-checked");
    assert!(checked.ends_with("throws were checked: every link and every die was right."), "{checked}");
    assert!(anna.text("fair-tips").contains("the server, from throw 1: "), "{}", anna.text("fair-tips"));
    anna.press("dialog[open] [data-t=close]");
    anna.reload();
    anna.wait_for("open-fairness");
    anna.press("open-fairness");
    anna.wait_for("fair-checked");
    anna.wait_until("what was checked before", || anna.text("fair-checked") == checked);
    anna.close();
}

#[test]
fn a_server_that_forges_is_found_out_by_the_page_which_says_so_and_offers_a_file() {
    let server = Server::start();
    let settings = json!({"rules": "classic dice=2", "seats": 2, "turn": 0, "speed": "instant"});
    let path = server.table(ANNA, "Anna", &settings, &["novice"]);
    let cable = Cable::forging(server.address(), cable::other_server_links);
    let anna = Browser::open(Device::Phone);
    arrive(&anna, &cable.url(), &path);
    anna.wait_for("unfair");
    let sign = anna.text("unfair");
    assert!(sign.contains("The dice are not fair."), "{sign}");
    assert!(sign.contains("The link of the server in throw 1 does not lead back"), "{sign}");
    anna.press("open-fairness");
    anna.wait_for("fair-errors");
    let name = path.rsplit('/').next().unwrap();
    let stored =
        anna.ask(&format!("JSON.parse(localStorage.getItem('perudo.seen.{name}')).seen.errors[0].error"));
    assert_eq!(stored, Value::from("broken-chain"), "it is kept, and so is the file");
    anna.close();
}

#[test]
fn signatures_that_are_false_are_found_out_by_the_browser() {
    let server = Server::start();
    let settings = json!({"rules": "classic dice=2", "seats": 2, "turn": 0, "speed": "instant"});
    let path = server.table(ANNA, "Anna", &settings, &["novice"]);
    let cable = Cable::forging(server.address(), cable::false_signatures);
    let anna = Browser::open(Device::Phone);
    arrive(&anna, &cable.url(), &path);
    anna.wait_for("unfair");
    let sign = anna.text("unfair");
    assert!(sign.contains("A signature of the server is false"), "{sign}");
    anna.close();
}

#[test]
fn a_server_whose_log_of_tips_is_another_than_before_is_found_out() {
    let server = Server::start();
    let settings = json!({"rules": "classic dice=2", "seats": 2, "turn": 0, "speed": "instant"});
    let path = server.table(ANNA, "Anna", &settings, &["novice"]);
    let anna = Browser::open(Device::Phone);
    arrive(&anna, &server.url(), &path);
    let kept = "Object.keys(localStorage).find(name => name.startsWith('perudo.tips.'))";
    anna.wait_until("the head of the log", || anna.ask(kept).is_string());
    assert!(!anna.sees("unfair"));
    // As if this browser had been shown another tip of the same server before.
    let other = "Object.assign(JSON.parse(localStorage.getItem(name)), {root: '00'.repeat(32)})";
    anna.ask(&format!("(name => localStorage.setItem(name, JSON.stringify({other})))({kept})"));
    anna.reload();
    anna.wait_for("unfair");
    let sign = anna.text("unfair");
    assert!(sign.contains("log of tips is not the one that this browser saw before"), "{sign}");
    anna.close();
}
