//! `master` recognises how others play, answers it, and is not deceived.

#![allow(clippy::unwrap_used)] // a test may

use std::thread::available_parallelism;
use std::time::Duration;

use perudo_arena::{Contest, Contestant, Custom, Length, Stop};
use perudo_bots::{Bot, BotKind, Network, Situation, Style, Styled};
use perudo_rules::{Action, PlayedRound, Preset};

/// Where the network's weights are; without them bots made of it would think instead.
const WEIGHTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../bots/weights/master.safetensors");

/// A bot that is told nothing of earlier rounds.
struct Forgetful(Box<dyn Bot>);

impl Bot for Forgetful {
    fn decide(&mut self, situation: &Situation<'_>) -> Action {
        self.0.decide(situation)
    }
}

/// Shows a style for two rounds and plays otherwise in every third.
struct Feigner {
    shown: Styled,
    otherwise: Box<dyn Bot>,
    rounds: usize,
}

impl Bot for Feigner {
    fn decide(&mut self, situation: &Situation<'_>) -> Action {
        match self.rounds % 3 {
            2 => self.otherwise.decide(situation),
            _ => self.shown.decide(situation),
        }
    }

    fn remember(&mut self, _round: &PlayedRound) {
        self.rounds += 1;
    }
}

fn custom(make: impl Fn(u64) -> Box<dyn Bot> + Send + Sync + 'static) -> Contestant {
    Contestant::Custom(Custom::new("somebody", make))
}

fn styled(style: Style) -> Contestant {
    custom(move |seed| Box::new(Styled::new(style, seed)))
}

/// How many of so many duels the first one wins.
fn share(first: Contestant, second: Contestant, games: u64) -> f64 {
    Network::install(&std::fs::read(WEIGHTS).unwrap()).unwrap();
    let contest = Contest {
        entries: vec![first, second],
        players: 2,
        length: Length::Games(games),
        rules: Preset::Tournament.rules(),
        seed: 1,
        bot_timeout: Duration::from_secs(10),
        threads: available_parallelism().map_or(1, usize::from),
        records: None,
        faults: None,
        stop: Stop::default(),
    };
    contest.hold(|_| ()).unwrap().contestants[0].score.win_rate()
}

#[test]
fn whoever_has_a_style_is_beaten_more_often_by_one_who_remembers_what_they_did() {
    let styles = Style::NAMED.into_iter().step_by(2);
    let gains = styles.map(|(name, style)| {
        let with = share(custom(|seed| BotKind::Master.create(seed)), styled(style), 40);
        let without =
            share(custom(|seed| Box::new(Forgetful(BotKind::Master.create(seed)))), styled(style), 40);
        println!("{name}: {with} with memory, {without} without");
        with - without
    });
    let gains: Vec<f64> = gains.collect();
    assert!(gains.iter().sum::<f64>() / gains.len() as f64 > 0.08, "{gains:?}");
}

#[test]
fn who_feigns_a_style_gains_nothing_by_it() {
    let feigner = custom(|seed| {
        let otherwise = BotKind::Expert.create(seed.rotate_left(8));
        Box::new(Feigner { shown: Styled::new(Style::STEADY, seed), otherwise, rounds: 0 })
    });
    let won = share(feigner, custom(|seed| BotKind::Master.create(seed)), 100);
    assert!(won < 0.5, "{won}");
}
