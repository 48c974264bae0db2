//! `perudo admin reports`, `ban` and the like: what operators do about people.

use std::io::Write;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use perudo_server::store::people;
use serde_json::json;

use super::{AdminError, Desk, Outcome, columns, moment};

/// The most reports that are listed.
const MOST: u32 = 1000;
const DAY: i64 = 24 * 60 * 60 * 1000;

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// What was asked for is done, or there was nothing to do it to.
fn done(done: bool, otherwise: &str) -> Outcome {
    if done { Ok(ExitCode::SUCCESS) } else { Err(AdminError::Call(otherwise.to_owned())) }
}

impl Desk<'_> {
    fn people(&self) -> Result<people::Desk, AdminError> {
        Ok(people::Desk::open(&self.database)?)
    }

    pub(super) fn reports(self, all: bool, json: bool) -> Outcome {
        let reports = self.people()?.reports(all, MOST)?;
        let mut out = anstream::stdout().lock();
        if json {
            for report in &reports {
                let people::Report { id, at, reporter, name, kind, table, text, closed, open } = report;
                let table = table.map(|table| table.to_string());
                let line = json!({"report": id, "at": at, "by": reporter, "name": name, "kind": kind, "table": table,
                    "text": text, "closed": closed, "open": open});
                writeln!(out, "{line}")?;
            }
            return Ok(ExitCode::SUCCESS);
        }
        if reports.is_empty() {
            writeln!(out, "There is no open report.")?;
            return Ok(ExitCode::SUCCESS);
        }
        let row = |report: &people::Report| {
            let table = report.table.map_or_else(|| "-".to_owned(), |table| table.to_string());
            let by = report.reporter.clone().unwrap_or_else(|| "-".to_owned());
            let text = report.text.replace(char::is_control, " ");
            [
                report.id.to_string(),
                moment(report.at),
                report.name.clone(),
                report.kind.clone(),
                table,
                by,
                text,
            ]
        };
        let headings = ["REPORT", "AT", "NAME", "KIND", "TABLE", "BY", "TEXT"];
        columns::write(&mut out, headings, &reports.iter().map(row).collect::<Vec<_>>())?;
        Ok(ExitCode::SUCCESS)
    }

    pub(super) fn close_report(self, report: i64) -> Outcome {
        done(self.people()?.close_report(report, now())?, "there is no such open report")
    }

    pub(super) fn ban(self, whom: &str, days: u32, reason: &str) -> Outcome {
        let until = now().saturating_add(i64::from(days) * DAY);
        let mut people = self.people()?;
        let banned =
            people.ban_address(whom, until, reason, now())? || people.ban_name(whom, until, reason, now())?;
        done(banned, &format!("nobody is called {whom:?}, and it is no address or network"))
    }

    pub(super) fn bans(self, json: bool) -> Outcome {
        let bans = self.people()?.bans(now())?;
        let mut out = anstream::stdout().lock();
        if json {
            for people::Ban { id, name, address, until, reason } in &bans {
                let line =
                    json!({"ban": id, "name": name, "address": address, "until": until, "reason": reason});
                writeln!(out, "{line}")?;
            }
            return Ok(ExitCode::SUCCESS);
        }
        if bans.is_empty() {
            writeln!(out, "Nobody is banned.")?;
            return Ok(ExitCode::SUCCESS);
        }
        let row = |ban: &people::Ban| {
            let whom = ban.name.clone().or_else(|| ban.address.clone()).unwrap_or_else(|| "-".to_owned());
            [ban.id.to_string(), whom, moment(ban.until), ban.reason.clone()]
        };
        columns::write(
            &mut out,
            ["BAN", "WHOM", "UNTIL", "REASON"],
            &bans.iter().map(row).collect::<Vec<_>>(),
        )?;
        Ok(ExitCode::SUCCESS)
    }

    pub(super) fn lift(self, ban: i64) -> Outcome {
        done(self.people()?.lift(ban, now())?, "there is no such ban")
    }

    pub(super) fn remove_name(self, name: &str) -> Outcome {
        done(self.people()?.remove(name, now())?, &format!("nobody is called {name:?}"))
    }
}
