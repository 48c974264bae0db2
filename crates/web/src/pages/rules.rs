//! Placeholder.

use leptos::prelude::*;

/// Placeholder.
#[component]
pub(crate) fn RulesPage(rules: String) -> impl IntoView {
    view! { <main>{rules}</main> }
}
