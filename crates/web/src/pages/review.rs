//! Placeholder.

use leptos::prelude::*;

/// Placeholder.
#[component]
pub(crate) fn Review() -> impl IntoView {
    view! { <main></main> }
}
