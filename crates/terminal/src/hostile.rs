//! Servers that say anything: what a real table tells, with parts of it changed, left out or said twice.

use std::sync::Arc;
use std::sync::mpsc::channel;

use perudo_arena::{Contestant, Stop};
use perudo_home::decide;
use perudo_protocol::{ClientMsg, Now, Outbox, ServerMsg, WireCommand};
use perudo_table::Moment;
use perudo_words::{Language, Words};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use serde_json::{Value, json};

use crate::home::{Home, HomeGame};
use crate::join::{Seated, plainest};
use crate::net::NetEvent;
use crate::place::{Listener, Place, now};
use crate::screen::{App, Input};
use crate::store::Store;
use crate::{Colours, Guest, Options, Pace, TableLink};

/// What a table tells a player from the beginning of a game on.
fn told(rules: &str, bots: usize, seed: u64) -> Vec<ServerMsg> {
    let game = HomeGame {
        name: "Anna".to_owned(),
        bots: vec!["steady".to_owned(); bots],
        rules: rules.to_owned(),
        tours: 2,
        seed: Some(seed),
    };
    let mut home = Home::begin(&game, Language::default(), now()).unwrap();
    // The first numbers were used to sit down.
    let mut outbox = Outbox::new(1000);
    let mut told = home.look(now());
    let start = ClientMsg::Order(outbox.queue(WireCommand::Start, 0));
    told.extend(home.send(start, now()));
    for _ in 0..100 {
        let more = if let Some((job, luck)) = home.take_job() {
            let action = decide(&job, luck);
            home.decided(&job, action, now())
        } else if home.wake().is_some() {
            home.hurry(now())
        } else {
            let Some(legal) = told.iter().rev().find_map(stands).and_then(|now| now.legal.clone()) else {
                break;
            };
            let last: Value = serde_json::from_str(&told.last().unwrap().to_text()).unwrap();
            let seen = last["seq"].as_u64().unwrap();
            let act = WireCommand::Act { action: plainest(&legal) };
            home.send(ClientMsg::Order(outbox.queue(act, seen)), now())
        };
        told.extend(more);
    }
    told
}

/// How the game stands after a message, if it says so.
fn stands(message: &ServerMsg) -> Option<&Now> {
    match message {
        ServerMsg::Welcome { view, .. } => Some(&view.now),
        ServerMsg::Event { now, .. } => now.as_deref(),
        _ => None,
    }
}

/// Changes something in a message, so that it is one still.
fn changed(message: &ServerMsg, chance: &mut Xoshiro256PlusPlus) -> Option<ServerMsg> {
    let value: Value = serde_json::from_str(&message.to_text()).unwrap();
    (0..10).find_map(|_| {
        let mut lie = value.clone();
        for _ in 0..chance.random_range(1..4) {
            change(&mut lie, chance);
        }
        serde_json::from_value(lie).ok().filter(|lie| lie != message)
    })
}

fn change(value: &mut Value, chance: &mut Xoshiro256PlusPlus) {
    let deeper = chance.random_range(0..8) > 0;
    match value {
        Value::Object(fields) if deeper && !fields.is_empty() => {
            let key = fields.keys().nth(chance.random_range(0..fields.len())).unwrap().clone();
            // Without its type it is no message at all, and after a gap nothing is heard any more.
            if key != "type" && key != "seq" {
                change(fields.get_mut(&key).unwrap(), chance);
            }
        }
        Value::Object(fields) => {
            let key = fields.keys().find(|key| *key != "type" && chance.random_range(0..3) == 0).cloned();
            key.and_then(|key| fields.remove(&key));
        }
        Value::Array(items) if deeper && !items.is_empty() => {
            let index = chance.random_range(0..items.len());
            change(&mut items[index], chance);
        }
        Value::Array(items) => match chance.random_range(0..3) {
            0 => items.clear(),
            1 => drop(items.pop()),
            _ => items.extend_from_within(..),
        },
        Value::Number(_) => {
            let numbers = [0, 1, 2, 7, 19, 20, 21, 200, 255, 65_535, 1 << 32, 1 << 53, u64::MAX];
            *value = json!(numbers[chance.random_range(0..numbers.len())]);
        }
        Value::String(text) => {
            let texts = ["", "1", "255x6", "66666", "dudo", "\u{1b}[2J", "calza dice=10 players=20"];
            let texts =
                texts.map(str::to_owned).into_iter().chain([text.repeat(40), text.clone() + "\u{202e}"]);
            *text = texts.collect::<Vec<_>>().swap_remove(chance.random_range(0..9));
        }
        Value::Bool(said) => *said = !*said,
        Value::Null => *value = json!(chance.random_range(0..30)),
    }
}

/// What a hostile server says instead, and how often it lies.
fn forged(messages: &[ServerMsg], chance: &mut Xoshiro256PlusPlus, lies: &mut u32) -> Vec<ServerMsg> {
    let mut forged = Vec::new();
    for message in messages {
        match chance.random_range(0..200) {
            0 => {}
            1..10 => forged.extend([message.clone(), message.clone()]),
            10..40 => {
                let lie = changed(message, chance);
                *lies += u32::from(lie.is_some());
                forged.extend(lie);
            }
            _ => forged.push(message.clone()),
        }
    }
    forged
}

/// Tables of all kinds, each with a lie or two about almost every move.
fn for_every_lie(animated: bool, mut listen: impl FnMut(Place, Vec<ServerMsg>)) {
    let words = Words::of(Language::default());
    let tables = [("tournament dice=1", 1), ("calza dice=2", 3), ("international", 7), ("dudo dice=10", 19)];
    let link = TableLink::parse("127.0.0.1:9/t/a1").unwrap();
    let mut lies = 0;
    for (rules, bots) in tables {
        let messages = told(rules, bots, 5);
        for seed in 0..6 {
            let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed);
            let folder = tempfile::tempdir().unwrap();
            let store = Store::new(folder.path().to_owned());
            let guest = Guest::person(&store, Some("Anna".to_owned()), words).unwrap();
            // It is told in the place of the server, which nobody reaches.
            let silent: Listener = Arc::new(|_| false);
            let place = Place::online(link.clone(), None, guest, &store, words, animated, silent).unwrap();
            listen(place, forged(&messages, &mut chance, &mut lies));
        }
    }
    assert!(lies > 100, "only {lies} lies");
}

#[test]
fn whatever_a_server_says_the_screen_is_drawn() {
    for_every_lie(true, |place, messages| {
        let options = Options { pace: Pace::Normal, animated: true, colours: Colours::Sixteen };
        let mut app = App::at_place(place, options, channel().0);
        let mut terminals = [(80, 24), (36, 14)]
            .map(|(width, height)| Terminal::new(TestBackend::new(width, height)).unwrap());
        app.handle(Input::Net(0, NetEvent::Open), Moment(0));
        for (message, index) in messages.into_iter().zip(0..) {
            let now = Moment(index * 1000);
            app.handle(Input::Net(0, NetEvent::Message(Box::new(message))), now);
            app.tick(now);
            terminals[(index % 2) as usize].draw(|frame| app.draw(frame, now)).unwrap();
        }
    });
}

#[test]
fn whatever_a_server_says_bots_play_on() {
    for bot in ["steady", "thinker"] {
        let contestant = Contestant::parse(bot).unwrap();
        let mut games = 0;
        for_every_lie(false, |place, messages| {
            let player = contestant.player(1, std::time::Duration::from_secs(9), &Stop::default());
            let mut seated = Seated::new("Anna".to_owned(), place, player, 1, Stop::default());
            let mut log = |_: &str, what: &str| games += u32::from(what.contains("s the game"));
            seated.hear(NetEvent::Open, None, &mut log);
            for message in messages {
                seated.hear(NetEvent::Message(Box::new(message)), None, &mut log);
            }
        });
        assert!(games > 5, "only {games} games were won or lost");
    }
}
