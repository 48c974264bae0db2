//! What can be asked for.

use perudo_analysis::{BotPlayer, Reviewer, SameDice};
use perudo_bots::{BotKind, Judge, Network};
use serde::{Deserialize, Serialize};

use crate::position::Due;
use crate::work::{Answered, Exploring, Replays, Reviewing};
use crate::{Position, PositionError, Work};

/// Something that the worker is asked for. What it answers is JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Request {
    /// A review of a record, as far as the record is good. The answers are parts of a [`Review`](perudo_analysis::Review), each
    /// to be added to those before it ([`Review::add`](perudo_analysis::Review::add)).
    Review {
        /// The record.
        record: String,
    },
    /// What the decision is worth that is due at the end of a record. The answer is a
    /// [`Verdict`](perudo_analysis::Verdict) on the best action, or null with more dice in play than can be judged.
    Judge {
        /// The record.
        record: String,
        /// How many times the usual look ahead.
        effort: usize,
    },
    /// Everyone's chance to win the tour at the end of a record, with all dice known. The answer is a list by seats.
    Chances {
        /// The record.
        record: String,
    },
    /// What a bot does at the end of a record. The answer is an action, as records spell it.
    Decide {
        /// The record.
        record: String,
        /// The name of the bot.
        bot: String,
        /// The same seed gives the same decision.
        seed: u64,
    },
    /// How often `master` wins a tour of a record with the dice of a seat. The answer is a
    /// [`Score`](perudo_analysis::Score), which grows.
    SameDice {
        /// The record.
        record: String,
        /// The tour, from 0.
        tour: usize,
        /// The seat, from 0.
        seat: usize,
        /// How often it is played.
        games: u32,
    },
    /// What to do in a position and how that depends on the dice one holds. The answer is an
    /// [`Explored`](perudo_learn::Explored), which grows.
    Explore {
        /// The position, as [`Setup`](perudo_learn::Setup) spells it.
        position: String,
    },
}

impl Request {
    /// Begins what is asked for.
    ///
    /// # Errors
    ///
    /// The record does not lead to a position in which that can be asked.
    pub fn begin(self, network: &'static Network) -> Result<Box<dyn Work>, PositionError> {
        Ok(match self {
            Request::Review { record } => Box::new(Reviewing::new(Reviewer::new(network, record))),
            Request::Judge { record, effort } => {
                let Due { game, seat, course } = Position::of(&record)?.due()?;
                let mut judge = Judge::new(network).with_effort(effort.clamp(1, 20));
                let judged = judge.judge(&game.seen_by(seat), course.bids(), None);
                let verdict = judged.and_then(|judged| {
                    let best = judged.best()?.action;
                    perudo_analysis::verdict(&judged, best)
                });
                Box::new(Answered::new(&verdict)?)
            }
            Request::Chances { record } => {
                let Position { game, course } = Position::of(&record)?;
                let chances = Judge::new(network).chances(&game, course.bids());
                let chances: Vec<f64> = game.seats().iter().map(|seat| chances[seat]).collect();
                Box::new(Answered::new(&chances)?)
            }
            Request::Decide { record, bot, seed } => {
                let Due { game, course, .. } = Position::of(&record)?.due()?;
                let bot = BotKind::named(&bot).ok_or(PositionError::NoSuchBot(bot))?;
                let action = BotPlayer::new(bot.create(seed)).decide(&game, &course);
                let action = action.ok_or(PositionError::NothingDue)?;
                Box::new(Answered::new(&action.to_string())?)
            }
            Request::Explore { position } => {
                let position = perudo_learn::Position::read(&position)?;
                Box::new(Exploring::new(perudo_learn::Explorer::new(network, position)))
            }
            Request::SameDice { record, tour, seat, games } => {
                Box::new(Replays::new(SameDice::new(&record, tour, seat, games)?))
            }
        })
    }
}
