//! The bar at the top of screens.

use leptos::prelude::*;

use crate::i18n::t;
use crate::screen::{Link, Screen};

/// The bar of a screen: a link to the start and the title.
#[component]
pub(crate) fn Bar(
    /// The key of the title.
    title: &'static str,
) -> impl IntoView {
    view! {
        <header class="bar">
            <Home />
            <h1>{move || t(title)}</h1>
        </header>
    }
}

/// A link to the first screen.
#[component]
pub(crate) fn Home() -> impl IntoView {
    view! {
        <Link to=Screen::Start class="button icon" hook="home">
            <span aria-hidden="true">"‹"</span>
            <span class="unseen">{move || t("web-back-to-start")}</span>
        </Link>
    }
}
