//! One tour between players of any make.

use std::time::{Duration, Instant};

use perudo_bots::{Bot, Random, Situation};
use perudo_rules::record::Names;
use perudo_rules::{Action, BySeat, Command, Event, Game, Phase, PlayedRound, Rules, Seat, Standing};

use crate::dealer::{Dealer, mix};
use crate::fault_log::Fault;
use crate::player::{AnswerError, Player};
use crate::stop::Stop;
use crate::wire;

/// With calza a tour could go on for ever; nobody sits through so many rounds.
const MAX_ROUNDS: u32 = 100_000;

/// What became of a tour.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    /// Who won, unless nobody could any more.
    pub(crate) winner: Option<Seat>,
    /// The dice that each seat had at the end.
    pub(crate) dice: BySeat<u8>,
    pub(crate) decisions: BySeat<u32>,
    /// How long each seat thought.
    pub(crate) thinking: BySeat<Duration>,
    pub(crate) faults: BySeat<[u32; 4]>,
    pub(crate) log: Vec<Event>,
    pub(crate) fault_log: Vec<Fault>,
}

/// A table that waits for its players.
pub(crate) struct Tour<'a> {
    pub(crate) rules: &'a Rules,
    /// What the players are told: nothing about who they are.
    pub(crate) names: &'a Names,
    pub(crate) seed: u64,
    pub(crate) keep_log: bool,
    pub(crate) keep_faults: bool,
    pub(crate) stop: &'a Stop,
}

/// Where the chance of the player in a seat begins.
pub(crate) fn seed_of(tour: u64, seat: usize) -> u64 {
    mix(tour ^ mix(seat as u64))
}

impl Tour<'_> {
    /// Plays it to its end, unless it is stopped before.
    pub(crate) fn play(&self, players: &mut [Box<dyn Player>]) -> Option<Outcome> {
        let mut outcome = Outcome {
            winner: None,
            dice: BySeat::default(),
            decisions: BySeat::default(),
            thinking: BySeat::default(),
            faults: BySeat::default(),
            log: Vec::new(),
            fault_log: Vec::new(),
        };
        let mut game = Game::new(*self.rules, players.len()).ok()?;
        let dealer = Dealer::new(self.seed);
        let mut random = Random::new(mix(self.seed));
        let mut bids: Vec<Standing> = Vec::new();
        let mut draws = 0;
        for (index, player) in players.iter_mut().enumerate() {
            if let Some(seat) = Seat::new(index) {
                player.begin(self.rules, self.names, seat, seed_of(self.seed, index));
            }
        }
        while game.winner().is_none() && game.round() < MAX_ROUNDS {
            if self.stop.stopped() {
                return None;
            }
            let command = match game.phase() {
                Phase::Draw { throwing, .. } => {
                    draws += 1;
                    Command::Draw(dealer.draw(throwing, draws))
                }
                Phase::Rolling => Command::Roll(dealer.roll(&game)),
                Phase::Declaring { turn } | Phase::Bidding { turn } => {
                    let action = self.ask(&game, turn, &bids, players, &mut random, &mut outcome);
                    Command::Act { seat: turn, action }
                }
                Phase::Showing { .. } | Phase::Over { .. } => break,
            };
            // Dice are dealt by the rules and answers are checked: nothing is refused here.
            let Ok(event) = game.decide(command) else { break };
            if let Event::Revealed(reveal) = event {
                let round = PlayedRound::new(&game, &bids, reveal);
                players.iter_mut().for_each(|player| player.remember(&round));
            }
            game.apply(&event);
            match event {
                Event::Bid { seat, bid } => bids.push(Standing { bid, bidder: seat }),
                Event::Rolled(_) => bids.clear(),
                _ => {}
            }
            for (index, player) in players.iter_mut().enumerate().filter(|(_, player)| player.watches()) {
                if let Some(seat) = Seat::new(index) {
                    player.see(self.names, &event.seen_by(seat));
                }
            }
            if self.keep_log {
                outcome.log.push(event);
            }
        }
        outcome.winner = game.winner();
        outcome.dice = BySeat::from_fn(|seat| game.dice(seat));
        for player in players.iter_mut() {
            player.end(self.names, outcome.winner);
        }
        Some(outcome)
    }

    fn ask(
        &self,
        game: &Game,
        turn: Seat,
        bids: &[Standing],
        players: &mut [Box<dyn Player>],
        random: &mut Random,
        outcome: &mut Outcome,
    ) -> Action {
        let view = game.seen_by(turn);
        let bids = if game.standing().is_some() { bids } else { &[] };
        let situation = Situation { view: &view, bids };
        outcome.decisions[turn] += 1;
        let start = Instant::now();
        let answer = match players.get_mut(turn.index()) {
            Some(player) => player.decide(self.names, &situation),
            None => Err(AnswerError::Crashed),
        };
        outcome.thinking[turn] += start.elapsed();
        let answer = answer.and_then(|action| match game.check(turn, action) {
            Ok(()) => Ok(action),
            Err(_) => Err(AnswerError::Illegal),
        });
        answer.unwrap_or_else(|error| {
            outcome.faults[turn][error as usize] += 1;
            if self.keep_faults {
                let answer = players.get(turn.index()).and_then(|player| player.said()).map(str::to_owned);
                let turn_told = wire::turn(self.names, &situation);
                outcome.fault_log.push(Fault { seat: turn.index(), error, answer, turn: turn_told });
            }
            random.decide(&situation)
        })
    }
}
