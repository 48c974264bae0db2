//! Screens as they are drawn, and what keys and clicks do to them.

use std::sync::mpsc::channel;

use expect_test::{Expect, expect};
use perudo_table::Moment;
use perudo_words::{Language, Words};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use serde_json::json;

use super::app::{Input, think};
use super::{App, Colours, Options, Pace};
use crate::store::Store;
use crate::tables::{Answer, OpenTable};
use crate::{Game, Guest, HomeGame, Server, Start};

/// A player before a screen, with a clock that the test turns.
struct Player {
    app: App,
    terminal: Terminal<TestBackend>,
    now: u64,
    _folder: tempfile::TempDir,
}

fn options(pace: Pace) -> Options {
    Options { pace, animated: true, colours: Colours::Sixteen }
}

impl Player {
    fn at_start(language: &str, width: u16, height: u16) -> Player {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path().to_owned());
        let words = Words::of(Language::named(language).unwrap());
        let app = App::new(None, options(Pace::Normal), store, words, channel().0).unwrap();
        Player::new(app, width, height, folder)
    }

    /// At a table with so many players.
    fn at_table(language: &str, rules: &str, players: usize, width: u16, height: u16) -> Player {
        Player::at_pace(Pace::Normal, language, rules, players, width, height)
    }

    fn at_pace(pace: Pace, language: &str, rules: &str, players: usize, width: u16, height: u16) -> Player {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path().to_owned());
        let words = Words::of(Language::named(language).unwrap());
        let game = HomeGame {
            name: words.text("web-you-name"),
            bots: vec!["steady".to_owned(); players - 1],
            rules: rules.to_owned(),
            tours: 1,
            seed: Some(3),
        };
        let start = Start::Game(Game::New(game));
        let app = App::new(Some(&start), options(pace), store, words, channel().0).unwrap();
        Player::new(app, width, height, folder)
    }

    /// Before the open tables of a server that does not answer by itself.
    fn at_tables(language: &str, width: u16, height: u16) -> Player {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path().to_owned());
        let words = Words::of(Language::named(language).unwrap());
        let guest = Guest::person(&store, Some("Anna".to_owned()), words).unwrap();
        let start = Start::Tables(Server::parse("127.0.0.1:9").unwrap(), guest);
        let app = App::new(Some(&start), options(Pace::Normal), store, words, channel().0).unwrap();
        Player::new(app, width, height, folder)
    }

    fn new(app: App, width: u16, height: u16, folder: tempfile::TempDir) -> Player {
        let terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        Player { app, terminal, now: crate::place::now().0, _folder: folder }
    }

    /// The server answers what was asked on a visit.
    fn answered(&mut self, visit: u32, tables: &[(&str, &[&str])]) {
        let server = Server::parse("127.0.0.1:9").unwrap();
        let table = |(table, names): &(&str, &[&str])| {
            let chairs: Vec<Option<&str>> = names.iter().map(|name| Some(*name)).chain([None]).collect();
            let settings = json!({"rules": "tournament"});
            let listed = json!({"table": table, "stage": "waiting", "settings": settings, "chairs": chairs, "watching": 0});
            OpenTable::listed(&server, serde_json::from_value(listed).unwrap())
        };
        let tables = tables.iter().filter_map(table).collect();
        self.app.handle(Input::Answer(visit, Answer::Tables(Ok(tables))), Moment(self.now));
    }

    /// What is on the screen.
    fn screen(&mut self) -> String {
        let now = Moment(self.now);
        self.terminal.draw(|frame| self.app.draw(frame, now)).unwrap();
        let buffer = self.terminal.backend().buffer();
        let width = usize::from(buffer.area.width);
        let rows = buffer.content.chunks(width).map(|row| {
            let row: String = row.iter().map(|cell| cell.symbol()).collect();
            row.trim_end().to_owned() + "\n"
        });
        rows.collect()
    }

    fn key(&mut self, key: KeyCode) {
        self.event(Event::Key(KeyEvent::new(key, KeyModifiers::NONE)));
    }

    fn event(&mut self, event: Event) {
        self.app.handle(Input::Terminal(event), Moment(self.now));
    }

    /// Clicks on a text that is on the screen.
    fn click(&mut self, text: &str) {
        let screen = self.screen();
        let found = screen.lines().enumerate().find_map(|(row, line)| {
            let before = line.split_once(text)?.0;
            Some((before.chars().count() as u16, row as u16))
        });
        let (column, row) = found.unwrap_or_else(|| panic!("no {text} on\n{screen}"));
        let kind = MouseEventKind::Down(MouseButton::Left);
        self.event(Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
    }

    /// Lets a second pass, with everything that happens in it.
    fn wait(&mut self) {
        self.now += 1000;
        self.app.tick(Moment(self.now));
        while let Some((job, luck)) = self.app.take_job() {
            let action = think(&job, luck);
            self.app.handle(Input::Decided(job, action), Moment(self.now));
        }
    }

    /// Waits until a text is on the screen.
    fn until(&mut self, text: &str) -> String {
        for _ in 0..600 {
            let screen = self.screen();
            if screen.contains(text) {
                return screen;
            }
            self.wait();
        }
        panic!("{text} never comes:\n{}", self.screen());
    }
}

fn check(mut player: Player, text: &str, expected: &Expect) {
    expected.assert_eq(&player.until(text));
}

#[test]
fn the_start_screen_says_what_there_is_to_choose() {
    check(
        Player::at_start("en", 60, 18),
        "Play now",
        &expect![[r#"


                                    P E R U D O
              Dice under cups, bids and bluffs. The last one with dice
                                       wins.

               Your name                    You
               Opponents                    Beginners
               Players                      4
               Rules                        Tournament
               Language                     English
             ▸ Play now
               Online                       localhost:8080
               Quit



            ↑↓ choose · ←→ change · Enter go · Q quit
        "#]],
    );
}

#[test]
fn a_turn_on_a_screen_of_the_usual_size() {
    check(
        Player::at_table("en", "tournament", 4, 80, 24),
        "your turn",
        &expect![[r#"
            Perudo · Tournament · Round 1                                    20 dice in play
                                                            │ Game 1 begins.
            ▶ You    ■■■■■                                  │ The draw: You 3, Blaise 6,
              Blaise ■■■■■                                  │ Ada 6, Pierre 1.
              Ada    ■■■■■ one six                          │ The draw: Blaise 1, Ada 2.
              Pierre ■■■■■ two fives                        │ Round 1: Ada opens.
                                                            │ You rolled: two, two, three,
            Pierre: two fives                               │ three, six.
            ╭───╮ ╭───╮ ╭───╮ ╭───╮ ╭───╮                   │ Ada: one six.
            │ 2 │ │ 2 │ │ 3 │ │ 3 │ │ 6 │                   │ Pierre: two fives.
            ╰───╯ ╰───╯ ╰───╯ ╰───╯ ╰───╯                   │
            It’s your turn: raise the bid or doubt it.      │
            [★] [2] [3] [4] [5] [6] [−]  5 × 3 [+]          │
            [Enter] Bid five threes                         │
            [D] I don’t believe it!                         │
                                                            │
                                                            │
                                                            │
                                                            │
                                                            │
                                                            │
                                                            │
                                                            │
            [H] Help [O] Odds [Q] Quit 1–6 ←→ face · ↑↓ count
        "#]],
    );
}

#[test]
fn a_turn_on_a_narrow_screen_in_russian() {
    check(
        Player::at_table("ru", "tournament", 6, 40, 20),
        "Ваш ход",
        &expect![[r#"
        Perudo · Турнирные · Раунд 1
        ▶ Вы     ■■■■■
          Blaise ■■■■■
          Ada    ■■■■■
          Pierre ■■■■■
          Sofia  ■■■■■
          Jakob  ■■■■■ 1x6
        Jakob: одна шестёрка
        Ваши кости: ★ ★ 2 4 6
        Ваш ход: повысьте ставку или не верьте
        ей.
        [★] [2] [3] [4] [5] [6] [−]  4 × 6 [+]
        [Enter] Ставлю: четыре шестёрки
        [D] Не верю!
        Раунд 1: начинает Jakob.
        У вас выпало: единица, единица, двойка,
        четвёрка, шестёрка.
        Jakob: «одна шестёрка».
        [H] Помощь [O] Шансы [Q] Выход
        1–6 ←→ грань · ↑↓ число
    "#]],
    );
}

#[test]
fn a_screen_that_is_too_small_says_how_big_it_should_be() {
    check(
        Player::at_table("en", "tournament", 4, 30, 8),
        "too small",
        &expect![[r#"
        This window is too small to
        play in: it takes at least
        36 columns and 14 lines. Make
        it bigger, or play in plain
        lines: perudo play --plain.



    "#]],
    );
}

#[test]
fn the_odds_are_there_on_demand_and_help_goes_with_any_key() {
    let mut player = Player::at_table("en", "tournament", 4, 80, 24);
    player.until("your turn");
    assert!(!player.screen().contains('█'));
    player.key(KeyCode::Char('o'));
    assert!(player.screen().contains('%'), "{}", player.screen());
    player.key(KeyCode::Char('щ'));
    assert!(!player.screen().contains('%'), "the same key of a Russian keyboard closes them");
    player.click("[H]");
    assert!(player.screen().contains("Any key closes this."));
    player.key(KeyCode::Char('z'));
    assert!(player.screen().contains("your turn"));
}

#[test]
fn where_the_help_does_not_fit_it_is_scrolled() {
    for language in ["en", "ru"] {
        let mut player = Player::at_table(language, "tournament", 2, 36, 14);
        player.screen();
        player.key(KeyCode::Char('h'));
        let first = player.screen();
        assert!(!first.contains("Ctrl-C") && first.contains("↑↓"), "{first}");
        for _ in 0..100 {
            player.key(KeyCode::Down);
            player.screen();
        }
        let last = player.screen();
        assert!(last.contains("Ctrl-C"), "{last}");
        player.key(KeyCode::PageUp);
        assert!(!player.screen().contains("Ctrl-C"), "no further than to the end");
        player.key(KeyCode::Char(' '));
        assert!(!player.screen().contains("↑↓ "), "{}", player.screen());
    }
}

#[test]
fn against_bots_there_is_nobody_to_talk_to_and_what_is_written_is_no_move() {
    let mut player = Player::at_table("en", "tournament", 2, 80, 24);
    player.until("your turn");
    player.key(KeyCode::Char('h'));
    assert!(!player.screen().contains("talk to the others"), "{}", player.screen());
    player.key(KeyCode::Char('h'));
    let before = player.app.place().unwrap().session.seq();
    player.key(KeyCode::Char('t'));
    assert!(player.screen().contains("nobody would read it"), "{}", player.screen());
    "привет, как дела? dd".chars().for_each(|c| player.key(KeyCode::Char(c)));
    player.key(KeyCode::Enter);
    assert!(player.screen().contains("nobody would read it"), "{}", player.screen());
    assert_eq!(player.app.place().unwrap().session.seq(), before);
    player.key(KeyCode::Enter);
    assert_ne!(player.app.place().unwrap().session.seq(), before, "keys play again");
}

#[test]
fn on_a_low_screen_a_draw_shows_everyone() {
    let mut player = Player::at_table("en", "tournament", 6, 80, 14);
    let screen = player.until("[Space]");
    let shown = player.app.place().unwrap().session.view.as_ref().unwrap().chairs.iter();
    let missing: Vec<_> = shown
        .filter_map(|chair| chair.name.clone())
        .filter(|name| !screen.contains(&format!("  {name} ")))
        .collect();
    assert!(missing.is_empty(), "{missing:?}\n{screen}");
}

#[test]
fn on_the_narrowest_screen_a_bid_is_one_line() {
    let mut player = Player::at_table("en", "tournament", 6, 36, 14);
    for _ in 0..600 {
        if player.screen().contains("[−]") {
            break;
        }
        player.key(KeyCode::Char(' '));
        player.wait();
    }
    (0..20).for_each(|_| player.key(KeyCode::Up));
    let screen = player.screen();
    let line = screen.lines().find(|line| line.contains("[−]")).unwrap();
    assert!(line.starts_with("[★]") && line.ends_with("[+]"), "{screen}");
}

#[test]
fn a_bid_is_put_together_and_made_by_keys_and_by_mouse() {
    let mut player = Player::at_table("en", "tournament", 2, 80, 24);
    player.until("your turn");
    player.key(KeyCode::Char('6'));
    player.click("[+]");
    player.key(KeyCode::Up);
    player.key(KeyCode::Down);
    let screen = player.screen();
    let bid = screen.lines().find(|line| line.contains("[Enter] Bid ")).unwrap();
    let bid = bid.split("Bid ").nth(1).unwrap().split("  ").next().unwrap().trim().to_owned();
    assert!(bid.ends_with("sixes"), "{screen}");
    player.click("[Enter]");
    assert!(player.screen().contains(&format!("You: {bid}.")), "{}", player.screen());
}

#[test]
fn a_face_that_cannot_be_bid_says_why_and_nothing_is_sent() {
    let mut player = Player::at_table("en", "tournament", 2, 80, 24);
    let before = player.until("your turn");
    if before.contains("you open the round") {
        player.key(KeyCode::Char('1'));
        assert!(player.screen().contains("A round cannot be opened on aces."), "{}", player.screen());
    }
    assert!(player.screen().contains("your turn"));
}

#[test]
fn a_showdown_lifts_cup_after_cup_and_waits_for_the_one_who_plays() {
    let mut player = Player::at_table("en", "tournament", 3, 80, 24);
    for _ in 0..40 {
        if player.screen().contains("Counted so far") {
            break;
        }
        if player.screen().contains("[D]") {
            player.key(KeyCode::Char('d'));
            player.key(KeyCode::Char('d'));
        } else if player.screen().contains("your turn") {
            player.key(KeyCode::Enter);
        }
        player.wait();
    }
    player.until("Counted so far");
    let screen = player.until("There ");
    assert!(screen.contains("[Space] Continue"), "{screen}");
    for _ in 0..10 {
        player.wait();
    }
    assert!(player.screen().contains("[Space] Continue"), "nobody is hurried at home");
    player.key(KeyCode::Char(' '));
    assert!(!player.screen().contains("[Space] Continue"));
}

#[test]
fn the_screen_says_when_it_goes_on_whatever_is_pressed_meanwhile() {
    for pace in Pace::ALL {
        let mut player = Player::at_pace(pace, "en", "tournament dice=2", 4, 80, 24);
        let mut meanwhile = [KeyCode::Char('d'), KeyCode::Char('o'), KeyCode::Enter].into_iter().cycle();
        for _ in 0..5000 {
            player.app.tick(Moment(player.now));
            if player.screen().contains("Games won") {
                break;
            }
            player.key(meanwhile.next().unwrap());
            // As the program does: a bot decides, time passes until something is due, or the person goes on.
            if let Some((job, luck)) = player.app.take_job() {
                let action = think(&job, luck);
                player.app.handle(Input::Decided(job, action), Moment(player.now));
            } else if let Some(due) = player.app.due(Moment(player.now)) {
                player.now = player.now.max(due.0);
            } else {
                let screen = player.screen();
                let waits = ["your turn", "[Space]", "Games won"].iter().any(|text| screen.contains(text));
                assert!(waits, "{pace:?} hangs:\n{screen}");
                player.key(KeyCode::Char(' '));
            }
        }
        assert!(player.screen().contains("Games won"), "{pace:?}:\n{}", player.screen());
    }
}

#[test]
fn whatever_is_pressed_on_any_screen_nothing_breaks() {
    let keys = [
        KeyCode::Char('1'),
        KeyCode::Char('6'),
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Enter,
        KeyCode::Char('d'),
        KeyCode::Char('c'),
        KeyCode::Char('m'),
        KeyCode::Char('p'),
        KeyCode::Char('o'),
        KeyCode::Char('h'),
        KeyCode::Char('s'),
        KeyCode::Char('b'),
        KeyCode::Char('k'),
        KeyCode::Char('t'),
        KeyCode::Char(' '),
        KeyCode::PageUp,
        KeyCode::PageDown,
        KeyCode::Tab,
        KeyCode::Backspace,
    ];
    let sizes = [(80, 24), (40, 20), (36, 14), (200, 60), (1, 1), (36, 13)];
    for (index, (width, height)) in sizes.into_iter().enumerate() {
        let rules = ["calza dice=2", "classic dice=10", "international dice=1"][index % 3];
        let players = [2, 6, 20][index % 3];
        let mut player = Player::at_table("en", rules, players, width, height);
        let mut chance = 7_usize;
        for step in 0..150_u16 {
            chance = chance.wrapping_mul(1_103_515_245).wrapping_add(12_345);
            player.key(keys[(chance >> 16) % keys.len()]);
            let kind = MouseEventKind::Down(MouseButton::Left);
            let (column, row) = (step % width, step % height);
            player.event(Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
            player.wait();
            player.screen();
        }
    }
}

#[test]
fn ctrl_c_ends_everything_everywhere() {
    for mut player in [Player::at_start("en", 80, 24), Player::at_table("en", "tournament", 4, 80, 24)] {
        player.event(Event::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)));
        assert!(player.app.has_ended());
    }
}

#[test]
fn a_game_is_chosen_and_begins() {
    let mut player = Player::at_start("en", 80, 24);
    player.click("Opponents");
    player.key(KeyCode::Right);
    player.click("Players");
    player.key(KeyCode::Left);
    player.key(KeyCode::Left);
    player.click("Language");
    player.key(KeyCode::Right);
    assert!(player.screen().contains("Язык"), "{}", player.screen());
    player.key(KeyCode::Right);
    player.click("Play now");
    let screen = player.until("your turn");
    assert!(screen.contains("10 dice in play"), "{screen}");
}

#[test]
fn the_open_tables_of_a_server_are_listed() {
    for (language, size, expected) in [
        (
            "en",
            (80, 12 + 2),
            expect![[r#"
                Perudo · Open tables
                http://127.0.0.1:9

                  Anna, Boris
                  starting soon · 2 of 3 seats taken · Tournament
                ▸ Charles Antoine de la Rivière du Loup
                  starting soon · 1 of 2 seats taken · Tournament






                [Enter] Join [W] Watch [N] New table [R] Refresh [Q] Quit
            "#]],
        ),
        (
            "ru",
            (36, 14),
            expect![[r#"
                Perudo · Открытые столы
                http://127.0.0.1:9

                  Anna, Boris
                  скоро начнут · занято мест: 2 из 3
                ▸ Charles Antoine de la Rivière du L
                  скоро начнут · занято мест: 1 из 2




                [Enter] Войти [W] Смотреть
                [N] Новый стол [R] Обновить
                [Q] Выход
            "#]],
        ),
    ] {
        let mut player = Player::at_tables(language, size.0, size.1);
        player.answered(0, &[("a1", &["Anna", "Boris"]), ("b2", &["Charles Antoine de la Rivière du Loup"])]);
        player.key(KeyCode::Down);
        expected.assert_eq(&player.screen());
    }
}

#[test]
fn a_table_that_is_chosen_in_the_list_leads_back_to_it() {
    let mut player = Player::at_tables("en", 80, 24);
    assert!(player.screen().contains("One moment"), "{}", player.screen());
    player.answered(0, &[]);
    assert!(
        player.screen().contains("Make one!") && !player.screen().contains("[Enter]"),
        "{}",
        player.screen()
    );
    player.answered(0, &[("a1", &["Anna"]), ("b2", &["Boris"])]);
    player.key(KeyCode::Down);
    // Whatever is new in the list, the table that was chosen is.
    player.answered(0, &[("c3", &["Carl"]), ("a1", &["Anna"]), ("b2", &["Boris"])]);
    assert!(player.screen().contains("▸ Boris"), "{}", player.screen());
    player.click("Carl");
    player.key(KeyCode::Enter);
    assert!(player.screen().contains("Connecting"), "{}", player.screen());
    player.answered(0, &[("d4", &["Dora"])]);
    player.key(KeyCode::Char('й'));
    let screen = player.screen();
    assert!(screen.contains("▸ Carl") && !screen.contains("Dora"), "an answer to another screen: {screen}");
    player.answered(2, &[("d4", &["Dora"])]);
    assert!(player.screen().contains("▸ Dora"), "{}", player.screen());
    player.key(KeyCode::Char('w'));
    assert!(player.screen().contains("Connecting"), "{}", player.screen());
    player.key(KeyCode::Esc);
    assert!(!player.app.has_ended() && player.screen().contains("[Q] Quit"), "{}", player.screen());
    player.key(KeyCode::Esc);
    assert!(player.app.has_ended());
}

#[test]
fn a_server_is_found_from_the_start_screen() {
    let mut player = Player::at_start("en", 80, 24);
    player.click("Online");
    for _ in 0.."localhost:8080".len() {
        player.key(KeyCode::Backspace);
    }
    for c in "local host/".chars() {
        player.key(KeyCode::Char(c));
    }
    player.key(KeyCode::Enter);
    assert!(player.screen().contains("Open tables") && player.screen().contains("http://localhost:80"));
    player.key(KeyCode::Char('q'));
    player.key(KeyCode::Char('t'));
    player.key(KeyCode::Enter);
    assert!(player.screen().contains("That isn’t the address of a server"), "{}", player.screen());
}
