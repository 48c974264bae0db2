//! Something that takes its time on the screen: a draw, or a showdown cup after cup.

use perudo_play::Shown;
use perudo_table::Moment;

use super::Pace;

/// How long a draw stays, in milliseconds at the normal pace.
const DRAW: u64 = 1500;
/// How long the call stays before the first cup is lifted.
const CALL: u64 = 900;
/// How long the verdict stays where nobody can be waited for.
const VERDICT: u64 = 3700;

/// How far something has been shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reveal {
    /// How many cups are lifted.
    pub(super) lifted: usize,
    /// Whether the verdict is there.
    pub(super) verdict: bool,
    /// When the next step is due; none: when somebody presses a key.
    pub(super) due: Option<Moment>,
}

/// What comes of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Stays,
    Goes(Reveal),
    /// It has been seen.
    Over,
}

impl Reveal {
    pub(super) fn begin(shown: &Shown, pace: Pace, now: Moment) -> Reveal {
        let stays = match shown {
            Shown::Draw { .. } => DRAW,
            Shown::Showdown(_) => CALL,
        };
        Reveal { lifted: 0, verdict: false, due: Some(later(now, pace.scale(stays))) }
    }

    /// Goes on by itself; `waits` says whether the verdict stays until a key is pressed.
    pub(super) fn tick(self, shown: &Shown, pace: Pace, waits: bool, now: Moment) -> Step {
        if self.due.is_none_or(|due| now < due) { Step::Stays } else { self.step(shown, pace, waits, now) }
    }

    fn step(self, shown: &Shown, pace: Pace, waits: bool, now: Moment) -> Step {
        let Shown::Showdown(showdown) = shown else { return Step::Over };
        let cups = showdown.order().len();
        if self.verdict {
            return Step::Over;
        }
        if self.lifted < cups {
            let stays = (2800 / cups.max(1) as u64).clamp(140, 600);
            let due = Some(later(now, pace.scale(stays)));
            return Step::Goes(Reveal { lifted: self.lifted + 1, due, ..self });
        }
        let due = (!waits).then(|| later(now, VERDICT));
        Step::Goes(Reveal { verdict: true, due, ..self })
    }

    /// Somebody does not want to wait.
    pub(super) fn skip(self, shown: &Shown, waits: bool, now: Moment) -> Step {
        match shown {
            Shown::Showdown(showdown) if !self.verdict => {
                let due = (!waits).then(|| later(now, VERDICT));
                Step::Goes(Reveal { lifted: showdown.order().len(), verdict: true, due })
            }
            _ => Step::Over,
        }
    }
}

fn later(now: Moment, millis: u64) -> Moment {
    Moment(now.0.saturating_add(millis))
}
