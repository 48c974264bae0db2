//! The showdown, step by step: the call, cup after cup, the verdict.

use std::time::Duration;

use leptos::prelude::*;
use perudo_play::{Showdown, Shown};

use super::table_screen::TableContext;
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
            Reveal { verdict: true, .. } => VERDICT,
            Reveal { lifted: 0, .. } => 1000,
            _ => (2800 / cups.max(1) as u64).clamp(140, 600),
        }
    }
}

/// How long the verdict stays at the normal pace where nobody can be waited for, in milliseconds.
const VERDICT: u64 = 3700;

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
        if reveal.verdict && waits_for_a_press(context) {
            return;
        }
        let pace = match prefs().motion() {
            // A verdict takes as long to read at any pace.
            Pace::Quick | Pace::Instant if reveal.verdict => Pace::Normal,
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

/// Whether the verdict stays until somebody goes on: at a table in this browser nobody else waits, unless the
/// person is out and only looks on, or wants it quick.
fn waits_for_a_press(context: TableContext) -> bool {
    let session = context.session;
    let unhurried = matches!(prefs().pace.get_untracked(), Pace::Slow | Pace::Normal);
    let chair = session.you.get_untracked().chair.map(usize::from);
    let plays = context.now.with_untracked(|now| chair.and_then(|chair| now.dice.get(chair)) > Some(&0));
    unhurried && session.is_local() && (plays || session.sharing.get_untracked() > 1)
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
    let (you, shared) = untrack(|| (context.addressed(), context.session.sharing.get() > 1));
    context.session.shown.with_untracked(|shown| {
        let Some(Shown::Showdown(showdown)) = shown else { return };
        sound::play(match reveal {
            Reveal { verdict: true, .. } => verdict_sound(showdown, you, shared),
            Reveal { lifted: 0, .. } => Sound::Lift,
            Reveal { lifted, .. } => {
                let hit = showdown.order().get(lifted - 1).is_some_and(|chair| showdown.matching(*chair) > 0);
                if hit { Sound::Count } else { Sound::Lift }
            }
        });
    });
}

/// What a verdict sounds like to whoever sits in a chair. People who share a device all hear that one of them has won.
fn verdict_sound(showdown: &Showdown, you: Option<u8>, shared: bool) -> Sound {
    let is_person = |chair: u8| {
        showdown.before.chairs.get(usize::from(chair)).is_some_and(|chair| chair.person.is_some())
    };
    let is_you = |chair: Option<u8>| chair.is_some() && chair == you;
    match showdown.winner {
        Some(winner) if is_you(Some(winner)) || shared && is_person(winner) => Sound::Win,
        _ if is_you(showdown.loser) => Sound::Lose,
        _ if is_you(showdown.gainer) => Sound::Gain,
        _ => Sound::Verdict,
    }
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
    use perudo_home::HomeTable;
    use perudo_protocol::{ServerMsg, ViewChair, WireSettings};
    use perudo_rules::{Bid, Face, Hand};
    use perudo_table::Moment;

    use super::*;

    /// A showdown of three people with a die each.
    fn showdown() -> Showdown {
        let mut table = HomeTable::open("kitchen", &WireSettings::default(), [0; 32], Moment(0)).unwrap();
        let step = table.switch_viewer(None, Moment(0));
        let Some(ServerMsg::Welcome { view, .. }) = step.messages.into_iter().next() else {
            panic!("no view")
        };
        let mut before = *view;
        let person = |person: u16| ViewChair { person: Some(person), ..ViewChair::default() };
        before.chairs = (0..3).map(person).collect();
        before.now.dice = vec![1; 3];
        Showdown {
            chair: 1,
            calza: false,
            bid: Bid::new(1, Face::Six),
            bidder: 0,
            hands: vec![Hand::EMPTY; 3],
            count: 0,
            loser: None,
            gainer: None,
            winner: None,
            jokers: true,
            before,
        }
    }

    #[test]
    fn only_those_who_lose_a_die_hear_it_and_only_those_who_win_hear_the_fanfare() {
        const ANNA: u8 = 0;
        const BORIS: u8 = 1;
        const CLARA: u8 = 2;
        let cases = [
            ("you lose a die", (Some(ANNA), None, None), Some(ANNA), false, Sound::Lose),
            ("a rival loses a die", (Some(BORIS), None, None), Some(ANNA), false, Sound::Verdict),
            ("you take a die back", (None, Some(ANNA), None), Some(ANNA), false, Sound::Gain),
            ("a rival takes one back", (None, Some(BORIS), None), Some(ANNA), false, Sound::Verdict),
            ("you win", (Some(BORIS), None, Some(ANNA)), Some(ANNA), false, Sound::Win),
            ("a rival wins your last die", (Some(ANNA), None, Some(BORIS)), Some(ANNA), false, Sound::Lose),
            ("one rival beats another", (Some(BORIS), None, Some(CLARA)), Some(ANNA), false, Sound::Verdict),
            ("someone watches", (Some(BORIS), None, Some(CLARA)), None, false, Sound::Verdict),
            ("nothing is lost", (None, None, None), None, false, Sound::Verdict),
            ("someone at this device wins", (Some(BORIS), None, Some(ANNA)), None, true, Sound::Win),
            ("someone at this device loses", (Some(BORIS), None, None), None, true, Sound::Verdict),
        ];
        for (case, (loser, gainer, winner), you, shared, expected) in cases {
            let showdown = Showdown { loser, gainer, winner, ..showdown() };
            assert_eq!(verdict_sound(&showdown, you, shared), expected, "{case}");
        }
    }

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
