//! The bytes of a book become the book.

use super::book::{Book, Link, Move, Page, PageId};
use super::bytes::{Reader, Truncated};
use super::writing::{Live, SEVERAL};
use crate::game::{Edge, PublicGame, Side, StateId};

/// Reads what [`super::writing::write`] wrote.
pub(crate) fn read(game: &PublicGame, side: Side, bytes: &mut Reader) -> Result<Book, Truncated> {
    let [mut moves, mut weights, flags] = [bytes.block()?, bytes.block()?, bytes.block()?].map(Reader);
    let parts = u16::from_be_bytes([moves.u8()?, weights.u8()?]);
    let mut reading = Reading { game, parts, moves, weights, flags, book: Book::default() };
    let live: Live = (0..game.hands(side)).map(|hand| hand as u8).collect();
    match side {
        Side::Opener => reading.page(0, &live).map(drop)?,
        Side::Other => {
            reading.book.pages.push(Page::default());
            let mut links = Vec::new();
            reading.answers(0, 0, &live, &mut links)?;
            reading.link(Book::START, links);
        }
    }
    Ok(reading.book)
}

struct Reading<'a> {
    game: &'a PublicGame,
    parts: u16,
    moves: Reader<'a>,
    weights: Reader<'a>,
    flags: Reader<'a>,
    book: Book,
}

impl Reading<'_> {
    fn page(&mut self, id: StateId, live: &Live) -> Result<PageId, Truncated> {
        let state = self.game.state(id);
        let page = self.book.pages.len() as PageId;
        let first = self.book.moves.len();
        for &hand in live {
            self.hand(hand, state.edges.len())?;
        }
        let moves = self.book.moves[first..].to_vec();
        let range = (first as u32, self.book.moves.len() as u32);
        self.book.pages.push(Page { moves: range, links: (0, 0) });
        let mut links = Vec::new();
        for (action, &edge) in state.edges.iter().enumerate() {
            let chosen = moves.iter().filter(|chosen| usize::from(chosen.action) == action);
            let live: Live = chosen.map(|chosen| chosen.hand).collect();
            if let Edge::To(next) = edge
                && !live.is_empty()
            {
                self.answers(action as u8, next, &live, &mut links)?;
            }
        }
        self.link(page, links);
        Ok(page)
    }

    fn hand(&mut self, hand: u8, actions: usize) -> Result<(), Truncated> {
        let first = self.moves.u8()?;
        let from_last = |number: u8| {
            let action = (actions - 1).checked_sub(usize::from(number)).ok_or(Truncated)?;
            Ok(action as u8)
        };
        if first < SEVERAL {
            let action = from_last(first)?;
            self.book.moves.push(Move { hand, action, weight: self.parts });
            return Ok(());
        }
        let count = usize::from(first - SEVERAL);
        let numbers = self.moves.take(count)?;
        let mut rest = self.parts;
        for (index, &number) in numbers.iter().enumerate().rev() {
            let weight =
                if index == 0 { rest } else { u16::from_be_bytes([self.moves.u8()?, self.weights.u8()?]) };
            rest = rest.checked_sub(weight).ok_or(Truncated)?;
            self.book.moves.push(Move { hand, action: from_last(number)?, weight });
        }
        Ok(())
    }

    fn answers(
        &mut self,
        action: u8,
        id: StateId,
        live: &Live,
        links: &mut Vec<Link>,
    ) -> Result<(), Truncated> {
        for (answer, &edge) in self.game.state(id).edges.iter().enumerate() {
            let Edge::To(next) = edge else { continue };
            if self.flags.u8()? != 0 {
                let page = self.page(next, live)?;
                links.push(Link { action, answer: answer as u8, page });
            }
        }
        Ok(())
    }

    fn link(&mut self, page: PageId, links: Vec<Link>) {
        let first = self.book.links.len() as u32;
        self.book.links.extend(links);
        self.book.pages[page as usize].links = (first, self.book.links.len() as u32);
    }
}
