//! From what clients write to what tables understand, and back with reasons.

use perudo_bots::BotKind;
use perudo_rules::record::Names;
use perudo_table::{Joining, PersonId, SeenTable, Settings, SettingsFault, TableCommand, TableRefusal};
use perudo_words::Words;

use crate::{BadSettings, RefusedBody, WireCommand};

/// Why a command does not even reach the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// The settings are not accepted.
    Settings(BadSettings),
    /// There is no such bot.
    NoSuchBot(String),
}

/// What the table is asked for.
pub fn command(wire: WireCommand) -> Result<TableCommand, Unfit> {
    Ok(match wire {
        WireCommand::Join { name, chair, watch, program, tip } => {
            TableCommand::Join(Joining { name, chair, watch, program, tip })
        }
        WireCommand::Leave => TableCommand::Leave,
        WireCommand::Start => TableCommand::Start,
        WireCommand::Bot { chair, level } => TableCommand::AddBot { chair, level: known_bot(level)? },
        WireCommand::Remove { chair } => TableCommand::Remove { chair },
        WireCommand::Host { person } => TableCommand::PassHost { to: PersonId(person) },
        WireCommand::Settings { settings } => {
            let settings = settings.check().map_err(Unfit::Settings)?;
            TableCommand::Change { settings: Box::new(known_stand_in(settings)?) }
        }
        WireCommand::Act { action } => TableCommand::Act(action),
        WireCommand::Back => TableCommand::Return,
        WireCommand::Say { text } => TableCommand::Say(text),
        WireCommand::Emote { emote } => TableCommand::Emote(emote),
        WireCommand::Chat { on } => TableCommand::SwitchChat(on),
        WireCommand::Silence { person, on } => TableCommand::Silence { person: PersonId(person), on },
        WireCommand::Commit { tip } => TableCommand::Commit(tip),
    })
}

fn known_bot(level: String) -> Result<String, Unfit> {
    if BotKind::named(&level).is_some() { Ok(level) } else { Err(Unfit::NoSuchBot(level)) }
}

/// Settings whose stand-in is a bot of the ladder.
pub fn known_stand_in(settings: Settings) -> Result<Settings, Unfit> {
    let stand_in = known_bot(settings.stand_in.clone())?;
    Ok(Settings { stand_in, ..settings })
}

/// A refusal by name alone, with its sentence.
pub fn refused(id: Option<u64>, error: &str, words: &Words) -> RefusedBody {
    let message = words.text(&format!("refused-{error}"));
    RefusedBody { id, error: error.to_owned(), message, ..RefusedBody::default() }
}

/// A command that does not reach the table, for people.
pub fn unfit(id: Option<u64>, unfit: &Unfit, words: &Words) -> RefusedBody {
    match unfit {
        Unfit::NoSuchBot(level) => {
            let known = BotKind::ALL.map(BotKind::name).join(", ");
            let level = level.chars().take(24).collect::<String>();
            let values = [("level", level.into()), ("known", known.into())];
            let message = words.say("refused-no-such-bot", &values);
            RefusedBody { id, error: "no-such-bot".to_owned(), message, ..RefusedBody::default() }
        }
        Unfit::Settings(fault) => {
            let message = bad_settings(fault, words);
            RefusedBody { id, error: "bad-settings".to_owned(), message, ..RefusedBody::default() }
        }
    }
}

/// What is wrong with settings, for people.
pub fn bad_settings(fault: &BadSettings, words: &Words) -> String {
    let sentences: Vec<String> = match fault {
        BadSettings::Rules(faults) => faults.iter().map(|fault| words.rules_fault(fault)).collect(),
        BadSettings::Speed(_) => vec![words.text("refused-bad-speed")],
        BadSettings::Range(faults) => faults.iter().map(|fault| out_of_range(fault, words)).collect(),
    };
    sentences.join(" ")
}

fn out_of_range(fault: &SettingsFault, words: &Words) -> String {
    match fault {
        SettingsFault::Seats { most } => words.say("refused-bad-seats", &[("most", (*most).into())]),
        SettingsFault::Tours => words.say("refused-bad-tours", &[("most", Settings::TOURS.1.into())]),
        SettingsFault::Turn => {
            let (least, most) = Settings::TURN;
            words.say("refused-bad-turn", &[("least", least.into()), ("most", most.into())])
        }
        SettingsFault::Bank => words.say("refused-bad-bank", &[("most", Settings::BANK.into())]),
    }
}

/// A refusal of the table, for people: built from what the one who asks may know.
pub fn refusal(id: u64, refusal: &TableRefusal, table: &SeenTable<'_>, words: &Words) -> RefusedBody {
    let id = Some(id);
    match refusal {
        TableRefusal::Game(refusal) => {
            let tour = table.tour();
            let names = tour.and_then(|tour| {
                Names::new(tour.players().iter().map(|player| player.name.replace(' ', "_"))).ok()
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
        TableRefusal::BadSettings(faults) => {
            unfit(id, &Unfit::Settings(BadSettings::Range(faults.clone())), words)
        }
        other => refused(id, other.name(), words),
    }
}
