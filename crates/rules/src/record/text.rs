//! A record as a whole: read from a text, or made from the log of a game, and printed.

use std::fmt;

use super::replay::lines;
use super::statement::{Pair, Statement};
use super::{Names, RecordError, Replay};
use crate::{Action, AllHands, Call, Event, Opening, Rules, Seat};

/// A list of statements.
///
/// # Examples
///
/// ```
/// use perudo_rules::record::{Names, Record};
/// use perudo_rules::{Event, Opening, Preset, Seat};
///
/// let names = Names::new(["anna", "boris"])?;
/// let log = [Event::Opened { seat: Seat::FIRST, opening: Opening::Start }];
/// let record = Record::of_game(&Preset::Classic.rules(), &names, &log);
/// let text = "perudo 1\nrules classic\nseats anna boris\nstart anna\n";
/// assert_eq!(record.to_string(), text);
/// assert_eq!(Record::parse(text.as_bytes())?, record);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// In the order of their lines.
    pub statements: Vec<Statement>,
}

impl Record {
    /// Reads a text whose statements can all be carried out.
    ///
    /// # Errors
    ///
    /// The first line that cannot be, and why.
    pub fn parse(text: &[u8]) -> Result<Record, RecordError> {
        let mut record = Record::default();
        let mut replay = Replay::new();
        for line in lines(text) {
            let (statement, _) = replay.read_statement(line)?;
            record.statements.extend(statement);
        }
        replay.finish()?;
        Ok(record)
    }

    /// The record of a game, from its rules, the names around the table and its log.
    pub fn of_game<'a>(rules: &Rules, names: &Names, log: impl IntoIterator<Item = &'a Event>) -> Record {
        let mut statements = vec![
            Statement::Version,
            Statement::Rules(rules.to_string().split(' ').map(str::to_owned).collect()),
            Statement::Seats(names.iter().map(|(_, name)| name.to_owned()).collect()),
        ];
        for event in log {
            append(&mut statements, names, event);
        }
        Record { statements }
    }

    /// Calls players something else, wherever they are named; `new_name` has nothing for those who keep theirs.
    pub fn rename(&mut self, new_name: impl Fn(&str) -> Option<String>) {
        let rename = |name: &mut String| {
            if let Some(new) = new_name(name) {
                *name = new;
            }
        };
        for statement in &mut self.statements {
            match statement {
                Statement::Version | Statement::Rules(_) | Statement::Tour => {}
                Statement::Seats(names) | Statement::Used(names) => names.iter_mut().for_each(rename),
                Statement::Draw(pairs) => pairs.iter_mut().for_each(|pair| rename(&mut pair.name)),
                Statement::Dice(pairs) => pairs.iter_mut().for_each(|pair| rename(&mut pair.name)),
                Statement::Roll(pairs) => pairs.iter_mut().for_each(|pair| rename(&mut pair.name)),
                Statement::Start(name)
                | Statement::Lost(name)
                | Statement::Act { name, .. }
                | Statement::Out(name) => rename(name),
            }
        }
    }
}

fn append(statements: &mut Vec<Statement>, names: &Names, event: &Event) {
    let name = |seat: Seat| names[seat].to_owned();
    let act = |seat: Seat, action: Action| Statement::Act { name: name(seat), action };
    let roll = |hands: &AllHands| {
        Statement::Roll(pairs(names, |seat| Some(hands[seat]).filter(|hand| !hand.is_empty())))
    };
    statements.push(match event {
        Event::DiceSet(dice) => Statement::Dice(pairs(names, |seat| Some(dice[seat]))),
        Event::UsedSet(seats) if seats.is_empty() => return,
        Event::UsedSet(seats) => Statement::Used(seats.iter().map(name).collect()),
        Event::Opened { seat, opening: Opening::Start } => Statement::Start(name(*seat)),
        Event::Opened { seat, opening: Opening::Lost } => Statement::Lost(name(*seat)),
        Event::Drawn(throws) => Statement::Draw(pairs(names, |seat| throws[seat])),
        Event::Declared(seat) => act(*seat, Action::Maputo),
        Event::Passed(seat) => act(*seat, Action::Pass),
        Event::Rolled(hands) => roll(hands),
        // The record tells the dice that count: those of the last throw.
        Event::Rethrown { dice, .. } => {
            if let Some(last) =
                statements.iter_mut().rfind(|statement| matches!(statement, Statement::Roll(_)))
            {
                *last = roll(dice);
            }
            return;
        }
        Event::Bid { seat, bid } => act(*seat, Action::Bid(*bid)),
        // The call is in the showdown that follows it.
        Event::Called { .. } => return,
        Event::Revealed(reveal) => {
            let action = match reveal.call {
                Call::Dudo => Action::Dudo,
                Call::Calza => Action::Calza,
            };
            act(reveal.caller, action)
        }
        Event::Left(seat) => Statement::Out(name(*seat)),
        Event::TourBegan => Statement::Tour,
    });
}

fn pairs<T>(names: &Names, value: impl Fn(Seat) -> Option<T>) -> Vec<Pair<T>> {
    let pair = |(seat, name): (Seat, &str)| Some(Pair { name: name.to_owned(), value: value(seat)? });
    names.iter().filter_map(pair).collect()
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.statements.iter().try_for_each(|statement| writeln!(f, "{statement}"))
    }
}
