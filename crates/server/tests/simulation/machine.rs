//! A node of the simulation: its rooms, and the threads that write, keep its lease and claim tables.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc as std_mpsc;
use std::time::Duration;

use perudo_protocol::{Order, WireCommand};
use perudo_rules::Preset;
use perudo_table::{Guest, Settings};
use perudo_words::Language;
use rand::RngExt;
use tokio::sync::{mpsc, oneshot};

use crate::claimer::{Ask, Claimer};
use crate::lease::{self, LeaseKeeper};
use crate::open_rooms::OpenRooms;
use crate::report::Report;
use crate::restoring::Restorer;
use crate::room::Room;
use crate::shared_room::SharedRoom;
use crate::storage_health::StorageHealth;
use crate::store::{Append, Fate, Node, Store, TableId};

use super::actor::Actor;
use super::line::Line;
use super::{LEASE, NAMES, TABLES, Told, World, all_tables, table};

/// A node that runs.
pub(super) struct Machine {
    rooms: OpenRooms,
    dead: Arc<AtomicBool>,
    leaving: Arc<AtomicBool>,
    ended: Arc<AtomicBool>,
}

/// What one of its threads does.
type Act = Box<dyn FnOnce(Arc<Actor>) + Send>;

impl Machine {
    /// Starts the threads of a node.
    pub(super) fn start(
        world: &Arc<World>,
        number: usize,
        session: u64,
        makes_tables: bool,
        spawn: &mut dyn FnMut(Act) -> Arc<Actor>,
    ) -> Machine {
        let name = NAMES[number].to_owned();
        let address = Some(format!("{name}:1"));
        let node = Node { name, session, lease: LEASE, address };
        let (pulse, began) = (world.pulse.clone(), world.began);
        let health = StorageHealth::with_clock(Arc::new(move || began + pulse.now()));
        let (report, reports) = mpsc::channel(100_000);
        let (asks, asked) = std_mpsc::channel();
        let (alive, end) = std_mpsc::channel();
        let flag = || Arc::new(AtomicBool::new(false));
        let machine = Machine { rooms: OpenRooms::default(), dead: flag(), leaving: flag(), ended: flag() };
        let restorer = Restorer { clock: world.clock, signer: world.signer.clone() };
        let begun = flag();
        let line = {
            let (world, dead) = (Arc::clone(world), Arc::clone(&machine.dead));
            move |actor: &Arc<Actor>| -> Box<dyn Store> {
                let (actor, store, dead) = (Arc::clone(actor), world.store.clone(), Arc::clone(&dead));
                Box::new(Line { actor, store, dead })
            }
        };

        let keep_lease = {
            let (node, health, reports, draining) =
                (node.clone(), health.clone(), report.clone(), Arc::clone(&machine.leaving));
            let rooms = machine.rooms.clone();
            let (line, begun, dead) = (line.clone(), Arc::clone(&begun), Arc::clone(&machine.dead));
            move |actor: Arc<Actor>| {
                let store = line(&actor);
                let mut keeper = LeaseKeeper {
                    store,
                    node,
                    health,
                    reports,
                    shared: true,
                    draining,
                    end,
                    rooms,
                    unsure: false,
                    renewals: 0,
                };
                // A clock that goes wrong: the lease is renewed too often, or too late.
                let skew = actor.random.lock().random_range(0.5..3.0);
                while !dead.load(Ordering::SeqCst) {
                    let calm = actor.pulse.is_calm();
                    let pause = lease::pause(LEASE);
                    actor.wait(if calm { pause } else { pause.mul_f64(skew) });
                    if begun.load(Ordering::SeqCst) && !keeper.round() {
                        return;
                    }
                }
            }
        };
        spawn(Box::new(keep_lease));

        let claim = {
            let (node, rooms, restorer, health) =
                (node.clone(), machine.rooms.clone(), restorer.clone(), health.clone());
            let (reports, leaving) = (report, Arc::clone(&machine.leaving));
            let (line, begun, dead) = (line.clone(), Arc::clone(&begun), Arc::clone(&machine.dead));
            let world = Arc::clone(world);
            move |actor: Arc<Actor>| {
                let store = line(&actor);
                let mut claimer = Claimer {
                    store,
                    node,
                    rooms,
                    restorer,
                    health,
                    asks: asked,
                    reports,
                    leaving,
                    unsure: false,
                };
                while !dead.load(Ordering::SeqCst) {
                    actor.wait(lease::pause(LEASE).mul_f64(actor.random.lock().random_range(0.1..1.0)));
                    if !begun.load(Ordering::SeqCst) {
                        continue;
                    }
                    let wanted = {
                        let mut random = actor.random.lock();
                        let table = random.random_range(0..all_tables().count());
                        (random.random_range(0..2) == 0).then(|| all_tables().nth(table)).flatten()
                    };
                    match (claimer.asks.try_recv().ok(), wanted) {
                        (Some(ask), _) => claimer.round(Some(ask)),
                        // Who asks for a table has heard of it.
                        (None, Some(table)) if !actor.pulse.is_calm() && world.store.next(table).1 > 1 => {
                            let (asker, _answer) = oneshot::channel();
                            claimer.round(Some(Ask::Find(table, asker)));
                        }
                        _ => claimer.round(None),
                    }
                }
            }
        };
        spawn(Box::new(claim));

        let serve = {
            let world = Arc::clone(world);
            let (rooms, dead, leaving, ended) = (
                machine.rooms.clone(),
                Arc::clone(&machine.dead),
                Arc::clone(&machine.leaving),
                Arc::clone(&machine.ended),
            );
            move |actor: Arc<Actor>| {
                let _alive = alive;
                let store = line(&actor);
                let server = Server { world, node, store, actor, rooms, reports, asks, leaving };
                server.run(&begun, &dead, restorer, makes_tables.then_some(number));
                ended.store(true, Ordering::SeqCst);
            }
        };
        spawn(Box::new(serve));
        machine
    }

    /// Lets it hand its tables over and end.
    pub(super) fn leave(&self) {
        self.leaving.store(true, Ordering::SeqCst);
    }

    /// `kill -9`.
    pub(super) fn kill(&self) {
        self.dead.store(true, Ordering::SeqCst);
    }

    /// Whether it has ended by itself.
    pub(super) fn has_ended(&self) -> bool {
        self.ended.load(Ordering::SeqCst)
    }

    /// The epoch in which it believes to have a table.
    pub(super) fn epoch(&self, table: TableId) -> Option<u64> {
        self.rooms.get(table).map(|room| room.lock().holding().1)
    }
}

/// What happens at the tables of a node.
struct Server {
    world: Arc<World>,
    node: Node,
    store: Box<dyn Store>,
    actor: Arc<Actor>,
    rooms: OpenRooms,
    reports: mpsc::Receiver<Report>,
    asks: std_mpsc::Sender<Ask>,
    leaving: Arc<AtomicBool>,
}

impl Server {
    fn run(mut self, begun: &AtomicBool, dead: &AtomicBool, restorer: Restorer, makes: Option<usize>) {
        loop {
            let mut tables = Vec::new();
            match self.store.take_over(&self.node, &mut |stored| tables.push(stored)) {
                Ok(()) => {
                    for stored in tables {
                        let id = stored.id;
                        if let Ok(Some(room)) = restorer.room(&mut *self.store, stored) {
                            self.rooms.insert(id, SharedRoom::new(room));
                        }
                    }
                    break;
                }
                Err(error) if error.is_temporary() => {}
                Err(_) => return,
            }
        }
        begun.store(true, Ordering::SeqCst);
        for number in 0..makes.map_or(0, |_| TABLES) {
            let id = table(makes.unwrap_or_default(), number);
            // The one before may have made it in its last moment.
            if self.rooms.get(id).is_some() {
                continue;
            }
            let settings = Settings::usual(Preset::ALL[0].rules());
            let mut room = Room::open(id, settings, [number as u8; 32], self.world.clock.now());
            let join = WireCommand::Join {
                name: "anna".to_owned(),
                chair: None,
                watch: false,
                program: true,
                tip: None,
                closed: None,
            };
            let order = Order { id: 1, seen: 0, command: join };
            room.carry_out(guest(), Language::default(), order, self.world.clock.now()).unwrap();
            self.rooms.insert(id, SharedRoom::new(room));
        }
        while !dead.load(Ordering::SeqCst) {
            self.actor.wait(Duration::from_millis(self.actor.random.lock().random_range(1..400)));
            if !self.hear() {
                return;
            }
            if self.leaving.load(Ordering::SeqCst) {
                return self.hand_over();
            }
            if self.actor.pulse.is_calm() {
                self.actor.wait(LEASE / 4);
            }
            if !self.write() {
                return;
            }
        }
    }

    /// Does what reports ask for. Says whether to go on.
    fn hear(&mut self) -> bool {
        while let Ok(report) = self.reports.try_recv() {
            match report {
                Report::Lost(rooms) => {
                    for room in rooms {
                        let id = room.lock().id();
                        self.rooms.remove(id, &room);
                    }
                }
                Report::Over(_) => return false,
                _ => {}
            }
        }
        true
    }

    /// Something happens at some tables, and is written in one batch. Says whether to go on.
    fn write(&mut self) -> bool {
        let mut rooms = self.rooms.all();
        rooms.sort_by_key(|room| room.lock().id());
        let (mut batch, mut written): (Vec<Append>, Vec<SharedRoom>) = (Vec::new(), Vec::new());
        for shared in rooms {
            let mut room = shared.lock();
            // In the end nobody plays: who has lost a table must find out without being fenced.
            let silent = self.actor.pulse.is_calm() || self.actor.random.lock().random_range(0..3) > 0;
            if silent && room.is_stored() {
                continue;
            }
            let now = self.world.clock.now().after(room.ahead());
            let (id, seen) = (self.actor.random.lock().random(), room.table().seq());
            let text = format!("{} {}", self.node.name, self.node.session);
            let order = Order { id, seen, command: WireCommand::Say { text } };
            room.carry_out(guest(), Language::default(), order, now).unwrap();
            if let Some(append) = room.settle(now).append {
                batch.push(append);
                drop(room);
                written.push(shared);
            }
        }
        // As the writer: until it succeeds.
        let fates = loop {
            match self.store.commit(&self.node, &batch) {
                Ok(fates) => break fates,
                Err(error) if error.is_temporary() => {}
                Err(_) => return false,
            }
        };
        for ((room, append), fate) in written.into_iter().zip(batch).zip(fates) {
            match fate {
                Fate::Written => {
                    let _ = room.lock().saved(append.last_seq());
                    let Append { table, first_seq, events, .. } = append;
                    self.world.told.lock().push(Told { table, first_seq, events });
                }
                Fate::Fenced => {
                    self.rooms.remove(append.table, &room);
                }
            }
        }
        true
    }

    /// All tables are released, and the node ends.
    fn hand_over(&self) {
        let rooms = self.rooms.all();
        let held = rooms.iter().map(|room| {
            let mut room = room.lock();
            room.retire();
            room.holding()
        });
        let (asker, mut answer) = oneshot::channel();
        let _ = self.asks.send(Ask::Release(held.collect(), asker));
        while answer.try_recv() == Err(oneshot::error::TryRecvError::Empty) {
            self.actor.wait(Duration::from_millis(20));
        }
        for room in rooms {
            let id = room.lock().id();
            self.rooms.remove(id, &room);
        }
    }
}

fn guest() -> Guest {
    Guest::of_secret([1; 16])
}
