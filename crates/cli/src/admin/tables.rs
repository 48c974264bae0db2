//! `perudo admin tables` and `perudo admin table`.

use std::fmt;
use std::io::Write;
use std::process::ExitCode;

use perudo_server::store::{TableId, TableReport};
use perudo_table::{Chair, Person, PersonId, Place, SeenTable, Sitter, Stage, Viewer};
use serde::Serialize;
use serde_json::{Value, json};

use super::{AdminError, Desk, Outcome, columns, moment};
use crate::TITLE;

impl Desk<'_> {
    pub(super) fn tables(mut self, node: Option<&str>, most: u32, json: bool) -> Outcome {
        if let Some(name) = node {
            self.node(name)?;
        }
        let mut tables = self.registry.tables(node, most.saturating_add(1))?;
        let more = tables.len() > most as usize;
        tables.truncate(most as usize);
        let mut out = anstream::stdout().lock();
        if json {
            for table in &tables {
                writeln!(out, "{}", as_json(table))?;
            }
            return Ok(ExitCode::SUCCESS);
        }
        if tables.is_empty() {
            writeln!(out, "There is no open table.")?;
            return Ok(ExitCode::SUCCESS);
        }
        let row = |table: &TableReport| {
            let events = table.events.to_string();
            [table.id.to_string(), owner(table), table.epoch.to_string(), events, moment(table.last_at)]
        };
        let headings = ["TABLE", "NODE", "EPOCH", "EVENTS", "LAST EVENT"];
        columns::write(&mut out, headings, &tables.iter().map(row).collect::<Vec<_>>())?;
        if more {
            writeln!(out, "There are more: give --most.")?;
        }
        Ok(ExitCode::SUCCESS)
    }

    pub(super) fn table(self, id: TableId, json: bool) -> Outcome {
        let report = self.registry.table(id)?.ok_or(AdminError::NoTable(id))?;
        if report.log_deleted {
            let mut out = anstream::stdout().lock();
            if json {
                writeln!(out, "{}", as_json(&report))?;
            } else {
                writeln!(out, "{TITLE}Table {id}{TITLE:#}: closed")?;
                writeln!(out, "  Closed  {}", moment(report.closed_at.unwrap_or(report.last_at)))?;
                writeln!(out, "  Its log is deleted; the records of its games are kept.")?;
            }
            return Ok(ExitCode::SUCCESS);
        }
        let table = self.replay(id, |_, _, _| Ok(()))?;
        let seen = table.seen_by(Viewer::Spectator);
        let mut out = anstream::stdout().lock();
        if json {
            let mut all = as_json(&report);
            all["stage"] = stage(&seen).into();
            all["rules"] = seen.settings().rules.to_string().into();
            all["people"] = json!(Present::all(&seen));
            writeln!(out, "{all}")?;
            return Ok(ExitCode::SUCCESS);
        }
        let since = report.since.filter(|_| report.owner.is_some());
        let since = since.map(|since| format!(", since {}", moment(since))).unwrap_or_default();
        let people: Vec<String> = Present::all(&seen).iter().map(Present::to_string).collect();
        let people = if people.is_empty() { "nobody".to_owned() } else { people.join(", ") };
        let events = format!("{}, the last at {}", report.events, moment(report.last_at));
        writeln!(out, "{TITLE}Table {id}{TITLE:#}: {}", stage(&seen))?;
        writeln!(out, "  Node    {}, epoch {}{since}", owner(&report), report.epoch)?;
        writeln!(out, "  Rules   {}", seen.settings().rules)?;
        writeln!(out, "  People  {people}")?;
        writeln!(out, "  Events  {events}")?;
        if let Some(closed) = report.closed_at {
            writeln!(out, "  Closed  {}", moment(closed))?;
        }
        if let Some(reason) = &report.closing {
            let reason = if reason.is_empty() { "no reason given" } else { reason };
            writeln!(out, "  Asked to be closed: {reason}")?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn owner(table: &TableReport) -> String {
    match &table.owner {
        None => "none: it was released".to_owned(),
        Some(owner) if table.live || table.closed_at.is_some() => owner.clone(),
        Some(owner) => format!("{owner} (dead)"),
    }
}

fn stage(table: &SeenTable<'_>) -> String {
    match table.stage() {
        Stage::Waiting => "waiting for players".to_owned(),
        Stage::Playing => {
            let round = table.tour().map_or(0, |tour| tour.game().round());
            format!("playing, game {}, round {round}", table.tours_begun())
        }
        Stage::Resting { .. } => "resting between two games".to_owned(),
        Stage::Closed => "closed".to_owned(),
    }
}

/// Somebody at a table.
#[derive(Serialize)]
struct Present {
    name: String,
    /// The first is 1; none: without one.
    chair: Option<usize>,
    /// Which bot it is, if it is one.
    bot: Option<String>,
    host: bool,
    away: bool,
    queue: bool,
}

impl Present {
    fn all(table: &SeenTable<'_>) -> Vec<Present> {
        let person = |(id, person): (PersonId, &Person)| Present {
            name: person.name.clone(),
            chair: person.place.chair().map(|chair| usize::from(chair) + 1),
            bot: None,
            host: table.host() == Some(id),
            away: person.away.is_some(),
            queue: person.place == Place::Queue,
        };
        let bot = |(number, chair): (usize, &Chair)| match &chair.sitter {
            Some(Sitter::Bot { level, name }) => {
                let (name, bot) = (name.clone(), Some(level.clone()));
                Some(Present { name, chair: Some(number), bot, host: false, away: false, queue: false })
            }
            _ => None,
        };
        table.people().map(person).chain((1..).zip(table.chairs()).filter_map(bot)).collect()
    }
}

impl fmt::Display for Present {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (", self.name)?;
        match self.chair {
            Some(chair) => write!(f, "chair {chair}")?,
            None if self.queue => f.write_str("waits for a chair")?,
            None => f.write_str("watches")?,
        }
        if let Some(bot) = &self.bot {
            write!(f, ", bot {bot}")?;
        }
        for (is_so, what) in [(self.host, ", host"), (self.away, ", away")] {
            f.write_str(if is_so { what } else { "" })?;
        }
        f.write_str(")")
    }
}

fn as_json(table: &TableReport) -> Value {
    json!({
        "table": table.id.to_string(),
        "node": table.owner,
        "alive": table.live,
        "epoch": table.epoch,
        "since": table.since,
        "events": table.events,
        "last_at": table.last_at,
        "closed_at": table.closed_at,
        "closing": table.closing,
        "log_deleted": table.log_deleted,
    })
}
