//! The screen before a game: whom to play with, and how.

use perudo_bots::BotKind;
use perudo_rules::Preset;
use perudo_table::checked_name;
use perudo_words::{Language, Words};
use ratatui::crossterm::event::KeyCode;

use super::buttons::Press;
use crate::link::Server;
use crate::online::OnlineError;
use crate::place::is_kept_in;
use crate::store::Store;
use crate::{HomeGame, SERVER};

/// The strengths to choose from, each beating the one before it.
pub(super) const STRENGTHS: [BotKind; 5] =
    [BotKind::Novice, BotKind::Steady, BotKind::Reader, BotKind::Thinker, BotKind::Master];

/// The longest address that can be typed.
const ADDRESS: usize = 100;

/// A line of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line {
    Name,
    Strength,
    Players,
    Rules,
    Language,
    Begin,
    Resume,
    Online,
    Quit,
}

/// What the person wants.
#[derive(Debug)]
pub(super) enum Begin {
    New(HomeGame),
    Kept,
    /// The open tables of a server.
    Tables(Server),
    Quit,
}

/// The screen before a game.
#[derive(Debug)]
pub(super) struct StartScreen {
    pub(super) name: Option<String>,
    pub(super) strength: usize,
    pub(super) players: u8,
    pub(super) preset: Preset,
    language: Language,
    /// The address of a server, as it is typed.
    pub(super) address: String,
    pub(super) chosen: usize,
    /// Whether a game was broken off.
    kept: bool,
    pub(super) trouble: Option<String>,
}

impl StartScreen {
    pub(super) fn new(store: &Store, language: Language) -> StartScreen {
        let kept = is_kept_in(store);
        let mut start = StartScreen {
            name: None,
            strength: 0,
            players: 4,
            preset: Preset::Tournament,
            language,
            address: store.load(SERVER).unwrap_or_else(|| "localhost:8080".to_owned()),
            chosen: 0,
            kept,
            trouble: None,
        };
        let first = if kept { Line::Resume } else { Line::Begin };
        start.chosen = start.lines().iter().position(|line| *line == first).unwrap_or(0);
        start
    }

    pub(super) fn lines(&self) -> Vec<Line> {
        let all = [
            Line::Name,
            Line::Strength,
            Line::Players,
            Line::Rules,
            Line::Language,
            Line::Begin,
            Line::Resume,
            Line::Online,
            Line::Quit,
        ];
        all.into_iter().filter(|line| self.kept || *line != Line::Resume).collect()
    }

    pub(super) fn language(&self) -> Language {
        self.language
    }

    /// What a key means.
    pub(super) fn press(key: KeyCode) -> Option<Press> {
        Some(match key {
            KeyCode::Up | KeyCode::BackTab => Press::Turn(-1),
            KeyCode::Down | KeyCode::Tab => Press::Turn(1),
            KeyCode::Left => Press::Change(-1),
            KeyCode::Right => Press::Change(1),
            KeyCode::Enter | KeyCode::Char(' ') => Press::Enter,
            KeyCode::Esc | KeyCode::Char('q' | 'й') => Press::Quit,
            _ => return None,
        })
    }

    /// The name or an address is typed; says whether the key was a letter of it.
    pub(super) fn typed(&mut self, key: KeyCode) -> bool {
        let line = self.lines().get(self.chosen).copied();
        let mut text = match line {
            Some(Line::Name) => self.name.clone().unwrap_or_default(),
            Some(Line::Online) => self.address.clone(),
            _ => return false,
        };
        match key {
            KeyCode::Char(c) => text.push(c),
            KeyCode::Backspace => drop(text.pop()),
            _ => return false,
        }
        if line == Some(Line::Online) {
            if text.len() <= ADDRESS && !text.contains(|c: char| c.is_control() || c.is_whitespace()) {
                self.address = text;
            }
        // What can be no name is not even typed; a space may be followed by more.
        } else if text.is_empty() || checked_name(&text).is_ok() {
            self.name = Some(text).filter(|name| !name.is_empty());
        }
        true
    }

    /// Does what was pressed.
    pub(super) fn pressed(&mut self, press: Press, words: &Words) -> Option<Begin> {
        self.trouble = None;
        let lines = self.lines();
        match press {
            Press::Turn(by) | Press::Scroll(by) => {
                let by = if matches!(press, Press::Scroll(_)) { -by } else { by };
                let count = lines.len() as i16;
                self.chosen = usize::try_from((self.chosen as i16 + by).rem_euclid(count)).unwrap_or(0);
                None
            }
            Press::Line(line) => {
                let again = self.chosen == line;
                self.chosen = line.min(lines.len().saturating_sub(1));
                match lines.get(self.chosen) {
                    Some(Line::Begin | Line::Resume | Line::Quit) => self.enter(words),
                    Some(Line::Name) | None => None,
                    Some(_) if again => self.enter(words),
                    Some(_) => None,
                }
            }
            Press::Change(by) => {
                self.change(by);
                None
            }
            Press::Enter => self.enter(words),
            _ => None,
        }
    }

    fn enter(&mut self, words: &Words) -> Option<Begin> {
        match self.lines().get(self.chosen)? {
            Line::Begin => Some(Begin::New(self.game())),
            Line::Resume => Some(Begin::Kept),
            Line::Quit => Some(Begin::Quit),
            Line::Online => match Server::parse(&self.address) {
                Ok(server) => Some(Begin::Tables(server)),
                Err(error) => {
                    self.trouble = Some(OnlineError::Link(error).explain(words));
                    None
                }
            },
            Line::Name => {
                self.chosen += 1;
                None
            }
            _ => {
                self.change(1);
                None
            }
        }
    }

    fn change(&mut self, by: i16) {
        let turn = |index: usize, count: usize| {
            usize::try_from((index as i16 + by).rem_euclid(count.max(1) as i16)).unwrap_or(0)
        };
        match self.lines().get(self.chosen) {
            Some(Line::Strength) => self.strength = turn(self.strength, STRENGTHS.len()),
            Some(Line::Players) => {
                let most = usize::from(self.preset.rules().players);
                self.players = turn(usize::from(self.players) - 2, most - 1) as u8 + 2;
            }
            Some(Line::Rules) => {
                let presets = Preset::ALL;
                let index = presets.iter().position(|preset| *preset == self.preset).unwrap_or(0);
                self.preset = presets[turn(index, presets.len())];
                self.players = self.players.min(self.preset.rules().players);
            }
            Some(Line::Language) => {
                let all = Language::all();
                let index = all.iter().position(|language| *language == self.language).unwrap_or(0);
                self.language = all[turn(index, all.len())];
            }
            _ => {}
        }
    }

    /// The game that the lines describe.
    fn game(&self) -> HomeGame {
        let words = Words::of(self.language);
        HomeGame {
            name: self.name.clone().unwrap_or_else(|| words.text("web-you-name")),
            bots: vec![STRENGTHS[self.strength].name().to_owned(); usize::from(self.players) - 1],
            rules: self.preset.name().to_owned(),
            tours: 1,
            seed: None,
        }
    }
}
