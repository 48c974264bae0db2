//! Alone against bots.

use std::fs;
use std::process::Stdio;

use crate::lines::Lines;
use crate::program::perudo;

#[test]
fn a_game_in_lines_is_played_to_its_end_and_its_record_is_a_record() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("game.perudo");
    let flags = ["--players", "3", "--rules", "calza", "dice=2", "--seed", "7"];
    let mut player =
        Lines::start(folder.path(), &[&flags[..], &["--record", record.to_str().unwrap()]].concat());
    player.play_until("The game is over.");
    player.line("quit");
    let (said, status) = player.end();
    assert!(status.success() && said.ends_with("Goodbye!\n"), "{said}");
    assert!(said.contains("wins the game.") || said.contains("You won!"), "{said}");
    let checked = perudo().arg("check").arg(&record).output().unwrap();
    assert!(checked.status.success(), "{}", fs::read_to_string(&record).unwrap());
    assert_eq!(
        fs::read_dir(folder.path().join("perudo/player")).unwrap().count(),
        0,
        "nothing is left to go on"
    );
}

#[test]
fn a_record_of_several_games_is_one_and_nothing_is_lost_for_a_game_that_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.perudo");
    let flags = ["--players", "3", "--rules", "tournament", "dice=1", "--tours", "3", "--seed", "7"];
    let flags = [&flags[..], &["--record", file.to_str().unwrap()]].concat();
    let mut nothing = Lines::start(folder.path(), &flags);
    nothing.until_asked().unwrap();
    nothing.signal("TERM");
    nothing.end();
    assert!(!file.exists(), "no game, no record");
    let mut player = Lines::start(folder.path(), &flags);
    player.play_until("The game is over.");
    player.line("quit");
    assert!(player.end().1.success());
    let record = fs::read_to_string(&file).unwrap();
    let checked = perudo().arg("check").arg(&file).output().unwrap();
    assert!(checked.status.success(), "{record}");
    assert_eq!(record.lines().filter(|line| *line == "tour").count(), 2, "{record}");
    let mut nothing = Lines::start(folder.path(), &flags);
    nothing.until_asked().unwrap();
    nothing.line("quit");
    assert!(nothing.end().1.success());
    assert_eq!(fs::read_to_string(&file).unwrap(), record, "what was there stays");
}

#[test]
fn what_cannot_be_written_is_told_and_is_no_success() {
    // Not even root can make a folder in a file.
    for (record, said) in
        [("/dev/null", "The game can’t be saved"), ("/dev/null/game.perudo", "/dev/null/game.perudo: ")]
    {
        let mut command = perudo();
        command.args(["play", "--plain", "--players", "2", "--seed", "7", "--record", record]);
        command.env("XDG_DATA_HOME", "/dev/null").env("LC_ALL", "C.UTF-8").stdin(Stdio::null());
        let output = command.output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(said), "{error}");
        let told = String::from_utf8(output.stdout).unwrap();
        assert!(!told.contains("--resume"), "{told}");
        assert_eq!(told.contains("Rules: "), record == "/dev/null", "refused before the first throw: {told}");
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let play = |seed: &str| {
        let folder = tempfile::tempdir().unwrap();
        let mut player = Lines::start(folder.path(), &["--seed", seed, "--bots", "steady,novice,reader"]);
        player.play_until("The game is over.");
        // The prompt after it comes a moment later: to its end the output is the same.
        player.line("quit");
        player.end().0
    };
    assert_eq!(play("11"), play("11"));
    assert_ne!(play("11"), play("12"));
}

#[test]
fn nonsense_is_answered_by_the_referee_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut player = Lines::start(folder.path(), &["--players", "2", "--seed", "3", "--rules", "tournament"]);
    player.until_asked().unwrap();
    let table = |player: &mut Lines| player.answer("table");
    let before = table(&mut player);
    let cases = [
        ("hello", "“hello” isn’t something you can do here"),
        ("3x7", "“3x7” names a face that no die has"),
        ("0x4", "“0x4” is a bid of no dice"),
        ("99x6", "A bid cannot name more dice than are in play, ten dice."),
        ("calza", "These rules have no calza."),
        ("maputo", "The bidding has begun"),
        ("start", "That can only be done between games."),
        ("say hello", ""),
        ("\u{1b}[2J", "isn’t something you can do here"),
        ("", ""),
        ("help", "bid three fours"),
        ("rules", "A round cannot be opened on aces"),
        ("odds", "exactly"),
    ];
    for (line, sentence) in cases {
        let answer = player.answer(line);
        assert!(answer.contains(sentence), "{line:?}: {answer}");
        assert!(!answer.contains('\u{1b}'), "{line:?}: {answer:?}");
    }
    player.answer(&"x".repeat(100_000));
    assert_eq!(table(&mut player), before);
}

#[test]
fn what_is_broken_off_is_gone_on_with() {
    for (case, stop) in [
        ("the end of the input", Lines::close as fn(&mut Lines)),
        ("Ctrl-C", |player| player.signal("INT")),
        ("kill", |player| player.signal("TERM")),
        ("quit", |player| player.line("quit")),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let mut player = Lines::start(folder.path(), &["--players", "3"]);
        player.until_asked().unwrap();
        let table = player.answer("table");
        stop(&mut player);
        let (said, status) = player.end();
        assert!(status.success() && said.contains("perudo play --resume"), "{case}: {said}");
        let mut again = Lines::start(folder.path(), &["--resume"]);
        again.until_asked().unwrap_or_else(|| panic!("{case}: {}", again.said));
        assert_eq!(again.answer("table"), table, "{case}");
    }
}

#[test]
fn a_new_game_takes_nothing_from_one_that_was_broken_off() {
    let folder = tempfile::tempdir().unwrap();
    let quick = ["--players", "2", "--rules", "tournament", "dice=1", "--name"];
    for name in ["One", "Two"] {
        let mut player = Lines::start(folder.path(), &[&quick[..], &[name]].concat());
        player.until_asked().unwrap();
        player.line("quit");
        player.end();
    }
    // The latest first, and once it is over the one before it.
    for name in ["Two", "One"] {
        let mut player = Lines::start(folder.path(), &["--resume"]);
        player.until_asked().unwrap();
        assert!(player.answer("table").contains(&format!("{name} 1")), "{}", player.said);
        player.play_until("The game is over.");
        player.line("quit");
        assert!(player.end().0.ends_with("Goodbye!\n"));
    }
    let mut nothing = Lines::start(folder.path(), &["--resume"]);
    assert!(nothing.until_asked().is_none(), "{}", nothing.said);
}

#[test]
fn the_game_is_told_in_russian_too() {
    let folder = tempfile::tempdir().unwrap();
    let mut player = Lines::start(folder.path(), &["--lang", "ru", "--seed", "5"]);
    let asked = player.until_asked().unwrap();
    assert!(asked.contains("Ваши кости") && asked.contains("Можно:"), "{asked}");
    assert!(player.answer("кукареку").contains("так здесь не ходят"));
    assert!(player.answer("шансы").contains("ровно"));
    player.line("выход");
    assert!(player.end().0.contains("perudo play --resume"));
}

#[test]
fn a_call_that_cannot_be_says_what_would_be_right() {
    let cases: [(&[&str], &str); 7] = [
        (&["--bots", "stedy"], "There is no bot “stedy”"),
        (
            &["--bots", "novice,steady", "--players", "5"],
            "--players 5 leaves 4 seats for bots, and --bots names 2.",
        ),
        (&["--players", "1"], "1 is not in 2..=20"),
        (&["--players", "7"], "These rules allow 2 to 6 seats."),
        (&["--rules", "chess"], "There is no rule set “chess”"),
        (&["--name", "a/b"], "A name has 1 to 24 letters"),
        (&["--resume"], "There is no saved game"),
    ];
    for (arguments, sentence) in cases {
        let folder = tempfile::tempdir().unwrap();
        let mut command = perudo();
        command.args(["play", "--plain"]).args(arguments);
        command.env("XDG_DATA_HOME", folder.path()).env("LC_ALL", "C.UTF-8");
        let output = command.output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.contains(sentence), "{arguments:?}: {error}");
    }
}
