//! A trainer of odds: how likely is that bid?

use perudo_bots::Odds;
use perudo_rules::{Bid, Face, Hand};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use crate::position::draw_hand;

/// How likely is a bid to be true, or to be exact?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The own dice.
    pub hand: Hand,
    /// How many dice are in play, the own ones included.
    pub in_play: u8,
    /// Whether aces are jokers.
    pub jokers: bool,
    /// The bid.
    pub bid: Bid,
    /// Whether the bid is to be exact, as for a calza.
    pub exact: bool,
}

/// What somebody knows of the odds so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Quiz {
    /// How hard the questions are, from 1 to [`Quiz::LEVELS`].
    pub level: u8,
    /// How many were answered.
    pub answered: u32,
    /// The sum of all errors.
    pub error: f64,
    /// The latest errors, the newest last.
    pub latest: Vec<f64>,
    /// The answers by what was guessed, in tenths: the calibration curve.
    pub bins: [Bin; 10],
}

/// The answers in which about the same was guessed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Bin {
    /// How many.
    pub count: u32,
    /// The sum of the guesses.
    pub guessed: f64,
    /// The sum of the true chances.
    pub truth: f64,
}

/// What a guess was worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// The true chance.
    pub truth: f64,
    /// How far off the guess was.
    pub error: f64,
    /// What became of the level: 1 for harder, −1 for easier, 0 for neither.
    pub step: i8,
}

/// What the questions of a level are about.
struct Level {
    /// The most dice in play.
    dice: u8,
    /// The most own dice.
    own: u8,
    aces: bool,
    maputo: bool,
    exact: bool,
}

const LEVELS: [Level; 6] = [
    Level { dice: 4, own: 2, aces: false, maputo: false, exact: false },
    Level { dice: 8, own: 3, aces: false, maputo: false, exact: false },
    Level { dice: 12, own: 5, aces: true, maputo: false, exact: false },
    Level { dice: 20, own: 5, aces: true, maputo: true, exact: false },
    Level { dice: 30, own: 5, aces: true, maputo: true, exact: true },
    Level { dice: 40, own: 8, aces: true, maputo: true, exact: true },
];
/// So many answers decide about the level.
const DECIDING: usize = 6;
/// Who is off by less on average goes up, who is off by more goes down.
const UP: f64 = 0.07;
const DOWN: f64 = 0.2;

impl Default for Quiz {
    fn default() -> Quiz {
        Quiz { level: 1, answered: 0, error: 0.0, latest: Vec::new(), bins: [Bin::default(); 10] }
    }
}

impl Question {
    /// The answer.
    pub fn chance(&self) -> f64 {
        let odds = Odds::new(self.hand, usize::from(self.in_play), self.jokers);
        if self.exact { odds.exactly(self.bid) } else { odds.at_least(self.bid) }
    }
}

impl Quiz {
    /// How many levels there are.
    pub const LEVELS: u8 = LEVELS.len() as u8;

    /// A question that is as hard as the level. The same seed gives the same question.
    pub fn ask(&self, seed: u64) -> Question {
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed);
        let level = &LEVELS[usize::from(self.level.clamp(1, Quiz::LEVELS)) - 1];
        let jokers = !(level.maputo && chance.random_range(0..4) == 0);
        let exact = level.exact && jokers && chance.random_range(0..4) == 0;
        let own = chance.random_range(1..=level.own);
        let fewest = own.saturating_add(2).max(level.dice / 2);
        let in_play = chance.random_range(fewest.min(level.dice)..=level.dice).max(own + 1);
        let hand = draw_hand(own, || chance.random_range(0..6));
        let faces: Vec<Face> =
            Face::ALL.into_iter().filter(|&face| level.aces || face != Face::Ace).collect();
        let face = *faces.choose(&mut chance).unwrap_or(&Face::Six);
        // Any chance is as likely to be asked for as any other, and certain ones are not.
        let wanted = chance.random_range(0.04..0.96);
        let question = |count| Question { hand, in_play, jokers, bid: Bid::new(count, face), exact };
        let off = |question: &Question| {
            let chance = question.chance();
            let certain = if (0.005..=0.995).contains(&chance) { 0.0 } else { 1.0 };
            (chance - wanted).abs() + certain
        };
        let all = (1..=in_play).map(question);
        all.min_by(|a, b| off(a).total_cmp(&off(b))).unwrap_or_else(|| question(1))
    }

    /// Takes a guess, from 0 to 1.
    pub fn answer(&mut self, question: &Question, guess: f64) -> Answer {
        let guess = if guess.is_finite() { guess.clamp(0.0, 1.0) } else { 0.5 };
        let truth = question.chance();
        let error = (truth - guess).abs();
        self.answered = self.answered.saturating_add(1);
        self.error += error;
        let bin = &mut self.bins[((guess * 10.0) as usize).min(9)];
        bin.count = bin.count.saturating_add(1);
        bin.guessed += guess;
        bin.truth += truth;
        self.latest.push(error);
        Answer { truth, error, step: self.step() }
    }

    /// Whoever answers well is asked harder questions.
    fn step(&mut self) -> i8 {
        let extra = self.latest.len().saturating_sub(DECIDING);
        self.latest.drain(..extra);
        if self.latest.len() < DECIDING {
            return 0;
        }
        let mean = self.latest.iter().sum::<f64>() / DECIDING as f64;
        let step = match mean {
            mean if mean <= UP && self.level < Quiz::LEVELS => 1,
            mean if mean >= DOWN && self.level > 1 => -1,
            _ => return 0,
        };
        self.level = self.level.saturating_add_signed(step).clamp(1, Quiz::LEVELS);
        self.latest.clear();
        step
    }

    /// How far off the answers were on average.
    pub fn mean_error(&self) -> Option<f64> {
        (self.answered > 0).then(|| self.error / f64::from(self.answered))
    }

    /// The calibration curve: what was guessed and what was true, on average, and how many answers that is.
    pub fn curve(&self) -> impl Iterator<Item = (f64, f64, u32)> {
        self.bins.iter().filter(|bin| bin.count > 0).map(|bin| {
            let count = f64::from(bin.count);
            (bin.guessed / count, bin.truth / count, bin.count)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_open_ones_and_get_harder() {
        let mut most = Vec::new();
        for level in 1..=Quiz::LEVELS {
            let quiz = Quiz { level, ..Quiz::default() };
            let questions: Vec<Question> = (0..300).map(|seed| quiz.ask(seed)).collect();
            for question in &questions {
                assert!(question.hand.len() < usize::from(question.in_play), "{question:?}");
                assert!(question.bid.count <= question.in_play, "{question:?}");
                assert!((0.0..=1.0).contains(&question.chance()), "{question:?}");
            }
            let certain = questions.iter().filter(|one| !(0.001..=0.999).contains(&one.chance())).count();
            assert!(certain < 15, "{certain} questions of level {level} are settled");
            assert_eq!(level > 3, questions.iter().any(|question| !question.jokers), "maputo at {level}");
            assert_eq!(level > 4, questions.iter().any(|question| question.exact), "calza at {level}");
            most.push(questions.iter().map(|question| question.in_play).max());
        }
        assert!(most.is_sorted(), "{most:?}");
    }

    #[test]
    fn who_knows_the_odds_goes_up_and_who_guesses_goes_down() {
        let mut quiz = Quiz::default();
        for seed in 0..60 {
            let question = quiz.ask(seed);
            quiz.answer(&question, question.chance());
        }
        assert_eq!(quiz.level, Quiz::LEVELS);
        assert!(quiz.mean_error().unwrap() < 1e-12);
        assert!(quiz.curve().all(|(guessed, truth, _)| (guessed - truth).abs() < 1e-9));
        for seed in 0..60 {
            let question = quiz.ask(seed);
            quiz.answer(&question, if question.chance() > 0.5 { 0.1 } else { 0.9 });
        }
        assert_eq!(quiz.level, 1);
    }

    #[test]
    fn nonsense_is_a_guess_too() {
        let mut quiz = Quiz::default();
        for guess in [f64::NAN, f64::INFINITY, -3.0, 7.0] {
            let answer = quiz.answer(&quiz.ask(1), guess);
            assert!((0.0..=1.0).contains(&answer.error), "{guess}: {answer:?}");
        }
        let kept = serde_json::to_string(&quiz).unwrap();
        assert_eq!(serde_json::from_str::<Quiz>(&kept).unwrap(), quiz);
        assert_eq!(serde_json::from_str::<Quiz>("{}").unwrap(), Quiz::default());
    }
}
