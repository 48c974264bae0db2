//! The page in a real browser, against the real program. Chromium and axe-core come with `cargo xtask setup`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test fails by panicking
#![allow(clippy::print_stderr)] // and says what was on the screen

mod alone;
mod axe;
mod barred;
mod browser;
#[path = "../common/cable.rs"]
mod cable;
mod chromedriver;
mod company;
mod fairness;
mod hot_seat;
mod language;
mod nonsense;
mod offline;
mod player;
#[path = "../common/program.rs"]
mod program;
mod randomness;
mod records;
mod saved_games;
mod screens;
mod sealed;
mod server;
mod spectator;
mod speed;
