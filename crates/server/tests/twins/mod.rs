//! Twin tables: two rooms that differ in nothing but dice that a viewer may not see get the same inputs at the
//! same moments, and must tell that viewer the same, byte for byte.
//!
//! Dice are part of a table's log, so the twin of a room is made from its log with other hands in the last roll.
//! Both are run from there on as after a restart, until the cups are lifted.

mod compared;
mod http;
mod input;
mod leak;
mod lines;
mod outcome;
mod play;
mod rooms;
mod sealed;
mod shell;

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use perudo_protocol::{
    ClientMsg, MalformedMessageError, Notice, Order, RefusedBody, ServerMsg, WireCommand, WireSettings,
};
use perudo_rules::{Action, AllHands, Axis, Bid, BySeat, Face, Hand, Preset, Rules, Seat};
use perudo_table::fair::{Chain, Link};
use perudo_table::{
    BotTurn, Clock, Entry, Guest, History, Moment, PlayerEvent, PublicEvent, Settings, Speed, Stage, Table,
    TableEvent, ThrownDice, Viewer, Who,
};
use perudo_words::Language;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tracing::Dispatch;

use crate::config::{Config, Limits};
use crate::entropy::Entropy;
use crate::frame::Frame;
use crate::keys::Keys;
use crate::mailbox::{CloseReason, Mailbox};
use crate::outbox::Arrival;
use crate::room::{Effects, Room};
use crate::server::Server;
use crate::store::{self, Append, Fate, NewEvent, Node, TableId};

use compared::*;
use input::*;
use leak::*;
use lines::*;
use outcome::*;
use play::*;
use shell::*;

type Random = Xoshiro256PlusPlus;

const ID: TableId = TableId::from_bits(7);

#[test]
fn no_viewer_can_tell_tables_apart_that_differ_in_hidden_dice() {
    const GAMES: u64 = 240;
    let mut compared = Compared::default();
    for number in 0..GAMES {
        match Play::begin(number).run(6, Leak::Nothing) {
            Ok(more) => compared.add(more),
            Err(fault) => panic!("game {number}: {fault}"),
        }
    }
    let found = format!("{compared:?}");
    assert!(compared.rounds as u64 > 3 * GAMES && compared.frames > 20 * compared.rounds, "{found}");
    for count in [compared.refusals, compared.welcomes, compared.rolls, compared.records, compared.undurable]
    {
        assert!(count > 500, "{found}");
    }
    assert!(compared.decisions > 500, "{found}");
}

#[test]
fn a_room_that_leaked_would_be_found_whatever_it_leaks_by() {
    for leak in Leak::ALL {
        let found = (0..20).any(|number| Play::begin(number).run(6, leak).is_err());
        assert!(found, "{leak:?}");
    }
}
