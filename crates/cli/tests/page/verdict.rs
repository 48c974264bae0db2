//! How a showdown ends: in words, in colour and in sound.

use std::cell::RefCell;

use serde_json::json;

use crate::browser::{Browser, Device, prefs};
use crate::server::Server;

/// Hears every tone that the page makes.
const EARS: &str = "
    window.tones = [];
    const create = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
        const tone = create.call(this);
        window.tones.push(tone);
        return tone;
    };";

/// The pitches since the last time.
const HEARD: &str = "window.tones.splice(0).map(tone => String(Math.round(tone.frequency.value)))";

/// The deepest note of losing, and the highest of the fanfare.
const LOSING: &str = "220";
const FANFARE: &str = "1047";

/// Plays until a verdict is there, and gives it; nothing once the game is over.
fn next_verdict(browser: &Browser) -> Option<String> {
    browser.play_until("a verdict", |sight| sight.over || sight.verdict.is_some()).verdict
}

/// Goes on, unless the verdict has passed by itself.
fn go_on(browser: &Browser) {
    browser.wait_until("the end of the verdict", || {
        browser.try_press("skip");
        browser.look().verdict.is_none()
    });
}

#[test]
fn losing_is_heard_by_the_loser_and_the_fanfare_by_the_winner() {
    let server = Server::start();
    let anna = Browser::open(Device::Phone);
    anna.devtools("Page.enable", &json!({}));
    anna.devtools("Page.addScriptToEvaluateOnNewDocument", &json!({"source": EARS}));
    let mut prefs = prefs("", "en");
    prefs["quiet"] = json!(false);
    let game = json!({"rules": "tournament dice=2", "bots": 1, "level": "steady"});
    anna.arrive(&server.url(), "/", &[("perudo.prefs", prefs), ("perudo.alone", game)]);
    anna.press("play-now");

    let (mut lost, mut won_a_die, mut ended) = (false, false, false);
    while !(lost && won_a_die && ended) {
        anna.strings(HEARD);
        let Some(verdict) = next_verdict(&anna) else {
            ended = true;
            anna.press("again");
            anna.wait_without("result");
            continue;
        };
        let you_lose = verdict.contains("You lose");
        let you_win = !you_lose && verdict.contains("is out");
        let tones = RefCell::new(Vec::new());
        let heard = |pitch: &str| tones.borrow().iter().any(|known| known == pitch);
        anna.wait_until("a sound", || {
            tones.borrow_mut().extend(anna.strings(HEARD));
            let expected = (!you_lose || heard(LOSING)) && (!you_win || heard(FANFARE));
            expected && !tones.borrow().is_empty()
        });
        assert_eq!(heard(LOSING), you_lose, "{verdict}");
        assert_eq!(heard(FANFARE), you_win, "{verdict}");
        (lost, won_a_die) = (lost || you_lose, won_a_die || !you_lose && !you_win);
        go_on(&anna);
    }
    anna.close();
}

#[test]
fn the_verdict_says_why_and_its_colour_is_what_it_means_for_you() {
    let server = Server::start();
    for (language, why, you_lose) in [
        (
            "en",
            ["the bid was true, and", "your bid was true, and", "you were right", "too high"],
            "You lose a die",
        ),
        (
            "ru",
            ["ставка верна, а", "ваша ставка верна, а", "вы не поверили — и правы", "слишком высока"],
            "Вы теряете кость",
        ),
    ] {
        let anna = Browser::open(Device::Phone);
        let game = json!({"rules": "tournament dice=2", "bots": 1, "level": "steady"});
        let mut prefs = prefs("Anna", language);
        prefs["pace"] = json!("normal"); // so that it stays until it was read
        anna.arrive(&server.url(), "/", &[("perudo.prefs", prefs), ("perudo.alone", game)]);
        anna.press("play-now");
        while let Some(verdict) = next_verdict(&anna) {
            assert!(why.iter().any(|why| verdict.contains(why)), "{verdict}");
            let bad = anna.count(".verdict.bad") == 1;
            assert_eq!(bad, verdict.contains(you_lose), "{verdict}");
            assert_eq!(
                anna.count(".verdict.good") == 1,
                !bad,
                "between two, what one loses is good for the other"
            );
            go_on(&anna);
        }
        anna.close();
    }
}
