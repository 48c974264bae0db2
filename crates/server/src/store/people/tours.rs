//! Finished tours, as they come with the events that ended them.

use perudo_people::Pool;
use perudo_rules::Preset;
use perudo_table::{FinishedPlayer, FinishedTour, FinishedWho, Guest};
use sha2::{Digest, Sha256};

use super::{Kind, Sql, SqlError, values};
use crate::store::TableId;

/// The number of a bot of the server among people: no person has a negative one.
pub(crate) fn bot_id(level: &str) -> i64 {
    let digest = Sha256::new().chain_update(b"perudo bot 1").chain_update(level).finalize();
    let bytes: [u8; 8] = std::array::from_fn(|index| digest[index]);
    -1 - (i64::from_be_bytes(bytes) & i64::MAX).min(i64::MAX - 1)
}

const TOUR: &str = "
    INSERT INTO tours (table_id, tour, at, rules, preset, players, pool, public, booked)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0) ON CONFLICT DO NOTHING RETURNING id";

const PLAYER: &str = "
    INSERT INTO tour_players (tour, place, person, guest, name, kind, level, gone)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";

const FREE_SEAT: &str = "DELETE FROM quick_seats WHERE guest = $1 AND table_id = $2";

/// Keeps what an append to a table's log finished, and frees the seats of those who left a table of the queue.
pub(crate) async fn keep(
    sql: &mut Sql<'_>,
    table: TableId,
    tours: &[(i64, FinishedTour)],
    left: &[Guest],
) -> Result<(), SqlError> {
    let table = table.bits().cast_signed();
    for (at, tour) in tours {
        let preset = Preset::ALL.into_iter().find(|preset| preset.rules() == tour.rules);
        let pool = pool(tour).map(|pool| pool.to_string());
        let (rules, preset) = (tour.rules.to_string(), preset.map_or("other", Preset::name));
        let (players, public) = (tour.players.len() as i64, tour.public || tour.rated);
        let values = values![table, tour.number, *at, rules, preset, players, pool, public];
        let Some(new) = sql.row(TOUR, values).await? else { continue };
        for player in &tour.players {
            keep_player(sql, new.int(0), player).await?;
        }
    }
    for guest in left {
        sql.run(FREE_SEAT, values![guest.bytes(), table]).await?;
    }
    Ok(())
}

async fn keep_player(sql: &mut Sql<'_>, tour: i64, player: &FinishedPlayer) -> Result<(), SqlError> {
    let (person, guest, kind, level) = match &player.who {
        FinishedWho::Bot(level) => (Some(bot_id(level)), None, Kind::Bot, Some(level)),
        FinishedWho::Person { guest, account, program } => {
            let kind = match (account, program) {
                (None, _) => Kind::Guest,
                (Some(_), false) => Kind::Person,
                (Some(_), true) => Kind::Program,
            };
            (account.as_ref().map(|account| account.id), Some(guest.bytes()), kind, None)
        }
    };
    sql.run(
        PLAYER,
        values![tour, player.place, person, guest, &player.name, kind.number(), level, player.left],
    )
    .await?;
    Ok(())
}

/// The pool in which a tour is rated. Everybody who played has a rating, and they are at least two.
fn pool(tour: &FinishedTour) -> Option<Pool> {
    let id = |player: &FinishedPlayer| match &player.who {
        FinishedWho::Bot(level) => Some(bot_id(level)),
        FinishedWho::Person { account, .. } => account.as_ref().map(|account| account.id),
    };
    let mut ids: Vec<i64> = tour.players.iter().map(id).collect::<Option<_>>()?;
    ids.sort_unstable();
    ids.dedup();
    if tour.rated && ids.len() >= 2 { Pool::of(&tour.rules, tour.players.len()) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_have_numbers_that_no_person_has() {
        assert!(bot_id("steady") < 0 && bot_id("steady") != bot_id("novice"));
        assert_eq!(bot_id("steady"), bot_id("steady"));
    }
}
