//! The tables of a server that are open to everyone. Servers are asked on threads of their own, so that whoever waits can
//! leave at any moment.

use std::thread;

use perudo_protocol::WireSettings;
use perudo_protocol::http::TableSummary;
use perudo_table::StageName;
use perudo_words::{Language, Words};

use crate::link::{Server, TableLink};
use crate::online::{self, Guest, OnlineError};
use crate::phrases;
use crate::session::printable;
use crate::store::Store;

/// The most tables in a list, whatever a server sends.
const MOST: usize = 100;

/// What a server answers.
#[derive(Debug)]
pub(crate) enum Answer {
    /// Its open tables.
    Tables(Result<Vec<OpenTable>, OnlineError>),
    /// A table that was made, and the link for friends.
    Made(Result<(TableLink, String), OnlineError>),
}

/// A table that is open to everyone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OpenTable {
    pub(crate) link: TableLink,
    /// Who sits there.
    pub(crate) names: String,
    stage: StageName,
    settings: WireSettings,
    taken: usize,
    seats: usize,
}

impl OpenTable {
    /// A table that a server lists; nothing if it can be no table.
    pub(crate) fn listed(server: &Server, summary: TableSummary) -> Option<OpenTable> {
        let TableSummary { table, stage, settings, chairs, .. } = summary;
        let link = TableLink::new(server.clone(), &table).ok()?;
        let names: Vec<&str> = chairs.iter().flatten().map(String::as_str).collect();
        let open = stage != StageName::Closed;
        open.then(|| OpenTable {
            link,
            names: printable(&names.join(", ")),
            stage,
            settings,
            taken: names.len(),
            seats: chairs.len(),
        })
    }

    /// How it is played, and how far it is.
    pub(crate) fn about(&self, words: &Words) -> String {
        let taken = [("taken", self.taken.into()), ("seats", self.seats.into())];
        let parts = [
            words.text(&format!("web-stage-{}", self.stage.as_str())),
            words.say("web-seats-taken", &taken),
            phrases::rules(&self.settings, words),
        ];
        printable(&parts.join(" · "))
    }
}

/// Asks a server for its open tables.
pub(crate) fn list(server: &Server, language: Language, tell: impl FnOnce(Answer) + Send + 'static) {
    let server = server.clone();
    thread::spawn(move || {
        let listed = online::list_tables(&server, language).map(|tables| {
            tables.into_iter().filter_map(|table| OpenTable::listed(&server, table)).take(MOST).collect()
        });
        tell(Answer::Tables(listed));
    });
}

/// Asks a server for a new table that is open to everyone.
pub(crate) fn make(
    server: &Server,
    guest: &Guest,
    store: &Store,
    language: Language,
    tell: impl FnOnce(Answer) + Send + 'static,
) {
    let (server, guest, store) = (server.clone(), guest.clone(), store.clone());
    let settings = WireSettings { public: Some(true), hints: Some(true), ..WireSettings::default() };
    thread::spawn(move || {
        tell(Answer::Made(online::make_table(&server, &guest, settings, Vec::new(), &store, language)));
    });
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn listed(table: &str, chairs: &[Option<&str>]) -> Option<OpenTable> {
        let server = Server::parse("localhost:8080").unwrap();
        let settings = json!({"rules": "calza"});
        let summary = json!({"table": table, "stage": "waiting", "settings": settings, "chairs": chairs, "watching": 1});
        OpenTable::listed(&server, serde_json::from_value(summary).unwrap())
    }

    #[test]
    fn what_a_server_lists_is_shown_and_what_can_be_no_table_is_not() {
        let table = listed("a1", &[Some("Anna"), None, Some("B\u{1b}[2Job")]).unwrap();
        assert_eq!(table.names, "Anna, B [2Job");
        let words = Words::of(Language::named("en").unwrap());
        assert_eq!(table.about(words), "starting soon · 2 of 3 seats taken · Calza");
        for name in ["", "../../etc", "a/b", "a?b", &"a".repeat(33)] {
            assert_eq!(listed(name, &[]), None, "{name}");
        }
    }
}
