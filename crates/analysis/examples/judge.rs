//! How good the judge is: the figures of `docs/analysis.md`.
//!
//!     cargo run --release -p perudo-analysis --features weights --example judge -- [TOURS] [SEED]

#![allow(clippy::unwrap_used, clippy::print_stdout)] // a measurement that cannot be made has failed

use std::time::{Duration, Instant};

use perudo_analysis::{Mark, Marks};
use perudo_bots::{BotKind, Judge, Judgement, Network, Situation};
use perudo_rules::{Action, BySeat, Command, Event, Face, Game, PlayedRound, Preset, Seat, Standing};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// From the weakest to the strongest.
const LEVELS: [BotKind; 8] = [
    BotKind::Random,
    BotKind::Novice,
    BotKind::Pupil,
    BotKind::Amateur,
    BotKind::Regular,
    BotKind::Veteran,
    BotKind::Expert,
    BotKind::Master,
];
/// One in so many decisions is looked at again with ten times the effort.
const AGAIN: u32 = 12;

/// A decision as it was judged.
struct Row {
    level: usize,
    players: usize,
    judged: Judgement,
    action: Action,
    /// Whether the standing bid was true.
    held: Option<bool>,
    /// The same without the solver's tables, where they were used.
    network: Option<Judgement>,
    /// The same with ten times the effort.
    longer: Option<Judgement>,
    won: bool,
}

struct Measured {
    rows: Vec<Row>,
    time: Duration,
}

impl Measured {
    fn play(&mut self, network: &'static Network, levels: &[usize], preset: Preset, seed: u64) {
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut game: Game = Game::new(preset.rules(), levels.len()).unwrap();
        let mut judge = Judge::new(network);
        let mut bots: Vec<_> = levels.iter().map(|&level| LEVELS[level].create(seed)).collect();
        let (first, mut bids) = (self.rows.len(), Vec::new());
        let mut seats = Vec::new();
        let dice = BySeat::from_fn(|seat: Seat| (seat.index() < levels.len()).then_some(preset.rules().dice));
        let open = Seat::new(chance.random_range(0..levels.len())).unwrap();
        let happen = |game: &mut Game, command| {
            let event = game.decide(command).unwrap();
            game.apply(&event);
        };
        happen(&mut game, Command::SetDice(dice));
        happen(&mut game, Command::Open { seat: open, opening: perudo_rules::Opening::Start });
        while game.winner().is_none() {
            let Some(seat) = game.turn() else {
                bids.clear();
                let hands = BySeat::from_fn(|seat| {
                    (0..game.dice(seat)).map(|_| Face::ALL[chance.random_range(0..6)]).collect()
                });
                happen(&mut game, Command::Roll(hands));
                continue;
            };
            let view = game.seen_by(seat);
            let action = bots[seat.index()].decide(&Situation { view: &view, bids: &bids });
            let begun = Instant::now();
            let judged = judge.judge(&view, &bids, Some(action)).unwrap();
            self.time += begun.elapsed();
            let network_alone = judged
                .perfect
                .then(|| Judge::new(network).without_tables().judge(&view, &bids, Some(action)).unwrap());
            let longer = (!judged.perfect && chance.random_range(0..AGAIN) == 0)
                .then(|| Judge::new(network).with_effort(10).judge(&view, &bids, Some(action)).unwrap());
            let standing = game.standing().zip(game.hands());
            let held = standing.map(|(made, hands)| hands.fulfil(made.bid, game.kind().jokers()));
            self.rows.push(Row {
                level: levels[seat.index()],
                players: levels.len(),
                judged,
                action,
                held,
                network: network_alone,
                longer,
                won: false,
            });
            seats.push(seat);
            let event = game.decide(Command::Act { seat, action }).unwrap();
            match event {
                Event::Bid { bid, .. } => bids.push(Standing { bid, bidder: seat }),
                Event::Revealed(reveal) => {
                    let round = PlayedRound::new(&game, &bids, reveal);
                    bots.iter_mut().for_each(|bot| bot.remember(&round));
                }
                _ => {}
            }
            game.apply(&event);
        }
        for (row, seat) in self.rows[first..].iter_mut().zip(seats) {
            row.won = Some(seat) == game.winner();
        }
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse::<u64>().unwrap());
    let (tours, seed) = (arguments.next().unwrap_or(60), arguments.next().unwrap_or(1));
    let network = Network::current().unwrap();
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed);
    let empty = || Measured { rows: Vec::new(), time: Duration::ZERO };

    let mut mixed = empty();
    for tour in 0..tours {
        let players = 2 + (tour % 5) as usize;
        let levels: Vec<usize> = (0..players).map(|_| chance.random_range(0..LEVELS.len())).collect();
        let preset = *[Preset::Tournament, Preset::Classic, Preset::Calza].choose(&mut chance).unwrap();
        mixed.play(network, &levels, preset, seed << 32 | tour);
    }
    let mut masters = empty();
    for tour in 0..tours {
        let players = 2 + (tour % 5) as usize;
        masters.play(network, &vec![LEVELS.len() - 1; players], Preset::Tournament, !(seed << 32 | tour));
    }

    println!("## By level\n");
    by_level(&mixed.rows);
    println!("\n## Calibration, masters among themselves\n");
    calibration(&masters.rows);
    println!("\n## Finals within the tables\n");
    finals(&mixed.rows, &masters.rows);
    println!("\n## Ten times the effort\n");
    effort(&mixed.rows);
    println!("\n## Is the standing bid true?\n");
    truth(&mixed.rows);
    println!("\n## Recommendations\n");
    recommendations(&mixed.rows, &masters.rows);
    println!("\n## Speed\n");
    for (name, measured) in [("mixed", &mixed), ("masters", &masters)] {
        let count = measured.rows.len();
        println!(
            "{name}: {count} decisions, {:.1} ms each",
            measured.time.as_secs_f64() * 1e3 / count as f64
        );
    }
}

fn by_level(rows: &[Row]) {
    println!(
        "| level | decisions | points a decision | share of the stake | accuracy | best | fine | inaccuracy | mistake | blunder | share: median, 75, 90, 95, 99 % |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    for (level, kind) in LEVELS.iter().enumerate() {
        let rows: Vec<&Row> = rows.iter().filter(|row| row.level == level).collect();
        let (mut marks, mut shares) = (Marks::default(), Vec::new());
        let (mut costs, mut stakes) = (0.0, 0.0);
        for row in &rows {
            let cost = row.judged.cost(row.action).unwrap();
            marks.add(Mark::of(cost, row.judged.stake));
            costs += cost;
            stakes += row.judged.stake;
            shares.push(cost / row.judged.stake.max(1e-9));
        }
        shares.sort_by(f64::total_cmp);
        let count = rows.len().max(1) as f64;
        let part = |marks: u32| format!("{:.1}", 100.0 * f64::from(marks) / count);
        let at = |share: f64| shares.get((share * shares.len() as f64) as usize).copied().unwrap_or(0.0);
        println!(
            "| {} | {} | {:.2} | {:.3} | {:.1} | {} | {} | {} | {} | {} | {} |",
            kind.name(),
            rows.len(),
            100.0 * costs / count,
            shares.iter().sum::<f64>() / count,
            100.0 * (1.0 - costs / stakes.max(1e-9)),
            part(marks.best),
            part(marks.fine),
            part(marks.inaccuracy),
            part(marks.mistake),
            part(marks.blunder),
            [0.5, 0.75, 0.9, 0.95, 0.99].map(|share| format!("{:.3}", at(share))).join(" "),
        );
    }
}

fn calibration(rows: &[Row]) {
    println!(
        "| players | decisions | said | won | by tenths: said / won (decisions) |\n|---|---|---|---|---|"
    );
    for players in 0..=6 {
        let rows: Vec<&Row> = rows.iter().filter(|row| players == 0 || row.players == players).collect();
        if rows.is_empty() {
            continue;
        }
        let mean = |rows: &[&&Row]| {
            let count = rows.len().max(1) as f64;
            let said: f64 = rows.iter().map(|row| row.judged.before).sum();
            let won: f64 = rows.iter().map(|row| f64::from(u8::from(row.won))).sum();
            (100.0 * said / count, 100.0 * won / count)
        };
        let tenths: Vec<String> = (0..10)
            .filter_map(|tenth| {
                let bin: Vec<&&Row> =
                    rows.iter().filter(|row| ((10.0 * row.judged.before) as usize).min(9) == tenth).collect();
                let (said, won) = mean(&bin);
                (!bin.is_empty()).then(|| format!("{said:.0}/{won:.0} ({})", bin.len()))
            })
            .collect();
        let all: Vec<&&Row> = rows.iter().collect();
        let (said, won) = mean(&all);
        let players = if players == 0 { "all".to_owned() } else { players.to_string() };
        println!("| {players} | {} | {said:.1} | {won:.1} | {} |", rows.len(), tenths.join(", "));
    }
}

/// Mean, root of the mean square, and the largest.
fn errors(pairs: impl Iterator<Item = (f64, f64)>) -> String {
    let errors: Vec<f64> = pairs.map(|(found, right)| 100.0 * (found - right)).collect();
    let count = errors.len().max(1) as f64;
    let mean = errors.iter().sum::<f64>() / count;
    let square = (errors.iter().map(|error| error * error).sum::<f64>() / count).sqrt();
    let most = errors.iter().fold(0.0, |most: f64, error| most.max(error.abs()));
    format!("{} pairs, mean {mean:+.2}, rms {square:.2}, at most {most:.1} points", errors.len())
}

fn finals(mixed: &[Row], masters: &[Row]) {
    for (name, rows) in [("mixed", mixed), ("masters", masters)] {
        let pairs = || rows.iter().filter_map(|row| Some((row, row.network.as_ref()?)));
        println!("{name}: before: {}", errors(pairs().map(|(row, alone)| (alone.before, row.judged.before))));
        let cost = |judged: &Judgement, row: &Row| judged.cost(row.action).unwrap();
        println!(
            "{name}: cost of the action taken: {}",
            errors(pairs().map(|(row, alone)| (cost(alone, row), cost(&row.judged, row))))
        );
        let regret = pairs().map(|(row, alone)| {
            let best = alone.best().unwrap().action;
            (row.judged.cost(best).unwrap(), 0.0)
        });
        println!("{name}: what the network's best costs by the tables: {}", errors(regret));
        let apart = pairs().map(|(row, _)| (row.judged.best().unwrap().chance, row.judged.before));
        println!("{name}: best above before, by the tables: {}", errors(apart));
    }
}

fn effort(rows: &[Row]) {
    let pairs = || rows.iter().filter_map(|row| Some((row, row.longer.as_ref()?)));
    println!("before: {}", errors(pairs().map(|(row, longer)| (row.judged.before, longer.before))));
    let cost = |judged: &Judgement, row: &Row| judged.cost(row.action).unwrap();
    println!("cost: {}", errors(pairs().map(|(row, longer)| (cost(&row.judged, row), cost(longer, row)))));
    let regret = pairs().filter_map(|(row, longer)| Some((longer.cost(row.judged.best()?.action)?, 0.0)));
    println!("what the best costs by the longer look: {}", errors(regret));
    let share = pairs().map(|(row, longer)| {
        let stake = row.judged.stake.max(1e-9);
        (cost(&row.judged, row) / stake, cost(longer, row) / stake)
    });
    println!("cost as a share of the stake (in 100): {}", errors(share));
    let same = pairs().filter(|(row, longer)| {
        let mark = |judged: &Judgement| Mark::of(cost(judged, row), judged.stake);
        mark(&row.judged) == mark(longer)
    });
    println!("same mark: {} of {}", same.count(), pairs().count());
}

fn truth(rows: &[Row]) {
    let mut log = [0.0; 2];
    let mut count = 0;
    for row in rows.iter().filter(|row| !row.judged.perfect && row.level > 0) {
        let (Some(held), Some((_, truth))) = (row.held, row.judged.standing) else { continue };
        if truth.by_dice <= 0.0 || truth.by_dice >= 1.0 {
            continue;
        }
        count += 1;
        for (sum, said) in log.iter_mut().zip([truth.by_dice, truth.by_bids]) {
            let said = if held { said } else { 1.0 - said };
            *sum -= said.clamp(1e-6, 1.0).ln();
        }
    }
    let [dice, bids] = log.map(|sum| sum / f64::from(count.max(1)));
    println!("without random: log loss by the own dice {dice:.4}, knowing the bids {bids:.4} ({count} bids)");
}

fn recommendations(mixed: &[Row], masters: &[Row]) {
    for (name, rows) in [("mixed", mixed), ("masters", masters)] {
        let truths: Vec<f64> =
            rows.iter().filter_map(|row| Some(row.judged.best()?.truth?.by_dice)).collect();
        let below = |most: f64| truths.iter().filter(|&&truth| truth < most).count();
        let impossible = truths.iter().filter(|&&truth| truth <= 0.0).count();
        println!(
            "{name}: of {} decisions {} bids are recommended: {impossible} impossible by the own dice, {} below 5 % likely, {} below 10 %",
            rows.len(),
            truths.len(),
            below(0.05),
            below(0.1),
        );
        let over =
            rows.iter().filter(|row| row.judged.best().unwrap().chance < row.judged.before - 1e-9).count();
        println!("{name}: best below before: {over}");
        let book = rows.iter().filter(|row| row.judged.perfect).filter(|row| {
            let bluff = |share: f64| share > 0.5;
            row.judged.choices.iter().any(|c| bluff(c.share) && c.truth.is_some_and(|t| t.by_dice <= 0.0))
        });
        println!("{name}: finals where perfect play mostly bids the impossible: {}", book.count());
    }
}
