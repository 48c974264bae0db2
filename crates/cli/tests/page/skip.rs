//! Bots that are left alone at a table of the server.

use serde_json::json;

use crate::browser::{Browser, Device, prefs};
use crate::player;
use crate::server::{ANNA, Server};

#[test]
fn someone_who_is_out_skips_to_the_end_once_only_bots_are_left() {
    let server = Server::start();
    // Slow bots do not come to the end while a test looks elsewhere.
    let settings = json!({"rules": "tournament dice=1", "seats": 4, "turn": 0, "speed": "normal"});
    let path = server.table(ANNA, "Anna", &settings, &["steady", "steady", "steady"]);
    let anna = Browser::listening(Device::Phone);
    anna.arrive(
        &server.url(),
        &path,
        &[("perudo.prefs", prefs("Anna", "en")), ("perudo.guest", json!(ANNA))],
    );
    anna.press("start");
    // Whoever bids as much as can be is soon out. If not, they play again.
    anna.play_until("the bots’ end to be skipped", |sight| {
        if sight.over {
            anna.press("again");
        } else if sight.bid.is_some() && !sight.certain {
            while anna.try_press("more") {}
            anna.try_press("bid");
        }
        anna.frames().iter().any(|message| message["event"]["what"] == "skipped")
    });
    player::finish(&[&anna]);
    anna.close();
}
