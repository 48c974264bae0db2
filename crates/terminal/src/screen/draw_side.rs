//! What is beside the table, or below it: odds, the story, keys and help.

use perudo_rules::Bid;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Clear;

use super::buttons::{Press, Row};
use super::draw_table::Pen;
use super::players::sign;
use super::table::Help;
use super::{draw_text, wrapped};
use crate::phrases::{self, Chance};
use crate::session::Tone;

impl Pen<'_, '_> {
    /// The odds, if they are wanted, and what happened.
    pub(super) fn side(&mut self, area: Rect) {
        let mut y = area.y;
        if self.table.odds {
            y += self.odds(area);
        }
        let rest = Rect { y, height: area.bottom().saturating_sub(y), ..area };
        self.story(rest);
    }

    fn odds(&mut self, area: Rect) -> u16 {
        let chances = self.view().map(Chance::all).unwrap_or_default();
        if chances.is_empty() {
            let text = self.text("term-no-odds");
            return draw_text(self.frame, area, &text, self.theme.soft());
        }
        let mut y = area.y;
        for Chance { bid, at_least, standing, .. } in chances {
            if y >= area.bottom() {
                break;
            }
            let style = if standing { self.theme.accent() } else { self.theme.strong() };
            let Bid { count, face } = bid;
            let bar = "█".repeat((at_least * 10.0).round() as usize);
            let line = Line::from(vec![
                Span::styled(format!("{count:>2} × {}  ", sign(face)), style),
                Span::raw(format!("{:>6}  ", phrases::percent(at_least))),
                Span::styled(bar, self.theme.good()),
            ]);
            self.frame.render_widget(line, Rect { y, height: 1, ..area });
            y += 1;
        }
        (y + 1).min(area.bottom()) - area.y
    }

    /// As many of the latest lines as there is room for.
    fn story(&mut self, area: Rect) {
        let session = &self.table.place.session;
        let mut lines: Vec<(String, Tone)> = Vec::new();
        let enough = usize::from(area.height);
        for line in session.story.iter().rev().skip(self.table.scroll) {
            let pieces = wrapped(&line.text, area.width.saturating_sub(1));
            lines.extend(pieces.into_iter().rev().map(|piece| (piece, line.tone)));
            if lines.len() >= enough {
                break;
            }
        }
        lines.truncate(enough);
        for ((text, tone), y) in lines.into_iter().rev().zip(area.y..) {
            let style = match tone {
                Tone::Plain => ratatui::style::Style::new(),
                Tone::Round => self.theme.accent(),
                Tone::Good => self.theme.good(),
                Tone::Bad => self.theme.bad(),
                Tone::Chat => self.theme.chat(),
            };
            self.frame.render_widget(Line::styled(text, style), Rect { y, height: 1, ..area });
        }
    }

    /// The keys that do something now, by how much they matter.
    pub(super) fn keys(&self) -> Vec<(String, Press)> {
        let mut keys = vec![("H", "term-key-help", Press::Help), ("O", "term-key-odds", Press::Odds)];
        if self.table.place.can_talk() {
            keys.push(("T", "web-chat", Press::Chat));
        }
        keys.push(("Q", if self.table.leads_back { "term-key-back" } else { "term-quit" }, Press::Quit));
        keys.into_iter().map(|(key, words, press)| (format!("[{key}] {}", self.text(words)), press)).collect()
    }

    pub(super) fn bottom(&mut self, area: Rect, keys: &[(String, Press)]) {
        let theme = self.theme;
        if let Some(chat) = &self.table.chat {
            let label = format!("{}: ", self.text("web-say"));
            // The end of a long message is what its writer looks at.
            let room = usize::from(area.width).saturating_sub(Span::raw(&label).width() + 2);
            let skipped = chat.chars().count().saturating_sub(room);
            let text: String = chat.chars().skip(skipped).collect();
            let line = Line::from(vec![
                Span::styled(label, theme.chat()),
                Span::raw(text),
                Span::styled("▏", theme.accent()),
            ]);
            self.frame.render_widget(line, Rect { height: 1, ..area });
            return;
        }
        let own_turn = self.table.place.session.is_own_turn();
        let bidding = own_turn && self.table.choice().is_some();
        let hint = bidding.then(|| self.text("term-key-bidding"));
        let mut row = Row::new(self.frame, self.buttons, area);
        for (label, press) in keys {
            row.add(label, theme.soft(), Some(*press));
        }
        if let Some(hint) = hint {
            row.add(&hint, theme.soft(), None);
        }
    }

    /// How to play and all keys. Where they do not fit, they can be scrolled; returns how it is shown then.
    pub(super) fn help(&mut self, area: Rect, help: Help) -> Help {
        self.frame.render_widget(Clear, area);
        let plain = ratatui::style::Style::new();
        let mut texts = vec![(self.text("web-help-game"), self.theme.strong()), (String::new(), plain)];
        texts.push((self.text("term-keys"), plain));
        if self.table.place.can_talk() {
            texts.push((self.text("term-keys-talk"), plain));
        }
        let mut lines = Vec::new();
        for (text, style) in texts {
            for line in text.lines().chain(text.is_empty().then_some("")) {
                let pieces = wrapped(line, area.width);
                lines.extend(pieces.into_iter().map(|piece| (piece, style)));
            }
        }
        let length = u16::try_from(lines.len()).unwrap_or(u16::MAX);
        // The last line, and an empty one above it if there is room, say how to go on.
        let room = area.height.saturating_sub(1);
        let most = length.saturating_sub(room);
        let first = help.first.min(most);
        for ((line, style), y) in
            lines.into_iter().skip(usize::from(first)).take(usize::from(room)).zip(area.y..)
        {
            self.frame.render_widget(Line::styled(line, style), Rect { y, height: 1, ..area });
        }
        let hint = self.text(if most > 0 { "term-any-key-scroll" } else { "term-any-key" });
        let y = area.y + room.min(length + 1);
        draw_text(self.frame, Rect { y, height: 1, ..area }, &hint, self.theme.soft());
        Help { first, most }
    }
}
