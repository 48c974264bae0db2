//! People: quick games, the public tables, ratings, names of one's own.

mod curve;
mod device_link;
mod history;
mod keys;
mod leaders;
mod me;
mod profile;
mod programs;
mod public_tables;
mod quick_game;
mod request;
mod sign_in;
mod wish;

pub(crate) use device_link::DeviceLink;
pub(crate) use leaders::Leaders;
pub(crate) use me::Me;
pub(crate) use profile::Profile;
pub(crate) use public_tables::PublicTables;
pub(crate) use quick_game::QuickGame;
