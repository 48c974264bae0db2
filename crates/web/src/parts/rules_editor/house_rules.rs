//! House rules: a preset with changes.

use perudo_rules::{Axis, Preset, Rules, RulesErrors};

/// The rules that a text names; the default ones if it names none.
pub(crate) fn rules_of(text: &str) -> Rules {
    text.parse().unwrap_or_default()
}

/// The rules with another value on one axis, if they are valid.
pub(super) fn changed(rules: &Rules, axis: Axis, value: &str) -> Result<Rules, RulesErrors> {
    let mut spec = **rules;
    spec.set(axis, value)?;
    spec.try_into()
}

/// The next value of an axis up or down, if there is one.
pub(super) fn neighbour(rules: &Rules, axis: Axis, up: bool) -> Option<String> {
    let values = axis.values();
    let at = values.iter().position(|value| *value == rules.get(axis))?;
    let next = if up { at.checked_add(1)? } else { at.checked_sub(1)? };
    values.get(next).map(|value| value.to_string())
}

/// Whether an axis has another value than in the preset.
pub(super) fn differs(rules: &Rules, axis: Axis) -> bool {
    rules.get(axis) != rules.preset.spec().get(axis)
}

/// How many axes differ from the preset and mean something.
pub(super) fn changes(rules: &Rules) -> usize {
    Axis::ALL.into_iter().filter(|&axis| differs(rules, axis) && !rules.is_moot(axis)).count()
}

/// The key of a preset's name.
pub(crate) fn preset_key(preset: Preset) -> String {
    format!("web-rules-preset-{}", preset.name())
}

/// The key of a preset's description.
pub(super) fn about_key(preset: Preset) -> String {
    format!("web-rules-about-{}", preset.name())
}

/// The key of an axis's name.
pub(super) fn axis_key(axis: Axis) -> String {
    format!("web-rules-axis-{}", axis.name())
}

/// The key of a value's name.
pub(super) fn value_key(value: &str) -> String {
    format!("web-rules-value-{value}")
}

#[cfg(test)]
mod tests {
    use perudo_rules::RulesError;
    use perudo_words::{Language, Words};

    use super::*;

    fn rules(text: &str) -> Rules {
        text.parse().unwrap()
    }

    #[test]
    fn a_text_that_is_no_rule_set_stands_for_the_usual_rules() {
        assert_eq!(rules_of("clasic"), Rules::default());
        assert_eq!(rules_of("calza dice=1"), Rules::default());
        assert_eq!(rules_of("classic dice=3").to_string(), "classic dice=3");
    }

    #[test]
    fn a_change_is_made_or_refused_with_its_reason() {
        let two = changed(&rules("calza"), Axis::Dice, "2").unwrap();
        assert_eq!(two.to_string(), "calza dice=2");
        assert_eq!(changed(&two, Axis::Dice, "1"), Err(RulesError::CalzaWithOneDie.into()));
        assert!(changed(&two, Axis::Dice, "11").is_err());
        let back = changed(&two, Axis::Dice, "5").unwrap();
        assert_eq!(back.to_string(), "calza", "the value of the preset is no change");
    }

    #[test]
    fn numbers_have_neighbours_up_to_their_ends() {
        assert_eq!(neighbour(&rules("tournament"), Axis::Players, true).as_deref(), Some("7"));
        assert_eq!(neighbour(&rules("classic"), Axis::Players, true), None);
        assert_eq!(neighbour(&rules("classic dice=1"), Axis::Dice, false), None);
    }

    #[test]
    fn without_maputo_its_other_axes_are_no_changes() {
        let rules = rules("tournament maputo=off maputo-limit=none calza=on");
        assert!(rules.is_moot(Axis::MaputoLimit) && differs(&rules, Axis::MaputoLimit));
        assert_eq!(changes(&rules), 2);
    }

    #[test]
    fn every_preset_axis_and_value_has_a_name_in_every_language() {
        for &language in Language::all() {
            let words = Words::new(language);
            let presets = Preset::ALL.into_iter().flat_map(|preset| [preset_key(preset), about_key(preset)]);
            let axes = Axis::ALL.into_iter().map(axis_key);
            let chosen = Axis::ALL.into_iter().filter(|axis| axis.range().is_none());
            let values = chosen.flat_map(Axis::values).map(|value| value_key(&value));
            for key in presets.chain(axes).chain(values) {
                assert!(words.knows(&key), "{} lacks {key}", language.code());
            }
        }
    }
}
