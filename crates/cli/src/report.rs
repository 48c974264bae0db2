//! The JSON of `perudo check --json`. Field names and spellings are a contract with other programs.

use perudo_rules::record::{Names, RecordError, RecordErrorKind, Replay, SeatsError};
use perudo_rules::{Game, Reveal, Seat, TableSizeError};
use perudo_words::Words;
use serde::Serialize;
use serde_json::{Map, Value};

/// Where a record leaves the game, and what is wrong with it if anything is.
#[derive(Serialize)]
pub(crate) struct Report {
    ok: bool,
    #[serde(flatten)]
    failure: Option<Failure>,
    #[serde(flatten)]
    position: Position,
    /// Fields of options such as `--eval`.
    #[serde(flatten)]
    pub(crate) more: Option<Map<String, Value>>,
}

#[derive(Serialize)]
struct Failure {
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    error: &'static str,
    message: String,
    player: Option<String>,
    clause: Option<&'static str>,
}

/// Every field is there from the first line on; before the players sit down most are empty.
#[derive(Default, Serialize)]
struct Position {
    phase: Option<&'static str>,
    round: Option<u32>,
    kind: Option<&'static str>,
    turn: Option<String>,
    bid: Option<String>,
    bidder: Option<String>,
    opener: Option<String>,
    dice: Map<String, Value>,
    centre: Option<u8>,
    winner: Option<String>,
    legal: Vec<String>,
    reveal: Option<Shown>,
    standings: Map<String, Value>,
}

#[derive(Serialize)]
struct Shown {
    bid: String,
    count: u8,
    caller: String,
    call: &'static str,
    loser: Option<String>,
    gainer: Option<String>,
}

impl Report {
    pub(crate) fn new(replay: &Replay, outcome: &Result<(), RecordError>, words: &Words) -> Report {
        let table = replay.table();
        Report {
            ok: outcome.is_ok(),
            failure: outcome.as_ref().err().map(|fault| Failure {
                line: Some(fault.line),
                column: match &fault.kind {
                    RecordErrorKind::Syntax(error) => Some(error.column),
                    _ => None,
                },
                error: fault.kind.name(),
                message: words.record_error(&fault.kind, table),
                player: player(&fault.kind).map(str::to_owned),
                clause: clause(&fault.kind),
            }),
            position: table.map(|(names, game)| Position::new(names, game)).unwrap_or_default(),
            more: None,
        }
    }

    /// Of a file that could not be read.
    pub(crate) fn unreadable(message: String) -> Report {
        let failure =
            Failure { line: None, column: None, error: "unreadable", message, player: None, clause: None };
        Report { ok: false, failure: Some(failure), position: Position::default(), more: None }
    }
}

/// The player that a fault speaks of.
pub(crate) fn player(fault: &RecordErrorKind) -> Option<&str> {
    match fault {
        RecordErrorKind::Refused { name, .. } => name.as_deref(),
        _ => None,
    }
}

/// The clause that a fault rests on.
pub(crate) fn clause(fault: &RecordErrorKind) -> Option<&'static str> {
    match fault {
        RecordErrorKind::Refused { refusal, .. } => Some(refusal.clause().name()),
        RecordErrorKind::BadSeats(SeatsError::Table(_)) => Some(TableSizeError::CLAUSE.name()),
        RecordErrorKind::Syntax(_) | RecordErrorKind::UnknownRules(_) | RecordErrorKind::BadSeats(_) => None,
    }
}

impl Position {
    fn new(names: &Names, game: &Game) -> Position {
        let name = |seat: Seat| names[seat].to_owned();
        let by_name = |value: &dyn Fn(Seat) -> Value| {
            names.iter().map(|(seat, name)| (name.to_owned(), value(seat))).collect()
        };
        Position {
            phase: Some(game.phase().name().as_str()),
            round: Some(game.round()),
            kind: Some(game.kind().as_str()),
            turn: game.turn().map(name),
            bid: game.standing().map(|standing| standing.bid.to_string()),
            bidder: game.standing().map(|standing| name(standing.bidder)),
            opener: game.opener().map(name),
            dice: by_name(&|seat| game.dice(seat).into()),
            centre: Some(game.centre()),
            winner: game.winner().map(name),
            legal: game.legal_actions().iter().map(|action| action.to_string()).collect(),
            reveal: game.reveal().map(|reveal| Shown::new(names, reveal)),
            standings: by_name(&|seat| game.wins(seat).into()),
        }
    }
}

impl Shown {
    fn new(names: &Names, reveal: &Reveal) -> Shown {
        let name = |seat: Seat| names[seat].to_owned();
        Shown {
            bid: reveal.bid.to_string(),
            count: reveal.count,
            caller: name(reveal.caller),
            call: reveal.call.as_str(),
            loser: reveal.loser().map(name),
            gainer: reveal.gainer().map(name),
        }
    }
}
