//! On a full screen.

use std::path::Path;

use perudo_test_terminal::Screen;

use crate::program::perudo;

pub(crate) const USUAL: (u16, u16) = (80, 24);

/// The game on a screen, with a folder of its own for what it keeps.
pub(crate) fn play(
    folder: &Path,
    size: (u16, u16),
    arguments: &[&str],
    environment: &[(&str, &str)],
) -> Screen {
    let mut program = perudo();
    program.arg("play").args(arguments).env("XDG_DATA_HOME", folder).envs(environment.iter().copied());
    Screen::start(&program, size)
}

#[test]
fn a_game_is_chosen_played_and_broken_off_and_the_terminal_is_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let mut screen = play(folder.path(), USUAL, &["--pace", "instant"], &[]);
    screen.until("P E R U D O");
    screen.keys("\r");
    let turn = screen.until("your turn");
    assert!(turn.contains("20 dice in play") && turn.contains("╭───╮"), "{turn}");
    screen.keys("o");
    screen.until("%");
    screen.click("[Enter]");
    screen.until("You: ");
    screen.keys("q");
    let (left, status) = screen.end();
    assert!(status.success() && left.contains("perudo play --resume"), "{left}");
    let mut again = play(folder.path(), USUAL, &["--pace", "instant"], &[]);
    again.until("▸ Continue the game");
    again.keys("\r");
    again.until("dice in play");
}

/// A way out of the program.
type Way = fn(&mut Screen);

#[test]
fn every_way_out_restores_the_terminal() {
    let ways: [(&str, Way); 5] = [
        ("q", |screen| screen.keys("q")),
        ("Esc", |screen| screen.keys("\u{1b}")),
        ("Ctrl-C", |screen| screen.keys("\u{3}")),
        ("SIGTERM", |screen| screen.signal("TERM")),
        ("SIGHUP", |screen| screen.signal("HUP")),
    ];
    for (case, leave) in ways {
        for (arguments, text) in [(&[][..], "P E R U D O"), (&["--seed", "1"][..], "dice in play")] {
            let folder = tempfile::tempdir().unwrap();
            let mut screen = play(folder.path(), USUAL, arguments, &[]);
            screen.until(text);
            leave(&mut screen);
            let (left, status) = screen.end();
            assert!(status.success(), "{case}: {left}");
        }
    }
}

#[test]
fn a_window_that_gets_too_small_says_so_and_the_game_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["--pace", "instant", "--seed", "3", "--lang", "ru"];
    let mut screen = play(folder.path(), (40, 20), &arguments, &[]);
    screen.until("Ваш ход");
    screen.resize((30, 10));
    screen.until("Окно слишком мало");
    screen.resize(USUAL);
    screen.until("Ваш ход");
    screen.keys("\u{3}");
    screen.end();
}

#[test]
fn colours_are_left_out_for_those_who_want_none() {
    for (environment, coloured) in
        [(&[][..], true), (&[("NO_COLOR", "1")][..], false), (&[("TERM", "dumb")], false)]
    {
        let folder = tempfile::tempdir().unwrap();
        let mut screen = play(folder.path(), USUAL, &["--pace", "instant", "--seed", "3"], environment);
        screen.until("your turn");
        assert_eq!(screen.is_coloured(), coloured, "{environment:?}");
    }
}

#[test]
fn without_a_terminal_there_is_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    for (language, sentence) in [("en", "There is no terminal to draw on."), ("ru", "Нет терминала")]
    {
        let mut command = perudo();
        command.args(["play", "--lang", language]).env("XDG_DATA_HOME", folder.path());
        let output = command.stdin(std::process::Stdio::null()).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(sentence) && output.stdout.is_empty(), "{error}");
    }
}
