//! What happens by itself among people: the queue is seated, its tables are made and begin, finished tours are booked.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use perudo_bots::Opponent;
use perudo_protocol::{Order, WireCommand};
use perudo_table::{Account, Chair, Guest, Stage};
use perudo_words::Language;
use tokio::time::{Instant, sleep};

use super::{Board, now};
use crate::claimer::Place;
use crate::http::{App, public_tables};
use crate::mailbox::CloseReason;
use crate::reason::Reason;
use crate::rooms::{QuickPlayer, Rooms};
use crate::shared_room::SharedRoom;
use crate::store::TableId;
use crate::store::people::{ALIVE, GRACE, QueuePlayer, QuickTable};

/// How often everything is looked at.
const OFTEN: Duration = Duration::from_millis(500);
/// What is asked for meanwhile is looked at together.
const TOGETHER: Duration = Duration::from_millis(50);
/// How often storage is told that somebody still waits.
const SIGN_OF_LIFE: Duration = Duration::from_secs(5);
/// How long a table of the queue waits for everybody to come.
const COMING: i64 = 15_000;
/// The most transactions in which tours are booked at a time.
const BOOKINGS: usize = 50;
/// Who sits in free chairs.
const BOTS: [&str; 5] = ["steady", "reader", "thinker", "steady", "reader"];

/// Runs for as long as the server does. Whatever fails is tried again, and no table waits for it.
pub(crate) async fn drive(app: App) {
    let mut alive_at = Instant::now();
    let mut cuts = Cuts::default();
    loop {
        let _ = tokio::time::timeout(OFTEN, app.rooms.people.roused.notified()).await;
        sleep(TOGETHER).await;
        if app.rooms.is_stopping() {
            // Streams that wait for news end.
            app.rooms.people.board.send_replace(Arc::default());
            continue;
        }
        let due = alive_at.elapsed() >= SIGN_OF_LIFE;
        if due {
            alive_at = Instant::now();
        }
        // It is in the log already, and the next round is soon.
        let _ = cuts.follow(&app).await;
        let _ = round(&app, due).await;
    }
}

/// The cuts that this node knows of.
#[derive(Default)]
struct Cuts {
    known: HashSet<i64>,
}

impl Cuts {
    /// Cuts the connections of those whose keys do not count any more, on whatever node that was decided. Who still may
    /// comes back.
    async fn follow(&mut self, app: &App) -> Result<(), Reason> {
        let cuts = app.rooms.people.engine.ask(|store| store.cuts(now())).await?;
        for cut in cuts.iter().filter(|cut| !self.known.contains(&cut.id)) {
            app.rooms.disconnect(cut.guest, CloseReason::Moved);
            if cut.deleted {
                app.archive.forget();
            }
        }
        self.known = cuts.iter().map(|cut| cut.id).collect();
        Ok(())
    }
}

async fn round(app: &App, signs_of_life: bool) -> Result<(), Reason> {
    let (rooms, people) = (&app.rooms, &app.rooms.people);
    let (open, closed) = people.tickets.take();
    let mut signs: Vec<([u8; 32], i64)> = closed.into_iter().map(|ticket| (ticket, now() + GRACE)).collect();
    if signs_of_life {
        signs.extend(open.into_iter().map(|ticket| (ticket, now() + ALIVE)));
    }
    if !signs.is_empty() {
        people.engine.ask(move |store| store.alive(&signs)).await?;
    }
    let mut state = people.engine.ask(|store| store.queue(now())).await?;
    let unmade = state.coming.iter().any(|table| !table.made);
    if (!state.waiting.is_empty() || unmade) && rooms.is_ready() {
        let (node, entropy) = (rooms.config.node.clone(), rooms.entropy.clone());
        let new_id = move || TableId::from_bits(u64::from_be_bytes(entropy.bytes()));
        let seated = people.engine.ask(move |store| store.seat(&node, now(), &new_id)).await?;
        if seated.is_some_and(|seated| seated > 0) {
            state = people.engine.ask(|store| store.queue(now())).await?;
        }
        if seated.is_some() {
            for table in state.coming.iter_mut().filter(|table| !table.made) {
                make(rooms, table).await?;
                table.made = true;
            }
        }
    }
    people.board.send_replace(Arc::new(Board::new(&state, now())));
    for table in state.coming.iter().filter(|table| table.made) {
        begin(rooms, table).await?;
    }
    for _ in 0..BOOKINGS {
        let node = rooms.config.node.clone();
        if !people.engine.ask(move |store| store.book(&node, now())).await? {
            break;
        }
    }
    if people.lobby.receiver_count() > 0 {
        let tables = serde_json::to_string(&public_tables(app).await).unwrap_or_default();
        people.lobby.send_if_modified(|known| {
            let changed = **known != *tables;
            if changed {
                *known = tables.into();
            }
            changed
        });
    }
    Ok(())
}

/// Makes a table of the queue, unless somebody did already.
async fn make(rooms: &Arc<Rooms>, table: &QuickTable) -> Result<(), Reason> {
    if let Place::Nowhere = rooms.find(table.id).await? {
        let player = |seat: &QueuePlayer| QuickPlayer {
            guest: seat.guest,
            account: seat.person.map(|id| Account { id, name: seat.name.clone() }),
            program: seat.program,
            name: seat.name.clone(),
            tip: seat.tip.as_deref().and_then(|tip| tip.parse().ok()),
        };
        let players: Vec<QuickPlayer> = table.seats.iter().map(player).collect();
        let seats = players.len() as u8 + table.bots;
        let bots: Vec<String> = BOTS
            .into_iter()
            .filter(|level| Opponent::named(level).is_some())
            .take(usize::from(table.bots))
            .map(str::to_owned)
            .collect();
        if players.is_empty()
            || rooms.make_quick(table.id, table.wish.settings(seats), players, bots).await.is_err()
        {
            let id = table.id;
            return rooms.people.engine.ask(move |store| store.give_up(id)).await;
        }
    }
    let id = table.id;
    rooms.people.engine.ask(move |store| store.quick_stage(id, 1)).await
}

/// Begins a tour at a table of this node when everybody has come, or has had the time to.
async fn begin(rooms: &Arc<Rooms>, table: &QuickTable) -> Result<(), Reason> {
    let id = table.id;
    if table.is_given_up(now()) {
        return rooms.people.engine.ask(move |store| store.give_up(id)).await;
    }
    let Some(room) = rooms.room(id) else { return Ok(()) };
    let late = now() > table.at + COMING;
    if try_begin(rooms, &room, late).await {
        return rooms.people.engine.ask(move |store| store.quick_stage(id, 2)).await;
    }
    Ok(())
}

/// Whether the tour has begun.
async fn try_begin(rooms: &Arc<Rooms>, room: &SharedRoom, late: bool) -> bool {
    let order = |command| Order { id: u64::from_be_bytes(rooms.entropy.bytes()), seen: u64::MAX, command };
    let begun = rooms.act(room, |room, now| {
        if room.table().stage() != Stage::Waiting {
            return (true, room.settle(now));
        }
        let table = room.table();
        let sitting: Vec<Guest> =
            table.chairs().iter().filter_map(Chair::person).filter_map(|id| table.guest_of(id)).collect();
        let absent: Vec<Guest> =
            sitting.iter().copied().filter(|guest| !room.presence().online(*guest)).collect();
        if absent.len() == sitting.len() || (!absent.is_empty() && !late) {
            return (false, room.settle(now));
        }
        for guest in absent {
            let _ = room.carry_out(guest, Language::default(), order(WireCommand::Leave), now);
        }
        let host = room.table().host().and_then(|host| room.table().guest_of(host));
        let host = host.or_else(|| sitting.first().copied());
        let begun = host.is_some_and(|host| {
            room.carry_out(host, Language::default(), order(WireCommand::Start), now).is_ok()
        });
        (begun, room.settle(now))
    });
    begun.await.unwrap_or(false)
}
