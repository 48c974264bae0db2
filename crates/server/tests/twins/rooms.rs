//! Rooms with many people, and with a log that is late.

use super::*;

/// A room with that many people, of whom all but the first two watch.
pub(super) fn crowd(people: u8) -> (Shell, Moment) {
    let now = Moment(1_700_000_000_000);
    let rules = Preset::ALL[0].rules();
    let mut shell = Shell::open(Settings { tours: 1, ..Settings::usual(rules) }, [1; 32], now);
    shell.lines.resize_with(usize::from(people), || None);
    for number in 0..people {
        let (line, guest) = (usize::from(number), Guest::of_secret([number; 16]));
        shell.feed(&Input::Connect { line, guest, after: None, language: Language::default() }, now);
        let (name, watch) = (format!("x{number}"), number > 1);
        let command = WireCommand::Join { name, chair: None, watch, program: false, tip: None, closed: None };
        let text = serde_json::to_string(&ClientMsg::Order(Order { id: 1, seen: 0, command })).unwrap();
        shell.feed(&Input::Text { line, text }, now);
        while !shell.waiting.is_empty() {
            shell.feed(&Input::Save, now);
        }
    }
    (shell, now)
}

#[test]
fn who_comes_back_is_told_nothing_that_the_log_does_not_have() {
    let (mut shell, now) = crowd(2);
    let leave = r#"{"type":"leave","id":2,"seen":1}"#.to_owned();
    shell.feed(&Input::Text { line: 0, text: leave }, now);
    let (guest, after) = (Guest::of_secret([1; 16]), Some(shell.durable));
    let back = Input::Connect { line: 1, guest, after, language: Language::default() };
    let heard = shell.feed(&back, now).heard.swap_remove(1).frames;
    assert!(!heard.iter().any(|frame| frame.contains(r#""host":true"#)), "{heard:?}");
}

#[test]
fn however_much_is_due_at_once_all_of_it_happens() {
    let (mut shell, now) = crowd(100);
    for line in 0..100 {
        shell.feed(&Input::Disconnect { line }, now);
    }
    let mut next = now.after(Duration::from_secs(301));
    loop {
        let outcome = shell.feed(&Input::Wake, next);
        while !shell.waiting.is_empty() {
            shell.feed(&Input::Save, next);
        }
        match outcome.outside.iter().filter_map(|outside| outside.wake).min() {
            Some(wake) => next = wake.max(next),
            None => break,
        }
    }
    assert_eq!(shell.room.table().stage(), Stage::Closed);
}

#[test]
fn a_log_that_is_a_little_behind_all_the_time_stops_nothing() {
    let (mut shell, mut now) = crowd(2);
    let start = r#"{"type":"start","id":2,"seen":1}"#.to_owned();
    shell.feed(&Input::Text { line: 0, text: start }, now);
    let mut rolled = false;
    // Someone says something every tenth of a second, and the log has it three tenths later.
    for id in 3..103 {
        now = now.after(Duration::from_millis(100));
        let text = format!(r#"{{"type":"say","id":{id},"seen":{},"text":"x"}}"#, shell.durable);
        let mut heard = shell.feed(&Input::Text { line: 1, text }, now).heard;
        while shell.waiting.len() > 3 {
            heard.extend(shell.feed(&Input::Save, now).heard);
        }
        heard.extend(shell.feed(&Input::Wake, now).heard);
        assert!(!shell.waiting.is_empty());
        rolled |= heard.iter().flat_map(|heard| &heard.frames).any(|f| f.contains(r#""what":"rolled""#));
    }
    assert!(rolled, "nobody has dice yet");
}

#[test]
fn while_the_log_stands_still_so_does_time_and_then_all_goes_on() {
    let (mut shell, begun) = crowd(2);
    let start = r#"{"type":"start","id":2,"seen":1}"#.to_owned();
    shell.feed(&Input::Text { line: 0, text: start }, begun);
    let before = shell.room.table().seq();
    let much_later = begun.after(Duration::from_secs(3600));
    for seconds in [1, 60, 3600] {
        shell.feed(&Input::Wake, begun.after(Duration::from_secs(seconds)));
        assert_eq!(shell.room.table().seq(), before, "nobody may run out of time unheard");
    }
    while !shell.waiting.is_empty() {
        shell.feed(&Input::Save, much_later);
    }
    assert!(shell.room.table().seq() > before, "nobody had to wake it");
}
