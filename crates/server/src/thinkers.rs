//! The threads on which bots decide, so that a long thought holds nobody up.

use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;

use perudo_bots::{BotKind, Situation};
use perudo_rules::Action;
use perudo_table::{BotError, BotJob, BotTurn};

use crate::entropy::Entropy;
use crate::house::SharedRoom;

/// A decision.
#[derive(Debug)]
pub(crate) struct Decision {
    pub(crate) room: SharedRoom,
    pub(crate) turn: BotTurn,
    pub(crate) decision: Result<Action, BotError>,
}

/// Hands jobs to the threads.
#[derive(Clone, Debug)]
pub(crate) struct Thinkers {
    jobs: mpsc::SyncSender<(SharedRoom, Box<BotJob>)>,
}

impl Thinkers {
    /// The most decisions that wait.
    const QUEUE: usize = 4096;

    /// Starts the threads. Decisions go to `decided`.
    pub(crate) fn start(
        threads: usize,
        entropy: Entropy,
        decided: impl Fn(Decision) + Clone + Send + 'static,
    ) -> std::io::Result<Thinkers> {
        let (jobs, queue) = mpsc::sync_channel::<(SharedRoom, Box<BotJob>)>(Thinkers::QUEUE);
        let queue = Arc::new(Mutex::new(queue));
        for number in 0..threads.max(1) {
            let (queue, decided, entropy) = (Arc::clone(&queue), decided.clone(), entropy.clone());
            let name = format!("perudo-bots-{number}");
            thread::Builder::new().name(name).spawn(move || {
                loop {
                    let job = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok((room, job)) = job else { return };
                    let decision = Ok(decide(&job, &entropy));
                    decided(Decision { room, turn: job.turn, decision });
                }
            })?;
        }
        Ok(Thinkers { jobs })
    }

    /// Asks for a decision; says whether there was room for it.
    pub(crate) fn ask(&self, room: SharedRoom, job: Box<BotJob>) -> bool {
        self.jobs.try_send((room, job)).is_ok()
    }
}

fn decide(job: &BotJob, entropy: &Entropy) -> Action {
    let situation = Situation { view: &job.view, bids: &job.bids };
    BotKind::of_level(&job.level).create(u64::from_be_bytes(entropy.bytes())).decide(&situation)
}
