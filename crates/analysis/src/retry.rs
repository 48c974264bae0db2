//! A game that is played on from one of its moments, with the dice that fell in it.

use std::collections::HashMap;

use perudo_rules::record::{Names, RecordError, Replay, Step};
use perudo_rules::{Action, BySeat, Event, Face, Game, Hand, Phase, Seat};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::Course;

/// A game that goes on in another way. It is a record that begins as the first one did; whoever plays says what comes next.
///
/// Dice are the same as far as the first game knows them: in each round a seat throws what it threw there. With fewer dice
/// it throws some of those, with more dice all of them and new ones; rounds that the first game did not have are new.
///
/// # Examples
///
/// ```
/// use perudo_analysis::Retry;
/// use perudo_rules::Action;
///
/// let record = "perudo 1\nrules tournament\nseats anna boris\nstart anna\nroll anna:11346 boris:22456\nanna 6x6\nboris dudo\n";
/// let mut retry = Retry::new(record, 6, 1)?; // before anna's bid
/// retry.act("2x6".parse()?)?;
/// retry.act(Action::Dudo)?;
/// assert!(retry.game().turn().is_none()); // the next round has to be rolled for
/// retry.roll()?;
/// assert!(retry.record().ends_with('\n') && retry.record().lines().count() == 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Retry {
    record: String,
    names: Names,
    game: Game,
    replay: Replay,
    course: Course,
    /// What each seat threw in each round of the tour.
    thrown: HashMap<u32, BySeat<Hand>>,
    chance: Xoshiro256PlusPlus,
}

/// Why a game cannot be played on.
#[derive(Clone, Debug, thiserror::Error)]
pub enum RetryError {
    /// The record is wrong before the place from which it is to be played on.
    #[error("the record is wrong: {0}")]
    Record(#[from] RecordError),
    /// Nobody has sat down by then.
    #[error("nobody has sat down before line {0}")]
    TooSoon(usize),
    /// The record has fewer tours, or nobody decides anything in that one.
    #[error("the record has no such tour")]
    NoSuchTour,
    /// There are fewer players.
    #[error("the record has no such seat")]
    NoSuchSeat,
    /// There is nothing to roll for.
    #[error("there is nothing to roll for")]
    NoRoll,
    /// More dice than can be judged.
    #[error("there are more dice in play than bots can play well with")]
    TooManyDice,
}

impl Retry {
    /// The game as it stood before a line of its record, the first of which is 1.
    ///
    /// # Errors
    ///
    /// The record is wrong before that line, or nobody has sat down by then.
    pub fn new(record: &str, line: usize, seed: u64) -> Result<Retry, RetryError> {
        let mut start = String::new();
        let (mut replay, mut course) = (Replay::new(), Course::default());
        let mut lines = record.lines();
        for text in lines.by_ref().take(line.saturating_sub(1)) {
            course.follow(&replay.read_line(text.as_bytes())?);
            start += text;
            start.push('\n');
        }
        let Some((names, &game)) = replay.table() else { return Err(RetryError::TooSoon(line)) };
        let chance = Xoshiro256PlusPlus::seed_from_u64(seed);
        let names = names.clone();
        let thrown = thrown(record, replay.line());
        Ok(Retry { record: start, names, game, replay, course, thrown, chance })
    }

    /// The record of the game as it goes now.
    pub fn record(&self) -> &str {
        &self.record
    }

    /// The players.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// The game as it is now.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What everyone has seen of the tour.
    pub fn course(&self) -> &Course {
        &self.course
    }

    /// Whoever's turn it is does this.
    ///
    /// # Errors
    ///
    /// It is not legal, or nobody's turn: then nothing has changed.
    pub fn act(&mut self, action: Action) -> Result<(), RetryError> {
        let turn = self.game.turn().ok_or(RetryError::NoRoll)?;
        let line = format!("{} {action}", &self.names[turn]);
        self.happen(&line)
    }

    /// Everyone throws for the next round.
    ///
    /// # Errors
    ///
    /// There is nothing to roll for.
    pub fn roll(&mut self) -> Result<(), RetryError> {
        if !matches!(self.game.phase(), Phase::Rolling) {
            return Err(RetryError::NoRoll);
        }
        let mut line = "roll".to_owned();
        for seat in self.game.with_dice().iter() {
            let hand = self.throw(seat);
            line += &format!(" {}:{hand}", &self.names[seat]);
        }
        self.happen(&line)
    }

    fn throw(&mut self, seat: Seat) -> Hand {
        let known = self.thrown.get(&self.game.round()).map(|hands| hands[seat]).unwrap_or_default();
        let mut faces: Vec<Face> = known.faces().collect();
        faces.shuffle(&mut self.chance);
        let dice = usize::from(self.game.dice(seat));
        while faces.len() < dice {
            faces.push(Face::ALL[self.chance.random_range(0..Face::ALL.len())]);
        }
        faces.into_iter().take(dice).collect()
    }

    fn happen(&mut self, line: &str) -> Result<(), RetryError> {
        self.course.follow(&self.replay.read_line(line.as_bytes())?);
        if let Some((_, game)) = self.replay.table() {
            self.game = *game;
        }
        self.record += line;
        self.record.push('\n');
        Ok(())
    }
}

/// What everyone threw in the tour that goes on after that many lines.
fn thrown(record: &str, lines: usize) -> HashMap<u32, BySeat<Hand>> {
    let mut thrown = HashMap::new();
    let mut replay = Replay::new();
    // An error ends what is known of the dice, and nothing else.
    for (index, line) in record.lines().enumerate() {
        match replay.read_line(line.as_bytes()) {
            Ok(Step::Happened { event: Event::TourBegan, .. }) if index >= lines => break,
            Ok(Step::Happened { event: Event::TourBegan, .. }) => thrown.clear(),
            Ok(Step::Happened { before, event: Event::Rolled(hands) }) => {
                thrown.insert(before.round(), hands);
            }
            Ok(_) => {}
            Err(_) => break,
        }
    }
    thrown
}
