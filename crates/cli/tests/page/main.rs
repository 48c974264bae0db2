//! The page in a real browser, against the real program. Chromium and axe-core come with `cargo xtask setup`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test fails by panicking
#![allow(clippy::print_stderr)] // and says what was on the screen

mod alone;
mod analysis;
mod axe;
mod barred;
mod browser;
#[path = "../common/cable.rs"]
mod cable;
mod chromedriver;
mod comeback;
mod company;
mod fairness;
mod hot_seat;
mod keyboard;
mod language;
mod layout;
mod layout_faults;
mod learn;
mod leaving;
mod looks;
mod news;
mod nonsense;
mod offline;
mod opponents;
mod player;
#[path = "../common/program.rs"]
mod program;
mod randomness;
mod records;
mod saved_games;
mod screens;
mod sealed;
mod server;
mod skip;
mod spectator;
mod speed;
mod storage;
mod strangers;
mod turn;
mod verdict;
