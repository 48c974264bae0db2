//! Placeholder.

use leptos::prelude::*;

/// Placeholder.
#[component]
pub(crate) fn Together() -> impl IntoView {
    view! { <main></main> }
}
