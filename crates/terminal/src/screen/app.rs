//! The whole screen as a state: input goes in, a frame is drawn from what is there. It does no I/O but keep games.

use perudo_home::decide;
use perudo_rules::Action;
use perudo_table::{BotJob, Moment};
use perudo_words::Words;
use ratatui::Frame;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use super::buttons::{Buttons, Press};
use super::start::{Begin, StartScreen};
use super::table::TableScreen;
use super::theme::Theme;
use super::{Options, draw_start, draw_table};
use crate::net::NetEvent;
use crate::place::Place;
use crate::{PlayError, Store};

/// The least that there is room to play on.
pub(super) const LEAST: (u16, u16) = (36, 14);

/// Something that comes from outside.
#[derive(Debug)]
pub(crate) enum Input {
    /// From the terminal.
    Terminal(Event),
    /// From a bot.
    Decided(Box<BotJob>, Action),
    /// From the connection to a table of a server.
    Net(NetEvent),
    /// From whoever wants the program to end.
    Stop,
}

/// What is shown.
pub(super) enum Screen {
    Start(Box<StartScreen>),
    Table(Box<TableScreen>),
}

/// The whole screen.
pub(crate) struct App {
    pub(super) words: &'static Words,
    pub(super) theme: Theme,
    pub(super) screen: Screen,
    pub(super) buttons: Buttons,
    options: Options,
    store: Store,
    ended: bool,
}

impl App {
    /// At a table.
    pub(crate) fn at_table(place: Place, options: Options, store: Store) -> App {
        let words = place.session.words;
        let table = TableScreen::new(place, options);
        App::new(Screen::Table(Box::new(table)), words, options, store)
    }

    /// Before a game.
    pub(crate) fn at_start(options: Options, store: Store, words: &'static Words) -> App {
        let start = StartScreen::new(&store, words.language());
        App::new(Screen::Start(Box::new(start)), words, options, store)
    }

    fn new(screen: Screen, words: &'static Words, options: Options, store: Store) -> App {
        let theme = Theme::new(options.colours);
        App { words, theme, screen, buttons: Buttons::default(), options, store, ended: false }
    }

    /// Whether the person has had enough.
    pub(crate) fn has_ended(&self) -> bool {
        self.ended
    }

    /// The place at a table, if there is one.
    pub(crate) fn place(&mut self) -> Option<&mut Place> {
        match &mut self.screen {
            Screen::Table(table) => Some(&mut table.place),
            Screen::Start(_) => None,
        }
    }

    /// Takes in something.
    pub(crate) fn handle(&mut self, input: Input, now: Moment) {
        match input {
            Input::Stop => self.ended = true,
            Input::Net(event) => {
                if let Screen::Table(table) = &mut self.screen {
                    table.place.net(event);
                    table.tick(now);
                }
            }
            Input::Decided(job, action) => {
                if let Screen::Table(table) = &mut self.screen {
                    table.decided(&job, action, now);
                }
            }
            Input::Terminal(Event::Key(key)) if key.kind != KeyEventKind::Release => self.key(key, now),
            Input::Terminal(Event::Mouse(mouse)) => self.mouse(mouse, now),
            Input::Terminal(Event::Paste(text)) => text.chars().for_each(|c| {
                self.typed(KeyCode::Char(c));
            }),
            Input::Terminal(_) => {}
        }
    }

    fn key(&mut self, key: KeyEvent, now: Moment) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            // Raw terminals send what would be a signal as a key.
            if let KeyCode::Char('c' | 'd' | 'с' | 'в') = key.code {
                self.ended = true;
            }
            return;
        }
        if self.typed(key.code) {
            return;
        }
        let press = match &self.screen {
            Screen::Start(_) => StartScreen::press(key.code),
            Screen::Table(table) => table.press(key.code),
        };
        if let Some(press) = press {
            self.press(press, now);
        }
    }

    /// Where a text is being typed, keys are letters; says whether they are.
    fn typed(&mut self, key: KeyCode) -> bool {
        match &mut self.screen {
            Screen::Start(start) => start.typed(key),
            Screen::Table(table) => table.typed(key),
        }
    }

    fn mouse(&mut self, mouse: MouseEvent, now: Moment) {
        let press = match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => self.buttons.at(mouse.column, mouse.row),
            MouseEventKind::ScrollUp => Some(Press::Scroll(1)),
            MouseEventKind::ScrollDown => Some(Press::Scroll(-1)),
            _ => None,
        };
        if let Some(press) = press {
            self.press(press, now);
        }
    }

    fn press(&mut self, press: Press, now: Moment) {
        if press == Press::Quit {
            self.ended = true;
            return;
        }
        match &mut self.screen {
            Screen::Table(table) => table.pressed(press, now),
            Screen::Start(start) => match start.pressed(press) {
                Some(Begin::Quit) => self.ended = true,
                Some(begin) => self.begin(begin),
                None => self.words = Words::of(start.language()),
            },
        }
    }

    fn begin(&mut self, begin: Begin) {
        let (store, words, animated) = (self.store.clone(), self.words, self.options.animated);
        let place = match begin {
            Begin::New(game) => Place::begin(&game, store, words, animated).map_err(PlayError::Home),
            Begin::Kept => Place::resume(store, words, animated)
                .map_err(PlayError::Home)
                .and_then(|place| place.ok_or(PlayError::NothingKept)),
            Begin::Quit => return,
        };
        match (place, &mut self.screen) {
            (Ok(place), _) => {
                self.screen = Screen::Table(Box::new(TableScreen::new(place, self.options)));
            }
            (Err(error), Screen::Start(start)) => start.trouble = Some(error.explain(words)),
            (Err(_), Screen::Table(_)) => {}
        }
    }

    /// Time goes on.
    pub(crate) fn tick(&mut self, now: Moment) {
        if let Screen::Table(table) = &mut self.screen {
            table.tick(now);
        }
    }

    /// When the screen changes by itself.
    pub(crate) fn due(&self, now: Moment) -> Option<Moment> {
        match &self.screen {
            Screen::Table(table) => table.due(now),
            Screen::Start(_) => None,
        }
    }

    /// The bot that has to decide, and its luck.
    pub(crate) fn take_job(&mut self) -> Option<(Box<BotJob>, u64)> {
        self.place()?.take_job()
    }

    /// Draws everything.
    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>, now: Moment) {
        self.buttons.clear();
        let area = frame.area();
        if area.width < LEAST.0 || area.height < LEAST.1 {
            return super::draw_too_small(frame, self.words);
        }
        match &mut self.screen {
            Screen::Start(start) => draw_start::draw(frame, start, self.words, self.theme, &mut self.buttons),
            Screen::Table(table) => {
                draw_table::draw(frame, table, self.words, self.theme, &mut self.buttons, now);
            }
        }
    }
}

/// Lets a bot think.
pub(crate) fn think(job: &BotJob, luck: u64) -> Action {
    decide(job, luck)
}
