//! A client that follows events knows as much as one that asks for the table anew.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use perudo_protocol::{ServerMsg, View};
use perudo_rules::{Action, Preset};
use perudo_table::fair::Link;
use perudo_table::{
    Clock, Entry, Guest, Joining, Moment, Next, PersonId, Presence, Settings, Speed, Stage, Table,
    TableCommand, TableEvent, Viewer,
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

struct World {
    table: Table,
    presence: Presence,
    now: Moment,
    watchers: Vec<Watcher>,
    events: usize,
}

fn view(table: &Table, viewer: Viewer) -> View {
    match ServerMsg::welcome(&table.seen_by(viewer)) {
        ServerMsg::Welcome { view, .. } => *view,
        other => panic!("{other:?}"),
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
        let event = TableEvent::Opened { settings, table: "kitchen".to_owned(), secret: [7; 32] };
        let table = Table::open(&Entry { at: now, by: None, event }).unwrap();
        let mut presence = Presence::new(now);
        let viewers = (0..GUESTS).map(|number| Viewer::Person(PersonId(u16::from(number))));
        let viewers = viewers.chain([Viewer::Spectator]);
        let watchers = viewers.map(|viewer| Watcher { viewer, view: view(&table, viewer) }).collect();
        for number in 0..GUESTS {
            presence.connected(guest(number), now);
        }
        World { table, presence, now, watchers, events: 0 }
    }

    /// Lets an event happen, and every watcher hear of it.
    fn happen(&mut self, event: TableEvent) {
        let entry = Entry { at: self.now, by: None, event };
        self.table.apply(&entry);
        self.events += 1;
        for watcher in &mut self.watchers {
            let seen = entry.event.seen_by(self.table.seat_of(watcher.viewer)).unwrap();
            let message = ServerMsg::event(&seen, &self.table.seen_by(Viewer::Spectator)).unwrap();
            // Over the wire and back, as a client gets it.
            let message: ServerMsg = serde_json::from_str(&message.to_text()).unwrap();
            let ServerMsg::Event { at, event, now, .. } = message else { panic!("no event") };
            let you = match watcher.viewer {
                Viewer::Person(id) => Some(id.0),
                Viewer::Spectator => None,
            };
            watcher.view.follow(you, at, &event, now.as_deref());
            assert_eq!(
                watcher.view,
                view(&self.table, watcher.viewer),
                "{:?} after {event:?}",
                watcher.viewer
            );
        }
    }

    fn ask(&mut self, by: u8, command: &TableCommand) {
        if let Ok(event) = self.table.decide(Some(guest(by)), command) {
            self.happen(event);
        }
    }

    fn settle(&mut self) -> Option<Moment> {
        loop {
            match self.table.next(&self.presence, self.now) {
                Next::Now(event) => self.happen(*event),
                Next::Wait { until, .. } => return until,
            }
        }
    }
}

fn join(number: u8) -> TableCommand {
    let tip = (number.is_multiple_of(2)).then(|| Link::new([number; 32]));
    let name = format!("Player {number}");
    TableCommand::Join(Joining { name, chair: None, watch: false, program: false, tip })
}

#[test]
fn a_view_that_follows_events_is_the_view_of_a_fresh_welcome() {
    for (seed, preset) in (0..30).zip(Preset::ALL.into_iter().cycle()) {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut world = World::new(preset);
        for number in 0..GUESTS - 1 {
            world.ask(number, &join(number));
        }
        while world.events < 250 && world.table.stage() != Stage::Closed {
            let due = world.settle();
            let by = random.random_range(0..GUESTS);
            let person = PersonId(u16::from(random.random_range(0..GUESTS)));
            let chair = random.random_range(0..GUESTS);
            match random.random_range(0..40) {
                0 => world.ask(by, &join(by)),
                1 => world.ask(by, &TableCommand::Leave),
                2 => world.ask(by, &TableCommand::Say("hello".to_owned())),
                3 => world.ask(by, &TableCommand::Emote("wow".to_owned())),
                4 => world.ask(by, &TableCommand::SwitchChat(random.random())),
                5 => world.ask(by, &TableCommand::Silence { person, on: random.random() }),
                6 => world.ask(by, &TableCommand::PassHost { to: person }),
                7 => world.ask(by, &TableCommand::AddBot { chair: Some(chair), level: "steady".to_owned() }),
                8 => world.ask(by, &TableCommand::Remove { chair }),
                9 => world.ask(by, &TableCommand::Return),
                10 => world.ask(by, &TableCommand::Commit(Link::new([random.random(); 32]))),
                11 => {
                    let settings = Settings { hints: random.random(), ..world.table.settings().clone() };
                    world.ask(by, &TableCommand::Change { settings: Box::new(settings) });
                }
                12 => world.presence.disconnected(guest(by), true, world.now),
                13 => world.presence.connected(guest(by), world.now),
                14..18 => world.ask(by, &TableCommand::Start),
                _ => act(&mut world, &mut random, due),
            }
        }
    }
}

/// Whoever has the turn decides, person or bot; if nobody has, time passes.
fn act(world: &mut World, random: &mut Xoshiro256PlusPlus, due: Option<Moment>) {
    let tour =
        world.table.seen_by(Viewer::Spectator).tour().filter(|_| world.table.stage() == Stage::Playing);
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
    let mut took = random.random_range(0..5_000);
    if random.random_range(0..10) == 0 {
        took = 60_000;
    }
    world.now = Moment(world.now.0 + took);
    world.settle();
    let by = (0..GUESTS).find(|number| world.table.seat_of(world.table.viewer(guest(*number))) == Some(seat));
    match by {
        Some(by) if random.random_range(0..5) > 0 => world.ask(by, &TableCommand::Act(action)),
        _ => {
            if let Ok(event) = world.table.decide(None, &TableCommand::BotAct { seat, action }) {
                world.happen(event);
            }
        }
    }
}
