//! Everyone around the table, a line each: whose turn it is, how many dice there are, what was bid.

use perudo_play::{Showdown, Shown, name_at};
use perudo_protocol::View;
use perudo_rules::{Face, Hand};
use perudo_words::Words;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::reveal::Reveal;
use super::table::TableScreen;
use super::theme::Theme;

/// From this width on bids are written in words.
const WORDS: u16 = 46;
/// The most columns for a name.
const NAME: usize = 16;

/// Draws as many as there is room for, and whoever has the turn among them; returns the lines used.
pub(super) fn draw(
    frame: &mut Frame<'_>,
    area: Rect,
    table: &TableScreen,
    words: &Words,
    theme: Theme,
) -> u16 {
    let Some(view) = &table.place.session.view else { return 0 };
    let chairs = chairs(view);
    let room = usize::from(area.height);
    let of_interest = view.now.turn.or(view.now.bidder);
    let at = chairs.iter().position(|chair| Some(*chair) == of_interest).unwrap_or(0);
    // Where not all fit, the one who has the turn is in the middle.
    let first = at.saturating_sub(room / 2).min(chairs.len().saturating_sub(room));
    let name_width = chairs.iter().map(|chair| Span::raw(name_at(view, *chair)).width()).max().unwrap_or(0);
    let name_width = name_width.min(NAME).min(usize::from(area.width / 3));
    let mut used = 0;
    for chair in chairs.into_iter().skip(first).take(room) {
        let line = Line::from(spans(table, view, chair, name_width, area.width, words, theme));
        frame.render_widget(line, Rect { y: area.y + used, height: 1, ..area });
        used += 1;
    }
    used
}

/// The chairs with somebody in them, or in the tour.
fn chairs(view: &View) -> Vec<u8> {
    let count = u8::try_from(view.chairs.len()).unwrap_or(u8::MAX);
    (0..count).filter(|chair| !name_at(view, *chair).is_empty()).collect()
}

fn spans(
    table: &TableScreen,
    view: &View,
    chair: u8,
    name_width: usize,
    width: u16,
    words: &Words,
    theme: Theme,
) -> Vec<Span<'static>> {
    let session = &table.place.session;
    let dice = view.now.dice.get(usize::from(chair)).copied();
    let has_turn = view.now.turn == Some(chair) && session.shown.is_none();
    let own = session.you.chair == Some(chair);
    let name_style = match (has_turn, own, dice) {
        (true, _, _) => theme.accent(),
        (_, _, Some(0)) => theme.soft(),
        (_, true, _) => theme.strong(),
        _ => ratatui::style::Style::new(),
    };
    let mut spans = vec![
        Span::styled(if has_turn { "▶ " } else { "  " }, theme.accent()),
        Span::styled(fitted(&name_at(view, chair), name_width), name_style),
        Span::raw(" "),
    ];
    match table.showing() {
        Some((Shown::Showdown(showdown), reveal)) => spans.extend(open_cup(showdown, reveal, chair, theme)),
        Some((Shown::Draw { throws }, _)) => {
            let thrown = throws.get(usize::from(chair)).copied().flatten();
            spans.extend(thrown.map(|face| Span::styled(sign(face), theme.strong())));
        }
        None => {
            let most = view.now.dice.iter().copied().max().unwrap_or(0);
            let cup = "■".repeat(usize::from(dice.unwrap_or(0)));
            let cup = if dice == Some(0) { words.text("web-review-out") } else { cup };
            spans.push(Span::styled(fitted(&cup, usize::from(most.max(5))), theme.soft()));
            spans.push(Span::raw(" "));
            spans.extend(last_bid(view, chair, width, words, theme));
        }
    }
    spans.extend(tag(table, view, chair, words).map(|tag| Span::styled(format!(" {tag}"), theme.soft())));
    spans
}

/// What somebody bid last in this round.
fn last_bid(view: &View, chair: u8, width: u16, words: &Words, theme: Theme) -> Option<Span<'static>> {
    let tour = view.tour.as_ref()?;
    let (_, bid) = tour.bids.iter().rev().find(|(bidder, _)| *bidder == chair)?;
    let text = if width >= WORDS { words.bid(*bid) } else { bid.to_string() };
    let stands = view.now.bidder == Some(chair);
    Some(Span::styled(text, if stands { theme.strong() } else { theme.soft() }))
}

/// The dice of a cup, if it is lifted.
fn open_cup(showdown: &Showdown, reveal: Reveal, chair: u8, theme: Theme) -> Vec<Span<'static>> {
    let hand = showdown.hands.get(usize::from(chair)).copied().unwrap_or(Hand::EMPTY);
    let place = showdown.order().iter().position(|lifted| *lifted == chair);
    if place.is_none_or(|place| place >= reveal.lifted) {
        return vec![Span::styled("■".repeat(hand.len()), theme.soft())];
    }
    let counts = |face: Face| face == showdown.bid.face || (showdown.jokers && face == Face::Ace);
    let mut spans = Vec::new();
    for face in hand.faces() {
        let style = if counts(face) { theme.counts() } else { theme.soft() };
        spans.push(Span::styled(sign(face), style));
        spans.push(Span::raw(" "));
    }
    let change = showdown.change(chair);
    if reveal.verdict && change != 0 {
        let style = if change > 0 { theme.good() } else { theme.bad() };
        spans.push(Span::styled(format!("{change:+}"), style));
    }
    spans
}

/// What else is to be known of somebody.
fn tag(table: &TableScreen, view: &View, chair: u8, words: &Words) -> Option<String> {
    let session = &table.place.session;
    let sitter = view.chairs.get(usize::from(chair))?;
    if session.you.chair == Some(chair) {
        return None;
    }
    let person = sitter.person.and_then(|person| view.people.iter().find(|known| known.person == person));
    match person {
        Some(person) if person.away.is_some() => Some(words.text("web-gone")),
        Some(person) if session.offline.contains(&person.person) => Some(words.text("web-offline")),
        Some(person) if person.program => Some(format!("({})", words.text("web-a-bot"))),
        _ => None,
    }
}

/// A die: a star for an ace.
pub(super) fn sign(face: Face) -> String {
    if face == Face::Ace { "★".to_owned() } else { face.pips().to_string() }
}

/// A text cut or filled to a width.
fn fitted(text: &str, width: usize) -> String {
    let mut fitted = String::new();
    for c in text.chars() {
        if Span::raw(format!("{fitted}{c}")).width() > width {
            break;
        }
        fitted.push(c);
    }
    let missing = width.saturating_sub(Span::raw(&fitted).width());
    fitted + &" ".repeat(missing)
}
