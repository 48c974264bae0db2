//! A contest: many tours on many tables in parallel.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use std::{fs, io, thread};

use perudo_rules::record::SeatsError;
use perudo_rules::{AllHands, Game, Preset, Rules, TableSizeError};
use thiserror::Error;

use crate::contestant::Contestant;
use crate::fault_log::FaultLog;
use crate::plan::Plan;
use crate::rating::ratings;
use crate::score::Score;
use crate::stop::Stop;
use crate::worker::{Sums, Worker};

/// What is to be played.
///
/// Every deal draws an order around the table and is played with all its rotations, the same dice
/// each time. In which order the entries are named changes nothing.
///
/// # Examples
///
/// ```
/// use perudo_arena::{Contest, Contestant};
/// use perudo_rules::Preset;
///
/// let entries = vec![Contestant::parse("steady")?, Contestant::parse("random")?];
/// let contest = Contest { rules: Preset::Classic.rules(), ..Contest::new(entries, 20, 1) };
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
    /// How much is played.
    pub length: Length,
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
    /// Where to write answers that did not count, a line of JSON each; the first ten thousand.
    pub faults: Option<PathBuf>,
    /// Ends the contest at once: the results are those of the deals that were played to their end.
    pub stop: Stop,
}

/// How much is played. A deal that was begun is played to its last replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// So many tours at least.
    Games(u64),
    /// No deal but the first begins after this time. The same seed and as many games as it came to give the same
    /// results.
    Time(Duration),
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
    /// Each pair of neighbours that there was, in the same order.
    pub neighbours: Vec<NeighboursResult>,
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

/// The results of one contestant when it sat behind a certain other.
#[derive(Clone, Debug)]
pub struct NeighboursResult {
    /// The contestant.
    pub contestant: Contestant,
    /// Who sat before it when the tour began, and so bid before it.
    pub after: Contestant,
    /// The contestant's wins, dice and faults in such tours.
    pub score: Score,
}

impl Contest {
    /// How long a program may think, unless something else is said.
    pub const BOT_TIMEOUT: Duration = Duration::from_secs(1);

    /// So many tours with a seat for each entry, under the rules of `tournament`, on all cores.
    pub fn new(entries: Vec<Contestant>, games: u64, seed: u64) -> Contest {
        Contest {
            players: entries.len(),
            entries,
            length: Length::Games(games),
            rules: Preset::Tournament.rules(),
            seed,
            bot_timeout: Contest::BOT_TIMEOUT,
            threads: thread::available_parallelism().map_or(1, usize::from),
            records: None,
            faults: None,
            stop: Stop::default(),
        }
    }

    /// Holds the contest. `progress` is called with the tours played since it was last called,
    /// from any thread.
    ///
    /// # Errors
    ///
    /// The contest cannot be held as it is planned, or its records cannot be written.
    pub fn hold(&self, progress: impl Fn(u64) + Sync) -> Result<Results, ContestError> {
        self.check()?;
        if let Some(folder) = &self.records {
            fs::create_dir_all(folder).map_err(|error| cannot_write(folder, error))?;
        }
        let faults = self.faults.as_deref().map(FaultLog::create).transpose()?;
        let start = Instant::now();
        let plan = Plan::new(self);
        let next_deal = AtomicU64::new(0);
        let sums = Mutex::new(Sums::new(plan.contestants.len()));
        let failure = Mutex::new(None);
        let goes_on = || match self.length {
            Length::Time(time) if next_deal.load(Ordering::Relaxed) > 0 && start.elapsed() >= time => false,
            _ => !self.stop.stopped() && lock(&failure).is_none(),
        };
        thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                scope.spawn(|| {
                    let mut worker = Worker::new(self, &plan, faults.as_ref());
                    // Who has taken a deal plays it, so that those that were played are the first ones.
                    while goes_on() {
                        let deal = next_deal.fetch_add(1, Ordering::Relaxed);
                        if plan.deals.is_some_and(|deals| deal >= deals) {
                            break;
                        }
                        match worker.play_deal(deal) {
                            Ok(games) => progress(games.unwrap_or(0)),
                            Err(error) => *lock(&failure) = Some(error),
                        }
                    }
                    lock(&sums).merge(std::mem::take(&mut worker.sums));
                });
            }
        });
        if let Some(error) = lock(&failure).take() {
            return Err(error);
        }
        let sums = sums.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        Ok(self.results(&plan, &sums, start.elapsed()))
    }

    fn results(&self, plan: &Plan, sums: &Sums, time: Duration) -> Results {
        let ratings = ratings(plan.contestants.len(), &sums.tables);
        let mut named: Vec<usize> = Vec::new();
        for entry in &self.entries {
            let known = plan.contestants.iter().position(|contestant| contestant == entry);
            named.extend(known.filter(|who| !named.contains(who)));
        }
        let result = |&who: &usize| ContestantResult {
            contestant: plan.contestants[who].clone(),
            score: sums.scores[who],
            rating: ratings[who],
            thinking: sums.thinking[who],
        };
        let pairs = named.iter().flat_map(|&who| named.iter().map(move |&before| (who, before)));
        let neighbours = pairs.filter_map(|(who, before)| {
            Some(NeighboursResult {
                contestant: plan.contestants[who].clone(),
                after: plan.contestants[before].clone(),
                score: *sums.neighbours.get(&(who, before))?,
            })
        });
        Results {
            contestants: named.iter().map(result).collect(),
            neighbours: neighbours.collect(),
            games: sums.games,
            seconds: time.as_secs_f64(),
        }
    }

    fn check(&self) -> Result<(), ContestError> {
        if self.entries.len() < 2 {
            return Err(ContestError::TooFewEntries);
        }
        Game::<AllHands>::new(self.rules, self.players)?;
        Ok(())
    }

    /// How many tours will really be played, if that is known.
    pub fn tours(&self) -> Option<u64> {
        let plan = Plan::new(self);
        Some(plan.deals?.saturating_mul(plan.replays() as u64))
    }
}

/// A lock whose holder panicked still holds valid sums.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

pub(crate) fn cannot_write(file: &Path, source: io::Error) -> ContestError {
    ContestError::CannotWrite { file: file.to_owned(), source }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contest_that_cannot_be_held_says_why() {
        let contest = |entries: usize, players| Contest {
            entries: vec![Contestant::BuiltIn(perudo_bots::BotKind::Random.into()); entries],
            players,
            length: Length::Games(1),
            rules: Rules::default(),
            seed: 1,
            bot_timeout: Duration::ZERO,
            threads: 1,
            records: Some(PathBuf::from("/dev/null/records")),
            faults: None,
            stop: Stop::default(),
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
