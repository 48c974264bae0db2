//! What version 0.1.0 has stored in a browser is still there.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::browser::{Browser, Device};
use crate::player;
use crate::server::Server;

/// The storage of a browser in which version 0.1.0 was in the middle of two games.
const STORAGE: &str = include_str!("fixtures/storage-0.1.0.json");

/// A browser with that storage.
fn browser(server: &Server) -> Browser {
    let stored: BTreeMap<String, String> = serde_json::from_str(STORAGE).unwrap();
    let stored: Vec<(&str, Value)> =
        stored.iter().map(|(name, text)| (name.as_str(), serde_json::from_str(text).unwrap())).collect();
    let browser = Browser::open(Device::Phone);
    browser.arrive(&server.url(), "/", &stored);
    browser
}

/// The log of a stored game.
fn log(browser: &Browser, game: &str) -> Vec<Value> {
    let text = browser.run("return localStorage.getItem(arguments[0])", &[game.into()]);
    let stored: Value = serde_json::from_str(text.as_str().unwrap()).unwrap();
    stored["log"].as_array().unwrap().clone()
}

#[test]
fn a_game_against_bots_of_version_0_1_0_goes_on() {
    let server = Server::start();
    let anna = browser(&server);
    let before = log(&anna, "perudo.game.alone");
    assert!(anna.text("play-now").contains("Continue"), "{}", anna.text("play-now"));
    anna.press("play-now");
    anna.press("skip-guide");
    player::finish(&[&anna]);
    anna.press("review");
    anna.wait_for("record-viewer");
    assert_eq!(anna.attribute("review-result", "data-result"), "holds");
    let after = log(&anna, "perudo.game.alone");
    assert!(after.len() > before.len());
    assert_eq!(after[..before.len()], before, "what had happened has still happened");
    anna.close();
}

#[test]
fn a_game_on_one_device_of_version_0_1_0_goes_on() {
    let server = Server::start();
    let anna = browser(&server);
    let before = log(&anna, "perudo.game.together");
    anna.go("/together");
    anna.wait_for("table");
    player::finish(&[&anna]);
    let after = log(&anna, "perudo.game.together");
    assert!(after.len() > before.len());
    assert_eq!(after[..before.len()], before, "what had happened has still happened");
    anna.close();
}
