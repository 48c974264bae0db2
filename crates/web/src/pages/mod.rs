//! The screens, except for the table.

mod games;
mod learn;
mod new_table;
mod not_found;
mod people;
mod review;
mod rules;
mod start;
mod together;

pub(crate) use games::Games;
pub(crate) use learn::{Explore, Learn, LessonPage, OddsPage, PuzzlePage};
pub(crate) use new_table::NewTable;
pub(crate) use not_found::NotFound;
pub(crate) use people::{DeviceLink, Leaders, Me, Profile, PublicTables, QuickGame};
pub(crate) use review::{Opened, Review, open_in_review};
pub(crate) use rules::RulesPage;
pub(crate) use start::Start;
pub(crate) use together::{NewTogether, TOGETHER, Together, TogetherGame};
