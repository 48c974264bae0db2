//! Makes the puzzles that come with the program, and verifies all of them: `docs/learn.md`.
//!
//!     cargo run --release -p perudo-learn --features weights --example puzzles -- make FILE [FINALS] [TABLES]
//!     cargo run --release -p perudo-learn --features weights --example puzzles -- verify FILE
//!     cargo run --release -p perudo-learn --features weights --example puzzles -- show FILE
//!     cargo run --release -p perudo-learn --features weights --example puzzles -- join FILE FINALS-FILE TABLES-FILE

#![allow(clippy::print_stdout)] // that is what it is for

use std::error::Error;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;
use std::{env, fs, io, thread};

use perudo_bots::Network;
use perudo_learn::{Maker, Puzzle, Puzzles, Selection, Sort, Verdict};

/// After so many seeds there are as many puzzles as there are.
const MOST_SEEDS: u64 = 200_000;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let maker = Maker::new(Network::current().map_err(|error| error.to_string())?);
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["make", file] => make(maker, file, 2100, 150),
        ["make", file, finals, tables] => make(maker, file, finals.parse()?, tables.parse()?),
        ["verify", file] => verify(maker, file),
        ["join", file, finals, tables] => join(file, finals, tables),
        ["show", file] => {
            Puzzles::read(&fs::read(file)?)?.iter().for_each(|puzzle| println!("{puzzle}"));
            Ok(ExitCode::SUCCESS)
        }
        _ => {
            Err("make FILE [FINALS] [TABLES], verify FILE, show FILE or join FILE FINALS-FILE TABLES-FILE"
                .into())
        }
    }
}

fn make(maker: Maker, file: &str, finals: usize, tables: usize) -> Result<ExitCode, Box<dyn Error>> {
    let begun = Instant::now();
    // What there is so far is kept after every batch: whoever has no time left may stop it.
    let keep = |all: &[Puzzle]| {
        let bytes = Puzzles::new(all.to_vec()).write();
        fs::write(file, &bytes).map(|()| bytes.len())
    };
    let mut chosen =
        gather("finals", 512, finals, |seed| maker.of_final(seed), &|finals| keep(finals).map(drop))?;
    let tables = gather("tables", 8, tables, |seed| maker.of_tour(seed), &|tables| {
        keep(&[&chosen, tables].concat()).map(drop)
    })?;
    chosen.extend(tables);
    let bytes = keep(&chosen)?;
    println!("{} puzzles, {bytes} bytes, {} s", chosen.len(), begun.elapsed().as_secs());
    Ok(ExitCode::SUCCESS)
}

/// The solved finals of one file and the judged tables of another: either can be made anew alone.
fn join(file: &str, finals: &str, tables: &str) -> Result<ExitCode, Box<dyn Error>> {
    let mut all = Vec::new();
    for (from, sort) in [(finals, Sort::Solved), (tables, Sort::Judged)] {
        let puzzles = Puzzles::read(&fs::read(from)?)?;
        all.extend(puzzles.iter().filter(|puzzle| puzzle.sort == sort).cloned());
    }
    let (count, bytes) = (all.len(), Puzzles::new(all).write());
    fs::write(file, &bytes)?;
    println!("{count} puzzles, {} bytes", bytes.len());
    Ok(ExitCode::SUCCESS)
}

/// Goes through seeds, so many at once, until there are enough puzzles. What is found does not depend on the threads.
fn gather(
    what: &str,
    batch: u64,
    wanted: usize,
    of_seed: impl Fn(u64) -> Vec<Puzzle> + Sync,
    keep: &dyn Fn(&[Puzzle]) -> io::Result<()>,
) -> io::Result<Vec<Puzzle>> {
    let (mut selection, mut first) = (Selection::new(wanted), 0);
    while !selection.is_full() && first < MOST_SEEDS {
        let seeds: Vec<u64> = (first..first + batch).collect();
        on_all_cores(&seeds, |&seed| of_seed(seed))
            .into_iter()
            .flatten()
            .for_each(|one| selection.offer(one));
        first += batch;
        println!("{what}: {first} seeds, {} puzzles", selection.puzzles().len());
        keep(selection.puzzles())?;
    }
    Ok(selection.puzzles().to_vec())
}

fn verify(maker: Maker, file: &str) -> Result<ExitCode, Box<dyn Error>> {
    let (begun, puzzles) = (Instant::now(), Puzzles::read(&fs::read(file)?)?);
    let all: Vec<&Puzzle> = puzzles.iter().collect();
    let verdicts = on_all_cores(&all, |puzzle| maker.verify(puzzle));
    let mut failed = 0;
    for (puzzle, verdict) in all.iter().zip(verdicts) {
        if let Verdict::Fails { best } = verdict {
            failed += 1;
            println!("fails: {puzzle}: {best:?}");
        }
    }
    let solved = all.iter().filter(|puzzle| puzzle.sort == Sort::Solved).count();
    let seconds = begun.elapsed().as_secs();
    println!("{} puzzles, {solved} of them solved; {failed} fail; {seconds} s", all.len());
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn on_all_cores<T: Sync, R: Send>(all: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::with_capacity(all.len())));
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(one) = all.get(index) else { break };
                    let result = work(one);
                    done.lock().unwrap_or_else(PoisonError::into_inner).push((index, result));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}
