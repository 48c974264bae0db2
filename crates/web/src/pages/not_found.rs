//! An address that is no screen.

use leptos::prelude::*;

use crate::i18n::t;
use crate::screen::{Link, Screen};

/// Says that there is nothing here, and links to the start.
#[component]
pub(crate) fn NotFound() -> impl IntoView {
    view! {
        <main class="page not-found">
            <h1>{move || t("web-not-found")}</h1>
            <p>{move || t("web-not-found-about")}</p>
            <Link to=Screen::Start class="button main" hook="home">
                {move || t("web-back-to-start")}
            </Link>
        </main>
    }
}
