//! The ladder of bots, by name.

use strum::{IntoStaticStr, VariantArray};

use crate::{Bot, Level, Master, Novice, Random, Reader, Solver, Steady, Thinker};

/// A bot of the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum BotKind {
    /// Anything legal.
    Random,
    /// A beginner.
    Novice,
    /// The exact odds.
    Steady,
    /// The odds, and what the bidding tells.
    Reader,
    /// Looking ahead.
    Thinker,
    /// Perfect finals.
    Solver,
    /// The network, half of the time, and with an unsteady hand.
    Pupil,
    /// The same, with a steadier hand.
    Amateur,
    /// The network, a little more often.
    Regular,
    /// The network that reads all bids, with lapses.
    Veteran,
    /// The network, with few lapses.
    Expert,
    /// The network, and perfect finals.
    Master,
}

impl BotKind {
    /// Those that reason, then those that learnt, each from the weakest to the strongest.
    pub const ALL: &[BotKind] = BotKind::VARIANTS;

    /// The name in commands.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The names of all bots.
    pub fn names() -> impl Iterator<Item = &'static str> {
        BotKind::ALL.iter().map(|kind| kind.name())
    }

    /// The bot of that name.
    pub fn named(name: &str) -> Option<BotKind> {
        BotKind::ALL.iter().copied().find(|kind| kind.name() == name)
    }

    /// Whether its decisions depend on chance, and not on what it sees alone.
    pub const fn plays_by_chance(self) -> bool {
        !matches!(self, BotKind::Steady | BotKind::Reader)
    }

    /// Whether it plays by the network.
    pub const fn uses_network(self) -> bool {
        matches!(
            self,
            BotKind::Pupil
                | BotKind::Amateur
                | BotKind::Regular
                | BotKind::Veteran
                | BotKind::Expert
                | BotKind::Master
        )
    }

    /// Whether it looks finals up in the solver's tables.
    pub const fn uses_tables(self) -> bool {
        matches!(self, BotKind::Solver | BotKind::Master)
    }

    /// A bot for one tour. The same seed gives the same decisions.
    ///
    /// # Examples
    ///
    /// ```
    /// use perudo_bots::{BotKind, Situation};
    /// use perudo_rules::record::Replay;
    ///
    /// let record = b"perudo 1\nrules tournament\nseats anna boris\nstart anna\nroll anna:11346 boris:22456\n";
    /// let (replay, _) = Replay::read(record);
    /// let (_, game) = replay.table().unwrap();
    /// let view = game.seen_by(game.turn().unwrap());
    /// let mut bot = BotKind::Steady.create(1);
    /// let action = bot.decide(&Situation { view: &view, bids: &[] });
    /// assert!(game.legal_actions().contains(action));
    /// ```
    pub fn create(self, seed: u64) -> Box<dyn Bot> {
        match self {
            BotKind::Random => Box::new(Random::new(seed)),
            BotKind::Novice => Box::new(Novice::new(seed)),
            BotKind::Steady => Box::new(Steady::new()),
            BotKind::Reader => Box::new(Reader::new()),
            BotKind::Thinker => Box::new(Thinker::new(seed, Thinker::BUDGET)),
            BotKind::Solver => Box::new(Solver::new(seed)),
            BotKind::Pupil => Box::new(Master::new(seed, Level::PUPIL)),
            BotKind::Amateur => Box::new(Master::new(seed, Level::AMATEUR)),
            BotKind::Regular => Box::new(Master::new(seed, Level::REGULAR)),
            BotKind::Veteran => Box::new(Master::new(seed, Level::VETERAN)),
            BotKind::Expert => Box::new(Master::new(seed, Level::EXPERT)),
            BotKind::Master => Box::new(Master::new(seed, Level::MASTER)),
        }
    }
}
