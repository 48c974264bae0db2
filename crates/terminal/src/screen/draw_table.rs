//! The screen of a table, drawn.

use perudo_play::{Meaning, PlayerEvent, Shown, least, name_at};
use perudo_protocol::View;
use perudo_rules::{Action, Face, PhaseName, RoundKind};
use perudo_table::{Moment, StageName};
use perudo_words::Words;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders};

use super::buttons::{Buttons, Press, Row};
use super::draw_text;
use super::players::{self, sign};
use super::table::TableScreen;
use super::theme::Theme;
use crate::phrases;

/// From this width on the story is beside the table.
const TWO_COLUMNS: u16 = 72;
/// From this width on a bid that is put together is written with spaces.
const ROOMY: u16 = 38;
/// From this height on dice are drawn large.
const LARGE_DICE: u16 = 22;

/// Everything that drawing takes.
pub(super) struct Pen<'a, 'f> {
    pub(super) frame: &'a mut Frame<'f>,
    pub(super) table: &'a TableScreen,
    pub(super) words: &'a Words,
    pub(super) theme: Theme,
    pub(super) buttons: &'a mut Buttons,
    pub(super) now: Moment,
}

pub(super) fn draw(
    frame: &mut Frame<'_>,
    table: &mut TableScreen,
    words: &Words,
    theme: Theme,
    buttons: &mut Buttons,
    now: Moment,
) {
    let area = frame.area();
    let mut pen = Pen { frame, table, words, theme, buttons, now };
    if let Some(help) = pen.table.help {
        table.help = Some(pen.help(area, help));
        return;
    }
    let keys = pen.keys();
    let rows = if area.width < TWO_COLUMNS { 2 } else { 1 };
    let [title, body, bottom] =
        Layout::vertical([Constraint::Length(1), Constraint::Min(0), Constraint::Length(rows)]).areas(area);
    pen.title(title);
    if area.width >= TWO_COLUMNS {
        let side = (area.width * 2 / 5).clamp(28, 52);
        let [main, side] = Layout::horizontal([Constraint::Min(0), Constraint::Length(side)]).areas(body);
        pen.main(Rect { width: main.width.saturating_sub(1), ..main });
        let block = Block::new().borders(Borders::LEFT).border_style(theme.soft());
        let inner = block.inner(side);
        pen.frame.render_widget(block, side);
        pen.side(Rect { x: inner.x + 1, width: inner.width.saturating_sub(1), ..inner });
    } else {
        let used = pen.main(body);
        pen.side(Rect { y: body.y + used, height: body.height - used, ..body });
    }
    pen.bottom(bottom, &keys);
}

impl Pen<'_, '_> {
    pub(super) fn view(&self) -> Option<&View> {
        self.table.place.session.view.as_ref()
    }

    pub(super) fn text(&self, key: &str) -> String {
        self.words.text(key)
    }

    fn title(&mut self, area: Rect) {
        let mut left = vec![Span::styled("Perudo", self.theme.accent())];
        let (mut right, mut clock) = (String::new(), String::new());
        if let Some(view) = self.view() {
            let now = &view.now;
            let mut parts = vec![phrases::rules(&view.settings, self.words)];
            if let Some(round) = now.round.filter(|_| now.is_playing()) {
                parts.push(self.words.say("web-round", &[("number", round.into())]));
            }
            match now.kind.filter(|_| now.is_playing()) {
                Some(RoundKind::Maputo) => parts.push(self.text("web-kind-maputo")),
                Some(RoundKind::Final) => parts.push(self.text("web-kind-final")),
                Some(RoundKind::Normal) | None => {}
            }
            let in_play: u32 = now.dice.iter().map(|dice| u32::from(*dice)).sum();
            if now.is_playing() {
                right = self.words.say("web-in-play", &[("count", in_play.into())]);
            }
            if let Some(seconds) = self.seconds_left() {
                clock = format!("{}:{:02}", seconds / 60, seconds % 60);
                right = format!("{right}  {clock}");
            }
            left.push(Span::styled(format!(" · {}", parts.join(" · ")), self.theme.strong()));
        }
        let left = Line::from(left);
        let used = u16::try_from(left.width()).unwrap_or(u16::MAX);
        self.frame.render_widget(left, area);
        // Where there is no room for all of it, the clock is what matters.
        for text in [right, clock] {
            let width = u16::try_from(Span::raw(&text).width()).unwrap_or(0);
            if used.saturating_add(width + 1) <= area.width {
                let at = Rect { x: area.right() - width, width, ..area };
                self.frame.render_widget(Span::styled(text, self.theme.soft()), at);
                break;
            }
        }
    }

    /// How long there is to decide, or until the next tour.
    fn seconds_left(&self) -> Option<u64> {
        let now = &self.view()?.now;
        let ends = match now.stage {
            StageName::Playing => now.deadline,
            StageName::Resting => now.until,
            StageName::Waiting | StageName::Closed => None,
        };
        let here = self.now.0.saturating_add_signed(self.table.place.session.client.ahead());
        Some(ends?.saturating_sub(here).div_ceil(1000))
    }

    /// The table itself; returns the lines used.
    fn main(&mut self, area: Rect) -> u16 {
        let large = area.height >= LARGE_DICE - 2 && self.dice_width() <= area.width;
        // In a showdown or a draw there is no more below the players than what is said of it and one button.
        let below = match (self.table.showing().is_some(), large) {
            (true, _) => 5,
            (false, large) => {
                if large {
                    12
                } else {
                    9
                }
            }
        };
        let room = area.height.saturating_sub(below).max(1);
        let mut y = area.y + u16::from(large);
        let below = |y: u16| Rect { y, height: area.bottom().saturating_sub(y), ..area };
        y += players::draw(
            self.frame,
            Rect { height: room.min(below(y).height), ..below(y) },
            self.table,
            self.words,
            self.theme,
        );
        y += u16::from(large);
        y += self.banner(below(y));
        y += self.own_dice(below(y), large);
        y += self.controls(below(y));
        y += self.trouble(below(y));
        y.saturating_sub(area.y).min(area.height)
    }

    /// What the table is about at the moment: the bid that stands, a showdown, who won.
    fn banner(&mut self, area: Rect) -> u16 {
        if let Some((shown, reveal)) = self.table.showing() {
            return match shown {
                Shown::Draw { .. } => {
                    let text = self.text("web-draw");
                    draw_text(self.frame, area, &text, self.theme.accent())
                }
                Shown::Showdown(showdown) => {
                    let you = self.table.place.session.you.chair;
                    if !reveal.verdict {
                        let called = PlayerEvent::called(showdown.calza);
                        let call = called.sentence(&showdown.before, showdown.chair, you, self.words);
                        let counted: u8 = showdown
                            .order()
                            .iter()
                            .take(reveal.lifted)
                            .map(|chair| showdown.matching(*chair))
                            .sum();
                        let values =
                            [("bid", self.words.bid(showdown.bid).into()), ("count", counted.into())];
                        let count = self.words.say("term-counting", &values);
                        let used = draw_text(self.frame, area, &call, self.theme.accent());
                        let rest = Rect { y: area.y + used, height: area.height - used, ..area };
                        return used + draw_text(self.frame, rest, &count, self.theme.strong());
                    }
                    let style = match showdown.meaning(you) {
                        Meaning::Good => self.theme.good(),
                        Meaning::Bad => self.theme.bad(),
                        Meaning::Neutral => self.theme.strong(),
                    };
                    let verdict = showdown.verdict(you, self.words);
                    draw_text(self.frame, area, &verdict, style)
                }
            };
        }
        let Some(view) = self.view() else {
            // Nothing is known of the table yet, and what is wrong with the connection is said below.
            return 0;
        };
        let (text, style) = match (view.stage, view.now.phase) {
            (StageName::Closed, _) => (self.text("web-table-closed"), self.theme.bad()),
            (StageName::Waiting, _) => (self.waiting(view), self.theme.accent()),
            (StageName::Resting, _) => (self.standings(view), self.theme.accent()),
            (StageName::Playing, Some(PhaseName::Bidding)) => match (view.now.bid, view.now.bidder) {
                (Some(bid), Some(bidder)) => {
                    let values =
                        [("name", name_at(view, bidder).into()), ("bid", self.words.bid(bid).into())];
                    (self.words.say("web-bid-by", &values), self.theme.accent())
                }
                _ => (self.text("web-no-bids"), self.theme.soft()),
            },
            (StageName::Playing, Some(PhaseName::Draw)) => (self.text("web-draw"), self.theme.accent()),
            (StageName::Playing, Some(PhaseName::Declaring)) => {
                (self.text("web-declaring"), self.theme.accent())
            }
            (StageName::Playing, Some(PhaseName::Showing)) => (self.text("web-showing"), self.theme.accent()),
            (StageName::Playing, _) => (self.text("web-rolling"), self.theme.soft()),
        };
        draw_text(self.frame, area, &text, style)
    }

    /// Before a match, or after one.
    fn waiting(&self, view: &View) -> String {
        let session = &self.table.place.session;
        if view.tour.is_some() && view.tours_played > 0 {
            return self.standings(view);
        }
        if session.you.host {
            let seated = view.chairs.iter().filter(|chair| chair.name.is_some()).count();
            return self.text(if seated < 2 { "web-start-needs-two" } else { "term-you-start" });
        }
        let host = view.people.iter().find(|person| Some(person.person) == view.host);
        match host {
            Some(host) => self.words.say("web-waits-for-host", &[("name", host.name.clone().into())]),
            None => self.text("web-lobby"),
        }
    }

    /// Who has won how often.
    fn standings(&self, view: &View) -> String {
        let wins = |(chair, sitter): (usize, &perudo_protocol::ViewChair)| {
            let name = name_at(view, u8::try_from(chair).ok()?);
            (!name.is_empty() && sitter.wins > 0).then(|| format!("{name} {}", sitter.wins))
        };
        let standings: Vec<String> = view.chairs.iter().enumerate().filter_map(wins).collect();
        self.words.say("standings", &[("standings", standings.join(", ").into())])
    }

    fn dice_width(&self) -> u16 {
        let hand = self.view().and_then(|view| view.tour.as_ref()).and_then(|tour| tour.hand);
        u16::try_from(hand.map_or(0, |hand| hand.len() * 6)).unwrap_or(u16::MAX)
    }

    /// The dice under the own cup; returns the lines used.
    fn own_dice(&mut self, area: Rect, large: bool) -> u16 {
        if self.table.showing().is_some() || area.height == 0 {
            return 0;
        }
        let Some(view) = self.view() else { return 0 };
        let hand = view.tour.as_ref().and_then(|tour| tour.hand);
        let Some(hand) = hand.filter(|_| view.is_playing()) else { return 0 };
        let signs: Vec<String> = hand.faces().map(sign).collect();
        let standing = view.now.bid.map(|bid| bid.face);
        let jokers = view.now.jokers();
        let counts: Vec<bool> = hand
            .faces()
            .map(|face| standing.is_some_and(|standing| face == standing || (jokers && face == Face::Ace)))
            .collect();
        let theme = self.theme;
        let style = |counts: bool| if counts { theme.good() } else { theme.strong() };
        if large && area.height >= 4 {
            let parts: [(&str, &str); 3] = [("╭───╮ ", ""), ("│ ", " │ "), ("╰───╯ ", "")];
            for (row, (before, after)) in parts.into_iter().enumerate() {
                let mut spans = Vec::new();
                for (sign, counts) in signs.iter().zip(&counts) {
                    let text = if row == 1 { format!("{before}{sign}{after}") } else { before.to_owned() };
                    spans.push(Span::styled(text, style(*counts)));
                }
                let at = Rect { y: area.y + row as u16, height: 1, ..area };
                self.frame.render_widget(Line::from(spans), at);
            }
            return 3;
        }
        let label = self.words.say("web-your-dice", &[("dice", "".into())]);
        let mut spans = vec![Span::styled(format!("{} ", label.trim_end()), self.theme.soft())];
        for (sign, counts) in signs.iter().zip(&counts) {
            spans.push(Span::styled(format!("{sign} "), style(*counts)));
        }
        self.frame.render_widget(Line::from(spans), Rect { height: 1, ..area });
        1
    }

    /// What can be done; returns the lines used.
    fn controls(&mut self, area: Rect) -> u16 {
        let session = &self.table.place.session;
        if area.height == 0 {
            return 0;
        }
        if self.table.showing().is_some() {
            let label = format!("[{}] {}", self.text("term-space"), self.text("web-continue"));
            let (button, press) = (self.theme.button(), Some(Press::Continue));
            Row::new(self.frame, self.buttons, area).add(&label, button, press);
            return 1;
        }
        let Some(view) = session.view.as_ref() else { return 0 };
        if let Some(legal) = view.now.legal.as_ref().filter(|_| session.is_own_turn()) {
            let used = draw_text(self.frame, area, &phrases::turn(legal, self.words), self.theme.strong());
            let rest = Rect { y: area.y + used, height: area.height - used, ..area };
            return used + self.decisions(rest, legal);
        }
        let waits = match (view.stage, view.now.turn) {
            (StageName::Playing, _) if session.you.person.is_none() => {
                format!("{} [J] {}", self.text("web-you-watch"), self.text("web-sit-down"))
            }
            (StageName::Playing, _) if session.own_dice() == 0 && view.now.phase.is_some() => {
                format!("{} [K] {}", self.text("web-you-are-out"), self.text("web-rush"))
            }
            (StageName::Playing, Some(turn)) if Some(turn) != session.you.chair => {
                self.words.say("web-waits-for", &[("name", name_at(view, turn).into())])
            }
            (StageName::Waiting | StageName::Resting, _) => return self.lobby(area, view),
            _ => return 0,
        };
        draw_text(self.frame, area, &waits, self.theme.soft())
    }

    /// Faces to choose, the bid that is put together, and calls.
    fn decisions(&mut self, area: Rect, legal: &perudo_protocol::Legal) -> u16 {
        let choice = self.table.choice();
        let theme = self.theme;
        let faces: Vec<(Face, Option<u8>)> =
            Face::ALL.into_iter().map(|face| (face, least(legal, face))).collect();
        let bid =
            choice.map(|choice| self.words.say("web-bid", &[("bid", self.words.bid(choice.bid()).into())]));
        let calls: Vec<(String, Action)> = legal
            .calls
            .iter()
            .filter_map(|call| {
                let (key, words) = match call {
                    Action::Dudo => ("D", "web-dudo"),
                    Action::Calza => ("C", "web-calza"),
                    Action::Maputo => ("M", "web-declare-maputo"),
                    Action::Pass => ("P", "web-no-maputo"),
                    Action::Bid(_) => return None,
                };
                Some((format!("[{key}] {}", self.words.text(words)), *call))
            })
            .collect();
        let deciding = self.table.place.session.deciding;
        let mut y = area.y;
        if let (Some(choice), Some(bid)) = (choice, bid) {
            let mut row = Row::new(self.frame, self.buttons, Rect { y, height: area.height.min(2), ..area });
            for (face, least) in faces {
                let style = match least {
                    Some(_) if choice.face == face => theme.chosen(),
                    Some(_) => theme.button(),
                    None => theme.soft(),
                };
                row.add(&format!("[{}]", sign(face)), style, Some(Press::Face(face)));
            }
            row.add("[−]", theme.button(), Some(Press::Count(-1)));
            // Less and more stand beside what they change, however narrow it is.
            let (count, face) = (choice.count, sign(choice.face));
            let chosen =
                if area.width < ROOMY { format!("{count}×{face}") } else { format!("{count:>2} × {face}") };
            row.add(&chosen, theme.strong(), None);
            row.add("[+]", theme.button(), Some(Press::Count(1)));
            y = row.bottom();
            let rest = Rect { y, height: area.bottom().saturating_sub(y), ..area };
            let mut row = Row::new(self.frame, self.buttons, rest);
            let style = if deciding { theme.soft() } else { theme.button() };
            row.add(&format!("[{}] {bid}", "Enter"), style, Some(Press::Bid));
            y = row.bottom();
        }
        let rest = Rect { y, height: area.bottom().saturating_sub(y), ..area };
        if !calls.is_empty() && rest.height > 0 {
            let mut row = Row::new(self.frame, self.buttons, rest);
            for (label, call) in calls {
                let style = if deciding { theme.soft() } else { theme.button() };
                row.add(&label, style, Some(Press::Act(call)));
            }
            y = row.bottom();
        }
        y - area.y
    }

    /// What can be done between two games.
    fn lobby(&mut self, area: Rect, view: &View) -> u16 {
        let session = &self.table.place.session;
        let theme = self.theme;
        let mut y = area.y;
        if let Some(link) = self.table.place.link() {
            let text = format!("{}: {link}", self.text("web-link"));
            // A link that is broken in two cannot be copied.
            let text = if Span::raw(&text).width() > usize::from(area.width) { link } else { text };
            y += draw_text(self.frame, area, &text, theme.strong());
        }
        let rest = Rect { y, height: area.bottom().saturating_sub(y), ..area };
        if rest.height == 0 {
            return y - area.y;
        }
        let again = if view.tour.is_some() { "web-rematch" } else { "web-start" };
        let (start, bot) = (self.text(again), self.text("web-add-bot"));
        let sit = (session.you.person.is_none()).then(|| self.text("web-sit-down"));
        let (host, home) = (session.you.host, self.table.place.is_home());
        let mut row = Row::new(self.frame, self.buttons, rest);
        if host {
            row.add(&format!("[S] {start}"), theme.button(), Some(Press::Start));
            if !home {
                row.add(&format!("[B] {bot}"), theme.button(), Some(Press::AddBot));
            }
        }
        if let Some(sit) = sit {
            row.add(&format!("[J] {sit}"), theme.button(), Some(Press::Sit));
        }
        row.bottom() - area.y
    }

    fn trouble(&mut self, area: Rect) -> u16 {
        let session = &self.table.place.session;
        let trouble = session.trouble.clone().or_else(|| self.table.place.concern(self.words));
        trouble.map_or(0, |trouble| draw_text(self.frame, area, &trouble, self.theme.bad()))
    }
}
