//! The threads on which bots decide, so that a long thought holds nobody up.

use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;

use perudo_bots::{BotKind, Situation};
use perudo_rules::Action;
use perudo_table::Thinking;

use crate::entropy::Entropy;
use crate::house::SharedRoom;
use crate::room::ThinkJob;

/// A decision.
#[derive(Debug)]
pub(crate) struct Decision {
    pub(crate) room: SharedRoom,
    pub(crate) thinking: Thinking,
    pub(crate) action: Action,
}

/// Hands jobs to the threads.
#[derive(Clone, Debug)]
pub(crate) struct Thinkers {
    jobs: mpsc::SyncSender<(SharedRoom, Box<ThinkJob>)>,
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
        let (jobs, queue) = mpsc::sync_channel::<(SharedRoom, Box<ThinkJob>)>(Thinkers::QUEUE);
        let queue = Arc::new(Mutex::new(queue));
        for number in 0..threads.max(1) {
            let (queue, decided, entropy) = (Arc::clone(&queue), decided.clone(), entropy.clone());
            let name = format!("perudo-bots-{number}");
            thread::Builder::new().name(name).spawn(move || {
                loop {
                    let job = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok((room, job)) = job else { return };
                    let action = decide(&job, &entropy);
                    decided(Decision { room, thinking: job.thinking, action });
                }
            })?;
        }
        Ok(Thinkers { jobs })
    }

    /// Asks for a decision; says whether there was room for it.
    pub(crate) fn ask(&self, room: SharedRoom, job: Box<ThinkJob>) -> bool {
        self.jobs.try_send((room, job)).is_ok()
    }
}

fn decide(job: &ThinkJob, entropy: &Entropy) -> Action {
    // Settings and commands name bots of the ladder only; a log of a later program might not.
    let kind = BotKind::named(&job.thinking.level).unwrap_or(BotKind::Steady);
    let situation = Situation { view: &job.view, bids: &job.bids };
    kind.create(u64::from_be_bytes(entropy.bytes())).decide(&situation)
}
