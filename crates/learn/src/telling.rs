//! Positions and puzzles in words.

use perudo_bots::Odds;
use perudo_rules::record::Names;
use perudo_rules::{Action, MAX_SEATS, Seat};
use perudo_words::Words;

use crate::{Position, PositionError, Puzzle, SetupError, Sort, Try};

/// The names of players who are there only for the sake of a position: as many as asked for, clockwise from the opener;
/// `you` decides and has no name, but “you”.
pub fn names(words: &Words, players: usize, you: Option<Seat>) -> Vec<String> {
    let text = words.text("learn-names");
    let names: Vec<&str> = text.split_whitespace().collect();
    (0..players)
        .map(|index| match you {
            Some(seat) if seat.index() == index => words.text("learn-you"),
            _ => names.get(index).map_or_else(|| format!("{}", index + 1), |name| (*name).to_owned()),
        })
        .collect()
}

/// Why a position cannot be, as a sentence: the referee's, if the referee refuses it.
pub fn position_error(words: &Words, error: &PositionError) -> String {
    match error {
        PositionError::Setup(SetupError::Rules(errors)) => {
            let sentences: Vec<String> = errors.iter().map(|error| words.rules_error(error)).collect();
            sentences.join(" ")
        }
        PositionError::Setup(error) => {
            let (name, part) = match error {
                SetupError::Dice(part) => ("learn-position-dice", part.as_str()),
                SetupError::Hand(part) => ("learn-position-hand", part.as_str()),
                SetupError::Bid(part) => ("learn-position-bid", part.as_str()),
                SetupError::Maputo => ("learn-position-maputo", ""),
                SetupError::Parts | SetupError::Rules(_) => ("learn-position-parts", ""),
            };
            // A text from a link: as much of it as can be read at a glance.
            let part: String = part.chars().take(24).collect();
            words.say(name, &[("part", part.into())])
        }
        PositionError::TableSize(error) => {
            let values = [("players", error.players.into()), ("most", error.most.into())];
            words.say("learn-position-players", &values)
        }
        PositionError::Refused { refusal, game } => {
            let all = game.seats().len().clamp(2, MAX_SEATS);
            match Names::new(names(words, all, None)) {
                Ok(names) => words.refusal(refusal, None, &names, game.as_ref()),
                Err(_) => refusal.to_string(),
            }
        }
    }
}

/// An action within a sentence: “the doubt”, “four fives”.
pub fn action(words: &Words, action: Action) -> String {
    match action {
        Action::Bid(bid) => words.say("review-act-bid", &[("bid", words.bid(bid).into())]),
        other => words.text(&format!("review-act-{other}")),
    }
}

/// What to say about a try, sentence by sentence: nothing but facts.
pub fn told(words: &Words, puzzle: &Puzzle, tried: &Try) -> Vec<String> {
    let position = &puzzle.position;
    let mut sentences = Vec::new();
    if let Some(bid) = position.standing() {
        let odds: Odds = position.odds();
        let values = [("bid", words.bid(bid).into()), ("chance", of_100(odds.at_least(bid)).into())];
        sentences.push(words.say("learn-told-standing", &values));
    }
    let (best, chance) = tried.best;
    let wins = |one, chance| [("act", action(words, one).into()), ("chance", of_100(chance).into())];
    let sort = match puzzle.sort {
        Sort::Solved => "learn-told-solved",
        Sort::Judged => "learn-told-judged",
    };
    sentences.push(words.say(sort, &wins(best, chance)));
    if tried.solved {
        if let Some(&(next, chance)) = puzzle.choices.get(1) {
            sentences.push(words.say("learn-told-next", &wins(next, f64::from(chance) / 1000.0)));
        }
    } else {
        sentences.push(match (tried.chance, puzzle.sort) {
            (Some(chance), _) => words.say("learn-told-yours", &wins(tried.action, chance)),
            // Everything that is not listed is worth less than the last bid that is.
            (None, Sort::Solved) => {
                let last = puzzle.choices.iter().rev().find(|(one, _)| matches!(one, Action::Bid(_)));
                let most = last.map_or(0.0, |&(_, chance)| f64::from(chance) / 1000.0);
                words.say("learn-told-less", &wins(tried.action, most))
            }
            (None, Sort::Judged) => {
                words.say("learn-told-never", &[("act", action(words, tried.action).into())])
            }
        });
    }
    sentences
}

/// How many times in a hundred. What is not certain is not said to be.
pub(crate) fn of_100(chance: f64) -> u32 {
    match (100.0 * chance).round().clamp(0.0, 100.0) as u32 {
        0 if chance > 1e-9 => 1,
        100 if chance < 1.0 - 1e-9 => 99,
        rounded => rounded,
    }
}

/// A position is shown from the player who decides, who comes last.
impl Position {
    /// The seats clockwise, the one who decides last.
    pub fn around(&self) -> Vec<Seat> {
        let mut seats: Vec<Seat> = self.view().with_dice().clockwise_from(self.seat()).collect();
        if !seats.is_empty() {
            seats.rotate_left(1);
        }
        seats
    }
}
