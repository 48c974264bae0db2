//! Random play straight through the engine, as a simulation would do it.

use perudo_rules::{BySeat, Command, Event, Face, Game, Hand, Phase, Rules};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

/// One tour after the other at the same table; everyone does anything that is legal.
pub(crate) struct RandomTours {
    game: Game,
    rng: SmallRng,
}

impl RandomTours {
    pub(crate) fn new(rules: Rules, players: usize) -> RandomTours {
        let game = Game::new(rules, players).unwrap();
        RandomTours { game, rng: SmallRng::seed_from_u64(players as u64) }
    }

    /// Plays on until so many actions have been taken. The draws and rolls between them are
    /// thrown as well, but not counted.
    pub(crate) fn play(&mut self, actions: usize) {
        let mut taken = 0;
        while taken < actions {
            taken += usize::from(self.game.turn().is_some());
            let event = self.next_event();
            self.game.apply(&event);
        }
    }

    fn next_event(&mut self) -> Event {
        let RandomTours { game, rng } = self;
        let command = match game.phase() {
            Phase::Bidding { turn } | Phase::Declaring { turn } => {
                let legal = game.legal_actions();
                let action = legal.pick(rng.random_range(0..legal.len())).unwrap();
                Command::Act { seat: turn, action }
            }
            Phase::Rolling => Command::Roll(BySeat::from_fn(|seat| roll(rng, game.dice(seat)))),
            Phase::Draw { throwing, .. } => {
                Command::Draw(BySeat::from_fn(|seat| throwing.contains(seat).then(|| throw(rng))))
            }
            Phase::Showing { .. } | Phase::Over { .. } => Command::NextTour,
        };
        game.decide(command).unwrap()
    }
}

fn roll(rng: &mut SmallRng, dice: u8) -> Hand {
    (0..dice).map(|_| throw(rng)).collect()
}

fn throw(rng: &mut SmallRng) -> Face {
    Face::ALL[rng.random_range(0..Face::ALL.len())]
}
