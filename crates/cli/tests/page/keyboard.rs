//! The keyboard, beside dialogs.

use serde_json::json;

use crate::browser::{Browser, Device, prefs};
use crate::server::Server;

const ENTER: char = '\u{e007}';
const ESCAPE: char = '\u{e00c}';

#[test]
fn after_a_dialog_is_closed_enter_bids() {
    let server = Server::start();
    let anna = Browser::open(Device::Desktop);
    let game = json!({"rules": "tournament", "bots": 1, "level": "steady"});
    anna.arrive(&server.url(), "/", &[("perudo.prefs", prefs("Anna", "en")), ("perudo.alone", game)]);
    anna.press("play-now");
    for (opener, by_key) in [("open-menu", false), ("open-rules", true), ("open-menu", true)] {
        anna.wait_until("a turn to bid in", || {
            // Nothing but the verdict is pressed: a step could doubt, in a turn that came since the look.
            let sight = anna.look();
            if sight.skip {
                anna.try_press("skip");
            }
            sight.bid.is_some() && !sight.skip
        });
        let bid = anna.look().bid.unwrap();
        anna.press(opener);
        anna.wait_for("dialog[open]");
        if by_key {
            anna.key(ESCAPE);
        } else {
            anna.press("dialog[open] [data-t=close]");
        }
        anna.wait_without("dialog[open]");
        anna.wait_until("the focus", || anna.ask("document.activeElement?.id") == "room");
        anna.key(ENTER);
        anna.wait_until(&format!("the bid {bid}"), || {
            assert!(!anna.sees("menu") && !anna.sees("rules"), "Enter opens a dialog");
            let bids =
                anna.strings("[...document.querySelectorAll('[data-t=ladder] li')].map(e => e.dataset.bid)");
            anna.sees("certain-go") || bids.contains(&bid) || anna.sees("showdown")
        });
        if anna.sees("certain-go") {
            anna.press("certain-go");
        }
    }
    anna.close();
}

#[test]
fn the_help_names_the_key_that_bids() {
    let server = Server::start();
    let anna = Browser::open(Device::Desktop);
    anna.arrive(&server.url(), "/play", &[("perudo.prefs", prefs("Anna", "en"))]);
    anna.wait_for_turn();
    anna.key('?');
    anna.wait_for("help");
    let keys = anna.strings("[...document.querySelectorAll('.keys kbd')].map(e => e.textContent)");
    for key in ["Enter", "B", "D", "C", "M", "P", "Space", "?"] {
        assert!(keys.iter().any(|known| known == key), "{key} is not among {keys:?}");
    }
    anna.close();
}
