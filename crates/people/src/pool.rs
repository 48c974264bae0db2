//! Pools of ratings: what is learned at one table says little about another kind of table.

use std::fmt;
use std::str::FromStr;

use perudo_rules::{Preset, Rules};

/// Players who are rated against each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pool {
    /// How many play.
    pub size: TableSize,
    /// By which rules.
    pub family: Family,
}

/// Two players, or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum TableSize {
    Duel,
    Table,
}

/// Presets that are played alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Family {
    Tournament,
    /// `classic` and `dudo`, which is the same text under another name.
    Classic,
    International,
    Calza,
}

impl Family {
    /// All families.
    pub const ALL: [Family; 4] = [Family::Tournament, Family::Classic, Family::International, Family::Calza];

    /// The family of a preset.
    pub const fn of(preset: Preset) -> Family {
        match preset {
            Preset::Tournament => Family::Tournament,
            Preset::Classic | Preset::Dudo => Family::Classic,
            Preset::International => Family::International,
            Preset::Calza => Family::Calza,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Family::Tournament => "tournament",
            Family::Classic => "classic",
            Family::International => "international",
            Family::Calza => "calza",
        }
    }
}

impl Pool {
    /// All pools.
    pub fn all() -> impl Iterator<Item = Pool> {
        let sizes = [TableSize::Duel, TableSize::Table];
        sizes.into_iter().flat_map(|size| Family::ALL.into_iter().map(move |family| Pool { size, family }))
    }

    /// The pool of a tour, if it is played by the rules of a preset as they are.
    pub fn of(rules: &Rules, players: usize) -> Option<Pool> {
        let preset = Preset::ALL.into_iter().find(|preset| preset.rules() == *rules)?;
        Some(Pool::of_preset(preset, players))
    }

    /// The pool of a tour by a preset.
    pub const fn of_preset(preset: Preset, players: usize) -> Pool {
        let size = if players > 2 { TableSize::Table } else { TableSize::Duel };
        Pool { size, family: Family::of(preset) }
    }
}

impl fmt::Display for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = match self.size {
            TableSize::Duel => "duel",
            TableSize::Table => "table",
        };
        write!(f, "{size}-{}", self.family.name())
    }
}

impl FromStr for Pool {
    type Err = ();

    fn from_str(text: &str) -> Result<Pool, ()> {
        Pool::all().find(|pool| pool.to_string() == text).ok_or(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pools_are_named_after_size_and_family() {
        let names: Vec<String> = Pool::all().map(|pool| pool.to_string()).collect();
        assert_eq!(names.len(), 8);
        assert!(
            names.iter().all(|name| name.parse::<Pool>().map(|pool| pool.to_string()).as_ref() == Ok(name))
        );
        assert_eq!(Pool::of(&Preset::Dudo.rules(), 2).unwrap().to_string(), "duel-classic");
        assert_eq!(Pool::of(&Preset::Calza.rules(), 3).unwrap().to_string(), "table-calza");
        assert_eq!(Pool::of(&"calza dice=3".parse().unwrap(), 3), None);
        assert_eq!("duel-chess".parse::<Pool>(), Err(()));
    }
}
