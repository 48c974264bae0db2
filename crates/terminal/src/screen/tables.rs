//! The list of a server's open tables: what is chosen, and what keys do.

use perudo_table::Moment;
use perudo_words::Words;
use ratatui::crossterm::event::KeyCode;

use super::buttons::Press;
use crate::link::{Server, TableLink};
use crate::online::{Guest, OnlineError};
use crate::tables::OpenTable;

/// How often the list is asked for, in milliseconds.
const REFRESH: u64 = 5000;

/// The list of a server's open tables.
#[derive(Debug)]
pub(super) struct TablesScreen {
    pub(super) server: Server,
    pub(super) guest: Guest,
    /// Nothing until the server has answered.
    pub(super) tables: Option<Vec<OpenTable>>,
    pub(super) chosen: usize,
    /// Why there is no newer list, or no table.
    pub(super) trouble: Option<String>,
    /// What became of the table that one comes back from.
    pub(super) notice: Option<String>,
    /// When the list is asked for next; nothing while an answer is due.
    next: Option<Moment>,
    /// Whether a table is being made.
    pub(super) making: bool,
}

/// What the person wants.
#[derive(Debug)]
pub(super) enum Wish {
    /// A table, and whether only to watch it.
    Table(TableLink, bool),
    /// A table of one's own.
    Make,
}

impl TablesScreen {
    pub(super) fn new(server: Server, guest: Guest) -> TablesScreen {
        TablesScreen {
            server,
            guest,
            tables: None,
            chosen: 0,
            trouble: None,
            notice: None,
            next: Some(Moment(0)),
            making: false,
        }
    }

    /// Whether it is time to ask for the list.
    pub(super) fn is_due(&mut self, now: Moment) -> bool {
        let due = self.next.is_some_and(|next| next <= now);
        if due {
            self.next = None;
        }
        due
    }

    pub(super) fn due(&self) -> Option<Moment> {
        self.next
    }

    /// Asks for the list at once, also if an answer is due: it may have been for an earlier visit.
    pub(super) fn refresh(&mut self) {
        self.next = Some(Moment(0));
    }

    /// The server has answered.
    pub(super) fn listed(&mut self, tables: Result<Vec<OpenTable>, OnlineError>, now: Moment, words: &Words) {
        self.next = Some(Moment(now.0.saturating_add(REFRESH)));
        match tables {
            Ok(tables) => {
                // The table that is chosen stays so, wherever it is now.
                let link = self.chosen().map(|table| table.link.clone());
                let same = tables.iter().position(|table| Some(&table.link) == link.as_ref());
                self.chosen = same.unwrap_or(self.chosen).min(tables.len().saturating_sub(1));
                self.tables = Some(tables);
                self.trouble = None;
            }
            Err(error) => self.trouble = Some(error.explain(words)),
        }
    }

    fn chosen(&self) -> Option<&OpenTable> {
        self.tables.as_ref()?.get(self.chosen)
    }

    /// What a key means.
    pub(super) fn press(key: KeyCode) -> Option<Press> {
        Some(match key {
            KeyCode::Up | KeyCode::BackTab => Press::Turn(-1),
            KeyCode::Down | KeyCode::Tab => Press::Turn(1),
            KeyCode::PageUp => Press::Turn(-5),
            KeyCode::PageDown => Press::Turn(5),
            KeyCode::Enter | KeyCode::Char(' ') => Press::Enter,
            KeyCode::Esc => Press::Quit,
            // Letters of a Russian keyboard mean the keys that they are on.
            KeyCode::Char(c) => match c.to_lowercase().next().unwrap_or(c) {
                'w' | 'ц' => Press::Watch,
                'n' | 'т' => Press::NewTable,
                'r' | 'к' => Press::Refresh,
                'q' | 'й' => Press::Quit,
                _ => return None,
            },
            _ => return None,
        })
    }

    /// Does what was pressed.
    pub(super) fn pressed(&mut self, press: Press) -> Option<Wish> {
        self.notice = None;
        let last = self.tables.as_ref().map_or(0, |tables| tables.len().saturating_sub(1));
        match press {
            Press::Turn(by) => self.chosen = self.chosen.saturating_add_signed(by.into()).min(last),
            Press::Scroll(by) => self.chosen = self.chosen.saturating_add_signed((-by).into()).min(last),
            Press::Line(line) if line == self.chosen => return self.wish(false),
            Press::Line(line) => self.chosen = line.min(last),
            Press::Enter => return self.wish(false),
            Press::Watch => return self.wish(true),
            Press::NewTable if !self.making => {
                (self.making, self.trouble) = (true, None);
                return Some(Wish::Make);
            }
            Press::Refresh => self.refresh(),
            _ => {}
        }
        None
    }

    fn wish(&self, watch: bool) -> Option<Wish> {
        Some(Wish::Table(self.chosen()?.link.clone(), watch || self.guest.watch))
    }
}
