//! Blocks, reports and bans.

use std::net::IpAddr;

use perudo_people::OwnName;
use perudo_table::Guest;

use super::cuts::cut;
use super::{PeopleStore, Row, values};
use crate::store::{StoreError, TableId};

/// A report, as operators see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Its number.
    pub id: i64,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// Who told it; nobody if they are gone.
    pub reporter: Option<String>,
    /// About whom.
    pub name: String,
    /// Why.
    pub kind: String,
    /// At which table.
    pub table: Option<TableId>,
    /// What happened.
    pub text: String,
    /// Whether somebody has looked into it.
    pub closed: bool,
    /// How many reports about the same person are open.
    pub open: i64,
}

/// A ban, as operators see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ban {
    /// Its number.
    pub id: i64,
    /// Whose name, if it is of a name.
    pub name: Option<String>,
    /// Which address or network, if it is of one.
    pub address: Option<String>,
    /// Until when, in milliseconds since 1970.
    pub until: i64,
    /// Why.
    pub reason: String,
}

/// What operators do about people.
pub struct Desk(PeopleStore);

const BLOCK: &str = "INSERT INTO blocks (person, blocked, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";

const UNBLOCK: &str = "DELETE FROM blocks WHERE person = $1 AND blocked = $2";

const COUNT_BLOCKS: &str = "SELECT count(*) FROM blocks WHERE person = $1";

const REPORT: &str = "
    INSERT INTO reports (at, reporter, person, name, kind, table_id, text) VALUES ($1, $2, $3, $4, $5, $6, $7)";

const REPORTS_OF: &str = "SELECT count(*) FROM reports WHERE reporter = $1 AND at > $2";

const REPORTS: &str = "
    SELECT reports.id, reports.at, reporters.name, reports.name, reports.kind, table_id, text, closed_at,
        (SELECT count(*) FROM reports AS others WHERE others.person = reports.person AND others.closed_at IS NULL)
    FROM reports LEFT JOIN people AS reporters ON reporters.id = reporter
    WHERE closed_at IS NULL OR $1 = 1 ORDER BY reports.id DESC LIMIT $2";

const CLOSE_REPORT: &str = "UPDATE reports SET closed_at = $2 WHERE id = $1 AND closed_at IS NULL";

const BAN: &str = "INSERT INTO bans (at, person, address, until, reason) VALUES ($1, $2, $3, $4, $5)";

const LEAVE_QUEUE: &str =
    "DELETE FROM queue WHERE person = $1 OR person IN (SELECT id FROM people WHERE owner = $1)";

const BANS: &str = "
    SELECT bans.id, name, address, until, reason FROM bans LEFT JOIN people ON people.id = person
    WHERE until > $1 ORDER BY bans.id";

const LIFT: &str = "UPDATE bans SET until = $2 WHERE id = $1 AND until > $2";

/// A program is banned with its owner.
const BANNED: &str = "
    SELECT 1 FROM bans WHERE until > $2 AND (person = $1 OR person = (SELECT owner FROM people WHERE people.id = $1))";

const BANNED_ADDRESSES: &str = "SELECT address FROM bans WHERE address IS NOT NULL AND until > $1";

/// The most people that one person blocks, and reports in a day.
const MOST_BLOCKS: i64 = 1000;
const MOST_REPORTS: i64 = 20;
const DAY: i64 = 24 * 60 * 60 * 1000;

impl PeopleStore {
    /// Blocks somebody, or not any more; whether there was room for it.
    pub(crate) fn block(&mut self, person: i64, other: i64, on: bool, now: i64) -> Result<bool, StoreError> {
        self.write(async |sql| {
            if !on {
                sql.run(UNBLOCK, values![person, other]).await?;
                return Ok(true);
            }
            let count = sql.row(COUNT_BLOCKS, values![person]).await?.map_or(0, |row| row.int(0));
            if count >= MOST_BLOCKS {
                return Ok(false);
            }
            sql.run(BLOCK, values![person, other, now]).await?;
            Ok(true)
        })
    }

    /// Keeps a report; whether there was room for it.
    pub(crate) fn report(
        &mut self,
        reporter: i64,
        about: &super::names::Found,
        kind: &str,
        table: Option<TableId>,
        text: &str,
        now: i64,
    ) -> Result<bool, StoreError> {
        let table = table.map(|table| table.bits().cast_signed());
        self.write(async |sql| {
            let count = sql.row(REPORTS_OF, values![reporter, now - DAY]).await?.map_or(0, |row| row.int(0));
            if count >= MOST_REPORTS {
                return Ok(false);
            }
            let values = values![now, reporter, about.id, &about.name, kind, table, text];
            sql.run(REPORT, values).await?;
            Ok(true)
        })
    }

    /// Whether somebody may not play with strangers: by their name, or by where they come from.
    pub(crate) fn is_banned(
        &mut self,
        person: Option<i64>,
        address: IpAddr,
        now: i64,
    ) -> Result<bool, StoreError> {
        self.read(async |sql| {
            if let Some(person) = person
                && sql.row(BANNED, values![person, now]).await?.is_some()
            {
                return Ok(true);
            }
            let banned = sql.rows(BANNED_ADDRESSES, values![now]).await?;
            Ok(banned.iter().any(|row| is_within(address, &row.text(0))))
        })
    }
}

/// Whether an address is one, or in a network such as `192.0.2.0/24`.
fn is_within(address: IpAddr, place: &str) -> bool {
    let (network, bits) = match place.split_once('/') {
        Some((network, bits)) => (network, bits.parse::<u32>().ok()),
        None => (place, Some(u32::MAX)),
    };
    let Some(bits) = bits else { return false };
    let number = |address: IpAddr| match address.to_canonical() {
        IpAddr::V4(address) => (32, u128::from(address.to_bits())),
        IpAddr::V6(address) => (128, address.to_bits()),
    };
    let Ok(network) = network.parse::<IpAddr>() else { return false };
    let ((length, one), (other_length, other)) = (number(address), number(network));
    let shift = length - bits.min(length);
    length == other_length && one.checked_shr(shift).unwrap_or(0) == other.checked_shr(shift).unwrap_or(0)
}

impl Desk {
    /// Opens a place that servers of this version use.
    pub fn open(place: &str) -> Result<Desk, StoreError> {
        PeopleStore::open(place).map(Desk)
    }

    /// The latest reports: the open ones, or all.
    pub fn reports(&mut self, all: bool, most: u32) -> Result<Vec<Report>, StoreError> {
        let rows =
            self.0.read(async |sql| sql.rows(REPORTS, values![i64::from(all), i64::from(most)]).await)?;
        let report = |row: &Row| Report {
            id: row.int(0),
            at: row.int(1),
            reporter: row.maybe_text(2),
            name: row.text(3),
            kind: row.text(4),
            table: row.maybe_int(5).map(|id| TableId::from_bits(id.cast_unsigned())),
            text: row.text(6),
            closed: row.maybe_int(7).is_some(),
            open: row.int(8),
        };
        Ok(rows.iter().map(report).collect())
    }

    /// Somebody has looked into a report. Says whether there is such an open one.
    pub fn close_report(&mut self, id: i64, now: i64) -> Result<bool, StoreError> {
        self.0.write(async |sql| Ok(sql.run(CLOSE_REPORT, values![id, now]).await? > 0))
    }

    /// Bans a name until a moment. Says whether somebody has it.
    pub fn ban_name(&mut self, name: &str, until: i64, reason: &str, now: i64) -> Result<bool, StoreError> {
        let Ok(name) = OwnName::parse(name) else { return Ok(false) };
        let Some(found) = self.0.find(&name)? else { return Ok(false) };
        self.0.write(async |sql| {
            let values = values![now, found.id, None::<String>, until, reason];
            sql.run(BAN, values).await?;
            sql.run(LEAVE_QUEUE, values![found.id]).await?;
            cut(sql, Guest::of_account(found.id), false, now).await?;
            Ok(true)
        })
    }

    /// Bans an address or a network until a moment. Says whether it is one.
    pub fn ban_address(
        &mut self,
        address: &str,
        until: i64,
        reason: &str,
        now: i64,
    ) -> Result<bool, StoreError> {
        let network = address.split('/').next().unwrap_or_default();
        let Ok(within) = network.parse::<IpAddr>() else { return Ok(false) };
        if !is_within(within, address) {
            return Ok(false);
        }
        self.0.write(async |sql| {
            let values = values![now, None::<i64>, address, until, reason];
            Ok(sql.run(BAN, values).await? > 0)
        })
    }

    /// The bans that have not ended.
    pub fn bans(&mut self, now: i64) -> Result<Vec<Ban>, StoreError> {
        let rows = self.0.read(async |sql| sql.rows(BANS, values![now]).await)?;
        let ban = |row: &Row| Ban {
            id: row.int(0),
            name: row.maybe_text(1),
            address: row.maybe_text(2),
            until: row.int(3),
            reason: row.text(4),
        };
        Ok(rows.iter().map(ban).collect())
    }

    /// Ends a ban. Says whether there is such a one.
    pub fn lift(&mut self, id: i64, now: i64) -> Result<bool, StoreError> {
        self.0.write(async |sql| Ok(sql.run(LIFT, values![id, now]).await? > 0))
    }

    /// Takes a name away from its owner, as if they had deleted themselves. Says whether somebody has it.
    pub fn remove(&mut self, name: &str, now: i64) -> Result<bool, StoreError> {
        let Ok(name) = OwnName::parse(name) else { return Ok(false) };
        let Some(found) = self.0.find(&name)? else { return Ok(false) };
        self.0.delete(found.id, now).map(|()| true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_banned_by_itself_or_by_its_network() {
        for (address, place, banned) in [
            ("192.0.2.7", "192.0.2.7", true),
            ("192.0.2.7", "192.0.2.8", false),
            ("192.0.2.7", "192.0.2.0/24", true),
            ("192.0.3.7", "192.0.2.0/24", false),
            ("192.0.3.7", "0.0.0.0/0", true),
            ("::ffff:192.0.2.7", "192.0.2.0/24", true),
            ("2001:db8::1", "2001:db8::/32", true),
            ("2001:db9::1", "2001:db8::/32", false),
            ("192.0.2.7", "2001:db8::/32", false),
            ("192.0.2.7", "192.0.2.0/x", false),
            ("192.0.2.7", "nonsense", false),
        ] {
            assert_eq!(is_within(address.parse().unwrap(), place), banned, "{address} {place}");
        }
    }
}
