//! Who does best in one and the same seat: against tables of each bot of the repository, of one style each, and of mixes
//! of all of them.
//! `cargo run --release -p perudo-arena --example seats -- 4 150 1 16 8 master steady reader` (players, tours a table, seed,
//! random styles besides those with a name, mixes, who has the seat).

#![allow(clippy::expect_used, clippy::panic, clippy::print_stdout)] // a tool that cannot go on says why and ends

use std::env::args;

use perudo_arena::{Contest, Contestant, Custom};
use perudo_bots::{Style, Styled};

/// The bots of the repository but for `master` itself, who is even with its own.
const BOTS: [&str; 10] =
    ["pupil", "amateur", "regular", "veteran", "expert", "novice", "steady", "reader", "thinker", "solver"];

/// Who sits in the other seats.
struct Table {
    name: String,
    others: Vec<Contestant>,
}

fn main() {
    let all: Vec<String> = args().skip(1).collect();
    let [players, games, seed, random, mixes, bots @ ..] = &all[..] else {
        panic!("players, tours, seed, random styles, mixes, bots")
    };
    let number = |text: &String| text.parse::<u64>().expect("a number");
    let (players, games, seed) = (number(players) as usize, number(games), number(seed));
    let tables = tables(players - 1, seed, number(random), number(mixes));
    let bots: Vec<Contestant> = bots.iter().map(|bot| contestant(bot)).collect();
    let mut won = vec![Vec::new(); bots.len()];
    for Table { name, others } in &tables {
        let shares: Vec<f64> = bots.iter().map(|bot| 100.0 * share(bot, others, games, seed)).collect();
        let row: String = shares.iter().map(|share| format!(" {share:5.1}")).collect();
        println!("{name:18}{row}");
        won.iter_mut().zip(shares).for_each(|(won, share)| won.push(share));
    }
    let mean = |shares: &[f64]| shares.iter().sum::<f64>() / shares.len() as f64;
    let row: String = won.iter().map(|won| format!(" {:5.1}", mean(won))).collect();
    println!("{:18}{row}", "mean");
    let [first, others @ ..] = &won[..] else { return };
    if others.is_empty() {
        return;
    }
    let best = |table: usize| others.iter().map(|won| won[table]).fold(f64::MIN, f64::max);
    let behind: Vec<f64> = (0..tables.len()).map(|table| best(table) - first[table]).collect();
    let most = behind.iter().copied().fold(f64::MIN, f64::max);
    let where_most = behind.iter().position(|&behind| behind == most).map_or("", |table| &tables[table].name);
    println!("behind the best other: {:+.1} on average, {most:+.1} at most ({where_most})", mean(&behind));
}

/// All tables with so many other seats.
fn tables(others: usize, seed: u64, random: u64, mixes: u64) -> Vec<Table> {
    let named = Style::NAMED.map(|(name, style)| (name.to_owned(), style));
    let drawn = (0..random).map(|number| (format!("random {number}"), Style::random(1000 * seed + number)));
    let styles = named.into_iter().chain(drawn).map(|(name, style)| (name.clone(), styled(&name, style)));
    let bots = BOTS.map(|bot| (format!("bot {bot}"), contestant(bot)));
    let players: Vec<(String, Contestant)> = styles.chain(bots).collect();
    // With one other seat a mix is one of them.
    let mixes = if others > 1 { mixes } else { 0 };
    let mixes = (0..mixes).map(|number| {
        // Which are at a table follows from the seed; a prime step goes through all of them.
        let first = (seed * 7919 + number * 104_729) as usize;
        let others = (0..others).map(|seat| players[(first + seat * 13) % players.len()].1.clone()).collect();
        Table { name: format!("mix {number}"), others }
    });
    let alike = |(name, player): &(String, Contestant)| Table {
        name: name.clone(),
        others: vec![player.clone(); others],
    };
    players.iter().map(alike).chain(mixes).collect()
}

/// A bot, or a style by its name.
fn contestant(name: &str) -> Contestant {
    let style =
        Style::NAMED.into_iter().find(|(known, _)| *known == name && Contestant::parse(name).is_err());
    match style {
        Some((name, style)) => styled(name, style),
        None => Contestant::parse(name).expect("a bot"),
    }
}

fn styled(name: &str, style: Style) -> Contestant {
    Contestant::Custom(Custom::new(name, move |seed| Box::new(Styled::new(style, seed))))
}

/// How many tours one seat wins against the others.
fn share(bot: &Contestant, others: &[Contestant], games: u64, seed: u64) -> f64 {
    let entries: Vec<Contestant> = [bot].into_iter().chain(others).cloned().collect();
    let contest = Contest::new(entries, games, seed);
    let results = contest.hold(|_| ()).expect("a contest");
    results.contestants[0].score.win_rate()
}
