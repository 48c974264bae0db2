//! Names, and who has them.

use perudo_people::OwnName;
use perudo_protocol::http::{KeyInfo, Me, PlayerKind, ProgramInfo, RatingInfo};
use perudo_table::{Account, Guest};

use super::keys::{KEYS, LOCK, key_info, scopes_of};
use super::{PeopleStore, Row, Sql, SqlError, values};
use crate::reason::Reason;
use crate::store::{StoreError, TableId};

/// What somebody is, as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Guest,
    Person,
    Program,
    Bot,
}

impl Kind {
    pub(crate) const fn number(self) -> i64 {
        match self {
            Kind::Guest => 0,
            Kind::Person => 1,
            Kind::Program => 2,
            Kind::Bot => 3,
        }
    }
}

/// What a stored number stands for.
pub(super) fn player_kind(number: i64) -> PlayerKind {
    match number {
        1 => PlayerKind::Person,
        2 => PlayerKind::Program,
        3 => PlayerKind::Bot,
        _ => PlayerKind::Guest,
    }
}

/// Whose key a secret is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Identity {
    pub(crate) account: Account,
    pub(crate) program: bool,
    /// The key.
    pub(crate) key: i64,
    /// What a program may do.
    pub(crate) scopes: i64,
}

impl Identity {
    /// Whether they may sit down at tables: people, and programs whose token is good for it.
    pub(crate) fn may_play(&self) -> bool {
        !self.program || self.scopes & 1 != 0
    }

    /// Whoever it is at tables, by whatever key they come.
    pub(crate) fn guest(&self) -> Guest {
        Guest::of_account(self.account.id)
    }
}

const RESOLVE: &str = "
    SELECT people.id, name, people.kind, person_keys.id, scopes, used
    FROM person_keys JOIN people ON people.id = person
    WHERE hash = $1 AND person_keys.kind IN (1, 4) AND name IS NOT NULL";

const USED: &str = "UPDATE person_keys SET used = $2 WHERE id = $1";

const LOOK: &str = "INSERT INTO name_looks (look, person) VALUES ($1, $2) ON CONFLICT DO NOTHING";

const FIND: &str = "
    SELECT people.id, name, kind, owner, since FROM name_looks JOIN people ON people.id = person WHERE look = $1";

const CLAIM: &str = "INSERT INTO people (id, name, kind, owner, since) VALUES ($1, $2, $3, $4, $5)";

const ADOPT: &str = "
    UPDATE tour_players SET person = $1, kind = 1 WHERE person IS NULL AND guest = $2";

const COUNT: &str = "
    INSERT INTO results (person, preset, players, games, wins, places)
    SELECT CAST($1 AS BIGINT), preset, players, count(*), sum(CASE place WHEN 1 THEN 1 ELSE 0 END), sum(place)
    FROM tour_players JOIN tours ON tours.id = tour_players.tour
    WHERE person = $1 AND booked = 1 GROUP BY preset, players";

/// The most programs of one person.
const MOST_PROGRAMS: i64 = 10;

const COUNT_PROGRAMS: &str = "SELECT count(*) FROM people WHERE owner = $1 AND name IS NOT NULL";

const PERSON: &str = "SELECT name, kind, since FROM people WHERE id = $1";

const BLOCKS: &str = "
    SELECT name FROM blocks JOIN people ON people.id = blocked
    WHERE person = $1 AND name IS NOT NULL ORDER BY name";

const PROGRAMS: &str = "
    SELECT name, scopes, made, used FROM people
    LEFT JOIN person_keys ON person = people.id AND person_keys.kind = 4
    WHERE owner = $1 AND name IS NOT NULL ORDER BY name";

const SEAT: &str = "
    SELECT table_id FROM quick_seats LEFT JOIN tables ON tables.id = table_id
    WHERE guest = $1 AND closed_at IS NULL";

const BAN: &str = "SELECT max(until) FROM bans WHERE person = $1 AND until > $2";

/// A name goes, and with it everything that only its owner needs. Tours stay, without it.
const FORGET: [&str; 12] = [
    "UPDATE tour_players SET name = '', guest = NULL WHERE person = $1",
    "DELETE FROM name_looks WHERE person = $1",
    "DELETE FROM person_keys WHERE person = $1",
    "DELETE FROM one_time WHERE person = $1",
    "DELETE FROM ratings WHERE person = $1",
    "DELETE FROM results WHERE person = $1",
    "DELETE FROM blocks WHERE person = $1 OR blocked = $1",
    "UPDATE reports SET reporter = NULL WHERE reporter = $1",
    "UPDATE reports SET name = '', text = '' WHERE person = $1",
    "DELETE FROM queue WHERE person = $1",
    "DELETE FROM quick_seats WHERE person = $1",
    "UPDATE people SET name = NULL, owner = NULL WHERE id = $1",
];

/// How long a key counts as just used.
const USED_LATELY: i64 = 60 * 60 * 1000;

impl PeopleStore {
    /// Whose key a guest's secret is, if it is one.
    pub(crate) fn resolve(&mut self, guest: Guest, now: i64) -> Result<Option<Identity>, StoreError> {
        let row = self.read(async |sql| sql.row(RESOLVE, values![guest.bytes()]).await)?;
        let Some(row) = row else { return Ok(None) };
        let identity = identity(&row);
        if row.maybe_int(5).is_none_or(|used| used < now - USED_LATELY) {
            self.write(async |sql| sql.run(USED, values![identity.key, now]).await)?;
        }
        Ok(Some(identity))
    }

    /// Gives a guest a name, or a program of somebody's: the secret becomes its first key.
    pub(crate) fn claim(
        &mut self,
        guest: Guest,
        name: &OwnName,
        key: &super::NewKey,
        owner: Option<i64>,
        id: i64,
        now: i64,
    ) -> Result<Result<i64, Reason>, StoreError> {
        self.write(async |sql| {
            if let Some(owner) = owner {
                // One program is made after the other.
                sql.run(LOCK, values![owner]).await?;
                let count = sql.row(COUNT_PROGRAMS, values![owner]).await?.map_or(0, |row| row.int(0));
                if count >= MOST_PROGRAMS {
                    return Ok(Err(Reason::TooManyKeys));
                }
            }
            // The key first: whoever claims two names at once waits here for themselves.
            if !super::keys::add(sql, id, key, now).await? {
                // Asked again, since the answer was lost, or for another name.
                let known = sql.row(RESOLVE, values![guest.bytes()]).await?;
                let same = known.filter(|known| known.text(1) == name.name).map(|known| known.int(0));
                return Ok(same.ok_or(Reason::AlreadyNamed));
            }
            if !take_looks(sql, name, id).await? {
                sql.run("DELETE FROM person_keys WHERE person = $1", values![id]).await?;
                return Ok(Err(Reason::NameTakenBySomeone));
            }
            let kind = if owner.is_some() { Kind::Program } else { Kind::Person };
            sql.run(CLAIM, values![id, &name.name, kind.number(), owner, now]).await?;
            if owner.is_none() {
                sql.run(ADOPT, values![id, guest.bytes()]).await?;
                sql.run(COUNT, values![id]).await?;
            }
            Ok(Ok(id))
        })
    }

    /// Who has a name, however it is written.
    pub(crate) fn find(&mut self, name: &OwnName) -> Result<Option<Found>, StoreError> {
        self.read(async |sql| find(sql, name).await)
    }

    /// How the owner of a name writes it, and their ratings.
    pub(crate) fn known_by(
        &mut self,
        name: &OwnName,
    ) -> Result<Option<(String, Vec<RatingInfo>)>, StoreError> {
        self.read(async |sql| {
            let Some(found) = find(sql, name).await? else { return Ok(None) };
            Ok(Some((found.name, super::games::ratings_of(sql, found.id).await?)))
        })
    }

    /// Everything about somebody that they see of themselves.
    pub(crate) fn me(&mut self, identity: &Identity, now: i64) -> Result<Me, StoreError> {
        let id = identity.account.id;
        self.read(async |sql| {
            let person = sql.row(PERSON, values![id]).await?;
            let keys = sql.rows(KEYS, values![id]).await?;
            let keys: Vec<KeyInfo> = keys.iter().map(|row| key_info(row, identity.key)).collect();
            let blocks = sql.rows(BLOCKS, values![id]).await?;
            let programs = sql.rows(PROGRAMS, values![id]).await?;
            let program = |row: &Row| ProgramInfo {
                name: row.text(0),
                scopes: scopes_of(row.int(1)),
                made: row.int(2),
                used: row.maybe_int(3),
            };
            let seat = sql.row(SEAT, values![identity.guest().bytes()]).await?;
            let ban = sql.row(BAN, values![id, now]).await?;
            Ok(Me {
                name: person.as_ref().and_then(|row| row.maybe_text(0)),
                kind: player_kind(person.as_ref().map_or(0, |row| row.int(1))),
                since: person.as_ref().and_then(|row| row.maybe_int(2)),
                keys,
                ratings: super::games::ratings_of(sql, id).await?,
                blocks: blocks.iter().map(|row| row.text(0)).collect(),
                programs: programs.iter().map(program).collect(),
                table: seat.map(|row| TableId::from_bits(row.int(0).cast_unsigned()).to_string()),
                banned_until: ban.and_then(|row| row.maybe_int(0)),
            })
        })
    }

    /// Deletes somebody, and their programs with them.
    pub(crate) fn delete(&mut self, id: i64, now: i64) -> Result<(), StoreError> {
        const OWNED: &str = "SELECT id FROM people WHERE owner = $1";
        self.write(async |sql| {
            let programs = sql.rows(OWNED, values![id]).await?;
            let all: Vec<i64> = std::iter::once(id).chain(programs.iter().map(|row| row.int(0))).collect();
            for id in &all {
                for statement in FORGET {
                    sql.run(statement, values![*id]).await?;
                }
                super::cuts::cut(sql, Guest::of_account(*id), true, now).await?;
            }
            Ok(())
        })
    }

    /// The table of the queue where a guest sits.
    pub(crate) fn seat_of(&mut self, guest: Guest) -> Result<Option<TableId>, StoreError> {
        let row = self.read(async |sql| sql.row(SEAT, values![guest.bytes()]).await)?;
        Ok(row.map(|row| TableId::from_bits(row.int(0).cast_unsigned())))
    }

    /// Which of these people are deleted.
    pub(crate) fn deleted(&mut self, ids: &[i64]) -> Result<Vec<i64>, StoreError> {
        const DELETED: &str = "SELECT 1 FROM people WHERE id = $1 AND name IS NULL";
        self.read(async |sql| {
            let mut deleted = Vec::new();
            for id in ids {
                if sql.row(DELETED, values![*id]).await?.is_some() {
                    deleted.push(*id);
                }
            }
            Ok(deleted)
        })
    }
}

fn identity(row: &Row) -> Identity {
    Identity {
        account: Account { id: row.int(0), name: row.text(1) },
        program: row.int(2) == Kind::Program.number(),
        key: row.int(3),
        scopes: row.int(4),
    }
}

/// Somebody who has a name.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) id: i64,
    pub(crate) name: String,
    pub(crate) kind: i64,
    pub(crate) owner: Option<i64>,
    pub(crate) since: i64,
}

/// Takes everything that a name is told apart by; whether nobody had any of it.
async fn take_looks(sql: &mut Sql<'_>, name: &OwnName, id: i64) -> Result<bool, SqlError> {
    // First a look at all of them, so that nothing has to be given back.
    for look in &name.looks {
        if sql.row(FIND, values![look]).await?.is_some() {
            return Ok(false);
        }
    }
    let mut looks: Vec<&String> = name.looks.iter().collect();
    looks.sort_unstable();
    looks.dedup();
    for (number, look) in looks.into_iter().enumerate() {
        if sql.run(LOOK, values![look, id]).await? == 0 {
            if number > 0 {
                sql.run("DELETE FROM name_looks WHERE person = $1", values![id]).await?;
            }
            return Ok(false);
        }
    }
    Ok(true)
}

pub(super) async fn find(sql: &mut Sql<'_>, name: &OwnName) -> Result<Option<Found>, SqlError> {
    // As it is written in a record, or else as it looks in small letters.
    for look in &name.looks {
        if let Some(row) = sql.row(FIND, values![look]).await?
            && let Some(name) = row.maybe_text(1)
        {
            let (id, kind, owner, since) = (row.int(0), row.int(2), row.maybe_int(3), row.int(4));
            return Ok(Some(Found { id, name, kind, owner, since }));
        }
    }
    Ok(None)
}
