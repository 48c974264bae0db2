//! The screens apart from the table.

mod new_table;
mod nowhere;
mod review;
mod rules;
mod start;
mod together;

pub(crate) use new_table::NewTable;
pub(crate) use nowhere::Nowhere;
pub(crate) use review::{Review, open_in_review};
pub(crate) use rules::RulesPage;
pub(crate) use start::Start;
pub(crate) use together::Together;
