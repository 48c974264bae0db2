//! Rule sets: raw ([`RulesSpec`]) and valid ([`Rules`]), with one gate between them.

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use crate::{Axis, Calza, RulesError, RulesErrors, RulesSpec};

/// One of the five documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Preset {
    /// The club rules with the amendment of 2013.
    Tournament,
    /// Leaving aces costs double, above any face already called at that count.
    Classic,
    /// Ten and more players, a special round on request.
    International,
    /// Calza wins a die back.
    Calza,
    /// The text of `classic` under the name Dudo.
    Dudo,
}

impl Preset {
    /// All presets; the first is the default.
    pub const ALL: [Preset; 5] =
        [Preset::Tournament, Preset::Classic, Preset::International, Preset::Calza, Preset::Dudo];

    /// The record spelling.
    pub const fn name(self) -> &'static str {
        match self {
            Preset::Tournament => "tournament",
            Preset::Classic => "classic",
            Preset::International => "international",
            Preset::Calza => "calza",
            Preset::Dudo => "dudo",
        }
    }

    /// The preset of that name.
    pub fn named(name: &str) -> Option<Preset> {
        Preset::ALL.into_iter().find(|preset| preset.name() == name)
    }

    /// The rule set of the document.
    pub const fn rules(self) -> Rules {
        Rules(self.spec())
    }
}

/// A rule set that does not contradict itself. Read its axes as fields of the [`RulesSpec`] within.
///
/// # Examples
///
/// ```
/// use perudo_rules::{Axis, Calza, Rules};
///
/// let rules: Rules = "classic dice=3 calza=on".parse()?;
/// assert_eq!((rules.dice, rules.calza), (3, Calza::On));
/// assert_eq!(rules.get(Axis::LeaveAces), "double");
/// assert_eq!(rules.to_string(), "classic dice=3 calza=on");
///
/// let errors = "clasic dice=11".parse::<Rules>().unwrap_err();
/// assert_eq!(errors.to_string(), "no preset is called \"clasic\"; the axis `dice` cannot be \"11\"");
/// # Ok::<(), perudo_rules::RulesErrors>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules(RulesSpec);

impl RulesSpec {
    /// Reads `PRESET axis=value …`. Without a preset the default one is meant.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the text, not only the first thing.
    pub fn parse(text: &str) -> Result<RulesSpec, RulesErrors> {
        let mut spec = Preset::ALL[0].spec();
        let mut errors = Vec::new();
        let mut given = Vec::new();
        for (position, word) in text.split_whitespace().enumerate() {
            let Some((name, value)) = word.split_once('=') else {
                match Preset::named(word) {
                    Some(preset) if position == 0 => spec = preset.spec(),
                    None if position == 0 => errors.push(RulesError::UnknownPreset(word.into())),
                    _ => errors.push(RulesError::NotAnAxis(word.into())),
                }
                continue;
            };
            let Some(axis) = Axis::named(name) else {
                errors.push(RulesError::UnknownAxis(name.into()));
                continue;
            };
            if given.contains(&axis) {
                errors.push(RulesError::Repeated(axis));
                continue;
            }
            given.push(axis);
            errors.extend(spec.set(axis, value).err());
        }
        if !errors.is_empty() {
            errors.extend(spec.contradictions());
        }
        RulesErrors::check(errors).map(|()| spec)
    }

    /// The axes on which two rule sets differ; the names of their presets do not count.
    pub fn differences(&self, other: &RulesSpec) -> impl Iterator<Item = Axis> {
        Axis::ALL.into_iter().filter(|&axis| self.get(axis) != other.get(axis))
    }

    fn contradictions(&self) -> Vec<RulesError> {
        let mut copy = *self;
        let out_of_range = Axis::ALL.into_iter().filter_map(|axis| copy.set(axis, &self.get(axis)).err());
        let mut errors: Vec<RulesError> = out_of_range.collect();
        if self.calza == Calza::On && self.dice == 1 {
            errors.push(RulesError::CalzaWithOneDie);
        }
        errors
    }
}

impl TryFrom<RulesSpec> for Rules {
    type Error = RulesErrors;

    fn try_from(spec: RulesSpec) -> Result<Rules, RulesErrors> {
        RulesErrors::check(spec.contradictions()).map(|()| Rules(spec))
    }
}

impl FromStr for Rules {
    type Err = RulesErrors;

    fn from_str(text: &str) -> Result<Rules, RulesErrors> {
        RulesSpec::parse(text)?.try_into()
    }
}

impl Deref for Rules {
    type Target = RulesSpec;
    fn deref(&self) -> &RulesSpec {
        &self.0
    }
}

impl Default for Rules {
    fn default() -> Rules {
        Preset::ALL[0].rules()
    }
}

/// The record spelling: the preset, then the axes that differ from it.
impl fmt::Display for RulesSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.preset.name())?;
        self.differences(&self.preset.spec())
            .try_for_each(|axis| write!(f, " {}={}", axis.name(), self.get(axis)))
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bad(axis: Axis, value: &str) -> RulesError {
        RulesError::BadValue { axis, value: value.into() }
    }

    #[test]
    fn everything_wrong_with_a_rule_set_is_listed_at_once() {
        let errors = "clasic dice=11 dise=3 calza=maybe dice=2 loud".parse::<Rules>().unwrap_err();
        let expected = [
            RulesError::UnknownPreset("clasic".into()),
            bad(Axis::Dice, "11"),
            RulesError::UnknownAxis("dise".into()),
            bad(Axis::Calza, "maybe"),
            RulesError::Repeated(Axis::Dice),
            RulesError::NotAnAxis("loud".into()),
        ];
        assert_eq!(*errors, expected);
        let errors = "calza dice=1 players=1".parse::<Rules>().unwrap_err();
        assert_eq!(*errors, [bad(Axis::Players, "1"), RulesError::CalzaWithOneDie]);
        assert!("international players=20 dice=10".parse::<Rules>().is_ok());
    }

    #[test]
    fn a_raw_rule_set_with_impossible_numbers_does_not_become_rules() {
        let spec = RulesSpec { players: 1, dice: 0, ..Preset::Tournament.spec() };
        let errors = Rules::try_from(spec).unwrap_err();
        assert_eq!(*errors, [bad(Axis::Players, "1"), bad(Axis::Dice, "0")]);
    }
}
