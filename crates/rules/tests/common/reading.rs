//! Texts read as records, whatever they are.

use perudo_rules::record::{Record, Replay, Step};

/// Reads bytes as a record. What can be read must survive being printed and read again.
pub(crate) fn read_bytes(bytes: &[u8]) {
    carry_on_after_faults(bytes);
    let (replay, outcome) = Replay::read(bytes);
    let parsed = Record::parse(bytes);
    assert_eq!(parsed.as_ref().err(), outcome.as_ref().err());
    let Ok(record) = parsed else { return };
    let printed = record.to_string();
    assert_eq!(Record::parse(printed.as_bytes()).as_ref(), Ok(&record), "printed as\n{printed}");
    let (again, outcome) = Replay::read(printed.as_bytes());
    assert_eq!(outcome, Ok(()), "printed as\n{printed}");
    assert_eq!(again.table(), replay.table(), "printed as\n{printed}");
}

/// A line at fault changes nothing, and those that are not make up a record of their own.
fn carry_on_after_faults(bytes: &[u8]) {
    let mut replay = Replay::new();
    let mut log = Vec::new();
    for line in bytes.split(|&byte| byte == b'\n') {
        let before = replay.clone();
        match replay.read_line(line) {
            Ok(Step::Happened { event, .. }) => log.push(event),
            Ok(Step::Seated | Step::Nothing) => {}
            Err(fault) => {
                assert_eq!(fault.line, replay.line());
                assert_eq!(replay.table(), before.table(), "{fault:?}");
            }
        }
    }
    let Some((names, game)) = replay.table() else { return };
    let record = Record::of_game(game.rules(), names, &log);
    let (again, outcome) = Replay::read(record.to_string().as_bytes());
    assert_eq!(outcome, Ok(()), "{record}");
    assert_eq!(again.table(), replay.table(), "{record}");
}
