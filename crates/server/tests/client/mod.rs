//! A server to be tried, and clients that need not behave: they write what they want to the socket.

#![allow(dead_code)] // each file of tests has its use for a part of it

use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, Once};
use std::thread::JoinHandle;
use std::time::Duration;

use perudo_server::{Config, Entropy, Limits, Server, ServerError};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::oneshot;
use tokio::time::timeout;

/// How long anything may take before a test gives up: no test depends on how long it takes.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A table of people who take their time, and whose rounds follow each other without a pause.
pub(crate) fn quick() -> Value {
    json!({"speed": "instant", "turn": 0, "tours": 100, "seats": 3})
}

pub(crate) fn config(database: &Path) -> Config {
    let limits = Limits {
        tables: 0,
        tables_per_guest: 0,
        tables_per_minute: 0,
        connections: 0,
        connections_per_address: 0,
        requests_per_second: 0,
        messages_per_second: 0,
        request_seconds: 0,
    };
    Config {
        listen: ([127, 0, 0, 1], 0).into(),
        database: database.display().to_string(),
        node: "main".to_owned(),
        lease: Duration::from_secs(15),
        public_url: None,
        origins: Vec::new(),
        trust_proxy: false,
        bot_threads: 1,
        limits,
    }
}

/// Random bytes that are the same in every run, other ones for every server.
pub(crate) fn entropy() -> Entropy {
    static SERVERS: AtomicU64 = AtomicU64::new(1);
    let random = Xoshiro256PlusPlus::seed_from_u64(SERVERS.fetch_add(1, Ordering::Relaxed));
    let random = Mutex::new(random);
    Entropy::new(move |bytes| random.lock().unwrap().fill(bytes))
}

/// What panicked on a thread of a server: a task that panics ends quietly.
static PANICS: Mutex<Vec<String>> = Mutex::new(Vec::new());
/// All lines that servers have logged, at every level.
static LOG: Mutex<Vec<u8>> = Mutex::new(Vec::new());

struct Log;

impl std::io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        LOG.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Begins to watch for panics and to keep the log, once.
fn watch() {
    static WATCHING: Once = Once::new();
    WATCHING.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            let thread = std::thread::current();
            let name = thread.name().unwrap_or_default();
            if name == THREAD || name.starts_with("perudo-") {
                PANICS.lock().unwrap().push(format!("{name}: {panic}"));
            }
            usual(panic);
        }));
        let log = tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_ansi(false);
        tracing::subscriber::set_global_default(log.with_writer(|| Log).finish()).unwrap();
    });
}

/// No server has panicked, and no line that one has logged names these guests.
pub(crate) fn assert_quiet(guests: &[u128]) {
    assert_eq!(*PANICS.lock().unwrap(), [""; 0]);
    let log = String::from_utf8_lossy(&LOG.lock().unwrap()).into_owned();
    for guest in guests {
        assert!(!log.contains(&secret(*guest)), "the log names a guest");
    }
    assert!(!log.contains("\"hand\""), "the log shows dice");
}

/// A server that runs on threads of its own, as the program does it.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    pub(crate) tables: usize,
    stop: Option<oneshot::Sender<()>>,
    crash: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<Option<Result<(), ServerError>>>>,
}

pub(crate) const THREAD: &str = "server-under-test";

impl Running {
    pub(crate) async fn start(config: Config) -> Running {
        watch();
        let (started, start) = oneshot::channel();
        let (stop, stopped) = oneshot::channel::<()>();
        let (crash, crashed) = oneshot::channel::<()>();
        let thread = std::thread::Builder::new().name(THREAD.to_owned()).spawn(move || {
            let mut runtime = tokio::runtime::Builder::new_multi_thread();
            let runtime = runtime.worker_threads(1).thread_name(THREAD).enable_all().build().unwrap();
            runtime.block_on(async move {
                let server = Server::start(config, entropy()).await.unwrap();
                let _ = started.send((server.address().unwrap(), server.tables()));
                let stop = async move {
                    if stopped.await.is_err() {
                        std::future::pending().await
                    }
                };
                tokio::select! {
                    outcome = server.run(Box::pin(stop)) => Some(outcome),
                    _ = crashed => None,
                }
            })
            // The runtime ends here with everything that is still running on it.
        });
        let (address, tables) = start.await.unwrap();
        Running { address, tables, stop: Some(stop), crash: Some(crash), thread: Some(thread.unwrap()) }
    }

    /// Asks the server to stop, as Ctrl-C does.
    pub(crate) fn stop(&mut self) {
        self.stop.take().unwrap().send(()).unwrap();
    }

    /// Waits for the end of the server.
    pub(crate) async fn ended(mut self) -> Result<(), ServerError> {
        let thread = self.thread.take().unwrap();
        let ended = tokio::task::spawn_blocking(move || thread.join().unwrap());
        timeout(PATIENCE, ended).await.expect("the server does not end").unwrap().unwrap()
    }

    /// Ends the server in the middle of whatever it does.
    pub(crate) async fn crash(mut self) {
        self.crash.take().unwrap().send(()).unwrap();
        let thread = self.thread.take().unwrap();
        tokio::task::spawn_blocking(move || thread.join().unwrap()).await.unwrap();
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        http(self.address, "GET", path, &[], "").await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        let headers = [("content-type", "application/json")];
        http(self.address, "POST", path, &headers, &body.to_string()).await
    }

    pub(crate) async fn make(&self, guest: u128, name: &str, settings: &Value) -> String {
        let body = json!({"guest": secret(guest), "name": name, "settings": settings});
        let answer = self.post("/api/tables", &body).await;
        assert_eq!(answer.status, 201, "{answer:?}");
        answer.json()["table"].as_str().unwrap().to_owned()
    }

    /// Two people at a new table who have begun to play.
    pub(crate) async fn two_players(&self, first: u128, settings: &Value) -> (String, Client, Client) {
        let table = self.make(first, "anna", settings).await;
        let mut anna = Client::connect(self.address, &table, first, None).await;
        let mut boris = Client::connect(self.address, &table, first + 1, None).await;
        boris.done("join", json!({"name": "boris"})).await;
        anna.done("start", json!({})).await;
        meet(&mut [&mut anna, &mut boris]).await;
        (table, anna, boris)
    }
}

/// The secret of a guest.
pub(crate) fn secret(guest: u128) -> String {
    format!("{:032x}", guest.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835))
}

/// An answer over HTTP.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("no JSON: {self:?}"))
    }

    /// The name of what is wrong.
    pub(crate) fn error(&self) -> String {
        self.json()["error"].as_str().unwrap().to_owned()
    }

    fn read(bytes: &[u8]) -> Answer {
        let text = String::from_utf8_lossy(bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.get(9..12).and_then(|status| status.parse().ok()).unwrap_or(0);
        Answer { status, head: head.to_owned(), body: body.to_owned() }
    }
}

pub(crate) async fn http(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Answer {
    let mut request = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n");
    if !headers.iter().any(|(name, _)| *name == "host") {
        request += &format!("host: {address}\r\n");
    }
    for (name, value) in headers {
        request += &format!("{name}: {value}\r\n");
    }
    request += &format!("content-length: {}\r\n\r\n{body}", body.len());
    let mut stream = TcpStream::connect(address).await.unwrap();
    // A server that does not want to read everything may have answered before.
    let _ = stream.write_all(request.as_bytes()).await;
    read_answer(&mut stream).await
}

/// Reads to the end of a connection.
pub(crate) async fn read_answer(stream: &mut TcpStream) -> Answer {
    let mut bytes = Vec::new();
    // An end without a farewell is an end.
    let _ = timeout(PATIENCE, stream.read_to_end(&mut bytes)).await.expect("no end of the answer");
    Answer::read(&bytes)
}

/// Reads one answer, and what came with it; an empty one at the end of the connection.
pub(crate) async fn first_answer(stream: &mut TcpStream) -> (Answer, Vec<u8>) {
    let mut bytes = Vec::new();
    loop {
        let mut answer = Answer::read(&bytes);
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            let head = answer.head.to_lowercase();
            let length = head.split("content-length: ").nth(1).and_then(|rest| rest.lines().next());
            let end = end + 4 + length.map_or(0, |length| length.parse().unwrap());
            if bytes.len() >= end {
                let rest = bytes.split_off(end);
                answer = Answer::read(&bytes);
                return (answer, rest);
            }
        }
        let mut more = [0; 4096];
        match timeout(PATIENCE, stream.read(&mut more)).await.expect("no answer") {
            Ok(0) | Err(_) => return (answer, Vec::new()),
            Ok(count) => bytes.extend(&more[..count]),
        }
    }
}

/// What the server says over a WebSocket.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Said {
    Message(Value),
    Pong,
    Closed(u16, String),
    /// The connection ended without a close frame.
    Ended,
}

/// A WebSocket of which every byte can be chosen.
pub(crate) struct Wire {
    stream: TcpStream,
    buffer: Vec<u8>,
}

/// The kinds of frames.
pub(crate) const CONTINUATION: u8 = 0;
pub(crate) const TEXT: u8 = 1;
pub(crate) const BINARY: u8 = 2;
pub(crate) const CLOSE: u8 = 8;
pub(crate) const PING: u8 = 9;
pub(crate) const PONG: u8 = 10;
/// The last frame of a message.
pub(crate) const FIN: u8 = 0x80;

/// A masked frame; `first` is its first byte.
pub(crate) fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    const MASK: [u8; 4] = [0x37, 0xfa, 0x21, 0x3d];
    let mut bytes = head(first, 0x80, payload.len() as u64);
    bytes.extend(MASK);
    bytes.extend(payload.iter().zip(MASK.iter().cycle()).map(|(byte, mask)| byte ^ mask));
    bytes
}

/// The head of a frame without its mask.
pub(crate) fn head(first: u8, masked: u8, length: u64) -> Vec<u8> {
    let mut bytes = vec![first];
    match length {
        0..126 => bytes.push(masked | length as u8),
        126..65_536 => {
            bytes.push(masked | 126);
            bytes.extend((length as u16).to_be_bytes());
        }
        _ => {
            bytes.push(masked | 127);
            bytes.extend(length.to_be_bytes());
        }
    }
    bytes
}

pub(crate) const UPGRADE: [(&str, &str); 4] = [
    ("connection", "upgrade"),
    ("upgrade", "websocket"),
    ("sec-websocket-version", "13"),
    ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
];

impl Wire {
    pub(crate) async fn open(address: SocketAddr, table: &str) -> Wire {
        match Wire::ask(address, table, &[]).await {
            Ok(wire) => wire,
            Err(answer) => panic!("{answer:?}"),
        }
    }

    /// Asks for a WebSocket with some headers more; gives the answer if it is refused.
    pub(crate) async fn ask(address: SocketAddr, table: &str, more: &[(&str, &str)]) -> Result<Wire, Answer> {
        let stream = TcpStream::connect(address).await.unwrap();
        Wire::upgrade(stream, address, table, more).await
    }

    /// A WebSocket whose client has room for little that it has not read, and takes it in small pieces, of which the
    /// server's side does not keep many either: what is too much comes soon.
    pub(crate) async fn narrow(address: SocketAddr, table: &str) -> Wire {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(4096).unwrap();
        socket2::SockRef::from(&socket).set_tcp_mss(536).unwrap();
        let stream = socket.connect(address).await.unwrap();
        Wire::upgrade(stream, address, table, &[]).await.unwrap()
    }

    async fn upgrade(
        mut stream: TcpStream,
        address: SocketAddr,
        table: &str,
        more: &[(&str, &str)],
    ) -> Result<Wire, Answer> {
        let mut request = format!("GET /api/tables/{table}/ws HTTP/1.1\r\n");
        if !more.iter().any(|(name, _)| *name == "host") {
            request += &format!("host: {address}\r\n");
        }
        for (name, value) in UPGRADE.iter().chain(more) {
            request += &format!("{name}: {value}\r\n");
        }
        stream.write_all(format!("{request}\r\n").as_bytes()).await.unwrap();
        let (answer, rest) = first_answer(&mut stream).await;
        if answer.status == 101 { Ok(Wire { stream, buffer: rest }) } else { Err(answer) }
    }

    /// Ends what is written, but goes on reading.
    pub(crate) async fn finish(&mut self) {
        // Whoever is gone has heard it.
        let _ = self.stream.shutdown().await;
    }

    /// Writes bytes; says whether someone was there to take them.
    pub(crate) async fn write(&mut self, bytes: &[u8]) -> bool {
        timeout(PATIENCE, self.stream.write_all(bytes)).await.expect("nobody reads").is_ok()
    }

    pub(crate) async fn text(&mut self, text: &str) -> bool {
        self.write(&frame(FIN | TEXT, text.as_bytes())).await
    }

    pub(crate) async fn hello(&mut self, guest: u128, after: Option<u64>) {
        let hello = json!({"type": "hello", "protocol": 1, "guest": secret(guest), "after": after});
        self.text(&hello.to_string()).await;
    }

    /// The next thing that the server says.
    pub(crate) async fn hear(&mut self) -> Said {
        loop {
            let Some((opcode, payload)) = self.frame().await else { return Said::Ended };
            match opcode {
                TEXT => return Said::Message(serde_json::from_slice(&payload).unwrap()),
                PING => {
                    self.write(&frame(FIN | PONG, &payload)).await;
                }
                PONG => return Said::Pong,
                CLOSE => {
                    let code = payload.get(..2).map_or(1005, |code| u16::from_be_bytes([code[0], code[1]]));
                    let reason = payload.get(2..).unwrap_or_default();
                    return Said::Closed(code, String::from_utf8(reason.to_vec()).unwrap());
                }
                other => panic!("the server sends a frame of kind {other}"),
            }
        }
    }

    /// Hears everything up to the end of the connection: the messages, and how it ended.
    pub(crate) async fn rest(&mut self) -> (Vec<Value>, Said) {
        let mut messages = Vec::new();
        loop {
            match self.hear().await {
                Said::Message(message) => messages.push(message),
                Said::Pong => {}
                end => return (messages, end),
            }
        }
    }

    /// The next frame; nothing at the end of the connection.
    async fn frame(&mut self) -> Option<(u8, Vec<u8>)> {
        self.fill(2).await?;
        assert_eq!(self.buffer[0] & 0xf0, FIN, "a server sends whole messages");
        assert_eq!(self.buffer[1] & 0x80, 0, "a server does not mask");
        let (start, length) = match self.buffer[1] {
            126 => {
                self.fill(4).await?;
                (4, usize::from(u16::from_be_bytes([self.buffer[2], self.buffer[3]])))
            }
            127 => {
                self.fill(10).await?;
                let length = self.buffer[2..10].try_into().unwrap();
                (10, usize::try_from(u64::from_be_bytes(length)).unwrap())
            }
            length => (2, usize::from(length)),
        };
        self.fill(start + length).await?;
        let rest = self.buffer.split_off(start + length);
        let bytes = std::mem::replace(&mut self.buffer, rest);
        Some((bytes[0] & 0x0f, bytes[start..].to_vec()))
    }

    async fn fill(&mut self, length: usize) -> Option<()> {
        while self.buffer.len() < length {
            let mut bytes = [0; 16 * 1024];
            let read =
                timeout(PATIENCE, self.stream.read(&mut bytes)).await.expect("the server says nothing");
            match read {
                Ok(0) | Err(_) => return None,
                Ok(count) => self.buffer.extend(&bytes[..count]),
            }
        }
        Some(())
    }
}

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
    pub(crate) now: Value,
    pub(crate) hand: Value,
    last_id: u64,
}

impl Client {
    /// Connects, and waits for the view of the table or for what it missed.
    pub(crate) async fn connect(address: SocketAddr, table: &str, guest: u128, after: Option<u64>) -> Client {
        let mut wire = Wire::open(address, table).await;
        wire.hello(guest, after).await;
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
            now: Value::Null,
            hand: Value::Null,
            last_id,
        };
        while client.you.is_null() {
            client.until(|_| true).await;
        }
        client
    }

    /// Takes in the next thing that the server says.
    pub(crate) async fn hear(&mut self) -> Said {
        let said = self.wire.hear().await;
        let Said::Message(message) = &said else { return said };
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
            _ => {}
        }
        said
    }

    /// Takes in what the server says up to a message that fits.
    pub(crate) async fn until(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        loop {
            match self.hear().await {
                Said::Message(message) if fits(&message) => return message,
                Said::Message(_) | Said::Pong => {}
                end => panic!("the connection ended: {end:?}"),
            }
        }
    }

    /// Sends a command, and gives its id.
    pub(crate) async fn send(&mut self, kind: &str, fields: Value) -> u64 {
        self.last_id += 1;
        let mut command = fields;
        command["type"] = json!(kind);
        command["id"] = json!(self.last_id);
        command["seen"] = json!(self.seq);
        self.wire.text(&command.to_string()).await;
        self.last_id
    }

    /// Sends a command and waits for the answer to it.
    pub(crate) async fn ask(&mut self, kind: &str, fields: Value) -> Value {
        let id = self.send(kind, fields).await;
        self.answer(id).await
    }

    pub(crate) async fn answer(&mut self, id: u64) -> Value {
        self.until(|message| {
            message["id"] == id && (message["type"] == "done" || message["type"] == "refused")
        })
        .await
    }

    /// A command that is carried out, and the number of its event.
    pub(crate) async fn done(&mut self, kind: &str, fields: Value) -> u64 {
        let answer = self.ask(kind, fields).await;
        assert_eq!(answer["type"], "done", "{kind}: {answer}");
        answer["event"].as_u64().unwrap()
    }

    /// A command that is refused, and the name of the reason.
    pub(crate) async fn refused(&mut self, kind: &str, fields: Value) -> String {
        let answer = self.ask(kind, fields).await;
        assert_eq!(answer["type"], "refused", "{kind}: {answer}");
        answer["error"].as_str().unwrap().to_owned()
    }

    /// Follows the table up to an event.
    pub(crate) async fn follow(&mut self, seq: u64) {
        while self.seq < seq {
            self.until(|message| message["type"] == "event").await;
        }
    }

    /// Everything up to an answer that comes after whatever was said before.
    pub(crate) async fn catch_up(&mut self) {
        self.wire.text(r#"{"type":"ping"}"#).await;
        self.until(|message| message["type"] == "pong").await;
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

/// Waits until all have seen the same and someone has the turn.
pub(crate) async fn meet(players: &mut [&mut Client]) {
    loop {
        let last = players.iter().map(|player| player.seq).max().unwrap();
        for player in players.iter_mut() {
            player.follow(last).await;
        }
        if players.iter().any(|player| player.has_turn()) && players.iter().all(|player| player.seq == last) {
            return;
        }
        players[0].until(|message| message["type"] == "event").await;
    }
}

/// Whoever has the turn acts, and all see it; gives what was done.
pub(crate) async fn play(players: &mut [&mut Client]) -> String {
    meet(players).await;
    let turn = players.iter().position(|player| player.has_turn()).unwrap();
    let action = players[turn].lowest();
    let seq = players[turn].done("act", json!({"action": action})).await;
    for player in players.iter_mut() {
        player.follow(seq).await;
    }
    meet(players).await;
    action
}
