//! Lessons: real positions at a real table, and the real referee.

use perudo_rules::record::Names;
use perudo_rules::{Action, Bid, Call, Command, Event, Face, Game, Hand, Reveal};
use perudo_words::Words;

use crate::position::play;
use crate::telling::names;
use crate::{Position, Setup};

/// A lesson of a few steps. Its sentences are `lesson-NAME` (the title), `lesson-NAME-about`, and for each step, from 1,
/// `lesson-NAME-1` (what to do), `lesson-NAME-1-hint` and `lesson-NAME-1-done`.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    /// Its name.
    pub name: &'static str,
    /// Its steps.
    pub steps: &'static [Step],
}

/// A position, the dice of everyone in it, and what is to be done.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    setup: &'static str,
    /// The dice of all players, from the opener.
    hands: &'static [&'static str],
    goal: Goal,
}

/// What a step asks for.
#[derive(Clone, Copy, Debug)]
enum Goal {
    /// One of these.
    OneOf(&'static [&'static str]),
    /// So many of any face but aces.
    Count(u8),
    /// Any bid.
    AnyBid,
    /// A doubt or a calza.
    Says(Call),
}

/// What came of an attempt.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The referee refuses it: the sentence.
    Refused(String),
    /// It is legal, and not what the lesson is about.
    Other,
    /// That was it: what happened, in words, and all dice, if they were shown.
    Done(Vec<String>, Option<Box<Reveal>>),
}

const fn step(setup: &'static str, hands: &'static [&'static str], goal: Goal) -> Step {
    Step { setup, hands, goal }
}

impl Lesson {
    /// All lessons, in the order in which they are best taken.
    pub const ALL: [Lesson; 8] = [
        Lesson {
            name: "bids",
            steps: &[
                step("3-3:255::tournament", &["255", "346"], Goal::OneOf(&["2x5"])),
                step("3-3:346:2x5:tournament", &["255", "346"], Goal::OneOf(&["2x6"])),
                step("3-3:225:2x5,2x6:tournament", &["225", "136"], Goal::Count(3)),
            ],
        },
        Lesson {
            name: "aces",
            steps: &[
                step("3-3:144:2x4:tournament", &["346", "144"], Goal::OneOf(&["3x4"])),
                step("3-3:113:4x3:tournament", &["334", "113"], Goal::OneOf(&["5x3"])),
                step("3-3:113::classic", &["113", "256"], Goal::OneOf(&["2x1"])),
            ],
        },
        Lesson {
            name: "to-aces",
            steps: &[
                step("5-5:11346:5x6:tournament", &["13466", "11346"], Goal::OneOf(&["3x1"])),
                step("5-5:23356:4x6,2x1:tournament", &["23356", "11346"], Goal::Count(5)),
                step("5-5:23446:6x3,3x1:classic", &["23446", "11134"], Goal::OneOf(&["6x4", "6x5", "6x6"])),
            ],
        },
        Lesson {
            name: "doubt",
            steps: &[
                step("3-3:256:1x4,2x4,4x4:tournament", &["344", "256"], Goal::Says(Call::Dudo)),
                step("3-3:146:1x4,3x4:tournament", &["146", "345"], Goal::AnyBid),
                step("4-4:2355:2x5,3x5,5x5:tournament", &["1456", "2355"], Goal::Says(Call::Dudo)),
            ],
        },
        Lesson {
            name: "maputo",
            steps: &[
                step("1!-4-3:6::tournament", &["6", "1455", "135"], Goal::OneOf(&["1x6", "2x6"])),
                step("1!-4-3:1455:1x5:tournament", &["5", "1455", "136"], Goal::OneOf(&["2x5", "3x5"])),
                step("1!-4-3:135:1x5,3x5:tournament", &["5", "1446", "135"], Goal::Says(Call::Dudo)),
            ],
        },
        Lesson {
            name: "calza",
            steps: &[
                step("4-4-3:146:3x6,4x6:calza", &["2356", "1244", "146"], Goal::Says(Call::Calza)),
                step("3-4:234:3x2,5x2:calza", &["234", "1226"], Goal::Says(Call::Dudo)),
            ],
        },
        Lesson {
            name: "final",
            steps: &[
                step("1-1:4:1x4:tournament", &["2", "4"], Goal::AnyBid),
                step("1-2:36:2x5:tournament", &["5", "36"], Goal::Says(Call::Dudo)),
                step("2-1:16::tournament", &["16", "3"], Goal::OneOf(&["2x6"])),
            ],
        },
        Lesson {
            name: "bluff",
            steps: &[
                step("5-5-5:23346::tournament", &["23346", "12556", "13455"], Goal::OneOf(&["3x5"])),
                step("5-5-5:23346:3x5,4x5:tournament", &["12456", "13556", "23346"], Goal::OneOf(&["4x6"])),
                step("4-4:2345:2x6,3x6:tournament", &["2345", "1256"], Goal::Says(Call::Dudo)),
            ],
        },
    ];

    /// The lesson of that name.
    pub fn named(name: &str) -> Option<Lesson> {
        Lesson::ALL.into_iter().find(|lesson| lesson.name == name)
    }
}

impl Step {
    /// The position. A test sets all of them up.
    pub fn position(&self) -> Option<Position> {
        Position::read(self.setup).ok()
    }

    /// The referee's game, with all dice.
    fn game(&self) -> Option<Game> {
        let setup: Setup = self.setup.parse().ok()?;
        play(&setup, |seat, _| self.hands.get(seat.index()).map(|hand| hand_of(hand)).unwrap_or_default())
            .ok()
    }

    /// Tries an action: the referee decides whether it is legal, the step whether it is the one.
    pub fn attempt(&self, words: &Words, action: Action) -> Outcome {
        let Some(game) = self.game() else { return Outcome::Other };
        let (Some(turn), seats) = (game.turn(), game.seats().len()) else { return Outcome::Other };
        let told = Names::new(names(words, seats, None));
        let event = match (game.decide(Command::Act { seat: turn, action }), &told) {
            (Ok(event), _) => event,
            (Err(refusal), Ok(names)) => {
                return Outcome::Refused(words.refusal(&refusal, None, names, &game));
            }
            (Err(refusal), Err(_)) => return Outcome::Refused(refusal.to_string()),
        };
        if !self.goal.is(action) {
            return Outcome::Other;
        }
        let reveal = match &event {
            Event::Revealed(reveal) => Some(Box::new(*reveal)),
            _ => None,
        };
        let counted = reveal.as_ref().map(|reveal| {
            let jokers = game.kind().jokers() && reveal.bid.face != Face::Ace;
            let aces = reveal.hands.values().map(|hand| hand.of(Face::Ace)).fold(0, u8::saturating_add);
            let found = Bid::new(reveal.count, reveal.bid.face);
            format!("{}.", words.counted(found, if jokers { aces } else { 0 }))
        });
        Outcome::Done(counted.into_iter().collect(), reveal)
    }
}

impl Goal {
    fn is(&self, action: Action) -> bool {
        match (self, action) {
            (Goal::OneOf(actions), action) => actions.iter().any(|known| *known == action.to_string()),
            (Goal::Count(count), Action::Bid(bid)) => bid.count == *count && bid.face != Face::Ace,
            (Goal::AnyBid, Action::Bid(_)) => true,
            (Goal::Says(Call::Dudo), Action::Dudo) | (Goal::Says(Call::Calza), Action::Calza) => true,
            _ => false,
        }
    }
}

fn hand_of(text: &str) -> Hand {
    text.bytes().filter_map(|digit| Face::new(digit.wrapping_sub(b'0'))).collect()
}

#[cfg(test)]
mod tests {
    use perudo_words::Language;

    use super::*;

    #[test]
    fn every_step_can_be_done_and_has_its_sentences_in_every_language() {
        for language in Language::all() {
            let words = Words::of(*language);
            for lesson in Lesson::ALL {
                let title = format!("lesson-{}", lesson.name);
                assert!(words.knows(&title) && words.knows(&format!("{title}-about")), "{title}");
                for (index, step) in lesson.steps.iter().enumerate() {
                    let name = format!("{title}-{}", index + 1);
                    let position = step.position().unwrap_or_else(|| panic!("{name} cannot be"));
                    let game = step.game().unwrap_or_else(|| panic!("{name} cannot be with these dice"));
                    assert_eq!(game.hands().unwrap()[position.seat()], position.hand(), "{name}");
                    for part in ["", "-hint", "-done"] {
                        assert!(words.knows(&format!("{name}{part}")), "{language:?} lacks {name}{part}");
                    }
                    let legal = position.view().legal_actions();
                    let outcomes: Vec<Outcome> =
                        legal.iter().map(|action| step.attempt(words, action)).collect();
                    assert!(outcomes.iter().any(|one| matches!(one, Outcome::Done(..))), "{name}");
                    assert!(outcomes.contains(&Outcome::Other), "everything is right in {name}");
                    assert!(!outcomes.iter().any(|one| matches!(one, Outcome::Refused(_))), "{name}");
                }
            }
        }
    }

    #[test]
    fn who_does_what_the_lesson_says_never_loses_a_die_by_it() {
        for lesson in Lesson::ALL {
            for step in lesson.steps {
                let position = step.position().unwrap();
                for action in position.view().legal_actions().iter() {
                    if let Outcome::Done(_, Some(reveal)) =
                        step.attempt(Words::of(Language::default()), action)
                    {
                        assert_ne!(reveal.loser(), Some(position.seat()), "{}: {action}", step.setup);
                    }
                }
            }
        }
    }

    #[test]
    fn the_referee_says_why_not() {
        let words = Words::of(Language::default());
        let cases =
            [("to-aces", 0, "2x1", "three aces"), ("maputo", 1, "2x6", "face"), ("bids", 1, "2x4", "raise")];
        for (lesson, step, action, expected) in cases {
            let outcome = Lesson::named(lesson).unwrap().steps[step].attempt(words, action.parse().unwrap());
            let Outcome::Refused(sentence) = outcome else { panic!("{lesson}: {outcome:?}") };
            assert!(sentence.contains(expected), "{lesson}: {sentence}");
        }
    }
}
