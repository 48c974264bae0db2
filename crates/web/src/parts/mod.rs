//! Parts that several screens are made of.

mod die;
mod radio;
mod rulebook;
mod rules_editor;
mod rules_sheet;

pub(crate) use die::{Cup, Die};
pub(crate) use rulebook::{Clause, Differences, Rulebook};
pub(crate) use rules_editor::{RulesEditor, preset_key, rules_of};
pub(crate) use rules_sheet::RulesSheet;
