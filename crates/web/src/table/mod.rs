//! The screen of a table.

use leptos::prelude::*;

/// Placeholder.
#[component]
pub(crate) fn Alone() -> impl IntoView {
    view! { <main></main> }
}

/// Placeholder.
#[component]
pub(crate) fn TablePage(table: String) -> impl IntoView {
    view! { <main>{table}</main> }
}
