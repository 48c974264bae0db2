//! The axes along which rule sets differ, each declared once. Adding an axis begins here; the
//! compiler then lists every place that has to decide what the axis means.

use crate::axis_macro::axes;
use crate::{Clause, MAX_DICE_EACH, MAX_SEATS, Preset};

axes! {
    /// The largest table (R2).
    Players as players, "players" {
        values: number(2, MAX_SEATS as u8),
        clause: |_| Clause::R2,
        moot: |_| false,
        presets: { Tournament => 6, Classic | Dudo | International | Calza => 20 },
    }

    /// Dice of each player at the start of a tour (R1).
    Dice as dice, "dice" {
        values: number(1, MAX_DICE_EACH),
        clause: |_| Clause::R1,
        moot: |_| false,
        presets: { Tournament | Classic | Dudo | International | Calza => 5 },
    }

    /// Whether a round may be opened on aces (R6).
    OpenAces as open_aces, "open-aces" {
        values: choice {
            /// Only in a maputo round.
            No = "no",
            /// Always.
            Yes = "yes",
        },
        clause: |_| Clause::R6,
        moot: |_| false,
        presets: { Tournament | Calza => No, Classic | Dudo | International => Yes },
    }

    /// The least count of another face after a bid on aces (R10).
    LeaveAces as leave_aces, "leave-aces" {
        values: choice {
            /// Twice the aces and one more (R10a).
            DoublePlusOne = "double-plus-one",
            /// Twice the aces, above any face already called at that count (R10b).
            Double = "double",
        },
        clause: |rules| match rules.leave_aces {
            LeaveAces::DoublePlusOne => Clause::R10a,
            LeaveAces::Double => Clause::R10b,
        },
        moot: |_| false,
        presets: { Tournament | International | Calza => DoublePlusOne, Classic | Dudo => Double },
    }

    /// How a maputo round comes about (R16).
    Maputo as maputo, "maputo" {
        values: choice {
            /// Never.
            Off = "off",
            /// By itself, when the loser of a round keeps one die (R16a).
            Auto = "auto",
            /// A player with one die declares it (R16b).
            Declared = "declared",
        },
        clause: maputo_clause,
        moot: |_| false,
        presets: { Tournament => Auto, Classic | Dudo | International | Calza => Declared },
    }

    /// How often a player may have a maputo in a tour (R16).
    MaputoLimit as maputo_limit, "maputo-limit" {
        values: choice {
            /// Once.
            Once = "once",
            /// Any number of times.
            None = "none",
        },
        clause: maputo_clause,
        moot: without_maputo,
        presets: { Tournament | Calza => Once, Classic | Dudo | International => None },
    }

    /// Whether there is a maputo with two players left (R19).
    MaputoFinal as maputo_final, "maputo-final" {
        values: choice {
            /// Two players play an ordinary final.
            No = "no",
            /// Two players may have a maputo like any others.
            Yes = "yes",
        },
        clause: |_| Clause::R19,
        moot: without_maputo,
        presets: { Tournament | Calza => No, Classic | Dudo | International => Yes },
    }

    /// Whether there is a maputo when exactly three players are left with one die each (R16a).
    MaputoThreeSingles as maputo_three_singles, "maputo-three-singles" {
        values: choice {
            /// Three single dice are played out in an ordinary round.
            No = "no",
            /// Three single dice are no exception.
            Yes = "yes",
        },
        clause: maputo_clause,
        moot: without_maputo,
        presets: { Tournament => No, Classic | Dudo | International | Calza => Yes },
    }

    /// Whether a player may call calza (R17).
    Calza as calza, "calza" {
        values: choice {
            /// A bid is raised or doubted, nothing else.
            Off = "off",
            /// A player may also say that the bid is exact.
            On = "on",
        },
        clause: |_| Clause::R17,
        moot: |_| false,
        presets: { Tournament | Classic | Dudo | International => Off, Calza => On },
    }
}

fn maputo_clause(rules: &RulesSpec) -> Clause {
    match rules.maputo {
        Maputo::Off | Maputo::Auto => Clause::R16a,
        Maputo::Declared => Clause::R16b,
    }
}

fn without_maputo(rules: &RulesSpec) -> bool {
    rules.maputo == Maputo::Off
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
    fn only_numbers_have_a_range() {
        for axis in Axis::ALL {
            let numbers =
                axis.range().map(|range| range.map(|number| number.to_string()).collect::<Vec<_>>());
            let values = axis.values();
            match numbers {
                Some(numbers) => assert_eq!(values, numbers, "{}", axis.name()),
                None => assert!(values.iter().all(|value| value.parse::<u8>().is_err()), "{}", axis.name()),
            }
        }
    }

    #[test]
    fn without_maputo_the_other_axes_of_maputo_are_moot() {
        let moot = |rules: &str| {
            let rules: crate::Rules = rules.parse().unwrap();
            Axis::ALL.into_iter().filter(|&axis| rules.is_moot(axis)).map(Axis::name).collect::<Vec<_>>()
        };
        assert_eq!(moot("tournament maputo=off"), ["maputo-limit", "maputo-final", "maputo-three-singles"]);
        assert_eq!(moot("tournament"), [""; 0]);
        assert_eq!(moot("classic calza=on"), [""; 0]);
    }
}
