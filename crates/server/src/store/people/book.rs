//! Books finished tours: each once and in their order, so that ratings follow from tours alone.
//!
//! A tour is written together with the event that ended it. Booking it is one transaction as well, of one node at a time.
//! Who crashes in between leaves a tour that the next one books.

use perudo_people::{Placed, Rating, rate};

use super::{Kind, PeopleStore, Row, Sql, SqlError, values};
use crate::store::StoreError;

/// How many are booked in one transaction: nobody waits long for it.
const MOST: i64 = 32;

const UNBOOKED: &str = "
    SELECT id, table_id, preset, players, pool FROM tours WHERE booked = 0 ORDER BY id LIMIT $1";

const PLAYERS: &str = "SELECT place, person, kind, level FROM tour_players WHERE tour = $1 AND person IS NOT NULL ORDER BY place";

/// A name that was deleted meanwhile has no rating any more.
const EXISTS: &str = "SELECT 1 FROM people WHERE id = $1 AND name IS NOT NULL";

const BOT: &str = "
    INSERT INTO people (id, name, kind, since) VALUES ($1, $2, 3, $3) ON CONFLICT DO NOTHING";

/// The tour ended after its player had deleted the name.
const FORGET: &str = "UPDATE tour_players SET name = '', guest = NULL WHERE tour = $1 AND place = $2";

const RATING: &str = "SELECT mean, deviation, games, wins, best FROM ratings WHERE person = $1 AND pool = $2";

const RATE: &str = "
    INSERT INTO ratings (person, pool, kind, mean, deviation, games, wins, best)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
    ON CONFLICT (person, pool) DO UPDATE SET mean = excluded.mean, deviation = excluded.deviation,
        games = excluded.games, wins = excluded.wins, best = excluded.best";

const CHANGED: &str = "
    UPDATE tour_players
    SET mean_before = $3, mean_after = $4, deviation_after = $5, expected = $6, actual = $7, gain = $8
    WHERE tour = $1 AND place = $2";

const RESULT: &str = "
    INSERT INTO results (person, preset, players, games, wins, places) VALUES ($1, $2, $3, 1, $4, $5)
    ON CONFLICT (person, preset, players) DO UPDATE SET games = results.games + 1,
        wins = results.wins + excluded.wins, places = results.places + excluded.places";

const BOOKED: &str = "UPDATE tours SET booked = 1 WHERE id = $1 AND booked = 0";

/// The tour of a quick game is over: everybody may look for the next.
const FREE_SEATS: &str = "DELETE FROM quick_seats WHERE table_id = $1";

impl PeopleStore {
    /// Books some of the tours that are not, unless another node does that. Says whether there may be more.
    pub(crate) fn book(&mut self, node: &str, now: i64) -> Result<bool, StoreError> {
        let any = self.read(async |sql| Ok(sql.row(UNBOOKED, values![1_i64]).await?.is_some()))?;
        if !any {
            return Ok(false);
        }
        let shared = self.is_shared();
        self.write(async |sql| {
            if shared && !super::queue::on_duty(sql, "book", node, now).await? {
                return Ok(false);
            }
            let tours = sql.rows(UNBOOKED, values![MOST]).await?;
            for tour in &tours {
                book_tour(sql, tour, now).await?;
            }
            Ok(tours.len() as i64 == MOST)
        })
    }
}

/// Somebody in a tour who has a name of their own.
struct Booked {
    place: i64,
    person: i64,
    kind: i64,
    /// Whether they have deleted their name since. For the others it still counts that they played.
    gone: bool,
}

/// What is believed about somebody, and on what grounds.
struct Known {
    rating: Rating,
    games: i64,
    wins: i64,
    best: Option<f64>,
}

async fn book_tour(sql: &mut Sql<'_>, tour: &Row, now: i64) -> Result<(), SqlError> {
    let (id, table, preset, count) = (tour.int(0), tour.int(1), tour.text(2), tour.int(3));
    let mut players = Vec::new();
    for row in sql.rows(PLAYERS, values![id]).await? {
        let (place, person, kind) = (row.int(0), row.int(1), row.int(2));
        if let Some(level) = row.maybe_text(3) {
            sql.run(BOT, values![person, level, now]).await?;
        }
        let gone = sql.row(EXISTS, values![person]).await?.is_none();
        if gone {
            sql.run(FORGET, values![id, place]).await?;
        }
        players.push(Booked { place, person, kind, gone });
    }
    if let Some(pool) = tour.maybe_text(4) {
        rate_tour(sql, id, &pool, &players).await?;
    }
    for player in players.iter().filter(|player| !player.gone && player.kind != Kind::Bot.number()) {
        let won = player.place == 1;
        sql.run(RESULT, values![player.person, &preset, count, won, player.place]).await?;
    }
    sql.run(BOOKED, values![id]).await?;
    sql.run(FREE_SEATS, values![table]).await?;
    Ok(())
}

async fn rate_tour(sql: &mut Sql<'_>, tour: i64, pool: &str, players: &[Booked]) -> Result<(), SqlError> {
    let mut known: Vec<Known> = Vec::new();
    for player in players {
        let row = sql.row(RATING, values![player.person, pool]).await?;
        known.push(match row {
            None => Known { rating: Rating::UNKNOWN, games: 0, wins: 0, best: None },
            Some(row) => Known {
                rating: Rating { mean: row.real(0), deviation: row.real(1) },
                games: row.int(2),
                wins: row.int(3),
                best: row.maybe_real(4),
            },
        });
    }
    let place = |player: &Booked| u8::try_from(player.place).unwrap_or(u8::MAX);
    let placed: Vec<Placed> = players
        .iter()
        .zip(&known)
        .map(|(player, known)| Placed { rating: known.rating, place: place(player) })
        .collect();
    if placed.len() < 2 {
        return Ok(());
    }
    for ((player, known), change) in players.iter().zip(&known).zip(rate(&placed)) {
        if player.gone {
            continue;
        }
        let (before, after) = (change.before, change.after);
        let gain = after.mean - before.mean;
        let changed = values![
            tour,
            player.place,
            before.mean,
            after.mean,
            after.deviation,
            change.expected,
            change.actual,
            gain,
        ];
        sql.run(CHANGED, changed).await?;
        // The same bot in several chairs: what each of them did counts, one after the other.
        let latest = sql.row(RATING, values![player.person, pool]).await?;
        let (mean, games, wins) = match &latest {
            Some(row) if row.int(2) > known.games => (row.real(0) + gain, row.int(2), row.int(3)),
            _ => (after.mean, known.games, known.wins),
        };
        let best = match (known.best, after.is_provisional()) {
            (best, true) => best,
            (best, false) => Some(best.map_or(mean, |best| best.max(mean))),
        };
        let won = i64::from(player.place == 1);
        let rated =
            values![player.person, pool, player.kind, mean, after.deviation, games + 1, wins + won, best];
        sql.run(RATE, rated).await?;
    }
    Ok(())
}
