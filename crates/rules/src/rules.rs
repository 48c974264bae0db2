//! Rule sets: raw ([`RulesSpec`]) and valid ([`Rules`]), with one gate between them.

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use crate::{Axis, Calza, RulesSpec};

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules(RulesSpec);

/// Something wrong with a rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RulesFault {
    /// No preset has this name.
    UnknownPreset(String),
    /// This is neither `axis=value` nor a preset in first place.
    NotAnAxis(String),
    /// No axis has this name.
    UnknownAxis(String),
    /// The axis cannot take this value.
    BadValue {
        /// The axis.
        axis: Axis,
        /// What was written.
        value: String,
    },
    /// The axis was given more than once.
    Repeated(Axis),
    /// Nobody could ever call calza: with one die each, everyone who has dice has all of them.
    CalzaWithOneDie,
}

impl RulesSpec {
    /// Reads `PRESET axis=value …`. Without a preset the default one is meant.
    /// All faults are found at once.
    pub fn parse(text: &str) -> Result<RulesSpec, Vec<RulesFault>> {
        let mut spec = Preset::ALL[0].spec();
        let mut faults = Vec::new();
        let mut given = Vec::new();
        for (position, word) in text.split_whitespace().enumerate() {
            let Some((name, value)) = word.split_once('=') else {
                match Preset::named(word) {
                    Some(preset) if position == 0 => spec = preset.spec(),
                    None if position == 0 => faults.push(RulesFault::UnknownPreset(word.into())),
                    _ => faults.push(RulesFault::NotAnAxis(word.into())),
                }
                continue;
            };
            let Some(axis) = Axis::named(name) else {
                faults.push(RulesFault::UnknownAxis(name.into()));
                continue;
            };
            if given.contains(&axis) {
                faults.push(RulesFault::Repeated(axis));
                continue;
            }
            given.push(axis);
            faults.extend(spec.set(axis, value).err());
        }
        if faults.is_empty() {
            Ok(spec)
        } else {
            faults.extend(spec.contradictions());
            Err(faults)
        }
    }

    /// The axes on which two rule sets differ; the names of their presets do not count.
    pub fn differences(&self, other: &RulesSpec) -> impl Iterator<Item = Axis> {
        Axis::ALL.into_iter().filter(|&axis| self.get(axis) != other.get(axis))
    }

    fn contradictions(&self) -> Vec<RulesFault> {
        let mut copy = *self;
        let out_of_range = Axis::ALL.into_iter().filter_map(|axis| copy.set(axis, &self.get(axis)).err());
        let mut faults: Vec<RulesFault> = out_of_range.collect();
        if self.calza == Calza::On && self.dice == 1 {
            faults.push(RulesFault::CalzaWithOneDie);
        }
        faults
    }
}

impl TryFrom<RulesSpec> for Rules {
    type Error = Vec<RulesFault>;

    fn try_from(spec: RulesSpec) -> Result<Rules, Vec<RulesFault>> {
        let faults = spec.contradictions();
        if faults.is_empty() { Ok(Rules(spec)) } else { Err(faults) }
    }
}

impl FromStr for Rules {
    type Err = Vec<RulesFault>;

    fn from_str(text: &str) -> Result<Rules, Vec<RulesFault>> {
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

    fn bad(axis: Axis, value: &str) -> RulesFault {
        RulesFault::BadValue { axis, value: value.into() }
    }

    #[test]
    fn all_faults_of_a_rule_set_are_listed_at_once() {
        let faults = "clasic dice=11 dise=3 calza=maybe dice=2 loud".parse::<Rules>().unwrap_err();
        let expected = [
            RulesFault::UnknownPreset("clasic".into()),
            bad(Axis::Dice, "11"),
            RulesFault::UnknownAxis("dise".into()),
            bad(Axis::Calza, "maybe"),
            RulesFault::Repeated(Axis::Dice),
            RulesFault::NotAnAxis("loud".into()),
        ];
        assert_eq!(faults, expected);
        let faults = "calza dice=1 players=1".parse::<Rules>().unwrap_err();
        assert_eq!(faults, [bad(Axis::Players, "1"), RulesFault::CalzaWithOneDie]);
        assert!("international players=20 dice=10".parse::<Rules>().is_ok());
    }

    #[test]
    fn a_raw_rule_set_with_impossible_numbers_does_not_become_rules() {
        let spec = RulesSpec { players: 1, dice: 0, ..Preset::Tournament.spec() };
        let faults = Rules::try_from(spec).unwrap_err();
        assert_eq!(faults, [bad(Axis::Players, "1"), bad(Axis::Dice, "0")]);
    }
}
