//! What a player may do, and the list of all that is legal.

use std::error::Error;
use std::fmt;
use std::num::NonZeroU8;
use std::str::FromStr;

use crate::{Bid, Face};

/// A decision of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Make or raise the bid.
    Bid(Bid),
    /// Doubt the standing bid (R11).
    Dudo,
    /// Say that the standing bid is exact (R17).
    Calza,
    /// Declare the coming round maputo (R16b).
    Maputo,
    /// Do not declare it.
    Pass,
}

/// The record spelling: `3x4`, `dudo`, `calza`, `maputo`, `pass`.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Bid(bid) => bid.fmt(f),
            Action::Dudo => f.write_str("dudo"),
            Action::Calza => f.write_str("calza"),
            Action::Maputo => f.write_str("maputo"),
            Action::Pass => f.write_str("pass"),
        }
    }
}

/// Why a text is not an [`Action`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseActionError {
    /// It is a bid of no dice.
    CountOfZero,
    /// It is a bid on a face that a die does not have.
    NoSuchFace,
    /// It is something else.
    Unknown,
}

impl fmt::Display for ParseActionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ParseActionError::CountOfZero => "a bid names at least one die",
            ParseActionError::NoSuchFace => "a die has the faces 1 to 6",
            ParseActionError::Unknown => "not an action such as 3x4, dudo, calza, maputo or pass",
        })
    }
}

impl Error for ParseActionError {}

impl FromStr for Action {
    type Err = ParseActionError;

    /// Reads the record spelling. A count too large for any table becomes the largest there is,
    /// which every table refuses.
    fn from_str(text: &str) -> Result<Action, ParseActionError> {
        match text {
            "dudo" => return Ok(Action::Dudo),
            "calza" => return Ok(Action::Calza),
            "maputo" => return Ok(Action::Maputo),
            "pass" => return Ok(Action::Pass),
            _ => {}
        }
        let (count, face) = text.split_once('x').ok_or(ParseActionError::Unknown)?;
        let count = saturating_number(count).ok_or(ParseActionError::Unknown)?;
        let face = saturating_number(face).ok_or(ParseActionError::Unknown)?;
        if count == 0 {
            return Err(ParseActionError::CountOfZero);
        }
        let face = Face::new(face).ok_or(ParseActionError::NoSuchFace)?;
        Ok(Action::Bid(Bid::new(count, face)))
    }
}

/// A number written in plain digits, cut off at the largest that fits.
pub(crate) fn saturating_number(text: &str) -> Option<u8> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(text.parse().unwrap_or(u8::MAX))
}

/// Every action open to the player whose decision it is.
///
/// For each face all counts from a least one up to the dice in play are legal,
/// so the whole list fits into a few bytes and is made without allocating.
///
/// # Examples
///
/// ```
/// use perudo_rules::record::Replay;
/// use perudo_rules::{Action, Face};
///
/// let record = b"perudo 1\nrules tournament\nseats anna boris\nstart anna\n\
///     roll anna:11346 boris:22456\nanna 4x5\n";
/// let (replay, _) = Replay::read(record);
/// let (_, game) = replay.table().unwrap();
/// let legal = game.legal_actions();
/// assert_eq!((legal.least(Face::Ace), legal.least(Face::Six), legal.most()), (Some(2), Some(4), 10));
/// assert_eq!(legal.calls(), [Action::Dudo]);
/// assert!(!legal.contains("4x3".parse()?));
/// # Ok::<(), perudo_rules::ParseActionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LegalActions {
    least: LeastCounts,
    most: u8,
    others: Others,
}

/// The least count of each face that may be bid; none for a face that may not be bid at all.
pub(crate) type LeastCounts = [Option<NonZeroU8>; 6];

/// The actions that are no bids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Others {
    None,
    Dudo,
    DudoOrCalza,
    MaputoOrPass,
}

impl Others {
    const fn list(self) -> &'static [Action] {
        match self {
            Others::None => &[],
            Others::Dudo => &[Action::Dudo],
            Others::DudoOrCalza => &[Action::Dudo, Action::Calza],
            Others::MaputoOrPass => &[Action::Maputo, Action::Pass],
        }
    }
}

impl LegalActions {
    /// Nobody decides anything.
    pub(crate) const NONE: LegalActions = LegalActions { least: [None; 6], most: 0, others: Others::None };

    /// The choice before a roll.
    pub(crate) const DECLARATION: LegalActions =
        LegalActions { others: Others::MaputoOrPass, ..LegalActions::NONE };

    /// Opening bids: at least `least` of each face, at most the dice in play.
    pub(crate) const fn opening(least: LeastCounts, most: u8) -> LegalActions {
        LegalActions { least, most, others: Others::None }
    }

    /// Answers to a bid.
    pub(crate) const fn answer(least: LeastCounts, most: u8, calza: bool) -> LegalActions {
        let others = if calza { Others::DudoOrCalza } else { Others::Dudo };
        LegalActions { least, most, others }
    }

    /// The least count that may be bid on a face, if any may.
    pub fn least(&self, face: Face) -> Option<u8> {
        self.least[face.index()].map(NonZeroU8::get).filter(|&least| least <= self.most)
    }

    /// The largest count of any bid: the dice in play.
    pub fn most(&self) -> u8 {
        self.most
    }

    /// Those that are no bids.
    pub fn calls(&self) -> &'static [Action] {
        self.others.list()
    }

    /// Whether an action is among them.
    pub fn contains(&self, action: Action) -> bool {
        match action {
            Action::Bid(bid) => {
                let least = self.least[bid.face.index()];
                bid.count <= self.most && least.is_some_and(|least| bid.count >= least.get())
            }
            other => self.others.list().contains(&other),
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        let bids: usize = Face::ALL.into_iter().map(|face| self.bids_on(face)).sum();
        bids + self.others.list().len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many bids on a face are legal. Without a branch: playing at random counts them all the time.
    fn bids_on(&self, face: Face) -> usize {
        // One below the least count; beyond any count where there is none.
        let below = self.least[face.index()].map_or(0, NonZeroU8::get).wrapping_sub(1);
        usize::from(self.most.saturating_sub(below))
    }

    /// The action with that number: the bids face by face, then the others.
    /// For choosing among them without listing them.
    pub fn pick(&self, mut index: usize) -> Option<Action> {
        for face in Face::ALL {
            let bids = self.bids_on(face);
            if index < bids {
                let least = self.least[face.index()]?;
                return Some(Action::Bid(Bid::new(least.get() + index as u8, face)));
            }
            index -= bids;
        }
        self.others.list().get(index).copied()
    }

    /// All of them: bids in ascending order of count, then face, then the others.
    pub fn iter(&self) -> impl Iterator<Item = Action> {
        let list = *self;
        let bids = (1..=list.most).flat_map(|count| Face::ALL.map(|face| Bid::new(count, face)));
        bids.map(Action::Bid).filter(move |&bid| list.contains(bid)).chain(list.others.list().iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_is_read_in_record_spelling_only() {
        let cases = [
            ("3x4", Ok(Action::Bid(Bid::new(3, Face::Four)))),
            ("12x1", Ok(Action::Bid(Bid::new(12, Face::Ace)))),
            ("99999999999999999999x6", Ok(Action::Bid(Bid::new(255, Face::Six)))),
            ("dudo", Ok(Action::Dudo)),
            ("0x4", Err(ParseActionError::CountOfZero)),
            ("3x7", Err(ParseActionError::NoSuchFace)),
            ("3x0", Err(ParseActionError::NoSuchFace)),
            ("3X4", Err(ParseActionError::Unknown)),
            ("+3x4", Err(ParseActionError::Unknown)),
            ("x4", Err(ParseActionError::Unknown)),
            ("3x", Err(ParseActionError::Unknown)),
            ("Dudo", Err(ParseActionError::Unknown)),
            ("", Err(ParseActionError::Unknown)),
        ];
        for (text, expected) in cases {
            assert_eq!(text.parse(), expected, "{text:?}");
        }
    }

    #[test]
    fn a_list_of_legal_actions_takes_eight_bytes() {
        assert_eq!(size_of::<LegalActions>(), 8);
    }

    #[test]
    fn picking_by_number_reaches_every_listed_action_once() {
        let lists = [
            LegalActions::NONE,
            LegalActions::DECLARATION,
            LegalActions::opening([0, 1, 1, 1, 1, 1].map(NonZeroU8::new), 5),
            LegalActions::answer([2, 4, 4, 3, 3, 3].map(NonZeroU8::new), 5, true),
            LegalActions::answer([9, 200, 201, 200, 9, 0].map(NonZeroU8::new), 200, false),
        ];
        for list in lists {
            let mut picked: Vec<_> = (0..list.len()).filter_map(|i| list.pick(i)).collect();
            assert_eq!(list.pick(list.len()), None);
            picked.sort_by_key(|action| match action {
                Action::Bid(bid) => (u16::from(bid.count), bid.face.pips()),
                Action::Dudo | Action::Maputo => (1000, 0),
                Action::Calza | Action::Pass => (1000, 1),
            });
            assert_eq!(picked, list.iter().collect::<Vec<_>>());
        }
    }
}
