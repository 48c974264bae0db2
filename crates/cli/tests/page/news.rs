//! What screen readers say about a game.

use serde_json::json;

use crate::browser::{Browser, Device, prefs};
use crate::server::Server;

/// Hears everything that is ever added to the live region.
const LISTEN: &str = "
    window.news = [];
    const hear = (node) => {
        const text = node.textContent.trim();
        if (text) window.news.push(text);
    };
    const region = document.querySelector('[data-t=news]');
    region.childNodes.forEach(hear);
    new MutationObserver(changes => changes.forEach(change => {
        if (change.type === 'characterData') hear(change.target);
        change.addedNodes.forEach(hear);
    })).observe(region, {subtree: true, childList: true, characterData: true});";

/// The bids of the round in words, the first one first.
const BIDS: &str = "[...document.querySelectorAll('[data-t=ladder] li')].reverse()
    .map(row => row.querySelector('.unseen').textContent.replace(': ', '').trim())";

fn begin(server: &Server, language: &str, pace: &str, game: serde_json::Value) -> Browser {
    let anna = Browser::open(Device::Desktop);
    let mut prefs = prefs("Anna", language);
    prefs["pace"] = json!(pace);
    anna.arrive(&server.url(), "/", &[("perudo.prefs", prefs), ("perudo.alone", game)]);
    anna.press("play-now");
    anna.wait_for("table");
    anna.run(LISTEN, &[]);
    anna
}

#[test]
fn a_reader_says_that_it_is_your_turn_and_every_bid_however_quick_the_bots_are() {
    let server = Server::start();
    for (language, turn, open) in [
        ("en", "It’s your turn: raise the bid or doubt it.", "It’s your turn: you open the round."),
        ("ru", "Ваш ход: повысьте ставку или не верьте ей.", "Ваш ход: вы начинаете раунд."),
    ] {
        let game = json!({"rules": "tournament dice=3", "bots": 4, "level": "novice"});
        let anna = begin(&server, language, "instant", game);
        let mut turns = 0;
        while turns < 4 {
            let sight = anna.look();
            if sight.over || sight.rush {
                break;
            }
            if sight.is_turn() && !sight.certain {
                turns += 1;
                let expected = if sight.dudo { turn } else { open };
                anna.wait_until("being told of the turn", || {
                    anna.strings("window.news").iter().any(|said| said == expected)
                });
                // A decision, and everything is listened to anew.
                anna.run("window.news.length = 0", &[]);
            }
            anna.act(&sight);
        }
        assert!(turns > 0, "there was no turn");
        anna.close();
    }
}

#[test]
fn quick_bids_are_all_added_and_none_takes_the_place_of_another() {
    let server = Server::start();
    let game = json!({"rules": "tournament dice=5", "bots": 5, "level": "novice"});
    let anna = begin(&server, "en", "instant", game);
    anna.play_until("a turn after quick bids", |sight| {
        if sight.over {
            anna.press("again");
        }
        sight.is_turn() && anna.strings(BIDS).len() > 2
    });
    // They came at once: all of them were added, and all of them are still there.
    let said =
        anna.strings("[...document.querySelector('[data-t=news]').childNodes].map(one => one.textContent)");
    let mut unread = said.iter();
    for bid in anna.strings(BIDS) {
        assert!(unread.any(|said| said.contains(&bid)), "nobody was told of {bid}: {said:#?}");
    }
    anna.close();
}

#[test]
fn a_reader_says_that_a_maputo_awaits_your_decision() {
    let server = Server::start();
    let game = json!({"rules": "classic dice=1", "bots": 1, "level": "steady"});
    // Whoever opens is asked first; the other is asked only if the first does not declare. A maputo of the bot's has
    // been explained when it came: then somebody else sits down.
    let anna = loop {
        let anna = begin(&server, "en", "instant", game.clone());
        if anna.play_until("being asked, or the end", |sight| sight.pass || sight.over).pass {
            break anna;
        }
        anna.close();
    };
    anna.wait_until("being told of it", || {
        anna.strings("window.news").iter().any(|said| said == "It’s your turn: will you declare maputo?")
    });
    anna.wait_until("an explanation", || {
        anna.sees("guide") && anna.text("guide").contains("down to one die")
    });
    anna.press("skip-guide");
    anna.wait_without("guide");
    anna.close();
}

#[test]
fn as_many_dice_are_spoken_as_there_are() {
    let server = Server::start();
    for language in ["en", "ru"] {
        let game = json!({"rules": "tournament dice=10", "bots": 1, "level": "novice"});
        let anna = begin(&server, language, "instant", game);
        // Until there is an ace among them.
        let aces = || anna.count("[data-t=own-dice] [data-face='1']");
        anna.play_until("a hand with an ace", |sight| {
            if sight.over {
                anna.press("again");
            }
            sight.is_turn() && aces() > 0
        });
        let dice = anna.count("[data-t=own-dice] .own-die:not(.blank)");
        let spoken = anna.text("own-dice-spoken");
        assert_eq!(spoken.split(", ").count(), dice as usize, "{spoken}");
        anna.close();
    }
}
