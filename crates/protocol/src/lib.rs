//! What clients and the server say to each other: JSON texts over a WebSocket.
//!
//! Wire types are not domain types. They meet in `render.rs`, which reads nothing but what a
//! viewer may know ([`perudo_table::SeenEvent`], [`perudo_table::SeenTable`]). `PROTOCOL.md` at the root of the
//! repository describes every message, and a test holds it against this code.

mod client;
mod command;
mod event;
mod follow;
pub mod http;
mod messages;
mod observer;
mod outbox;
mod own_chain;
mod own_cups;
mod render;
mod server;
mod settings;
mod view;

pub use client::{ClientMsg, MalformedMessageError, Order, WireCommand, secret_of};
pub use command::InvalidCommandError;
pub use event::WireEvent;
pub use observer::Observer;
pub use outbox::Outbox;
pub use own_chain::OwnChain;
pub use own_cups::OwnCups;
pub use server::{Notice, RefusedBody, ServerMsg};
pub use settings::{InvalidSettingsError, WireSettings};
pub use view::{
    Legal, Now, View, ViewBarred, ViewChair, ViewChat, ViewCup, ViewLinks, ViewPerson, ViewPlayer,
    ViewSealed, ViewShowdown, ViewTip, ViewTour, You,
};

/// The version of the protocol. It changes when a client that speaks an older one could misunderstand.
pub const PROTOCOL: u32 = 1;
