//! Where people learn: lessons, puzzles, odds, the explorer.

use serde_json::json;

use crate::browser::{Browser, Device, prefs};
use crate::server::Server;

/// Puts a bid together and makes it.
fn bid(browser: &Browser, count: i32, face: u8) {
    browser.press(&format!("pick-face-{face}"));
    browser.wait_until("the count", || {
        let now: i32 = browser.text("pick-count").parse().unwrap_or(count);
        match now.cmp(&count) {
            std::cmp::Ordering::Less => browser.try_press("pick-more"),
            std::cmp::Ordering::Greater => browser.try_press("pick-fewer"),
            std::cmp::Ordering::Equal => return true,
        };
        false
    });
    browser.press("pick-bid");
}

/// What a link to the screen would be.
fn address(browser: &Browser) -> String {
    browser.ask("location.pathname + location.search").as_str().unwrap_or_default().to_owned()
}

/// Makes a move as records spell it.
fn make(browser: &Browser, action: &str) {
    match action.split_once('x') {
        Some((count, face)) => bid(browser, count.parse().unwrap(), face.parse().unwrap()),
        None => browser.press(&format!("pick-{action}")),
    }
}

#[test]
fn a_lesson_is_taken_with_the_referee_in_russian_on_the_smallest_phone() {
    let server = Server::start();
    let anna = Browser::speaking(Device::SmallPhone, "ru");
    anna.arrive(&server.url(), "/", &[("perudo.prefs", prefs("Анна", "ru"))]);
    anna.press("learn");
    anna.wait_for("lesson-link");
    assert_eq!(anna.count_seen("lesson-link"), 8);
    assert!(anna.text("lessons-done").contains("0 из 8"));

    anna.go("/lesson?maputo");
    anna.wait_for("lesson-step");
    bid(&anna, 1, 3);
    anna.wait_for("lesson-hint");
    bid(&anna, 1, 6);
    anna.wait_for("lesson-told");
    anna.press("lesson-on");
    // The referee says why a face cannot be bid, in its own words.
    anna.wait_until("the next step", || !anna.sees("lesson-told"));
    anna.press("pick-face-6");
    anna.wait_until("the referee", || {
        anna.sees("lesson-refused") && anna.text("lesson-refused").contains("В мапуто номинал не меняется")
    });
    bid(&anna, 2, 5);
    anna.wait_for("lesson-told");
    anna.press("lesson-on");
    anna.wait_until("the last step", || !anna.sees("lesson-told"));
    anna.press("pick-dudo");
    // All dice are shown and counted.
    anna.wait_until("the count", || {
        anna.sees("lesson-told") && anna.text("lesson-told").contains("На столе")
    });
    assert!(anna.count("[data-t=board] .die.hit") > 0);
    anna.press("lesson-on");
    anna.wait_for("lesson-finished");
    anna.go("/learn");
    anna.wait_until("one lesson done", || {
        anna.sees("lessons-done") && anna.text("lessons-done").contains("1 из 8")
    });
    anna.close();
}

#[test]
fn puzzles_are_solved_and_missed_and_make_a_rating() {
    let server = Server::start();
    let anna = Browser::open(Device::Phone);
    anna.arrive(&server.url(), "/puzzle", &[("perudo.prefs", prefs("Anna", "en"))]);
    anna.wait_for("puzzle");
    let best = anna.attribute("puzzle", "data-best");
    make(&anna, &best);
    anna.wait_for("puzzle-result");
    assert_eq!(anna.attribute("puzzle-result", "data-solved"), "true");
    let rating = anna.text("puzzle-rating");
    assert!(rating.contains("Rating 1") && rating.contains('+'), "{rating}");
    assert!(anna.count("[data-t=puzzle-choices] tbody tr") >= 2);

    // The same puzzle again moves nothing.
    anna.reload();
    anna.wait_for("puzzle");
    assert_eq!(anna.attribute("puzzle", "data-best"), best, "the puzzle of a day stays");
    make(&anna, &best);
    anna.wait_until("no rating", || {
        anna.sees("puzzle-rating") && anna.text("puzzle-rating").contains("know this one")
    });

    anna.press("puzzle-next");
    anna.wait_until("another puzzle", || address(&anna).contains("more") && anna.sees("picker"));
    let best = anna.attribute("puzzle", "data-best");
    // Any other bid is wrong; a doubt is, too, where there is something to doubt.
    if best == "dudo" || !anna.sees("pick-dudo") {
        anna.press("pick-more");
        anna.press("pick-more");
        anna.press("pick-bid");
    } else {
        anna.press("pick-dudo");
    }
    anna.wait_for("puzzle-result");
    assert_eq!(anna.attribute("puzzle-result", "data-solved"), "false");
    assert!(anna.text("puzzle-best").starts_with("Best: "));
    anna.press("puzzle-explore");
    anna.wait_for("explored");
    anna.close();
}

#[test]
fn odds_are_guessed_and_make_a_curve() {
    let server = Server::start();
    let anna = Browser::open(Device::Phone);
    anna.arrive(&server.url(), "/odds", &[("perudo.prefs", prefs("Anna", "en"))]);
    for round in 1..=2_u64 {
        anna.wait_for("odds-answer");
        anna.run(
            "const slider = document.querySelector('[data-t=odds-guess]');
            slider.value = arguments[0];
            slider.dispatchEvent(new Event('input', { bubbles: true }));",
            &[json!(30 * round)],
        );
        anna.press("odds-answer");
        anna.wait_for("odds-truth");
        assert_eq!(anna.count("[data-t=calibration-rows] tr"), round);
        anna.press("odds-next");
    }
    anna.reload();
    anna.wait_for("odds-answer");
    assert_eq!(anna.count("[data-t=calibration-rows] tr"), 2, "the curve is kept");
    anna.close();
}

#[test]
fn the_explorer_shows_strong_play_and_says_what_cannot_be() {
    let server = Server::start();
    let anna = Browser::open(Device::Desktop);
    anna.arrive(&server.url(), "/explore?1-1:6::tournament", &[("perudo.prefs", prefs("Anna", "en"))]);
    let finished = || anna.sees("explored") && anna.attribute("explored", "data-finished") == "true";
    anna.wait_until("perfect play", finished);
    assert!(anna.text("explored").contains("Perfect play"));
    assert_eq!(anna.count("[data-t=heat-map] tbody tr"), 6, "one row for each hand");

    // A bid leads to the position after it, and a link keeps that.
    anna.press("explore-play");
    anna.wait_until("the next position", || !address(&anna).contains("::") && finished());
    let path = address(&anna);
    anna.go(&path);
    anna.wait_until("the same position", finished);
    assert_eq!(anna.count("[data-t=setup-bids] li"), 1);

    // A table of three, put together by hand: a player more, a die turned, a bid.
    anna.go("/explore");
    anna.wait_for("setup-add");
    anna.press("setup-add");
    anna.press("setup-die");
    anna.wait_until("four players", || address(&anna).contains("5-5-5-5:"));
    anna.press("setup-bid");
    anna.wait_until("a judgement", || finished() && anna.count("[data-t=heat-map] tbody tr") == 6);

    for (link, reason) in [
        ("5-4-3:123:6x2,5x2:tournament", "raise"),
        ("5-4-3:123:::tournament", "no position"),
        ("5-4-3:1234::tournament", "dice"),
        ("5-4-3:12345::chess", "chess"),
        ("9-9:1::tournament", "dice"),
    ] {
        anna.go(&format!("/explore?{link}"));
        anna.wait_until("the referee", || {
            anna.sees("explore-trouble") && anna.text("explore-trouble").contains(reason)
        });
        assert!(!anna.sees("explored"), "{link}");
    }
    anna.close();
}
