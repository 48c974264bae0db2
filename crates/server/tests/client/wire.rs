//! A WebSocket on which a test can write any bytes.

use std::io::{ErrorKind, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};

use perudo_client::{Socket, SocketError};
use serde_json::{Value, json};
use socket2::{Domain, Type};

use super::{PATIENCE, secret};

/// What the server sends.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Received {
    Message(Value),
    Pong,
    Closed(u16, String),
    /// The connection ended without a close frame.
    Ended,
}

/// A WebSocket to a table.
pub(crate) struct Wire {
    socket: Socket,
}

/// The server's answer to a request for a WebSocket that it refuses.
#[derive(Debug)]
pub(crate) struct Refused {
    pub(crate) status: u16,
    body: String,
}

impl Refused {
    /// The name of what is wrong.
    pub(crate) fn error(&self) -> String {
        let body: Value = serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("no JSON: {self:?}"));
        body["error"].as_str().unwrap().to_owned()
    }
}

impl Wire {
    pub(crate) fn open(address: SocketAddr, table: &str) -> Wire {
        match Wire::ask(address, table, &[]) {
            Ok(wire) => wire,
            Err(answer) => panic!("{answer:?}"),
        }
    }

    /// Asks for a WebSocket with some headers more; returns the answer if it is refused.
    pub(crate) fn ask(address: SocketAddr, table: &str, more: &[(&str, &str)]) -> Result<Wire, Refused> {
        Wire::upgrade(TcpStream::connect(address).unwrap(), address, table, more)
    }

    /// A WebSocket whose client has room for little that it has not read, and takes it in small pieces, of which the
    /// server's side does not keep many either: what is too much comes soon.
    pub(crate) fn narrow(address: SocketAddr, table: &str) -> Wire {
        let socket = socket2::Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
        socket.set_recv_buffer_size(4096).unwrap();
        socket.set_tcp_mss(536).unwrap();
        socket.connect(&address.into()).unwrap();
        Wire::upgrade(socket.into(), address, table, &[]).unwrap()
    }

    fn upgrade(
        stream: TcpStream,
        address: SocketAddr,
        table: &str,
        more: &[(&str, &str)],
    ) -> Result<Wire, Refused> {
        stream.set_nodelay(true).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        match Socket::open(stream, address, table, more) {
            Ok(socket) => Ok(Wire { socket }),
            Err(SocketError::Refused { status, body }) => Err(Refused { status, body }),
            Err(error) => panic!("{error}"),
        }
    }

    /// Ends what is written, but goes on reading.
    pub(crate) fn finish(&mut self) {
        // The server may have ended the connection before.
        let _ = self.socket.stream().shutdown(Shutdown::Write);
    }

    /// Writes bytes; says whether someone was there to take them.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> bool {
        match self.socket.stream().write_all(bytes) {
            Err(error) if error.kind() == ErrorKind::WouldBlock => panic!("the server does not read"),
            outcome => outcome.is_ok(),
        }
    }

    pub(crate) fn text(&mut self, text: &str) -> bool {
        self.socket.send_text(text.to_owned()).is_ok()
    }

    pub(crate) fn hello(&mut self, guest: u128, after: Option<u64>) {
        let hello = json!({"type": "hello", "protocol": 1, "guest": secret(guest), "after": after});
        self.text(&hello.to_string());
    }

    /// The next thing that the server sends.
    pub(crate) fn receive(&mut self) -> Received {
        match self.socket.receive() {
            Ok(None) => panic!("the server sends nothing"),
            Ok(Some(perudo_client::Received::Text(text))) => {
                Received::Message(serde_json::from_str(&text).unwrap())
            }
            Ok(Some(perudo_client::Received::Pong)) => Received::Pong,
            Ok(Some(perudo_client::Received::Closed { code, reason })) => Received::Closed(code, reason),
            Err(SocketError::Lost(_)) => Received::Ended,
            Err(error) => panic!("{error}"),
        }
    }

    /// Receives everything up to the end of the connection: the messages, and how it ended.
    pub(crate) fn rest(&mut self) -> (Vec<Value>, Received) {
        let mut messages = Vec::new();
        loop {
            match self.receive() {
                Received::Message(message) => messages.push(message),
                Received::Pong => {}
                end => return (messages, end),
            }
        }
    }
}
