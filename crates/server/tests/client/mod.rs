//! A server to be tried, and clients that need not behave: they write what they want to the socket.

#![allow(dead_code, unused_imports)] // each file of tests has its use for a part of it

mod frame;
mod http;
mod player;
mod running;
mod wire;

use std::time::Duration;

pub(crate) use frame::{BINARY, CLOSE, CONTINUATION, FIN, PING, PONG, TEXT, UPGRADE, frame, head};
pub(crate) use http::{Answer, ask_until, first_answer, http, read_answer};
pub(crate) use player::{Client, answers, meet, play};
pub(crate) use running::{Running, assert_quiet, config, entropy, open_store, quick, server_keys};
pub(crate) use wire::{Received, Wire};

/// How long anything may take before a test gives up: no test depends on how long it takes.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// The secret of a guest.
pub(crate) fn secret(guest: u128) -> String {
    format!("{:032x}", guest.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835))
}
