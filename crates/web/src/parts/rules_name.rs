//! What a rule set is called.

use perudo_rules::Preset;

use super::preset_key;
use crate::i18n::t;

/// The name of the preset, and whether it has house rules.
pub(crate) fn rules_name(rules: &str) -> String {
    let mut parts = rules.split_whitespace();
    let preset = parts.next().and_then(Preset::named).unwrap_or(Preset::Tournament);
    let name = t(&preset_key(preset));
    if parts.next().is_some() { format!("{name}, {}", t("web-house-rules")) } else { name }
}
