//! The showdown, step by step: the call, cup after cup, the verdict.

use std::time::Duration;

use leptos::prelude::*;

use super::table_screen::TableContext;
use crate::play::{Showdown, Shown};
use crate::prefs::{Pace, prefs};
use crate::sound::{self, Sound};

/// How far a showdown has been shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reveal {
    /// How many cups are lifted.
    pub(crate) lifted: usize,
    /// Whether the verdict is shown.
    pub(crate) verdict: bool,
}

/// What comes next.
enum Step {
    Then(Reveal),
    End,
}

impl Reveal {
    const START: Reveal = Reveal { lifted: 0, verdict: false };

    fn next(self, cups: usize) -> Step {
        if self.lifted < cups {
            Step::Then(Reveal { lifted: self.lifted + 1, ..self })
        } else if !self.verdict {
            Step::Then(Reveal { verdict: true, ..self })
        } else {
            Step::End
        }
    }

    /// How long it stays at the normal pace, in milliseconds.
    fn stays(self, cups: usize) -> u64 {
        match self {
            Reveal { verdict: true, .. } => 2300,
            Reveal { lifted: 0, .. } => 1000,
            _ => (2800 / cups.max(1) as u64).clamp(180, 600),
        }
    }
}

/// How long a draw stays on the screen at the normal pace, in milliseconds.
const DRAW: u64 = 1500;

/// Runs whatever takes its time on the screen, step by step.
pub(crate) fn run(context: TableContext) {
    Effect::new(move || {
        let first = cups(context).map(|cups| {
            // Without motion the end is there at once, with the time to read it.
            let still = prefs().motion() == Pace::Instant;
            if still { Reveal { lifted: cups, verdict: true } } else { Reveal::START }
        });
        context.reveal.set(first);
    });
    Effect::new(move || {
        let Some(reveal) = context.reveal.get() else { return };
        let Some(cups) = untrack(|| cups(context)) else { return };
        make_sound(context, reveal);
        let pace = match prefs().motion() {
            Pace::Instant => Pace::Slow,
            pace => pace,
        };
        after(pace.scale(reveal.stays(cups)), move || match reveal.next(cups) {
            Step::Then(next) => context.reveal.set(Some(next)),
            Step::End => context.session.release(),
        });
    });
    Effect::new(move || {
        if context.session.shown.with(|shown| matches!(shown, Some(Shown::Draw { .. }))) {
            after(prefs().motion().scale(DRAW), move || context.session.release());
        }
    });
}

/// Does something later, unless the effect that wants it runs again or ends before.
fn after(millis: u64, act: impl FnOnce() + 'static) {
    if let Ok(timer) = set_timeout_with_handle(act, Duration::from_millis(millis)) {
        on_cleanup(move || timer.clear());
    }
}

/// How many cups there are to lift; `None` without a showdown.
fn cups(context: TableContext) -> Option<usize> {
    context.session.shown.with(|shown| match shown {
        Some(Shown::Showdown(showdown)) => Some(showdown.order().len()),
        _ => None,
    })
}

fn make_sound(context: TableContext, reveal: Reveal) {
    let you = context.session.you.get_untracked().chair;
    context.session.shown.with_untracked(|shown| {
        let Some(Shown::Showdown(showdown)) = shown else { return };
        match reveal {
            Reveal { verdict: true, .. } => {
                let happy = showdown.winner.is_some() || showdown.gainer.is_some() || showdown.loser != you;
                sound::play(if happy && showdown.winner.is_some() { Sound::Win } else { Sound::Lose });
            }
            Reveal { lifted: 0, .. } => sound::play(Sound::Lift),
            Reveal { lifted, .. } => {
                let hit = showdown.order().get(lifted - 1).is_some_and(|chair| showdown.matching(*chair) > 0);
                sound::play(if hit { Sound::Count } else { Sound::Lift });
            }
        }
    });
}

/// Skips to the verdict, or past it.
pub(crate) fn skip(context: TableContext) {
    let Some(cups) = untrack(|| cups(context)) else { return };
    match context.reveal.get_untracked() {
        Some(Reveal { verdict: false, .. }) => {
            context.reveal.set(Some(Reveal { lifted: cups, verdict: true }));
        }
        _ => context.session.release(),
    }
}

/// How many matching dice the lifted cups have shown.
pub(crate) fn counted(showdown: &Showdown, reveal: Reveal) -> u8 {
    showdown.order().iter().take(reveal.lifted).map(|chair| showdown.matching(*chair)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_showdown_lifts_every_cup_speaks_the_verdict_and_ends() {
        for cups in [0, 1, 2, 6, 20] {
            let mut reveal = Reveal::START;
            let (mut steps, mut time) = (0, reveal.stays(cups));
            while let Step::Then(next) = reveal.next(cups) {
                reveal = next;
                time += reveal.stays(cups);
                steps += 1;
            }
            assert_eq!((steps, reveal), (cups + 1, Reveal { lifted: cups, verdict: true }));
            // A table of normal speed rests for six seconds after a showdown.
            assert!(time <= 7500, "{cups} cups take {time} ms");
        }
    }
}
