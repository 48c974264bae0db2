//! `perudo admin log`: what happened at a table, as everybody may know it.

use std::io::{self, Write};
use std::ops::ControlFlow::{self, Break, Continue};
use std::process::ExitCode;

use perudo_play::log_sentence;
use perudo_protocol::ServerMsg;
use perudo_server::store::{StoredEvent, TableId};
use perudo_table::{Entry, Table, Viewer};
use perudo_words::Words;

use super::{AdminError, Desk, Outcome, moment};
use crate::DIM;

impl Desk<'_> {
    pub(super) fn log(self, id: TableId, json: bool, words: &Words) -> Outcome {
        let report = self.registry.table(id)?.ok_or(AdminError::NoTable(id))?;
        if report.log_deleted {
            return Err(AdminError::LogDeleted(id));
        }
        let mut out = anstream::stdout().lock();
        self.replay(id, |before, entry, after| {
            let after = after.seen_by(Viewer::Spectator);
            let message = ServerMsg::event(&entry.event.seen_by(None), &after);
            if json {
                return writeln!(out, "{}", message.to_text());
            }
            let before =
                ServerMsg::welcome(&before.map_or(after, |before| before.seen_by(Viewer::Spectator)));
            let (ServerMsg::Event { seq, at, event, .. }, ServerMsg::Welcome { view, .. }) =
                (message, before)
            else {
                return Ok(());
            };
            let at = moment(i64::try_from(at).unwrap_or(i64::MAX));
            writeln!(out, "{DIM}{seq:5}  {at}{DIM:#}  {}", log_sentence(&event, &view, None, words))
        })?;
        Ok(ExitCode::SUCCESS)
    }

    /// Reads a log from its beginning. `each` gets the table before an event, if there was one, the event, and the table
    /// after it.
    pub(super) fn replay(
        &self,
        id: TableId,
        mut each: impl FnMut(Option<&Table>, &Entry, &Table) -> io::Result<()>,
    ) -> Result<Table, AdminError> {
        let mut reader = self.reader()?;
        let mut table: Option<Table> = None;
        let mut failure = None;
        let mut take = |event: StoredEvent| -> Result<(), AdminError> {
            let unreadable = AdminError::Unreadable { table: id, seq: event.seq };
            let Ok(entry) = serde_json::from_slice::<Entry>(&event.body) else { return Err(unreadable) };
            let after = match &table {
                None => Table::open(&entry),
                Some(before) if before.seq() + 1 == event.seq => {
                    let mut after = before.clone();
                    after.apply(&entry);
                    Some(after)
                }
                Some(_) => None,
            };
            let after = after.ok_or(unreadable)?;
            each(table.as_ref(), &entry, &after)?;
            table = Some(after);
            Ok(())
        };
        let visit = &mut |event| -> ControlFlow<()> {
            match take(event) {
                Ok(()) => Continue(()),
                Err(error) => {
                    failure = Some(error);
                    Break(())
                }
            }
        };
        reader.read(id, 1, visit)?;
        match failure {
            Some(error) => Err(error),
            None => table.ok_or(AdminError::NoTable(id)),
        }
    }
}
