//! The clock of whoever has the turn, as a ring.

use std::time::Duration;

use leptos::prelude::*;

use super::table_screen::table_context;
use crate::browser;

/// The share of the time that is left, and whether it is the bank's.
fn share_left(deadline: u64, bank: u64, turn: u64, now: u64) -> (f64, bool) {
    let left = deadline.saturating_sub(now);
    let in_bank = left <= bank;
    let share =
        if in_bank { left as f64 / bank.max(1) as f64 } else { (left - bank) as f64 / turn.max(1) as f64 };
    (share.clamp(0.0, 1.0), in_bank)
}

/// The ring around an avatar: full when the turn begins, in another colour while the time bank is used.
#[component]
pub(crate) fn Ring(chair: u8) -> impl IntoView {
    let context = table_context();
    let clock = Memo::new(move |_| {
        context.now.with(|now| {
            let deadline = now.deadline.filter(|_| now.turn == Some(chair))?;
            Some((deadline, now.bank.unwrap_or(0)))
        })
    });
    let turn = context.of(|view| u64::from(view.settings.turn.unwrap_or(0)) * 1000);
    let left = RwSignal::new(None::<(f64, bool)>);
    let read = move || {
        let at = browser::now().0.saturating_add_signed(context.session.ahead());
        left.set(clock.get().map(|(deadline, bank)| share_left(deadline, bank, turn.get(), at)));
    };
    Effect::new(move || {
        read();
        if clock.get().is_some()
            && let Ok(ticking) = set_interval_with_handle(move || untrack(read), Duration::from_millis(250))
        {
            on_cleanup(move || ticking.clear());
        }
    });
    move || {
        left.get().map(|(share, in_bank)| {
            view! {
                <svg class="ring" class:bank=in_bank viewBox="0 0 100 100" aria-hidden="true">
                    <circle class="track" cx="50" cy="50" r="46" />
                    <circle
                        class="hand"
                        cx="50"
                        cy="50"
                        r="46"
                        pathLength="100"
                        stroke-dasharray=format!("{:.1} 100", share * 100.0)
                    />
                </svg>
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ring_runs_down_over_the_turn_and_then_over_the_bank() {
        // A turn of 30 seconds and a bank of 60, begun at 0.
        let cases = [
            (0, (1.0, false)),
            (15_000, (0.5, false)),
            (30_000, (1.0, true)),
            (60_000, (0.5, true)),
            (90_000, (0.0, true)),
            (99_000, (0.0, true)),
        ];
        for (now, expected) in cases {
            assert_eq!(share_left(90_000, 60_000, 30_000, now), expected, "at {now}");
        }
    }
}
