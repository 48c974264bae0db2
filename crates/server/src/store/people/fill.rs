//! Made-up people and tours in great numbers, to measure how long pages take.

use super::{PeopleStore, values};
use crate::store::StoreError;

/// Rows of one statement.
const CHUNK: i64 = 10_000;

/// The numbers from `$1` to `$2`.
macro_rules! for_each {
    ($insert:literal) => {
        concat!(
            "WITH RECURSIVE n (i) AS (SELECT CAST($1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < $2) ",
            $insert
        )
    };
}

const NAMES: [&str; 3] = [
    for_each!("INSERT INTO people (id, name, kind, since) SELECT i, 'player ' || i, 1, 1700000000000 FROM n"),
    for_each!("INSERT INTO name_looks (look, person) SELECT 'r:player_' || i, i FROM n"),
    for_each!(
        "INSERT INTO ratings (person, pool, kind, mean, deviation, games, wins, best)
        SELECT i, 'table-classic', 1, 1000.0 + (i * 7919) % 100003 / 100.0, 60.0 + i % 120, 40, 10, 1700.0 FROM n"
    ),
];

/// Players are chosen so that a few have played in thousands of tours, and most in a few.
const TOURS: [&str; 2] = [
    for_each!(
        "INSERT INTO tours (id, table_id, tour, at, rules, preset, players, pool, public, booked)
        SELECT i, i, 1, 1700000000000 + i * 1000, 'classic', 'classic', 4, 'table-classic', 1, 1 FROM n"
    ),
    for_each!(
        "INSERT INTO tour_players (tour, place, person, name, kind, gone, mean_before, mean_after, deviation_after,
            expected, actual, gain)
        SELECT i, place, 1 + ((i * 7919 + place * 104729) % $3) * ((i * 15485863 + place * 32452843) % $3) / $3,
            'somebody', 1, 0, 1500.0, 1510.0 - 5.0 * place, 80.0, 0.5, (4 - place) / 3.0, (i * place) % 40 - 20.0
        FROM n, (SELECT CAST(1 AS BIGINT) AS place UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4) AS places"
    ),
];

impl PeopleStore {
    /// Adds so many people, called `player 1`, `player 2`, …, and tours among them. The place has none before.
    pub fn fill(&mut self, names: i64, tours: i64) -> Result<(), StoreError> {
        for from in (1..=names).step_by(CHUNK as usize) {
            for statement in NAMES {
                let to = names.min(from + CHUNK - 1);
                self.write(async |sql| sql.run(statement, values![from, to]).await)?;
            }
        }
        for from in (1..=tours).step_by(CHUNK as usize) {
            let to = tours.min(from + CHUNK - 1);
            self.write(async |sql| {
                sql.run(TOURS[0], values![from, to]).await?;
                sql.run(TOURS[1], values![from, to, names]).await
            })?;
        }
        Ok(())
    }
}
