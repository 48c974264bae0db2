//! The rules of a rule set in sentences, each with its clause.

use perudo_rules::{Axis, Calza, Clause, Clause::*, Maputo, Rules};

use crate::Words;

/// A sentence of the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// The clause that it puts into words.
    pub clause: Clause,
    /// The sentence.
    pub text: String,
}

/// A part of the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// Its title.
    pub title: String,
    /// Its sentences, in reading order.
    pub sentences: Vec<Sentence>,
}

/// One axis on which two rule sets differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The axis.
    pub axis: Axis,
    /// What the first rule set says.
    pub first: Sentence,
    /// What the second says.
    pub second: Sentence,
}

impl Words {
    /// The rules of that rule set, complete enough to teach a newcomer.
    pub fn rulebook(&self, rules: &Rules) -> Vec<Section> {
        let section = |title: &str, sentences: Vec<Sentence>| Section { title: self.text(title), sentences };
        vec![
            section("rules-section-game", self.the_game(rules)),
            section("rules-section-round", self.a_round(rules)),
            section("rules-section-bidding", self.bidding(rules)),
            section("rules-section-showdown", self.showdown_rules(rules)),
            section("rules-section-maputo", self.maputo(rules)),
            section("rules-section-end", self.the_end(rules)),
        ]
    }

    /// How two rule sets differ. An axis that means nothing under one of them does not count.
    pub fn differences(&self, first: &Rules, second: &Rules) -> Vec<Difference> {
        first
            .differences(second)
            .filter(|&axis| !first.is_moot(axis) && !second.is_moot(axis))
            .map(|axis| Difference { axis, first: self.axis(axis, first), second: self.axis(axis, second) })
            .collect()
    }

    /// What a rule set says on one axis.
    pub fn axis(&self, axis: Axis, rules: &Rules) -> Sentence {
        let value = rules.get(axis);
        let text = match axis {
            Axis::Players => self.say("axis-players", &[("players", rules.players.into())]),
            Axis::Dice => self.say("axis-dice", &[("dice", self.dice(rules.dice).into())]),
            Axis::OpenAces if rules.maputo != Maputo::Off => {
                self.text(&format!("axis-open-aces-{value}-with-maputo"))
            }
            Axis::OpenAces
            | Axis::LeaveAces
            | Axis::Maputo
            | Axis::MaputoLimit
            | Axis::MaputoFinal
            | Axis::MaputoThreeSingles
            | Axis::Calza => self.text(&format!("axis-{}-{value}", axis.name())),
        };
        Sentence { clause: rules.clause(axis), text }
    }

    fn sentence(&self, clause: Clause, key: &str) -> Sentence {
        Sentence { clause, text: self.text(key) }
    }

    fn the_game(&self, rules: &Rules) -> Vec<Sentence> {
        let mut sentences = vec![self.axis(Axis::Players, rules)];
        if rules.players >= 5 {
            sentences.push(self.sentence(R2, "rule-best-table"));
        }
        sentences.extend([
            self.axis(Axis::Dice, rules),
            self.sentence(R18, "rule-goal"),
            self.sentence(R3, "rule-draw"),
        ]);
        sentences
    }

    fn a_round(&self, rules: &Rules) -> Vec<Sentence> {
        let choices = match rules.calza {
            Calza::Off => "rule-choices",
            Calza::On => "rule-choices-with-calza",
        };
        vec![
            self.sentence(R4, "rule-roll"),
            self.sentence(R4, "rule-clockwise"),
            self.sentence(R5, "rule-bid"),
            self.sentence(R12, "rule-jokers"),
            self.sentence(R11, choices),
        ]
    }

    fn bidding(&self, rules: &Rules) -> Vec<Sentence> {
        vec![
            self.axis(Axis::OpenAces, rules),
            self.sentence(R7, "rule-raise"),
            self.sentence(R8, "rule-to-aces"),
            self.sentence(R9, "rule-after-aces"),
            self.axis(Axis::LeaveAces, rules),
            self.sentence(R22, "rule-limit"),
        ]
    }

    fn showdown_rules(&self, rules: &Rules) -> Vec<Sentence> {
        let mut sentences = vec![
            self.sentence(R11, "rule-doubt"),
            self.sentence(R13, "rule-loss"),
            self.sentence(R13, "rule-centre"),
            self.sentence(R14, "rule-opens-next"),
            self.axis(Axis::Calza, rules),
        ];
        if rules.calza == Calza::On {
            let maputo = rules.maputo != Maputo::Off;
            let refused = if maputo { "rule-calza-refused-with-maputo" } else { "rule-calza-refused" };
            sentences.push(self.sentence(R17, "rule-calza-exact"));
            sentences.push(Sentence {
                clause: R17,
                text: self.say(refused, &[("dice", self.dice(rules.dice).into())]),
            });
        }
        sentences
    }

    fn maputo(&self, rules: &Rules) -> Vec<Sentence> {
        let mut sentences = vec![self.axis(Axis::Maputo, rules)];
        if rules.maputo == Maputo::Off {
            return sentences;
        }
        if rules.maputo == Maputo::Declared {
            sentences.push(self.sentence(R16b, "rule-maputo-asked"));
        } else {
            sentences.push(self.sentence(R16a, "rule-maputo-after"));
        }
        sentences.extend([
            self.sentence(R15, "rule-maputo-aces"),
            self.sentence(R15, "rule-maputo-face"),
            self.axis(Axis::MaputoLimit, rules),
            self.axis(Axis::MaputoThreeSingles, rules),
            self.axis(Axis::MaputoFinal, rules),
        ]);
        sentences
    }

    fn the_end(&self, rules: &Rules) -> Vec<Sentence> {
        let leaving = match rules.maputo {
            Maputo::Off => "rule-leaving",
            Maputo::Auto | Maputo::Declared => "rule-leaving-with-maputo",
        };
        let tours = match rules.maputo {
            Maputo::Off => "rule-tours",
            Maputo::Auto | Maputo::Declared => "rule-tours-with-maputo",
        };
        vec![
            self.sentence(R18, "rule-win"),
            self.sentence(R19, "rule-final"),
            self.sentence(R20, "rule-askew"),
            self.sentence(R20, "rule-touching"),
            self.sentence(R21, leaving),
            self.sentence(R23, tours),
        ]
    }
}

#[cfg(test)]
mod tests {
    use perudo_rules::{LeaveAces, Preset, RulesSpec};

    use super::*;
    use crate::Language;

    fn all_words() -> impl Iterator<Item = Words> {
        Language::all().iter().map(|&language| Words::new(language))
    }

    /// Every rule set that differs from a preset in one axis or two.
    fn neighbours() -> Vec<Rules> {
        let mut all = Vec::new();
        for preset in Preset::ALL {
            for first in Axis::ALL {
                for second in Axis::ALL {
                    for (a, b) in first
                        .values()
                        .iter()
                        .flat_map(|a| second.values().into_iter().map(move |b| (a.clone(), b)))
                    {
                        let mut spec: RulesSpec = preset.spec();
                        spec.set(first, &a).unwrap();
                        spec.set(second, &b).unwrap();
                        all.extend(Rules::try_from(spec));
                    }
                }
            }
        }
        all
    }

    #[test]
    fn no_sentence_of_any_rule_set_is_missing() {
        for words in all_words() {
            for rules in neighbours() {
                for section in words.rulebook(&rules) {
                    for text in
                        section.sentences.iter().map(|sentence| &sentence.text).chain([&section.title])
                    {
                        assert!(!text.contains(['{', '}']), "{rules} in {:?}: {text}", words.language());
                    }
                }
            }
        }
    }

    #[test]
    fn the_rules_of_every_preset_cover_every_clause_that_holds_there() {
        for words in all_words() {
            for preset in Preset::ALL {
                let rules = preset.rules();
                let book = words.rulebook(&rules);
                let told: Vec<Clause> = book
                    .iter()
                    .flat_map(|section| &section.sentences)
                    .map(|sentence| sentence.clause)
                    .collect();
                let foreign = [
                    if rules.leave_aces == LeaveAces::Double { R10a } else { R10b },
                    if rules.maputo == Maputo::Auto { R16b } else { R16a },
                ];
                for &clause in Clause::ALL.iter().filter(|clause| !foreign.contains(clause)) {
                    assert!(
                        told.contains(&clause),
                        "{rules} in {:?} does not tell {clause}",
                        words.language()
                    );
                }
            }
        }
    }

    #[test]
    fn the_rules_of_every_rule_set_tell_every_axis_that_means_something() {
        let words = Words::new(Language::default());
        for rules in neighbours() {
            let book = words.rulebook(&rules);
            let told = |sentence: &Sentence| book.iter().any(|section| section.sentences.contains(sentence));
            for axis in Axis::ALL {
                let sentence = words.axis(axis, &rules);
                assert_eq!(told(&sentence), !rules.is_moot(axis), "{rules}: {}", sentence.text);
            }
        }
    }

    #[test]
    fn two_rule_sets_that_differ_on_an_axis_are_told_apart_in_words() {
        for words in all_words() {
            for preset in Preset::ALL {
                let rules = preset.rules();
                for axis in Axis::ALL {
                    for value in axis.values() {
                        let mut spec = *rules;
                        spec.set(axis, &value).unwrap();
                        let Ok(other) = Rules::try_from(spec) else { continue };
                        for difference in words.differences(&rules, &other) {
                            assert_ne!(difference.first.text, difference.second.text, "{rules} / {other}");
                        }
                        let expected = usize::from(*rules != *other);
                        assert_eq!(words.differences(&rules, &other).len(), expected, "{rules} / {other}");
                    }
                }
            }
        }
    }
}
