//! Someone who plays: reads the screen, decides, presses.

use std::thread;
use std::time::{Duration, Instant};

use serde::Deserialize;

use crate::browser::{Browser, GLANCE};

/// A tour takes seconds; one that takes as long will never end.
pub(crate) const PATIENCE: Duration = Duration::from_secs(300);

/// What the screen offers.
#[derive(Debug, Deserialize)]
pub(crate) struct Sight {
    /// The bid that would be made.
    pub(crate) bid: Option<String>,
    pub(crate) dudo: bool,
    pub(crate) pass: bool,
    pub(crate) skip: bool,
    pub(crate) certain: bool,
    pub(crate) rush: bool,
    pub(crate) ready: bool,
    back: bool,
    /// What the showdown says, once all cups are lifted.
    pub(crate) verdict: Option<String>,
    pub(crate) over: bool,
}

impl Sight {
    /// Whether it is one's own turn to bid or to call.
    pub(crate) fn is_turn(&self) -> bool {
        self.bid.is_some() || self.dudo
    }
}

const LOOK: &str = "
    const all = hook => [...document.querySelectorAll(`[data-t='${hook}']`)];
    const sees = hook => all(hook).some(e => e.checkVisibility());
    const idle = !all('decide').some(e => e.getAttribute('aria-busy') === 'true');
    return {
        bid: idle && sees('bid') ? all('bid')[0].dataset.bid ?? null : null,
        dudo: idle && sees('dudo'),
        pass: idle && sees('pass'),
        skip: sees('skip'),
        certain: sees('certain-go'),
        rush: sees('rush'),
        ready: sees('ready'),
        back: sees('back'),
        verdict: sees('skip') && all('verdict')[0]?.textContent.trim() || null,
        over: sees('result'),
    };";

/// How far it has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Something was pressed.
    Moved,
    /// Others decide.
    Waits,
    /// The tour is over.
    Over,
}

impl Browser {
    /// What the screen of a table offers.
    pub(crate) fn look(&self) -> Sight {
        serde_json::from_value(self.run(LOOK, &[])).unwrap()
    }

    /// One step of a player who doubts whatever can be doubted.
    pub(crate) fn step(&self) -> Step {
        self.act(&self.look())
    }

    /// Does what a look has found to be done. What has come since is not touched: somebody may wait for it.
    pub(crate) fn act(&self, sight: &Sight) -> Step {
        let hook = match sight {
            Sight { over: true, .. } => return Step::Over,
            Sight { certain: true, .. } => "certain-go",
            Sight { ready: true, .. } => "ready",
            Sight { skip: true, .. } => "skip",
            Sight { back: true, .. } => "back",
            Sight { dudo: true, .. } => "dudo",
            Sight { pass: true, .. } => "pass",
            Sight { bid: Some(_), .. } => "bid",
            Sight { rush: true, .. } => "rush",
            _ => return Step::Waits,
        };
        // What was there a moment ago may have gone by itself.
        if self.try_press(hook) { Step::Moved } else { Step::Waits }
    }

    /// Plays until a look finds what is waited for, and gives that look.
    pub(crate) fn play_until(&self, what: &str, found: impl Fn(&Sight) -> bool) -> Sight {
        let begun = Instant::now();
        loop {
            let sight = self.look();
            if found(&sight) {
                return sight;
            }
            assert!(begun.elapsed() < PATIENCE, "never came: {what}");
            if self.act(&sight) != Step::Moved {
                thread::sleep(GLANCE);
            }
        }
    }

    /// Until it is one's own turn.
    pub(crate) fn wait_for_turn(&self) {
        self.play_until("one's own turn", |sight| {
            assert!(!sight.over, "the tour is over");
            sight.is_turn()
        });
    }
}

/// All play until the tour is over for all of them.
pub(crate) fn finish(players: &[&Browser]) {
    let begun = Instant::now();
    loop {
        let steps: Vec<Step> = players.iter().map(|player| player.step()).collect();
        if steps.iter().all(|step| *step == Step::Over) {
            return;
        }
        assert!(begun.elapsed() < PATIENCE, "the tour does not end");
        if !steps.contains(&Step::Moved) {
            thread::sleep(GLANCE);
        }
    }
}
