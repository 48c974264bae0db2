//! Whatever comes over a socket: its sender learns what is wrong with it, and nobody else notices anything.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may

#[path = "../client/mod.rs"]
mod client;
mod commands;
mod frames;
mod limits;
mod messages;
mod moderation;
mod random_bytes;
mod requests;
mod scene;
mod spam;
mod stale;
