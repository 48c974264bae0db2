//! A sealed table in real browsers: each of them alone knows its dice.

use serde_json::json;

use crate::browser::{Browser, Device, prefs};
use crate::player;
use crate::server::{ANNA, BORIS, Server};

#[test]
fn two_people_make_a_sealed_table_reload_and_finish_a_tour() {
    let server = Server::start();
    let [anna, boris] = [("Anna", ANNA), ("Boris", BORIS)].map(|(name, guest)| {
        let browser = Browser::open(Device::Phone);
        let kept = [("perudo.prefs", prefs(name, "en")), ("perudo.guest", json!(guest))];
        browser.arrive(&server.url(), "/new", &kept);
        browser
    });
    anna.wait_for("dice");
    anna.run(
        "const dice = document.querySelector(\"[data-t='dice']\");
        dice.value = 'sealed';
        dice.dispatchEvent(new Event('change', { bubbles: true }));",
        &[],
    );
    anna.wait_until("what it means", || anna.text("dice-about").contains("not even the server"));
    anna.press("create");
    anna.wait_for("sealed");
    let path = anna.path();
    boris.go(&path);
    boris.press("sit-down");
    boris.wait_for("waits-for-host");
    anna.wait_until("two in the chairs", || anna.count("[data-t=chair]:not(.empty)") == 2);
    anna.press("start");

    // Both know their dice, and a reload loses none of them.
    let own = |browser: &Browser| browser.text("own-dice-spoken");
    for browser in [&anna, &boris] {
        browser.wait_until("dice", || browser.sees("own-dice-spoken") || !own(browser).is_empty());
        let dice = own(browser);
        browser.reload();
        browser.wait_until("the same dice", || own(browser) == dice);
    }
    player::finish(&[&anna, &boris]);
    anna.close();
    boris.close();
}
