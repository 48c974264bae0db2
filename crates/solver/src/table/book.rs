//! One player's strategy in one round, rounded: a tree of that player's own decisions.

use crate::game::{PublicGame, Side, StateId};
use crate::response::Strategy;

/// What one player does in a round, for every history that the player's own play can reach.
///
/// Where the book has no page, and with hands that do not play that way, the player doubts.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Book {
    pub(super) pages: Vec<Page>,
    pub(super) moves: Vec<Move>,
    pub(super) links: Vec<Link>,
}

/// The number of a [`Page`] in its book.
pub(crate) type PageId = u32;

/// A decision, as ranges of moves and of links.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Page {
    pub(super) moves: (u32, u32),
    pub(super) links: (u32, u32),
}

/// With this hand, this action as often as its weight says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Move {
    pub(super) hand: u8,
    pub(super) action: u8,
    pub(super) weight: u16,
}

/// The page after one's own action and the opponent's answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Link {
    pub(super) action: u8,
    pub(super) answer: u8,
    pub(super) page: PageId,
}

impl Book {
    /// Where the player stands before the first bid.
    pub(crate) const START: PageId = 0;

    /// The page after one's own action on a page and the opponent's answer.
    pub(crate) fn follow(&self, page: PageId, action: usize, answer: usize) -> Option<PageId> {
        let (from, to) = self.pages.get(page as usize)?.links;
        let links = self.links.get(from as usize..to as usize)?;
        let found = links
            .iter()
            .find(|link| usize::from(link.action) == action && usize::from(link.answer) == answer)?;
        Some(found.page)
    }

    /// The actions that a hand chooses on a page, with their chances.
    pub(crate) fn choices(&self, page: PageId, hand: usize) -> impl Iterator<Item = (usize, f64)> {
        let moves = self.moves_on(page).iter().filter(move |chosen| usize::from(chosen.hand) == hand);
        let sum: u32 = moves.clone().map(|chosen| u32::from(chosen.weight)).sum();
        moves.map(move |chosen| (usize::from(chosen.action), f64::from(chosen.weight) / f64::from(sum)))
    }

    fn moves_on(&self, page: PageId) -> &[Move] {
        let range = self.pages.get(page as usize).map(|page| page.moves.0 as usize..page.moves.1 as usize);
        range.and_then(|range| self.moves.get(range)).unwrap_or_default()
    }
}

/// The books of both players as one strategy.
pub(crate) struct Books<'a> {
    pub(crate) game: &'a PublicGame,
    pub(crate) books: &'a [Book; 2],
}

/// A history, as the books know it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Opened {
    turn: Side,
    marks: [Mark; 2],
}

/// Where a player stands in the own book.
#[derive(Clone, Copy, Debug)]
enum Mark {
    /// To move.
    Page(PageId),
    /// Having moved.
    Moved(PageId, usize),
    /// Outside: nothing is written here.
    Lost,
}

impl Opened {
    /// The page of the player to move.
    pub(crate) fn page(&self) -> Option<PageId> {
        match self.marks[self.turn.index()] {
            Mark::Page(page) => Some(page),
            Mark::Moved(..) | Mark::Lost => None,
        }
    }
}

impl Strategy for Books<'_> {
    type History = Opened;

    fn start(&self) -> Opened {
        // The other has not moved; the book's first page stands for that with any action.
        Opened { turn: Side::Opener, marks: [Mark::Page(Book::START), Mark::Moved(Book::START, 0)] }
    }

    fn after(&self, history: &Opened, action: usize) -> Opened {
        let (mover, waiting) = (history.turn.index(), history.turn.opponent().index());
        let mut marks = history.marks;
        marks[mover] = match marks[mover] {
            Mark::Page(page) => Mark::Moved(page, action),
            Mark::Moved(..) | Mark::Lost => Mark::Lost,
        };
        marks[waiting] = match marks[waiting] {
            Mark::Moved(page, own) => {
                self.books[waiting].follow(page, own, action).map_or(Mark::Lost, Mark::Page)
            }
            Mark::Page(_) | Mark::Lost => Mark::Lost,
        };
        Opened { turn: history.turn.opponent(), marks }
    }

    fn chances(&mut self, history: &Opened, id: StateId, _: &[f64], chances: &mut [f64]) {
        let state = self.game.state(id);
        let hands = self.game.hands(state.mover);
        chances.fill(0.0);
        let mut known = vec![false; hands];
        if let Some(page) = history.page() {
            let book = &self.books[state.mover.index()];
            for chosen in book.moves_on(page) {
                let (hand, action) = (usize::from(chosen.hand), usize::from(chosen.action));
                known[hand] = true;
                chances[action * hands + hand] += f64::from(chosen.weight);
            }
        }
        let rest = state.doubt.unwrap_or(0);
        for hand in (0..hands).filter(|&hand| !known[hand]) {
            chances[rest * hands + hand] = 1.0;
        }
        for hand in 0..hands {
            let sum: f64 = (0..state.edges.len()).map(|action| chances[action * hands + hand]).sum();
            (0..state.edges.len()).for_each(|action| chances[action * hands + hand] /= sum);
        }
    }
}
