//! The layouts that databases had and have. What was released is never edited: a change is a new file.
//!
//! No crate keeps both stores: `rusqlite_migration` knows SQLite only, and `refinery` would bring forty crates and a
//! table of its own beside `migrations (version, at)`, which every database has since 0.1.0.

use super::StoreError;

/// SQL texts in the order of their versions, of which the first is 1.
pub(super) const SQLITE: &[&str] = &[
    include_str!("../../migrations/sqlite/0001_tables.sql"),
    include_str!("../../migrations/sqlite/0002_no_pulse.sql"),
    include_str!("../../migrations/sqlite/0003_secrets.sql"),
    include_str!("../../migrations/sqlite/0004_tips.sql"),
];
pub(super) const POSTGRES: &[&str] = &[
    include_str!("../../migrations/postgres/0001_tables.sql"),
    include_str!("../../migrations/postgres/0002_no_pulse.sql"),
    include_str!("../../migrations/postgres/0003_secrets.sql"),
    include_str!("../../migrations/postgres/0004_tips.sql"),
];

/// The steps, with their versions, that a database of a version lacks; 0 is the version of an empty one.
pub(super) fn missing<'a>(
    place: &str,
    found: i64,
    all: &'a [&'a str],
) -> Result<impl Iterator<Item = (i64, &'a str)>, StoreError> {
    let known = all.len() as i64;
    if found > known {
        return Err(StoreError::TooNew { place: place.to_owned(), found, known });
    }
    Ok((1..).zip(all.iter().copied()).filter(move |(version, _)| *version > found))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_missing_steps_are_taken() {
        let all = &["one", "two", "three"];
        let steps = |found| missing("here", found, all).map(Iterator::collect::<Vec<_>>);
        assert_eq!(steps(0), Ok(vec![(1, "one"), (2, "two"), (3, "three")]));
        assert_eq!(steps(2), Ok(vec![(3, "three")]));
        assert_eq!(steps(3), Ok(vec![]));
        assert_eq!(steps(7), Err(StoreError::TooNew { place: "here".to_owned(), found: 7, known: 3 }));
    }
}
