//! People at one table, through the server.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::browser::{Browser, Device, prefs};
use crate::cable::Cable;
use crate::player;
use crate::server::{ANNA, BORIS, Server};

/// How long one of them is without a network.
const OUTAGE: Duration = Duration::from_secs(10);

#[test]
fn two_people_and_two_bots_finish_a_tour_whatever_the_network_does() {
    let server = Server::start();
    let settings = json!({"rules": "tournament dice=3", "seats": 4, "turn": 0, "speed": "instant"});
    let path = server.table(ANNA, "Анна", &settings, &["steady", "steady"]);
    let anna = Browser::speaking(Device::Phone, "ru");
    anna.arrive(
        &server.url(),
        &path,
        &[("perudo.prefs", prefs("Анна", "ru")), ("perudo.guest", json!(ANNA))],
    );
    let cable = Cable::to(server.address());
    let boris = Browser::open(Device::Desktop);
    boris.arrive(&cable.url(), &path, &[("perudo.prefs", prefs("", "en")), ("perudo.guest", json!(BORIS))]);
    boris.write("name", "Boris");
    boris.press("sit-down");
    boris.wait_for("waits-for-host");
    anna.wait_until("four in the chairs", || anna.count("[data-t=chair]:not(.empty)") == 4);
    anna.press("start");

    // Anna reloads when it is her turn, so that nothing changes meanwhile.
    until_turn(&anna, &boris);
    let dice = anna.text("own-dice-spoken");
    let bid = anna.look().bid;
    anna.reload();
    anna.wait_for_turn();
    assert_eq!(anna.text("own-dice-spoken"), dice);
    assert_eq!(anna.look().bid, bid);

    // Boris loses the network while Anna thinks: in his own turn a bot would decide for him.
    until_turn(&anna, &boris);
    boris.expect_loneliness();
    // He may still be looking at the last showdown.
    boris.wait_until("the same round", || {
        boris.try_press("skip");
        round(&boris) == round(&anna) && !boris.sees("showdown")
    });
    let dice = boris.text("own-dice-spoken");
    cable.cut();
    let begun = Instant::now();
    boris.wait_for("line");
    boris.run("window.not_reloaded = true", &[]);
    thread::sleep(OUTAGE.saturating_sub(begun.elapsed()));
    assert!(boris.sees("line"), "the page says that it waits for the network");
    cable.mend();
    boris.wait_without("line");
    assert_eq!(boris.ask("window.not_reloaded"), true);
    assert_eq!(boris.text("own-dice-spoken"), dice);

    player::finish(&[&anna, &boris]);
    let winner = "[data-t=standings] li:first-child span";
    assert_eq!(anna.text(winner), boris.text(winner));
    let names = ["Анна", "Boris"];
    let title = |browser: &Browser, own: &str| {
        let (title, winner) = (browser.text("winner"), browser.text(winner));
        assert_eq!(title.contains(&winner), winner != own, "{title}");
    };
    title(&anna, names[0]);
    title(&boris, names[1]);
    anna.close();
    boris.close();
}

/// The number of the round, whatever the language.
fn round(browser: &Browser) -> String {
    browser.text("title").chars().filter(char::is_ascii_digit).collect()
}

/// The other one plays on until it is this one's turn.
fn until_turn(this: &Browser, other: &Browser) {
    this.play_until("one's own turn", |sight| {
        if !sight.is_turn() {
            other.step();
        }
        sight.is_turn()
    });
}

#[test]
fn people_talk_and_the_mute_hear_nothing_of_it() {
    let server = Server::start();
    let path = server.table(ANNA, "Anna", &json!({"seats": 2}), &[]);
    let [anna, boris] = [("Anna", ANNA), ("Boris", BORIS)].map(|(name, guest)| {
        let browser = Browser::open(Device::Phone);
        browser.arrive(
            &server.url(),
            &path,
            &[("perudo.prefs", prefs(name, "en")), ("perudo.guest", json!(guest))],
        );
        browser
    });
    boris.press("sit-down");
    boris.wait_for("waits-for-host");
    boris.write("say", "Good evening!");
    boris.press("send");
    anna.wait_until("Boris' words", || anna.text("chat").contains("Good evening!"));

    anna.press("open-company");
    anna.press("mute");
    anna.wait_until("silence", || !anna.text("chat").contains("Good evening!"));
    anna.close();
    boris.close();
}

#[test]
fn the_host_locks_the_table_sends_people_away_and_lets_them_back() {
    let server = Server::start();
    let path = server.table(ANNA, "Anna", &json!({"seats": 3}), &[]);
    let clara = "c1a4ac1a4ac1a4ac1a4ac1a4ac1a4ac1";
    let [anna, boris, clara] = [("Anna", ANNA), ("Boris", BORIS), ("Clara", clara)].map(|(name, guest)| {
        let browser = Browser::open(Device::Phone);
        browser.arrive(
            &server.url(),
            &path,
            &[("perudo.prefs", prefs(name, "en")), ("perudo.guest", json!(guest))],
        );
        browser
    });
    boris.press("sit-down");
    boris.wait_for("waits-for-host");
    anna.press("open-company");
    let unlocked = anna.text("lock");
    anna.press("lock");
    anna.wait_until("a table that is locked", || anna.text("lock") != unlocked);
    clara.wait_for("sit-down");
    clara.press("sit-down");
    clara.wait_until("that it is locked", || {
        clara.sees("trouble") && clara.text("trouble").contains("locked")
    });
    anna.press("remove-person");
    anna.wait_until("Boris among those who were removed", || {
        anna.sees("barred") && anna.text("barred").contains("Boris")
    });
    anna.press("unbar");
    anna.wait_without("barred");
    boris.wait_for("sit-down");
    boris.press("sit-down");
    boris.wait_for("waits-for-host");
    for browser in [anna, boris, clara] {
        browser.close();
    }
}

#[test]
fn a_decision_that_waits_for_the_network_is_not_made_in_another_turn() {
    let server = Server::start();
    let settings = json!({"seats": 3, "turn": 5, "bank": 0, "speed": "normal"});
    let path = server.table(BORIS, "Boris", &settings, &["steady", "steady"]);
    let cable = Cable::to(server.address());
    let boris = Browser::open(Device::Desktop);
    boris.arrive(
        &cable.url(),
        &path,
        &[("perudo.prefs", prefs("Boris", "en")), ("perudo.guest", json!(BORIS))],
    );
    boris.press("start");
    boris.play_until("a bid to doubt", |sight| sight.dudo);
    boris.expect_loneliness();
    cable.cut();
    boris.wait_for("line");
    boris.wait_until("the doubt to be on its way", || {
        boris.step();
        boris.attribute("decide", "aria-busy") == "true"
    });
    // Meanwhile his time runs out, and others play on.
    thread::sleep(OUTAGE);
    cable.mend();
    boris.wait_until("that it was not done", || {
        boris.sees("trouble") && boris.text("trouble").contains("decide anew")
    });
    boris.close();
}
