//! Parts that several screens are made of.

mod avatar;
mod bar;
mod bot_choice;
mod dialog;
mod die;
mod invite;
mod name_field;
mod prefs_form;
mod radio;
mod rulebook;
mod rules_editor;
mod rules_name;
mod rules_sheet;
mod settings_form;

pub(crate) use avatar::{Avatar, Character, Mood};
pub(crate) use bar::{Bar, Home};
pub(crate) use bot_choice::{BotChoice, beginners, bots_of};
pub(crate) use dialog::Dialog;
pub(crate) use die::{Cup, Die};
pub(crate) use invite::Invite;
pub(crate) use name_field::NameField;
pub(crate) use prefs_form::{LanguageChoice, PrefsForm};
pub(crate) use rulebook::{Clause, Differences, Rulebook};
pub(crate) use rules_editor::{RulesEditor, preset_key, rules_of};
pub(crate) use rules_name::rules_name;
pub(crate) use rules_sheet::RulesSheet;
pub(crate) use settings_form::SettingsForm;
