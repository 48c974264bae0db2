//! A WebSocket to a table.

use std::fmt::Display;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use perudo_protocol::ClientMsg;
use thiserror::Error;
use tungstenite::client::ClientRequestBuilder;
use tungstenite::handshake::HandshakeError;
use tungstenite::http::Uri;
use tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tungstenite::{Message, Utf8Bytes, WebSocket};

/// A WebSocket to a table. Whether it waits is up to its stream, which may be non-blocking or have a timeout.
#[derive(Debug)]
pub struct Socket<S = TcpStream> {
    websocket: WebSocket<S>,
}

/// Something that the server sent. Pings are answered and not told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Received {
    /// A message of the protocol.
    Text(Utf8Bytes),
    /// The answer to a ping.
    Pong,
    /// The server closes the connection.
    Closed {
        /// The close code.
        code: u16,
        /// The reason.
        reason: String,
    },
}

/// Why there is no WebSocket, or no longer one.
#[derive(Debug, Error)]
pub enum SocketError {
    /// There is no connection.
    #[error("cannot connect: {0}")]
    Connect(#[from] io::Error),
    /// The server answered the request for a WebSocket with something else.
    #[error("the server refused the WebSocket with status {status}: {body}")]
    Refused {
        /// The status of the answer.
        status: u16,
        /// Its body.
        body: String,
    },
    /// The connection ended without a close frame, or carried what is no WebSocket.
    #[error("the connection was lost: {0}")]
    Lost(#[from] Box<tungstenite::Error>),
    /// A message cannot be written as JSON.
    #[error("a message is not JSON: {0}")]
    Message(#[from] serde_json::Error),
    /// The server sent a message of a kind that the protocol does not have.
    #[error("the server sent a binary message")]
    Binary,
}

impl Socket {
    /// Connects to a table. Nothing that is received later waits for longer than the timeout either.
    pub fn connect(address: SocketAddr, table: &str, timeout: Duration) -> Result<Socket, SocketError> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(timeout))?;
        Socket::open(stream, address, table, &[])
    }

    /// Exchanges the stream for another form of it. Only right after connecting, when nothing was read yet.
    pub fn map_stream<T: Read + Write>(self, change: impl FnOnce(TcpStream) -> T) -> Socket<T> {
        let stream = change(self.websocket.into_inner());
        Socket { websocket: WebSocket::from_raw_socket(stream, Role::Client, Some(config())) }
    }
}

impl<S: Read + Write> Socket<S> {
    /// Asks for a WebSocket over a connection to a host, which is an address or a name and a port, with some headers more.
    pub fn open(
        stream: S,
        host: impl Display,
        table: &str,
        headers: &[(&str, &str)],
    ) -> Result<Socket<S>, SocketError> {
        let url = format!("ws://{host}/api/tables/{table}/ws");
        let url: Uri = url.parse().map_err(|error: tungstenite::http::uri::InvalidUri| lost(error.into()))?;
        let request = ClientRequestBuilder::new(url);
        let request =
            headers.iter().fold(request, |request, (name, value)| request.with_header(*name, *value));
        match tungstenite::client::client_with_config(request, stream, Some(config())) {
            Ok((websocket, _)) => Ok(Socket { websocket }),
            Err(HandshakeError::Failure(tungstenite::Error::Http(answer))) => {
                let body = answer.body().as_deref().map(String::from_utf8_lossy).unwrap_or_default();
                Err(SocketError::Refused { status: answer.status().as_u16(), body: body.into_owned() })
            }
            Err(HandshakeError::Failure(error)) => Err(lost(error)),
            // The stream has a timeout.
            Err(HandshakeError::Interrupted(_)) => Err(SocketError::Connect(ErrorKind::TimedOut.into())),
        }
    }

    /// The stream itself: to set timeouts, or to write bytes that are no message.
    pub fn stream(&mut self) -> &mut S {
        self.websocket.get_mut()
    }

    /// Sends a message. What the stream does not take at once stays in a queue.
    pub fn send(&mut self, message: &ClientMsg) -> Result<(), SocketError> {
        self.queue(message)?;
        self.flush()
    }

    /// Sends a text.
    pub fn send_text(&mut self, text: impl Into<Utf8Bytes>) -> Result<(), SocketError> {
        unless_it_waits(self.websocket.send(Message::Text(text.into()))).map(drop)
    }

    /// Queues a message, to be sent by [`Socket::flush`].
    pub fn queue(&mut self, message: &ClientMsg) -> Result<(), SocketError> {
        let text = serde_json::to_string(message)?;
        unless_it_waits(self.websocket.write(Message::text(text))).map(drop)
    }

    /// Sends more of what is queued.
    pub fn flush(&mut self) -> Result<(), SocketError> {
        unless_it_waits(self.websocket.flush()).map(drop)
    }

    /// The next thing that the server sent; `None` if the stream has nothing yet.
    pub fn receive(&mut self) -> Result<Option<Received>, SocketError> {
        loop {
            let Some(message) = unless_it_waits(self.websocket.read())? else { return Ok(None) };
            return match message {
                Message::Text(text) => Ok(Some(Received::Text(text))),
                Message::Pong(_) => Ok(Some(Received::Pong)),
                Message::Close(frame) => Ok(Some(closed(frame))),
                Message::Ping(_) | Message::Frame(_) => continue,
                Message::Binary(_) => Err(SocketError::Binary),
            };
        }
    }
}

/// Small buffers: messages are short, and a load has thousands of connections.
fn config() -> WebSocketConfig {
    WebSocketConfig::default().read_buffer_size(4096)
}

fn lost(error: tungstenite::Error) -> SocketError {
    SocketError::Lost(Box::new(error))
}

/// `None` if the stream would have to wait.
fn unless_it_waits<T>(outcome: tungstenite::Result<T>) -> Result<Option<T>, SocketError> {
    match outcome {
        Ok(done) => Ok(Some(done)),
        Err(tungstenite::Error::Io(error))
            if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) =>
        {
            Ok(None)
        }
        Err(error) => Err(lost(error)),
    }
}

fn closed(frame: Option<CloseFrame>) -> Received {
    /// What RFC 6455 says for a frame without a code.
    const NO_CODE: u16 = 1005;
    match frame {
        Some(frame) => Received::Closed { code: frame.code.into(), reason: frame.reason.to_string() },
        None => Received::Closed { code: NO_CODE, reason: String::new() },
    }
}
