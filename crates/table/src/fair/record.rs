//! Whether a record tells the dice of a proof.

use perudo_rules::record::{Names, RecordError, Replay, Step};
use perudo_rules::{Event, Game, Seat};

use super::{Proof, ThrowKind};

/// How a record differs from a proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordMismatchError {
    /// The record cannot be carried out.
    #[error(transparent)]
    Unreadable(RecordError),
    /// Other players sit there.
    #[error("the record has other players")]
    Names {
        /// Those of the record.
        record: Vec<String>,
    },
    /// The record has several tours, but not this one.
    #[error("the record has {tours} tours, but not this one")]
    NoSuchTour {
        /// How many it has.
        tours: usize,
    },
    /// One is for the draw, the other for a round.
    #[error("throw {throw} is another kind of throw in line {line}")]
    Kind {
        /// The throw of the proof.
        throw: u64,
        /// The line of the record.
        line: usize,
        /// What the proof says.
        proof: ThrowKind,
        /// What the record says.
        record: ThrowKind,
    },
    /// They are for different rounds.
    #[error("throw {throw} is for another round in line {line}")]
    Round {
        /// The throw of the proof.
        throw: u64,
        /// The line of the record.
        line: usize,
        /// What the proof says.
        proof: Option<u32>,
        /// What the record says.
        record: Option<u32>,
    },
    /// Somebody's dice differ.
    #[error("throw {throw} has other dice in line {line}")]
    Dice {
        /// The throw of the proof.
        throw: u64,
        /// The line of the record.
        line: usize,
        /// Whose.
        seat: Seat,
        /// What the proof says.
        proof: String,
        /// What the record says.
        record: String,
    },
    /// One of them goes on where the other has ended.
    #[error("the proof has {proof} throws and the record {record}")]
    Length {
        /// How many throws the proof has.
        proof: usize,
        /// How many the record has.
        record: usize,
    },
}

impl RecordMismatchError {
    /// Its name for programs.
    pub fn name(&self) -> &'static str {
        match self {
            RecordMismatchError::Unreadable(fault) => fault.kind.name(),
            RecordMismatchError::Names { .. } => "record-names",
            RecordMismatchError::NoSuchTour { .. } => "record-tour",
            RecordMismatchError::Kind { .. } => "record-kind",
            RecordMismatchError::Round { .. } => "record-round",
            RecordMismatchError::Dice { .. } => "record-dice",
            RecordMismatchError::Length { .. } => "record-length",
        }
    }

    /// The line of the record, if it is about one.
    pub fn line(&self) -> Option<usize> {
        match self {
            RecordMismatchError::Unreadable(RecordError { line, .. })
            | RecordMismatchError::Kind { line, .. }
            | RecordMismatchError::Round { line, .. }
            | RecordMismatchError::Dice { line, .. } => Some(*line),
            RecordMismatchError::Names { .. }
            | RecordMismatchError::NoSuchTour { .. }
            | RecordMismatchError::Length { .. } => None,
        }
    }

    /// The throw of the proof, if it is about one.
    pub fn throw(&self) -> Option<u64> {
        match self {
            RecordMismatchError::Kind { throw, .. }
            | RecordMismatchError::Round { throw, .. }
            | RecordMismatchError::Dice { throw, .. } => Some(*throw),
            RecordMismatchError::Unreadable(_)
            | RecordMismatchError::Names { .. }
            | RecordMismatchError::NoSuchTour { .. }
            | RecordMismatchError::Length { .. } => None,
        }
    }
}

impl Proof {
    /// Whether the throws of a record are exactly those of this proof. Of a record of several tours the one
    /// with the proof's number is meant, of a record of one tour that one. This does not
    /// [verify](Proof::verify) the proof.
    pub fn matches_record(&self, text: &[u8]) -> Result<(), RecordMismatchError> {
        let (names, mut tours) = throws_of(text).map_err(RecordMismatchError::Unreadable)?;
        if !names.iter().map(|(_, name)| name).eq(&self.names) {
            return Err(RecordMismatchError::Names {
                record: names.iter().map(|(_, name)| name.to_owned()).collect(),
            });
        }
        let index = if tours.len() == 1 { 0 } else { (self.tour as usize).wrapping_sub(1) };
        if index >= tours.len() {
            return Err(RecordMismatchError::NoSuchTour { tours: tours.len() });
        }
        let recorded = tours.swap_remove(index);
        // A record tells nothing of a round that was void before anyone saw its dice.
        let seen = || self.throws.iter().filter(|throw| !throw.is_unseen());
        for (throw, recorded_throw) in seen().zip(&recorded) {
            let (number, line) = (throw.number, recorded_throw.line);
            if throw.kind != recorded_throw.kind {
                return Err(RecordMismatchError::Kind {
                    throw: number,
                    line,
                    proof: throw.kind,
                    record: recorded_throw.kind,
                });
            }
            if throw.round != recorded_throw.round {
                return Err(RecordMismatchError::Round {
                    throw: number,
                    line,
                    proof: throw.round,
                    record: recorded_throw.round,
                });
            }
            for (seat, _) in names.iter() {
                let proof = throw.result.get(seat.index()).map_or("", String::as_str);
                let record = recorded_throw.dice.get(seat.index()).map_or("", String::as_str);
                if proof != record {
                    let (proof, record) = (proof.to_owned(), record.to_owned());
                    return Err(RecordMismatchError::Dice { throw: number, line, seat, proof, record });
                }
            }
        }
        let throws = seen().count();
        if throws == recorded.len() {
            Ok(())
        } else {
            Err(RecordMismatchError::Length { proof: throws, record: recorded.len() })
        }
    }
}

/// A throw as a record has it.
struct RecordThrow {
    line: usize,
    kind: ThrowKind,
    round: Option<u32>,
    /// By seat, as a proof has them.
    dice: Vec<String>,
}

impl RecordThrow {
    /// The throw that an event in that line is, if it is one.
    fn new(line: usize, before: &Game, event: &Event) -> Option<RecordThrow> {
        let seats = before.seats().iter();
        Some(match event {
            Event::Drawn(throws) => {
                let die = |seat| throws[seat].map(|face| face.to_string()).unwrap_or_default();
                RecordThrow { line, kind: ThrowKind::Draw, round: None, dice: seats.map(die).collect() }
            }
            Event::Rolled(hands) => {
                let dice = seats.map(|seat| hands[seat].to_string()).collect();
                RecordThrow { line, kind: ThrowKind::Roll, round: Some(before.round()), dice }
            }
            _ => return None,
        })
    }
}

/// The names of a record, and its throws tour by tour.
fn throws_of(text: &[u8]) -> Result<(Names, Vec<Vec<RecordThrow>>), RecordError> {
    let mut tours = vec![Vec::new()];
    let (replay, outcome) = Replay::read_steps(text, |replay, step| match step {
        Step::Nothing | Step::Seated => {}
        Step::Happened { event: Event::TourBegan, .. } => tours.push(Vec::new()),
        Step::Happened { before, event } => {
            if let Some(tour) = tours.last_mut() {
                tour.extend(RecordThrow::new(replay.line(), &before, &event));
            }
        }
    });
    outcome?;
    let (names, _) = replay.finish()?;
    Ok((names.clone(), tours))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fair::{Link, ProofThrow, Version};

    const RECORD: &str = "\
perudo 1
rules calza
seats anna boris clara
draw anna:5 boris:5 clara:2
draw anna:3 boris:6
roll anna:11346 boris:22456 clara:13366
boris 3x4
clara out
roll anna:22222 boris:11111 # the round was void
boris 6x6
anna dudo
roll anna:22222 boris:1111
anna out
";

    fn throw(number: u64, round: Option<u32>, result: &[&str]) -> ProofThrow {
        ProofThrow {
            number,
            run: None,
            kind: if round.is_some() { ThrowKind::Roll } else { ThrowKind::Draw },
            round,
            dice: Vec::new(),
            server: Link::new([0; 32]),
            links: Vec::new(),
            withheld: Vec::new(),
            closed: Vec::new(),
            unshown: Vec::new(),
            result: result.iter().map(|&dice| dice.to_owned()).collect(),
        }
    }

    fn proof() -> Proof {
        Proof {
            version: Version::Two,
            table: "kitchen".to_owned(),
            tour: 1,
            names: ["anna", "boris", "clara"].map(str::to_owned).to_vec(),
            server: Vec::new(),
            seats: Vec::new(),
            closed: Vec::new(),
            signed: None,
            receipts: Vec::new(),
            throws: vec![
                throw(7, None, &["5", "5", "2"]),
                throw(8, None, &["3", "6", ""]),
                throw(9, Some(1), &["11346", "22456", "13366"]),
                throw(10, Some(1), &["22222", "11111", ""]),
                throw(11, Some(2), &["22222", "1111", ""]),
            ],
        }
    }

    #[test]
    fn the_throws_of_a_record_are_found_again() {
        assert_eq!(proof().matches_record(RECORD.as_bytes()), Ok(()));
        assert_eq!(
            Proof { tour: 9, ..proof() }.matches_record(RECORD.as_bytes()),
            Ok(()),
            "one tour is the tour"
        );
    }

    #[test]
    fn of_several_tours_the_one_with_the_number_is_compared() {
        let record = "perudo 1\nrules classic\nseats anna boris\ndraw anna:6 boris:1\n\
            roll anna:11111 boris:22222\nboris out\n";
        let two = "perudo 1\nrules classic\nseats anna boris clara\ndice anna:1 boris:1 clara:0\nstart anna\n\
            roll anna:1 boris:2\nanna 1x6\nboris dudo\ntour\ndraw anna:6 boris:1 clara:2\n";
        let names = ["anna", "boris", "clara"].map(str::to_owned).to_vec();
        let first = Proof { throws: vec![throw(1, Some(1), &["1", "2", ""])], names, ..proof() };
        let second = Proof { tour: 2, throws: vec![throw(2, None, &["6", "1", "2"])], ..first.clone() };
        assert_eq!(first.matches_record(two.as_bytes()), Ok(()));
        assert_eq!(second.matches_record(two.as_bytes()), Ok(()));
        for tour in [0, 3, u32::MAX] {
            let proof = Proof { tour, ..first.clone() };
            assert_eq!(
                proof.matches_record(two.as_bytes()),
                Err(RecordMismatchError::NoSuchTour { tours: 2 })
            );
        }
        let record = first.matches_record(record.as_bytes());
        assert!(matches!(record, Err(RecordMismatchError::Names { .. })), "{record:?}");
    }

    #[test]
    fn whatever_differs_is_found() {
        let cases = [
            (RECORD.replace("boris:22456", "boris:22455"), "record-dice", Some(6), Some(9)),
            (RECORD.replace("clara:2\n", "clara:1\n"), "record-dice", Some(4), Some(7)),
            (RECORD.replace("roll anna:22222 boris:1111\n", ""), "record-length", None, None),
            (
                RECORD.replace("anna out\n", "boris 1x2\nanna dudo\nroll anna:2222 boris:1111\n"),
                "record-length",
                None,
                None,
            ),
            (
                RECORD.replace("draw anna:3 boris:6", "draw anna:3 boris:3\ndraw anna:1 boris:6"),
                "record-dice",
                Some(5),
                Some(8),
            ),
            (
                RECORD.replace("draw anna:5 boris:5 clara:2\ndraw anna:3 boris:6", "start boris"),
                "record-kind",
                Some(5),
                Some(7),
            ),
            (RECORD.replace("anna out\n", "boris out out\n"), "syntax", Some(13), None),
            (RECORD.replace("boris 6x6", "boris 16x6"), "more-than-dice-in-play", Some(10), None),
            ("perudo 1\nrules calza\n".to_owned(), "syntax", Some(2), None),
            (String::new(), "syntax", Some(1), None),
            ("\u{0}".to_owned(), "syntax", Some(1), None),
        ];
        for (record, name, line, throw) in cases {
            let fault = proof().matches_record(record.as_bytes()).unwrap_err();
            assert_eq!(
                (fault.name(), fault.line(), fault.throw()),
                (name, line, throw),
                "{fault:?}\n{record}"
            );
        }
        let mut other = proof();
        other.throws[4].round = Some(1);
        let fault = other.matches_record(RECORD.as_bytes()).unwrap_err();
        assert_eq!((fault.name(), fault.line(), fault.throw()), ("record-round", Some(12), Some(11)));
        other.throws[0].result.clear();
        assert_eq!(other.matches_record(RECORD.as_bytes()).unwrap_err().name(), "record-dice");
    }
}
