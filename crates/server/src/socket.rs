//! One WebSocket connection to one table.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use bytes::Bytes;
use futures_util::SinkExt;
use perudo_explain::explain_reason;
use perudo_protocol::{
    ClientMsg, MalformedMessageError, Order, PROTOCOL, RefusedBody, ServerMsg, WireCommand, secret_of,
};
use perudo_table::{Account, Guest};
use perudo_words::{Language, Words};
use tokio::time::{Instant, MissedTickBehavior, interval_at, timeout};

use crate::frame::Frame;
use crate::intake::{Intake, is_too_much};
use crate::limiter::{Limiter, OneLimiter};
use crate::mailbox::{CloseReason, Mailbox};
use crate::outbox::Arrival;
use crate::reason::Reason;
use crate::rooms::Rooms;
use crate::shared_room::SharedRoom;
use crate::store::TableId;

/// The first message must come within this time.
const HELLO: Duration = Duration::from_secs(10);
/// How long it may take to find out whose key somebody has.
const IDENTIFYING: Duration = Duration::from_secs(3);
/// How often the client is asked for a sign of life.
const PING: Duration = Duration::from_secs(25);
/// A client that gives none for so many pings is gone.
const SILENT_PINGS: u32 = 2;
/// How long a client may take to read what is sent.
const READING: Duration = Duration::from_secs(10);
/// How long a farewell may take, and how many messages are thrown away meanwhile.
const FAREWELL: Duration = Duration::from_secs(2);
const LAST_MESSAGES: usize = 1000;
/// Close after this many malformed messages.
const MALFORMED: u32 = 10;

/// Who asks for a WebSocket.
pub(crate) struct Caller<A> {
    pub(crate) address: IpAddr,
    pub(crate) intake: Intake,
    /// The connection counts for as long as this is kept.
    pub(crate) admission: A,
}

/// Accepts a connection to a table. Its buffers are small, since there are many of them.
pub(crate) fn accept(
    upgrade: WebSocketUpgrade,
    rooms: Arc<Rooms>,
    limiter: &Arc<Limiter>,
    caller: Caller<impl Send + 'static>,
    room: SharedRoom,
) -> Response {
    let Caller { address, intake, admission } = caller;
    let (messages, limiter) = (limiter.messages(), Arc::clone(limiter));
    let table = room.lock().id();
    upgrade
        .read_buffer_size(1024)
        .write_buffer_size(2048)
        .max_write_buffer_size(1024 * 1024)
        .max_message_size(ClientMsg::MAX_BYTES)
        .max_frame_size(ClientMsg::MAX_BYTES)
        .on_upgrade(move |socket| async move {
            rooms.metrics.connections.inc();
            intake.begin_messages();
            let mut connection = Box::new(Connection {
                address,
                socket,
                rooms: Arc::clone(&rooms),
                table,
                room,
                messages,
                limiter,
                intake,
                malformed: 0,
            });
            let closing = connection.run().await;
            if let Some(closing) = closing {
                tracing::debug!(?closing, "a connection is ended");
                if !matches!(closing, CloseReason::Restarting | CloseReason::NoTable | CloseReason::Moved) {
                    rooms.metrics.cut.inc();
                }
                connection.close(closing).await;
            }
            rooms.metrics.connections.dec();
            drop(admission);
        })
}

struct Connection {
    address: IpAddr,
    socket: WebSocket,
    rooms: Arc<Rooms>,
    room: SharedRoom,
    table: TableId,
    messages: OneLimiter,
    limiter: Arc<Limiter>,
    intake: Intake,
    malformed: u32,
}

/// Who is at the other end.
#[derive(Clone, Copy)]
struct Client {
    /// Its place in the room.
    key: u64,
    guest: Guest,
    language: Language,
}

/// Whoever has a name of their own is that person here, by whatever key they come; but who sat down as a guest before stays
/// one. If that cannot be found out, they are a guest.
async fn identify(
    rooms: Arc<Rooms>,
    room: SharedRoom,
    arrival: Arrival,
) -> (Arrival, Option<(Account, bool)>) {
    if room.lock().table().has_joined(arrival.guest) {
        return (arrival, None);
    }
    let found = timeout(IDENTIFYING, rooms.people.resolve(arrival.guest)).await;
    match found {
        Ok(Ok(Some(identity))) if identity.may_play() => {
            let guest = identity.guest();
            (Arrival { guest, ..arrival }, Some((identity.account, identity.program)))
        }
        _ => (arrival, None),
    }
}

/// What a message leads to.
enum Step {
    Go,
    End(Option<CloseReason>),
}

impl Connection {
    /// Serves the connection to its end. Gives the reason, if it was not the client who ended it.
    async fn run(&mut self) -> Option<CloseReason> {
        let (arrival, language) = match timeout(HELLO, self.hello()).await {
            Err(_) => return Some(CloseReason::Silent),
            Ok(Err(closing)) => return closing,
            Ok(Ok(arrival)) => arrival,
        };
        let (arrival, account) = identify(Arc::clone(&self.rooms), self.room.clone(), arrival).await;
        let (mailbox, guest) = (Arc::clone(&arrival.mailbox), arrival.guest);
        let connected = self.rooms.act(&self.room, |room, now| {
            if let Some((account, program)) = account {
                room.know(guest, account, program);
            }
            let connected = match self.rooms.may_be_elsewhere() {
                true => Err(CloseReason::Moved),
                false => room.connect(arrival, now),
            };
            match connected {
                Ok((key, effects)) => (Ok(key), effects),
                Err(closing) => (Err(closing), crate::room::Effects::default()),
            }
        });
        let key = match connected.await {
            None => return Some(CloseReason::Restarting),
            Some(Err(closing)) => return Some(closing),
            Some(Ok(key)) => key,
        };
        let closing = self.serve(Client { key, guest, language }, &mailbox).await;
        self.rooms.act(&self.room, |room, now| ((), room.disconnect(key, now))).await;
        closing
    }

    async fn hello(&mut self) -> Result<(Arrival, Language), Option<CloseReason>> {
        loop {
            let message = self.receive().await;
            if self.is_flooded() {
                return Err(Some(CloseReason::TooMany));
            }
            let text = match message {
                Some(Ok(Message::Text(text))) => text,
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                Some(Ok(Message::Binary(_))) => return Err(Some(CloseReason::Malformed)),
                Some(Ok(Message::Close(_))) | None => return Err(None),
                Some(Err(error)) => return Err(closing_for(&error)),
            };
            let refusal = match ClientMsg::parse(&text) {
                Ok(ClientMsg::Hello { protocol, guest, after, lang }) => {
                    let language = lang.as_deref().and_then(Language::named).unwrap_or_default();
                    if protocol != PROTOCOL {
                        self.refuse(explain_reason(None, Reason::Protocol.name(), Words::of(language))).await;
                        return Err(Some(CloseReason::Protocol));
                    }
                    match secret_of(&guest) {
                        Some(secret) => {
                            let guest = Guest::of_secret(secret);
                            let mailbox = Arc::new(Mailbox::default());
                            return Ok((Arrival { guest, after, language, mailbox }, language));
                        }
                        None => explain_reason(None, Reason::BadGuest.name(), Words::of(language)),
                    }
                }
                Ok(_) => explain_reason(None, Reason::HelloFirst.name(), Words::of(Language::default())),
                Err(malformed) => malformed_body(malformed),
            };
            self.rooms.metrics.malformed.inc();
            self.refuse(refusal).await;
            self.malformed += 1;
            if self.malformed >= MALFORMED {
                return Err(Some(CloseReason::Malformed));
            }
        }
    }

    async fn serve(&mut self, client: Client, mailbox: &Mailbox) -> Option<CloseReason> {
        let mut pings = interval_at(Instant::now() + PING, PING);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut silent = 0;
        let mut frames = Vec::new();
        loop {
            tokio::select! {
                message = self.receive() => {
                    silent = 0;
                    match self.message(client, message).await {
                        Step::Go => {}
                        Step::End(closing) => return closing,
                    }
                }
                () = mailbox.wait() => {
                    let closing = mailbox.take(&mut frames);
                    if self.send(&mut frames).await.is_err() {
                        return None;
                    }
                    if closing.is_some() {
                        return closing;
                    }
                }
                _ = pings.tick() => {
                    silent += 1;
                    if silent > SILENT_PINGS {
                        return Some(CloseReason::Silent);
                    }
                    let ping = self.socket.send(Message::Ping(Bytes::new()));
                    if !matches!(timeout(READING, ping).await, Ok(Ok(()))) {
                        return None;
                    }
                }
            }
        }
    }

    /// Sends everything in one go.
    async fn send(&mut self, frames: &mut Vec<Frame>) -> Result<(), ()> {
        if frames.is_empty() {
            return Ok(());
        }
        let sending = async {
            for frame in frames.drain(..) {
                // A frame is made from a text, so it is one.
                if let Ok(text) = Utf8Bytes::try_from(frame.bytes().clone()) {
                    self.socket.feed(Message::Text(text)).await?;
                }
            }
            self.socket.flush().await
        };
        let sent = matches!(timeout(READING, sending).await, Ok(Ok(())));
        // An idle connection holds no memory for the busy time it once had.
        if frames.capacity() > 16 {
            *frames = Vec::new();
        }
        if sent { Ok(()) } else { Err(()) }
    }

    /// The next message. It may be dropped while it waits.
    async fn receive(&mut self) -> Option<Result<Message, axum::Error>> {
        let message = self.socket.recv().await;
        if let Some(Ok(message)) = &message {
            let bytes = match message {
                Message::Text(text) => text.len(),
                Message::Binary(bytes) | Message::Ping(bytes) | Message::Pong(bytes) => bytes.len(),
                Message::Close(_) => 0,
            };
            self.intake.message(bytes);
        }
        message
    }

    /// Whether one more message, of whatever kind, is one too many.
    fn is_flooded(&self) -> bool {
        self.messages.as_ref().is_some_and(|limiter| limiter.check().is_err())
    }

    async fn message(&mut self, client: Client, message: Option<Result<Message, axum::Error>>) -> Step {
        let Client { key, language, .. } = client;
        self.rooms.metrics.messages.inc();
        if self.is_flooded() {
            return Step::End(Some(CloseReason::TooMany));
        }
        let text = match message {
            Some(Ok(Message::Text(text))) => text,
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => return Step::Go,
            Some(Ok(Message::Binary(_))) => return Step::End(Some(CloseReason::Malformed)),
            Some(Ok(Message::Close(_))) => {
                // A farewell is answered; whoever does not wait for it is gone all the same.
                let _ = timeout(READING, self.socket.flush()).await;
                return Step::End(None);
            }
            None => return Step::End(None),
            Some(Err(error)) => return Step::End(closing_for(&error)),
        };
        let done = match ClientMsg::parse(&text) {
            Ok(ClientMsg::Order(order)) => self.order(client, order).await,
            Ok(ClientMsg::Link { throw, link }) => {
                self.rooms.act(&self.room, |room, now| ((), room.link(key, throw, link, now))).await
            }
            Ok(ClientMsg::Show { throw, link }) => {
                self.rooms.act(&self.room, |room, now| ((), room.show(key, throw, link, now))).await
            }
            Ok(ClientMsg::Ping) => {
                self.room.lock().reply(key, |seq| ServerMsg::Pong { seq });
                Some(())
            }
            Ok(ClientMsg::Hello { .. }) => {
                self.refused(key, explain_reason(None, Reason::HelloTwice.name(), Words::of(language)))
            }
            Err(malformed) => {
                self.rooms.metrics.malformed.inc();
                self.malformed += 1;
                if self.malformed >= MALFORMED {
                    return Step::End(Some(CloseReason::Malformed));
                }
                self.refused(key, malformed_body(malformed))
            }
        };
        match done {
            Some(()) => Step::Go,
            None => Step::End(Some(CloseReason::Restarting)),
        }
    }

    async fn order(&mut self, client: Client, order: Order) -> Option<()> {
        let Client { key, guest, language } = client;
        let sits = || self.room.lock().table().sits(guest);
        let allowed = match order.command {
            WireCommand::Join { .. } => self.limiter.join(self.address, self.table),
            _ => self.limiter.command(&order.command, guest, self.table, sits),
        };
        if let Err(reason) = allowed {
            return self.refused(key, explain_reason(Some(order.id), reason.name(), Words::of(language)));
        }
        self.rooms.act(&self.room, |room, now| ((), room.order(key, order, now))).await
    }

    fn refused(&self, key: u64, body: RefusedBody) -> Option<()> {
        self.rooms.metrics.refusals.inc();
        self.room.lock().reply(key, |seq| ServerMsg::Refused { seq, body });
        Some(())
    }

    /// A refusal before the client has a place in the room.
    async fn refuse(&mut self, body: RefusedBody) {
        let mut frames = vec![Frame::from(&ServerMsg::Refused { seq: 0, body })];
        // If it cannot be sent, the next step finds out.
        let _ = self.send(&mut frames).await;
    }

    async fn close(&mut self, closing: CloseReason) {
        let (code, reason) = closing.code();
        let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
        self.intake.end_messages();
        // Whoever does not read it is disconnected all the same. What they still send is thrown away: if it were
        // left unread, the system would reset the connection and the farewell would be lost.
        let farewell = async {
            if self.socket.send(Message::Close(Some(frame))).await.is_ok() {
                for _ in 0..LAST_MESSAGES {
                    if !matches!(self.socket.recv().await, Some(Ok(_))) {
                        break;
                    }
                }
            }
        };
        let _ = timeout(FAREWELL, farewell).await;
    }
}

fn malformed_body(malformed: MalformedMessageError) -> RefusedBody {
    let MalformedMessageError { id, message } = malformed;
    RefusedBody { id, error: "malformed".to_owned(), message, ..RefusedBody::default() }
}

/// Maps protocol violations to close codes; after other errors nobody is there to read one.
fn closing_for(error: &axum::Error) -> Option<CloseReason> {
    use tungstenite::Error::{Capacity, Io, Protocol, Utf8};
    match std::error::Error::source(error)?.downcast_ref()? {
        Capacity(_) => Some(CloseReason::TooLong),
        Utf8(_) => Some(CloseReason::Malformed),
        Protocol(_) => Some(CloseReason::Violation),
        Io(error) if is_too_much(error) => Some(CloseReason::TooMany),
        _ => None,
    }
}
