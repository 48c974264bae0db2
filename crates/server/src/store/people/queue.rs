//! The queue for quick games, and the tables that it makes.
//!
//! Who waits is in the database, so that it does not matter on which node. One node at a time seats them. A table is
//! written down with everybody's seat before it is made, under the name that it will have: whoever finds one that is not
//! made makes it, and a seat is somebody's only one.

use std::collections::HashMap;
use std::time::Duration;

use perudo_people::{Rating, Waiter, Wish, groups};
use perudo_table::Guest;

use super::{PeopleStore, Row, Sql, SqlError, values};
use crate::reason::Reason;
use crate::store::{StoreError, TableId};

/// Somebody who plays a quick game.
#[derive(Clone, Debug)]
pub(crate) struct QueuePlayer {
    pub(crate) guest: Guest,
    pub(crate) person: Option<i64>,
    pub(crate) program: bool,
    pub(crate) name: String,
    pub(crate) tip: Option<String>,
}

/// Somebody who wants to wait.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// The hash of the ticket.
    pub(crate) ticket: [u8; 32],
    pub(crate) player: QueuePlayer,
    pub(crate) wish: Wish,
    pub(crate) bots: bool,
}

/// Somebody who waits.
#[derive(Clone, Debug)]
pub(crate) struct InQueue {
    pub(crate) entry: Entry,
    pub(crate) since: i64,
}

/// The queue as it is at a moment.
#[derive(Clone, Debug, Default)]
pub(crate) struct QueueState {
    pub(crate) waiting: Vec<InQueue>,
    /// Who was seated lately: the hash of the ticket, where, and after how many milliseconds.
    pub(crate) seated: Vec<(Vec<u8>, TableId, i64)>,
    /// Tables that are to be made, and those that are to begin.
    pub(crate) coming: Vec<QuickTable>,
}

/// A table of the queue.
#[derive(Clone, Debug)]
pub(crate) struct QuickTable {
    pub(crate) id: TableId,
    pub(crate) at: i64,
    pub(crate) wish: Wish,
    pub(crate) bots: u8,
    pub(crate) made: bool,
    pub(crate) seats: Vec<QueuePlayer>,
}

/// How long somebody waits without a sign of life, and how long after their stream ended.
pub(crate) const ALIVE: i64 = 15_000;
pub(crate) const GRACE: i64 = 4_000;
/// How long one node does something for all without a sign of life.
const DUTY: i64 = 6_000;
/// For how long those who were seated are told so.
const LATELY: i64 = 120_000;
/// A table that could not begin for so long is given up.
const GIVEN_UP: i64 = 90_000;

const ENTER: &str = "
    INSERT INTO queue (ticket, guest, person, program, name, players, preset, speed, rated, bots, tip, since, until)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT DO NOTHING";

const SEATED: &str = "
    SELECT 1 FROM quick_seats LEFT JOIN tables ON tables.id = table_id
    WHERE guest = $1 AND closed_at IS NULL";

/// Whoever sat down as a guest, and has a name since, sits there still.
const SEATED_BY_KEY: &str = "
    SELECT 1 FROM person_keys JOIN quick_seats ON guest = hash LEFT JOIN tables ON tables.id = table_id
    WHERE person_keys.person = $1 AND closed_at IS NULL";

const FREE: &str = "
    DELETE FROM quick_seats WHERE guest = $1
    AND EXISTS (SELECT 1 FROM tables WHERE tables.id = table_id AND closed_at IS NOT NULL)";

const FREE_CLOSED: &str = "
    DELETE FROM quick_seats
    WHERE EXISTS (SELECT 1 FROM tables WHERE tables.id = table_id AND closed_at IS NOT NULL)";

const DROP_SEATED: &str = "
    DELETE FROM queue
    WHERE EXISTS (SELECT 1 FROM quick_seats WHERE quick_seats.guest = queue.guest)
    OR EXISTS (
        SELECT 1 FROM person_keys JOIN quick_seats ON quick_seats.guest = hash
        WHERE person_keys.person = queue.person)";

/// Who entered as a guest and has a name since may enter under it; nobody waits as two.
const DROP_NAMED: &str = "
    DELETE FROM queue WHERE person IS NULL AND EXISTS (SELECT 1 FROM person_keys WHERE hash = queue.guest)";

const GONE: &str = "DELETE FROM queue WHERE until < $1";

const GONE_GUEST: &str = "DELETE FROM queue WHERE guest = $1 AND until < $2";

const LEAVE: &str = "DELETE FROM queue WHERE ticket = $1";

const ALIVE_UNTIL: &str = "UPDATE queue SET until = $2 WHERE ticket = $1";

const WANT_BOTS: &str = "UPDATE queue SET bots = 1 WHERE ticket = $1";

const WAITING: &str = "
    SELECT ticket, guest, person, program, name, players, preset, speed, rated, bots, tip, since
    FROM queue WHERE until >= $1 ORDER BY since LIMIT 10000";

const LATEST: &str = "SELECT ticket, table_id, waited FROM quick_seats WHERE at > $1";

const COMING: &str = "
    SELECT id, at, players, preset, speed, rated, bots, stage FROM quick_tables WHERE stage < 2 ORDER BY at";

const SEATS: &str = "
    SELECT guest, quick_seats.person, program, coalesce(people.name, quick_seats.name), tip
    FROM quick_seats LEFT JOIN people ON people.id = quick_seats.person
    WHERE table_id = $1 ORDER BY waited DESC, guest";

const RATING: &str = "SELECT mean, deviation FROM ratings WHERE person = $1 AND pool = $2";

const BLOCKS: &str = "SELECT blocked FROM blocks WHERE person = $1";

const TABLE: &str = "
    INSERT INTO quick_tables (id, at, players, preset, speed, rated, bots, stage)
    VALUES ($1, $2, $3, $4, $5, $6, $7, 0)";

const SEAT: &str = "
    INSERT INTO quick_seats (guest, table_id, ticket, person, program, name, tip, waited, at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";

const STAGE: &str = "UPDATE quick_tables SET stage = $2 WHERE id = $1 AND stage < $2";

const FREE_ALL: &str = "DELETE FROM quick_seats WHERE table_id = $1";

const ON_DUTY: &str = "
    INSERT INTO duties (name, node, until) VALUES ($1, $2, $3)
    ON CONFLICT (name) DO UPDATE SET node = excluded.node, until = excluded.until
    WHERE duties.node = excluded.node OR duties.until < $4";

/// Whether a node does something for all now. The row is locked to the end of the transaction, so that whatever the node
/// writes in it, nobody else does.
pub(super) async fn on_duty(sql: &mut Sql<'_>, duty: &str, node: &str, now: i64) -> Result<bool, SqlError> {
    Ok(sql.run(ON_DUTY, values![duty, node, now + DUTY, now]).await? > 0)
}

impl PeopleStore {
    /// Lets somebody wait, who neither waits nor plays.
    pub(crate) fn enter(&mut self, entry: &Entry, now: i64) -> Result<Result<(), Reason>, StoreError> {
        self.write(async |sql| {
            let player = &entry.player;
            let guest = player.guest.bytes();
            sql.run(FREE, values![guest]).await?;
            let mut seated = sql.row(SEATED, values![guest]).await?;
            if let (None, Some(person)) = (&seated, player.person) {
                seated = sql.row(SEATED_BY_KEY, values![person]).await?;
            }
            if seated.is_some() {
                return Ok(Err(Reason::AlreadySeated));
            }
            sql.run(GONE_GUEST, values![guest, now]).await?;
            let wish = entry.wish;
            let values = values![
                entry.ticket,
                guest,
                player.person,
                player.program,
                &player.name,
                wish.players(),
                wish.preset().name(),
                wish.speed().name(),
                wish.rated(),
                entry.bots,
                player.tip.as_deref(),
                now,
                now + ALIVE,
            ];
            let entered = sql.run(ENTER, values).await? > 0;
            Ok(if entered { Ok(()) } else { Err(Reason::AlreadyWaiting) })
        })
    }

    /// Somebody waits no longer.
    pub(crate) fn leave(&mut self, ticket: [u8; 32]) -> Result<bool, StoreError> {
        self.write(async |sql| Ok(sql.run(LEAVE, values![ticket]).await? > 0))
    }

    /// Signs of life: until when each of them waits.
    pub(crate) fn alive(&mut self, tickets: &[([u8; 32], i64)]) -> Result<(), StoreError> {
        self.write(async |sql| {
            for (ticket, until) in tickets {
                sql.run(ALIVE_UNTIL, values![*ticket, *until]).await?;
            }
            Ok(())
        })
    }

    /// Somebody plays with bots as well. Says whether they wait.
    pub(crate) fn want_bots(&mut self, ticket: [u8; 32]) -> Result<bool, StoreError> {
        self.write(async |sql| Ok(sql.run(WANT_BOTS, values![ticket]).await? > 0))
    }

    /// The queue as it is.
    pub(crate) fn queue(&mut self, now: i64) -> Result<QueueState, StoreError> {
        self.read(async |sql| {
            let waiting = waiting(sql, now).await?;
            let seated = sql.rows(LATEST, values![now - LATELY]).await?;
            let seated = seated.iter().map(|row| (row.bytes(0), table_id(row.int(1)), row.int(2))).collect();
            let mut coming = Vec::new();
            for row in sql.rows(COMING, values![]).await? {
                let (id, made) = (row.int(0), row.int(7) == 1);
                let Some(wish) = wish(&row, 2) else { continue };
                let bots = u8::try_from(row.int(6)).unwrap_or(0);
                let seats = sql.rows(SEATS, values![id]).await?.iter().filter_map(seat).collect();
                coming.push(QuickTable { id: table_id(id), at: row.int(1), wish, bots, made, seats });
            }
            Ok(QueueState { waiting, seated, coming })
        })
    }

    /// Seats those who suit each other, and says how many tables are to be made; `None` if another node does that.
    pub(crate) fn seat(
        &mut self,
        node: &str,
        now: i64,
        new_id: &dyn Fn() -> TableId,
    ) -> Result<Option<usize>, StoreError> {
        let shared = self.is_shared();
        self.write(async |sql| {
            if shared && !on_duty(sql, "queue", node, now).await? {
                return Ok(None);
            }
            sql.run(GONE, values![now]).await?;
            // Somebody who asked again at the moment of being seated does not wait for a second table.
            sql.run(FREE_CLOSED, values![]).await?;
            sql.run(DROP_SEATED, values![]).await?;
            sql.run(DROP_NAMED, values![]).await?;
            let waiting = waiting(sql, now).await?;
            let mut waiters = Vec::new();
            for one in &waiting {
                waiters.push(waiter(sql, one, now).await?);
            }
            let groups = groups(&waiters);
            for group in &groups {
                let members: Vec<&InQueue> = group.members.iter().map(|index| &waiting[*index]).collect();
                seat_group(sql, new_id(), &members, group.bots, now).await?;
            }
            Ok(Some(groups.len()))
        })
    }

    /// A table of the queue is made (1), or has begun or was given up (2).
    pub(crate) fn quick_stage(&mut self, table: TableId, stage: i64) -> Result<(), StoreError> {
        let table = table.bits().cast_signed();
        self.write(async |sql| sql.run(STAGE, values![table, stage]).await).map(drop)
    }

    /// A table that could not begin is given up: those who sit there may look for another.
    pub(crate) fn give_up(&mut self, table: TableId) -> Result<(), StoreError> {
        let table = table.bits().cast_signed();
        self.write(async |sql| {
            sql.run(STAGE, values![table, 2_i64]).await?;
            sql.run(FREE_ALL, values![table]).await?;
            Ok(())
        })
    }
}

impl QuickTable {
    /// Whether it has taken too long to begin.
    pub(crate) fn is_given_up(&self, now: i64) -> bool {
        now > self.at + GIVEN_UP
    }
}

async fn waiting(sql: &mut Sql<'_>, now: i64) -> Result<Vec<InQueue>, SqlError> {
    let rows = sql.rows(WAITING, values![now]).await?;
    let one = |row: &Row| {
        let guest = Guest::of_bytes(row.bytes(1).try_into().ok()?);
        let (person, program, name, tip) = (row.maybe_int(2), row.flag(3), row.text(4), row.maybe_text(10));
        let player = QueuePlayer { guest, person, program, name, tip };
        let ticket = row.bytes(0).try_into().ok()?;
        let entry = Entry { ticket, player, wish: wish(row, 5)?, bots: row.flag(9) };
        Some(InQueue { entry, since: row.int(11) })
    };
    Ok(rows.iter().filter_map(one).collect())
}

async fn waiter(sql: &mut Sql<'_>, one: &InQueue, now: i64) -> Result<Waiter, SqlError> {
    let Entry { player: QueuePlayer { person, program, .. }, wish, bots, .. } = one.entry;
    let mut rating = Rating::UNKNOWN;
    let mut blocks = Vec::new();
    if let Some(person) = person {
        if let Some(row) = sql.row(RATING, values![person, wish.pool().to_string()]).await? {
            rating = Rating { mean: row.real(0), deviation: row.real(1) };
        }
        blocks = sql.rows(BLOCKS, values![person]).await?.iter().map(|row| row.int(0)).collect();
    }
    let waited = Duration::from_millis(u64::try_from(now - one.since).unwrap_or(0));
    Ok(Waiter { wish, person, program, rating, waited, bots, blocks })
}

async fn seat_group(
    sql: &mut Sql<'_>,
    id: TableId,
    members: &[&InQueue],
    bots: u8,
    now: i64,
) -> Result<(), SqlError> {
    let Some(first) = members.first() else { return Ok(()) };
    let (table, wish) = (id.bits().cast_signed(), first.entry.wish);
    let players = members.len() as i64 + i64::from(bots);
    let (preset, speed, rated) = (wish.preset().name(), wish.speed().name(), wish.rated());
    sql.run(TABLE, values![table, now, players, preset, speed, rated, bots]).await?;
    for one in members {
        let Entry { ticket, player, .. } = &one.entry;
        sql.run(LEAVE, values![*ticket]).await?;
        let seat = values![
            player.guest.bytes(),
            table,
            *ticket,
            player.person,
            player.program,
            &player.name,
            player.tip.as_deref(),
            now - one.since,
            now,
        ];
        sql.run(SEAT, seat).await?;
    }
    Ok(())
}

fn table_id(id: i64) -> TableId {
    TableId::from_bits(id.cast_unsigned())
}

/// What is wanted, from its four columns. A table has as many players as came together.
fn wish(row: &Row, from: usize) -> Option<Wish> {
    let players = match row.int(from) {
        3 => 4,
        5 => 6,
        players => u8::try_from(players).ok()?,
    };
    Wish::new(players, &row.text(from + 1), &row.text(from + 2), row.flag(from + 3)).ok()
}

fn seat(row: &Row) -> Option<QueuePlayer> {
    let guest = Guest::of_bytes(row.bytes(0).try_into().ok()?);
    let (person, program, name, tip) = (row.maybe_int(1), row.flag(2), row.text(3), row.maybe_text(4));
    Some(QueuePlayer { guest, person, program, name, tip })
}

/// How many wait for the same.
pub(crate) fn lines(waiting: &[InQueue]) -> HashMap<(u8, &'static str, &'static str, bool), u32> {
    let mut lines = HashMap::new();
    for entry in waiting.iter().map(|one| &one.entry).filter(|entry| !entry.player.program) {
        let wish = entry.wish;
        let line = (wish.players(), wish.preset().name(), wish.speed().name(), wish.rated());
        *lines.entry(line).or_insert(0) += 1;
    }
    lines
}
