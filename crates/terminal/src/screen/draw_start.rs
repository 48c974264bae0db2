//! The screen before a game, drawn.

use perudo_words::Words;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::buttons::{Buttons, Press, Row};
use super::start::{self, STRENGTHS, StartScreen};
use super::theme::Theme;
use super::{draw_text, wrapped};

/// The most columns that the lines take.
const WIDEST: u16 = 60;

pub(super) fn draw(
    frame: &mut Frame<'_>,
    start: &StartScreen,
    words: &Words,
    theme: Theme,
    buttons: &mut Buttons,
) {
    let whole = frame.area();
    let width = whole.width.saturating_sub(2).min(WIDEST);
    let area = Rect { x: whole.x + (whole.width - width) / 2, y: whole.y, width, height: whole.height };
    let lines = start.lines();
    // With little room nothing is left free.
    let roomy = area.height > lines.len() as u16 + 9;
    let mut y = area.y + u16::from(roomy) * 2;
    let mut row = |frame: &mut Frame<'_>, line: Line<'_>| {
        frame.render_widget(line, Rect { y, height: 1, ..area });
        y += 1;
        y - 1
    };
    row(frame, Line::styled("P E R U D O", theme.accent()).centered());
    if roomy {
        for line in wrapped(&words.text("web-tagline"), area.width) {
            row(frame, Line::styled(line, theme.soft()).centered());
        }
        row(frame, Line::default());
    }
    for (index, line) in lines.iter().enumerate() {
        let chosen = index == start.chosen;
        let (label, value) = texts(*line, start, words);
        let style = if chosen { theme.chosen() } else { theme.strong() };
        let at = match value {
            Some(value) => {
                let width = usize::from(area.width / 2);
                let label = format!("{}{label}", if chosen { "▸ " } else { "  " });
                let padded =
                    format!("{label}{}", " ".repeat(width.saturating_sub(Span::raw(&label).width())));
                let value = if chosen { format!("◂ {value} ▸") } else { format!("  {value}") };
                row(frame, Line::from(vec![Span::raw(padded), Span::styled(value, style)]))
            }
            None => row(frame, Line::styled(format!("{}{label}", if chosen { "▸ " } else { "  " }), style)),
        };
        buttons.add(Rect { y: at, height: 1, ..area }, Press::Line(index));
    }
    let about = about(start, words);
    let below = Rect { y: y + u16::from(roomy), height: area.bottom().saturating_sub(y + 2), ..area };
    let used = draw_text(frame, below, &about, theme.soft());
    if let Some(trouble) = &start.trouble {
        let rest = Rect { y: below.y + used, height: below.height.saturating_sub(used), ..below };
        draw_text(frame, rest, trouble, theme.bad());
    }
    let keys = words.text("term-start-keys");
    let height = wrapped(&keys, whole.width).len() as u16;
    let bottom = Rect { y: whole.bottom().saturating_sub(height.max(1)), height: height.max(1), ..whole };
    Row::new(frame, buttons, bottom).add(&keys, theme.soft(), None);
}

/// What a line says, and what is chosen there.
fn texts(line: start::Line, start: &StartScreen, words: &Words) -> (String, Option<String>) {
    use start::Line;
    let value = match line {
        Line::Name => start.name.clone().or_else(|| Some(words.text("web-you-name"))),
        Line::Strength => {
            STRENGTHS.get(start.strength).map(|kind| words.text(&format!("web-strength-{}", kind.name())))
        }
        Line::Players => Some(start.players.to_string()),
        Line::Rules => Some(words.text(&format!("web-rules-preset-{}", start.preset.name()))),
        Line::Language => Some(words.language().name().to_owned()),
        Line::Online => Some(start.address.clone()),
        Line::Begin | Line::Resume | Line::Quit => None,
    };
    let key = match line {
        Line::Name => "web-your-name",
        Line::Strength => "web-opponents",
        Line::Players => "term-players",
        Line::Rules => "web-rules",
        Line::Language => "web-language",
        Line::Begin => "web-play-now",
        Line::Resume => "web-go-on-playing",
        Line::Online => "web-own-server",
        Line::Quit => "term-quit",
    };
    (words.text(key), value)
}

/// What is to be known about the line that is chosen.
fn about(start: &StartScreen, words: &Words) -> String {
    use start::Line;
    match start.lines().get(start.chosen) {
        Some(Line::Strength) => STRENGTHS
            .get(start.strength)
            .map(|kind| words.text(&format!("web-strength-{}-about", kind.name())))
            .unwrap_or_default(),
        Some(Line::Rules) => words.text(&format!("web-rules-about-{}", start.preset.name())),
        Some(Line::Name) => words.text("refused-bad-name"),
        Some(Line::Online) => words.text("term-online-about"),
        _ => String::new(),
    }
}
