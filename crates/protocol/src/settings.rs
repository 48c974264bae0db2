//! Settings as clients write and read them.

use perudo_rules::{Rules, RulesErrors, RulesSpec};
use perudo_table::{Clock, DiceMode, Settings, SettingsError, Speed};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Settings on the wire. What is not given is as usual.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WireSettings {
    /// The rule set: `PRESET axis=value …`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// Chairs around the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seats: Option<u8>,
    /// Tours in a match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tours: Option<u8>,
    /// Seconds for each decision; 0: as long as it takes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u16>,
    /// Seconds that a player may use up beyond that in a tour.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bank: Option<u16>,
    /// `instant`, `quick`, `normal` or `slow`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub speed: Option<String>,
    /// Whether the table is listed for everyone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub public: Option<bool>,
    /// Whether people without a seat may watch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spectators: Option<bool>,
    /// Whether players may be shown odds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hints: Option<bool>,
    /// The bot that plays for those who are away.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stand_in: Option<String>,
    /// Who sees the dice under the cups: `open`, `sealed` or `sealed-bots`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice: Option<String>,
    /// Whether tours count for ratings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rated: Option<bool>,
}

/// Why settings are not accepted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InvalidSettingsError {
    /// The rules are not valid.
    #[error("the rules are not valid: {0}")]
    Rules(RulesErrors),
    /// There is no such speed.
    #[error("there is no speed called {0:?}")]
    Speed(String),
    /// There are no such dice.
    #[error("dice are open, sealed or sealed-bots, not {0:?}")]
    Dice(String),
    /// Numbers are out of range.
    #[error("out of range: {0:?}")]
    Range(Vec<SettingsError>),
}

impl WireSettings {
    /// The settings they mean, if they are valid.
    pub fn check(&self) -> Result<Settings, InvalidSettingsError> {
        let spec = RulesSpec::parse(self.rules.as_deref().unwrap_or_default())
            .map_err(InvalidSettingsError::Rules)?;
        let rules = Rules::try_from(spec).map_err(InvalidSettingsError::Rules)?;
        let usual = Settings::usual(rules);
        let speed = match &self.speed {
            None => usual.speed,
            Some(name) => Speed::named(name).ok_or_else(|| InvalidSettingsError::Speed(name.clone()))?,
        };
        let dice = match &self.dice {
            None => usual.dice,
            Some(name) => DiceMode::named(name).ok_or_else(|| InvalidSettingsError::Dice(name.clone()))?,
        };
        let settings = Settings {
            rules,
            seats: self.seats.unwrap_or(usual.seats),
            tours: self.tours.unwrap_or(usual.tours),
            clock: Clock {
                turn: self.turn.map_or(usual.clock.turn, |turn| (turn > 0).then_some(turn)),
                bank: self.bank.unwrap_or(usual.clock.bank),
            },
            speed,
            public: self.public.unwrap_or(usual.public),
            spectators: self.spectators.unwrap_or(usual.spectators),
            hints: self.hints.unwrap_or(usual.hints),
            stand_in: self.stand_in.clone().unwrap_or(usual.stand_in),
            dice,
            rated: self.rated.unwrap_or(usual.rated),
        };
        let faults = settings.errors();
        if faults.is_empty() { Ok(settings) } else { Err(InvalidSettingsError::Range(faults)) }
    }
}

impl WireSettings {
    /// Lets tours count for ratings: what a rated table does not allow is put right.
    pub fn rate(&mut self) {
        self.rated = Some(true);
        self.hints = None;
        self.turn = self.turn.filter(|turn| *turn > 0);
        let rules: Rules = self.rules.as_deref().and_then(|rules| rules.parse().ok()).unwrap_or_default();
        let rules = rules.preset.rules();
        self.seats = self.seats.map(|seats| seats.min(rules.players));
        self.rules = Some(rules.to_string());
    }
}

impl From<&Settings> for WireSettings {
    fn from(settings: &Settings) -> WireSettings {
        WireSettings {
            rules: Some(settings.rules.to_string()),
            seats: Some(settings.seats),
            tours: Some(settings.tours),
            turn: Some(settings.clock.turn.unwrap_or(0)),
            bank: Some(settings.clock.bank),
            speed: Some(settings.speed.name().to_owned()),
            public: Some(settings.public),
            spectators: Some(settings.spectators),
            hints: Some(settings.hints),
            stand_in: Some(settings.stand_in.clone()),
            // Older clients know nothing of it, and need not.
            dice: settings.dice.is_sealed().then(|| settings.dice.name().to_owned()),
            rated: settings.rated.then_some(true),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_come_back_as_they_were_sent() {
        let wire = WireSettings {
            rules: Some("calza dice=3".to_owned()),
            seats: Some(4),
            turn: Some(0),
            speed: Some("quick".to_owned()),
            dice: Some("sealed-bots".to_owned()),
            ..WireSettings::default()
        };
        let settings = wire.check().unwrap();
        assert_eq!(settings.clock.turn, None);
        assert_eq!(WireSettings::from(&settings).check().unwrap(), settings);
    }

    #[test]
    fn any_table_can_be_made_a_rated_one() {
        for text in [
            r#"{}"#,
            r#"{"hints":true,"turn":0}"#,
            r#"{"rules":"tournament dice=3","seats":6,"turn":10}"#,
            r#"{"rules":"calza players=20","seats":20,"dice":"sealed"}"#,
            r#"{"rules":"chess"}"#,
        ] {
            let mut wire: WireSettings = serde_json::from_str(text).unwrap();
            let turn = wire.turn;
            wire.rate();
            let rated = wire.check().unwrap_or_else(|error| panic!("{text}: {error}"));
            assert!(rated.rated && !rated.hints, "{text}");
            assert!(turn == Some(0) || wire.turn == turn, "{text}: a clock stays as it is");
        }
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let cases = [
            (r#"{"rules":"chess"}"#, false),
            (r#"{"rules":"tournament","seats":7}"#, false),
            (r#"{"seats":1}"#, false),
            (r#"{"tours":0}"#, false),
            (r#"{"turn":1}"#, false),
            (r#"{"bank":3601}"#, false),
            (r#"{"speed":"warp"}"#, false),
            (r#"{"dice":"loaded"}"#, false),
            (r#"{"rated":true,"rules":"classic dice=3"}"#, false),
            (r#"{"rated":true,"turn":0}"#, false),
            (r#"{"rated":true,"hints":true}"#, false),
            (r#"{"rated":true,"rules":"calza"}"#, true),
            (r#"{"rules":"classic","seats":20,"turn":3,"bank":0}"#, true),
            (r#"{}"#, true),
        ];
        for (text, fine) in cases {
            let wire: WireSettings = serde_json::from_str(text).unwrap();
            assert_eq!(wire.check().is_ok(), fine, "{text}");
        }
    }
}
