//! The threads on which bots decide, so that a bot that takes its time holds nobody up.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use perudo_rules::Action;
use perudo_table::{BotError, BotJob, BotTurn};

/// How bots decide.
pub(crate) type Decide = Box<dyn Fn(&BotJob) -> Action + Send + Sync>;

/// What a bot decided, or that it failed, for whoever asked.
#[derive(Debug)]
pub(crate) struct BotDecision<T> {
    pub(crate) asker: T,
    pub(crate) turn: BotTurn,
    pub(crate) decision: Result<Action, BotError>,
}

/// A fixed number of threads and a bounded queue of jobs. A bot that panics costs no thread; the thread of a bot that
/// hangs is replaced.
pub(crate) struct BotPool<T> {
    jobs: mpsc::SyncSender<(T, Box<BotJob>)>,
    shared: Arc<Shared<T>>,
    threads: Mutex<Threads>,
}

struct Shared<T> {
    queue: Mutex<mpsc::Receiver<(T, Box<BotJob>)>>,
    decide: Decide,
    decided: Box<dyn Fn(BotDecision<T>) + Send + Sync>,
}

#[derive(Default)]
struct Threads {
    workers: Vec<Arc<Worker>>,
    started: usize,
}

/// One thread.
#[derive(Default)]
struct Worker {
    busy_since: Mutex<Option<Instant>>,
    /// Another thread has taken its place.
    replaced: AtomicBool,
}

impl<T: Send + 'static> BotPool<T> {
    /// The most jobs that wait.
    const QUEUE: usize = 4096;
    /// The most threads that are replaced: a bot that hangs often must not fill the machine with threads.
    const REPLACED: usize = 64;

    /// Starts the threads. Decisions go to `decided`.
    pub(crate) fn start(
        threads: usize,
        decide: Decide,
        decided: impl Fn(BotDecision<T>) + Send + Sync + 'static,
    ) -> std::io::Result<BotPool<T>> {
        let (jobs, queue) = mpsc::sync_channel(BotPool::<T>::QUEUE);
        let shared = Arc::new(Shared { queue: Mutex::new(queue), decide, decided: Box::new(decided) });
        let pool = BotPool { jobs, shared, threads: Mutex::default() };
        let mut running = lock(&pool.threads);
        for _ in 0..threads.max(1) {
            pool.spawn(&mut running)?;
        }
        drop(running);
        Ok(pool)
    }

    /// Asks for a decision; returns whether there was room for it.
    pub(crate) fn ask(&self, asker: T, job: Box<BotJob>) -> bool {
        self.jobs.try_send((asker, job)).is_ok()
    }

    /// Starts a new thread in the place of each one that has been busy with one decision for longer than this. Returns
    /// how many there were.
    pub(crate) fn replace_stuck(&self, limit: Duration) -> usize {
        let mut threads = lock(&self.threads);
        let stuck =
            |worker: &Arc<Worker>| lock(&worker.busy_since).is_some_and(|since| since.elapsed() >= limit);
        let (old, kept) = std::mem::take(&mut threads.workers).into_iter().partition::<Vec<_>, _>(stuck);
        threads.workers = kept;
        let count = old.len();
        for worker in old {
            if threads.started < threads.workers.len() + BotPool::<T>::REPLACED
                && self.spawn(&mut threads).is_ok()
            {
                worker.replaced.store(true, Ordering::Relaxed);
            } else {
                threads.workers.push(worker);
            }
        }
        count
    }

    fn spawn(&self, threads: &mut Threads) -> std::io::Result<()> {
        let (shared, worker) = (Arc::clone(&self.shared), Arc::new(Worker::default()));
        let own = Arc::clone(&worker);
        let name = format!("perudo-bots-{}", threads.started);
        thread::Builder::new().name(name).spawn(move || shared.work(&own))?;
        threads.started += 1;
        threads.workers.push(worker);
        Ok(())
    }
}

impl<T> Shared<T> {
    /// Decides job after job until the pool ends.
    fn work(&self, worker: &Worker) {
        while !worker.replaced.load(Ordering::Relaxed) {
            let job = lock(&self.queue).recv();
            let Ok((asker, job)) = job else { return };
            *lock(&worker.busy_since) = Some(Instant::now());
            // A bot is made anew for each decision: a panic leaves nothing half done behind.
            let decision = catch_unwind(AssertUnwindSafe(|| (self.decide)(&job)));
            *lock(&worker.busy_since) = None;
            let decision = decision.map_err(|_| BotError::Panicked);
            (self.decided)(BotDecision { asker, turn: job.turn, decision });
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use perudo_rules::{Game, Preset, Seat};
    use perudo_table::{BotView, Moment};

    use super::*;

    fn job(level: &str) -> Box<BotJob> {
        let game: Game = Game::new(Preset::ALL[0].rules(), 2).unwrap();
        let turn = BotTurn { seat: Seat::FIRST, after: 1, due: Moment(0) };
        let view = BotView::Player(game.seen_by(Seat::FIRST));
        Box::new(BotJob { turn, level: level.to_owned(), view, bids: Vec::new(), past: Vec::new() })
    }

    fn pool(decide: Decide) -> (BotPool<u32>, mpsc::Receiver<BotDecision<u32>>) {
        let (sender, decisions) = mpsc::channel();
        let pool = BotPool::start(1, decide, move |decision| sender.send(decision).unwrap()).unwrap();
        (pool, decisions)
    }

    #[test]
    fn a_bot_that_panics_is_reported_and_its_thread_goes_on() {
        let (pool, decisions) = pool(Box::new(|job| {
            assert_ne!(job.level, "panics", "deliberate");
            Action::Dudo
        }));
        for (asker, level) in [(1, "panics"), (2, "decides"), (3, "panics"), (4, "decides")] {
            assert!(pool.ask(asker, job(level)));
        }
        let decided: Vec<_> = decisions.iter().take(4).map(|one| (one.asker, one.decision)).collect();
        let (panicked, dudo) = (Err(BotError::Panicked), Ok(Action::Dudo));
        assert_eq!(decided, [(1, panicked), (2, dudo), (3, panicked), (4, dudo)]);
    }

    #[test]
    fn the_thread_of_a_bot_that_hangs_is_replaced() {
        let (begin, begun) = mpsc::channel();
        let (release, released) = mpsc::channel::<()>();
        let released = Mutex::new(released);
        let (pool, decisions) = pool(Box::new(move |job| {
            if job.level == "hangs" {
                begin.send(()).unwrap();
                lock(&released).recv().unwrap();
            }
            Action::Dudo
        }));
        assert_eq!(pool.replace_stuck(Duration::ZERO), 0, "nobody decides anything yet");
        pool.ask(1, job("hangs"));
        begun.recv().unwrap();
        assert_eq!(pool.replace_stuck(Duration::from_secs(3_600)), 0);
        assert_eq!(pool.replace_stuck(Duration::ZERO), 1);
        pool.ask(2, job("decides"));
        assert_eq!(decisions.recv().unwrap().asker, 2);
        release.send(()).unwrap();
        assert_eq!(decisions.recv().unwrap().asker, 1);
    }
}
