//! The page: Perudo in a browser, alone against bots or with friends through a server.

mod api;
mod app;
mod browser;
mod pages;
mod parts;
mod play;
mod prefs;
mod screen;
mod sound;
mod table;
mod tongue;

fn main() {
    console_error_panic_hook::set_once();
    leptos::mount::mount_to_body(app::App);
}
