//! What a table is set up with.

use std::time::Duration;

use perudo_rules::{Preset, Rules};
use serde::{Deserialize, Serialize};

/// How a table is played, apart from who sits at it.
///
/// # Examples
///
/// ```
/// use perudo_rules::Preset;
/// use perudo_table::{Settings, SettingsError};
///
/// let usual = Settings::usual(Preset::Classic.rules());
/// assert_eq!(usual.errors(), []);
/// let crowded = Settings { seats: 200, tours: 0, ..usual };
/// let most = crowded.rules.players;
/// assert_eq!(crowded.errors(), [SettingsError::Seats { most }, SettingsError::Tours]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// The rule set.
    pub rules: Rules,
    /// Chairs around the table.
    pub seats: u8,
    /// Tours in a match.
    pub tours: u8,
    /// The time to decide.
    pub clock: Clock,
    /// How quickly bots move and showdowns pass.
    pub speed: Speed,
    /// Whether the table is listed for everyone.
    pub public: bool,
    /// Whether people without a seat may watch.
    pub spectators: bool,
    /// Whether players may be shown odds.
    pub hints: bool,
    /// The bot that plays for those who are away.
    pub stand_in: String,
    /// Who sees the dice under the cups.
    #[serde(default, skip_serializing_if = "DiceMode::is_open")]
    pub dice: DiceMode,
    /// Whether tours count for ratings: everybody who plays has a name of their own, or is a bot.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
}

/// Who sees the dice under the cups. It is chosen when a table is made, and never changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DiceMode {
    /// Each player their own, and the server all.
    #[default]
    Open,
    /// Each player their own, and nobody else any.
    Sealed,
    /// The same, but bots of the server may sit at the table, whose dice the server sees.
    SealedBots,
}

/// The time that players have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    /// Seconds for each decision; none: as long as it takes.
    pub turn: Option<u16>,
    /// Seconds that a player may use up beyond that in a tour.
    pub bank: u16,
}

/// How quickly things happen by themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Speed {
    /// No pauses: for programs.
    Instant,
    /// Short pauses.
    Quick,
    /// Time to see what happened.
    Normal,
    /// Time to talk about it.
    Slow,
}

/// What is wrong with settings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// The number of seats does not fit the rules.
    #[error("a table with these rules has 2 to {most} seats")]
    Seats {
        /// How many the rules allow.
        most: u8,
    },
    /// The number of tours is out of range.
    #[error("a match has 1 to 100 tours")]
    Tours,
    /// The time for a decision is out of range.
    #[error("a decision takes 3 to 3600 seconds")]
    Turn,
    /// The time bank is out of range.
    #[error("a time bank has at most 3600 seconds")]
    Bank,
    /// Who sees the dice was settled when the table was made.
    #[error("whether dice are sealed is chosen when a table is made")]
    Dice,
    /// A rated table is played by a preset as it is, against the clock and without hints.
    #[error("a rated table has the rules of a preset, a clock and no hints")]
    Rated,
}

impl Settings {
    /// The fewest and the most tours in a match.
    pub const TOURS: (u8, u8) = (1, 100);
    /// The fewest and the most seconds for a decision.
    pub const TURN: (u16, u16) = (3, 3600);
    /// The most seconds in a time bank.
    pub const BANK: u16 = 3600;

    /// The usual table with these rules.
    pub fn usual(rules: Rules) -> Settings {
        Settings {
            rules,
            seats: rules.players.min(6),
            tours: 1,
            clock: Clock { turn: Some(30), bank: 60 },
            speed: Speed::Normal,
            public: false,
            spectators: true,
            hints: false,
            stand_in: "steady".to_owned(),
            dice: DiceMode::Open,
            rated: false,
        }
    }

    /// Everything that is wrong with them.
    pub fn errors(&self) -> Vec<SettingsError> {
        let mut errors = Vec::new();
        if !(2..=self.rules.players).contains(&self.seats) {
            errors.push(SettingsError::Seats { most: self.rules.players });
        }
        if !(Settings::TOURS.0..=Settings::TOURS.1).contains(&self.tours) {
            errors.push(SettingsError::Tours);
        }
        if self.clock.turn.is_some_and(|turn| !(Settings::TURN.0..=Settings::TURN.1).contains(&turn)) {
            errors.push(SettingsError::Turn);
        }
        if self.clock.bank > Settings::BANK {
            errors.push(SettingsError::Bank);
        }
        let is_preset = || Preset::ALL.into_iter().any(|preset| preset.rules() == self.rules);
        if self.rated && (self.hints || self.clock.turn.is_none() || !is_preset()) {
            errors.push(SettingsError::Rated);
        }
        errors
    }
}

impl DiceMode {
    /// All modes.
    pub const ALL: [DiceMode; 3] = [DiceMode::Open, DiceMode::Sealed, DiceMode::SealedBots];

    /// The spelling in settings.
    pub const fn name(self) -> &'static str {
        match self {
            DiceMode::Open => "open",
            DiceMode::Sealed => "sealed",
            DiceMode::SealedBots => "sealed-bots",
        }
    }

    /// The mode of that name.
    pub fn named(name: &str) -> Option<DiceMode> {
        DiceMode::ALL.into_iter().find(|mode| mode.name() == name)
    }

    /// Whether the server sees nobody's dice but those of its own bots.
    pub const fn is_sealed(self) -> bool {
        !matches!(self, DiceMode::Open)
    }

    /// Whether bots of the server may sit down.
    pub const fn takes_bots(self) -> bool {
        !matches!(self, DiceMode::Sealed)
    }

    fn is_open(&self) -> bool {
        *self == DiceMode::Open
    }
}

impl Clock {
    /// The time for each decision.
    pub fn turn(self) -> Option<Duration> {
        self.turn.map(|seconds| Duration::from_secs(u64::from(seconds)))
    }

    /// The time bank at the beginning of a tour.
    pub fn bank(self) -> Duration {
        Duration::from_secs(u64::from(self.bank))
    }
}

impl Speed {
    /// All speeds, the quickest first.
    pub const ALL: [Speed; 4] = [Speed::Instant, Speed::Quick, Speed::Normal, Speed::Slow];

    /// The spelling in settings.
    pub const fn name(self) -> &'static str {
        match self {
            Speed::Instant => "instant",
            Speed::Quick => "quick",
            Speed::Normal => "normal",
            Speed::Slow => "slow",
        }
    }

    /// The speed of that name.
    pub fn named(name: &str) -> Option<Speed> {
        Speed::ALL.into_iter().find(|speed| speed.name() == name)
    }

    /// From a showdown to the next roll.
    pub const fn showdown(self) -> Duration {
        Duration::from_millis(match self {
            Speed::Instant => 0,
            Speed::Quick => 2_500,
            Speed::Normal => 6_000,
            Speed::Slow => 10_000,
        })
    }

    /// From the end of a tour to the next.
    pub const fn rest(self) -> Duration {
        Duration::from_millis(match self {
            Speed::Instant => 0,
            Speed::Quick => 5_000,
            Speed::Normal => 10_000,
            Speed::Slow => 20_000,
        })
    }

    /// The least time that a bot takes. Never nothing: a table of bots must not eat the machine.
    pub const fn thinking(self) -> Duration {
        Duration::from_millis(match self {
            Speed::Instant => 50,
            Speed::Quick => 500,
            Speed::Normal => 1_200,
            Speed::Slow => 2_500,
        })
    }
}
