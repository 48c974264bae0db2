//! Bots' turns, as far as a table knows about them: it names bots and never runs them.

use perudo_rules::{Action, Game, Seat};

use super::{Table, Who};
use crate::{BotJob, Moment, TableEvent};

/// A decision that a bot has to make, in its own seat or for a person who is away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BotTurn {
    /// The seat of the game.
    pub seat: Seat,
    /// The number of the event after which it decides: another number is another decision.
    pub after: u64,
    /// When the decision is played. It depends on nothing hidden: a bot's pace tells nothing about dice.
    pub due: Moment,
}

/// Why a bot has no decision that can be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BotError {
    /// Its code panicked.
    #[error("the bot panicked")]
    Panicked,
    /// It did not decide in time.
    #[error("the bot did not decide in time")]
    TooSlow,
    /// It chose what the game refuses, for this reason.
    #[error("the bot chose an illegal action: {0}")]
    Illegal(&'static str),
}

/// A bot that failed, so that a fallback move was played for it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{level}: {error}")]
pub struct BotFailure {
    /// Which bot of the ladder.
    pub level: String,
    /// What went wrong.
    pub error: BotError,
}

impl Table {
    /// The bot that has the turn, or plays for someone who has it.
    pub(crate) fn bot_turn(&self) -> Option<BotTurn> {
        let tour = self.playing()?;
        let seat = tour.game.turn()?;
        self.bot_level(seat)?;
        let least = tour.speed(self.settings.speed).thinking();
        // Up to twice the least time, by nothing but the number of the event.
        let more = least * (self.seq.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 56) as u32 / 256;
        Some(BotTurn { seat, after: self.seq, due: tour.since.after(least + more) })
    }

    /// Which bot of the ladder plays in a seat, if one does.
    pub(crate) fn bot_level(&self, seat: Seat) -> Option<&str> {
        match &self.playing()?.player(seat)?.who {
            Who::Bot(level) => Some(level),
            Who::Person(id) => {
                self.person(*id)?.away?;
                // Nobody but the player knows these dice.
                let blind = self.settings.dice.is_sealed();
                Some(if blind { BotJob::BLIND } else { &self.settings.stand_in })
            }
        }
    }

    /// What happens if a plain move is made for a bot that failed.
    pub(crate) fn fallback(&self, seat: Seat) -> Option<TableEvent> {
        let action = plain_move(&self.playing()?.game.seen_by_spectator())?;
        self.decide_bot(seat, action).ok()
    }
}

/// A legal move that a careful player might make without looking at any dice.
fn plain_move<D: Copy>(game: &Game<D>) -> Option<Action> {
    let legal = game.legal_actions();
    if legal.contains(Action::Pass) {
        return Some(Action::Pass);
    }
    // About a third of the dice count for a bid.
    let too_high =
        game.standing().is_some_and(|standing| u16::from(standing.bid.count) * 3 > u16::from(game.in_play()));
    if too_high && legal.contains(Action::Dudo) {
        return Some(Action::Dudo);
    }
    legal.iter().next()
}

#[cfg(test)]
mod tests {
    use perudo_rules::{AllHands, Bid, BySeat, Command, Face, Hand, Opening, Preset};

    use super::*;

    fn game(bids: &[Bid]) -> Game {
        let mut game: Game = Game::new(Preset::ALL[0].rules(), 2).unwrap();
        let dice = AllHands::from(BySeat::from_fn(|seat| {
            if seat.index() < 2 { Hand::from_counts([1, 1, 1, 1, 1, 0]) } else { Hand::EMPTY }
        }));
        let open = Command::Open { seat: Seat::FIRST, opening: Opening::Start };
        for command in [open, Command::Roll(dice)] {
            let event = game.decide(command).unwrap();
            game.apply(&event);
        }
        for bid in bids {
            let seat = game.turn().unwrap();
            let event = game.decide(Command::Act { seat, action: Action::Bid(*bid) }).unwrap();
            game.apply(&event);
        }
        game
    }

    #[test]
    fn the_plain_move_raises_low_bids_and_doubts_high_ones() {
        let cases = [
            (vec![], Action::Bid(Bid::new(1, Face::Two))),
            (vec![Bid::new(1, Face::Four)], Action::Bid(Bid::new(1, Face::Ace))),
            (vec![Bid::new(4, Face::Four)], Action::Dudo),
            (vec![Bid::new(10, Face::Six)], Action::Dudo),
        ];
        for (bids, expected) in cases {
            assert_eq!(plain_move(&game(&bids)), Some(expected), "after {bids:?}");
        }
    }
}
