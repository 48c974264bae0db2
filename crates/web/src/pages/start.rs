//! Placeholder.

use leptos::prelude::*;

/// Placeholder.
#[component]
pub(crate) fn Start() -> impl IntoView {
    view! { <main></main> }
}
