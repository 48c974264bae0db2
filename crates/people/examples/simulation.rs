//! How long people wait for a table, and how soon ratings tell the strong from the weak: figures for docs/benchmarks.md.
//!
//! `cargo run --release -p perudo-people --example simulation`

#![allow(clippy::print_stdout)] // that is what it is for

use std::time::Duration;

use perudo_people::{Placed, Rating, Waiter, Wish, WishError, groups, rate};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn main() -> Result<(), WishError> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    println!("2,000 people, each for a table of four, arriving at random:");
    for minutes in [5, 10, 30, 60] {
        wait(&mut random, minutes, 1)?;
    }
    println!("the same, each for one of four different games:");
    for minutes in [10, 30] {
        wait(&mut random, minutes, 4)?;
    }
    println!("200 bots of known strength at random tables of four:");
    order(&mut random);
    Ok(())
}

/// A number that is normally distributed around 0.
fn normal(random: &mut impl Rng) -> f64 {
    let sum: f64 = (0..12).map(|_| random.random::<f64>()).sum();
    sum - 6.0
}

/// Two thousand people arrive within some minutes, and want one of so many games.
fn wait(random: &mut impl Rng, minutes: u64, games: usize) -> Result<(), WishError> {
    const PEOPLE: usize = 2000;
    const STEP: Duration = Duration::from_millis(500);
    let presets = ["classic", "tournament", "calza", "international"];
    let wishes: Vec<Wish> = presets
        .iter()
        .take(games)
        .map(|preset| Wish::new(4, preset, "normal", true))
        .collect::<Result<_, _>>()?;
    let span = Duration::from_secs(60 * minutes);
    let mut arrivals: Vec<Duration> = (0..PEOPLE).map(|_| span.mul_f64(random.random::<f64>())).collect();
    arrivals.sort_unstable();
    let mut coming = arrivals.into_iter().peekable();
    let mut queue: Vec<(Duration, Waiter)> = Vec::new();
    let (mut waits, mut spreads, mut tables) = (Vec::new(), Vec::new(), Vec::new());
    let mut now = Duration::ZERO;
    while now < span + Duration::from_secs(120) {
        while let Some(at) = coming.next_if(|at| *at <= now) {
            let waiter = Waiter {
                wish: wishes[random.random_range(0..wishes.len())],
                person: None,
                program: false,
                rating: Rating { mean: 1500.0 + 250.0 * normal(random), deviation: 80.0 },
                waited: Duration::ZERO,
                bots: false,
                blocks: Vec::new(),
            };
            queue.push((at, waiter));
        }
        for (since, waiter) in &mut queue {
            waiter.waited = now.saturating_sub(*since);
        }
        let waiting: Vec<Waiter> = queue.iter().map(|(_, waiter)| waiter.clone()).collect();
        let mut seated = vec![false; queue.len()];
        for group in groups(&waiting) {
            let means: Vec<f64> = group.members.iter().map(|index| waiting[*index].rating.mean).collect();
            let (low, high) = means
                .iter()
                .fold((f64::MAX, f64::MIN), |(low, high), mean| (low.min(*mean), high.max(*mean)));
            spreads.push(high - low);
            tables.push(group.members.len());
            for index in group.members {
                seated[index] = true;
                waits.push(waiting[index].waited);
            }
        }
        let mut index = 0;
        queue.retain(|_| {
            index += 1;
            !seated[index - 1]
        });
        now += STEP;
    }
    waits.sort_unstable();
    spreads.sort_unstable_by(f64::total_cmp);
    let full = tables.iter().filter(|size| **size == 4).count();
    println!(
        "  within {minutes:2} min: median wait {:4.1} s, 90 % under {:4.1} s, the longest {:5.1} s; {:.1} % seated, {:.1} % of \
         the tables full; ratings at a table apart by {:.0} in the median",
        at(&waits, 0.5),
        at(&waits, 0.9),
        at(&waits, 1.0),
        100.0 * waits.len() as f64 / PEOPLE as f64,
        100.0 * full as f64 / tables.len().max(1) as f64,
        spreads.get(spreads.len() / 2).copied().unwrap_or(0.0),
    );
    Ok(())
}

fn at(waits: &[Duration], share: f64) -> f64 {
    let index = ((waits.len().saturating_sub(1)) as f64 * share) as usize;
    waits.get(index).copied().unwrap_or_default().as_secs_f64()
}

/// Two hundred bots play, and their ratings are held against their strength.
fn order(random: &mut impl Rng) {
    const BOTS: usize = 200;
    /// How far a performance is from strength: somebody 200 stronger beats another in two of three tours.
    const LUCK: f64 = 250.0;
    let strength: Vec<f64> = (0..BOTS).map(|_| 1500.0 + 300.0 * normal(random)).collect();
    let mut ratings = vec![Rating::UNKNOWN; BOTS];
    for games in 1..=200 {
        let mut order: Vec<usize> = (0..BOTS).collect();
        for index in (1..BOTS).rev() {
            order.swap(index, random.random_range(0..=index));
        }
        for table in order.chunks(4) {
            let mut played: Vec<(f64, usize)> =
                table.iter().map(|bot| (strength[*bot] + LUCK * normal(random), *bot)).collect();
            played.sort_by(|one, other| other.0.total_cmp(&one.0));
            let placed: Vec<Placed> = played
                .iter()
                .zip(1..)
                .map(|((_, bot), place)| Placed { rating: ratings[*bot], place })
                .collect();
            for ((_, bot), change) in played.iter().zip(rate(&placed)) {
                ratings[*bot] = change.after;
            }
        }
        if [10, 25, 50, 100, 200].contains(&games) {
            let means: Vec<f64> = ratings.iter().map(|rating| rating.mean).collect();
            let doubt: f64 = ratings.iter().map(|rating| rating.deviation).sum::<f64>() / BOTS as f64;
            println!(
                "  after {games:3} games each: rank correlation {:.3}, mean standard deviation {doubt:.0}",
                rank_correlation(&strength, &means),
            );
        }
    }
}

/// Spearman's.
fn rank_correlation(one: &[f64], other: &[f64]) -> f64 {
    let ranks = |values: &[f64]| {
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|one, other| values[*one].total_cmp(&values[*other]));
        let mut ranks = vec![0.0; values.len()];
        for (rank, index) in order.into_iter().enumerate() {
            ranks[index] = rank as f64;
        }
        ranks
    };
    let count = one.len() as f64;
    let squares: f64 = ranks(one).iter().zip(ranks(other)).map(|(one, other)| (one - other).powi(2)).sum();
    1.0 - 6.0 * squares / (count * (count * count - 1.0))
}
