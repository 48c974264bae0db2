//! Strangers who meet: a quick game, ratings, each other's profiles, another device.

use std::path::Path;

use perudo_test_postgres::Postgres;
use serde_json::{Value, json};

use crate::browser::{Browser, Device, prefs};
use crate::player::finish;
use crate::program::Server;
use crate::server::BORIS;

/// Passkeys belong to a name of a host: an address of numbers has none.
fn origin(server: &Server) -> String {
    format!("http://localhost:{}", server.address.port())
}

fn server(database: &Path) -> Server {
    let any_port = ([127, 0, 0, 1], 0).into();
    Server::start(database, any_port, &["--max-requests-per-second=0", "--max-messages-per-second=0"])
}

/// Somebody who opens the address for the first time.
fn stranger(origin: &str, device: Device, name: &str) -> Browser {
    let browser = Browser::open(device);
    let wish = json!({"players": 2, "preset": "tournament", "speed": "quick"});
    browser.arrive(origin, "/", &[("perudo.prefs", prefs(name, "en")), ("perudo.quick", wish)]);
    browser
}

/// Somebody's passkeys: a device that holds them, and what it holds.
struct Passkeys<'a> {
    browser: &'a Browser,
    device: Value,
}

impl Passkeys<'_> {
    fn of(browser: &Browser) -> Passkeys<'_> {
        browser.devtools("WebAuthn.enable", &json!({}));
        let options = json!({
            "protocol": "ctap2", "transport": "internal", "hasResidentKey": true, "hasUserVerification": true,
            "isUserVerified": true, "automaticPresenceSimulation": true,
        });
        let added = browser.devtools("WebAuthn.addVirtualAuthenticator", &json!({"options": options}));
        Passkeys { browser, device: added["authenticatorId"].clone() }
    }

    fn all(&self) -> Vec<Value> {
        let held = self.browser.devtools("WebAuthn.getCredentials", &json!({"authenticatorId": self.device}));
        held["credentials"].as_array().unwrap().clone()
    }

    /// As the passkeys of one person come to all of their devices.
    fn receive(&self, passkey: &Value) {
        let parameters = json!({"authenticatorId": self.device, "credential": passkey});
        self.browser.devtools("WebAuthn.addCredential", &parameters);
    }
}

/// From the first screen to a name of one's own: two presses.
fn claim(browser: &Browser, name: &str) {
    browser.press("me");
    browser.press("claim");
    browser.wait_until("the name", || browser.sees("own-name") && browser.text("own-name") == name);
    browser.go("/");
}

fn play_with_people(browser: &Browser) {
    browser.press("with-people");
}

fn wait_for_table(browser: &Browser) -> String {
    browser.wait("a table", || Some(browser.path()).filter(|path| path.starts_with("/t/")))
}

/// The rating after a tour, and what it was before.
fn own_rating(browser: &Browser) -> (i64, i64) {
    let after: i64 = browser.text("own-rating").parse().unwrap();
    let change = browser.text(".rating-news .owner [data-t=rating-change]").replace('−', "-");
    (after, after - change.parse::<i64>().unwrap())
}

fn strangers_meet(server: &Server) {
    let origin = origin(server);
    let (anna, boris) =
        (stranger(&origin, Device::Phone, "Anna"), stranger(&origin, Device::Desktop, "Boris"));
    claim(&anna, "Anna");
    claim(&boris, "Boris");

    play_with_people(&anna);
    anna.wait_until("a place in the queue", || {
        anna.sees("waiting") && anna.text("waiting").starts_with("1 of 2")
    });
    play_with_people(&boris);
    let table = wait_for_table(&anna);
    assert_eq!(wait_for_table(&boris), table, "they sit at one table");
    finish(&[&anna, &boris]);

    let (annas, annas_before) = own_rating(&anna);
    let (borises, borises_before) = own_rating(&boris);
    assert_eq!(annas_before, borises_before, "nobody knew anything of either");
    let winner_gained = annas > annas_before && borises < borises_before;
    let other_gained = annas < annas_before && borises > borises_before;
    assert!(
        winner_gained || other_gained,
        "Anna {annas_before} → {annas}, Boris {borises_before} → {borises}"
    );
    assert!(anna.text("why").contains("expected to beat 50%"), "{}", anna.text("why"));

    assert_eq!(anna.barriers(), Vec::<String>::new(), "after a rated game");
    for (looker, other, rating) in [(&anna, "Boris", borises), (&boris, "Anna", annas)] {
        looker.press(".rating-news li:not(.owner) [data-t=person]");
        looker.wait_for("profile-name");
        assert_eq!(looker.path(), format!("/@{other}"));
        assert_eq!(looker.text("profile-name"), other);
        let shown = looker.text("[data-t=ratings] .rating");
        assert!(shown.starts_with(&rating.to_string()), "{other} has {rating}, the profile says {shown}");
        assert!(shown.contains('?'), "after one game it looks uncertain: {shown}");
        looker.wait_for("curve");
        looker.wait_for("played");
        assert_eq!(looker.count("[data-t=history] [data-t=played]"), 1);
        assert_eq!(looker.barriers(), Vec::<String>::new(), "the profile of {other}");
    }
    // The game can be gone through from there.
    anna.press("replay");
    anna.wait_for("record-viewer");

    goes_on_elsewhere(&anna, &origin, annas);
    anna.close();
    boris.close();
}

/// She makes a passkey, which her other device gets; there she is who she was.
fn goes_on_elsewhere(anna: &Browser, origin: &str, rating: i64) {
    let passkeys = Passkeys::of(anna);
    anna.go("/me");
    anna.wait_for("one-key");
    anna.press("add-passkey");
    anna.wait_until("a second key", || anna.count_seen("key") == 2);
    let [passkey] = &passkeys.all()[..] else { panic!("one passkey was made: {:?}", passkeys.all()) };

    let tablet = Browser::open(Device::Desktop);
    tablet.arrive(origin, "/", &[]);
    Passkeys::of(&tablet).receive(passkey);
    tablet.press("me");
    tablet.wait_for("guest");
    tablet.press("sign-in-passkey");
    tablet.wait_until("her name", || tablet.sees("own-name") && tablet.text("own-name") == "Anna");
    tablet.wait_until("three keys", || tablet.count_seen("key") == 3);
    assert!(tablet.text(".plain .rating").starts_with(&rating.to_string()));
    tablet.wait_for("[data-t=played] .owner");

    // There she can wait for the next game, and the first device knows of the new key.
    tablet.go("/");
    play_with_people(&tablet);
    tablet.wait_for("searching");
    tablet.press("leave-queue");
    tablet.wait_for("find-game");
    anna.reload();
    anna.wait_until("three keys", || anna.count_seen("key") == 3);
    tablet.close();
}

#[test]
fn strangers_play_a_rated_game_and_one_goes_on_by_a_passkey_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    strangers_meet(&server(&folder.path().join("perudo.db")));
}

#[test]
fn strangers_play_a_rated_game_and_one_goes_on_by_a_passkey_on_postgresql() {
    let postgres = Postgres::start().unwrap();
    strangers_meet(&server(Path::new(&postgres.url())));
}

#[test]
fn a_guest_waits_alone_is_offered_bots_and_plays_with_them() {
    let folder = tempfile::tempdir().unwrap();
    let server = server(&folder.path().join("perudo.db"));
    let anna = stranger(&origin(&server), Device::SmallPhone, "Anna");
    play_with_people(&anna);
    anna.wait_for("searching");
    assert!(!anna.sees("fill-with-bots"), "people come first");
    anna.press("fill-with-bots");
    wait_for_table(&anna);
    anna.wait_for_turn();
    // Who comes back from the table looks for no game unasked. A connection may be about to begin again.
    anna.expect_loneliness();
    anna.back();
    anna.wait_for("quick-page");
    assert!(!anna.sees("searching"));
    anna.close();
}

#[test]
fn the_list_of_tables_is_live_and_one_press_joins() {
    let folder = tempfile::tempdir().unwrap();
    let server = server(&folder.path().join("perudo.db"));
    let anna = stranger(&origin(&server), Device::SmallPhone, "Anna");
    anna.go("/lobby");
    anna.wait_for("no-tables");
    // A table is in the list while somebody is there.
    let table = server.table(BORIS, "Boris", &json!({"seats": 3, "public": true}), &[]);
    let boris = Browser::open(Device::Desktop);
    let kept = [("perudo.prefs", prefs("Boris", "en")), ("perudo.guest", json!(BORIS))];
    boris.arrive(&origin(&server), &format!("/t/{table}"), &kept);
    anna.wait_for("lobby-table");
    assert!(anna.text("kind-tag").contains("guest"), "whoever has no name of their own is a guest");
    anna.press("join-table");
    anna.wait_until("her chair", || anna.sees("chairs") && anna.text("chairs").contains("Anna"));
    assert_eq!(anna.path(), format!("/t/{table}"));
    anna.close();
    boris.close();
}

#[test]
fn choosing_a_rated_table_switches_off_what_it_does_not_allow() {
    let folder = tempfile::tempdir().unwrap();
    let server = server(&folder.path().join("perudo.db"));
    let anna = stranger(&origin(&server), Device::Desktop, "Anna");
    claim(&anna, "Anna");
    anna.go("/new?tournament%20dice=3");
    anna.wait_for("new-table-form");
    let is = |expression: &str| anna.ask(expression) == true;
    let choose = |hook: &str, value: &str| {
        anna.run(
            "const field = document.querySelector(`[data-t='${arguments[0]}']`);
            field.value = arguments[1];
            field.dispatchEvent(new Event('change', { bubbles: true }));",
            &[json!(hook), json!(value)],
        );
    };
    anna.press("hints");
    choose("clock", "0");
    assert!(anna.text("rules-changes").contains('1'), "one house rule: {}", anna.text("rules-changes"));
    assert!(!is("document.querySelector('.all-axes').disabled"));
    anna.press("rated");
    anna.wait_for("rated-about");
    anna.wait_until("house rules off", || is("document.querySelector('.all-axes').disabled"));
    anna.wait_until("no house rule", || !anna.text("rules-changes").contains('1'));
    anna.wait_until("hints off", || {
        is("(() => { const it = document.querySelector('[data-t=hints]'); return it.disabled && !it.checked })()")
    });
    assert!(is("document.querySelector('[data-t=clock] option[value=\"0\"]').disabled"));
    assert!(is("document.querySelector('[data-t=clock]').value !== '0'"), "there is a clock");
    anna.press("create");
    let table = wait_for_table(&anna);
    let summary = server.get(&format!("/api/tables/{}", table.trim_start_matches("/t/")));
    let settings = summary.json::<Value>().unwrap()["settings"].clone();
    assert_eq!((&settings["rated"], &settings["rules"]), (&json!(true), &json!("tournament")));

    // Whoever changes their mind can have everything again.
    anna.go("/new");
    anna.press("rated");
    anna.press("rated");
    anna.wait_without("rated-about");
    assert!(!is(
        "document.querySelector('.all-axes').disabled || document.querySelector('[data-t=hints]').disabled"
    ));
    anna.close();
}
