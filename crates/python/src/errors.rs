//! Refusals as Python exceptions. Their classes are Python's own, in `perudo/errors.py`.

use perudo_rules::record::{Names, RecordError, RecordErrorKind, SeatsError};
use perudo_rules::{Game, LegalActions, RefusalError, RulesErrors, TableSizeError};
use perudo_words::{Language, Words};
use pyo3::call::PyCallArgs;
use pyo3::prelude::*;

/// An exception of `perudo.errors`.
fn exception<'py>(py: Python<'py>, class: &str, arguments: impl PyCallArgs<'py>) -> PyErr {
    let raised = py.import("perudo.errors").and_then(|errors| errors.getattr(class)?.call1(arguments));
    raised.map_or_else(|error| error, PyErr::from_value)
}

/// Something is wrong that has no clause.
pub(crate) fn wrong(py: Python<'_>, sentence: impl ToString) -> PyErr {
    exception(py, "PerudoError", (sentence.to_string(),))
}

/// The rules refuse something.
pub(crate) fn refused<D: Copy>(
    py: Python<'_>,
    refusal: &RefusalError,
    names: &Names,
    game: &Game<D>,
    words: &Words,
) -> PyErr {
    let sentence = words.refusal(refusal, None, names, game);
    let seat = |seat: perudo_rules::Seat| seat.index();
    let arguments = (
        sentence,
        refusal.reason.name(),
        refusal.clause().name(),
        refusal.player.map(seat),
        refusal.turn.map(seat),
        listed(&refusal.legal),
    );
    exception(py, "IllegalError", arguments)
}

/// The rules do not take so many players.
pub(crate) fn bad_table(py: Python<'_>, error: TableSizeError, words: &Words) -> PyErr {
    let values = [("players", error.players.into()), ("most", error.most.into())];
    bad_seats(py, words.say("seats-table", &values))
}

/// These names do not make a table.
pub(crate) fn bad_names(py: Python<'_>, error: &SeatsError, words: &Words) -> PyErr {
    bad_seats(py, words.record_error(&RecordErrorKind::BadSeats(error.clone()), None))
}

fn bad_seats(py: Python<'_>, sentence: String) -> PyErr {
    let nobody: Option<usize> = None;
    let legal: Vec<String> = Vec::new();
    let clause = TableSizeError::CLAUSE.name();
    exception(py, "IllegalError", (sentence, "bad-seats", clause, nobody, nobody, legal))
}

/// There is no such rule set.
pub(crate) fn bad_rules(py: Python<'_>, errors: &RulesErrors, words: &Words) -> PyErr {
    let sentences: Vec<String> = errors.iter().map(|error| words.rules_error(error)).collect();
    exception(py, "RulesError", (sentences,))
}

/// A record is wrong. `game`: as it stood before the line that is wrong, once the players sat down.
pub(crate) fn bad_record(
    py: Python<'_>,
    error: &RecordError,
    table: Option<(&Names, &Game)>,
    game: Option<Py<crate::game::Game>>,
    words: &Words,
) -> PyErr {
    let column = match &error.kind {
        RecordErrorKind::Syntax(error) => Some(error.column),
        _ => None,
    };
    let (player, clause, legal) = match &error.kind {
        RecordErrorKind::Refused { name, refusal } => {
            (name.clone(), Some(refusal.clause().name()), listed(&refusal.legal))
        }
        RecordErrorKind::BadSeats(SeatsError::Table(_)) => {
            (None, Some(TableSizeError::CLAUSE.name()), Vec::new())
        }
        _ => (None, None, Vec::new()),
    };
    let sentence = words.record_error(&error.kind, table);
    let arguments = (sentence, error.line, column, error.kind.name(), clause, player, legal, game);
    exception(py, "RecordError", arguments)
}

/// Every legal action, in record spelling.
pub(crate) fn listed(legal: &LegalActions) -> Vec<String> {
    legal.iter().map(|action| action.to_string()).collect()
}

/// English, for what has no language of its own.
pub(crate) fn english() -> &'static Words {
    Words::of(Language::default())
}
