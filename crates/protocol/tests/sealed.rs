//! Clients at sealed tables: each computes its own dice and checks everyone's, and a server that forges is found out, or
//! gets no closed link.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::convert::Infallible;

use perudo_protocol::{ClientMsg, Now, Observer, OwnChain, OwnCups, ServerMsg, ViewCup, WireEvent};
use perudo_rules::{Action, Face, Hand, PhaseName, Preset};
use perudo_table::fair::{Chain, Link, Proof, Witness};
use perudo_table::{
    BotView, CommandId, DiceMode, Done, Driver, Entry, Guest, GuestCommand, History, Joining, Moment,
    Settings, Speed, Stage, Table, Viewer,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn guest(number: u8) -> Guest {
    Guest::of_secret([number; 16])
}

fn chain(number: u8, renewal: u8) -> Chain {
    let mut seed = [number; 32];
    seed[0] = renewal;
    Chain::new(seed, 90)
}

/// A client, and what it was told.
struct Player {
    number: u8,
    own: OwnChain,
    cups: OwnCups,
    observer: Observer,
    chains: u8,
    person: Option<u16>,
    chair: Option<u8>,
    shown: Vec<(u64, Link)>,
    hands: usize,
}

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
        Player {
            number,
            own: OwnChain::new(chain(number, 0)),
            cups: OwnCups::new(chain(100 + number, 0)),
            observer: Observer::new(Witness::new("kitchen")),
            chains: 0,
            person: None,
            chair: None,
            shown: Vec::new(),
            hands: 0,
        }
    }

    fn hear(&mut self, message: &ServerMsg) {
        let message: ServerMsg = serde_json::from_str(&message.to_text()).unwrap();
        let before = self.cups.hand();
        self.own.receive(&message);
        self.cups.receive(&message);
        self.observer.receive(&message);
        match &message {
            ServerMsg::Welcome { you, .. } | ServerMsg::You { you, .. } => {
                (self.person, self.chair) = (you.person, you.chair);
            }
            ServerMsg::Event { event: WireEvent::Showdown { hands, .. }, .. } => {
                if let (Some(hand), Some(chair)) = (before, self.chair) {
                    assert_eq!(hands[usize::from(chair)], hand, "it knew its dice before the showdown");
                    self.hands += 1;
                }
            }
            _ => {}
        }
    }

    fn errors(&self) -> Vec<&'static str> {
        self.observer.witness().errors().iter().map(|error| error.name()).collect()
    }
}

impl World {
    fn new(preset: Preset, people: u8, bots: u8) -> World {
        let settings = Settings {
            seats: people + bots,
            speed: Speed::Instant,
            dice: if bots > 0 { DiceMode::SealedBots } else { DiceMode::Sealed },
            tours: 4,
            ..Settings::usual(preset.rules())
        };
        let now = Moment(1_000_000);
        let (driver, opened) = Driver::open("kitchen".to_owned(), settings, [42; 32], now);
        let players = (1..=people).map(Player::new).collect();
        let mut world = World { driver, log: vec![opened], now, commands: 0, players, forge: None };
        for index in 0..usize::from(people) {
            world.connect(index);
            let player = &mut world.players[index];
            let closed = player.cups.tip(|| Ok::<_, Infallible>(chain(0, 0))).unwrap();
            let joining = Joining {
                name: format!("guest {}", player.number),
                chair: None,
                watch: false,
                program: false,
                tip: Some(player.own.tip()),
                closed: Some(closed),
                account: None,
            };
            world.ask(index, GuestCommand::Join(joining));
        }
        for _ in 0..bots {
            world.ask(0, GuestCommand::AddBot { chair: None, level: "steady".to_owned() });
        }
        world.ask(0, GuestCommand::Start);
        world
    }

    fn table(&self) -> &Table {
        self.driver.table()
    }

    fn connect(&mut self, index: usize) {
        let number = self.players[index].number;
        self.driver.connect(guest(number), self.now);
        let mut welcome = ServerMsg::welcome(&self.table().seen_by(self.table().viewer(guest(number))));
        if let Some(forge) = self.forge.filter(|_| index == 0) {
            forge(&mut welcome);
        }
        let player = &mut self.players[index];
        player.own.reconnected();
        player.cups.reconnected();
        player.hear(&welcome);
    }

    /// A page is closed and opened again: its stored chains and what was seen are all that is left.
    fn reload(&mut self, index: usize) {
        let player = &mut self.players[index];
        let cups = serde_json::to_string(&player.cups).unwrap();
        player.cups = serde_json::from_str(&cups).unwrap();
        player.own = OwnChain::new(chain(player.number, player.chains));
        let seen = serde_json::to_string(player.observer.witness()).unwrap();
        player.observer = Observer::new(serde_json::from_str(&seen).unwrap());
        let number = player.number;
        self.driver.disconnect(guest(number), self.now);
        self.connect(index);
    }

    fn ask(&mut self, index: usize, command: GuestCommand) {
        self.commands += 1;
        let id = CommandId { id: self.commands, seen: self.table().seq() };
        match self.driver.command(guest(self.players[index].number), id, &command, self.now) {
            Ok(Done::Now(entry)) => self.happened(&entry),
            other => panic!("{command:?}: {other:?}"),
        }
    }

    fn happened(&mut self, entry: &Entry) {
        tell(self.driver.table(), entry, &mut self.players, self.forge);
        self.log.push(entry.clone());
    }

    /// What the players' programs do by themselves. Returns whether there was anything to do.
    fn help(&mut self) -> bool {
        let mut helped = false;
        for index in 0..self.players.len() {
            let throws = self.table().seen_by(Viewer::Spectator).throws();
            let player = &mut self.players[index];
            let number = player.number;
            if let Some(ClientMsg::Link { throw, link }) = player.own.link()
                && player.observer.give(throw, link, self.now).is_ok()
            {
                helped |= self.driver.give_link(guest(number), throw, link).is_ok();
            }
            let witness = player.observer.witness();
            if let Some(ClientMsg::Show { throw, link }) =
                player.cups.show(|throw| witness.vouches_for(throw))
            {
                player.shown.push((throw, link));
                helped |= self.driver.show(guest(number), throw, link).is_ok();
            }
            let mut fresh = None;
            let mut player = &mut self.players[index];
            let commitment = player.own.commitment(|| {
                let (open, closed) = {
                    player.chains += 1;
                    (chain(number, player.chains), chain(100 + number, player.chains))
                };
                fresh = Some(closed);
                Ok::<_, Infallible>(open)
            });
            if let Some(tip) = commitment.unwrap() {
                player = &mut self.players[index];
                let closed = player.cups.renewal(throws, || Ok::<_, Infallible>(fresh.unwrap())).unwrap();
                self.ask(index, GuestCommand::Commit { tip, closed });
                helped = true;
            }
        }
        helped
    }

    /// Lets everything happen that is due; returns the next moment of interest.
    fn settle(&mut self) -> Option<Moment> {
        for _ in 0..10_000 {
            let mut happened = Vec::new();
            let (players, forge) = (&mut self.players, self.forge);
            let due = self.driver.advance(self.now, |table, entry| {
                tell(table, &entry, players, forge);
                happened.push(entry);
            });
            self.log.extend(happened);
            if let Some(job) = due.ask {
                let legal = match &job.view {
                    BotView::Player(view) => view.legal_actions(),
                    BotView::Blind(view) => view.legal_actions(),
                };
                let doubts = self.log.len().is_multiple_of(3) && legal.contains(Action::Dudo);
                let action = if doubts { Action::Dudo } else { legal.iter().next().unwrap() };
                self.driver.bot_decided(job.turn, Ok(action), self.now);
                self.now = self.driver.upcoming(self.now).unwrap().max(self.now);
            } else if !self.help() {
                return due.wake;
            }
        }
        panic!("the table never comes to rest");
    }

    fn turn(&self) -> Option<usize> {
        let tour = self.table().seen_by(Viewer::Spectator).tour()?;
        if self.table().stage() != Stage::Playing {
            return None;
        }
        let chair = tour.players()[tour.game().turn()?.index()].chair;
        self.players.iter().position(|player| player.chair == Some(chair))
    }

    /// Plays so many decisions of people by chance.
    fn play(&mut self, decisions: usize, random: &mut Xoshiro256PlusPlus) {
        let mut played = 0;
        while played < decisions {
            let due = self.settle();
            if self.table().stage() == Stage::Waiting {
                return;
            }
            let Some(index) = self.turn() else {
                match due {
                    Some(due) => self.now = self.now.max(due),
                    None => return,
                }
                continue;
            };
            let legal = self.table().seen_by(Viewer::Spectator).tour().unwrap().game().legal_actions();
            let action = match random.random_range(0..4) {
                0 if legal.contains(Action::Dudo) => Action::Dudo,
                _ => legal.iter().next().unwrap(),
            };
            self.ask(index, GuestCommand::Act(action));
            played += 1;
        }
    }

    fn phase(&self) -> Option<PhaseName> {
        self.table().seen_by(Viewer::Spectator).tour().map(|tour| tour.game().phase().name())
    }
}

fn tell(table: &Table, entry: &Entry, players: &mut [Player], forge: Option<Forge>) {
    for (index, player) in players.iter_mut().enumerate() {
        let viewer = table.viewer(guest(player.number));
        let seen = table.seen_by(viewer);
        let mut message = ServerMsg::event(&entry.event.seen_by(table.seat_of(viewer)), &seen);
        if let Some(forge) = forge.filter(|_| index == 0) {
            forge(&mut message);
        }
        player.hear(&message);
        let you = ServerMsg::who(&seen);
        if (you.person, you.chair) != (player.person, player.chair) {
            player.hear(&ServerMsg::You { seq: table.seq(), you });
        }
    }
}

#[test]
fn at_honest_tables_everyone_knows_their_dice_and_finds_nothing_wrong() {
    let (mut compared, mut forged) = (0, 0);
    for (number, preset) in Preset::ALL.into_iter().enumerate() {
        for bots in [0, 2] {
            let mut world = World::new(preset, 3, bots);
            let mut random = Xoshiro256PlusPlus::seed_from_u64(number as u64);
            for _ in 0..40 {
                world.play(20, &mut random);
                world.reload(random.random_range(0..3));
            }
            let mut history = History::default();
            world.log.iter().for_each(|entry| history.add(entry));
            for player in &world.players {
                for tour in history.tours() {
                    let name =
                        |proof: &Proof| proof.matches_seen(player.observer.witness()).err().map(|e| e.name());
                    let honest = name(&tour.proof);
                    assert!(matches!(honest, None | Some("seen-nothing")), "{preset:?}: {honest:?}");
                    // A server that shows other closed tips to the world.
                    let mut other = tour.proof.clone();
                    for tip in other.closed.iter_mut().flatten() {
                        tip.tip = tip.tip.map(|tip| tip.hash());
                    }
                    compared += u32::from(honest.is_none());
                    forged += u32::from(name(&other) == Some("seen-tip"));
                }
                assert_eq!(player.errors(), [""; 0], "{preset:?}");
                assert!(player.hands > 5, "{}", player.hands);
            }
            assert!(world.players[0].chains > 0 || bots == 0, "a chain was renewed on the way");
        }
    }
    assert!(compared > 20 && forged > compared / 2, "{forged} of {compared}");
}

#[test]
fn a_reload_between_the_call_and_the_showing_loses_nothing() {
    let mut world = World::new(Preset::Tournament, 2, 0);
    world.settle();
    for action in ["1x6", "dudo"] {
        world.settle();
        let index = world.turn().unwrap();
        world.ask(index, GuestCommand::Act(action.parse().unwrap()));
    }
    assert_eq!(world.phase(), Some(PhaseName::Showing));
    let hand = world.players[0].cups.hand();
    world.reload(0);
    assert_eq!(world.players[0].cups.hand(), hand);
    world.settle();
    assert_eq!(world.players[0].errors(), [""; 0]);
    assert_eq!(world.phase(), Some(PhaseName::Bidding));
}

/// An event about the throw that the first player is told.
fn event_of(message: &mut ServerMsg) -> Option<(&mut WireEvent, Option<&mut Now>)> {
    match message {
        ServerMsg::Event { event, now, .. } => Some((event, now.as_deref_mut())),
        _ => None,
    }
}

#[test]
fn a_server_that_forges_is_found_out_and_is_shown_nothing() {
    let forgeries: [(&str, Forge, &str); 6] = [
        (
            "another chain for a player's dice",
            |message| {
                if let Some((WireEvent::Rolled { cups: Some(cups), .. }, _)) = event_of(message) {
                    cups[1].tip = Link::new([1; 32]);
                }
            },
            "wrong-cup",
        ),
        (
            "no chain for a player's dice",
            |message| {
                if let Some((WireEvent::Rolled { cups: Some(cups), .. }, _)) = event_of(message) {
                    cups.truncate(1);
                }
            },
            "wrong-cup",
        ),
        (
            "another link of the server",
            |message| {
                if let Some((WireEvent::Rolled { links: Some(links), .. }, _)) = event_of(message) {
                    links.server = Some(Link::new([1; 32]));
                }
            },
            "broken-chain",
        ),
        (
            "another link of a player",
            |message| {
                if let Some((WireEvent::Rolled { links: Some(links), .. }, _)) = event_of(message) {
                    links.chairs[1].1 = Link::new([1; 32]);
                }
            },
            "broken-chain",
        ),
        (
            "a link in the client's own name",
            |message| {
                if let Some((WireEvent::Rolled { links: Some(links), .. }, _)) = event_of(message) {
                    links.chairs[0].1 = Link::new([1; 32]);
                }
            },
            "broken-chain",
        ),
        (
            "another closed chain for a throw that links were asked for",
            |message| {
                if let Some((WireEvent::Drawn { throw, .. }, Some(now))) = event_of(message)
                    && now.throw.is_some()
                {
                    let (tip, closed) = (Link::new([2; 32]), Some(Link::new([3; 32])));
                    let event = WireEvent::Committed { person: Some(1), tip, from: *throw, closed };
                    let ServerMsg::Event { event: told, .. } = message else { return };
                    *told = event;
                }
            },
            "changed-tip",
        ),
    ];
    for (what, forge, error) in forgeries {
        let mut world = World::new(Preset::Tournament, 2, 0);
        world.forge = Some(forge);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..200 {
            world.play(1, &mut random);
            if !world.players[0].errors().is_empty() {
                break;
            }
        }
        let player = &world.players[0];
        assert!(player.errors().contains(&error), "{what}: {:?}", player.errors());
        let before = player.shown.len();
        world.play(30, &mut random);
        assert_eq!(world.players[0].shown.len(), before, "{what}: nothing is shown any more");
    }
}

#[test]
fn forged_showdowns_are_found_out() {
    let forgeries: [(&str, Forge, &str); 4] = [
        (
            "a call that nobody made",
            |message| {
                if let ServerMsg::Event { event, now: Some(now), .. } = message
                    && let WireEvent::Bid { chair, by, bid } = event
                    && bid.to_string() == "1x2"
                {
                    *event = WireEvent::Called { chair: *chair, call: perudo_rules::Call::Dudo, by: *by };
                    now.phase = Some(PhaseName::Showing);
                }
            },
            "went-on",
        ),
        (
            "other dice of another player",
            |message| {
                if let Some((WireEvent::Showdown { hands, .. }, _)) = event_of(message) {
                    hands[1] = std::iter::repeat_n(Face::Six, hands[1].len()).collect::<Hand>();
                }
            },
            "wrong-dice",
        ),
        (
            "another closed link",
            |message| {
                if let Some((WireEvent::Showdown { links, .. }, _)) = event_of(message) {
                    links.closed[1].1 = Link::new([1; 32]);
                }
            },
            "broken-chain",
        ),
        (
            "a player who does not have to show",
            |message| {
                if let Some((WireEvent::Showdown { links, .. }, _)) = event_of(message) {
                    links.closed.truncate(1);
                }
            },
            "link-missing",
        ),
    ];
    for (what, forge, error) in forgeries {
        let mut world = World::new(Preset::Tournament, 2, 0);
        world.forge = Some(forge);
        world.play(30, &mut Xoshiro256PlusPlus::seed_from_u64(1));
        assert!(world.players[0].errors().contains(&error), "{what}: {:?}", world.players[0].errors());
    }
}

#[test]
fn a_server_that_asks_early_for_other_throws_or_by_another_count_gets_no_closed_link() {
    fn shows_now(message: &mut ServerMsg) {
        if let Some((_, Some(now))) = event_of(message)
            && matches!(now.phase, Some(PhaseName::Rolling | PhaseName::Draw | PhaseName::Declaring))
        {
            now.phase = Some(PhaseName::Showing);
        }
    }
    fn moved(message: &mut ServerMsg) {
        let shift = |cups: &mut Vec<ViewCup>| cups.iter_mut().for_each(|cup| cup.from -= 1);
        match message {
            ServerMsg::Welcome { view, .. } => {
                if let Some(sealed) = view.tour.as_mut().and_then(|tour| tour.sealed.as_mut()) {
                    shift(&mut sealed.cups);
                }
            }
            ServerMsg::Event { event: WireEvent::Rolled { cups: Some(cups), .. }, .. } => shift(cups),
            _ => {}
        }
    }
    fn jumps(message: &mut ServerMsg) {
        if let Some((WireEvent::Rolled { throw, .. }, _)) = event_of(message) {
            *throw += 5;
        }
    }
    let forgeries: [(&str, Forge); 3] = [
        ("before the dice are rolled", shows_now),
        ("from another throw on", moved),
        ("of a later throw", jumps),
    ];
    for (what, forge) in forgeries {
        let mut world = World::new(Preset::Tournament, 2, 0);
        world.forge = Some(forge);
        world.play(30, &mut Xoshiro256PlusPlus::seed_from_u64(1));
        let honest = world.players[1].shown.clone();
        for (throw, link) in &world.players[0].shown {
            // What it showed is what it would have shown an honest server.
            assert!(honest.iter().any(|(known, _)| known == throw), "{what}: throw {throw}");
            let closed = chain(101, 0);
            let expected = (1..=90).find(|number| closed.nth(*number) == Some(*link));
            assert_eq!(expected, Some(*throw as u32), "{what}");
        }
        if what != "before the dice are rolled" {
            assert!(world.players[0].shown.is_empty(), "{what}");
        }
    }
}
