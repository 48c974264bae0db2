//! The game on a full screen.

mod app;
mod buttons;
mod draw_side;
mod draw_start;
mod draw_table;
mod draw_tables;
mod players;
mod reveal;
mod run;
mod start;
mod table;
mod tables;
#[cfg(test)]
mod tests;
mod theme;

use perudo_words::Words;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;

pub(crate) use app::App;
#[cfg(test)]
pub(crate) use app::Input;
pub(crate) use run::run;
pub use theme::Colours;

/// How the screen behaves.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How quickly things happen.
    pub pace: Pace,
    /// Whether showdowns and draws take their time.
    pub animated: bool,
    /// How many colours there are.
    pub colours: Colours,
}

/// How quickly things happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// With time to enjoy it.
    Slow,
    /// A newcomer can follow.
    Normal,
    /// For those who know the game.
    Quick,
    /// At once.
    Instant,
}

impl Pace {
    /// All of them.
    pub const ALL: [Pace; 4] = [Pace::Slow, Pace::Normal, Pace::Quick, Pace::Instant];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Pace::Slow => "slow",
            Pace::Normal => "normal",
            Pace::Quick => "quick",
            Pace::Instant => "instant",
        }
    }

    /// How long something takes that takes so many milliseconds at the normal pace.
    fn scale(self, millis: u64) -> u64 {
        match self {
            Pace::Slow => millis * 2,
            Pace::Normal => millis,
            Pace::Quick => millis * 2 / 5,
            Pace::Instant => 0,
        }
    }

    /// The same for bots: a turn around a big table takes no longer.
    fn of_bots(self, millis: u64, others: u64) -> u64 {
        self.scale(millis) * 4 / others.max(4)
    }
}

/// There is no room to play.
fn draw_too_small(frame: &mut Frame<'_>, words: &Words) {
    let area = frame.area();
    let values = [("width", app::LEAST.0.into()), ("height", app::LEAST.1.into())];
    draw_text(frame, area, &words.say("term-too-small", &values), ratatui::style::Style::new());
}

/// A text in as many lines as it takes, as far as there is room; returns how many.
fn draw_text(frame: &mut Frame<'_>, area: Rect, text: &str, style: ratatui::style::Style) -> u16 {
    let lines = wrapped(text, area.width);
    let count = u16::try_from(lines.len()).unwrap_or(u16::MAX).min(area.height);
    for (line, y) in lines.into_iter().take(usize::from(count)).zip(area.y..) {
        frame.render_widget(Line::styled(line, style), Rect { y, height: 1, ..area });
    }
    count
}

/// A text in lines of that width.
fn wrapped(text: &str, width: u16) -> Vec<String> {
    if width == 0 {
        return Vec::new();
    }
    textwrap::wrap(text, usize::from(width)).into_iter().map(|line| line.into_owned()).collect()
}
