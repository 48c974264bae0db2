//! A contest: many tours on many tables in parallel.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use std::{fs, io, thread};

use perudo_rules::record::{Names, Record, SeatsError};
use perudo_rules::{AllHands, Game, Rules, Seat, TableSizeError};
use thiserror::Error;

use crate::contestant::Contestant;
use crate::dealer::mix;
use crate::player::Player;
use crate::rating::{TableWins, ratings};
use crate::score::Score;
use crate::tour::{Outcome, Tour};

/// What is to be played.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
///
/// use perudo_arena::{Contest, Contestant};
/// use perudo_rules::Preset;
///
/// let contest = Contest {
///     entries: vec![Contestant::parse("steady")?, Contestant::parse("random")?],
///     players: 2,
///     games: 20,
///     rules: Preset::Tournament.rules(),
///     seed: 1,
///     bot_timeout: Duration::from_secs(1),
///     threads: 1,
///     records: None,
/// };
/// let results = contest.hold(|_| ())?;
/// assert_eq!(results.games, 20);
/// let [steady, random] = &results.contestants[..] else { panic!() };
/// assert!(steady.score.win_rate() > random.score.win_rate());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Contest {
    /// Who takes part; someone may take part several times.
    pub entries: Vec<Contestant>,
    /// Seats at each table.
    pub players: usize,
    /// Tours to play at least; a deal is always played to its last replay.
    pub games: u64,
    /// The rule set.
    pub rules: Rules,
    /// Where chance begins: the same seed gives the same contest.
    pub seed: u64,
    /// How long a program may think.
    pub bot_timeout: Duration,
    /// Tables at a time.
    pub threads: usize,
    /// Where to keep the tours as records.
    pub records: Option<PathBuf>,
}

/// Why a contest cannot be held.
#[derive(Debug, Error)]
pub enum ContestError {
    /// There are fewer than two entries.
    #[error("a contest takes at least two entries")]
    TooFewEntries,
    /// The rules do not take so many players.
    #[error(transparent)]
    TableSize(#[from] TableSizeError),
    /// The short names of the contestants do not make a table.
    #[error(transparent)]
    Seats(#[from] SeatsError),
    /// A record cannot be written.
    #[error("cannot write {}: {source}", file.display())]
    CannotWrite {
        /// The file or folder.
        file: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

/// The results of a contest.
#[derive(Clone, Debug)]
pub struct Results {
    /// Each contestant once, in the order of the entries.
    pub contestants: Vec<ContestantResult>,
    /// Tours played.
    pub games: u64,
    /// How long it took.
    pub seconds: f64,
}

/// The results of one contestant.
#[derive(Clone, Debug)]
pub struct ContestantResult {
    /// The contestant.
    pub contestant: Contestant,
    /// Its wins, dice and faults.
    pub score: Score,
    /// Its rating; 1500 is average.
    pub rating: f64,
    /// How long it thought in all.
    pub thinking: Duration,
}

/// The results of one thread so far.
struct Sums {
    scores: Vec<Score>,
    thinking: Vec<Duration>,
    tables: TableWins,
    games: u64,
}

impl Sums {
    fn new(contestants: usize) -> Sums {
        Sums {
            scores: vec![Score::default(); contestants],
            thinking: vec![Duration::ZERO; contestants],
            tables: TableWins::new(),
            games: 0,
        }
    }

    fn merge(&mut self, other: Sums) {
        for (sum, more) in self.scores.iter_mut().zip(&other.scores) {
            sum.merge(more);
        }
        for (sum, more) in self.thinking.iter_mut().zip(other.thinking) {
            *sum += more;
        }
        for (table, wins) in other.tables {
            let sums = self.tables.entry(table).or_insert_with(|| vec![0; wins.len()]);
            for (sum, more) in sums.iter_mut().zip(wins) {
                *sum += more;
            }
        }
        self.games += other.games;
    }
}

impl Contest {
    /// Holds the contest. `progress` is called with the tours played since it was last called,
    /// from any thread.
    ///
    /// # Errors
    ///
    /// The contest cannot be held as it is planned, or its records cannot be written.
    pub fn hold(&self, progress: impl Fn(u64) + Sync) -> Result<Results, ContestError> {
        self.hold_while(|tours| {
            progress(tours);
            true
        })
    }

    /// Like [`Contest::hold`], and stops early once `go_on` says no: the results are those of the deals played so far.
    ///
    /// # Errors
    ///
    /// The same.
    pub fn hold_while(&self, go_on: impl Fn(u64) -> bool + Sync) -> Result<Results, ContestError> {
        self.check()?;
        if let Some(folder) = &self.records {
            fs::create_dir_all(folder).map_err(|error| cannot_write(folder, error))?;
        }
        let start = Instant::now();
        let plan = Plan::new(self);
        let next_deal = AtomicU64::new(0);
        let sums = Mutex::new(Sums::new(plan.contestants.len()));
        let failure = Mutex::new(None);
        thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                scope.spawn(|| {
                    let mut worker = Worker::new(self, &plan);
                    loop {
                        let deal = next_deal.fetch_add(1, Ordering::Relaxed);
                        if deal >= plan.deals {
                            break;
                        }
                        match worker.play_deal(deal) {
                            Ok(games) if go_on(games) => {}
                            Ok(_) => next_deal.store(plan.deals, Ordering::Relaxed),
                            Err(error) => {
                                next_deal.store(plan.deals, Ordering::Relaxed);
                                *lock(&failure) = Some(error);
                            }
                        }
                    }
                    lock(&sums).merge(worker.sums);
                });
            }
        });
        if let Some(error) = lock(&failure).take() {
            return Err(error);
        }
        let sums = sums.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        let ratings = ratings(plan.contestants.len(), &sums.tables);
        let seen = sums.scores.into_iter().zip(sums.thinking).zip(ratings);
        let result = |(contestant, ((score, thinking), rating))| ContestantResult {
            contestant,
            score,
            rating,
            thinking,
        };
        Ok(Results {
            contestants: plan.contestants.into_iter().zip(seen).map(result).collect(),
            games: sums.games,
            seconds: start.elapsed().as_secs_f64(),
        })
    }

    fn check(&self) -> Result<(), ContestError> {
        if self.entries.len() < 2 {
            return Err(ContestError::TooFewEntries);
        }
        Game::<AllHands>::new(self.rules, self.players)?;
        Ok(())
    }

    /// How many tours will really be played.
    pub fn tours(&self) -> u64 {
        let plan = Plan::new(self);
        plan.deals.saturating_mul(plan.replays as u64)
    }
}

/// A lock whose holder panicked still holds valid sums.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Which contestants meet, and how often.
struct Plan {
    /// Each contestant once.
    contestants: Vec<Contestant>,
    /// How many ways there are to choose who sits down together; deals go through these in turn.
    lineups: u64,
    /// For each entry, which contestant it is.
    who: Vec<usize>,
    /// How often each deal is played: until every entry of the line-up has held every seat.
    replays: usize,
    deals: u64,
}

impl Plan {
    fn new(contest: &Contest) -> Plan {
        let mut contestants: Vec<Contestant> = Vec::new();
        let mut who = Vec::new();
        for entry in &contest.entries {
            let known = contestants.iter().position(|contestant| contestant == entry);
            who.push(known.unwrap_or_else(|| {
                contestants.push(entry.clone());
                contestants.len() - 1
            }));
        }
        let entries = contest.entries.len();
        // Fewer entries than seats go round the table; more take turns in all combinations.
        let size = entries.min(contest.players);
        let lineups = choices(entries, size);
        let deals = contest.games.div_ceil(size.max(1) as u64);
        Plan { contestants, lineups, who, replays: size, deals }
    }
}

/// In how many ways `size` of `from` things can be chosen; more than anyone can play are as many as fit.
fn choices(from: usize, size: usize) -> u64 {
    (0..size.min(from))
        .try_fold(1u64, |ways, n| Some(ways.checked_mul((from - n) as u64)? / (n as u64 + 1)))
        .unwrap_or(u64::MAX)
}

/// The choice with that number, in the order of a dictionary.
fn choice(mut number: u64, from: usize, size: usize) -> Vec<usize> {
    let mut chosen = Vec::with_capacity(size);
    for candidate in 0..from {
        let missing = size - chosen.len();
        if missing == 0 {
            break;
        }
        let with = choices(from - candidate - 1, missing - 1);
        if number < with || from - candidate == missing {
            chosen.push(candidate);
        } else {
            number -= with;
        }
    }
    chosen
}

fn cannot_write(file: &Path, source: io::Error) -> ContestError {
    ContestError::CannotWrite { file: file.to_owned(), source }
}

/// What one thread plays. Programs keep running from tour to tour.
struct Worker<'a> {
    contest: &'a Contest,
    plan: &'a Plan,
    programs: Vec<Vec<Box<dyn Player>>>,
    sums: Sums,
}

impl<'a> Worker<'a> {
    fn new(contest: &'a Contest, plan: &'a Plan) -> Worker<'a> {
        let programs = contest.entries.iter().map(|_| Vec::new()).collect();
        Worker { contest, plan, programs, sums: Sums::new(plan.contestants.len()) }
    }

    /// Plays a deal with every rotation of its line-up, the same dice each time.
    fn play_deal(&mut self, deal: u64) -> Result<u64, ContestError> {
        let lineup = choice(deal % self.plan.lineups, self.contest.entries.len(), self.plan.replays);
        let seed = mix(self.contest.seed ^ mix(deal));
        let mut scores = vec![Score::default(); self.plan.contestants.len()];
        for replay in 0..self.plan.replays {
            let entries: Vec<usize> =
                (0..self.contest.players).map(|seat| lineup[(seat + replay) % lineup.len()]).collect();
            let outcome = self.play_tour(deal, replay, seed, &entries)?;
            self.count(&entries, &outcome, &mut scores);
        }
        for (sum, score) in self.sums.scores.iter_mut().zip(&scores).filter(|(_, score)| score.seats > 0) {
            sum.add_deal(score);
        }
        self.sums.games += self.plan.replays as u64;
        Ok(self.plan.replays as u64)
    }

    fn play_tour(
        &mut self,
        deal: u64,
        replay: usize,
        seed: u64,
        entries: &[usize],
    ) -> Result<Outcome, ContestError> {
        let contest = self.contest;
        let short =
            |(seat, &entry): (usize, &usize)| format!("{}-{}", contest.entries[entry].short_name(), seat + 1);
        let names = Names::new(entries.iter().enumerate().map(short))?;
        let mut players: Vec<Box<dyn Player>> = Vec::with_capacity(entries.len());
        for (seat, &entry) in entries.iter().enumerate() {
            let idle = self.programs[entry].pop();
            let player = idle.unwrap_or_else(|| {
                contest.entries[entry].player(mix(seed ^ mix(seat as u64)), contest.bot_timeout)
            });
            players.push(player);
        }
        let keep_log = contest.records.is_some();
        let tour = Tour { rules: &contest.rules, names: &names, seed, keep_log };
        let outcome = tour.play(&mut players);
        for (player, &entry) in players.into_iter().zip(entries) {
            if contest.entries[entry].stays() {
                self.programs[entry].push(player);
            }
        }
        if let Some(folder) = &contest.records {
            let file = folder.join(format!("{:06}-{}.perudo", deal + 1, replay + 1));
            let record = Record::of_game(&contest.rules, &names, &outcome.log).to_string();
            fs::write(&file, record).map_err(|error| cannot_write(&file, error))?;
        }
        Ok(outcome)
    }

    fn count(&mut self, entries: &[usize], outcome: &Outcome, scores: &mut [Score]) {
        let mut table: Vec<u16> = entries.iter().map(|&entry| self.plan.who[entry] as u16).collect();
        for (index, &who) in table.iter().enumerate() {
            let Some(seat) = Seat::new(index) else { continue };
            let score = &mut scores[usize::from(who)];
            score.seats += 1;
            score.wins += u64::from(outcome.winner == Some(seat));
            score.dice += u64::from(outcome.dice[seat]);
            score.decisions += u64::from(outcome.decisions[seat]);
            self.sums.thinking[usize::from(who)] += outcome.thinking[seat];
            for (sum, &more) in score.faults.iter_mut().zip(&outcome.faults[seat]) {
                *sum += u64::from(more);
            }
        }
        let winner = outcome.winner.and_then(|seat| table.get(seat.index()).copied());
        table.sort_unstable();
        let contestants = self.plan.contestants.len();
        let wins = self.sums.tables.entry(table).or_insert_with(|| vec![0; contestants]);
        if let Some(winner) = winner {
            wins[usize::from(winner)] += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_has_its_number() {
        for (from, size) in [(2, 2), (5, 2), (5, 3), (6, 6), (7, 1)] {
            let all: Vec<Vec<usize>> =
                (0..choices(from, size)).map(|number| choice(number, from, size)).collect();
            assert!(all.is_sorted() && all.windows(2).all(|pair| pair[0] != pair[1]), "{all:?}");
            assert!(all.iter().all(|chosen| chosen.len() == size && chosen.is_sorted()), "{all:?}");
        }
        assert_eq!([choices(5, 2), choices(30, 15), choices(200, 20)], [10, 155_117_520, u64::MAX]);
        assert_eq!(choice(u64::MAX - 1, 200, 20).len(), 20);
    }

    #[test]
    fn a_contest_stops_when_it_is_told_to() {
        let contest = Contest {
            entries: vec![Contestant::BuiltIn(perudo_bots::BotKind::Random); 2],
            players: 2,
            games: u64::MAX,
            rules: Rules::default(),
            seed: 1,
            bot_timeout: Duration::ZERO,
            threads: 1,
            records: None,
        };
        let played = AtomicU64::new(0);
        let results = contest.hold_while(|tours| played.fetch_add(tours, Ordering::Relaxed) + tours < 10);
        assert_eq!(results.unwrap().games, 10);
    }

    #[test]
    fn a_contest_that_cannot_be_held_says_why() {
        let contest = |entries: usize, players| Contest {
            entries: vec![Contestant::BuiltIn(perudo_bots::BotKind::Random); entries],
            players,
            games: 1,
            rules: Rules::default(),
            seed: 1,
            bot_timeout: Duration::ZERO,
            threads: 1,
            records: Some(PathBuf::from("/dev/null/records")),
        };
        let cases = [
            (contest(1, 2), "a contest takes at least two entries"),
            (contest(2, 1), "1 players, but these rules take 2 to 6"),
            (contest(2, 7), "7 players, but these rules take 2 to 6"),
            (contest(2, 2), "cannot write /dev/null/records: "),
        ];
        for (contest, sentence) in cases {
            let error = contest.hold(|_| ()).unwrap_err().to_string();
            assert!(error.starts_with(sentence), "{error}");
        }
    }
}
