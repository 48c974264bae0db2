//! A die, and the cup over dice.

use leptos::prelude::*;
use perudo_rules::Face;

use crate::i18n;

/// Where the pips of a face are, on a grid of 100 by 100.
const fn pips(face: Face) -> &'static [(u8, u8)] {
    match face {
        Face::Ace => &[(50, 50)],
        Face::Two => &[(28, 28), (72, 72)],
        Face::Three => &[(27, 27), (50, 50), (73, 73)],
        Face::Four => &[(28, 28), (72, 28), (28, 72), (72, 72)],
        Face::Five => &[(27, 27), (73, 27), (50, 50), (27, 73), (73, 73)],
        Face::Six => &[(28, 24), (72, 24), (28, 50), (72, 50), (28, 76), (72, 76)],
    }
}

/// A die that shows a face.
#[component]
pub(crate) fn Die(
    /// What it shows.
    face: Face,
    /// How it looks.
    #[prop(optional, into)]
    class: String,
) -> impl IntoView {
    let ace = face == Face::Ace;
    // An ace is a joker: a star instead of a pip, so that it does not differ by colour alone.
    let star = ace.then(|| {
        view! {
            <path
                class="star"
                d="M50 18l9.4 20.6 22.6 2.6-16.8 15.3 4.6 22.2L50 67.6 30.2 78.7l4.6-22.2L18 41.2l22.6-2.6z"
            />
        }
    });
    let pips = (!ace)
        .then(|| pips(face).iter().map(|&(x, y)| view! { <circle cx=x cy=y r="9.5" /> }).collect_view());
    view! {
        <svg
            class=format!("die {class}")
            class:ace=ace
            viewBox="0 0 100 100"
            role="img"
            aria-label=move || i18n::say("web-die", &[("face", face.pips().into())])
            data-face=face.pips()
        >
            <rect class="body" x="4" y="4" width="92" height="92" rx="20" />
            <path class="side" d="M6 72v4c0 10 8 18 18 18h52c10 0 18-8 18-18v-4c0 8-8 15-18 15H24C14 87 6 80 6 72z" />
            {star}
            {pips}
        </svg>
    }
}

/// A cup, upside down on its dice.
#[component]
pub(crate) fn Cup(
    /// How it looks.
    #[prop(optional, into)]
    class: String,
) -> impl IntoView {
    view! {
        <svg class=format!("cup {class}") viewBox="0 0 100 100" aria-hidden="true">
            <path class="leather" d="M27 13h46l13 66q0 10-36 10T14 79z" />
            <path class="shine" d="M36 17h9l-4 70q-9-1-15-3z" />
            <path class="shadow" d="M66 15h7l13 64q0 6-13 8z" />
            <ellipse class="top" cx="50" cy="13" rx="23" ry="6" />
            <path class="band" d="M18 60q32 9 64 0l2 9q-34 9-68 0z" />
            <path class="stitch" d="M20 66l6-3 6 5 6-4 6 5 6-4 6 4 6-5 6 4 6-5 6 3" />
        </svg>
    }
}
