//! The list of a server's open tables, drawn.

use perudo_words::Words;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};

use super::buttons::{Buttons, Press, Row, rows};
use super::draw_text;
use super::tables::TablesScreen;
use super::theme::Theme;

/// The lines of a table: who sits there, and how it is played.
const LINES: u16 = 2;

pub(super) fn draw(
    frame: &mut Frame<'_>,
    list: &TablesScreen,
    words: &Words,
    theme: Theme,
    buttons: &mut Buttons,
    leads_back: bool,
) {
    let whole = frame.area();
    let keys = keys(list, words, leads_back);
    let rows = rows(keys.iter().map(|(text, _)| text.as_str()), whole.width);
    let [title, address, body, bottom] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(2),
        Constraint::Min(0),
        Constraint::Length(rows),
    ])
    .areas(whole);
    let heading = vec![
        Span::styled("Perudo", theme.accent()),
        Span::styled(format!(" · {}", words.text("web-public-tables")), theme.strong()),
    ];
    frame.render_widget(Line::from(heading), title);
    let server = list.server.to_string();
    frame.render_widget(Line::styled(server, theme.soft()), Rect { height: 1, ..address });
    let said = [(&list.notice, theme.good()), (&list.trouble, theme.bad())];
    let mut y = body.y;
    for (text, style) in said {
        let rest = Rect { y, height: body.bottom().saturating_sub(y), ..body };
        y += text.as_ref().map_or(0, |text| draw_text(frame, rest, text, style));
    }
    let rest = Rect { y, height: body.bottom().saturating_sub(y), ..body };
    match list.tables.as_deref() {
        _ if list.making => drop(draw_text(frame, rest, &words.text("web-coming"), theme.soft())),
        None if list.trouble.is_none() => {
            draw_text(frame, rest, &words.text("web-coming"), theme.soft());
        }
        None => {}
        Some([]) => drop(draw_text(frame, rest, &words.text("web-no-public-tables"), theme.soft())),
        Some(_) => draw_list(frame, rest, list, words, theme, buttons),
    }
    let mut row = Row::new(frame, buttons, bottom);
    for (text, press) in keys {
        row.add(&text, theme.button(), Some(press));
    }
}

fn draw_list(
    frame: &mut Frame<'_>,
    area: Rect,
    list: &TablesScreen,
    words: &Words,
    theme: Theme,
    buttons: &mut Buttons,
) {
    let room = usize::from((area.height / LINES).max(1));
    // The chosen table is always in sight.
    let first = (list.chosen + 1).saturating_sub(room);
    let tables = list.tables.iter().flatten().enumerate().skip(first).take(room);
    for ((index, table), row) in tables.zip(0..) {
        let at = Rect { y: area.y + row * LINES, height: LINES.min(area.height), ..area };
        let chosen = index == list.chosen;
        let style = if chosen { theme.chosen() } else { theme.strong() };
        let names = if table.names.is_empty() { words.text("web-own-nobody") } else { table.names.clone() };
        let names = vec![Span::raw(if chosen { "▸ " } else { "  " }), Span::styled(names, style)];
        frame.render_widget(Line::from(names), Rect { height: 1, ..at });
        if at.height == LINES {
            let about = Line::styled(format!("  {}", table.about(words)), theme.soft());
            frame.render_widget(about, Rect { y: at.y + 1, height: 1, ..at });
        }
        buttons.add(at, Press::Line(index));
    }
}

/// What can be pressed.
fn keys(list: &TablesScreen, words: &Words, leads_back: bool) -> Vec<(String, Press)> {
    let some = list.tables.as_ref().is_some_and(|tables| !tables.is_empty());
    let keys = [
        (some, "Enter", "web-join", Press::Enter),
        (some, "W", "term-key-watch", Press::Watch),
        (true, "N", "web-new-table", Press::NewTable),
        (true, "R", "web-refresh", Press::Refresh),
        (true, "Q", if leads_back { "term-key-back" } else { "term-quit" }, Press::Quit),
    ];
    let shown = keys.into_iter().filter(|(shown, ..)| *shown);
    shown.map(|(_, key, text, press)| (format!("[{key}] {}", words.text(text)), press)).collect()
}
