//! A client that follows a table.

use std::net::SocketAddr;

use perudo_client::{Received, Socket};
use perudo_protocol::{ClientMsg, Now, Order, PROTOCOL, ServerMsg, WireCommand, WireEvent};
use perudo_rules::Hand;
use perudo_table::fair::Link;

use crate::PATIENCE;

/// A connection to a table.
pub(crate) struct Client {
    socket: Socket,
    pub(crate) seq: u64,
    /// The number of the next command.
    pub(crate) id: u64,
    pub(crate) chair: Option<u8>,
    pub(crate) now: Now,
    pub(crate) hand: Option<Hand>,
}

impl Client {
    /// Connects, and reads up to the `welcome`.
    pub(crate) fn connect(address: SocketAddr, table: &str, guest: &str, name: Option<&str>) -> Client {
        let socket = Socket::connect(address, table, PATIENCE).unwrap();
        let mut client = Client { socket, seq: 0, id: 1_000, chair: None, now: Now::default(), hand: None };
        client.send(&ClientMsg::Hello {
            protocol: PROTOCOL,
            guest: guest.to_owned(),
            after: None,
            lang: None,
        });
        client.until(|message| matches!(message, ServerMsg::Welcome { .. }));
        if let Some(name) = name {
            client.join(name, None);
        }
        client
    }

    /// Sits down.
    pub(crate) fn join(&mut self, name: &str, tip: Option<Link>) {
        let (name, chair, watch, program) = (name.to_owned(), None, false, false);
        self.done(WireCommand::Join { name, chair, watch, program, tip, closed: None });
    }

    pub(crate) fn send(&mut self, message: &ClientMsg) {
        self.socket.send(message).unwrap();
    }

    fn receive(&mut self) -> ServerMsg {
        let text = loop {
            match self.socket.receive().unwrap().expect("the server sends nothing") {
                Received::Text(text) => break text,
                Received::Pong => {}
                closed => panic!("{closed:?}"),
            }
        };
        let message: ServerMsg = serde_json::from_str(&text).unwrap();
        match &message {
            ServerMsg::Welcome { seq, you, view, .. } => {
                (self.seq, self.chair, self.now) = (*seq, you.chair, view.now.clone());
            }
            ServerMsg::You { you, .. } => self.chair = you.chair,
            ServerMsg::Event { seq, event, now, .. } => {
                assert_eq!(*seq, self.seq + 1, "{text}");
                self.seq = *seq;
                self.now = now.as_deref().unwrap_or(&self.now).clone();
                if let WireEvent::Rolled { hand, .. } = event {
                    self.hand = *hand;
                }
            }
            _ => {}
        }
        message
    }

    pub(crate) fn until(&mut self, mut found: impl FnMut(&ServerMsg) -> bool) -> ServerMsg {
        loop {
            let message = self.receive();
            if found(&message) {
                return message;
            }
        }
    }

    pub(crate) fn event(&mut self, found: impl Fn(&WireEvent) -> bool) {
        self.until(|message| matches!(message, ServerMsg::Event { event, .. } if found(event)));
    }

    /// Sends a command that must be carried out; returns the number of its event.
    pub(crate) fn done(&mut self, command: WireCommand) -> u64 {
        let (id, seen) = (self.id, self.seq);
        self.id += 1;
        self.send(&ClientMsg::Order(Order { command, id, seen }));
        let answer =
            self.until(|message| matches!(message, ServerMsg::Done { .. } | ServerMsg::Refused { .. }));
        match answer {
            ServerMsg::Done { id: answered, event, .. } if answered == id => event,
            other => panic!("{other:?}"),
        }
    }

    /// Reads to the end: how many notices of a restart there were, and the close frame.
    pub(crate) fn last_words(&mut self) -> (usize, u16, String) {
        let mut notices = 0;
        loop {
            match self.socket.receive().unwrap().expect("the server sends nothing") {
                Received::Text(text) => notices += usize::from(text.contains(r#""notice":"restarting""#)),
                Received::Closed { code, reason } => return (notices, code, reason),
                Received::Pong => {}
            }
        }
    }
}
