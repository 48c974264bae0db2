//! One thread of a node. Only one of all actors acts at a time, so that a run follows from its seed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Duration;

use parking_lot::Mutex;

use super::Random;

/// What an actor says when it stops to act.
pub(super) enum Yielded {
    /// It goes on after this time.
    Until(Duration),
    /// It never goes on.
    Ended,
}

/// The time of the simulation, and whether anything goes wrong in it.
#[derive(Clone, Default)]
pub(super) struct Pulse {
    micros: Arc<AtomicU64>,
    calm: Arc<AtomicBool>,
}

impl Pulse {
    pub(super) fn now(&self) -> Duration {
        Duration::from_micros(self.micros.load(Ordering::SeqCst))
    }

    pub(super) fn set(&self, now: Duration) {
        self.micros.store(now.as_micros() as u64, Ordering::SeqCst);
    }

    /// From now on nothing goes wrong any more.
    pub(super) fn be_calm(&self) {
        self.calm.store(true, Ordering::SeqCst);
    }

    pub(super) fn is_calm(&self) -> bool {
        self.calm.load(Ordering::SeqCst)
    }
}

pub(super) struct Actor {
    pub(super) number: usize,
    pub(super) random: Mutex<Random>,
    pub(super) pulse: Pulse,
    resume: Sender<()>,
    resumed: Mutex<Receiver<()>>,
    yields: Sender<Yielded>,
    ended: AtomicBool,
}

impl Actor {
    pub(super) fn new(number: usize, random: Random, yields: Sender<Yielded>, pulse: Pulse) -> Actor {
        let (resume, resumed) = mpsc::channel();
        let (random, resumed, ended) = (Mutex::new(random), Mutex::new(resumed), AtomicBool::new(false));
        Actor { number, random, pulse, resume, resumed, yields, ended }
    }

    /// Waits for its first turn. Says whether there is one.
    pub(super) fn begin(&self) -> bool {
        self.resumed.lock().recv().is_ok()
    }

    /// Lets others act for some time.
    pub(super) fn wait(&self, time: Duration) {
        let _ = self.yields.send(Yielded::Until(time));
        let _ = self.resumed.lock().recv();
    }

    /// Says that it never goes on.
    pub(super) fn end(&self) {
        self.ended.store(true, Ordering::SeqCst);
        let _ = self.yields.send(Yielded::Ended);
    }

    pub(super) fn has_ended(&self) -> bool {
        self.ended.load(Ordering::SeqCst)
    }

    /// Gives it a turn.
    pub(super) fn resume(&self) {
        let _ = self.resume.send(());
    }
}
