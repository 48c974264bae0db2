//! The page as a whole: which screen is shown.

use leptos::prelude::*;

use crate::pages::{NewTable, Nowhere, Review, RulesPage, Start, Together};
use crate::prefs::prefs;
use crate::screen::{Screen, follow_history, screen};
use crate::table::{Alone, TablePage};

/// The page.
#[component]
pub(crate) fn App() -> impl IntoView {
    // What the whole page shares is made here, so that it lives as long as the page.
    prefs().keep_changes();
    screen();
    follow_history();
    move || match screen().get() {
        Screen::Start => view! { <Start /> }.into_any(),
        Screen::Play => view! { <Alone /> }.into_any(),
        Screen::Together => view! { <Together /> }.into_any(),
        Screen::New => view! { <NewTable /> }.into_any(),
        Screen::Table(table) => view! { <TablePage table /> }.into_any(),
        Screen::Rules(rules) => view! { <RulesPage rules /> }.into_any(),
        Screen::Review => view! { <Review /> }.into_any(),
        Screen::Nowhere => view! { <Nowhere /> }.into_any(),
    }
}
