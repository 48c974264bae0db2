//! An address that leads nowhere.

use leptos::prelude::*;

use crate::screen::{Go, Screen};
use crate::tongue::t;

/// Says so, and shows the way back.
#[component]
pub(crate) fn Nowhere() -> impl IntoView {
    view! {
        <main class="page nowhere">
            <h1>{move || t("web-nowhere")}</h1>
            <p>{move || t("web-nowhere-about")}</p>
            <Go to=Screen::Start class="button main" hook="home">
                {move || t("web-back-to-start")}
            </Go>
        </main>
    }
}
