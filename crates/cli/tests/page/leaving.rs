//! Leaving a table, and finding back to it.

use serde_json::{Value, json};

use crate::browser::{Browser, Device, prefs};
use crate::server::{ANNA, BORIS, Server};

fn seated(server: &Server, path: &str, name: &str, guest: &str) -> Browser {
    let browser = Browser::open(Device::Phone);
    let kept = [("perudo.prefs", prefs(name, "en")), ("perudo.guest", json!(guest))];
    browser.arrive(&server.url(), path, &kept);
    browser
}

#[test]
fn whoever_leaves_with_dice_is_told_what_it_costs_and_may_stay() {
    let server = Server::start();
    let path = server.table(ANNA, "Anna", &json!({"seats": 2, "turn": 0}), &["steady"]);
    let anna = seated(&server, &path, "Anna", ANNA);
    anna.press("start");
    anna.wait_for_turn();
    let dice = anna.text("own-dice-spoken");
    let ask = || {
        anna.press("open-menu");
        anna.press("leave");
        anna.wait_for("leave-costs");
    };
    ask();
    assert_eq!(anna.path(), path, "nothing has happened yet");
    let costs = anna.text("leave-costs");
    assert!(costs.contains("five dice"), "{costs}");
    anna.press("leave-stay");
    anna.wait_without("dialog[open]");
    assert_eq!(anna.text("own-dice-spoken"), dice);

    ask();
    anna.press("leave-go");
    anna.wait_for("play-now");
    assert!(!anna.sees("own-tables"), "nothing is left to come back to");
    anna.go(&path);
    anna.wait_for("sit-down");
    anna.close();
}

#[test]
fn whoever_has_nothing_to_lose_leaves_at_once() {
    let server = Server::start();
    let path = server.table(ANNA, "Anna", &json!({"seats": 2}), &["steady"]);
    let anna = seated(&server, &path, "Anna", ANNA);
    anna.wait_for("start");
    anna.press("open-menu");
    anna.press("leave");
    anna.wait_for("play-now");
    anna.close();
}

#[test]
fn the_start_page_leads_back_to_every_table_one_sits_at_and_says_which_it_is() {
    let server = Server::start();
    let path = server.table(ANNA, "Anna", &json!({"seats": 2, "turn": 0, "rules": "calza"}), &["steady"]);
    let anna = seated(&server, &path, "Anna", ANNA);
    anna.press("start");
    anna.wait_for_turn();
    let dice = anna.text("own-dice-spoken");

    // Two more in this browser, and one that is no more.
    let together: Value =
        json!({"names": ["Vera", "Gleb"], "bots": 0, "level": "steady", "rules": "tournament"});
    let gone = json!({"seat": {"others": ["Nobody"], "rules": "classic"}, "at": 4_102_444_800_000_u64});
    anna.keep(&[("perudo.together", together), ("perudo.seat.zzzzzzzzzz", gone)]);
    anna.go("/together");
    anna.press("begin");
    anna.wait_for("handover");
    anna.go("/play");
    anna.wait_for_turn();
    anna.expect_loneliness();
    anna.press("home");

    anna.wait_until("three tables", || anna.count_seen("own-table") == 3);
    let rows = anna.strings("[...document.querySelectorAll('[data-t=own-table]')].map(e => e.innerText)");
    assert!(rows[0].contains("Against bots") && rows[0].contains("Round "), "{rows:?}");
    assert!(rows[1].contains("Vera, Gleb") && rows[1].contains("Pass the phone"), "{rows:?}");
    let name = path.rsplit('/').next().unwrap();
    assert!(rows[2].contains("Calza") && rows[2].contains(name), "{rows:?}");

    anna.press(&format!("a[href='{path}']"));
    anna.wait_for_turn();
    assert_eq!(anna.text("own-dice-spoken"), dice);
    anna.close();
}

#[test]
fn a_page_that_makes_way_for_another_lets_go_and_the_others_see_it() {
    let server = Server::start();
    let path = server.table(ANNA, "Anna", &json!({"seats": 2, "turn": 0}), &[]);
    let anna = seated(&server, &path, "Anna", ANNA);
    let boris = seated(&server, &path, "Boris", BORIS);
    boris.press("sit-down");
    boris.wait_for("waits-for-host");
    anna.wait_until("two in the chairs", || anna.count("[data-t=chair]:not(.empty)") == 2);
    anna.press("start");
    for browser in [&anna, &boris] {
        browser.wait_for("own-dice");
    }
    // As browsers do with a page that they keep for the button “back”.
    boris.run("dispatchEvent(new PageTransitionEvent('pagehide', {persisted: true}))", &[]);
    anna.wait_for("offline");
    boris.run("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))", &[]);
    anna.wait_without("offline");
    boris.wait_without("line");

    boris.go("/healthz");
    anna.wait_for("offline");
    boris.back();
    anna.wait_without("offline");
    boris.wait_for("own-dice");
    anna.close();
    boris.close();
}
