//! A game against bots, in the browser alone.

use std::thread;
use std::time::Instant;

use serde_json::json;

use crate::browser::{Browser, Device, GLANCE, prefs};
use crate::player::{self, PATIENCE};
use crate::server::Server;

#[test]
fn a_tour_against_bots_needs_no_server_and_its_dice_are_proved() {
    let server = Server::start();
    let anna = Browser::open(Device::Phone);
    anna.arrive(&server.url(), "/", &[("perudo.prefs", prefs("Anna", "en"))]);
    anna.press("play-now");
    anna.wait_for_turn();
    // The review asks the network.
    anna.wait_until("the network to be stored", || {
        anna.run_for_long(
            "const done = arguments[0];
            const file = document.querySelector('meta[name=perudo-network]').content;
            caches.match(file).then(found => done(!!found));",
            &[],
        ) == json!(true)
    });
    server.kill();
    anna.expect_loneliness();

    assert_eq!(anna.path(), "/play");
    player::finish(&[&anna]);
    assert!(!anna.text("winner").is_empty());
    anna.press("download-record");
    let record = anna.saved("perudo-game.perudo");
    assert!(record.starts_with("perudo 1"), "{record}");
    anna.press("download-proof");
    assert!(anna.saved("perudo-proof.json").starts_with('{'));

    anna.press("review");
    anna.wait_for("record-viewer");
    assert_eq!(anna.attribute("review-result", "data-result"), "holds");
    assert!(anna.sees("review-agrees"));
    anna.close();
}

#[test]
fn master_plays_with_what_it_has_learnt_and_without_it_plays_on_and_says_so() {
    let server = Server::start();
    let game = json!({"rules": "tournament dice=2", "bots": 1, "level": "master"});
    for reached in [true, false] {
        let anna = Browser::open(Device::Phone);
        if !reached {
            anna.expect_loneliness();
            anna.devtools("Network.enable", &json!({}));
            anna.devtools("Network.setBlockedURLs", &json!({"urls": ["*.safetensors*"]}));
        }
        let kept = [("perudo.prefs", prefs("Anna", "en")), ("perudo.alone", game.clone())];
        anna.arrive(&server.url(), "/", &kept);
        anna.press("play-now");
        if reached {
            anna.wait_until("the weights", || {
                let come = "performance.getEntriesByType('resource').some(entry => \
                    entry.name.includes('.safetensors') && entry.decodedBodySize > 3e6)";
                anna.ask(come) == json!(true)
            });
            anna.wait_for_turn();
            assert!(!anna.sees("trouble"), "{}", anna.text("trouble"));
        } else {
            anna.wait_for("trouble");
            assert!(anna.text("trouble").contains("play on without it"), "{}", anna.text("trouble"));
        }
        player::finish(&[&anna]);
        anna.close();
    }
}

#[test]
fn a_game_begins_while_the_server_has_not_yet_answered_the_start_page() {
    let server = Server::start();
    let anna = Browser::open(Device::Phone);
    anna.arrive(&server.url(), "/healthz", &[("perudo.prefs", prefs("Anna", "en"))]);
    // Requests stop there until the test lets them go.
    anna.devtools("Fetch.enable", &json!({"patterns": [{"urlPattern": "*/api/tables*"}]}));
    anna.go("/");
    anna.press("play-now");
    anna.wait_for_turn();
    anna.devtools("Fetch.disable", &json!({}));
    player::finish(&[&anna]);
    anna.close();
}

#[test]
fn someone_without_a_name_is_spoken_to_in_the_second_person() {
    let server = Server::start();
    for (language, lost, won) in [
        ("en", "You lose a die and are out.", "You won!"),
        ("ru", "Вы теряете кость и выбываете.", "Вы выиграли!"),
    ] {
        let anna = Browser::open(Device::Phone);
        let game = json!({"rules": "tournament dice=1", "bots": 1, "level": "steady"});
        anna.arrive(&server.url(), "/", &[("perudo.prefs", prefs("", language)), ("perudo.alone", game)]);
        anna.press("play-now");
        player::finish(&[&anna]);
        let story = anna.text("story");
        assert!(story.contains(lost) != story.contains(won), "{story}");
        anna.close();
    }
}

#[test]
fn a_tour_is_played_with_the_keyboard_and_every_bid_is_said() {
    let server = Server::start();
    let anna = Browser::open(Device::Desktop);
    let game = json!({"rules": "tournament dice=2", "bots": 2, "level": "steady"});
    let mut prefs = prefs("Anna", "en");
    prefs["pace"] = json!("quick");
    anna.arrive(&server.url(), "/", &[("perudo.prefs", prefs), ("perudo.alone", game)]);
    // The first thing to be reached that begins a game.
    anna.wait_for("play-now");
    tab_to(&anna, "play-now");
    anna.wait_for("table");
    anna.run(LISTEN, &[]);

    // Nothing is touched from here on but keys.
    let begun = Instant::now();
    let mut chosen = false;
    loop {
        match anna.look() {
            sight if sight.over && chosen => break,
            // Whoever never loses opens no round.
            sight if sight.over => tab_to(&anna, "again"),
            sight if sight.certain => tab_to(&anna, "certain-go"),
            sight if sight.skip => anna.key(' '),
            sight if sight.pass => anna.key('p'),
            sight if sight.dudo => anna.key('d'),
            sight if sight.bid.is_some() => {
                chosen = true;
                choose_and_bid(&anna);
            }
            sight if sight.rush => tab_to(&anna, "rush"),
            _ => thread::sleep(GLANCE),
        }
        assert!(begun.elapsed() < PATIENCE, "the tour does not end");
    }

    let (news, bids) = (anna.strings("window.news"), anna.strings("window.bids"));
    assert!(bids.len() > 2, "{bids:?}");
    let mut unread = news.iter();
    for bid in &bids {
        let (_, words) = bid.split_once(": ").unwrap();
        assert!(unread.any(|said| said.contains(words)), "nobody was told of {bid}: {news:#?}");
    }
    anna.close();
}

/// Turns the face and the count with keys, and makes the bid.
fn choose_and_bid(browser: &Browser) {
    browser.key('5');
    assert!(browser.attribute("bid", "data-bid").ends_with("x5"));
    let fives = browser.attribute("bid", "data-bid");
    browser.key(UP);
    assert_ne!(browser.attribute("bid", "data-bid"), fives);
    browser.key(DOWN);
    assert_eq!(browser.attribute("bid", "data-bid"), fives);
    browser.key(RIGHT);
    assert!(browser.attribute("bid", "data-bid").ends_with("x6"));
    browser.key(LEFT);
    assert_eq!(browser.attribute("bid", "data-bid"), fives);
    browser.key(ENTER);
}

/// Presses a button as one does without a mouse, unless it goes away meanwhile.
fn tab_to(browser: &Browser, hook: &str) {
    let focused = || browser.ask("document.activeElement?.dataset.t") == hook;
    browser.wait_until(&format!("{hook}, by the tabulator"), || {
        browser.key(TAB);
        focused() || !browser.sees(hook)
    });
    if focused() {
        browser.key(ENTER);
    }
}

const TAB: char = '\u{e004}';
const ENTER: char = '\u{e007}';
const LEFT: char = '\u{e012}';
const UP: char = '\u{e013}';
const RIGHT: char = '\u{e014}';
const DOWN: char = '\u{e015}';

/// Hears all that the live region says, and sees all bids.
const LISTEN: &str = "
    window.news = [];
    window.bids = [];
    const heard = new Set();
    const look = () => {
        document.querySelectorAll('[data-t=news] p').forEach(line => {
            if (!heard.has(line)) window.news.push(line.textContent);
            heard.add(line);
        });
        const bid = document.querySelector('[data-t=standing-bid]');
        const text = bid?.querySelector('.who').textContent.trim();
        if (text && text !== window.bids.at(-1)) window.bids.push(text);
    };
    new MutationObserver(look).observe(document.body, {subtree: true, childList: true, characterData: true});
    look();";
