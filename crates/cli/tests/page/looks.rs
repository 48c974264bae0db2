//! How the table looks: faces, what it is made of, and what moves.

use serde_json::{Value, json};

use crate::browser::{Browser, Device, prefs};
use crate::player;
use crate::server::{ANNA, BORIS, Server};

const TABLES: [&str; 3] = ["felt", "wood", "sea"];

/// The drawings of some faces.
fn drawings(browser: &Browser, selector: &str) -> Vec<String> {
    let script = format!("[...document.querySelectorAll('{selector}')].map(face => face.innerHTML)");
    // Leptos leaves a mark where children may be.
    browser.strings(&script).into_iter().map(|drawing| drawing.replace("<!---->", "")).collect()
}

/// A browser at a game against bots.
fn alone(server: &Server, game: &Value, change: impl Fn(&mut Value)) -> Browser {
    let anna = Browser::open(Device::Phone);
    let mut prefs = prefs("Anna", "en");
    change(&mut prefs);
    anna.arrive(&server.url(), "/healthz", &[("perudo.prefs", prefs), ("perudo.alone", game.clone())]);
    anna
}

#[test]
fn people_and_bots_keep_their_faces() {
    let server = Server::start();
    let game = json!({"rules": "tournament", "bots": 5, "level": "steady"});
    let anna = alone(&server, &game, |_| {});
    let faces = || {
        anna.wait_for_turn();
        drawings(&anna, ".seat .avatar")
    };
    anna.go("/play");
    let before = faces();
    assert_eq!(before.len(), 5);
    assert!(before.iter().all(|face| face.contains("<path")), "{before:?}");
    anna.reload();
    assert_eq!(faces(), before);

    // At a table of the server everyone sees the same face above the same name.
    let path = server.table(BORIS, "Boris", &json!({"seats": 3}), &["novice"]);
    anna.keep(&[("perudo.guest", json!(ANNA))]);
    anna.go(&path);
    anna.press("sit-down");
    let boris = Browser::open(Device::Desktop);
    let kept = [("perudo.prefs", prefs("Boris", "ru")), ("perudo.guest", json!(BORIS))];
    boris.arrive(&server.url(), "/healthz", &kept);
    boris.go(&path);
    let seen = |browser: &Browser| {
        browser.wait_until("three faces", || browser.count_seen(".chair .avatar") == 3);
        drawings(browser, ".chair .avatar")
    };
    let faces = seen(&anna);
    assert_eq!(faces, seen(&boris));
    assert!(faces[0] != faces[1] && faces[1] != faces[2], "{faces:?}");
    anna.close();
    boris.close();
}

#[test]
fn the_table_and_the_face_that_were_chosen_are_remembered() {
    let server = Server::start();
    let game = json!({"rules": "tournament", "bots": 2, "level": "steady"});
    let anna = alone(&server, &game, |_| {});
    let style = || anna.ask("document.documentElement.dataset.table");
    let face = || drawings(&anna, ".face-choice .avatar");
    anna.go("/play");
    anna.wait_for_turn();
    assert_eq!(style(), "felt");
    anna.press("open-menu");
    anna.wait_for("face-other");
    let by_name = face();
    anna.press("table-sea");
    anna.press("face-other");
    anna.wait_until("another face", || face() != by_name);
    let chosen = face();
    anna.reload();
    anna.wait_for_turn();
    assert_eq!(style(), "sea");
    anna.press("open-menu");
    anna.wait_for("face-other");
    assert_eq!(anna.attribute("table-sea", "aria-checked"), "true");
    assert_eq!(face(), chosen);
    anna.press("face-of-name");
    anna.wait_until("the first face", || face() == by_name);
    anna.close();
}

/// The contrast of a colour on another, both by their names in the styles, where the felt is.
const CONTRAST: &str = "
    const probe = document.querySelector('.felt').appendChild(document.createElement('i'));
    const light = name => {
        probe.style.color = `var(--${name})`;
        const parts = getComputedStyle(probe).color.match(/[\\d.]+/g).slice(0, 3).map(part => part / 255);
        const [r, g, b] = parts.map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const [one, other] = [light(arguments[0]), light(arguments[1])].sort((a, b) => b - a);
    probe.remove();
    return (one + 0.05) / (other + 0.05);";

#[test]
fn every_table_can_be_read_in_light_and_in_dark() {
    let server = Server::start();
    let game = json!({"rules": "tournament", "bots": 5, "level": "steady"});
    for theme in ["light", "dark"] {
        for table in TABLES {
            let anna = alone(&server, &game, |prefs| {
                prefs["theme"] = json!(theme);
                prefs["table"] = json!(table);
            });
            anna.go("/play");
            anna.wait_for_turn();
            for kind in ["normal", "maputo", "final"] {
                anna.run("document.querySelector('.desk').dataset.kind = arguments[0]", &[json!(kind)]);
                anna.settle();
                let here = format!("{table}, {theme}, {kind}");
                let barriers = anna.barriers();
                assert!(barriers.is_empty(), "{here}: {}", barriers.join("\n"));
                // Where there is a gradient, axe-core does not know what is behind the letters.
                for (front, back, least) in [
                    ("on-felt", "felt", 4.5),
                    ("on-felt", "felt-deep", 4.5),
                    ("felt-good", "felt", 3.0),
                    ("felt-good", "felt-deep", 3.0),
                    ("felt-bad", "felt", 3.0),
                    ("felt-bad", "felt-deep", 3.0),
                    ("pip", "die", 4.5),
                    ("star", "die", 4.5),
                    ("pip", "gold-fill", 4.5),
                    ("star", "gold-fill", 3.0),
                ] {
                    let contrast = anna.run(CONTRAST, &[json!(front), json!(back)]).as_f64().unwrap();
                    assert!(contrast >= least, "{here}: {front} on {back} has {contrast:.2}");
                }
            }
            anna.close();
        }
    }
}

#[test]
fn nothing_moves_for_those_who_do_not_want_it() {
    let server = Server::start();
    let game = json!({"rules": "tournament dice=2", "bots": 2, "level": "steady"});
    for (pace, reduced) in [("normal", true), ("instant", false)] {
        let anna = alone(&server, &game, |prefs| prefs["pace"] = json!(pace));
        if reduced {
            let features = json!([{"name": "prefers-reduced-motion", "value": "reduce"}]);
            anna.devtools("Emulation.setEmulatedMedia", &json!({"features": features}));
        }
        anna.go("/play");
        // Until the page is there it does not know what was chosen.
        anna.wait_for("table");
        anna.play_until("the end of the tour", |sight| {
            let moving = "document.getAnimations().map(one => `${one.animationName ?? one.transitionProperty} \
                of ${one.effect.target.outerHTML.slice(0, 80)}`)";
            assert_eq!(anna.strings(moving), Vec::<String>::new(), "{pace}, reduced: {reduced}");
            sight.over
        });
        anna.close();
    }
}

/// Notes what is animated, and which properties of it.
const WATCH: &str = "
    window.moved = {};
    addEventListener('animationstart', event => {
        const animations = event.target.getAnimations({subtree: true});
        for (const one of animations.filter(one => one.animationName === event.animationName))
            window.moved[event.animationName] = [...new Set(one.effect.getKeyframes().flatMap(Object.keys))]
                .filter(name => !['offset', 'easing', 'composite', 'computedOffset'].includes(name));
    }, true);";

#[test]
fn cups_lift_dice_roll_and_light_up_by_transforms_and_opacity_alone() {
    let server = Server::start();
    let game = json!({"rules": "tournament dice=2", "bots": 1, "level": "steady"});
    let anna = alone(&server, &game, |prefs| prefs["pace"] = json!("quick"));
    anna.devtools("Page.addScriptToEvaluateOnNewDocument", &json!({"source": WATCH}));
    anna.go("/play");
    let moved = || anna.ask("window.moved");
    let wanted = ["shake", "spill", "lift", "light"];
    // A die that counts is sure to come, though not in every game; a win is not, and what it moves is looked at if it comes.
    anna.play_until("everything that moves", |sight| {
        if sight.skip {
            // A showdown takes its time, and passes by itself.
            anna.wait_without("skip");
        } else if sight.over {
            anna.press("again");
        }
        let moved = moved();
        wanted.iter().all(|name| moved.get(name).is_some())
    });
    for (name, properties) in moved().as_object().unwrap() {
        let light = |property: &Value| property == "transform" || property == "opacity";
        assert!(properties.as_array().unwrap().iter().all(light), "{name} moves {properties}");
    }
    anna.close();
}

/// Counts how often a face begins to nod in the next frames.
const NODS: &str = "
    const done = arguments[0];
    let [nods, left] = [0, 120];
    addEventListener('animationstart', event => { nods += event.animationName === 'nod'; }, true);
    const frame = () => left-- > 0 ? requestAnimationFrame(frame) : done(nods);
    frame();";

#[test]
fn whoever_has_the_turn_nods_once_however_many_play() {
    let server = Server::start();
    let settings = json!({"seats": 10, "rules": "international", "turn": 0, "speed": "instant"});
    let path = server.table(BORIS, "Boris", &settings, &["steady"; 9]);
    let boris = Browser::open(Device::Desktop);
    let kept = [("perudo.prefs", prefs("Boris", "en")), ("perudo.guest", json!(BORIS))];
    boris.arrive(&server.url(), &path, &kept);
    boris.press("start");
    boris.wait_for_turn();
    // Somebody else looks on while he thinks.
    let anna = alone(&server, &json!(null), |prefs| prefs["pace"] = json!("normal"));
    anna.go(&path);
    anna.press("watch");
    anna.wait_for(".seat.turn .avatar");
    anna.settle();
    assert_eq!(anna.run_for_long(NODS, &[]), 0);
    boris.close();
    anna.close();
}

#[test]
fn the_winner_gets_confetti_and_whoever_loses_a_kind_word() {
    let server = Server::start();
    let game = json!({"rules": "tournament dice=1", "bots": 1, "level": "novice"});
    let anna = alone(&server, &game, |_| {});
    anna.go("/play");
    let (mut won, mut lost) = (false, false);
    while !(won && lost) {
        player::finish(&[&anna]);
        assert!(anna.sees(".winner-face .avatar"));
        let confetti = anna.sees(".confetti");
        assert_ne!(anna.sees(".consolation"), confetti);
        won |= confetti;
        lost |= !confetti;
        anna.press("again");
        anna.wait_without("result");
    }
    anna.close();
}
