//! A game against bots in this program.

use perudo_explain::explain_invalid_command;
use perudo_explain::fairness::HOME;
use perudo_home::{HomeTable, RestoreError, Step};
use perudo_play::NoRandomError;
use perudo_protocol::{ClientMsg, InvalidCommandError, Outbox, ServerMsg, WireCommand, WireSettings};
use perudo_rules::Action;
use perudo_table::{BotJob, Entry, Guest, Moment};
use perudo_words::{Language, Words};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use crate::store::random;

/// How a game against bots begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HomeGame {
    /// The player's name.
    pub name: String,
    /// The bots, by their names on the ladder.
    pub bots: Vec<String>,
    /// The rule set.
    pub rules: String,
    /// How many tours.
    pub tours: u8,
    /// Where chance begins; none: anywhere.
    pub seed: Option<u64>,
}

/// Why no game can begin.
#[derive(Debug, thiserror::Error)]
pub enum HomeError {
    /// The table refuses how it is to be played.
    #[error("{0}")]
    Refused(String),
    /// The log of an earlier game cannot be gone on with.
    #[error(transparent)]
    Log(#[from] RestoreError),
    /// There is no chance.
    #[error(transparent)]
    NoRandom(#[from] NoRandomError),
}

/// A game as it is kept.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct KeptGame {
    guest: [u8; 16],
    log: Vec<Entry>,
}

/// A game against bots: the table, and what is due at it.
pub(crate) struct Home {
    table: HomeTable,
    secret: [u8; 16],
    language: Language,
    luck: Xoshiro256PlusPlus,
    wake: Option<Moment>,
    job: Option<Box<BotJob>>,
    /// Whether a bot is thinking: time waits for it.
    thinking: bool,
}

impl Home {
    /// Sets up a table, at which nobody has begun yet.
    pub(crate) fn begin(game: &HomeGame, language: Language, now: Moment) -> Result<Home, HomeError> {
        let mut luck = match game.seed {
            Some(seed) => Xoshiro256PlusPlus::seed_from_u64(seed),
            None => Xoshiro256PlusPlus::from_seed(random()?),
        };
        let (mut dice, mut secret) = ([0; 32], [0; 16]);
        match game.seed {
            Some(_) => {
                luck.fill_bytes(&mut dice);
                luck.fill_bytes(&mut secret);
            }
            // Dice that nobody can guess, and not only bots that nobody can.
            None => (dice, secret) = (random()?, random()?),
        }
        let name = format!("{HOME}{:010x}", luck.next_u64() >> 24);
        let words = Words::of(language);
        let refused = |error: &InvalidCommandError| {
            HomeError::Refused(explain_invalid_command(None, error, words).message)
        };
        let table = HomeTable::open(&name, &game.settings(), dice, now).map_err(|error| refused(&error))?;
        let mut home = Home { table, secret, language, luck, wake: None, job: None, thinking: false };
        home.table.connect(home.guest(), now);
        let join = WireCommand::Join {
            name: game.name.clone(),
            chair: None,
            watch: false,
            program: false,
            tip: None,
            closed: None,
        };
        let bots = game.bots.iter().map(|level| WireCommand::Bot { chair: None, level: level.clone() });
        let mut outbox = Outbox::new(0);
        for command in [join].into_iter().chain(bots) {
            for message in home.send(ClientMsg::Order(outbox.queue(command, 0)), now) {
                if let ServerMsg::Refused { body, .. } = message {
                    return Err(HomeError::Refused(body.message));
                }
            }
        }
        Ok(home)
    }

    /// Goes on with a game that was kept.
    pub(crate) fn restore(kept: KeptGame, language: Language, now: Moment) -> Result<Home, HomeError> {
        let KeptGame { guest: secret, log } = kept;
        let mut table = HomeTable::restore(log, now)?;
        table.connect(Guest::of_secret(secret), now);
        let luck = Xoshiro256PlusPlus::from_seed(random()?);
        Ok(Home { table, secret, language, luck, wake: None, job: None, thinking: false })
    }

    /// The game, to be kept; none if no tour is played.
    pub(crate) fn keep(&self) -> Option<KeptGame> {
        self.table.is_playing().then(|| KeptGame { guest: self.secret, log: self.table.log().to_vec() })
    }

    /// The records of all tours that are over.
    pub(crate) fn records(&self) -> Vec<String> {
        self.table.history().tours().iter().map(|tour| tour.record.clone()).collect()
    }

    fn guest(&self) -> Guest {
        Guest::of_secret(self.secret)
    }

    /// The table as the player sees it.
    pub(crate) fn look(&mut self, now: Moment) -> Vec<ServerMsg> {
        let step = self.table.switch_viewer(Some(self.guest()), now);
        self.take(step)
    }

    /// Takes in a message of the player.
    pub(crate) fn send(&mut self, message: ClientMsg, now: Moment) -> Vec<ServerMsg> {
        let step = self.table.receive(self.guest(), message, self.language, now);
        self.take(step)
    }

    /// What is due by itself happens now.
    pub(crate) fn hurry(&mut self, now: Moment) -> Vec<ServerMsg> {
        self.wake = None;
        let step = self.table.hurry(now);
        self.take(step)
    }

    /// When something is due by itself.
    pub(crate) fn wake(&self) -> Option<Moment> {
        self.wake.filter(|_| !self.thinking && self.job.is_none())
    }

    /// The bot that has to decide, with its luck.
    pub(crate) fn take_job(&mut self) -> Option<(Box<BotJob>, u64)> {
        let job = self.job.take()?;
        self.thinking = true;
        Some((job, self.luck.next_u64()))
    }

    /// What it decided.
    pub(crate) fn decided(&mut self, job: &BotJob, action: Action, now: Moment) -> Vec<ServerMsg> {
        self.thinking = false;
        let step = self.table.bot_decided(job.turn, action, now);
        self.take(step)
    }

    fn take(&mut self, step: Step) -> Vec<ServerMsg> {
        let Step { messages, wake, ask } = step;
        self.wake = wake;
        self.job = ask.or(self.job.take());
        messages
    }
}

impl HomeGame {
    fn settings(&self) -> WireSettings {
        let seats = u8::try_from(self.bots.len().saturating_add(1)).unwrap_or(u8::MAX);
        WireSettings {
            rules: Some(self.rules.clone()),
            seats: Some(seats),
            tours: Some(self.tours),
            turn: Some(0),
            hints: Some(true),
            ..WireSettings::default()
        }
    }
}
