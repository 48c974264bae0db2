//! Ratings, results and histories, as they are looked at.

use perudo_people::{Pool, Rating};
use perudo_protocol::http::{
    GamePlayer, GameRow, GamesPage, LeaderRow, Leaderboard, OpponentRow, PlayerKind, Profile, RatingChange,
    RatingCurve, RatingInfo, RatingPoint, ResultRow, TourResult,
};
use perudo_table::Guest;
use serde_json::{Value as Json, json};

use super::names::{Found, player_kind};
use super::{PeopleStore, Row, Sql, SqlError, Value, values};
use crate::store::{StoreError, TableId};

/// Which games are looked for.
#[derive(Clone, Debug, Default)]
pub struct GamesQuery {
    /// Older than this one.
    pub before: Option<i64>,
    /// By this preset.
    pub preset: Option<String>,
    /// With so many players.
    pub players: Option<u8>,
    /// Only rated ones.
    pub rated: bool,
    /// Only those that were won.
    pub won: bool,
    /// Only those in which this person played as well.
    pub opponent: Option<i64>,
}

/// Games on a page, and rows of a leaderboard.
const PAGE: i64 = 30;
const ROWS: i64 = 50;
/// The most points of a curve, and how many tours it is made of.
const POINTS: usize = 400;

const RATINGS: &str = "
    SELECT pool, mean, deviation, games, wins, best FROM ratings WHERE person = $1 ORDER BY games DESC, pool";

/// A query for tours that somebody played in.
macro_rules! games {
    ($who:literal) => {
        concat!(
            "SELECT tours.id, at, table_id, tours.tour, rules, pool, public, booked
            FROM tour_players AS mine JOIN tours ON tours.id = mine.tour
            WHERE ",
            $who,
            " AND mine.tour < $2 AND (public = 1 OR $3 = 1) AND ($4 = '' OR preset = $4)
            AND ($5 = 0 OR players = $5) AND ($6 = 0 OR pool IS NOT NULL) AND ($7 = 0 OR place = 1)
            AND (CAST($8 AS BIGINT) = 0 OR EXISTS (
                SELECT 1 FROM tour_players AS other WHERE other.tour = mine.tour AND other.person = $8))
            ORDER BY mine.tour DESC LIMIT $9"
        )
    };
}

const GAMES: &str = games!("mine.person = $1");

const GAMES_OF_GUEST: &str = games!("mine.guest = $1 AND mine.person IS NULL");

const BEST: &str = "
    SELECT tours.id, at, table_id, tours.tour, rules, pool, public, booked
    FROM tour_players JOIN tours ON tours.id = tour_players.tour
    WHERE person = $1 AND gain IS NOT NULL AND gain > 0 ORDER BY gain DESC LIMIT 5";

const GAME: &str = "
    SELECT id, at, table_id, tour, rules, pool, public, booked FROM tours WHERE table_id = $1 AND tour = $2";

const PLAYERS: &str = "
    SELECT place, person, tour_players.name, tour_players.kind, level, gone, mean_before, mean_after,
        deviation_after, expected, actual, people.name, guest
    FROM tour_players LEFT JOIN people ON people.id = person WHERE tour = $1 ORDER BY place";

const RESULTS: &str = "
    SELECT preset, players, games, wins, places FROM results WHERE person = $1 ORDER BY games DESC, preset, players";

const OPPONENTS: &str = "
    SELECT people.name, people.kind, count(*), sum(CASE WHEN other.place > mine.place THEN 1 ELSE 0 END)
    FROM (SELECT tour, place FROM tour_players WHERE person = $1 ORDER BY tour DESC LIMIT 300) AS mine
    JOIN tours ON tours.id = mine.tour AND public = 1
    JOIN tour_players AS other ON other.tour = mine.tour
    JOIN people ON people.id = other.person
    WHERE other.person <> $1 AND people.name IS NOT NULL
    GROUP BY people.id, people.name, people.kind ORDER BY count(*) DESC, people.name LIMIT 8";

const CURVE: &str = "
    SELECT at, mean_after, deviation_after
    FROM tour_players JOIN tours ON tours.id = tour_players.tour
    WHERE person = $1 AND pool = $2 AND mean_after IS NOT NULL ORDER BY tour_players.tour DESC LIMIT 2000";

const OWNER: &str = "SELECT name FROM people WHERE id = $1";

const BLOCKED: &str = "SELECT 1 FROM blocks WHERE person = $1 AND blocked = $2";

/// A query for the best of a pool. Who they are is looked up for a page of them, not for all.
macro_rules! leaders {
    ($which:literal) => {
        concat!(
            "SELECT people.name, page.kind, mean, deviation, games, wins, best
            FROM (
                SELECT person, kind, mean, deviation, games, wins, best FROM ratings
                WHERE pool = $1 AND deviation <= 150.0 ",
            $which,
            " ORDER BY mean DESC LIMIT $2 OFFSET $3
            ) AS page JOIN people ON people.id = person ORDER BY mean DESC"
        )
    };
}

const LEADERS: &str = leaders!("");
const LEADING_PEOPLE: &str = leaders!("AND kind = 1");
const LEADING_BOTS: &str = leaders!("AND kind > 1");

/// In the order of the index, or PostgreSQL reads all ratings to find that a pool has none.
const ANYBODY: &str = "
    SELECT 1 FROM ratings WHERE pool = $1 AND deviation <= 150.0 ORDER BY mean DESC LIMIT 1";

/// Tours since one, for the stream of events.
const FINISHED: &str = "
    SELECT tours.id, at, table_id, tours.tour, rules, pool, public, booked
    FROM tour_players JOIN tours ON tours.id = tour_players.tour
    WHERE person = $1 AND tour_players.tour > $2 AND booked = 1 ORDER BY tour_players.tour LIMIT 20";

const NEWEST: &str = "SELECT coalesce(max(id), 0) FROM tours";

const SEAT: &str =
    "SELECT table_id FROM quick_seats JOIN quick_tables ON id = table_id WHERE guest = $1 AND stage > 0";

pub(super) async fn ratings_of(sql: &mut Sql<'_>, person: i64) -> Result<Vec<RatingInfo>, SqlError> {
    Ok(sql.rows(RATINGS, values![person]).await?.iter().map(|row| rating_info(row.text(0), row, 1)).collect())
}

/// A rating, whose columns begin with the mean.
fn rating_info(pool: String, row: &Row, from: usize) -> RatingInfo {
    let rating = Rating { mean: row.real(from), deviation: row.real(from + 1) };
    let count = |index| u32::try_from(row.int(index)).unwrap_or(u32::MAX);
    RatingInfo {
        pool,
        rating: rating.shown(),
        uncertainty: rating.shown_uncertainty(),
        provisional: rating.is_provisional(),
        games: count(from + 2),
        wins: count(from + 3),
        best: row.maybe_real(from + 4).map(|best| best.round() as i32),
    }
}

impl PeopleStore {
    /// What everybody may see of somebody; `viewer` is who looks.
    pub(crate) fn profile(&mut self, found: &Found, viewer: Option<i64>) -> Result<Profile, StoreError> {
        self.read(async |sql| {
            let results = sql.rows(RESULTS, values![found.id]).await?;
            let result = |row: &Row| ResultRow {
                preset: row.text(0),
                players: u8::try_from(row.int(1)).unwrap_or(u8::MAX),
                games: u32::try_from(row.int(2)).unwrap_or(u32::MAX),
                wins: u32::try_from(row.int(3)).unwrap_or(u32::MAX),
                mean_place: row.int(4) as f64 / row.int(2).max(1) as f64,
            };
            let opponents = sql.rows(OPPONENTS, values![found.id]).await?;
            let opponent = |row: &Row| OpponentRow {
                name: row.text(0),
                kind: player_kind(row.int(1)),
                games: u32::try_from(row.int(2)).unwrap_or(u32::MAX),
                ahead: u32::try_from(row.int(3)).unwrap_or(u32::MAX),
            };
            let mut best = Vec::new();
            for row in sql.rows(BEST, values![found.id]).await? {
                best.push(game(sql, &row, Some(found.id), None).await?);
            }
            let owner = match found.owner {
                Some(owner) => sql.row(OWNER, values![owner]).await?.and_then(|row| row.maybe_text(0)),
                None => None,
            };
            let blocked = match viewer {
                Some(viewer) => sql.row(BLOCKED, values![viewer, found.id]).await?.is_some(),
                None => false,
            };
            Ok(Profile {
                name: found.name.clone(),
                kind: player_kind(found.kind),
                owner,
                since: found.since,
                ratings: ratings_of(sql, found.id).await?,
                results: results.iter().map(result).collect(),
                opponents: opponents.iter().map(opponent).collect(),
                best,
                blocked,
            })
        })
    }

    /// How somebody's rating went.
    pub(crate) fn curve(&mut self, person: i64, pool: Pool) -> Result<RatingCurve, StoreError> {
        let pool = pool.to_string();
        let rows = self.read(async |sql| sql.rows(CURVE, values![person, &pool]).await)?;
        let step = rows.len().div_ceil(POINTS).max(1);
        let point = |row: &Row| {
            let rating = Rating { mean: row.real(1), deviation: row.real(2) };
            RatingPoint { at: row.int(0), rating: rating.shown(), uncertainty: rating.shown_uncertainty() }
        };
        // The latest point is always among them.
        let mut points: Vec<RatingPoint> = rows.iter().step_by(step).map(point).collect();
        points.reverse();
        Ok(RatingCurve { pool, points })
    }

    /// Finished tours of somebody, the latest first: all for themselves, public ones for others.
    pub(crate) fn games(
        &mut self,
        person: i64,
        query: &GamesQuery,
        own: bool,
    ) -> Result<GamesPage, StoreError> {
        self.read(async |sql| page(sql, GAMES, person.into(), query, own, Some(person), None).await)
    }

    /// Finished tours of a guest.
    pub(crate) fn games_of_guest(
        &mut self,
        guest: Guest,
        query: &GamesQuery,
    ) -> Result<GamesPage, StoreError> {
        let who = Value::from(guest.bytes());
        self.read(async |sql| page(sql, GAMES_OF_GUEST, who.clone(), query, true, None, Some(guest)).await)
    }

    /// What came of a tour.
    pub(crate) fn tour_result(
        &mut self,
        table: TableId,
        tour: u32,
        person: Option<i64>,
        guest: Option<Guest>,
    ) -> Result<TourResult, StoreError> {
        let table = table.bits().cast_signed();
        self.read(async |sql| {
            let Some(row) = sql.row(GAME, values![table, tour]).await? else {
                return Ok(TourResult { game: None, pending: false });
            };
            let pending = row.maybe_text(5).is_some() && !row.flag(7);
            Ok(TourResult { game: Some(game(sql, &row, person, guest).await?), pending })
        })
    }

    /// The best of a pool.
    pub(crate) fn leaders(
        &mut self,
        pool: Pool,
        kind: Option<PlayerKind>,
        from: u32,
    ) -> Result<Leaderboard, StoreError> {
        let statement = match kind {
            None => LEADERS,
            Some(PlayerKind::Person) => LEADING_PEOPLE,
            Some(_) => LEADING_BOTS,
        };
        let name = pool.to_string();
        self.read(async |sql| {
            let mut rows = sql.rows(statement, values![&name, ROWS + 1, i64::from(from)]).await?;
            let next = (rows.len() as i64 > ROWS).then(|| from.saturating_add(ROWS as u32));
            rows.truncate(ROWS as usize);
            let row = |(rank, row): (u32, &Row)| LeaderRow {
                rank,
                name: row.text(0),
                kind: player_kind(row.int(1)),
                rating: rating_info(name.clone(), row, 2),
            };
            let mut pools = Vec::new();
            for pool in Pool::all() {
                let pool = pool.to_string();
                if sql.row(ANYBODY, values![&pool]).await?.is_some() {
                    pools.push(pool);
                }
            }
            let rows = (from.saturating_add(1)..).zip(&rows).map(row).collect();
            Ok(Leaderboard { pool: name.clone(), pools, rows, next })
        })
    }

    /// The number of the newest tour.
    pub(crate) fn newest_tour(&mut self) -> Result<i64, StoreError> {
        let row = self.read(async |sql| sql.row(NEWEST, values![]).await)?;
        Ok(row.map_or(0, |row| row.int(0)))
    }

    /// What happened to somebody since a tour: the tours that ended, and the table of the queue where they sit.
    pub(crate) fn news(
        &mut self,
        person: i64,
        guest: Guest,
        since: i64,
    ) -> Result<(Vec<GameRow>, Option<TableId>), StoreError> {
        self.read(async |sql| {
            let mut games = Vec::new();
            for row in sql.rows(FINISHED, values![person, since]).await? {
                games.push(game(sql, &row, Some(person), None).await?);
            }
            let seat = sql.row(SEAT, values![guest.bytes()]).await?;
            Ok((games, seat.map(|row| TableId::from_bits(row.int(0).cast_unsigned()))))
        })
    }

    /// Everything that is kept about somebody.
    pub(crate) fn export(&mut self, person: i64) -> Result<Json, StoreError> {
        const ROWS: [(&str, &str, &[&str]); 7] = [
            ("names", "SELECT look FROM name_looks WHERE person = $1 ORDER BY look", &["look"]),
            (
                "results",
                "SELECT preset, players, games, wins, places FROM results WHERE person = $1",
                &["preset", "players", "games", "wins", "places"],
            ),
            (
                "reports you made",
                "SELECT at, name, kind, text FROM reports WHERE reporter = $1",
                &["at", "name", "kind", "text"],
            ),
            ("bans", "SELECT at, until, reason FROM bans WHERE person = $1", &["at", "until", "reason"]),
            (
                "queue",
                "SELECT since, players, preset, speed, rated FROM queue WHERE person = $1",
                &["since", "players", "preset", "speed", "rated"],
            ),
            ("links", "SELECT kind, until FROM one_time WHERE person = $1", &["kind", "until"]),
            (
                "tours",
                "SELECT at, table_id, tours.tour, rules, pool, place, gone, mean_before, mean_after
                 FROM tour_players JOIN tours ON tours.id = tour_players.tour WHERE person = $1
                 ORDER BY tour_players.tour",
                &["at", "table", "tour", "rules", "pool", "place", "left", "rating_before", "rating_after"],
            ),
        ];
        self.read(async |sql| {
            let mut all = serde_json::Map::new();
            for (name, statement, columns) in ROWS {
                let rows = sql.rows(statement, values![person]).await?;
                let rows = rows.iter().map(|row| {
                    let field = |(index, name): (usize, &&str)| {
                        let value = match *name {
                            "table" => json!(TableId::from_bits(row.int(index).cast_unsigned()).to_string()),
                            _ => row.json(index),
                        };
                        ((*name).to_owned(), value)
                    };
                    Json::Object(columns.iter().enumerate().map(field).collect())
                });
                all.insert(name.to_owned(), rows.collect());
            }
            Ok(Json::Object(all))
        })
    }
}

async fn page(
    sql: &mut Sql<'_>,
    statement: &'static str,
    who: Value,
    query: &GamesQuery,
    own: bool,
    person: Option<i64>,
    guest: Option<Guest>,
) -> Result<GamesPage, SqlError> {
    let values = [
        who,
        query.before.unwrap_or(i64::MAX).into(),
        own.into(),
        query.preset.as_deref().unwrap_or_default().into(),
        query.players.unwrap_or(0).into(),
        query.rated.into(),
        query.won.into(),
        query.opponent.unwrap_or(0).into(),
        (PAGE + 1).into(),
    ];
    let mut rows = sql.rows(statement, &values).await?;
    let more = rows.len() as i64 > PAGE;
    rows.truncate(PAGE as usize);
    let mut games = Vec::new();
    for row in &rows {
        games.push(game(sql, row, person.filter(|_| own), guest).await?);
    }
    let next = games.last().map(|last| last.game).filter(|_| more);
    Ok(GamesPage { games, next })
}

/// A tour with its players; `person` or `guest` is who looks.
async fn game(
    sql: &mut Sql<'_>,
    row: &Row,
    person: Option<i64>,
    guest: Option<Guest>,
) -> Result<GameRow, SqlError> {
    let players = sql.rows(PLAYERS, values![row.int(0)]).await?;
    let player = |row: &Row| {
        let kind = player_kind(row.int(3));
        // A person without a name is one no more.
        let gone = matches!(kind, PlayerKind::Person | PlayerKind::Program) && row.maybe_text(11).is_none();
        let own = row.maybe_int(1).filter(|_| kind != PlayerKind::Bot);
        let name = match kind {
            PlayerKind::Person | PlayerKind::Program => row.maybe_text(11).unwrap_or_default(),
            _ => row.text(2),
        };
        let is_guest = guest.is_some_and(|guest| own.is_none() && row.bytes(12) == guest.bytes());
        let change = || {
            let (before, mean) = (row.maybe_real(6)?, row.maybe_real(7)?);
            let after = Rating { mean, deviation: row.real(8) };
            Some(RatingChange {
                before: before.round() as i32,
                after: after.shown(),
                uncertainty: after.shown_uncertainty(),
                expected: row.real(9),
                actual: row.real(10),
            })
        };
        GamePlayer {
            name,
            kind: if gone { PlayerKind::Deleted } else { kind },
            level: row.maybe_text(4),
            place: u8::try_from(row.int(0)).unwrap_or(u8::MAX),
            left: row.flag(5),
            you: is_guest || (person.is_some() && own == person),
            rating: change(),
        }
    };
    let (table, tour) = (TableId::from_bits(row.int(2).cast_unsigned()), row.int(3));
    Ok(GameRow {
        game: row.int(0),
        at: row.int(1),
        table: table.to_string(),
        tour: u32::try_from(tour).unwrap_or(0),
        rules: row.text(4),
        pool: row.maybe_text(5),
        private: !row.flag(6),
        players: players.iter().map(player).collect(),
        record: format!("/api/tables/{table}/tours/{tour}/record"),
        proof: format!("/api/tables/{table}/tours/{tour}/proof"),
    })
}
