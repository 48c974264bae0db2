//! The page: Perudo in a browser, alone against bots or with friends through a server.

#![allow(unreachable_pub)] // Leptos writes `pub` where it makes the properties of components

#[macro_use]
mod screens;

mod account;
mod alert;
mod api;
mod app;
mod browser;
mod chunks;
mod event_stream;
mod guest;
mod i18n;
mod own_games;
mod pages;
mod parts;
mod passkey;
mod play;
mod prefs;
mod quick_table;
mod review_store;
mod screen;
mod sound;
mod table;
mod worker;

fn main() {
    console_error_panic_hook::set_once();
    leptos::mount::mount_to_body(app::App);
}
