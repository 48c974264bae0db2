//! The whole screen as a state: input goes in, a frame is drawn from what is there.

use std::sync::Arc;
use std::sync::mpsc::Sender;

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
use super::tables::{TablesScreen, Wish};
use super::theme::Theme;
use super::{Options, draw_start, draw_table, draw_tables};
use crate::link::{Server, TableLink};
use crate::net::NetEvent;
use crate::online::Guest;
use crate::place::{Listener, Place};
use crate::tables::{self, Answer};
use crate::{Game, OnlineError, PlayError, SERVER, Start, Store, place};

/// The least that there is room to play on.
pub(super) const LEAST: (u16, u16) = (36, 14);

/// Something that comes from outside.
#[derive(Debug)]
pub(crate) enum Input {
    /// From the terminal.
    Terminal(Event),
    /// From a bot.
    Decided(Box<BotJob>, Action),
    /// From the connection to a table of a server, for the screen with that number.
    Net(u32, NetEvent),
    /// From a server that was asked by the screen with that number.
    Answer(u32, Answer),
    /// From whoever wants the program to end.
    Stop,
    /// From a thread that panics: nobody would do its work any more.
    Broken,
    /// A panic, for tests of what becomes of the terminal.
    #[cfg(test)]
    Panic,
}

/// What is shown.
pub(super) enum Screen {
    Start(Box<StartScreen>),
    Tables(Box<TablesScreen>),
    Table(Box<TableScreen>),
}

/// The whole screen.
pub(crate) struct App {
    pub(super) words: &'static Words,
    pub(super) theme: Theme,
    pub(super) screen: Screen,
    pub(super) buttons: Buttons,
    /// The screens to which one can go back.
    back: Vec<Screen>,
    /// How many screens there have been: what comes for an earlier one is of no concern any more.
    visit: u32,
    options: Options,
    store: Store,
    sender: Sender<Input>,
    ended: bool,
    broken: bool,
}

impl App {
    /// Begins wherever is wished; with a choice, if nothing is.
    pub(crate) fn new(
        start: Option<&Start>,
        options: Options,
        store: Store,
        words: &'static Words,
        sender: Sender<Input>,
    ) -> Result<App, PlayError> {
        let screen = match start {
            None => Screen::Start(Box::new(StartScreen::new(&store, words.language()))),
            Some(Start::Tables(server, guest)) => {
                Screen::Tables(Box::new(TablesScreen::new(server.clone(), guest.clone())))
            }
            Some(Start::Game(game)) => {
                let place = place(game, &store, words, options.animated, listener(&sender, 0))?;
                Screen::Table(Box::new(TableScreen::new(place, options)))
            }
        };
        let (theme, buttons, back) = (Theme::new(options.colours), Buttons::default(), Vec::new());
        let (ended, broken) = (false, false);
        Ok(App { words, theme, screen, buttons, back, visit: 0, options, store, sender, ended, broken })
    }

    /// At a place, for tests of what servers say.
    #[cfg(test)]
    pub(crate) fn at_place(place: Place, options: Options, sender: Sender<Input>) -> App {
        let store = Store::new(std::env::temp_dir().join("perudo-test-nothing"));
        let mut app = App::new(None, options, store, place.session.words, sender).unwrap();
        app.screen = Screen::Table(Box::new(TableScreen::new(place, options)));
        app
    }

    /// Whether a part of the program has failed.
    pub(crate) fn is_broken(&self) -> bool {
        self.broken
    }

    /// Whether the person has had enough.
    pub(crate) fn has_ended(&self) -> bool {
        self.ended
    }

    /// The place at a table, if there is one.
    pub(crate) fn place(&mut self) -> Option<&mut Place> {
        match &mut self.screen {
            Screen::Table(table) => Some(&mut table.place),
            Screen::Start(_) | Screen::Tables(_) => None,
        }
    }

    /// Takes in something.
    pub(crate) fn handle(&mut self, input: Input, now: Moment) {
        match input {
            Input::Stop => self.ended = true,
            Input::Broken => (self.ended, self.broken) = (true, true),
            Input::Net(visit, event) => {
                if let (Screen::Table(table), true) = (&mut self.screen, visit == self.visit) {
                    table.place.net(event);
                    table.tick(now);
                }
            }
            Input::Answer(visit, answer) if visit == self.visit => self.answered(answer, now),
            Input::Answer(..) => {}
            #[cfg(test)]
            Input::Panic => panic!("the screen panics"),
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
            Screen::Tables(_) => TablesScreen::press(key.code),
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
            Screen::Tables(_) => false,
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
            return self.go_back();
        }
        let words = self.words;
        match &mut self.screen {
            Screen::Table(table) => table.pressed(press, now),
            Screen::Tables(list) => {
                let wish = list.pressed(press);
                self.heed(wish);
                self.tick(now);
            }
            Screen::Start(start) => match start.pressed(press, words) {
                Some(Begin::Quit) => self.ended = true,
                Some(Begin::New(game)) => self.begin(&Game::New(game)),
                Some(Begin::Kept) => self.begin(&Game::Kept),
                Some(Begin::Tables(server)) => self.list(server, now),
                None => self.words = Words::of(start.language()),
            },
        }
    }

    /// Begins a game against bots.
    fn begin(&mut self, game: &Game) {
        let listener = listener(&self.sender, self.visit);
        match (place(game, &self.store, self.words, self.options.animated, listener), &mut self.screen) {
            (Ok(place), screen) => *screen = Screen::Table(Box::new(TableScreen::new(place, self.options))),
            (Err(error), Screen::Start(start)) => start.trouble = Some(error.explain(self.words)),
            (Err(_), _) => {}
        }
    }

    /// Shows the open tables of a server.
    fn list(&mut self, server: Server, now: Moment) {
        let Screen::Start(start) = &mut self.screen else { return };
        match Guest::person(&self.store, start.name.clone(), self.words) {
            Ok(guest) => {
                self.open(Screen::Tables(Box::new(TablesScreen::new(server, guest))));
                self.tick(now);
            }
            Err(error) => start.trouble = Some(OnlineError::from(error).explain(self.words)),
        }
    }

    /// Does what is wished in the list of tables.
    fn heed(&mut self, wish: Option<Wish>) {
        let Screen::Tables(list) = &mut self.screen else { return };
        match wish {
            None => {}
            Some(Wish::Make) => {
                let answer = tell(&self.sender, self.visit);
                tables::make(&list.server, &list.guest, &self.store, self.words.language(), answer);
            }
            Some(Wish::Table(link, watch)) => {
                let guest = Guest { watch, ..list.guest.clone() };
                self.sit_down(link, None, guest);
            }
        }
    }

    /// Goes from the list to a table.
    fn sit_down(&mut self, link: TableLink, invitation: Option<String>, guest: Guest) {
        let (words, animated) = (self.words, self.options.animated);
        let listener = listener(&self.sender, self.visit + 1);
        match Place::online(link, invitation, guest, &self.store, words, animated, listener) {
            Ok(place) => {
                let mut table = TableScreen::new(place, self.options);
                table.leads_back = true;
                self.open(Screen::Table(Box::new(table)));
            }
            Err(error) => {
                if let Screen::Tables(list) = &mut self.screen {
                    list.trouble = Some(error.explain(words));
                }
            }
        }
    }

    /// A server has answered.
    fn answered(&mut self, answer: Answer, now: Moment) {
        let Screen::Tables(list) = &mut self.screen else { return };
        match answer {
            Answer::Tables(tables) => {
                if tables.is_ok() {
                    // Who cannot keep it types it again.
                    let _ = self.store.save(SERVER, &list.server.to_string());
                }
                list.listed(tables, now, self.words);
            }
            Answer::Made(made) => {
                list.making = false;
                match made {
                    Ok((link, invitation)) => {
                        let guest = list.guest.clone();
                        self.sit_down(link, Some(invitation), guest);
                    }
                    Err(error) => list.trouble = Some(error.explain(self.words)),
                }
            }
        }
    }

    /// Shows another screen; from there one comes back to this one.
    fn open(&mut self, screen: Screen) {
        self.visit += 1;
        self.back.push(std::mem::replace(&mut self.screen, screen));
    }

    /// Goes back to the screen before this one; where there is none, that is the end.
    fn go_back(&mut self) {
        let Some(before) = self.back.pop() else {
            self.ended = true;
            return;
        };
        self.visit += 1;
        let seat_stays = self.place().is_some_and(Place::leave);
        self.screen = before;
        if let Screen::Tables(list) = &mut self.screen {
            list.notice = seat_stays.then(|| self.words.text("term-seat-stays-listed"));
            list.making = false;
            list.refresh();
        }
    }

    /// Time goes on.
    pub(crate) fn tick(&mut self, now: Moment) {
        match &mut self.screen {
            Screen::Table(table) => table.tick(now),
            Screen::Tables(list) => {
                if list.is_due(now) {
                    tables::list(&list.server, self.words.language(), tell(&self.sender, self.visit));
                }
            }
            Screen::Start(_) => {}
        }
    }

    /// When the screen changes by itself.
    pub(crate) fn due(&self, now: Moment) -> Option<Moment> {
        match &self.screen {
            Screen::Table(table) => table.due(now),
            Screen::Tables(list) => list.due(),
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
            Screen::Tables(list) => {
                let leads_back = !self.back.is_empty();
                draw_tables::draw(frame, list, self.words, self.theme, &mut self.buttons, leads_back);
            }
            Screen::Table(table) => {
                draw_table::draw(frame, table, self.words, self.theme, &mut self.buttons, now);
            }
        }
    }
}

/// Where the connection of a screen tells what it hears.
fn listener(sender: &Sender<Input>, visit: u32) -> Listener {
    let sender = sender.clone();
    Arc::new(move |event| sender.send(Input::Net(visit, event)).is_ok())
}

/// Where the answer of a server goes that a screen has asked.
fn tell(sender: &Sender<Input>, visit: u32) -> impl FnOnce(Answer) + Send + use<> {
    let sender = sender.clone();
    // Nobody may be left to hear it.
    move |answer| drop(sender.send(Input::Answer(visit, answer)))
}

/// Lets a bot think.
pub(crate) fn think(job: &BotJob, luck: u64) -> Action {
    decide(job, luck)
}
