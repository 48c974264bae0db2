//! Rule sets: raw ([`RulesSpec`]) and valid ([`Rules`]), with one gate between them.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use crate::action::saturating_number;
use crate::axes::{
    Axis, Calza, Choice, LeaveAces, Maputo, MaputoFinal, MaputoLimit, MaputoThreeSingles, OpenAces,
};

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

    /// The point on every axis that the document describes.
    pub const fn spec(self) -> RulesSpec {
        const CLASSIC: RulesSpec = RulesSpec {
            preset: Preset::Classic,
            players: 20,
            dice: 5,
            open_aces: OpenAces::Yes,
            leave_aces: LeaveAces::Double,
            maputo: Maputo::Declared,
            maputo_limit: MaputoLimit::None,
            maputo_final: MaputoFinal::Yes,
            maputo_three_singles: MaputoThreeSingles::Yes,
            calza: Calza::Off,
        };
        match self {
            Preset::Tournament => RulesSpec {
                preset: self,
                players: 6,
                dice: 5,
                open_aces: OpenAces::No,
                leave_aces: LeaveAces::DoublePlusOne,
                maputo: Maputo::Auto,
                maputo_limit: MaputoLimit::Once,
                maputo_final: MaputoFinal::No,
                maputo_three_singles: MaputoThreeSingles::No,
                calza: Calza::Off,
            },
            Preset::Classic => CLASSIC,
            Preset::Dudo => RulesSpec { preset: self, ..CLASSIC },
            Preset::International => {
                RulesSpec { preset: self, leave_aces: LeaveAces::DoublePlusOne, ..CLASSIC }
            }
            Preset::Calza => RulesSpec {
                preset: self,
                open_aces: OpenAces::No,
                leave_aces: LeaveAces::DoublePlusOne,
                maputo_limit: MaputoLimit::Once,
                maputo_final: MaputoFinal::No,
                calza: Calza::On,
                ..CLASSIC
            },
        }
    }

    /// The rule set of the document.
    pub const fn rules(self) -> Rules {
        Rules(self.spec())
    }
}

/// A rule set as someone wrote it: any value on any axis, sensible or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RulesSpec {
    /// The preset it started from; only the name of the rule set depends on it.
    pub preset: Preset,
    /// The largest table (R2).
    pub players: u8,
    /// Dice of each player at the start of a tour (R1).
    pub dice: u8,
    /// R6.
    pub open_aces: OpenAces,
    /// R10.
    pub leave_aces: LeaveAces,
    /// R16.
    pub maputo: Maputo,
    /// R16.
    pub maputo_limit: MaputoLimit,
    /// R19.
    pub maputo_final: MaputoFinal,
    /// R16a.
    pub maputo_three_singles: MaputoThreeSingles,
    /// R17.
    pub calza: Calza,
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
    /// The least and the most that the axis `players` takes.
    pub const PLAYERS: (u8, u8) = (2, crate::MAX_SEATS as u8);
    /// The least and the most that the axis `dice` takes.
    pub const DICE: (u8, u8) = (1, 10);

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

    /// Sets one axis to a value in record spelling. A number is taken as it is:
    /// whether it makes sense is asked when [`Rules`] are made of it.
    pub fn set(&mut self, axis: Axis, value: &str) -> Result<(), RulesFault> {
        fn read<C: Choice>(axis: Axis, value: &str) -> Result<C, RulesFault> {
            let known = C::VALUES.iter().find(|(spelling, _)| *spelling == value);
            known.map(|&(_, choice)| choice).ok_or_else(|| bad(axis, value))
        }
        fn number(axis: Axis, value: &str) -> Result<u8, RulesFault> {
            let (least, most) = match axis {
                Axis::Players => RulesSpec::PLAYERS,
                _ => RulesSpec::DICE,
            };
            let number = saturating_number(value).filter(|n| (least..=most).contains(n));
            number.ok_or_else(|| bad(axis, value))
        }
        match axis {
            Axis::Players => self.players = number(axis, value)?,
            Axis::Dice => self.dice = number(axis, value)?,
            Axis::OpenAces => self.open_aces = read(axis, value)?,
            Axis::LeaveAces => self.leave_aces = read(axis, value)?,
            Axis::Maputo => self.maputo = read(axis, value)?,
            Axis::MaputoLimit => self.maputo_limit = read(axis, value)?,
            Axis::MaputoFinal => self.maputo_final = read(axis, value)?,
            Axis::MaputoThreeSingles => self.maputo_three_singles = read(axis, value)?,
            Axis::Calza => self.calza = read(axis, value)?,
        }
        Ok(())
    }

    /// The value on an axis, in record spelling.
    pub fn get(&self, axis: Axis) -> Cow<'static, str> {
        match axis {
            Axis::Players => self.players.to_string().into(),
            Axis::Dice => self.dice.to_string().into(),
            Axis::OpenAces => self.open_aces.spelling().into(),
            Axis::LeaveAces => self.leave_aces.spelling().into(),
            Axis::Maputo => self.maputo.spelling().into(),
            Axis::MaputoLimit => self.maputo_limit.spelling().into(),
            Axis::MaputoFinal => self.maputo_final.spelling().into(),
            Axis::MaputoThreeSingles => self.maputo_three_singles.spelling().into(),
            Axis::Calza => self.calza.spelling().into(),
        }
    }

    /// The axes on which two rule sets differ; the names of their presets do not count.
    pub fn differences(&self, other: &RulesSpec) -> impl Iterator<Item = Axis> {
        Axis::ALL.into_iter().filter(|&axis| self.get(axis) != other.get(axis))
    }

    fn contradictions(&self) -> Vec<RulesFault> {
        let mut faults = Vec::new();
        for (axis, number, (least, most)) in
            [(Axis::Players, self.players, RulesSpec::PLAYERS), (Axis::Dice, self.dice, RulesSpec::DICE)]
        {
            if !(least..=most).contains(&number) {
                faults.push(bad(axis, &number.to_string()));
            }
        }
        if self.calza == Calza::On && self.dice == 1 {
            faults.push(RulesFault::CalzaWithOneDie);
        }
        faults
    }
}

fn bad(axis: Axis, value: &str) -> RulesFault {
    RulesFault::BadValue { axis, value: value.into() }
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

    #[test]
    fn every_preset_stands_where_its_document_says() {
        let table = [
            ("tournament", "6 5 no double-plus-one auto once no no off"),
            ("classic", "20 5 yes double declared none yes yes off"),
            ("dudo", "20 5 yes double declared none yes yes off"),
            ("international", "20 5 yes double-plus-one declared none yes yes off"),
            ("calza", "20 5 no double-plus-one declared once no yes on"),
        ];
        assert_eq!(table.len(), Preset::ALL.len());
        for (name, expected) in table {
            let rules = Preset::named(name).unwrap().rules();
            let values: Vec<_> = Axis::ALL.iter().map(|&axis| rules.get(axis)).collect();
            assert_eq!(values.join(" "), expected, "{name}");
        }
    }

    #[test]
    fn every_value_of_every_axis_is_read_and_printed_back() {
        for preset in Preset::ALL {
            for axis in Axis::ALL {
                for value in axis.values() {
                    let mut spec = preset.spec();
                    spec.set(axis, &value).unwrap();
                    assert_eq!(spec.get(axis), value);
                    assert_eq!(RulesSpec::parse(&spec.to_string()), Ok(spec), "{spec}");
                }
            }
        }
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
