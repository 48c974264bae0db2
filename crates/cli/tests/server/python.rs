//! The example clients in Python.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::OnceLock;
use std::sync::mpsc::{self, Receiver};
use std::thread::{self, JoinHandle};

use perudo_protocol::{WireCommand, WireEvent};
use perudo_rules::Action;
use perudo_table::fair::Link;
use serde_json::{Value, json};

use crate::cable::{self, Cable};
use crate::client::Client;
use crate::program::Server;
use crate::{ANNA, BORIS, PATIENCE};

const CLIENTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/clients");

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
        found.expect("Python lacks websockets: `cargo xtask setup` installs it")
    })
}

/// `examples/clients/play.py`.
pub(crate) struct Player {
    child: Child,
    lines: Receiver<String>,
    printed: Vec<String>,
    errors: Option<JoinHandle<String>>,
}

impl Player {
    pub(crate) fn start(arguments: &[&str]) -> Player {
        let mut command = Command::new(python());
        // Nothing is written beside the examples.
        command.arg("-B").arg(Path::new(CLIENTS).join("play.py")).args(arguments);
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
        Player { child, lines, printed: Vec::new(), errors: Some(errors) }
    }

    /// The next line that it prints.
    pub(crate) fn next(&mut self) -> &str {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => self.printed.push(line),
            Err(_) => {
                let _ = self.child.kill();
                panic!(
                    "no more lines after {:#?}\n{}",
                    self.printed,
                    self.errors.take().unwrap().join().unwrap()
                );
            }
        }
        self.printed.last().unwrap()
    }

    /// Waits until it is at the table, again if it was there, and then for so many bids: the middle of a match.
    pub(crate) fn wait_for_bids(&mut self, count: usize) {
        while !self.next().contains("at the table") {}
        let mut bids = 0;
        while bids < count {
            bids += usize::from(is_bid(self.next()));
        }
    }

    /// Waits for its end, which must be a good one; returns what it printed and what went wrong on the way.
    pub(crate) fn finish(self) -> (Vec<String>, String) {
        let (status, printed, errors) = self.end();
        assert!(status.success(), "{status}: {errors}\n{printed:#?}");
        (printed, errors)
    }

    /// Waits for its end, whatever it is.
    fn end(mut self) -> (ExitStatus, Vec<String>, String) {
        while let Ok(line) = self.lines.recv_timeout(PATIENCE) {
            self.printed.push(line);
        }
        let status = self.child.wait().unwrap();
        let errors = self.errors.take().unwrap().join().unwrap();
        (status, std::mem::take(&mut self.printed), errors)
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Whether a line is about a bid: `anna: 3x4`.
fn is_bid(line: &str) -> bool {
    line.split_once(": ")
        .is_some_and(|(_, bid)| bid.parse().is_ok_and(|action: Action| matches!(action, Action::Bid(_))))
}

#[test]
fn the_client_keeps_the_table_as_the_server_has_it() {
    let server = Server::new();
    let mut command = Command::new(python());
    command.args([
        "-B",
        concat!(env!("CARGO_MANIFEST_DIR"), "/tests/server/keeper.py"),
        &server.url(""),
        ANNA,
    ]);
    let kept = command.env("PYTHONPATH", CLIENTS).output().unwrap();
    assert!(kept.status.success(), "{kept:?}");
    let printed = String::from_utf8(kept.stdout).unwrap();
    let compared = printed.lines().last().unwrap().strip_prefix("compared ").unwrap();
    assert!(compared.parse::<u32>().unwrap() >= 5, "{printed}");
}

/// Anybody can sit down by a request, with a tip, while links for a throw are being given. A client that sees a tip for a
/// throw that it has given a link for must cry out; so an honest server makes it count from the throw after that.
#[test]
fn a_stranger_who_comes_with_a_tip_while_dice_are_thrown_makes_nobody_cry_foul() {
    let server = Server::new();
    let settings = json!({"rules": "classic dice=2", "seats": 2, "turn": 3, "bank": 0, "speed": "instant"});
    let table = server.table(BORIS, "boris", &settings, &[]);
    let mut boris = Client::connect(server.address, &table, BORIS, None);
    // He gives no links, so every throw waits for him, and there is time for the attack.
    boris.done(WireCommand::Commit { tip: Link::new([7; 32]), closed: None });
    let anna = Player::start(&[&server.url(&format!("/t/{table}")), "--name", "anna", "--guest", ANNA]);
    boris.event(|event| matches!(event, WireEvent::Came { .. }));
    boris.done(WireCommand::Start);
    for stranger in 0..3 {
        while boris.now.throw.is_none() {
            boris.event(|_| true);
        }
        let throw = boris.now.throw.unwrap();
        let join = json!({
            "guest": format!("{stranger:032x}"),
            "name": format!("stranger {stranger}"),
            "tip": Link::new([stranger; 32]),
        });
        let answer =
            server.post(&format!("/api/tables/{table}/people"), "application/json", &join.to_string());
        assert_eq!(answer.status, 200, "{}", answer.body);
        boris.event(|event| match event {
            WireEvent::Came { from, .. } => {
                assert_eq!(*from, throw + 1, "a tip for a throw that links were asked for");
                true
            }
            _ => false,
        });
        while boris.now.throw == Some(throw) {
            boris.event(|_| true);
        }
    }
    let (printed, errors) = anna.finish();
    assert!(printed.last().unwrap().ends_with("; 0 faults."), "{printed:#?}\n{errors}");
    assert!(!errors.contains("NOT FAIR"), "{errors}");
}

#[test]
fn the_client_finds_a_server_out_that_forges() {
    let server = Server::new();
    let settings = json!({"rules": "classic dice=2", "seats": 2, "speed": "instant"});
    let table = server.table(ANNA, "anna", &settings, &["novice"]);
    let cable = Cable::forging(server.address, cable::other_server_links);
    let link = format!("http://{}/t/{table}", cable.address());
    let anna = Player::start(&[&link, "--name", "anna", "--guest", ANNA]);
    let mut host = Client::connect(server.address, &table, ANNA, None);
    host.done(WireCommand::Start);
    let (status, printed, errors) = anna.end();
    assert_eq!(status.code(), Some(1), "{errors}\n{printed:#?}");
    let fault = "THE DICE ARE NOT FAIR: the link of the server for throw ";
    assert!(errors.contains(fault), "{errors}");
}

/// Each computes its own dice, shows them after a call, and keeps what the server has signed for.
#[test]
fn clients_play_at_a_sealed_table_and_their_receipts_count() {
    let server = Server::new();
    let folder = tempfile::tempdir().unwrap();
    let [receipts, heads, proof] = ["receipts.json", "heads.json", "tour.proof.json"]
        .map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    let table =
        ["--create", "--players", "2", "--rules", "classic dice=2", "--speed", "instant", "--dice", "sealed"];
    let files = ["--name", "anna", "--receipts", &receipts, "--heads", &heads];
    let mut anna = Player::start(&[&[&*server.url("")], &table[..], &files[..]].concat());
    let link = anna.next().strip_prefix("The link for friends: ").unwrap().to_owned();
    let boris = Player::start(&[&link, "--name", "boris"]);
    for player in [anna, boris] {
        let (printed, errors) = player.finish();
        assert!(printed.last().unwrap().ends_with("; 0 faults."), "{printed:#?}\n{errors}");
    }
    let kept: serde_json::Map<String, Value> = serde_json::from_slice(&fs::read(&heads).unwrap()).unwrap();
    assert_eq!(kept.len(), 1, "the head of one server's log of tips");
    let (_, table) = link.rsplit_once('/').unwrap();
    fs::write(&proof, server.get(&format!("/api/tables/{table}/tours/1/proof")).body).unwrap();
    let verify = ["verify", "--json", &proof, "--receipts", &receipts];
    let verified = Command::new(env!("CARGO_BIN_EXE_perudo")).args(verify).output().unwrap();
    let verified: Value = serde_json::from_slice(&verified.stdout).unwrap();
    assert_eq!(verified["ok"], true, "{verified}");
    assert!(verified["receipts"]["counted"].as_u64() > Some(0), "{verified}");
    assert!(verified["sealed"].as_u64() > Some(0), "{verified}");
}
