//! Clients watch the dice: at honest tables they find nothing wrong, whatever people do, and a server that forges is found
//! out by what it must tell.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::convert::Infallible;

use perudo_protocol::{ClientMsg, Now, Observer, OwnChain, ServerMsg, WireEvent};
use perudo_rules::{Action, Hand};
use perudo_table::fair::merkle::TreeHash;
use perudo_table::fair::{Chain, Link, PublicKey, Signature, SignedBatch, Statement, ThrowReceipts, Witness};
use perudo_table::{
    CommandId, Done, Driver, Entry, Guest, GuestCommand, History, Joining, Moment, Settings, Speed, Stage,
    Table, Viewer,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::Value;

const KEY: PublicKey = PublicKey::new([7; 32]);

fn guest(number: u8) -> Guest {
    Guest::of_secret([number; 16])
}

/// A client with its chain, and what it is told before it takes it in.
struct Player {
    number: u8,
    own: OwnChain,
    observer: Observer,
    /// Whether it is told nothing until it connects again.
    offline: bool,
    chains: u8,
    heard: Vec<ServerMsg>,
}

/// Changes what a player is told.
type Forge = fn(&mut ServerMsg);

struct World {
    driver: Driver,
    log: Vec<Entry>,
    now: Moment,
    commands: u64,
    players: Vec<Player>,
    forge: Option<Forge>,
}

impl Player {
    fn new(number: u8) -> Player {
        let own = OwnChain::new(chain(number, 0));
        let observer = Observer::new(Witness::new("kitchen"));
        Player { number, own, observer, offline: false, chains: 0, heard: Vec::new() }
    }

    fn hear(&mut self, message: ServerMsg) {
        // Over the wire and back, as a client gets it.
        let message: ServerMsg = serde_json::from_str(&message.to_text()).unwrap();
        self.own.receive(&message);
        self.observer.receive(&message);
        self.heard.push(message);
    }

    fn errors(&self) -> Vec<&'static str> {
        self.observer.witness().errors().iter().map(|error| error.name()).collect()
    }
}

fn chain(number: u8, renewal: u8) -> Chain {
    let mut seed = [number; 32];
    seed[0] = renewal;
    Chain::new(seed, 90)
}

impl World {
    fn new(rules: &str, people: u8) -> World {
        let settings =
            Settings { seats: people, speed: Speed::Instant, ..Settings::usual(rules.parse().unwrap()) };
        let now = Moment(1_000_000);
        let (driver, opened) = Driver::open("kitchen".to_owned(), settings, [42; 32], now);
        let driver = driver.in_run(1);
        let players = (1..=people).map(Player::new).collect();
        let mut world = World { driver, log: vec![opened], now, commands: 0, players, forge: None };
        for index in 0..usize::from(people) {
            world.connect(index);
            world.join(index);
        }
        world
    }

    fn table(&self) -> &Table {
        self.driver.table()
    }

    /// A player connects and is told the whole table.
    fn connect(&mut self, index: usize) {
        let number = self.players[index].number;
        self.driver.connect(guest(number), self.now);
        let seen = self.table().seen_by(self.table().viewer(guest(number)));
        let mut welcome = ServerMsg::welcome_with_key(&seen, Some(KEY));
        if let Some(forge) = self.forge.filter(|_| index == 0) {
            forge(&mut welcome);
        }
        let player = &mut self.players[index];
        player.offline = false;
        player.own.reconnected();
        player.hear(welcome);
    }

    /// A player's page is closed, and opened again: the seed and what was seen are all that is left.
    fn reload(&mut self, index: usize) {
        let player = &mut self.players[index];
        let number = player.number;
        let seen = serde_json::to_string(player.observer.witness()).unwrap();
        player.observer = Observer::new(serde_json::from_str(&seen).unwrap());
        player.own = OwnChain::kept(chain(number, player.chains));
        player.offline = true;
        self.driver.disconnect(guest(number), self.now);
    }

    fn join(&mut self, index: usize) {
        let player = &mut self.players[index];
        let (number, next) = (player.number, player.chains + 1);
        let Ok(tip) = player.own.join_tip(|| Ok::<_, Infallible>(chain(number, next)));
        if tip == chain(number, next).tip() {
            player.chains = next;
        }
        let joining = Joining {
            name: format!("guest {number}"),
            chair: None,
            watch: false,
            program: false,
            tip: Some(tip),
            closed: None,
            account: None,
        };
        self.ask(index, &GuestCommand::Join(joining));
    }

    fn ask(&mut self, index: usize, command: &GuestCommand) -> bool {
        self.commands += 1;
        let id = CommandId { id: self.commands, seen: self.table().seq() };
        let done = self.driver.command(guest(self.players[index].number), id, command, self.now);
        if let Ok(Done::Now(entry)) = &done {
            tell(&mut self.players, self.driver.table(), entry, self.forge);
            self.log.push(entry.clone());
        }
        done.is_ok()
    }

    /// Everything that happens by itself now.
    fn advance(&mut self) {
        let (players, log, forge) = (&mut self.players, &mut self.log, self.forge);
        let happened = |table: &Table, entry: Entry| {
            tell(players, table, &entry, forge);
            log.push(entry);
        };
        drop(self.driver.advance(self.now, happened));
    }

    fn wait(&mut self) {
        self.now = self.now.after(std::time::Duration::from_millis(1_500));
        self.advance();
    }

    /// Players give their links, if their own checks allow it, and get receipts; says how many did.
    fn give_links(&mut self, mut gives: impl FnMut() -> bool) -> usize {
        let (mut given, mut signed) = (0, Vec::new());
        for player in self.players.iter_mut().filter(|player| !player.offline) {
            if !gives() {
                continue;
            }
            let Some(ClientMsg::Link { throw, link }) = player.own.link() else { continue };
            if player.observer.give(throw, link, self.now).is_ok() {
                given += 1;
                let statement = self.driver.give_link(guest(player.number), throw, link);
                signed.extend(statement.ok().flatten());
            }
        }
        if let Some(about) = signed.first().and_then(|statement| statement.given) {
            let hashes: Vec<TreeHash> = signed.iter().map(Statement::leaf).collect();
            let sign = |_: &[u8]| Signature::new([0; 64]);
            let batch = SignedBatch::new(ThrowReceipts::repeated(&hashes), KEY, sign);
            let receipts = Box::new(batch.throw_receipts(0, about, hashes));
            for (index, player) in self.players.iter_mut().enumerate().filter(|(_, player)| !player.offline) {
                let (seq, receipts) = (self.driver.table().seq(), receipts.clone());
                let mut message = ServerMsg::Receipts { seq, receipts };
                if let Some(forge) = self.forge.filter(|_| index == 0) {
                    forge(&mut message);
                }
                player.hear(message);
            }
        }
        given
    }

    fn renew(&mut self) {
        for index in 0..self.players.len() {
            let player = &mut self.players[index];
            let (number, next) = (player.number, player.chains + 1);
            if player.offline {
                continue;
            }
            if let Ok(Some(tip)) = player.own.commitment(|| Ok::<_, Infallible>(chain(number, next))) {
                if tip == chain(number, next).tip() {
                    player.chains = next;
                }
                self.ask(index, &GuestCommand::Commit { tip, closed: None });
            }
        }
    }

    /// Whoever has the turn does something.
    fn act(&mut self, random: &mut Xoshiro256PlusPlus) {
        let table = self.driver.table();
        let Some(tour) = table.seen_by(Viewer::Spectator).tour().filter(|_| table.stage() == Stage::Playing)
        else {
            let _ = (0..self.players.len()).any(|index| self.ask(index, &GuestCommand::Start));
            return;
        };
        let Some(seat) = tour.game().turn() else { return };
        let legal = tour.game().legal_actions();
        let action = match random.random_range(0..3) {
            0 if legal.contains(Action::Dudo) => Action::Dudo,
            1 => legal.pick(random.random_range(0..legal.len())).unwrap(),
            _ => legal.iter().next().unwrap(),
        };
        let by = self
            .players
            .iter()
            .position(|player| table.seat_of(table.viewer(guest(player.number))) == Some(seat));
        if let Some(by) = by {
            self.ask(by, &GuestCommand::Act(action));
        }
    }

    /// Plays with everybody's links until so many throws have been made.
    fn play(&mut self, throws: u64, random: &mut Xoshiro256PlusPlus) {
        for _ in 0..10_000 {
            if self.table().seen_by(Viewer::Spectator).throws() >= throws {
                return;
            }
            self.give_links(|| true);
            self.wait();
            self.act(random);
            self.advance();
        }
        panic!("the table stands still");
    }
}

/// Tells everyone who is connected, and forges what the first of them is told.
fn tell(players: &mut [Player], table: &Table, entry: &Entry, forge: Option<Forge>) {
    for (index, player) in players.iter_mut().enumerate().filter(|(_, player)| !player.offline) {
        let viewer = table.viewer(guest(player.number));
        let seen = entry.event.seen_by(table.seat_of(viewer));
        let mut message = ServerMsg::event(&seen, &table.seen_by(Viewer::Spectator));
        if let Some(forge) = forge.filter(|_| index == 0) {
            forge(&mut message);
        }
        player.hear(message);
        if entry.event.changes_roles() {
            player.hear(ServerMsg::You { seq: table.seq(), you: ServerMsg::who(&table.seen_by(viewer)) });
        }
    }
}

#[test]
fn at_honest_tables_nobody_finds_anything_wrong_whatever_people_do() {
    let (mut checked, mut compared, mut reloads) = (0, 0, 0);
    for seed in 0..24 {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut world = World::new("classic dice=2", 2 + (seed % 4) as u8);
        for _ in 0..600 {
            let index = random.random_range(0..world.players.len());
            let offline = world.players[index].offline;
            match random.random_range(0..60) {
                0 => drop(world.ask(index, &GuestCommand::Leave)),
                1 | 2 if !offline => world.join(index),
                3 if !offline => {
                    world.reload(index);
                    reloads += 1;
                }
                4..8 if offline => world.connect(index),
                8 => {
                    let tip = Link::new(random.random());
                    world.ask(index, &GuestCommand::Commit { tip, closed: None });
                }
                9 | 10 => world.renew(),
                11..15 => world.wait(),
                15..30 => drop(world.give_links(|| random.random_range(0..8) > 0)),
                _ => world.act(&mut random),
            }
            world.advance();
        }
        let mut history = History::default();
        world.log.iter().for_each(|entry| history.add(entry));
        for player in &world.players {
            let witness = player.observer.witness();
            assert_eq!(witness.errors(), [], "seed {seed}, player {}", player.number);
            checked += witness.checked();
            for tour in history.tours() {
                tour.proof.verify().unwrap_or_else(|fault| panic!("seed {seed}: {fault:?}"));
                match tour.proof.matches_seen(witness) {
                    Ok(part) => compared += part.throws,
                    Err(error) => assert_eq!(error.name(), "seen-nothing", "seed {seed}: {error}"),
                }
            }
        }
    }
    assert!(checked > 500 && compared > 300 && reloads > 100, "{checked} {compared} {reloads}");
}

fn event(message: &mut ServerMsg) -> Option<(&mut WireEvent, Option<&mut Now>)> {
    match message {
        ServerMsg::Event { event, now, .. } => Some((event, now.as_deref_mut())),
        _ => None,
    }
}

fn other(link: Link) -> Link {
    let mut bytes = *link.bytes();
    bytes[7] ^= 1;
    Link::new(bytes)
}

/// What a forging server tells one of its players, and what that player's program says to it.
const FORGERIES: &[(&str, Forge, &str)] = &[
    (
        "asks for the link of the throw after the next one",
        |message| {
            if let Some((_, Some(now))) = event(message) {
                now.throw = now.throw.map(|throw| throw + 1);
            }
        },
        "wrong-throw",
    ),
    (
        "shows a new tip of its own before a throw",
        |message| {
            if let Some((event @ WireEvent::Bid { .. }, _)) = event(message) {
                *event =
                    WireEvent::Committed { person: None, tip: Link::new([9; 32]), from: 4, closed: None };
            }
        },
        "early-chain",
    ),
    (
        "shows another first tip of its own",
        |message| {
            if let Some((event @ WireEvent::Bid { .. }, _)) = event(message) {
                *event =
                    WireEvent::Committed { person: None, tip: Link::new([9; 32]), from: 1, closed: None };
            }
        },
        "changed-tip",
    ),
    (
        "shows a friend's new tip for a throw that links were asked for",
        |message| {
            if let Some((event @ WireEvent::Bid { .. }, _)) = event(message) {
                *event =
                    WireEvent::Committed { person: Some(1), tip: Link::new([9; 32]), from: 1, closed: None };
            }
        },
        "changed-tip",
    ),
    (
        "lets a friend publish a tip after links were asked for",
        |message| {
            if let Some((event @ WireEvent::Bid { .. }, _)) = event(message) {
                *event =
                    WireEvent::Committed { person: Some(1), tip: Link::new([9; 32]), from: 2, closed: None };
            }
        },
        "late-tip",
    ),
    (
        "leaves the player's link out of a roll and says that it was withheld",
        |message| match event(message) {
            Some((WireEvent::Rolled { with, withheld, .. }, _)) => {
                with.retain(|chair| *chair != 0);
                withheld.insert(0, 0);
            }
            Some((WireEvent::Showdown { links, .. }, _)) => {
                links.chairs.retain(|(chair, _)| *chair != 0);
                links.withheld.insert(0, 0);
            }
            _ => {}
        },
        "left-out",
    ),
    (
        "leaves a link out of the draw and names nobody",
        |message| {
            if let Some((WireEvent::Drawn { links, .. }, _)) = event(message) {
                links.chairs.retain(|(chair, _)| *chair != 1);
            }
        },
        "link-missing",
    ),
    (
        "names a link as withheld that nobody promised",
        |message| {
            if let Some((WireEvent::Came { person: 1, tip, .. }, _)) = event(message) {
                *tip = None;
            }
        },
        "no-tip",
    ),
    (
        "opens other links than it said the dice depend on",
        |message| {
            if let Some((WireEvent::Rolled { with, withheld, .. }, _)) = event(message) {
                with.retain(|chair| *chair != 1);
                withheld.push(1);
            }
        },
        "other-links",
    ),
    (
        "puts a link of its own into the player's name",
        |message| {
            if let Some((WireEvent::Showdown { links, .. }, _)) = event(message) {
                links.chairs[0].1 = other(links.chairs[0].1);
            }
        },
        "foreign-link",
    ),
    (
        "opens a link that is not of its chain",
        |message| {
            if let Some((WireEvent::Drawn { links, .. }, _)) = event(message) {
                links.server = links.server.map(other);
            }
        },
        "broken-chain",
    ),
    (
        "opens a link that is not of a friend's chain",
        |message| {
            if let Some((WireEvent::Drawn { links, .. }, _)) = event(message) {
                links.chairs[1].1 = other(links.chairs[1].1);
            }
        },
        "broken-chain",
    ),
    (
        "opens nothing",
        |message| {
            if let Some((WireEvent::Showdown { links, .. }, _)) = event(message) {
                links.server = None;
            }
        },
        "not-opened",
    ),
    (
        "shows the player another hand than the links give",
        |message| {
            if let Some((WireEvent::Rolled { hand: Some(hand), .. }, _)) = event(message) {
                *hand = turned(hand);
            }
        },
        "wrong-dice",
    ),
    (
        "shows other dice at the showdown",
        |message| {
            if let Some((WireEvent::Showdown { hands, .. }, _)) = event(message) {
                hands[1] = turned(&hands[1]);
            }
        },
        "wrong-dice",
    ),
    (
        "lets a throw out",
        |message| {
            if let Some((WireEvent::Rolled { throw, .. }, _)) = event(message) {
                *throw += 1;
            }
        },
        "wrong-throw",
    ),
];

/// The same number of dice with other faces.
fn turned(hand: &Hand) -> Hand {
    let text: String = hand.to_string().chars().map(|face| if face == '1' { '2' } else { '1' }).collect();
    serde_json::from_value(Value::String(text)).unwrap()
}

#[test]
fn a_server_that_forges_is_told_what_it_did() {
    for (what, forge, expected) in FORGERIES {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut world = World::new("classic dice=2", 2);
        world.forge = Some(*forge);
        // Someone comes while the server forges already; then rounds are played to their ends.
        world.ask(1, &GuestCommand::Leave);
        world.join(1);
        world.act(&mut random);
        world.advance();
        world.play(6, &mut random);
        for _ in 0..40 {
            world.act(&mut random);
            world.advance();
        }
        let errors = world.players[0].errors();
        assert!(errors.contains(expected), "the server {what}: {errors:?}");
        assert_eq!(world.players[1].errors(), Vec::<&str>::new(), "the other was told the truth: {what}");
    }
}

/// A new tip for every throw would let a server choose every link after it has seen all others. It cannot both show the
/// tip and have the player's link.
#[test]
fn no_link_is_given_to_a_server_that_asks_for_another_throw() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut world = World::new("classic dice=2", 2);
    world.forge = Some(FORGERIES[0].1);
    world.act(&mut random);
    world.advance();
    world.players.truncate(1);
    assert_eq!(world.give_links(|| true), 0);
    assert_eq!(world.players[0].errors(), ["wrong-throw"]);
}

#[test]
fn what_was_shown_before_a_reload_is_remembered() {
    let forgeries: [(&str, Forge, &str); 4] = [
        (
            "has another tip",
            |message| {
                if let ServerMsg::Welcome { view, .. } = message {
                    view.server_tip = other(view.server_tip);
                }
            },
            "changed-tip",
        ),
        (
            "says that there were fewer throws",
            |message| {
                if let ServerMsg::Welcome { view, .. } = message {
                    view.throws -= 1;
                    view.now.throw = view.now.throw.map(|throw| throw - 1);
                }
            },
            "wrong-throw",
        ),
        (
            "has another tip of a friend for the throw that links were asked for",
            |message| {
                if let ServerMsg::Welcome { view, .. } = message {
                    view.people[1].tip = view.people[1].tip.map(other);
                }
            },
            "changed-tip",
        ),
        (
            "has lost the tip of a friend for the throw that links were asked for",
            |message| {
                if let ServerMsg::Welcome { view, .. } = message {
                    (view.people[1].tip, view.people[1].from) = (None, None);
                }
            },
            "changed-tip",
        ),
    ];
    for (what, forge, expected) in forgeries {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(4);
        let mut world = World::new("classic dice=2", 2);
        world.act(&mut random);
        world.advance();
        world.play(2, &mut random);
        while world.table().seen_by(Viewer::Spectator).coming_throw().is_none() {
            world.act(&mut random);
            world.advance();
        }
        world.reload(0);
        world.forge = Some(forge);
        world.connect(0);
        assert_eq!(world.players[0].errors(), [expected], "the server {what}");
    }
}

/// After a reload a client's chain is counted from where the server says: links of it that are open would be given again.
#[test]
fn an_own_tip_that_is_said_to_count_anew_gets_no_link_and_the_player_is_told() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(6);
    let mut world = World::new("classic dice=2", 2);
    world.act(&mut random);
    world.advance();
    world.play(3, &mut random);
    let coming = |world: &World| world.table().seen_by(Viewer::Spectator).coming_throw();
    assert_eq!(coming(&world), None, "so that the tip is not late");
    world.reload(0);
    world.forge = Some(|message| {
        if let ServerMsg::Welcome { view, .. } = message {
            view.people[0].from = Some(view.throws + 1);
        }
    });
    world.connect(0);
    while coming(&world).is_none() {
        world.act(&mut random);
        world.advance();
    }
    assert_eq!(world.give_links(|| true), 1, "the other one gives theirs");
    assert_eq!(world.players[0].errors(), ["reused-tip"]);
    assert_eq!(world.players[1].errors(), Vec::<&str>::new());
}

#[test]
fn a_server_that_signs_for_the_links_of_others_alone_gets_no_more_and_the_player_is_told() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut world = World::new("classic dice=2", 2);
    world.act(&mut random);
    world.advance();
    world.forge = Some(|message| {
        if let ServerMsg::Receipts { receipts, .. } = message {
            receipts.given.clear();
        }
    });
    world.play(20, &mut random);
    assert_eq!(world.players[0].errors(), ["no-receipt"]);
    assert_eq!(world.players[1].errors(), Vec::<&str>::new());
}

/// Changes one value somewhere in a part of a message; says whether there was one.
fn change(value: &mut Value, random: &mut Xoshiro256PlusPlus) -> bool {
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            let nth = random.random_range(0..fields.len());
            fields.values_mut().nth(nth).is_some_and(|value| change(value, random))
        }
        Value::Array(items) if !items.is_empty() => {
            let nth = random.random_range(0..items.len());
            match random.random_range(0..4) {
                // A list that ends early has nothing for the others.
                0 => !items.remove(nth).is_null(),
                _ => change(&mut items[nth], random),
            }
        }
        Value::Number(number) => {
            let number = number.as_u64().unwrap_or(0);
            *value = if random.random() { number + 1 } else { number.saturating_sub(1) }.into();
            true
        }
        Value::String(text) if !text.is_empty() => {
            let nth = random.random_range(0..text.len());
            let digit = |(index, c): (usize, char)| match (index == nth, c) {
                (false, c) => c,
                (true, '1') => '2',
                (true, _) => '1',
            };
            let changed: String = text.chars().enumerate().map(digit).collect();
            // A hand is written with its dice sorted.
            if changed.len() < 20 && !changed.chars().is_sorted() {
                return false;
            }
            *value = changed.into();
            true
        }
        _ => false,
    }
}

#[test]
fn whatever_is_changed_in_what_a_player_is_told_of_the_dice_is_found() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut world = World::new("classic dice=3", 3);
    world.act(&mut random);
    world.advance();
    world.play(6, &mut random);
    for _ in 0..40 {
        world.act(&mut random);
        world.advance();
    }
    let heard: Vec<Value> =
        world.players[0].heard.iter().map(|message| serde_json::to_value(message).unwrap()).collect();
    let given = world.players[0].observer.witness().clone();
    let replay = |messages: &[Value]| {
        let mut observer = Observer::new(Witness::new("kitchen"));
        for message in messages {
            observer.receive(&serde_json::from_value(message.clone()).unwrap());
        }
        observer
    };
    assert_eq!(replay(&heard).witness().errors(), []);
    assert_eq!(replay(&heard).witness().checked(), given.checked());
    let opened =
        heard.iter().rposition(|message| message["event"]["links"].is_object()).expect("links were opened");
    let mut changes = 0;
    while changes < 1_500 {
        let index = random.random_range(0..=opened);
        let fields: &[&str] = match heard[index]["event"]["what"].as_str() {
            Some("drawn") => &["throw", "throws", "links"],
            Some("rolled") => &["throw", "hand", "with", "withheld"],
            Some("showdown") => &["hands", "links"],
            Some("came" | "committed") => &["tip"],
            _ => continue,
        };
        let mut forged = heard.clone();
        let field = fields[random.random_range(0..fields.len())];
        let Some(value) = forged[index]["event"].get_mut(field) else { continue };
        let before = value.clone();
        let is_changed = change(value, &mut random) && *value != before;
        // In which run of the server a throw was made matters only to a link that is missing.
        let is_changed = is_changed && value["run"] == before["run"];
        if !is_changed || serde_json::from_value::<ServerMsg>(forged[index].clone()).is_err() {
            continue;
        }
        changes += 1;
        let observer = replay(&forged);
        let errors = observer.witness().errors();
        assert!(!errors.is_empty(), "{field}: {} instead of {before}", forged[index]["event"][field]);
    }
}
