//! A client that behaves.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::{Value, json};

use super::wire::{Received, Wire};

/// A client that behaves: it follows the table, and would notice an event that is missing or comes twice.
pub(crate) struct Client {
    pub(crate) wire: Wire,
    pub(crate) guest: u128,
    /// The last event that it knows.
    pub(crate) seq: u64,
    /// The events since it connected.
    pub(crate) events: Vec<Value>,
    pub(crate) you: Value,
    /// What it was told about the server.
    pub(crate) notices: Vec<String>,
    /// What the server has signed for.
    pub(crate) receipts: Vec<Value>,
    pub(crate) throw_receipts: Vec<Value>,
    pub(crate) now: Value,
    pub(crate) hand: Value,
    last_id: u64,
}

impl Client {
    /// Connects, and waits for the view of the table or for what it missed.
    pub(crate) fn connect(address: SocketAddr, table: &str, guest: u128, after: Option<u64>) -> Client {
        let mut wire = Wire::open(address, table);
        wire.hello(guest, after);
        // Ids of this guest's earlier connections must not be used again.
        static CLIENTS: AtomicU64 = AtomicU64::new(1);
        let last_id = CLIENTS.fetch_add(1, Ordering::Relaxed) << 32;
        let mut client = Client {
            wire,
            guest,
            seq: after.unwrap_or(0),
            events: Vec::new(),
            you: Value::Null,
            notices: Vec::new(),
            receipts: Vec::new(),
            throw_receipts: Vec::new(),
            now: Value::Null,
            hand: Value::Null,
            last_id,
        };
        while client.you.is_null() {
            client.until(|_| true);
        }
        client
    }

    /// Takes in the next thing that the server says.
    pub(crate) fn receive(&mut self) -> Received {
        let said = self.wire.receive();
        let Received::Message(message) = &said else { return said };
        match message["type"].as_str().unwrap() {
            "welcome" => {
                self.seq = message["seq"].as_u64().unwrap();
                self.you = message["you"].clone();
                self.now = message["view"]["now"].clone();
                self.hand = message["view"]["tour"]["hand"].clone();
            }
            "you" => self.you = message["you"].clone(),
            "event" => {
                assert_eq!(message["seq"], self.seq + 1, "an event is missing or comes twice: {message}");
                self.seq += 1;
                if !message["now"].is_null() {
                    self.now = message["now"].clone();
                }
                if message["event"]["what"] == "rolled" {
                    self.hand = message["event"]["hand"].clone();
                }
                self.events.push(message["event"].clone());
            }
            "notice" => self.notices.push(message["notice"].as_str().unwrap().to_owned()),
            "receipt" => self.receipts.push(message["receipt"].clone()),
            "receipts" => self.throw_receipts.push(message["receipts"].clone()),
            _ => {}
        }
        said
    }

    /// Takes in what the server says up to a message that fits.
    pub(crate) fn until(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        self.until_it_ends(fits).unwrap_or_else(|end| panic!("the connection ended: {end:?}"))
    }

    /// The same for whoever may lose the connection before that.
    pub(crate) fn until_it_ends(&mut self, fits: impl Fn(&Value) -> bool) -> Result<Value, Received> {
        loop {
            match self.receive() {
                Received::Message(message) if fits(&message) => return Ok(message),
                Received::Message(_) | Received::Pong => {}
                end => return Err(end),
            }
        }
    }

    /// Everything up to now, on a new connection if this one has ended.
    pub(crate) fn come_back(&mut self, address: SocketAddr, table: &str) {
        if self.until_pong().is_err() {
            *self = Client::connect(address, table, self.guest, Some(self.seq));
        }
    }

    /// Sends a command, and gives its id.
    pub(crate) fn send(&mut self, kind: &str, fields: Value) -> u64 {
        self.last_id += 1;
        let mut command = fields;
        command["type"] = json!(kind);
        command["id"] = json!(self.last_id);
        command["seen"] = json!(self.seq);
        self.wire.text(&command.to_string());
        self.last_id
    }

    /// Sends a command and waits for the answer to it.
    pub(crate) fn ask(&mut self, kind: &str, fields: Value) -> Value {
        let id = self.send(kind, fields);
        self.answer(id)
    }

    pub(crate) fn answer(&mut self, id: u64) -> Value {
        self.until(|message| answers(message, id))
    }

    /// A command that is carried out, and the number of its event.
    pub(crate) fn done(&mut self, kind: &str, fields: Value) -> u64 {
        let answer = self.ask(kind, fields);
        assert_eq!(answer["type"], "done", "{kind}: {answer}");
        answer["event"].as_u64().unwrap()
    }

    /// A command that is refused, and the name of the reason.
    pub(crate) fn refused(&mut self, kind: &str, fields: Value) -> String {
        let answer = self.ask(kind, fields);
        assert_eq!(answer["type"], "refused", "{kind}: {answer}");
        answer["error"].as_str().unwrap().to_owned()
    }

    /// Follows the table up to an event.
    pub(crate) fn follow(&mut self, seq: u64) {
        while self.seq < seq {
            self.until(|message| message["type"] == "event");
        }
    }

    /// Everything up to an answer that comes after whatever was said before.
    pub(crate) fn catch_up(&mut self) {
        self.until_pong().unwrap_or_else(|end| panic!("the connection ended: {end:?}"));
    }

    fn until_pong(&mut self) -> Result<Value, Received> {
        self.wire.text(r#"{"type":"ping"}"#);
        self.until_it_ends(|message| message["type"] == "pong")
    }

    pub(crate) fn chair(&self) -> &Value {
        &self.you["chair"]
    }

    pub(crate) fn has_turn(&self) -> bool {
        !self.now["turn"].is_null() && self.now["turn"] == *self.chair()
    }

    /// The lowest thing that the one who has the turn can do.
    pub(crate) fn lowest(&self) -> String {
        let legal = &self.now["legal"];
        let bids = legal["least"].as_array().into_iter().flatten().enumerate();
        let least = bids.filter_map(|(face, count)| Some((count.as_u64()?, face + 1))).min();
        match least {
            Some((count, face)) => format!("{count}x{face}"),
            None => legal["calls"].as_array().unwrap().last().unwrap().as_str().unwrap().to_owned(),
        }
    }
}

/// Whether a message says what became of a command.
pub(crate) fn answers(message: &Value, id: u64) -> bool {
    message["id"] == id && (message["type"] == "done" || message["type"] == "refused")
}

/// Waits until all have seen the same and someone has the turn.
pub(crate) fn meet(players: &mut [&mut Client]) {
    loop {
        let last = players.iter().map(|player| player.seq).max().unwrap();
        for player in players.iter_mut() {
            player.follow(last);
        }
        if players.iter().any(|player| player.has_turn()) && players.iter().all(|player| player.seq == last) {
            return;
        }
        players[0].until(|message| message["type"] == "event");
    }
}

/// Whoever has the turn acts, and all see it; gives what was done.
pub(crate) fn play(players: &mut [&mut Client]) -> String {
    meet(players);
    let turn = players.iter().position(|player| player.has_turn()).unwrap();
    let action = players[turn].lowest();
    let seq = players[turn].done("act", json!({"action": action}));
    for player in players.iter_mut() {
        player.follow(seq);
    }
    meet(players);
    action
}
