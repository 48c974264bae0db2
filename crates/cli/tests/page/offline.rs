//! After the first visit nothing but the browser is needed.

use serde_json::json;

use crate::browser::{Browser, Device, prefs};
use crate::server::Server;

#[test]
fn a_part_of_the_program_that_does_not_come_is_asked_for_again() {
    let server = Server::start();
    for part in ["*/assets/part-review*", "*/assets/part-style*"] {
        let anna = Browser::open(Device::Phone);
        anna.expect_loneliness();
        anna.devtools("Network.enable", &json!({}));
        anna.devtools("Network.setBlockedURLs", &json!({"urls": [part]}));
        anna.arrive(&server.url(), "/review", &[("perudo.prefs", prefs("Anna", "en"))]);
        anna.wait_until("the bad news", || anna.text(":is(main)").contains("could not be loaded"));
        anna.devtools("Network.setBlockedURLs", &json!({"urls": []}));
        // Nobody has to press anything.
        anna.wait_for("review-opener");
        let style = "[...document.styleSheets].some(sheet => sheet.href.includes('/part-style-'))";
        assert_eq!(anna.ask(style), true, "and it looks as it should");
        anna.close();
    }
}

#[test]
fn after_the_first_visit_the_page_works_without_a_network() {
    let server = Server::start();
    let anna = Browser::open(Device::Phone);
    anna.arrive(&server.url(), "/", &[("perudo.prefs", prefs("Anna", "en"))]);
    anna.wait_for("play-now");
    anna.wait_until("a page that has stored itself", || {
        anna.run_for_long(
            "const done = arguments[0];
            navigator.serviceWorker.getRegistration().then(known => done(!!known?.active && !known.installing));",
            &[],
        ) == json!(true)
    });
    // What is only needed by those who learn comes last.
    anna.wait_until("puzzles that are stored", || {
        anna.run_for_long(
            "const done = arguments[0];
            const file = document.querySelector('meta[name=perudo-puzzles]').content;
            caches.match(file).then(found => done(!!found));",
            &[],
        ) == json!(true)
    });
    server.kill();
    anna.expect_loneliness();

    anna.reload();
    anna.wait_for("play-now");
    anna.wait_for("offline");
    anna.go("/play");
    anna.wait_for_turn();
    let bid = anna.look().bid;
    if bid.is_some() {
        anna.press("bid");
    } else {
        anna.press("dudo");
    }
    anna.wait_until("what comes of it", || {
        anna.try_press("certain-go");
        anna.look().bid != bid
    });
    anna.go("/rules");
    anna.wait_for("rulebook");
    anna.go("/puzzle");
    anna.wait_for("puzzle");
    anna.close();
}
