//! The course of a tour: what everyone at the table has seen of it.

use perudo_bots::{Bot, Situation};
use perudo_rules::record::Step;
use perudo_rules::{Action, Event, Game, PlayedRound, Standing};

/// The bids of the round and the rounds that are over, as the lines of a record tell of them.
#[derive(Clone, Debug, Default)]
pub struct Course {
    bids: Vec<Standing>,
    past: Vec<PlayedRound>,
}

impl Course {
    /// The next line of the record.
    pub fn follow(&mut self, step: &Step) {
        let Step::Happened { before, event } = step else {
            if matches!(step, Step::Seated) {
                *self = Course::default();
            }
            return;
        };
        match event {
            Event::Bid { seat, bid } => self.bids.push(Standing { bid: *bid, bidder: *seat }),
            Event::Rethrown { .. } | Event::Called { .. } => {}
            Event::Revealed(reveal) => {
                self.past.push(PlayedRound::new(before, &self.bids, *reveal));
                self.bids.clear();
            }
            // A position that is set up is where a tour begins.
            Event::TourBegan | Event::DiceSet(_) | Event::UsedSet(_) | Event::Opened { .. } => {
                *self = Course::default();
            }
            Event::Drawn(_) | Event::Rolled(_) | Event::Declared(_) | Event::Passed(_) | Event::Left(_) => {
                self.bids.clear();
            }
        }
    }

    /// The bids of the round.
    pub fn bids(&self) -> &[Standing] {
        &self.bids
    }

    /// The rounds of the tour that ended with a showdown.
    pub fn past(&self) -> &[PlayedRound] {
        &self.past
    }
}

/// A bot that plays in a tour. It can be asked only by somebody who knows the course of the tour, and has then been told of
/// every round that is over: whoever asks cannot forget to.
pub struct BotPlayer {
    bot: Box<dyn Bot>,
    /// So many rounds it has been told of.
    told: usize,
}

impl BotPlayer {
    /// A bot that has not seen anything of a tour.
    pub fn new(bot: Box<dyn Bot>) -> BotPlayer {
        BotPlayer { bot, told: 0 }
    }

    /// What it does, if it is somebody's turn: that is then its own.
    pub fn decide(&mut self, game: &Game, course: &Course) -> Option<Action> {
        let view = game.seen_by(game.turn()?);
        course.past.get(self.told..).unwrap_or_default().iter().for_each(|round| self.bot.remember(round));
        self.told = course.past.len();
        Some(self.bot.decide(&Situation { view: &view, bids: &course.bids }))
    }
}
