//! A sealed table in real browsers: each of them alone knows its dice.

use serde_json::json;

use crate::browser::{Browser, Device, prefs};
use crate::cable::Cable;
use crate::player;
use crate::server::{ANNA, BORIS, Server};

/// Someone who arrives at a page for the first time.
fn arrive(origin: &str, path: &str, name: &str, guest: &str) -> Browser {
    let browser = Browser::open(Device::Phone);
    browser.arrive(origin, path, &[("perudo.prefs", prefs(name, "en")), ("perudo.guest", json!(guest))]);
    browser
}

/// Chooses in a list, as people do.
fn choose(browser: &Browser, hook: &str, value: &str) {
    browser.wait_for(hook);
    browser.run(
        "const field = document.querySelector(`[data-t='${arguments[0]}']`);
        field.value = arguments[1];
        field.dispatchEvent(new Event('change', { bubbles: true }));",
        &[json!(hook), json!(value)],
    );
}

/// Anna makes a sealed table and Boris, who reaches it at an address of his own, sits down.
fn anna_and_boris(server: &Server, origin_of_boris: &str, clock: &str) -> [Browser; 2] {
    let anna = arrive(&server.url(), "/new", "Anna", ANNA);
    choose(&anna, "dice", "sealed");
    choose(&anna, "clock", clock);
    choose(&anna, "bots-pace", "instant");
    anna.wait_until("what it means", || anna.text("dice-about").contains("not even the server"));
    anna.press("create");
    anna.wait_for("sealed");
    let boris = arrive(origin_of_boris, &anna.path(), "Boris", BORIS);
    boris.press("sit-down");
    boris.wait_for("waits-for-host");
    anna.wait_until("two in the chairs", || anna.count("[data-t=chair]:not(.empty)") == 2);
    anna.press("start");
    for browser in [&anna, &boris] {
        browser.wait_until("dice", || browser.count(OWN) > 0);
    }
    [anna, boris]
}

const OWN: &str = "[data-t=own-dice] .own-die:not(.blank)";

fn own(browser: &Browser) -> String {
    browser.text("own-dice-spoken")
}

#[test]
fn two_people_make_a_sealed_table_reload_and_finish_a_tour() {
    let server = Server::start();
    let [anna, boris] = anna_and_boris(&server, &server.url(), "60");
    // Both know their dice, and a reload loses none of them.
    for browser in [&anna, &boris] {
        let dice = own(browser);
        browser.reload();
        browser.wait_until("the same dice", || own(browser) == dice);
    }
    player::finish(&[&anna, &boris]);
    anna.close();
    boris.close();
}

#[test]
fn the_link_for_another_device_takes_the_dice_along_and_the_tour_is_finished_there() {
    let server = Server::start();
    let [anna, boris] = anna_and_boris(&server, &server.url(), "0");
    let dice = own(&boris);
    boris.press("open-menu");
    boris.press("transfer");
    boris.wait_until("two codes to scan", || boris.count("[data-t=qr]") == 2);
    let link = boris.strings("[...document.querySelectorAll('[data-t=link]')].map(field => field.value)");
    let link = link.last().unwrap();
    let (address, secret) =
        link.split_once('#').expect("the secret is in the fragment: no server is sent it");
    assert!(secret.starts_with(&format!("guest={BORIS}&cups=")), "{secret}");
    assert_eq!(address, format!("{}{}", server.url(), boris.path()));

    let other = Browser::open(Device::Desktop);
    other.arrive(
        &server.url(),
        link.strip_prefix(&server.url()).unwrap(),
        &[("perudo.prefs", prefs("", "en"))],
    );
    other.wait_until("the same dice", || own(&other) == dice);
    assert_eq!(other.ask("location.hash"), "", "nobody reads the secret over a shoulder");
    boris.close();
    player::finish(&[&anna, &other]);
    anna.close();
    other.close();
}

#[test]
fn a_device_without_the_dice_says_where_they_are() {
    let server = Server::start();
    let [anna, boris] = anna_and_boris(&server, &server.url(), "0");
    // The same guest, but not by the link of the device.
    let other = arrive(&server.url(), &boris.path(), "Boris", BORIS);
    other.wait_for("trouble");
    assert!(other.text("trouble").contains("on another device"), "{}", other.text("trouble"));
    assert_eq!(other.count(OWN), 0);
    assert!(!boris.sees("trouble"), "{}", boris.text("trouble"));
    for browser in [anna, boris, other] {
        browser.close();
    }
}

#[test]
fn whoever_goes_away_from_a_sealed_table_is_told_what_it_may_cost() {
    let server = Server::start();
    let [anna, boris] = anna_and_boris(&server, &server.url(), "0");
    let (dice, path) = (own(&boris), boris.path());
    boris.press("home");
    boris.wait_for("step-away-costs");
    let costs = boris.text("step-away-costs");
    assert!(costs.contains("out of this game"), "{costs}");
    boris.press("step-away-stay");
    boris.wait_without("dialog[open]");
    assert_eq!((own(&boris), boris.path()), (dice.clone(), path.clone()));

    boris.press("home");
    boris.press("step-away-go");
    boris.wait_for("play-now");
    boris.press(&format!("a[href='{path}']"));
    boris.wait_until("the same dice", || own(&boris) == dice);
    anna.close();
    boris.close();
}

#[test]
fn bots_at_a_sealed_table_are_marked_since_the_server_sees_their_dice() {
    let server = Server::start();
    let anna = arrive(&server.url(), "/new", "Anna", ANNA);
    choose(&anna, "dice", "sealed-bots");
    choose(&anna, "bots", "2");
    choose(&anna, "bots-pace", "instant");
    anna.press("create");
    anna.wait_for("sealed");
    anna.wait_until("two marks in the lobby", || anna.count_seen("seen-by-server") == 2);
    assert_eq!(anna.count_seen("chair"), 6, "and none at other chairs");
    anna.press("start");
    anna.wait_for("own-dice");
    anna.wait_until("two marks at the table", || {
        anna.count_seen("[data-t=seat] [data-t=seen-by-server]") == 2
    });
    let mark = anna.text("[data-t=seat] [data-t=seen-by-server]");
    assert_eq!(mark, "seen by the server");
    player::finish(&[&anna]);
    anna.close();
}

#[test]
fn whoever_does_not_show_is_named_to_the_others_and_told_so() {
    let server = Server::start();
    let cable = Cable::to(server.address());
    let [anna, boris] = anna_and_boris(&server, &cable.url(), "60");
    anna.play_until("a bid of Boris to doubt", |sight| {
        // Whoever opens bids; Boris never doubts.
        if boris.look().bid.is_some() {
            boris.try_press("bid");
        }
        sight.dudo
    });
    boris.expect_loneliness();
    cable.cut();
    boris.wait_for("line");
    anna.press("dudo");
    anna.wait_until("word of Boris", || {
        // Her own dice may say that she is wrong.
        anna.try_press("certain-go");
        anna.text("story").contains("Boris didn’t show")
    });
    cable.mend();
    boris.wait_until("word to Boris", || boris.text("story").contains("Boris didn’t show"));
    anna.close();
    boris.close();
}
