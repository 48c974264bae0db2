//! A face that cannot be bid says why, and asking changes nothing.

use serde_json::json;

use crate::browser::{Browser, Device, prefs};
use crate::server::{ANNA, Server};

#[test]
fn asking_why_a_face_is_barred_sends_nothing() {
    let server = Server::start();
    let anna = Browser::open(Device::Phone);
    let settings = json!({"seats": 2, "turn": 0, "speed": "instant"});
    let path = server.table(ANNA, "Anna", &settings, &["steady"]);
    anna.arrive(
        &server.url(),
        &path,
        &[("perudo.prefs", prefs("Anna", "en")), ("perudo.guest", json!(ANNA))],
    );
    anna.press("start");
    // Nobody may open on aces, and whoever doubts everything soon opens.
    let sight = anna.play_until("a round to open", |sight| {
        if sight.over {
            anna.press("again");
        }
        sight.bid.is_some() && !sight.dudo
    });
    anna.run(RECORD_SENT_FRAMES, &[]);
    let bid = sight.bid;
    assert_eq!(anna.attribute("face-1", "aria-disabled"), "true");
    anna.press("face-1");
    anna.wait_until("the reason", || {
        anna.sees("trouble") && anna.text("trouble").contains("cannot be opened on aces")
    });
    assert_eq!(anna.look().bid, bid, "the bid that was put together is still there");

    // The next thing that is sent is the next thing that is done.
    anna.press("bid");
    anna.wait_until("the bid", || !anna.strings("window.sent").is_empty());
    let sent = anna.strings("window.sent");
    let expected = format!("\"{}\"", bid.unwrap());
    assert!(sent[0].contains("\"act\"") && sent[0].contains(&expected), "{sent:?}");
    anna.close();
}

/// Keeps every message that the page sends to the server from now on, but for signs of life.
const RECORD_SENT_FRAMES: &str = "
    window.sent = [];
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
        if (!text.includes('\"ping\"')) window.sent.push(text);
        return send.call(this, text);
    };";
