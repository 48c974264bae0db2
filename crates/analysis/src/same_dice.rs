//! How often `master` wins a tour with somebody's dice.

use perudo_bots::{BotKind, Judge};
use perudo_rules::record::{Replay, Step};
use perudo_rules::{Event, Seat};
use serde::{Deserialize, Serialize};

use crate::{BotPlayer, Retry, RetryError, decision_of};

/// Plays a tour of a record again and again, with the same dice and `master` in every seat.
pub struct SameDice {
    record: String,
    /// The line of the first decision of the tour.
    line: usize,
    seat: Seat,
    wanted: u32,
    score: Score,
    game: Option<(Retry, Vec<BotPlayer>)>,
}

/// How often somebody has won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// How many games were played.
    pub games: u32,
    /// How many of them were won.
    pub wins: u32,
    /// Where the chance to win lies with 95 % certainty, from here …
    pub low: f64,
    /// … to here.
    pub high: f64,
}

impl Score {
    /// The share of games that were won.
    pub fn chance(&self) -> f64 {
        if self.games == 0 { 0.0 } else { f64::from(self.wins) / f64::from(self.games) }
    }

    fn add(&mut self, won: bool) {
        self.games += 1;
        self.wins += u32::from(won);
        // Wilson's interval.
        const Z: f64 = 1.959_964;
        let (games, chance) = (f64::from(self.games), self.chance());
        let scale = 1.0 + Z * Z / games;
        let middle = (chance + Z * Z / (2.0 * games)) / scale;
        let half = Z / scale * (chance * (1.0 - chance) / games + Z * Z / (4.0 * games * games)).sqrt();
        (self.low, self.high) = ((middle - half).max(0.0), (middle + half).min(1.0));
    }
}

impl SameDice {
    /// So many games with the dice of a tour of the record and `master` in that seat; both are counted from 0.
    ///
    /// # Errors
    ///
    /// There is no such tour or seat, nobody decides anything in that tour, or there are more dice than `master` has learnt
    /// to play with.
    pub fn new(record: &str, tour: usize, seat: usize, games: u32) -> Result<SameDice, RetryError> {
        let mut replay = Replay::new();
        let mut at = 0;
        for line in record.lines() {
            let step = replay.read_line(line.as_bytes())?;
            let Step::Happened { before, event } = step else { continue };
            if event == Event::TourBegan {
                at += 1;
            } else if at == tour && decision_of(&event).is_some() {
                let seat = before.seats().iter().nth(seat).ok_or(RetryError::NoSuchSeat)?;
                if before.in_play() > Judge::MOST_DICE {
                    return Err(RetryError::TooManyDice);
                }
                let (record, line) = (record.to_owned(), replay.line());
                return Ok(SameDice {
                    record,
                    line,
                    seat,
                    wanted: games,
                    score: Score::default(),
                    game: None,
                });
            }
        }
        Err(RetryError::NoSuchTour)
    }

    /// How much of it is done, from 0 to 1.
    pub fn progress(&self) -> f64 {
        f64::from(self.score.games) / f64::from(self.wanted.max(1))
    }

    /// What has come of it so far.
    pub fn score(&self) -> Score {
        self.score
    }

    /// Plays a round; false when all games are over.
    pub fn step(&mut self) -> bool {
        if self.score.games >= self.wanted {
            return false;
        }
        let over = match self.game.take() {
            Some((mut retry, mut bots)) => match round(&mut retry, &mut bots) {
                Ok(()) => retry.game().winner().or_else(|| {
                    self.game = Some((retry, bots));
                    None
                }),
                Err(_) => return false,
            },
            None => {
                let seed = u64::from(self.score.games);
                let Ok(retry) = Retry::new(&self.record, self.line, seed) else { return false };
                let bot =
                    |seat: Seat| BotPlayer::new(BotKind::Master.create(seed << 8 | seat.index() as u64));
                let bots = retry.game().seats().iter().map(bot).collect();
                self.game = Some((retry, bots));
                None
            }
        };
        if let Some(winner) = over {
            self.score.add(winner == self.seat);
        }
        self.score.games < self.wanted
    }
}

/// Plays to the end of the round.
fn round(retry: &mut Retry, bots: &mut [BotPlayer]) -> Result<(), RetryError> {
    let round = retry.game().round();
    while retry.game().winner().is_none() && retry.game().round() == round {
        match retry.game().turn() {
            Some(turn) => {
                let bot = bots.get_mut(turn.index()).ok_or(RetryError::NoSuchSeat)?;
                let action = bot.decide(retry.game(), retry.course()).ok_or(RetryError::NoRoll)?;
                retry.act(action)?;
            }
            None => retry.roll()?,
        }
    }
    Ok(())
}
