//! Placeholder.

use leptos::prelude::*;

/// Placeholder.
#[component]
pub(crate) fn Nowhere() -> impl IntoView {
    view! { <main></main> }
}
