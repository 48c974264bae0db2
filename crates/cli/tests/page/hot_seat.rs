//! Several people hand one device around.

use serde_json::json;

use crate::browser::{Browser, Device, prefs};
use crate::player;
use crate::server::Server;

/// Dice anywhere on the page, or words about them.
const DICE: &str = "[data-t=own-dice] svg, [data-t=own-dice] .die, [data-t=open-dice]";

#[test]
fn whoever_has_the_device_sees_only_the_own_dice_and_only_when_ready() {
    let server = Server::start();
    let phone = Browser::open(Device::Phone);
    let wishes =
        json!({"names": ["Anna", "Boris"], "bots": 0, "level": "steady", "rules": "tournament dice=2"});
    phone.arrive(
        &server.url(),
        "/together",
        &[("perudo.prefs", prefs("Anna", "en")), ("perudo.together", wishes)],
    );
    phone.press("begin");

    let mut hands = Vec::new();
    for _ in 0..2 {
        phone.wait_for("handover");
        phone.wait_until("a curtain without dice", || phone.count(DICE) == 0);
        let hidden = phone.text("own-dice-spoken");
        assert!(!hidden.chars().any(|letter| letter.is_ascii_digit()), "{hidden}");
        let name = phone.text("ready");
        phone.press("ready");
        phone.wait_without("handover");
        phone.wait_until("two dice", || phone.count("[data-t=own-dice] .own-die:not(.blank)") == 2);
        hands.push((name, phone.text("own-dice-spoken")));
        phone.press("bid");
    }
    assert_ne!(hands[0].0, hands[1].0, "each is asked by name");
    player::finish(&[&phone]);
    phone.close();
}
