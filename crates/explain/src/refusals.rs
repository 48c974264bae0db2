//! Refusals with their sentences.

use perudo_bots::Opponent;
use perudo_protocol::{InvalidCommandError, InvalidSettingsError, RefusedBody};
use perudo_rules::record::Names;
use perudo_table::{SeenTable, Settings, SettingsError, TableError, record_name};
use perudo_words::Words;

/// A refusal that its name says all about.
pub fn explain_reason(id: Option<u64>, error: &str, words: &Words) -> RefusedBody {
    let message = words.text(&format!("refused-{error}"));
    RefusedBody { id, error: error.to_owned(), message, ..RefusedBody::default() }
}

/// A command that cannot be put to a table.
pub fn explain_invalid_command(id: Option<u64>, error: &InvalidCommandError, words: &Words) -> RefusedBody {
    let message = match error {
        InvalidCommandError::NoSuchBot(level) => {
            let known = Opponent::names().collect::<Vec<_>>().join(", ");
            let level = level.chars().take(24).collect::<String>();
            words.say("refused-no-such-bot", &[("level", level.into()), ("known", known.into())])
        }
        InvalidCommandError::Settings(error) => explain_invalid_settings(error, words),
    };
    RefusedBody { id, error: error.name().to_owned(), message, ..RefusedBody::default() }
}

/// What is wrong with settings.
pub fn explain_invalid_settings(error: &InvalidSettingsError, words: &Words) -> String {
    let sentences: Vec<String> = match error {
        InvalidSettingsError::Rules(errors) => errors.iter().map(|error| words.rules_error(error)).collect(),
        InvalidSettingsError::Speed(_) => vec![words.text("refused-bad-speed")],
        InvalidSettingsError::Dice(_) => vec![words.text("refused-bad-dice")],
        InvalidSettingsError::Range(errors) => {
            errors.iter().map(|error| explain_range(error, words)).collect()
        }
    };
    sentences.join(" ")
}

fn explain_range(error: &SettingsError, words: &Words) -> String {
    match error {
        SettingsError::Seats { most } => words.say("refused-bad-seats", &[("most", (*most).into())]),
        SettingsError::Tours => words.say("refused-bad-tours", &[("most", Settings::TOURS.1.into())]),
        SettingsError::Turn => {
            let (least, most) = Settings::TURN;
            words.say("refused-bad-turn", &[("least", least.into()), ("most", most.into())])
        }
        SettingsError::Rated => words.text("refused-bad-rated"),
        SettingsError::Dice => words.text("refused-dice-are-settled"),
        SettingsError::Bank => words.say("refused-bad-bank", &[("most", Settings::BANK.into())]),
    }
}

/// A refusal of the table, with no more in it than the viewer of `table` may know.
pub fn explain_refusal(
    id: Option<u64>,
    refusal: &TableError,
    table: &SeenTable<'_>,
    words: &Words,
) -> RefusedBody {
    match refusal {
        TableError::Game(refusal) => {
            let tour = table.tour();
            let names = tour.and_then(|tour| {
                Names::new(tour.players().iter().map(|player| record_name(&player.name))).ok()
            });
            let message = match (&names, tour) {
                (Some(names), Some(tour)) => words.refusal(refusal, None, names, &tour.game()),
                _ => refusal.reason.name().to_owned(),
            };
            let own_turn = refusal.player.is_some() && refusal.player == refusal.turn;
            RefusedBody {
                id,
                error: refusal.reason.name().to_owned(),
                message,
                clause: Some(refusal.clause().to_string()),
                legal: own_turn.then(|| (&refusal.legal).into()),
            }
        }
        TableError::BadSettings(errors) => {
            let error = InvalidCommandError::Settings(InvalidSettingsError::Range(errors.clone()));
            explain_invalid_command(id, &error, words)
        }
        other => explain_reason(id, other.name(), words),
    }
}
