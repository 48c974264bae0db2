//! The server from outside: the real program, the Python client of the examples, plain HTTP.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test fails by panicking

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, ExitStatus, Output, Stdio};
use std::sync::OnceLock;
use std::sync::mpsc::{self, Receiver};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use perudo_protocol::{ClientMsg, Now, Order, PROTOCOL, ServerMsg, WireCommand, WireEvent};
use perudo_rules::{Action, Bid, Face, Hand};
use serde_json::{Value, json};
use tempfile::TempDir;
use tungstenite::{Message, WebSocket};

/// Nothing here takes as long; what does will never come.
const PATIENCE: Duration = Duration::from_secs(180);
const ANNA: &str = "a0000000000000000000000000000001";
const BORIS: &str = "b0000000000000000000000000000002";
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn perudo() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_perudo"));
    // The settings of whoever runs the tests must not be those of the tests.
    for (name, _) in std::env::vars_os() {
        if name.to_str().is_some_and(|name| name.starts_with("PERUDO_")) {
            command.env_remove(name);
        }
    }
    command
}

/// A server as a process of its own.
struct Server {
    child: Child,
    address: SocketAddr,
    _stdout: BufReader<ChildStdout>,
}

impl Server {
    fn start(database: &Path) -> Server {
        Server::start_at(database, SocketAddr::from(([127, 0, 0, 1], 0)))
    }

    fn start_at(database: &Path, listen: SocketAddr) -> Server {
        let mut command = perudo();
        command
            .args(["serve", "--log", "error", "--max-requests-per-second", "0"])
            .args(["--listen", &listen.to_string(), "--database"])
            .arg(database);
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut told = String::new();
        while !told.contains("Stop with") {
            assert_ne!(stdout.read_line(&mut told).unwrap(), 0, "the server did not start: {told}");
        }
        let address = told.lines().next().unwrap().rsplit("http://").next().unwrap().parse();
        Server { child, address: address.unwrap_or_else(|_| panic!("no address: {told}")), _stdout: stdout }
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    fn get(&self, path: &str) -> Answer {
        self.get_with(path, &[])
    }

    fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        let request = headers
            .iter()
            .fold(agent().get(self.url(path)), |request, (name, value)| request.header(*name, *value));
        Answer::of(request.call())
    }

    fn post(&self, path: &str, body: &str) -> Answer {
        Answer::of(agent().post(self.url(path)).header("content-type", "application/json").send(body))
    }

    /// Makes a table and gives its name.
    fn table(&self, guest: &str, name: &str, settings: &Value, bots: &[&str]) -> String {
        let body = json!({"guest": guest, "name": name, "settings": settings, "bots": bots});
        let made = self.post("/api/tables", &body.to_string());
        assert_eq!(made.status, 201, "{}", made.body);
        made.json()["table"].as_str().unwrap().to_owned()
    }

    /// SIGKILL.
    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// SIGTERM, and how the program ends.
    fn terminate(mut self) -> ExitStatus {
        let asked = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap();
        assert!(asked.success());
        self.child.wait().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn agent() -> ureq::Agent {
    let config = ureq::Agent::config_builder().http_status_as_error(false).timeout_global(Some(PATIENCE));
    config.build().into()
}

/// An answer over HTTP.
struct Answer {
    status: u16,
    headers: ureq::http::HeaderMap,
    body: String,
}

impl Answer {
    fn of(answer: Result<ureq::http::Response<ureq::Body>, ureq::Error>) -> Answer {
        let mut answer = answer.unwrap();
        let body = answer.body_mut().read_to_string().unwrap();
        Answer { status: answer.status().as_u16(), headers: answer.headers().clone(), body }
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// The name of the problem and the sentence about it.
    fn problem(&self) -> (String, String) {
        let (problem, text) = (self.json(), |value: &Value| value.as_str().unwrap_or_default().to_owned());
        (text(&problem["error"]), text(&problem["message"]))
    }
}

/// The Python that has the library of the example client.
fn python() -> &'static str {
    static PYTHON: OnceLock<&str> = OnceLock::new();
    PYTHON.get_or_init(|| {
        let has_it = |python: &&str| {
            let imported = Command::new(python).args(["-c", "import websockets"]).output();
            imported.is_ok_and(|output| output.status.success())
        };
        // Debian's library is for Debian's Python, which may not be the first one.
        let found = ["python3", "/usr/bin/python3"].into_iter().find(has_it);
        found.expect("Python lacks websockets: apt install python3-websockets, as cargo xtask test does")
    })
}

/// `examples/clients/play.py`.
struct Player {
    child: Child,
    lines: Receiver<String>,
    told: Vec<String>,
    errors: Option<JoinHandle<String>>,
}

impl Player {
    fn start(arguments: &[&str]) -> Player {
        let mut command = Command::new(python());
        // Nothing is written beside the examples.
        command.arg("-B").arg(Path::new(ROOT).join("examples/clients/play.py")).args(arguments);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (stdout, mut stderr) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            BufReader::new(stdout).lines().map_while(Result::ok).all(|line| sender.send(line).is_ok())
        });
        let errors = thread::spawn(move || {
            let mut text = String::new();
            stderr.read_to_string(&mut text).unwrap();
            text
        });
        Player { child, lines, told: Vec::new(), errors: Some(errors) }
    }

    /// The next line that it prints.
    fn next(&mut self) -> &str {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => self.told.push(line),
            Err(_) => {
                let _ = self.child.kill();
                panic!(
                    "no more lines after {:#?}\n{}",
                    self.told,
                    self.errors.take().unwrap().join().unwrap()
                );
            }
        }
        self.told.last().unwrap()
    }

    /// Waits until it is at the table, again if it was there, and then for so many bids: the middle of a match.
    fn hears_bids(&mut self, count: usize) {
        while !self.next().contains("at the table") {}
        let mut bids = 0;
        while bids < count {
            bids += usize::from(is_bid(self.next()));
        }
    }

    /// Waits for its end; gives what it printed and what went wrong on the way.
    fn finish(mut self) -> (Vec<String>, String) {
        while let Ok(line) = self.lines.recv_timeout(PATIENCE) {
            self.told.push(line);
        }
        let status = self.child.wait().unwrap();
        let errors = self.errors.take().unwrap().join().unwrap();
        assert!(status.success(), "{status}: {errors}\n{:#?}", self.told);
        (std::mem::take(&mut self.told), errors)
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Whether a line tells a bid: `anna: 3x4`.
fn is_bid(line: &str) -> bool {
    line.split_once(": ")
        .is_some_and(|(_, bid)| bid.parse().is_ok_and(|action: Action| matches!(action, Action::Bid(_))))
}

/// Two people and two bots at one table.
fn company(server: &Server) -> (String, Player, Player) {
    let rules = ["--rules", "calza dice=2", "--tours", "3", "--speed", "instant"];
    let table = ["--create", "--players", "4", "--bots", "steady,novice", "--name", "anna", "--guest", ANNA];
    let mut anna = Player::start(&[&[server.url("").as_str()], &table[..], &rules[..]].concat());
    let link = anna.next().rsplit(' ').next().unwrap().to_owned();
    let boris = Player::start(&[&link, "--name", "boris", "--guest", BORIS]);
    (link.rsplit('/').next().unwrap().to_owned(), anna, boris)
}

/// What must be true of a match that is over: its clients found the dice fair, and so do those who check later.
fn check_match(
    server: &Server,
    folder: &Path,
    table: &str,
    players: [Player; 2],
    restarts: usize,
) -> [String; 2] {
    let [(anna, anna_errors), (boris, boris_errors)] = players.map(Player::finish);
    for (told, errors) in [(&anna, &anna_errors), (&boris, &boris_errors)] {
        assert!(told.last().unwrap().ends_with("; 0 faults."), "{told:#?}\n{errors}");
        assert!(errors.matches("no connection").count() >= restarts, "{errors}");
    }
    let tours = server.get(&format!("/api/tables/{table}/tours")).json();
    assert_eq!(tours.as_array().unwrap().len(), 3, "{tours}");
    for tour in tours.as_array().unwrap() {
        let [record, proof] = ["record", "proof"].map(|kind| {
            let answer = server.get(tour[kind].as_str().unwrap());
            assert_eq!(answer.status, 200);
            let path = folder.join(format!("{}.{kind}", tour["tour"]));
            fs::write(&path, answer.body).unwrap();
            path
        });
        let checked = perudo().arg("check").arg(&record).output().unwrap();
        assert!(checked.status.success(), "{checked:?}");
        let verified =
            perudo().args(["verify", "--json"]).arg(&proof).arg("--record").arg(&record).output().unwrap();
        assert!(verified.status.success(), "{verified:?}");
        let verified: Value = serde_json::from_slice(&verified.stdout).unwrap();
        let links = |name: &str| {
            let player = verified["players"].as_array().unwrap().iter().find(|player| player["name"] == name);
            player.unwrap()["links"].as_u64().unwrap()
        };
        assert!(links("anna") > 0 && links("boris") > 0, "{verified}");
    }
    [anna_errors, boris_errors]
}

#[test]
fn two_people_and_two_bots_finish_a_match_while_the_server_is_killed_and_restarted() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("p.db");
    let mut server = Server::start(&database);
    let address = server.address;
    let (table, mut anna, mut boris) = company(&server);
    const KILLS: usize = 3;
    for _ in 0..KILLS {
        anna.hears_bids(4);
        boris.hears_bids(4);
        server.kill();
        server = Server::start_at(&database, address);
    }
    check_match(&server, folder.path(), &table, [anna, boris], KILLS);
}

#[test]
fn everyone_comes_back_to_a_server_that_was_asked_to_stop() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("p.db");
    let mut server = Server::start(&database);
    let address = server.address;
    let (table, mut anna, mut boris) = company(&server);
    for _ in 0..2 {
        anna.hears_bids(4);
        boris.hears_bids(4);
        let mut spectator = Client::connect(address, &table, "c0000000000000000000000000000003", None);
        assert_eq!(server.terminate().code(), Some(0));
        let (notices, code, reason) = spectator.last_words();
        assert_eq!((notices, code, reason.as_str()), (1, 1012, "restarting"));
        server = Server::start_at(&database, address);
    }
    for errors in check_match(&server, folder.path(), &table, [anna, boris], 2) {
        assert_eq!(errors.matches("(restarting)").count(), 2, "{errors}");
        assert!(errors.matches("no connection (1012)").count() >= 2, "{errors}");
    }
    assert_eq!(server.terminate().code(), Some(0));
}

/// Plays a match, and often looks at the table anew, as the same guest over a second connection.
const KEEPER: &str = r#"
import asyncio, copy, json, sys
import websockets
from perudo_client import PerudoError, make_table, parse_url
from play import Odds

def known(view):
    return copy.deepcopy(view)

class Keeper(Odds):
    views, compared = {}, 0

    def heard(self, event, now):
        super().heard(event, now)
        self.views[self.seq] = known(self.view)
        if self.seq % 6 == 0 and self.compared < 30 and self.view["stage"] == "playing":
            self.compared += 1
            self.spawn(self.compare())

    async def compare(self):
        url = f"{self.server.replace('http', 'ws')}/api/tables/{self.table}/ws"
        async with websockets.connect(url) as socket:
            await socket.send(json.dumps({"type": "hello", "protocol": 1, "guest": self.guest}))
            welcome = json.loads(await socket.recv())
        while self.seq < welcome["seq"]:
            await asyncio.sleep(0)
        view = known(welcome["view"])
        kept = self.views[welcome["seq"]]
        for field in {**view, **kept}:
            if view.get(field) != kept.get(field):
                raise PerudoError(f"{field}: kept {kept.get(field)}, is {view.get(field)}")

server, guest = parse_url(sys.argv[1])[0], sys.argv[2]
settings = {"rules": "calza dice=2", "seats": 3, "tours": 3, "speed": "instant"}
keeper = Keeper(make_table(server, "anna", guest, settings, ["steady", "novice"]), "anna", guest=guest)
keeper.starts = True
asyncio.run(keeper.run())
print("compared", keeper.compared)
"#;

#[test]
fn the_client_keeps_the_table_as_the_server_has_it() {
    let (_folder, server) = alone();
    let mut command = Command::new(python());
    command.args(["-B", "-c", KEEPER, &server.url(""), ANNA]);
    let kept = command.env("PYTHONPATH", Path::new(ROOT).join("examples/clients")).output().unwrap();
    assert!(kept.status.success(), "{kept:?}");
    let told = String::from_utf8(kept.stdout).unwrap();
    let compared = told.lines().last().unwrap().strip_prefix("compared ").unwrap();
    assert!(compared.parse::<u32>().unwrap() >= 5, "{told}");
}

/// A connection to a table.
struct Client {
    socket: WebSocket<TcpStream>,
    seq: u64,
    id: u64,
    chair: Option<u8>,
    now: Now,
    hand: Option<Hand>,
}

impl Client {
    /// Connects, and reads up to the `welcome`.
    fn connect(address: SocketAddr, table: &str, guest: &str, name: Option<&str>) -> Client {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let (socket, _) =
            tungstenite::client(format!("ws://{address}/api/tables/{table}/ws"), stream).unwrap();
        let mut client = Client { socket, seq: 0, id: 1_000, chair: None, now: Now::default(), hand: None };
        client.send(&ClientMsg::Hello {
            protocol: PROTOCOL,
            guest: guest.to_owned(),
            after: None,
            lang: None,
        });
        client.until(|message| matches!(message, ServerMsg::Welcome { .. }));
        if let Some(name) = name {
            let (name, chair, watch, program, tip) = (name.to_owned(), None, false, false, None);
            client.done(WireCommand::Join { name, chair, watch, program, tip });
        }
        client
    }

    fn send(&mut self, message: &ClientMsg) {
        self.socket.send(Message::text(serde_json::to_string(message).unwrap())).unwrap();
    }

    fn hear(&mut self) -> ServerMsg {
        loop {
            if let Message::Text(text) = self.socket.read().unwrap() {
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
                return message;
            }
        }
    }

    fn until(&mut self, mut found: impl FnMut(&ServerMsg) -> bool) -> ServerMsg {
        loop {
            let message = self.hear();
            if found(&message) {
                return message;
            }
        }
    }

    fn event(&mut self, found: impl Fn(&WireEvent) -> bool) {
        self.until(|message| matches!(message, ServerMsg::Event { event, .. } if found(event)));
    }

    /// Has something carried out; gives the number of its event.
    fn done(&mut self, command: WireCommand) -> u64 {
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
    fn last_words(&mut self) -> (usize, u16, String) {
        let mut notices = 0;
        loop {
            match self.socket.read().unwrap() {
                Message::Text(text) => notices += usize::from(text.contains(r#""notice":"restarting""#)),
                Message::Close(Some(frame)) => return (notices, frame.code.into(), frame.reason.to_string()),
                _ => {}
            }
        }
    }
}

/// A server, and a folder for what it keeps.
fn alone() -> (TempDir, Server) {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&folder.path().join("p.db"));
    (folder, server)
}

#[test]
fn nonsense_over_http_is_told_what_is_wrong_with_it() {
    let (_folder, server) = alone();
    let table = server.table(ANNA, "anna", &json!({}), &[]);
    let make = |more: &str| format!(r#"{{"guest":"{ANNA}","name":"anna"{more}}}"#);
    let posts: [(String, u16, &str, &str); 14] = [
        ("{".to_owned(), 400, "malformed", "EOF"),
        ("[]".to_owned(), 422, "malformed", ""),
        (r#"{"name":"anna"}"#.to_owned(), 422, "malformed", "guest"),
        (r#"{"guest":"secret","name":"anna"}"#.to_owned(), 400, "bad-guest", "32 hexadecimal digits"),
        (make(r#","colour":"red""#), 422, "malformed", "colour"),
        (make(r#","settings":{"seatz":3}"#), 422, "malformed", "seatz"),
        (make(r#","settings":{"seats":"three"}"#), 422, "malformed", "three"),
        (make(r#","settings":{"seats":1}"#), 400, "bad-settings", "2 to 6 seats"),
        (make(r#","settings":{"rules":"chess"}"#), 400, "bad-settings", "chess"),
        (make(r#","settings":{"rules":"classic dise=3"}"#), 400, "bad-settings", "dise"),
        (make(r#","settings":{"speed":"warp"}"#), 400, "bad-settings", "instant, quick, normal or slow"),
        (make(r#","settings":{"stand_in":"hal"}"#), 400, "no-such-bot", "hal"),
        (make(r#","bots":["hal"]"#), 400, "no-such-bot", "steady"),
        (format!("\"{}\"", "x".repeat(17 * 1024)), 413, "malformed", ""),
    ];
    for (body, status, error, words) in &posts {
        check_problem(&server.post("/api/tables", body), *status, error, words);
    }
    let people = format!("/api/tables/{table}/people");
    let join = |name: &str| format!(r#"{{"guest":"{BORIS}","name":"{name}"}}"#);
    check_problem(&server.post(&people, &join("a:b")), 409, "bad-name", "1 to 24");
    check_problem(&server.post(&people, &join("anna")), 409, "name-taken", "another");
    check_problem(
        &server.post("/api/tables/0000000000/people", &join("boris")),
        404,
        "no-table",
        "no such table",
    );
    let plain = Answer::of(agent().post(server.url("/api/tables")).send(make("").as_str()));
    check_problem(&plain, 415, "malformed", "application/json");

    let gets = [
        ("/api/tables/0000000000".to_owned(), 404, "no-table"),
        ("/api/tables/nonsense".to_owned(), 404, "no-table"),
        ("/api/tables/0000000000/ws".to_owned(), 404, "no-table"),
        ("/api/tables/0000000000/tours".to_owned(), 404, "no-table"),
        (format!("/api/tables/{table}/ws"), 400, "not-a-websocket"),
        (format!("/api/tables/{table}/tours/9/record"), 404, "no-tour"),
        (format!("/api/tables/{table}/tours/9/proof"), 404, "no-tour"),
        (format!("/api/tables/{table}/record"), 404, "no-tour"),
        ("/api/rules?rules=chess".to_owned(), 400, "unknown-rules"),
        ("/nowhere".to_owned(), 404, "no-such-place"),
        ("/api/nowhere".to_owned(), 404, "no-such-place"),
    ];
    for (path, status, error) in &gets {
        check_problem(&server.get(path), *status, error, "");
    }
    let russian = server.get_with("/nowhere", &[("accept-language", "ru-RU,ru;q=0.9,en;q=0.8")]);
    assert!(russian.problem().1.chars().any(|c| ('а'..='я').contains(&c)), "{}", russian.body);
}

fn check_problem(answer: &Answer, status: u16, error: &str, words: &str) {
    let (found, message) = answer.problem();
    assert_eq!((answer.status, found.as_str()), (status, error), "{}", answer.body);
    assert!(message.contains(words) && !message.is_empty() && !message.starts_with('{'), "{message}");
}

#[test]
fn pages_of_other_sites_may_not_use_the_server() {
    let (_folder, server) = alone();
    let table = server.table(ANNA, "anna", &json!({}), &[]);
    let own = server.url("");
    for (origin, status) in [("http://elsewhere.example", 403), ("null", 403), (own.as_str(), 200)] {
        let answer = server.get_with("/api/tables", &[("origin", origin)]);
        assert_eq!(answer.status, status, "{origin}");
        if status == 403 {
            check_problem(&answer, 403, "foreign-origin", "other sites");
        }
    }
    let request = |origin: &str| {
        let url = format!("ws://{}/api/tables/{table}/ws", server.address);
        let request = tungstenite::client::ClientRequestBuilder::new(url.parse().unwrap())
            .with_header("Origin", origin);
        tungstenite::client(request, TcpStream::connect(server.address).unwrap()).is_ok()
    };
    assert!(!request("http://elsewhere.example"), "a page of another site has a WebSocket");
    assert!(request(&own));
}

#[test]
fn the_description_of_http_has_every_route() {
    let (_folder, server) = alone();
    let described = server.get("/api/openapi.json").json();
    let mut found = Vec::new();
    for (path, methods) in described["paths"].as_object().unwrap() {
        let methods: Vec<&str> = methods.as_object().unwrap().keys().map(String::as_str).collect();
        found.push(format!("{path} {}", methods.join(" ")));
    }
    found.sort();
    let expected = [
        "/api/bots get",
        "/api/rules get",
        "/api/tables get post",
        "/api/tables/{table} get",
        "/api/tables/{table}/people post",
        "/api/tables/{table}/record get",
        "/api/tables/{table}/tours get",
        "/api/tables/{table}/tours/{tour}/proof get",
        "/api/tables/{table}/tours/{tour}/record get",
        "/api/tables/{table}/ws get",
        "/healthz get",
        "/metrics get",
        "/readyz get",
    ];
    assert_eq!(found, expected);
    let table = server.table(ANNA, "anna", &json!({}), &[]);
    for path in described["paths"].as_object().unwrap().keys() {
        let answer = server.get(&path.replace("{table}", &table).replace("{tour}", "1"));
        assert!(!answer.body.contains("no-such-place"), "{path} is described and does not exist");
    }
}

#[test]
fn the_server_tells_how_it_is() {
    let (_folder, server) = alone();
    server.table(ANNA, "anna", &json!({}), &[]);
    for path in ["/healthz", "/readyz"] {
        let answer = server.get(path);
        assert_eq!(answer.status, 200);
        let version = env!("CARGO_PKG_VERSION");
        assert_eq!(answer.json(), json!({"ok": true, "version": version, "protocol": PROTOCOL, "tables": 1}));
    }
    let metrics = server.get("/metrics").body;
    let value = |name: &str| {
        let line = metrics.lines().find(|line| line.starts_with(&format!("{name} ")));
        line.unwrap_or_else(|| panic!("{name} is missing: {metrics}"))
            .rsplit(' ')
            .next()
            .unwrap()
            .parse()
            .unwrap()
    };
    let found: [f64; 3] = ["perudo_tables", "perudo_connections", "perudo_storage_failures_total"].map(value);
    assert_eq!(found, [1.0, 0.0, 0.0]);
    assert!(metrics.ends_with("# EOF\n"), "{metrics}");
    let page = server.get("/");
    assert_eq!(page.status, 200);
    assert_eq!(page.headers["x-content-type-options"], "nosniff");
    assert!(page.headers["content-security-policy"].to_str().unwrap().contains("default-src 'self'"));
}

#[test]
fn public_tables_are_listed_and_others_are_not() {
    let (_folder, server) = alone();
    let public = server.table(ANNA, "anna", &json!({"public": true, "seats": 3}), &["steady"]);
    let private = server.table(BORIS, "boris", &json!({}), &[]);
    let listed = || -> Vec<String> {
        let tables = server.get("/api/tables").json();
        tables.as_array().unwrap().iter().map(|table| table["table"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(listed(), [""; 0], "nobody is there");
    let anna = Client::connect(server.address, &public, ANNA, None);
    let _boris = Client::connect(server.address, &private, BORIS, None);
    assert_eq!(listed(), [public.as_str()]);
    let table = &server.get("/api/tables").json()[0];
    assert_eq!(table["stage"], "waiting");
    assert_eq!(table["chairs"], json!(["anna", "Blaise", null]));
    assert_eq!((&table["watching"], &table["settings"]["seats"]), (&json!(1), &json!(3)));
    // Who knows the link sees the other table all the same.
    assert_eq!(server.get(&format!("/api/tables/{private}")).json()["chairs"][0], "boris");
    drop(anna);
    wait_until(|| listed().is_empty());
}

fn wait_until(reached: impl Fn() -> bool) {
    let begun = Instant::now();
    while !reached() {
        assert!(begun.elapsed() < PATIENCE, "it never came to that");
        thread::yield_now();
    }
}

#[test]
fn the_record_of_a_running_game_has_no_hidden_dice_but_ones_own() {
    let (_folder, server) = alone();
    let settings =
        json!({"rules": "classic dice=5", "seats": 2, "speed": "instant", "turn": 0, "spectators": true});
    let table = server.table(ANNA, "anna", &settings, &[]);
    let mut anna = Client::connect(server.address, &table, ANNA, None);
    let mut boris = Client::connect(server.address, &table, BORIS, Some("boris"));
    anna.done(WireCommand::Start);
    for client in [&mut anna, &mut boris] {
        client.event(|event| matches!(event, WireEvent::Rolled { .. }));
    }
    let hands = [anna.hand.unwrap().to_string(), boris.hand.unwrap().to_string()];
    let path = format!("/api/tables/{table}/record");
    let record = |guest: Option<&str>| {
        let bearer = guest.map(|guest| format!("Bearer {guest}"));
        let headers: Vec<(&str, &str)> =
            bearer.iter().map(|bearer| ("authorization", bearer.as_str())).collect();
        let answer = server.get_with(&path, &headers);
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body
    };
    let has = |record: &str| -> Vec<String> {
        record.lines().filter(|line| line.contains(" has ")).map(str::to_owned).collect()
    };
    assert_eq!(has(&record(Some(ANNA))), [format!("# anna has {}", hands[0])]);
    assert_eq!(has(&record(Some(BORIS))), [format!("# boris has {}", hands[1])]);
    for nobody in [None, Some("cccccccccccccccccccccccccccccccc")] {
        let text = record(nobody);
        assert_eq!(has(&text), [""; 0]);
        assert!(!text.contains("roll ") && text.contains("draw anna:"), "{text}");
    }
    let wrong = server.get_with(&path, &[("authorization", "Bearer open sesame")]);
    check_problem(&wrong, 400, "bad-guest", "32 hexadecimal digits");

    // After the showdown the dice of the round are everybody's.
    let (first, second) =
        if anna.now.turn == anna.chair { (&mut anna, &mut boris) } else { (&mut boris, &mut anna) };
    first.done(WireCommand::Act { action: Action::Bid(Bid::new(1, Face::new(2).unwrap())) });
    second.event(|event| matches!(event, WireEvent::Bid { .. }));
    assert!(record(None).contains(" 1x2\n"));
    second.done(WireCommand::Act { action: Action::Dudo });
    let text = record(None);
    assert!(text.contains(&format!("roll anna:{} boris:{}", hands[0], hands[1])), "{text}");
}

/// A table is made by commands of its maker, and those have numbers too.
#[test]
fn the_first_commands_of_a_maker_are_not_taken_for_those_that_made_the_table() {
    let (_folder, server) = alone();
    let table = server.table(ANNA, "anna", &json!({"seats": 4}), &["steady", "steady"]);
    let mut anna = Client::connect(server.address, &table, ANNA, None);
    anna.id = 0;
    for id in 0..3 {
        let (before, event) = (anna.seq, anna.done(WireCommand::Say { text: format!("{id}") }));
        assert_eq!(event, before + 1, "command {id} was taken for another one");
    }
}

/// Runs the program to its end, which must be near.
fn ended(arguments: &[&str]) -> Output {
    let mut command = perudo();
    let child = command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let (id, (sender, output)) = (child.id().to_string(), mpsc::channel());
    thread::spawn(move || sender.send(child.wait_with_output()));
    output.recv_timeout(PATIENCE).map(Result::unwrap).unwrap_or_else(|_| {
        let _ = Command::new("kill").args(["-KILL", &id]).status();
        panic!("{arguments:?} does not end")
    })
}

#[test]
fn a_server_that_cannot_start_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| -> String {
        let path: PathBuf = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.into_os_string().into_string().unwrap()
    };
    let missing = folder.path().join("missing.toml").into_os_string().into_string().unwrap();
    let unknown = file("unknown.toml", "listen = \"127.0.0.1:0\"\nprot = 5\n");
    let broken = file("broken.toml", "listen = 127.0.0.1\n");
    let text = file("text.db", &"this is no database. ".repeat(500));
    let database = folder.path().join("p.db").into_os_string().into_string().unwrap();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().to_string();
    let future = folder.path().join("future.db").into_os_string().into_string().unwrap();
    let newer = "CREATE TABLE migrations (version INTEGER PRIMARY KEY, at INTEGER NOT NULL) STRICT;
                 INSERT INTO migrations VALUES (1, 0), (99, 0);";
    rusqlite::Connection::open(&future).unwrap().execute_batch(newer).unwrap();
    let local = "127.0.0.1:0";
    let cases: [(&[&str], &str); 9] = [
        (&["--config", &missing], "missing.toml"),
        (&["--config", &unknown], "prot"),
        (&["--config", &broken], "broken.toml"),
        (&["--listen", &port, "--database", &database], "Another program uses this port"),
        (&["--listen", local, "--database", &future], "use a newer program"),
        (&["--listen", local, "--database", &text], "text.db"),
        (&["--listen", local, "--database", &database, "--log", "perudo=loud"], "--log"),
        (&["--listen", "here"], "here"),
        (&["--prot", "5"], "--prot"),
    ];
    for (arguments, words) in cases {
        let Output { status, stdout, stderr } = ended(&[&["serve"], arguments].concat());
        let told = String::from_utf8(stderr).unwrap();
        assert_eq!(status.code(), Some(2), "{arguments:?}: {told}");
        assert!(told.starts_with("error: ") && told.contains(words), "{arguments:?}: {told}");
        assert!(stdout.is_empty() && !told.contains("panicked"), "{arguments:?}: {told}");
    }
}

/// What the server refuses by, which no library tells: the names are read out of its source.
#[test]
fn every_reason_and_close_code_of_the_server_is_in_the_protocol() {
    let document = include_str!("../../../PROTOCOL.md");
    let texts = |source: &'static str, before: &'static str| {
        source.split(before).skip(1).map(|rest| rest.split('"').next().unwrap())
    };
    let reasons: Vec<&str> = texts(include_str!("../../server/src/reason.rs"), "=> \"").collect();
    assert!(reasons.len() >= 16 && reasons.contains(&"too-old"), "{reasons:?}");
    let http = include_str!("../../server/src/http.rs").replace('\n', " ");
    let told: Vec<&str> =
        http.split("Problem::told(").filter_map(|call| call.split(')').next()?.split('"').nth(1)).collect();
    assert!(told.contains(&"not-a-websocket"), "{told:?}");
    for name in reasons.into_iter().chain(told) {
        assert!(document.contains(&format!("`{name}`")), "PROTOCOL.md does not explain `{name}`");
    }
    let mut codes = 0;
    for line in include_str!("../../server/src/mailbox.rs").lines() {
        let Some((_, code)) = line.split_once("=> (") else { continue };
        let (code, name) = code.trim_end_matches("\"),").split_once(", \"").unwrap();
        assert!(document.contains(&format!("\n| {code} | `{name}` |")), "PROTOCOL.md lacks {code} {name}");
        codes += 1;
    }
    assert_eq!(document.lines().filter(|line| is_close_code(line)).count(), codes, "a code too many");
    assert!(codes >= 11);
}

fn is_close_code(line: &str) -> bool {
    let code = line.strip_prefix("| ").and_then(|rest| rest.split(' ').next());
    code.is_some_and(|code| code.len() == 4 && code.parse::<u16>().is_ok())
}
