//! Placeholder.

use leptos::prelude::*;

/// Placeholder.
#[component]
pub(crate) fn NewTable() -> impl IntoView {
    view! { <main></main> }
}
