//! A table at which learners play: the game, its dice, and the bots who sit there.

use std::sync::{Mutex, PoisonError};

use perudo_arena::Dealer;
use perudo_bots::{Bot, BotKind, Situation};
use perudo_rules::{
    Action, Bid, BySeat, Command, Event, Face, Game, LegalActions, Phase, PlayedRound, RefusalError, Rules,
    Seat, Standing, TableSizeError,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Who plays in each seat: a bot, or whoever steps the table.
pub(crate) type Seating = Vec<Option<BotKind>>;

/// One tour after another. It always waits for a decision of someone who is no bot, or is over.
pub(crate) struct Table {
    pub(crate) game: Game,
    /// What is legal for the player whose turn it is.
    pub(crate) legal: LegalActions,
    /// The latest bid of each seat in this round: its count and its face, or zeros.
    pub(crate) latest: BySeat<[u8; 2]>,
    /// The highest bid of the round that is not on aces: R10b asks for it.
    pub(crate) highest_plain: Option<Bid>,
    /// The bids of the round, for bots.
    pub(crate) bids: Vec<Standing>,
    start: Game,
    chance: Xoshiro256PlusPlus,
    dealer: Dealer,
    draws: u32,
    max_rounds: u32,
    /// Nobody shares them: the lock is there because Python may share the table.
    bots: Vec<Option<Mutex<Box<dyn Bot>>>>,
    seating: Seating,
}

impl Table {
    /// A table that waits for its first decision.
    pub(crate) fn new(
        rules: Rules,
        players: usize,
        seating: Seating,
        seed: u64,
        max_rounds: u32,
    ) -> Result<Table, TableSizeError> {
        let start = Game::new(rules, players)?;
        let mut table = Table {
            game: start,
            legal: start.legal_actions(),
            latest: BySeat::default(),
            highest_plain: None,
            bids: Vec::new(),
            start,
            chance: Xoshiro256PlusPlus::seed_from_u64(seed),
            dealer: Dealer::new(seed),
            draws: 0,
            max_rounds,
            bots: Vec::new(),
            seating,
        };
        table.begin();
        Ok(table)
    }

    /// A new tour.
    pub(crate) fn begin(&mut self) {
        self.game = self.start;
        self.dealer = Dealer::new(self.chance.random());
        self.draws = 0;
        if self.seating.iter().any(Option::is_some) {
            let chance = &mut self.chance;
            let create = |kind: &Option<BotKind>| kind.map(|kind| Mutex::new(kind.create(chance.random())));
            self.bots = self.seating.iter().map(create).collect();
        }
        self.settle();
    }

    /// Whether the tour was broken off: with calza it could go on for ever.
    pub(crate) fn is_cut_short(&self) -> bool {
        self.game.winner().is_none() && self.game.round() > self.max_rounds
    }

    /// Whether the tour has its winner or was broken off.
    pub(crate) fn is_over(&self) -> bool {
        self.game.winner().is_some() || self.is_cut_short()
    }

    /// A legal action, each with the same chance.
    pub(crate) fn pick(&mut self) -> Option<Action> {
        let legal = self.legal;
        legal.pick(self.chance.random_range(0..legal.len().max(1)))
    }

    /// The player whose turn it is does this; then come dice and bots.
    pub(crate) fn act(&mut self, action: Action) -> Result<(), RefusalError> {
        let seat = self.game.turn().unwrap_or(Seat::FIRST);
        let event = self.game.decide(Command::Act { seat, action })?;
        self.happen(&event);
        self.settle();
        Ok(())
    }

    fn happen(&mut self, event: &Event) {
        if let Event::Revealed(reveal) = *event {
            let round = PlayedRound::new(&self.game, &self.bids, reveal);
            for bot in self.bots.iter_mut().flatten() {
                bot.get_mut().unwrap_or_else(PoisonError::into_inner).remember(&round);
            }
        }
        self.game.apply(event);
        match *event {
            Event::Bid { seat, bid } => {
                self.latest[seat] = [bid.count, bid.face.pips()];
                if bid.face != Face::Ace {
                    self.highest_plain = Some(bid);
                }
                self.bids.push(Standing { bid, bidder: seat });
            }
            Event::Revealed(_) | Event::Drawn(_) => {
                self.latest = BySeat::default();
                self.highest_plain = None;
                self.bids.clear();
            }
            _ => {}
        }
    }

    /// Throws dice and asks bots until someone else must decide.
    fn settle(&mut self) {
        while !self.is_over() {
            let command = match self.game.phase() {
                Phase::Draw { throwing, .. } => {
                    self.draws += 1;
                    Command::Draw(self.dealer.draw(throwing, self.draws))
                }
                Phase::Rolling => Command::Roll(self.dealer.roll(&self.game)),
                Phase::Declaring { turn } | Phase::Bidding { turn } => {
                    let Some(Some(bot)) = self.bots.get_mut(turn.index()) else { break };
                    let view = self.game.seen_by(turn);
                    let bot = bot.get_mut().unwrap_or_else(PoisonError::into_inner);
                    let action = bot.decide(&Situation { view: &view, bids: &self.bids });
                    Command::Act { seat: turn, action }
                }
                Phase::Showing { .. } | Phase::Over { .. } => break,
            };
            // Bots play by the rules, and dice are dealt by them.
            let Ok(event) = self.game.decide(command) else { break };
            self.happen(&event);
        }
        self.legal = self.game.legal_actions();
    }

    /// What a seat gets when the tour is over: the winner 1, all others together −1; nobody anything if it was broken off.
    pub(crate) fn reward(&self, seat: Seat) -> f32 {
        let others = self.game.seats().len().saturating_sub(1).max(1);
        match self.game.winner() {
            None => 0.0,
            Some(winner) if winner == seat => 1.0,
            Some(_) => -1.0 / others as f32,
        }
    }
}
