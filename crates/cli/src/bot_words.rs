//! Bots on the command line.

use perudo_bots::Opponent;
use perudo_words::nearest;

/// All names, for people.
pub(crate) fn names() -> String {
    Opponent::names().collect::<Vec<_>>().join(", ")
}

/// There is no bot of that name.
pub(crate) fn unknown(name: &str) -> String {
    let meant = nearest(name, Opponent::names());
    let meant = meant.map(|meant| format!(" Did you mean “{meant}”?")).unwrap_or_default();
    format!("There is no bot “{name}”; the bots are {}.{meant}", names())
}
