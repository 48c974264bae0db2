//! The games that were played in this browser, and are kept in it: the latest ones, as far as there is room.

use std::fmt;
use std::str::FromStr;

use perudo_analysis::Review;
use serde::{Deserialize, Serialize};

use crate::browser;
use crate::screen::is_table_id;

/// How the names begin under which finished games are stored. Then comes when they ended, and where they were played:
/// their order is that of their names.
const FINISHED: &str = "perudo.played.";
/// How the names begin of tours whose end this browser has not seen yet.
const UNFINISHED: &str = "perudo.unfinished.";
/// How many games are kept.
pub(crate) const MOST: usize = 200;
/// How long their texts are together.
const MOST_TEXT: usize = 2_000_000;
/// How long a tour of which nothing more was heard is remembered.
const WEEK: u64 = 7 * 24 * 3_600_000;

/// A tour of a table, here or at the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TourId {
    pub(crate) table: String,
    pub(crate) tour: u32,
}

impl TourId {
    /// Whether it was played without a server.
    pub(crate) fn is_home(&self) -> bool {
        perudo_explain::fairness::is_home(&self.table)
    }
}

impl fmt::Display for TourId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.table, self.tour)
    }
}

/// The text names no tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a tour is the name of a table, a slash and a number")]
pub(crate) struct TourIdError;

impl FromStr for TourId {
    type Err = TourIdError;

    fn from_str(text: &str) -> Result<TourId, TourIdError> {
        let (table, tour) = text.split_once('/').ok_or(TourIdError)?;
        let known = is_table_id(table.strip_prefix(perudo_explain::fairness::HOME).unwrap_or(table));
        let tour = tour.parse().ok().filter(|_| known).ok_or(TourIdError)?;
        Ok(TourId { table: table.to_owned(), tour })
    }
}

/// A game that was played here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct OwnGame {
    #[serde(flatten)]
    pub(crate) id: TourId,
    /// When it ended, or began, should its end not be known.
    pub(crate) at: u64,
    /// Who played, clockwise.
    pub(crate) players: Vec<String>,
    /// Which of them this browser was, if one of them.
    pub(crate) you: Option<usize>,
    /// Who won.
    pub(crate) winner: Option<usize>,
    pub(crate) rules: String,
    /// Whether everyone may know of the table.
    pub(crate) public: bool,
    pub(crate) record: String,
    /// The proof of the dice; servers keep those of their tours themselves.
    pub(crate) proof: Option<String>,
    /// Luck and skill, once it has been reviewed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) sum: Option<GameSum>,
}

/// Luck and skill of whoever played here, in one game: start and parts add up to the end.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct GameSum {
    pub(crate) start: f64,
    pub(crate) luck: f64,
    pub(crate) decisions: f64,
    pub(crate) others: f64,
    pub(crate) end: f64,
    pub(crate) accuracy: Option<f64>,
}

impl GameSum {
    /// The sum of a seat in a reviewed game.
    pub(crate) fn of(review: &Review, seat: usize) -> Option<GameSum> {
        let balance = review.tours.last()?.balances.get(seat)?;
        Some(GameSum {
            start: balance.start,
            luck: balance.luck(),
            decisions: balance.decisions,
            others: balance.others,
            end: balance.end,
            accuracy: review.players.get(seat)?.accuracy(),
        })
    }
}

impl OwnGame {
    fn stored_as(&self) -> String {
        format!("{FINISHED}{:013}.{}", self.at, self.id)
    }
}

/// Whether there are any finished games.
pub(crate) fn any() -> bool {
    !browser::stored_names(FINISHED).is_empty()
}

/// The finished games, the latest first.
pub(crate) fn all() -> Vec<OwnGame> {
    let mut names = browser::stored_names(FINISHED);
    names.sort_unstable_by(|one, other| other.cmp(one));
    names.iter().filter_map(|name| browser::load(name)).collect()
}

/// The name under which a finished tour is stored.
fn name_of(id: &TourId) -> Option<String> {
    let end = format!(".{id}");
    browser::stored_names(FINISHED).into_iter().find(|name| name.ends_with(&end))
}

/// Whether a finished game is kept here.
pub(crate) fn has(id: &TourId) -> bool {
    name_of(id).is_some()
}

/// A finished game, if it is kept here.
pub(crate) fn find(id: &TourId) -> Option<OwnGame> {
    browser::load(&name_of(id)?)
}

/// Keeps a finished game, at the cost of the oldest ones.
pub(crate) fn keep(game: &OwnGame) {
    drop_unfinished(&game.id);
    if has(&game.id) {
        return;
    }
    let Ok(text) = serde_json::to_string(game) else { return };
    let mut older = browser::stored_names(FINISHED);
    older.sort_unstable();
    let lengths: Vec<usize> = older.iter().map(|name| browser::stored_length(name)).collect();
    let mut older = older.iter();
    for name in older.by_ref().take(surplus(&lengths, text.len())) {
        browser::remove(name);
    }
    // The page keeps other things, too: there may be less room than that.
    while !browser::save_text(&game.stored_as(), &text) {
        let Some(oldest) = older.next() else { return };
        browser::remove(oldest);
    }
}

/// Keeps what a review found about a game of one's own.
pub(crate) fn keep_sum(id: &TourId, sum: GameSum) {
    if let Some(name) = name_of(id)
        && let Some(game) = browser::load::<OwnGame>(&name)
        && game.sum != Some(sum)
    {
        browser::save(&name, &OwnGame { sum: Some(sum), ..game });
    }
}

/// How many of the oldest games have to go, so that there is room for one more.
fn surplus(lengths: &[usize], length: usize) -> usize {
    let mut total = lengths.iter().sum::<usize>() + length;
    let mut count = lengths.len() + 1;
    let too_many = |length: &&usize| {
        let over = count > MOST || total > MOST_TEXT;
        (count, total) = (count - 1, total - **length);
        over
    };
    lengths.iter().take_while(too_many).count()
}

/// Forgets a finished game.
pub(crate) fn forget(id: &TourId) {
    if let Some(name) = name_of(id) {
        browser::remove(&name);
    }
}

/// Forgets all finished games.
pub(crate) fn forget_all() {
    for name in browser::stored_names(FINISHED) {
        browser::remove(&name);
    }
}

/// Remembers a tour of the server that has begun: whoever leaves before its end finds it among the games all the same.
pub(crate) fn begin(game: &OwnGame) {
    if !has(&game.id) {
        browser::save(&format!("{UNFINISHED}{}", game.id), game);
    }
}

/// Forgets a tour whose end will not come.
pub(crate) fn drop_unfinished(id: &TourId) {
    browser::remove(&format!("{UNFINISHED}{id}"));
}

/// The tours whose end this browser has not seen.
pub(crate) fn unfinished() -> Vec<OwnGame> {
    let mut found = Vec::new();
    for name in browser::stored_names(UNFINISHED) {
        match browser::load::<OwnGame>(&name) {
            Some(game) if game.at + WEEK > browser::now().0 => found.push(game),
            _ => browser::remove(&name),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tour_is_named_by_its_table_and_its_number() {
        for (text, is_home) in [("4t961m390c/1", false), ("home-0123456789/12", true)] {
            let id: TourId = text.parse().unwrap();
            assert_eq!((id.to_string().as_str(), id.is_home()), (text, is_home));
        }
        for text in [
            "",
            "4t961m390c",
            "4t961m390c/",
            "4t961m390c/x",
            "/1",
            "a/b/1",
            "../../x/1",
            "home-/1",
            "4t961m390c/-1",
        ] {
            assert_eq!(text.parse::<TourId>(), Err(TourIdError), "{text}");
        }
    }

    #[test]
    fn the_oldest_games_make_room_for_a_new_one() {
        for (what, lengths, length, expected) in [
            ("the first", vec![], 10, 0),
            ("there is room", vec![10; MOST - 1], 10, 0),
            ("one too many", vec![10; MOST], 10, 1),
            ("several too many", vec![10; MOST + 3], 10, 4),
            ("texts that are too long", vec![MOST_TEXT / 2, MOST_TEXT / 4, MOST_TEXT / 4], 10, 1),
            ("a text that takes all the room", vec![10; 5], MOST_TEXT, 5),
            ("a text for which there is no room at all", vec![10; 5], MOST_TEXT + 1, 5),
        ] {
            assert_eq!(surplus(&lengths, length), expected, "{what}");
        }
    }

    #[test]
    fn games_are_in_the_order_in_which_they_ended() {
        let ended = |at| OwnGame {
            id: TourId { table: "4t961m390c".to_owned(), tour: 1 },
            at,
            players: Vec::new(),
            you: None,
            winner: None,
            rules: String::new(),
            public: false,
            record: String::new(),
            proof: None,
            sum: None,
        };
        assert!(ended(999).stored_as() < ended(1_794_748_292_289).stored_as());
        let text = serde_json::to_string(&ended(7)).unwrap();
        assert_eq!(serde_json::from_str::<OwnGame>(&text).unwrap(), ended(7));
    }
}
