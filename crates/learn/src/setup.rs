//! A position as it is written: nobody has checked it yet.

use std::fmt;
use std::str::FromStr;

use perudo_rules::{Action, Bid, Face, Hand, MAX_SEATS, Rules, RulesErrors};

/// A position of a round, as a text: `5-4-3:11346:2x4,3x4:classic dice=5`.
///
/// The dice of the players, clockwise from the one who opened; the dice of whoever decides; the bids of the round; the
/// rules. An exclamation mark after a player's dice makes the round that player's maputo: `1!-4-3:6::tournament`.
///
/// # Examples
///
/// ```
/// use perudo_learn::{Position, Setup};
///
/// let setup: Setup = "2-1:36:1x3,2x3:tournament".parse()?;
/// assert_eq!(setup.to_string(), "2-1:36:1x3,2x3:tournament");
/// let position = Position::try_from(setup)?;
/// assert!(position.view().legal_actions().contains("2x6".parse()?));
///
/// let lower: Setup = "2-1:36:2x3,2x2:tournament".parse()?;
/// assert!(Position::try_from(lower).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The dice of the players, clockwise from the one who opened.
    pub dice: Vec<u8>,
    /// Whose maputo the round is, counted from the one who opened.
    pub maputo: Option<usize>,
    /// The dice of the player who decides.
    pub hand: Hand,
    /// The bids of the round.
    pub bids: Vec<Bid>,
    /// The rules.
    pub rules: Rules,
}

/// Why a text is no position at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// It has not four parts.
    #[error("a position is DICE:HAND:BIDS:RULES, such as 5-4-3:11346:2x4,3x4:tournament")]
    Parts,
    /// The dice of the players cannot be read.
    #[error("{0:?} are no dice of players, such as 5-4-3")]
    Dice(String),
    /// Two rounds of maputo in one.
    #[error("a round is the maputo of one player")]
    Maputo,
    /// The dice of whoever decides cannot be read.
    #[error("{0:?} is no hand, such as 11346")]
    Hand(String),
    /// A bid cannot be read.
    #[error("{0:?} is no bid, such as 3x4")]
    Bid(String),
    /// The rules cannot be read.
    #[error(transparent)]
    Rules(#[from] RulesErrors),
}

/// No position is longer: the most players, and every bid of the most dice.
const LONGEST: usize = 4096;
/// The most dice of a hand that can be read; rules have fewer.
const MOST_DICE: usize = 10;

impl FromStr for Setup {
    type Err = SetupError;

    fn from_str(text: &str) -> Result<Setup, SetupError> {
        let mut parts = text.split(':').map(str::trim);
        let mut part = || parts.next().filter(|_| text.len() <= LONGEST).ok_or(SetupError::Parts);
        let (dice, hand, bids, rules) = (part()?, part()?, part()?, part()?);
        if parts.next().is_some() {
            return Err(SetupError::Parts);
        }
        let mut maputo = None;
        let mut counts = Vec::new();
        for (index, count) in dice.split('-').enumerate() {
            let (count, is_maputo) = count.strip_suffix('!').map_or((count, false), |count| (count, true));
            let number =
                if count.bytes().all(|byte| byte.is_ascii_digit()) { count.parse().ok() } else { None };
            counts
                .push(number.filter(|_| index < MAX_SEATS).ok_or_else(|| SetupError::Dice(dice.to_owned()))?);
            if is_maputo && maputo.replace(index).is_some() {
                return Err(SetupError::Maputo);
            }
        }
        let face = |digit: u8| Face::new(digit.wrapping_sub(b'0'));
        let faces: Option<Hand> =
            if hand.len() <= MOST_DICE { hand.bytes().map(face).collect() } else { None };
        let faces = faces.ok_or_else(|| SetupError::Hand(hand.to_owned()))?;
        let bid = |text: &str| match text.trim().parse() {
            Ok(Action::Bid(bid)) => Ok(bid),
            _ => Err(SetupError::Bid(text.trim().to_owned())),
        };
        let bids = bids.split(',').filter(|_| !bids.is_empty()).map(bid).collect::<Result<_, _>>()?;
        Ok(Setup { dice: counts, maputo, hand: faces, bids, rules: rules.parse()? })
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, dice) in self.dice.iter().enumerate() {
            let separator = if index > 0 { "-" } else { "" };
            let maputo = if self.maputo == Some(index) { "!" } else { "" };
            write!(f, "{separator}{dice}{maputo}")?;
        }
        write!(f, ":{}:", self.hand)?;
        for (index, bid) in self.bids.iter().enumerate() {
            write!(f, "{}{bid}", if index > 0 { "," } else { "" })?;
        }
        write!(f, ":{}", self.rules)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_written_as_it_is_read() {
        for text in [
            "5-5:11346::tournament",
            "1!-4-3:6:1x6,2x6:tournament",
            "2-1:36:2x3,1x1,3x2:classic dice=3 calza=on",
            "10-10-10:1111122222::international dice=10",
        ] {
            assert_eq!(text.parse::<Setup>().map(|setup| setup.to_string()).as_deref(), Ok(text));
        }
        let spaced: Setup = "2-1: 36:1x3, 2x3: tournament ".parse().unwrap();
        assert_eq!(spaced.to_string(), "2-1:36:1x3,2x3:tournament");
    }

    #[test]
    fn what_is_no_position_is_named() {
        let many = vec!["1"; 21].join("-");
        let cases = [
            ("", "a position is DICE"),
            ("2-1:36:", "a position is DICE"),
            ("2-1:36::tournament:more", "a position is DICE"),
            ("two-1:36::tournament", "\"two-1\" are no dice"),
            ("+2-1:36::tournament", "\"+2-1\" are no dice"),
            ("2--1:36::tournament", "\"2--1\" are no dice"),
            ("300-1:36::tournament", "\"300-1\" are no dice"),
            ("1!-1!:3::classic", "maputo of one"),
            ("2-1:37::tournament", "\"37\" is no hand"),
            ("2-1:33333333333::tournament", "is no hand"),
            ("2-1:3ё::tournament", "is no hand"),
            ("2-1:36:dudo:tournament", "\"dudo\" is no bid"),
            ("2-1:36:3x9:tournament", "\"3x9\" is no bid"),
            ("2-1:36:1x3,,2x3:tournament", "\"\" is no bid"),
            ("2-1:36::chess", "chess"),
            (&format!("{many}:1::international"), "are no dice"),
            (&"1".repeat(5000), "a position is DICE"),
        ];
        for (text, expected) in cases {
            let error = text.parse::<Setup>().unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
