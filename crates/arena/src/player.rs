//! What plays in a seat of the arena.

use std::sync::Arc;

use perudo_bots::{Bot, Situation};
use perudo_rules::record::Names;
use perudo_rules::{Action, Event, Own, PlayedRound, Rules, Seat};
use strum::{IntoStaticStr, VariantArray};
use thiserror::Error;

/// Why a player's answer did not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Error, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum AnswerError {
    /// It came too late, or not at all.
    #[error("the answer came too late or not at all")]
    Late,
    /// The program has ended.
    #[error("the program has ended")]
    Crashed,
    /// It was no answer.
    #[error("the answer cannot be read")]
    Nonsense,
    /// It was against the rules.
    #[error("the answer is against the rules")]
    Illegal,
}

impl AnswerError {
    /// All of them, in the order of [`Score::faults`](crate::Score::faults).
    pub const ALL: &[AnswerError] = AnswerError::VARIANTS;

    /// The name in JSON.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// What plays in a seat, for the length of a tour.
pub trait Player {
    /// The tour begins; whoever wants to draw by chance may do it by the seed.
    fn begin(&mut self, _rules: &Rules, _names: &Names, _you: Seat, _seed: u64) {}
    /// Something happened.
    fn see(&mut self, _names: &Names, _event: &Event<Own>) {}
    /// A round is over; for whoever does not watch, but remembers.
    fn remember(&mut self, _round: &PlayedRound) {}
    /// Whether it wants to see what happens.
    fn watches(&self) -> bool {
        false
    }
    /// It must decide.
    fn decide(&mut self, names: &Names, situation: &Situation<'_>) -> Result<Action, AnswerError>;
    /// What it said when it decided last, if it can say anything but an action.
    fn said(&self) -> Option<&str> {
        None
    }
    /// It will not be needed again; whoever wants to know whether it has gone has to wait for it.
    fn dismiss(&mut self) {}
    /// The tour is over.
    fn end(&mut self, _names: &Names, _winner: Option<Seat>) {}
}

/// Makes a bot by its seed.
pub(crate) type MakeBot = dyn Fn(u64) -> Box<dyn Bot> + Send + Sync;

/// One of our own bots. In every tour but the first it is told what the same players showed in those before.
pub(crate) struct BuiltIn {
    make: Arc<MakeBot>,
    bot: Box<dyn Bot>,
    /// Who sits around the table, and where the bot sits; none before its first tour.
    around: Option<(Names, Seat)>,
    past: Vec<PlayedRound>,
}

impl BuiltIn {
    pub(crate) fn new(make: Arc<MakeBot>, seed: u64) -> BuiltIn {
        BuiltIn { bot: make(seed), make, around: None, past: Vec::new() }
    }
}

impl Player for BuiltIn {
    fn begin(&mut self, _rules: &Rules, names: &Names, you: Seat, seed: u64) {
        let around = Some((names.clone(), you));
        let before = std::mem::replace(&mut self.around, around);
        if before.is_none() {
            return;
        }
        let known = if before == self.around { PlayedRound::REMEMBERED } else { 0 };
        self.past.drain(..self.past.len().saturating_sub(known));
        self.bot = (self.make)(seed);
        self.past.iter().for_each(|round| self.bot.remember(round));
    }

    fn remember(&mut self, round: &PlayedRound) {
        self.bot.remember(round);
        self.past.push(round.clone());
    }

    fn decide(&mut self, _names: &Names, situation: &Situation<'_>) -> Result<Action, AnswerError> {
        Ok(self.bot.decide(situation))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use perudo_rules::{Bid, BySeat, Call, Event, Face, Game, Opening, Outcome, Preset, Reveal};

    use super::*;

    /// A bot that notes how many rounds it has been told of.
    struct Counting(Arc<Mutex<Vec<usize>>>);

    impl Bot for Counting {
        fn decide(&mut self, _: &Situation<'_>) -> Action {
            Action::Dudo
        }

        fn remember(&mut self, _: &PlayedRound) {
            *self.0.lock().unwrap().last_mut().unwrap() += 1;
        }
    }

    fn round() -> PlayedRound {
        let mut game: Game = Game::new(Preset::Tournament.rules(), 2).unwrap();
        game.apply(&Event::DiceSet(BySeat::from_fn(|seat| if seat.index() < 2 { 5 } else { 0 })));
        game.apply(&Event::Opened { seat: Seat::FIRST, opening: Opening::Start });
        let reveal = Reveal {
            caller: Seat::new(1).unwrap(),
            call: Call::Dudo,
            bid: Bid::new(3, Face::Six),
            bidder: Seat::FIRST,
            hands: BySeat::default(),
            count: 0,
            outcome: Outcome::Loses(Seat::FIRST),
        };
        PlayedRound::new(&game, &[], reveal)
    }

    #[test]
    fn a_bot_remembers_earlier_tours_as_long_as_the_players_and_their_seats_are_the_same() {
        let told: Arc<Mutex<Vec<usize>>> = Arc::default();
        let bots = Arc::clone(&told);
        let make = move |_| -> Box<dyn Bot> {
            bots.lock().unwrap().push(0);
            Box::new(Counting(Arc::clone(&bots)))
        };
        let mut player = BuiltIn::new(Arc::new(make), 1);
        let (rules, round) = (Preset::Tournament.rules(), round());
        let names = |names: [&str; 2]| Names::new(names).unwrap();
        let (together, otherwise) = (names(["anna", "boris"]), names(["anna", "clara"]));
        let [first, second] = [0, 1].map(|seat| Seat::new(seat).unwrap());
        let tours = [
            (&together, first, 10, 0),
            (&together, first, 20, 10),
            (&together, first, 3, PlayedRound::REMEMBERED),
            (&together, second, 5, 0),
            (&otherwise, second, 5, 0),
        ];
        for (names, seat, rounds, before) in tours {
            player.begin(&rules, names, seat, 1);
            let told = || *told.lock().unwrap().last().unwrap();
            assert_eq!(told(), before, "{names:?} {seat:?}");
            (0..rounds).for_each(|_| player.remember(&round));
            assert_eq!(told(), before + rounds);
        }
    }
}
