//! Whole contests: our bots under all rules, and programs that behave and misbehave.

#![allow(clippy::unwrap_used, clippy::panic)] // a test may

use std::path::PathBuf;
use std::time::Duration;

use perudo_arena::{AnswerError, Contest, Contestant, Length, NeighboursResult, Results, Score, Stop};
use perudo_bots::BotKind;
use perudo_rules::record::Replay;
use perudo_rules::{Preset, Rules, RulesSpec};
use serde_json::Value;

fn contest(entries: &[&str], players: usize, games: u64, rules: Rules) -> Contest {
    Contest {
        entries: entries.iter().map(|entry| Contestant::parse(entry).unwrap()).collect(),
        players,
        length: Length::Games(games),
        rules,
        seed: 1,
        bot_timeout: Duration::from_secs(20),
        threads: 2,
        records: None,
        faults: None,
        stop: Stop::default(),
    }
}

fn hold(contest: &Contest) -> Results {
    contest.hold(|_| ()).unwrap()
}

fn score<'a>(results: &'a Results, name: &str) -> &'a Score {
    let found = results.contestants.iter().find(|result| result.contestant.to_string().contains(name));
    &found.unwrap_or_else(|| panic!("{name} took part")).score
}

#[test]
fn our_bots_play_every_rule_set_at_tables_of_every_size_without_a_fault() {
    let all: Vec<&str> = BotKind::names().collect();
    let house = [
        "calza dice=2",
        "classic maputo=auto calza=on dice=3",
        "tournament maputo=declared maputo-final=yes players=20 dice=1",
    ];
    let rules =
        Preset::ALL.iter().map(|preset| preset.rules()).chain(house.map(|text| text.parse().unwrap()));
    for rules in rules {
        for players in [2, 5, 20] {
            if players > usize::from(rules.players) {
                continue;
            }
            // Twenty with all their dice take minutes, and meet no other rule.
            let dice = if players == 20 { rules.dice.min(2) } else { rules.dice };
            let rules = Rules::try_from(RulesSpec { dice, ..*rules }).unwrap();
            let results = hold(&contest(&all, players, 1, rules));
            for result in &results.contestants {
                assert_eq!(result.score.faults, [0; 4], "{}, {players} players, {rules}", result.contestant);
            }
            let wins: u64 = results.contestants.iter().map(|result| result.score.wins).sum();
            assert_eq!(wins, results.games, "{players} players, {rules}");
        }
    }
}

#[test]
fn a_contest_repeats_itself_exactly_whatever_the_number_of_threads() {
    let mut one = contest(&["novice", "steady", "reader", "thinker"], 3, 60, Preset::Calza.rules());
    let first = hold(&one);
    one.threads = 1;
    let second = hold(&one);
    for (a, b) in first.contestants.iter().zip(&second.contestants) {
        assert_eq!(a.score, b.score, "{}", a.contestant);
        assert!((a.rating - b.rating).abs() < 1e-6);
    }
    one.seed = 2;
    assert_ne!(hold(&one).contestants[1].score, first.contestants[1].score);
}

#[test]
fn the_order_in_which_bots_are_named_changes_nothing() {
    let score_of =
        |names: &[&str], name| *score(&hold(&contest(names, 4, 80, Preset::Tournament.rules())), name);
    let names = ["novice", "steady", "reader", "random"];
    let others = ["random", "reader", "steady", "novice"];
    for name in names {
        assert_eq!(score_of(&names, name), score_of(&others, name), "{name}");
    }
}

#[test]
fn everyone_sits_behind_everyone_else_equally_often_in_the_long_run() {
    let names = ["random", "novice", "steady"];
    let results = hold(&contest(&names, 3, 3000, Preset::Tournament.rules()));
    assert_eq!(results.neighbours.len(), 6);
    for pair in &results.neighbours {
        assert_ne!(pair.contestant, pair.after);
        // 1500 expected in a thousand deals of three tours each, standard deviation 47.
        assert!((1265..=1735).contains(&pair.score.seats), "{pair:?}");
    }
    for result in &results.contestants {
        let wins = |pair: &&NeighboursResult| pair.contestant == result.contestant;
        let wins: u64 = results.neighbours.iter().filter(wins).map(|pair| pair.score.wins).sum();
        assert_eq!(wins, result.score.wins, "{}", result.contestant);
    }
}

/// The program plays by its dice alone, and does not read the word that tells the twins apart.
#[test]
fn two_programs_that_play_alike_share_the_wins_of_every_deal() {
    let twins = ["one", "other"].map(|twin| format!("cmd:python3 {ODDS_BOT} {twin}"));
    for seed in 1..=10 {
        let mut deal = contest(&twins.each_ref().map(String::as_str), 2, 2, Preset::Tournament.rules());
        deal.seed = seed;
        let wins: Vec<u64> = hold(&deal).contestants.iter().map(|result| result.score.wins).collect();
        assert_eq!(wins, [1, 1], "seed {seed}");
    }
}

#[test]
fn every_seat_is_held_equally_often_when_bots_and_seats_do_not_match() {
    let results = hold(&contest(&["random", "novice", "steady"], 2, 300, Preset::Tournament.rules()));
    for result in &results.contestants {
        assert_eq!(result.score.seats, 200, "{}", result.contestant);
    }
    let results = hold(&contest(&["novice", "steady"], 5, 100, Preset::Tournament.rules()));
    assert_eq!(results.contestants[0].score.seats, results.contestants[1].score.seats);
}

#[test]
fn an_external_program_plays_without_a_fault() {
    let bot = concat!("cmd:python3 ", env!("CARGO_MANIFEST_DIR"), "/../../examples/bots/odds_bot.py");
    for rules in ["tournament", "classic", "calza"] {
        let results = hold(&contest(&["novice", bot], 3, 10, rules.parse().unwrap()));
        let score = score(&results, "odds_bot");
        assert_eq!(score.faults, [0; 4], "{rules}");
        assert!(score.decisions > 0 && score.wins > 0, "{rules}");
    }
}

#[test]
fn a_program_that_misbehaves_is_replaced_move_by_move_and_its_faults_are_counted() {
    let illegal = r#"cmd:sh -c 'while read -r line; do echo "{\"action\":\"200x6\"}"; done'"#;
    let cases = [
        ("cmd:sh -c 'exit 3'", AnswerError::Crashed),
        ("cmd:cat", AnswerError::Nonsense),
        (illegal, AnswerError::Illegal),
        ("cmd:sh -c 'while read -r line; do :; done'", AnswerError::Late),
        // It does not even read.
        ("cmd:sleep 1000", AnswerError::Late),
    ];
    for (program, fault) in cases {
        let mut one = contest(&["steady", program], 2, 40, Preset::Tournament.rules());
        one.threads = 1;
        one.bot_timeout = match fault {
            AnswerError::Late => Duration::from_millis(1),
            _ => Duration::from_secs(20),
        };
        let results = hold(&one);
        let score = score(&results, "cmd:");
        assert_eq!(results.games, 40, "{program}");
        let faults: u64 = score.faults.iter().sum();
        assert_eq!(faults, score.decisions, "{program}: {:?}", score.faults);
        assert!(score.faults_of(fault) > 0, "{program}: {:?}", score.faults);
    }
}

/// Plays as the bot of the examples does, but does something else at its very first turn.
fn at_its_first_turn(action: &str) -> String {
    format!(
        "cmd:python3 -c '\
         import json, sys, time; sys.path.insert(0, \"{EXAMPLES}\"); import odds_bot\n\
         first = True\n\
         for line in sys.stdin:\n\
         \x20   message = json.loads(line)\n\
         \x20   if message[\"type\"] != \"turn\": continue\n\
         \x20   if first: {action}\n\
         \x20   else: print(json.dumps({{\"action\": odds_bot.decide(message)}}), flush=True)\n\
         \x20   first = False'"
    )
}

#[test]
fn one_answer_that_never_comes_is_one_fault() {
    let mut one = contest(&["novice", &at_its_first_turn("pass")], 2, 20, Preset::Tournament.rules());
    (one.threads, one.bot_timeout) = (1, Duration::from_secs(1));
    let results = hold(&one);
    let score = score(&results, "cmd:");
    // A machine that has much else to do may let a few more be late.
    assert!((1..=3).contains(&score.faults.iter().sum::<u64>()), "{:?} of {}", score.faults, score.decisions);
    assert!(score.decisions > 50, "{}", score.decisions);
}

#[test]
fn one_answer_that_comes_late_is_one_fault_and_not_taken_for_the_next() {
    let late = r#"time.sleep(1.5); print("{\"action\": \"200x6\"}", flush=True)"#;
    let mut one = contest(&["novice", &at_its_first_turn(late)], 2, 20, Preset::Tournament.rules());
    (one.threads, one.bot_timeout) = (1, Duration::from_secs(1));
    let results = hold(&one);
    let score = score(&results, "cmd:");
    assert_eq!(score.faults_of(AnswerError::Illegal), 0);
    assert!((1..=3).contains(&score.faults.iter().sum::<u64>()), "{:?} of {}", score.faults, score.decisions);
}

#[test]
fn the_tours_of_a_contest_are_kept_as_records_that_can_be_replayed() {
    let folder = std::env::temp_dir().join(format!("perudo-arena-{}", std::process::id()));
    let mut one = contest(&["steady", "random"], 3, 6, Preset::International.rules());
    one.records = Some(folder.clone());
    let results = hold(&one);
    let files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path()).collect();
    assert_eq!(files.len() as u64, results.games);
    for file in files {
        let (replay, outcome) = Replay::read(&std::fs::read(file).unwrap());
        assert_eq!(outcome, Ok(()));
        assert!(replay.table().unwrap().1.winner().is_some());
    }
    std::fs::remove_dir_all(folder).unwrap();
}

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bots");
const ODDS_BOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bots/odds_bot.py");

#[test]
fn blank_lines_between_answers_do_not_hurt_a_program() {
    let program = format!("cmd:sh -c 'python3 -u {ODDS_BOT} | sed -u G'");
    let results = hold(&contest(&["novice", &program], 2, 6, Preset::Tournament.rules()));
    assert_eq!(score(&results, "cmd:").faults, [0; 4]);
}

#[test]
fn bytes_that_are_no_text_do_not_end_a_program() {
    let program = format!(r#"cmd:sh -c 'printf "\377\376\n"; exec python3 {ODDS_BOT}'"#);
    let results = hold(&contest(&["novice", &program], 2, 6, Preset::Tournament.rules()));
    let score = score(&results, "cmd:");
    assert_eq!(score.faults_of(AnswerError::Crashed) + score.faults_of(AnswerError::Late), 0);
    assert!(score.faults.iter().sum::<u64>() < score.decisions);
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("perudo-arena-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Everything that a program is told in six tours.
fn told(name: &str, seed: u64) -> Vec<Value> {
    let folder = folder(name);
    let messages = folder.join("messages");
    let program = format!("cmd:sh -c 'tee {} | python3 {ODDS_BOT}'", messages.display());
    let mut one = contest(&["novice", &program], 2, 6, Preset::Calza.rules());
    (one.threads, one.seed) = (1, seed);
    hold(&one);
    let messages = std::fs::read_to_string(messages).unwrap();
    std::fs::remove_dir_all(folder).unwrap();
    messages.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_program_is_told_the_end_of_every_tour() {
    assert_eq!(told("end", 1).iter().filter(|message| message["type"] == "end").count(), 6);
}

#[test]
fn a_program_gets_a_seed_that_follows_from_the_contest_and_no_hint_who_the_others_are() {
    let hellos = |name, seed| -> Vec<Value> {
        told(name, seed).into_iter().filter(|message| message["type"] == "hello").collect()
    };
    let first = hellos("hello", 1);
    assert_eq!(first, hellos("hello-again", 1));
    let seeds = |hellos: &[Value]| -> Vec<u64> {
        hellos.iter().map(|hello| hello["seed"].as_u64().unwrap()).collect()
    };
    assert_ne!(seeds(&first), seeds(&hellos("hello-else", 2)));
    // Exact in every language that reads JSON numbers as floating point.
    assert!(seeds(&first).iter().all(|&seed| seed < 1 << 53));
    for hello in first {
        assert_eq!(hello["seats"], serde_json::json!(["seat-1", "seat-2"]));
    }
}

/// As docs/bots.md says: bids by count, then by face, aces first; then `dudo`, then `calza`.
#[test]
fn what_is_legal_comes_in_the_documented_order() {
    let turns: Vec<Value> =
        told("legal", 3).into_iter().filter(|message| message["type"] == "turn").collect();
    assert!(turns.iter().any(|turn| turn["legal"].as_array().unwrap().contains(&"calza".into())));
    for turn in turns {
        let legal = turn["legal"].as_array().unwrap().iter().map(|action| action.as_str().unwrap());
        let place = |action: &str| match action.split_once('x') {
            Some((count, face)) => (0, count.parse::<u8>().unwrap(), face.parse::<u8>().unwrap()),
            None => (1 + ["dudo", "calza"].iter().position(|call| *call == action).unwrap(), 0, 0),
        };
        let places: Vec<_> = legal.map(place).collect();
        assert!(places.is_sorted(), "{turn}");
    }
}

#[test]
fn a_contest_by_time_is_one_of_as_many_games() {
    let mut one = contest(&["novice", "steady", "random"], 3, 0, Preset::Tournament.rules());
    for time in [Duration::ZERO, Duration::from_millis(50)] {
        one.length = Length::Time(time);
        let by_time = hold(&one);
        assert!(by_time.games > 0);
        one.length = Length::Games(by_time.games);
        for (a, b) in by_time.contestants.iter().zip(&hold(&one).contestants) {
            assert_eq!(a.score, b.score, "{}", a.contestant);
        }
    }
}

#[test]
fn a_contest_that_is_stopped_counts_whole_deals_alone() {
    for after in [0, 1, 5] {
        let mut one = contest(&["novice", "steady", "random"], 3, 3000, Preset::Tournament.rules());
        one.threads = 1;
        let played = std::sync::atomic::AtomicU64::new(0);
        if after == 0 {
            one.stop.stop();
        }
        let results = one
            .hold(|tours| {
                if played.fetch_add(tours, std::sync::atomic::Ordering::Relaxed) + tours >= 3 * after {
                    one.stop.stop();
                }
            })
            .unwrap();
        assert_eq!(results.games, 3 * after);
        let wins: u64 = results.contestants.iter().map(|result| result.score.wins).sum();
        assert_eq!(wins, results.games);
    }
}

/// The program never answers and may think for an hour: only a stop ends this.
#[test]
fn a_contest_can_be_stopped_while_a_program_thinks() {
    let mut one = contest(&["steady", "cmd:sh -c 'cat > /dev/null'"], 2, 10, Preset::Tournament.rules());
    one.bot_timeout = Duration::from_secs(3600);
    let results = std::thread::scope(|scope| {
        let contest = scope.spawn(|| one.hold(|_| ()).unwrap());
        one.stop.stop();
        contest.join().unwrap()
    });
    assert_eq!(results.games, 0);
}

#[test]
fn faulty_answers_are_logged_with_what_was_asked() {
    let folder = folder("faults");
    let program = r#"cmd:sh -c 'while read -r line; do echo "{\"action\":\"200x6\"}"; done'"#;
    let mut one = contest(&["steady", program], 2, 4, Preset::Tournament.rules());
    one.threads = 1;
    one.faults = Some(folder.join("faults.jsonl"));
    let results = hold(&one);
    let log = std::fs::read_to_string(folder.join("faults.jsonl")).unwrap();
    std::fs::remove_dir_all(folder).unwrap();
    let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len() as u64, score(&results, "cmd:").faults.iter().sum::<u64>());
    assert!(!lines.is_empty());
    for line in lines {
        assert!((1..=2).contains(&line["deal"].as_u64().unwrap()), "{line}");
        assert_eq!(line["bot"], program, "{line}");
        assert!(line["turn"]["legal"].is_array(), "{line}");
        let said = match line["fault"].as_str().unwrap() {
            "illegal" => Value::from("{\"action\":\"200x6\"}"),
            _ => Value::Null,
        };
        assert!(line["answer"] == said || line["fault"] != "illegal", "{line}");
    }
}

/// The program and what it starts hold a pipe open. Its end tells that both are gone.
#[cfg(unix)]
#[test]
fn what_a_program_leaves_behind_ends_with_it() {
    let pipe = std::env::temp_dir().join(format!("perudo-arena-left-{}", std::process::id()));
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let (ended, end) = std::sync::mpsc::channel();
    let path = pipe.clone();
    std::thread::spawn(move || {
        // Opening it waits for the program, reading it for the end of everyone who writes to it.
        ended.send(std::fs::read(path)).unwrap();
    });
    let program = format!("cmd:sh -c 'exec 3>{}; sleep 1000 & exec python3 {ODDS_BOT}'", pipe.display());
    let mut one = contest(&["steady", &program], 2, 2, Preset::Tournament.rules());
    one.threads = 1;
    let results = hold(&one);
    assert_eq!(score(&results, "cmd:").faults, [0; 4]);
    let end = end.recv_timeout(Duration::from_secs(60));
    std::fs::remove_file(pipe).unwrap();
    assert_eq!(end.expect("the process that the program started still runs").unwrap(), b"");
}

#[test]
fn a_contest_of_very_many_entries_needs_no_list_of_all_line_ups() {
    let many = vec!["random"; 40];
    let rules: Rules = "tournament players=20".parse().unwrap();
    let results = hold(&contest(&many, 15, 1, rules));
    assert_eq!(results.games, 15);
}
