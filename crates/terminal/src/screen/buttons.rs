//! What can be pressed, by key or by mouse, and where it is on the screen.

use perudo_rules::{Action, Face};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::Span;

/// Something to press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Press {
    /// Choose a face for the bid.
    Face(Face),
    /// Another face, up or down.
    Turn(i16),
    /// More of it, or fewer.
    Count(i16),
    /// Make the bid that is put together.
    Bid,
    /// Something else in the game.
    Act(Action),
    /// Go on after a showdown.
    Continue,
    /// Show or hide the odds.
    Odds,
    /// Show or hide the keys.
    Help,
    /// Write to the others.
    Chat,
    /// Begin, or play again.
    Start,
    /// Put a bot into an empty chair.
    AddBot,
    /// Let bots play the rest quickly.
    Skip,
    /// Play for oneself again.
    Back,
    /// Take a seat.
    Sit,
    /// Read older or newer lines of the story.
    Scroll(i16),
    /// On the start screen: choose a line, and change it.
    Line(usize),
    /// Change the line that is chosen.
    Change(i16),
    /// Do what the chosen line says.
    Enter,
    /// In the list of tables: watch the one that is chosen.
    Watch,
    /// Make another one.
    NewTable,
    /// Ask for the list again.
    Refresh,
    /// End.
    Quit,
}

/// Where things to press are on the screen.
#[derive(Clone, Debug, Default)]
pub(super) struct Buttons(Vec<(Rect, Press)>);

impl Buttons {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(super) fn add(&mut self, area: Rect, press: Press) {
        self.0.push((area, press));
    }

    /// What is at a place.
    pub(super) fn at(&self, column: u16, row: u16) -> Option<Press> {
        let place = Position { x: column, y: row };
        self.0.iter().rev().find(|(area, _)| area.contains(place)).map(|(_, press)| *press)
    }
}

/// How many lines a `Row` takes for these texts.
pub(super) fn rows<'a>(texts: impl Iterator<Item = &'a str>, width: u16) -> u16 {
    let (mut x, mut rows) = (0_usize, 1);
    for text in texts {
        let wide = Span::raw(text).width();
        if x > 0 && x + wide > usize::from(width) {
            (x, rows) = (0, rows + 1);
        }
        x += wide + 1;
    }
    rows
}

/// A line of things side by side, the next one below where there is no room.
pub(super) struct Row<'a, 'f> {
    frame: &'a mut Frame<'f>,
    buttons: &'a mut Buttons,
    area: Rect,
    x: u16,
    y: u16,
}

impl<'a, 'f> Row<'a, 'f> {
    pub(super) fn new(frame: &'a mut Frame<'f>, buttons: &'a mut Buttons, area: Rect) -> Row<'a, 'f> {
        Row { frame, buttons, area, x: area.x, y: area.y }
    }

    /// Adds a text, and what pressing it does.
    pub(super) fn add(&mut self, text: &str, style: Style, press: Option<Press>) {
        let span = Span::styled(text.to_owned(), style);
        let width = u16::try_from(span.width()).unwrap_or(u16::MAX);
        if self.x > self.area.x && self.x.saturating_add(width) > self.area.right() {
            self.x = self.area.x;
            self.y += 1;
        }
        if self.y >= self.area.bottom() {
            return;
        }
        let area = Rect { x: self.x, y: self.y, width: width.min(self.area.right() - self.x), height: 1 };
        self.frame.render_widget(span, area);
        if let Some(press) = press {
            self.buttons.add(area, press);
        }
        self.x = self.x.saturating_add(width + 1);
    }

    /// The first line below.
    pub(super) fn bottom(&self) -> u16 {
        self.y + 1
    }
}
