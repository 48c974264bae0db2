//! The program in parts: what is not needed at the start comes when it is wanted. `crates/page` cuts it here.

#![allow(unsafe_code)] // a function of another part is declared as one of another program

use leptos::prelude::*;
use leptos::wasm_split::{SplitLoaderError, wasm_split};

use crate::pages::{NewTable, Review, RulesPage, Together};
use crate::table::{Alone, TablePage};

/// A screen, unless its part of the program could not be fetched.
pub(crate) type Screened = Result<AnyView, SplitLoaderError>;

/// A game against bots.
#[wasm_split(play, wasm_split_path = leptos::wasm_split, preload(fetch_play), fallible)]
pub(crate) fn alone() -> Screened {
    Ok(view! { <Alone /> }.into_any())
}

/// A table of the server.
#[wasm_split(play, wasm_split_path = leptos::wasm_split, fallible)]
pub(crate) fn table(table: String) -> Screened {
    Ok(view! { <TablePage table /> }.into_any())
}

/// Several people on one device.
#[wasm_split(play, wasm_split_path = leptos::wasm_split, fallible)]
pub(crate) fn together() -> Screened {
    Ok(view! { <Together /> }.into_any())
}

/// A new table for friends.
#[wasm_split(play, wasm_split_path = leptos::wasm_split, fallible)]
pub(crate) fn new_table() -> Screened {
    Ok(view! { <NewTable /> }.into_any())
}

/// The rules in words.
#[wasm_split(play, wasm_split_path = leptos::wasm_split, fallible)]
pub(crate) fn rules(rules: String) -> Screened {
    Ok(view! { <RulesPage rules /> }.into_any())
}

/// A game that is over, or a record.
#[wasm_split(review, wasm_split_path = leptos::wasm_split, fallible)]
pub(crate) fn review() -> Screened {
    Ok(view! { <Review /> }.into_any())
}
