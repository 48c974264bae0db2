//! The bar at the top of screens.

use leptos::prelude::*;

use crate::screen::{Go, Screen};
use crate::tongue::t;

/// The bar of a screen that is reached from the first: the way back, and the title.
#[component]
pub(crate) fn Bar(
    /// The name of the sentence.
    title: &'static str,
) -> impl IntoView {
    view! {
        <header class="bar">
            <Home />
            <h1>{move || t(title)}</h1>
        </header>
    }
}

/// The way back to the first screen.
#[component]
pub(crate) fn Home() -> impl IntoView {
    view! {
        <Go to=Screen::Start class="button icon" hook="home">
            <span aria-hidden="true">"‹"</span>
            <span class="unseen">{move || t("web-back-to-start")}</span>
        </Go>
    }
}
