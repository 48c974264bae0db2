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
    include_str!("../../migrations/sqlite/0005_cluster.sql"),
    include_str!("../../migrations/sqlite/0006_operators.sql"),
    include_str!("../../migrations/sqlite/0007_people.sql"),
    include_str!("../../migrations/sqlite/0008_old_logs.sql"),
];
pub(super) const POSTGRES: &[&str] = &[
    include_str!("../../migrations/postgres/0001_tables.sql"),
    include_str!("../../migrations/postgres/0002_no_pulse.sql"),
    include_str!("../../migrations/postgres/0003_secrets.sql"),
    include_str!("../../migrations/postgres/0004_tips.sql"),
    include_str!("../../migrations/postgres/0005_cluster.sql"),
    include_str!("../../migrations/postgres/0006_operators.sql"),
    include_str!("../../migrations/postgres/0007_people.sql"),
    include_str!("../../migrations/postgres/0008_old_logs.sql"),
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

/// Whether a database has the layout of this program. One that is older is left to the servers that use it.
pub(super) fn check(place: &str, found: i64, all: &[&str]) -> Result<(), StoreError> {
    if missing(place, found, all)?.next().is_none() {
        return Ok(());
    }
    let known = all.len();
    let reason = match found {
        0 => "no server has kept tables there yet".to_owned(),
        _ => format!(
            "it has version {found} of the layout, and this program works with version {known}: use the program of its \
             servers, or start one of this version first"
        ),
    };
    Err(StoreError::Unusable { place: place.to_owned(), reason })
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
        let too_new = StoreError::TooNew { place: "here".to_owned(), found: 7, known: 3 };
        assert_eq!(steps(7), Err(too_new.clone()));
        assert_eq!((check("here", 3, all), check("here", 7, all)), (Ok(()), Err(too_new)));
        for (found, words) in [(0, "no server"), (2, "version 2")] {
            assert!(check("here", found, all).unwrap_err().to_string().contains(words));
        }
    }
}
