//! Sealed tables on the real server: its clients alone know their dice.

use std::fs;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::thread;

use perudo_client::{Received, Socket};
use perudo_protocol::{
    ClientMsg, Observer, Order, OwnChain, OwnCups, PROTOCOL, ServerMsg, View, WireCommand, WireEvent, You,
};
use perudo_rules::{Action, PhaseName};
use perudo_table::Moment;
use perudo_table::fair::{Chain, Link, Witness};
use serde_json::{Value, json};

use crate::PATIENCE;
use crate::program::{Server, perudo};

const ANY_PORT: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0);

/// What a player does when dice are to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Showing {
    /// Shows them.
    Honest,
    /// Sends a link that is not theirs, and then the right one.
    WrongFirst,
    /// Does nothing.
    Never,
}

/// A player with both chains, who does what a good client does.
struct Player {
    number: u8,
    table: String,
    address: SocketAddr,
    socket: Socket,
    you: You,
    view: View,
    seq: u64,
    id: u64,
    own: OwnChain,
    cups: OwnCups,
    observer: Observer,
    showing: Showing,
    /// Whether it decides by itself.
    plays: bool,
    /// The number of the event after which it acted last.
    acted: u64,
    refused: Vec<String>,
    /// People who were removed for not showing.
    unshown: Vec<u16>,
}

fn secret(number: u8) -> String {
    format!("{number:02x}").repeat(16)
}

fn open_chain(number: u8) -> Chain {
    Chain::new([number; 32], 1024)
}

/// Bytes that occur nowhere by accident.
fn closed_chain(number: u8) -> Chain {
    let seed = Link::new([number; 32]).hash_times(7);
    Chain::new(*seed.bytes(), 1024)
}

impl Player {
    fn connect(address: SocketAddr, table: &str, number: u8) -> Player {
        let mut socket = Socket::connect(address, table, PATIENCE).unwrap();
        let welcome = hello(&mut socket, number);
        let (you, view, seq) = welcomed(&welcome);
        let mut player = Player {
            number,
            table: table.to_owned(),
            address,
            socket,
            you,
            view,
            seq,
            id: 1_000,
            own: OwnChain::new(open_chain(number)),
            cups: OwnCups::new(closed_chain(number)),
            observer: Observer::new(Witness::new(table)),
            showing: Showing::Honest,
            plays: true,
            acted: 0,
            refused: Vec::new(),
            unshown: Vec::new(),
        };
        player.take_in(&welcome);
        player
    }

    /// The connection is lost and made again, by a page that was closed in between.
    fn reload(&mut self) {
        self.socket = Socket::connect(self.address, &self.table, PATIENCE).unwrap();
        let welcome = hello(&mut self.socket, self.number);
        let stored = serde_json::to_string(&self.cups).unwrap();
        self.cups = serde_json::from_str(&stored).unwrap();
        self.own = OwnChain::new(open_chain(self.number));
        self.own.reconnected();
        (self.you, self.view, self.seq) = welcomed(&welcome);
        self.take_in(&welcome);
    }

    fn join(&mut self) {
        let command = WireCommand::Join {
            name: format!("guest {}", self.number),
            chair: None,
            watch: false,
            program: true,
            tip: Some(self.own.tip()),
            closed: Some(closed_chain(self.number).tip()),
        };
        self.order(command);
    }

    fn order(&mut self, command: WireCommand) {
        self.id += 1;
        let order = Order { command, id: self.id, seen: self.seq };
        self.send(&ClientMsg::Order(order));
    }

    fn send(&mut self, message: &ClientMsg) {
        self.socket.send(message).unwrap();
    }

    fn take_in(&mut self, message: &ServerMsg) {
        self.own.receive(message);
        self.cups.receive(message);
        self.observer.receive(message);
        match message {
            ServerMsg::You { you, .. } => self.you = *you,
            ServerMsg::Event { seq, at, event, now } => {
                assert_eq!(*seq, self.seq + 1);
                self.seq = *seq;
                let hand = self.cups.hand();
                if let (WireEvent::Showdown { hands, .. }, Some(chair), Some(hand)) =
                    (event, self.you.chair, self.view.tour.as_ref().and_then(|tour| tour.hand))
                {
                    assert_eq!(hands[usize::from(chair)], hand, "it knew its dice");
                }
                self.view.follow(self.you.person, *at, event, now.as_deref());
                if let Some(tour) = &mut self.view.tour {
                    tour.hand = hand;
                }
                if let WireEvent::Left { person, not_shown: true, .. } = event {
                    self.unshown.push(*person);
                }
            }
            ServerMsg::Refused { body, .. } => self.refused.push(body.error.clone()),
            _ => {}
        }
        self.act();
    }

    /// What a client does by itself.
    fn act(&mut self) {
        if let Some(ClientMsg::Link { throw, link }) = self.own.link() {
            self.observer.give(throw, link, Moment(0)).unwrap();
            self.send(&ClientMsg::Link { throw, link });
        }
        let witness = self.observer.witness();
        if self.showing != Showing::Never
            && let Some(ClientMsg::Show { throw, link }) = self.cups.show(|throw| witness.vouches_for(throw))
        {
            if self.showing == Showing::WrongFirst {
                self.send(&ClientMsg::Show { throw, link: Link::new([0; 32]) });
            }
            self.send(&ClientMsg::Show { throw, link });
        }
        let legal = self.view.now.legal.clone().filter(|_| self.view.now.is_turn_of(self.you.chair));
        if let Some(legal) = legal.filter(|_| self.plays && self.acted < self.seq) {
            self.acted = self.seq;
            let doubts = legal.calls.contains(&Action::Dudo) && self.seq.is_multiple_of(3);
            let raise = legal.least.and_then(|least| {
                let face = (0..6).find(|face| least[*face].is_some_and(|count| Some(count) <= legal.most))?;
                format!("{}x{}", least[face]?, face + 1).parse().ok()
            });
            let action = if doubts { Some(Action::Dudo) } else { raise };
            self.order(WireCommand::Act { action: action.unwrap_or_else(|| legal.calls[0]) });
        }
    }

    /// Reads until something is so.
    fn until(&mut self, mut so: impl FnMut(&Player) -> bool) {
        while !so(self) {
            let text = match self.socket.receive().unwrap().expect("the server sends nothing") {
                Received::Text(text) => text,
                Received::Pong => continue,
                closed => panic!("{closed:?}"),
            };
            let message: ServerMsg = serde_json::from_str(&text).unwrap();
            self.take_in(&message);
        }
    }

    fn is_in(&self, phase: PhaseName) -> bool {
        self.view.is_playing() && self.view.now.phase == Some(phase)
    }

    /// The closed link for the last throw.
    fn closed_link(&self) -> Link {
        closed_chain(self.number).nth(self.view.throws as u32).unwrap()
    }
}

fn hello(socket: &mut Socket, number: u8) -> ServerMsg {
    let (protocol, guest) = (PROTOCOL, secret(number));
    socket.send(&ClientMsg::Hello { protocol, guest, after: None, lang: None }).unwrap();
    loop {
        if let Received::Text(text) = socket.receive().unwrap().expect("the server sends nothing") {
            let message: ServerMsg = serde_json::from_str(&text).unwrap();
            if let ServerMsg::Welcome { .. } = message {
                return message;
            }
        }
    }
}

fn welcomed(message: &ServerMsg) -> (You, View, u64) {
    let ServerMsg::Welcome { you, view, seq, .. } = message else { panic!("no welcome") };
    (*you, (**view).clone(), *seq)
}

/// All players read, each in a thread of its own, until something is so for each of them.
fn together(players: &mut [Player], so: impl Fn(&Player) -> bool + Sync) {
    thread::scope(|scope| {
        for player in players {
            let so = &so;
            scope.spawn(move || player.until(so));
        }
    });
}

/// A sealed table with so many players, who wait for the host to begin.
fn sealed_table(server: &Server, count: u8, rules: &str) -> Vec<Player> {
    let settings = json!({"rules": rules, "speed": "instant", "dice": "sealed", "seats": count.max(2)});
    let body = json!({
        "guest": secret(1), "name": "guest 1", "settings": settings,
        "tip": open_chain(1).tip(), "closed": closed_chain(1).tip(),
    });
    let made = server.post("/api/tables", "application/json", &body.to_string());
    assert_eq!(made.status, 201, "{}", made.body);
    let table = made.json::<Value>().unwrap()["table"].as_str().unwrap().to_owned();
    let mut players: Vec<Player> =
        (1..=count).map(|number| Player::connect(server.address, &table, number)).collect();
    for player in &mut players[1..] {
        player.join();
        player.until(|player| player.you.chair.is_some());
    }
    players
}

fn start(players: &mut [Player]) {
    players[0].order(WireCommand::Start);
}

/// The files of a finished tour are there, agree, and name whoever did not show.
fn check_files(server: &Server, folder: &Path, table: &str, unshown: &[&str]) {
    let [record, proof] = ["record", "proof"].map(|kind| {
        let answer = server.get(&format!("/api/tables/{table}/tours/1/{kind}"));
        assert_eq!(answer.status, 200, "{}", answer.body);
        let path = folder.join(format!("{table}.{kind}"));
        fs::write(&path, answer.body).unwrap();
        path
    });
    let checked = perudo().arg("check").arg(&record).output().unwrap();
    assert!(checked.status.success(), "{checked:?}");
    let verified =
        perudo().args(["verify", "--json"]).arg(&proof).arg("--record").arg(&record).output().unwrap();
    assert!(verified.status.success(), "{verified:?}");
    let verified: Value = serde_json::from_slice(&verified.stdout).unwrap();
    assert!(verified["sealed"].as_u64().unwrap() > 0, "{verified}");
    let players = verified["players"].as_array().unwrap();
    let named: Vec<&str> = players
        .iter()
        .filter(|player| !player["unshown"].as_array().unwrap().is_empty())
        .map(|player| player["name"].as_str().unwrap())
        .collect();
    assert_eq!(named, unshown);
}

fn is_over(player: &Player) -> bool {
    player.view.tours_played > 0
}

#[test]
fn a_whole_tour_is_played_with_a_reload_a_wrong_link_and_a_restart_before_the_showing() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("p.db");
    let server = Server::start(&database, ANY_PORT, &[]);
    let address = server.address;
    let mut players = sealed_table(&server, 3, "classic dice=2");
    let table = players[0].table.clone();
    start(&mut players);
    together(&mut players, |player| player.is_in(PhaseName::Bidding));
    let hand = players[2].cups.hand();
    assert!(hand.is_some());
    players[2].reload();
    assert_eq!(players[2].cups.hand(), hand, "a reload loses nothing");
    players[1].showing = Showing::WrongFirst;
    players[2].showing = Showing::Never;
    together(&mut players, |player| player.is_in(PhaseName::Showing));
    // The first two have shown, and one of them a wrong link before; the server ends before the third does.
    players[1].until(|player| !player.refused.is_empty());
    assert_eq!(players[1].refused, ["bad-link"]);
    server.kill();
    let server = Server::start(&database, address, &[]);
    players[1].showing = Showing::Honest;
    players[2].showing = Showing::Honest;
    players.iter_mut().for_each(Player::reload);
    together(&mut players, is_over);
    for player in &players {
        assert_eq!(player.observer.witness().errors(), []);
        assert!(player.unshown.is_empty());
    }
    check_files(&server, folder.path(), &table, &[]);
}

#[test]
fn who_does_not_show_is_removed_and_the_others_play_on() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new();
    let mut players = sealed_table(&server, 3, "classic dice=1");
    let table = players[0].table.clone();
    start(&mut players);
    players[1].showing = Showing::Never;
    players[1].plays = true;
    together(&mut players, |player| {
        player.view.now.phase == Some(PhaseName::Over) || !player.unshown.is_empty()
    });
    assert!(players.iter().all(|player| player.unshown == [1]), "all are told who it was");
    together(&mut [players.remove(0), players.remove(1)], is_over);
    check_files(&server, folder.path(), &table, &["guest_2"]);
}

#[test]
fn who_leaves_after_the_call_voids_the_round() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new();
    let mut players = sealed_table(&server, 3, "classic dice=2");
    let table = players[0].table.clone();
    start(&mut players);
    players[1].showing = Showing::Never;
    together(&mut players, |player| player.is_in(PhaseName::Showing));
    players[1].order(WireCommand::Leave);
    players[1].until(|player| player.you.chair.is_none());
    together(&mut [players.remove(0), players.remove(1)], is_over);
    check_files(&server, folder.path(), &table, &[]);
}

/// Whether a process has these bytes anywhere in its memory.
#[cfg(target_os = "linux")]
fn in_memory(process: u32, needles: &[Vec<u8>]) -> Vec<bool> {
    use std::os::unix::fs::FileExt;
    let memory = fs::File::open(format!("/proc/{process}/mem")).unwrap();
    let mut found = vec![false; needles.len()];
    let mut bytes = Vec::new();
    for line in fs::read_to_string(format!("/proc/{process}/maps")).unwrap().lines() {
        let mut fields = line.split_whitespace();
        let (range, rights) = (fields.next().unwrap(), fields.next().unwrap());
        let (from, to) = range.split_once('-').unwrap();
        let [from, to] = [from, to].map(|address| u64::from_str_radix(address, 16).unwrap());
        if !rights.starts_with('r') || line.contains("[v") {
            continue;
        }
        bytes.resize((to - from) as usize, 0);
        // A region may be gone by now.
        let Ok(read) = memory.read_at(&mut bytes, from) else { continue };
        for (needle, found) in needles.iter().zip(&mut found) {
            *found |= memchr::memmem::find(&bytes[..read], needle).is_some();
        }
    }
    found
}

#[cfg(target_os = "linux")]
#[test]
fn the_memory_of_a_server_has_nobodys_hand_in_it_while_a_round_is_bid_on() {
    let server = Server::new();
    let mut players = sealed_table(&server, 3, "classic dice=2");
    start(&mut players);
    let forms = |link: &Link| [link.bytes().to_vec(), link.to_string().into_bytes()];
    for round in 1..=3 {
        together(&mut players, |player| {
            player.is_in(PhaseName::Bidding) && player.view.now.round == Some(round)
        });
        players.iter_mut().for_each(|player| player.plays = false);
        let links = players[0].view.tour.as_ref().unwrap().sealed.as_ref().unwrap().links.clone();
        let public: Vec<Vec<u8>> =
            [links.server.unwrap(), closed_chain(1).tip()].iter().flat_map(forms).collect();
        let secret: Vec<Vec<u8>> = players.iter().flat_map(|player| forms(&player.closed_link())).collect();
        let seeds = (1..=3).flat_map(|number| forms(&closed_chain(number).nth(1024).unwrap()));
        let found = in_memory(server.pid(), &public);
        assert!(found[0] && found[2], "the search finds the server's link and a closed tip: {found:?}");
        let secret: Vec<Vec<u8>> = secret.into_iter().chain(seeds).collect();
        assert_eq!(in_memory(server.pid(), &secret), vec![false; secret.len()], "round {round}");
        for player in &mut players {
            player.plays = true;
            player.act();
        }
        together(&mut players, |player| !player.is_in(PhaseName::Bidding));
        if players.iter().any(is_over) {
            return;
        }
        let shown: Vec<Vec<u8>> = players.iter().flat_map(|player| forms(&player.closed_link())).collect();
        together(&mut players, |player| !player.is_in(PhaseName::Showing));
        assert!(in_memory(server.pid(), &shown).contains(&true), "once they are shown, it has them");
    }
}
