//! The connection to a table of a server: a thread that comes back by itself.

use std::io;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use perudo_client::{Received, Socket, SocketError, Stream};
use perudo_play::CloseReason;
use perudo_protocol::{ClientMsg, ServerMsg};
use perudo_table::fair::{TipsError, TipsHead};

use crate::link::{Server, TableLink};
use crate::store::random;

/// What a connection tells.
#[derive(Debug)]
pub(crate) enum NetEvent {
    /// It is there: the first message is due.
    Open,
    /// The table says something.
    Message(Box<ServerMsg>),
    /// It is lost, and is being tried again.
    Lost,
    /// It is closed for good.
    Closed(CloseReason),
    /// The server's public log of tips was looked into, for a tip that counts from a throw on.
    Tips { from: u64, found: Result<TipsHead, WrongTips> },
}

/// What is wrong with a log of tips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WrongTips {
    Log(TipsError),
    Signature,
}

/// How long a connection may take to be made.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long the thread reads before it looks whether something is to be sent.
const TURN: Duration = Duration::from_millis(25);
/// How often a ping is sent. A connection without any message for more than twice as long is dead.
const PULSE: Duration = Duration::from_secs(8);

/// How long a connection is held on to when nobody needs it any more.
const FAREWELL: Duration = Duration::from_secs(1);

/// Connects to a table, again and again; `tell` says whether anybody still listens.
pub(crate) fn connect(
    link: &TableLink,
    tell: impl Fn(NetEvent) -> bool + Send + 'static,
) -> Sender<ClientMsg> {
    let (sender, messages) = channel();
    let link = link.clone();
    thread::spawn(move || {
        let mut tries = 0;
        while let Some(wait) = hold(&link, &messages, &tell, &mut tries) {
            thread::sleep(wait);
        }
    });
    sender
}

/// Holds one connection; returns how long to wait before the next, or nothing if there is to be none.
fn hold(
    link: &TableLink,
    messages: &Receiver<ClientMsg>,
    tell: &impl Fn(NetEvent) -> bool,
    tries: &mut u32,
) -> Option<Duration> {
    // Nobody will ever send anything: the place has gone while there was no connection.
    if let Err(TryRecvError::Disconnected) = messages.try_recv() {
        return None;
    }
    let closed = match open(&link.server, &link.table) {
        Ok(mut socket) => {
            // What was to be sent over an earlier connection is sent again by whoever wanted it.
            while messages.try_recv().is_ok() {}
            if !tell(NetEvent::Open) {
                return None;
            }
            match talk(&mut socket, messages, tell, tries) {
                Ok(Some(code)) => CloseReason::of_code(code),
                Ok(None) => return None,
                Err(_) => None,
            }
        }
        Err(SocketError::Refused { status: 404, .. }) => Some(CloseReason::NoTable),
        Err(_) => None,
    };
    if let Some(reason) = closed {
        tell(NetEvent::Closed(reason));
        return None;
    }
    *tries += 1;
    tell(NetEvent::Lost).then(|| pause(*tries))
}

/// How long to wait before the next try. Another node may go on at once; but many clients of a server that restarts must not
/// come back in the same moment.
fn pause(tries: u32) -> Duration {
    let wait = if tries == 1 { 50 } else { 250 << tries.min(6).saturating_sub(1) };
    let jitter = random::<1>().map_or(0, |[byte]| u64::from(byte));
    Duration::from_millis(wait + jitter)
}

fn open(server: &Server, table: &str) -> Result<Socket<Stream>, SocketError> {
    let mut failure = io::Error::from(io::ErrorKind::NotFound);
    for address in server.addresses()? {
        match Stream::connect(&address, server.tls_host(), PATIENCE) {
            Ok(stream) => {
                let mut socket = Socket::open(stream, server.authority(), table, &[])?;
                socket.stream().set_read_timeout(TURN)?;
                return Ok(socket);
            }
            Err(error) => failure = error,
        }
    }
    Err(failure.into())
}

/// Carries messages both ways; returns the code with which the server closed, or nothing if nobody listens any more.
fn talk(
    socket: &mut Socket<Stream>,
    messages: &Receiver<ClientMsg>,
    tell: &impl Fn(NetEvent) -> bool,
    tries: &mut u32,
) -> Result<Option<u16>, SocketError> {
    let (mut heard, mut pinged) = (Instant::now(), Instant::now());
    loop {
        match socket.receive()? {
            Some(Received::Text(text)) => {
                (heard, *tries) = (Instant::now(), 0);
                // A newer server of the same protocol may tell more: unknown messages are ignored.
                if let Ok(message) = serde_json::from_str(&text)
                    && !tell(NetEvent::Message(Box::new(message)))
                {
                    return Ok(None);
                }
                continue;
            }
            Some(Received::Pong) => heard = Instant::now(),
            Some(Received::Closed { code, .. }) => return Ok(Some(code)),
            None => {}
        }
        loop {
            match messages.try_recv() {
                Ok(message) => socket.send(&message)?,
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => {
                    // What was sent last has to arrive: who closes with something unread takes it back.
                    let end = Instant::now() + FAREWELL;
                    while Instant::now() < end && !matches!(socket.receive()?, Some(Received::Closed { .. }))
                    {
                    }
                    return Ok(None);
                }
            }
        }
        if pinged.elapsed() >= PULSE {
            pinged = Instant::now();
            socket.send(&ClientMsg::Ping)?;
        }
        if heard.elapsed() > 2 * PULSE + Duration::from_secs(1) {
            return Err(io::Error::from(io::ErrorKind::TimedOut).into());
        }
    }
}
