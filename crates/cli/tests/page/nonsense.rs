//! Addresses, codes and names that mean nothing are explained.

use serde_json::json;

use crate::browser::{Browser, Device, prefs};
use crate::server::{ANNA, BORIS, Server};

#[test]
fn an_unknown_table_is_said_to_be_none_and_there_is_a_way_back() {
    let server = Server::start();
    let anna = Browser::open(Device::Phone);
    // The browser itself tells of the answer that there is no such table.
    anna.expect_loneliness();
    anna.arrive(&server.url(), "/t/nosuchtabl", &[("perudo.prefs", prefs("Anna", "en"))]);
    anna.wait_until("the bad news", || anna.text("line").contains("There is no such table"));
    anna.press("leave-over");
    anna.wait_for("play-now");

    anna.go("/t/x");
    anna.press("home");
    anna.wait_for("play-now");
    anna.close();
}

#[test]
fn a_code_that_is_none_is_explained_and_a_link_is_as_good_as_a_code() {
    let server = Server::start();
    let path = server.table(BORIS, "Boris", &json!({}), &[]);
    let anna = Browser::open(Device::Phone);
    anna.arrive(&server.url(), "/", &[("perudo.prefs", prefs("Anna", "en")), ("perudo.guest", json!(ANNA))]);
    for wrong in ["", "x", "not a code"] {
        anna.write("code", wrong);
        anna.press("join-code");
        anna.wait_until("why not", || anna.text("#code-trouble").contains("look like a link"));
    }
    anna.write("code", &format!("{}{path}", server.url()));
    assert_eq!(anna.text("#code-trouble"), "");
    anna.press("join-code");
    anna.wait_for("sit-down");
    assert_eq!(anna.path(), path);
    anna.close();
}

#[test]
fn a_link_to_rules_is_read_however_it_was_escaped_and_a_broken_one_is_explained() {
    let server = Server::start();
    let anna = Browser::open(Device::Phone);
    anna.arrive(&server.url(), "/", &[("perudo.prefs", prefs("Anna", "en"))]);
    for link in ["classic+dice=3", "classic%20dice%3D3", "classic+dice%3d3"] {
        anna.go(&format!("/rules?{link}"));
        anna.wait_for("rulebook");
        assert!(!anna.sees("rules-unknown"), "{link}");
        assert_eq!(anna.text("rules-dice-value"), "3", "{link}");
        assert_eq!(anna.ask("document.querySelector('[data-t=rules-preset-classic]').checked"), true);
    }
    for link in ["classic%2Cdice=3", "classic%20dice=%ff", "%D0%BF%D1%80"] {
        anna.go(&format!("/rules?{link}"));
        anna.wait_for("rules-unknown");
    }
    anna.close();
}

#[test]
fn a_bad_name_is_explained() {
    let server = Server::start();
    let path = server.table(BORIS, "Boris", &json!({}), &[]);
    let anna = Browser::open(Device::Phone);
    anna.arrive(&server.url(), &path, &[("perudo.prefs", prefs("", "en")), ("perudo.guest", json!(ANNA))]);
    for (name, why) in [("<b>", "A name has"), ("Boris", "has that name")] {
        anna.write("name", name);
        anna.press("sit-down");
        anna.wait_until("why not", || anna.sees("trouble") && anna.text("trouble").contains(why));
    }
    anna.write("name", "Anna");
    anna.press("sit-down");
    anna.wait_for("waits-for-host");

    // Whoever makes a table has a name, too.
    anna.expect_loneliness();
    anna.go("/new");
    anna.write("name", "<b>");
    anna.press("create");
    anna.wait_until("why not", || anna.text("trouble").contains("A name has"));
    anna.close();
}
