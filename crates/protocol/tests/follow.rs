//! A client that follows events knows as much as one that asks for the table anew.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use perudo_protocol::{ServerMsg, View};
use perudo_rules::{Action, Preset};
use perudo_table::fair::Link;
use perudo_table::{
    BotJob, Clock, CommandId, Done, Driver, Entry, Guest, GuestCommand, Joining, Moment, PersonId, Settings,
    Speed, Stage, Table, Viewer,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const GUESTS: u8 = 4;

fn guest(number: u8) -> Guest {
    Guest::of_secret([number; 16])
}

struct Watcher {
    viewer: Viewer,
    view: View,
}

/// Those who follow a table, and how many events they were told.
struct Watchers {
    all: Vec<Watcher>,
    events: usize,
}

struct World {
    driver: Driver,
    now: Moment,
    watchers: Watchers,
    commands: u64,
    asked: Option<Box<BotJob>>,
}

fn view(table: &Table, viewer: Viewer) -> View {
    match ServerMsg::welcome(&table.seen_by(viewer)) {
        ServerMsg::Welcome { view, .. } => *view,
        other => panic!("{other:?}"),
    }
}

impl Watchers {
    /// Tells everyone of an event, and compares what they know with the table after it.
    fn happened(&mut self, table: &Table, entry: &Entry) {
        self.events += 1;
        for watcher in &mut self.all {
            let seen = entry.event.seen_by(table.seat_of(watcher.viewer));
            let message = ServerMsg::event(&seen, &table.seen_by(Viewer::Spectator));
            // Over the wire and back, as a client gets it.
            let message: ServerMsg = serde_json::from_str(&message.to_text()).unwrap();
            let ServerMsg::Event { at, event, now, .. } = message else { panic!("no event") };
            let you = match watcher.viewer {
                Viewer::Person(id) => Some(id.0),
                Viewer::Spectator => None,
            };
            watcher.view.follow(you, at, &event, now.as_deref());
            assert_eq!(watcher.view, view(table, watcher.viewer), "{:?} after {event:?}", watcher.viewer);
        }
    }
}

impl World {
    fn new(preset: Preset) -> World {
        let now = Moment(1_000_000);
        let settings = Settings {
            seats: GUESTS,
            tours: 2,
            speed: Speed::Quick,
            clock: Clock { turn: Some(20), bank: 30 },
            ..Settings::usual(preset.rules())
        };
        let (mut driver, _) = Driver::open("kitchen".to_owned(), settings, [7; 32], now);
        let viewers = (0..GUESTS).map(|number| Viewer::Person(PersonId(u16::from(number))));
        let viewers = viewers.chain([Viewer::Spectator]);
        let all = viewers.map(|viewer| Watcher { viewer, view: view(driver.table(), viewer) }).collect();
        for number in 0..GUESTS {
            driver.connect(guest(number), now);
        }
        World { driver, now, watchers: Watchers { all, events: 0 }, commands: 0, asked: None }
    }

    fn table(&self) -> &Table {
        self.driver.table()
    }

    fn ask(&mut self, by: u8, command: &GuestCommand) {
        self.commands += 1;
        let id = CommandId { id: self.commands, seen: self.table().seq() };
        if let Ok(Done::Now(entry)) = self.driver.command(guest(by), id, command, self.now) {
            self.watchers.happened(self.driver.table(), &entry);
        }
    }

    fn settle(&mut self) -> Option<Moment> {
        loop {
            let before = self.watchers.events;
            let due = self.driver.advance(self.now, |table, entry| self.watchers.happened(table, &entry));
            if due.ask.is_some() {
                self.asked = due.ask;
            }
            if self.watchers.events == before {
                return due.wake;
            }
        }
    }
}

fn join(number: u8) -> GuestCommand {
    let tip = (number.is_multiple_of(2)).then(|| Link::new([number; 32]));
    let name = format!("Player {number}");
    GuestCommand::Join(Joining {
        name,
        chair: None,
        watch: false,
        program: false,
        tip,
        closed: None,
        account: None,
    })
}

#[test]
fn a_view_that_follows_events_is_the_view_of_a_fresh_welcome() {
    for (seed, preset) in (0..30).zip(Preset::ALL.into_iter().cycle()) {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut world = World::new(preset);
        for number in 0..GUESTS - 1 {
            world.ask(number, &join(number));
        }
        while world.watchers.events < 250 && world.table().stage() != Stage::Closed {
            let due = world.settle();
            let by = random.random_range(0..GUESTS);
            let person = PersonId(u16::from(random.random_range(0..GUESTS)));
            let chair = random.random_range(0..GUESTS);
            match random.random_range(0..40) {
                0 => world.ask(by, &join(by)),
                1 => world.ask(by, &GuestCommand::Leave),
                2 => world.ask(by, &GuestCommand::Say("hello".to_owned())),
                3 => world.ask(by, &GuestCommand::Emote("wow".to_owned())),
                4 => world.ask(by, &GuestCommand::SwitchChat(random.random())),
                5 => world.ask(by, &GuestCommand::Silence { person, on: random.random() }),
                6 => world.ask(by, &GuestCommand::PassHost { to: person }),
                7 => world.ask(by, &GuestCommand::AddBot { chair: Some(chair), level: "steady".to_owned() }),
                8 => {
                    let remove = if random.random() { (Some(person), None) } else { (None, Some(chair)) };
                    world.ask(by, &GuestCommand::Remove { person: remove.0, chair: remove.1 });
                }
                18 => world.ask(by, &GuestCommand::Unbar { person }),
                19 => world.ask(by, &GuestCommand::Lock(random.random())),
                9 => world.ask(by, &GuestCommand::Return),
                10 => world
                    .ask(by, &GuestCommand::Commit { tip: Link::new([random.random(); 32]), closed: None }),
                11 => {
                    let settings = Settings { hints: random.random(), ..world.table().settings().clone() };
                    world.ask(by, &GuestCommand::Change { settings: Box::new(settings) });
                }
                12 => world.driver.disconnect(guest(by), world.now),
                13 => world.driver.connect(guest(by), world.now),
                14..18 => world.ask(by, &GuestCommand::Start),
                20..22 => world.ask(by, &GuestCommand::Skip),
                _ => act(&mut world, &mut random, due),
            }
        }
    }
}

/// Whoever has the turn decides, person or bot; if nobody has, time passes.
fn act(world: &mut World, random: &mut Xoshiro256PlusPlus, due: Option<Moment>) {
    let table = world.table();
    let tour = table.seen_by(Viewer::Spectator).tour().filter(|_| table.stage() == Stage::Playing);
    let Some((game, seat)) = tour.and_then(|tour| Some((tour.game(), tour.game().turn()?))) else {
        world.now = due.map_or(world.now, |due| due.max(world.now));
        return;
    };
    let legal = game.legal_actions();
    let action = match random.random_range(0..4) {
        0 if legal.contains(Action::Dudo) => Action::Dudo,
        1 => legal.pick(random.random_range(0..legal.len())).unwrap(),
        _ => legal.iter().next().unwrap(),
    };
    if let Some(job) = world.asked.take().filter(|job| job.turn.after == world.table().seq()) {
        world.now = world.now.max(job.turn.due);
        world.driver.bot_decided(job.turn, Ok(action), world.now);
        world.settle();
        return;
    }
    let mut took = random.random_range(0..5_000);
    if random.random_range(0..10) == 0 {
        took = 60_000;
    }
    world.now = Moment(world.now.0 + took);
    world.settle();
    let of_seat = |number: &u8| world.table().seat_of(world.table().viewer(guest(*number))) == Some(seat);
    if let Some(by) = (0..GUESTS).find(of_seat) {
        world.ask(by, &GuestCommand::Act(action));
    }
}
