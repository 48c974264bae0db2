//! The end of a tour, for the eye.

use leptos::prelude::*;

use super::avatars::ChairAvatar;
use crate::parts::Mood;

/// How many pieces fall.
const PIECES: u32 = 36;

/// The winner's face; for the winner, confetti.
#[component]
pub(crate) fn Celebration(
    /// The winner's chair.
    winner: u8,
    /// Whether it is this player who has won.
    own: bool,
) -> impl IntoView {
    let piece = |index: u32| {
        // Spread without a pattern that the eye finds.
        let x = index * 61 % 100;
        let delay = f64::from(index * 37 % PIECES) / f64::from(PIECES);
        view! { <i style:--x=format!("{x}vw") style:--late=format!("{delay:.2}")></i> }
    };
    view! {
        <span class="winner-face" class:yours=own aria-hidden="true">
            <ChairAvatar chair=winner mood=Mood::Glad />
            <svg class="crown" viewBox="0 0 100 60">
                <path d="M8 56L2 14l25 20L50 4l23 30 25-20-6 42z" />
            </svg>
        </span>
        {own.then(|| view! {
            <span class="confetti" aria-hidden="true">{(0..PIECES).map(piece).collect_view()}</span>
        })}
    }
}
