//! Carrying out a record, statement by statement.

use super::statement::{Pair, Statement};
use super::{Names, RecordError, RecordErrorKind, SeatsError, SyntaxError, SyntaxErrorKind};
use crate::{
    BySeat, Command, DrawError, Event, Game, IllegalError, Opening, Phase, RollError, Rules, RulesError,
    RulesErrors, Seat, SeatSet, SetupError,
};

/// A record that is being carried out. What it holds stays small however long the record is.
///
/// # Examples
///
/// ```
/// use perudo_rules::record::Replay;
///
/// let record = b"perudo 1\nrules calza\nseats anna boris\nstart anna\nroll anna:11346 boris:22456\nanna 3x1\n";
/// let (replay, outcome) = Replay::read(record);
/// let error = outcome.unwrap_err();
/// assert_eq!(error.to_string(), "line 6: anna: a round cannot be opened on aces (R6)");
/// let (names, game) = replay.table().unwrap(); // as it stood before that line
/// assert_eq!(game.turn().map(|seat| &names[seat]), Some("anna"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Replay {
    line: usize,
    stage: Stage,
}

#[derive(Clone, Debug, Default)]
#[allow(clippy::large_enum_variant)] // there is one, and it ends up large
enum Stage {
    #[default]
    Version,
    Rules,
    Seats(Rules),
    Playing(Names, Game),
}

/// What a statement did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::large_enum_variant)] // one at a time, on the stack
pub enum Step {
    /// Nothing yet, or nothing at all.
    Nothing,
    /// The players sat down.
    Seated,
    /// Something happened in the game.
    Happened {
        /// The game before it.
        before: Game,
        /// What happened.
        event: Event,
    },
}

impl Replay {
    /// A replay that waits for the first line.
    pub fn new() -> Replay {
        Replay::default()
    }

    /// How many lines have been read.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The table, once the players have sat down.
    pub fn table(&self) -> Option<(&Names, &Game)> {
        match &self.stage {
            Stage::Playing(names, game) => Some((names, game)),
            Stage::Version | Stage::Rules | Stage::Seats(_) => None,
        }
    }

    /// Reads the next line, without its line break, and carries it out.
    ///
    /// # Errors
    ///
    /// What is wrong with the line; the game is then as it was before that line.
    pub fn read_line(&mut self, line: &[u8]) -> Result<Step, RecordError> {
        self.read_statement(line).map(|(_, step)| step)
    }

    /// Like `read_line`, and says which statement it was.
    pub(crate) fn read_statement(&mut self, line: &[u8]) -> Result<(Option<Statement>, Step), RecordError> {
        self.line += 1;
        let table = self.table();
        let is_player = |name: &str| table.is_some_and(|(names, _)| names.seat(name).is_some());
        let in_draw = table.is_some_and(|(_, game)| matches!(game.phase(), Phase::Draw { .. }));
        let done = match Statement::parse(line, is_player, in_draw) {
            Ok(None) => Ok((None, Step::Nothing)),
            Ok(Some((column, statement))) => {
                self.carry_out(column, &statement).map(|step| (Some(statement), step))
            }
            Err(error) => Err(RecordErrorKind::Syntax(error)),
        };
        done.map_err(|kind| RecordError { line: self.line, kind })
    }

    /// Reads a whole record. The replay holds the game as it stood before the first error.
    pub fn read(text: &[u8]) -> (Replay, Result<(), RecordError>) {
        Replay::read_steps(text, |_, _| ())
    }

    /// Like [`Replay::read`], and passes on what each line did, with the replay after that line.
    pub fn read_steps(text: &[u8], mut seen: impl FnMut(&Replay, Step)) -> (Replay, Result<(), RecordError>) {
        let mut replay = Replay::new();
        let mut lines = lines(text);
        let outcome = lines.try_for_each(|line| {
            let step = replay.read_line(line)?;
            seen(&replay, step);
            Ok(())
        });
        let outcome = outcome.and_then(|()| replay.finish().map(drop));
        (replay, outcome)
    }

    /// The record ends here; the table as it is left.
    ///
    /// # Errors
    ///
    /// It ends before its `seats`: a record may end anywhere in the game, but not before it.
    pub fn finish(&self) -> Result<(&Names, &Game), RecordError> {
        match &self.stage {
            Stage::Playing(names, game) => Ok((names, game)),
            Stage::Version | Stage::Rules | Stage::Seats(_) => {
                let kind = self.syntax(1, SyntaxErrorKind::EndsTooSoon);
                Err(RecordError { line: self.line.max(1), kind })
            }
        }
    }

    fn syntax(&self, column: usize, kind: SyntaxErrorKind) -> RecordErrorKind {
        RecordErrorKind::Syntax(SyntaxError { column, kind })
    }

    fn carry_out(&mut self, column: usize, statement: &Statement) -> Result<Step, RecordErrorKind> {
        match (&mut self.stage, statement) {
            (Stage::Version, Statement::Version) => self.stage = Stage::Rules,
            (Stage::Version, _) => return Err(self.syntax(column, SyntaxErrorKind::VersionFirst)),
            (Stage::Rules, Statement::Rules(words)) => self.stage = Stage::Seats(rules(words)?),
            (Stage::Rules, _) => return Err(self.syntax(column, SyntaxErrorKind::RulesNext)),
            (&mut Stage::Seats(rules), Statement::Seats(names)) => {
                let names = Names::new(names).map_err(RecordErrorKind::BadSeats)?;
                let game = Game::new(rules, names.len())
                    .map_err(|table| RecordErrorKind::BadSeats(SeatsError::Table(table)))?;
                self.stage = Stage::Playing(names, game);
                return Ok(Step::Seated);
            }
            (Stage::Seats(_), _) => return Err(self.syntax(column, SyntaxErrorKind::SeatsNext)),
            (Stage::Playing(names, game), statement) => {
                let Some(command) = Seating { names, game }.command(statement)? else {
                    let word = match statement {
                        Statement::Version => "perudo",
                        Statement::Rules(_) => "rules",
                        _ => "seats",
                    };
                    return Err(self.syntax(column, SyntaxErrorKind::HeadOnly(word)));
                };
                let event = game.decide(command).map_err(|refusal| RecordErrorKind::Refused {
                    name: refusal.player.map(|seat| names[seat].to_owned()),
                    refusal,
                })?;
                let before = *game;
                game.apply(&event);
                return Ok(Step::Happened { before, event });
            }
        }
        Ok(Step::Nothing)
    }
}

/// The lines of a text. A line break ends a line; it does not begin another.
pub(crate) fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.strip_suffix(b"\n").unwrap_or(text).split(|&byte| byte == b'\n')
}

/// A record names its preset: what a default is may change, a record may not.
fn rules(words: &[String]) -> Result<Rules, RecordErrorKind> {
    let text = words.join(" ");
    match words.first() {
        Some(axis) if axis.contains('=') => {
            let mut errors = RulesErrors::from(RulesError::UnknownPreset(axis.clone()));
            errors.extend(text.parse::<Rules>().err().into_iter().flatten());
            Err(RecordErrorKind::UnknownRules(errors))
        }
        _ => text.parse().map_err(RecordErrorKind::UnknownRules),
    }
}

/// Finds the seats of the players whom a statement names.
struct Seating<'a> {
    names: &'a Names,
    game: &'a Game,
}

impl Seating<'_> {
    /// What a statement asks for; nothing if it belongs to the head of the record.
    fn command(&self, statement: &Statement) -> Result<Option<Command>, RecordErrorKind> {
        Ok(Some(match statement {
            Statement::Version | Statement::Rules(_) | Statement::Seats(_) => return Ok(None),
            Statement::Draw(throws) => {
                let twice = |seat| {
                    self.game.check_draw().err().unwrap_or(IllegalError::BadDraw(DrawError::Twice(seat)))
                };
                Command::Draw(self.by_seat(throws, Some, twice)?)
            }
            Statement::Start(name) => Command::Open { seat: self.seat(name)?, opening: Opening::Start },
            Statement::Lost(name) => Command::Open { seat: self.seat(name)?, opening: Opening::Lost },
            Statement::Dice(dice) => {
                Command::SetDice(self.by_seat(dice, Some, |seat| self.named_twice(seat))?)
            }
            Statement::Used(names) => Command::SetUsed(self.set(names)?),
            Statement::Roll(hands) => {
                let twice = |seat| {
                    self.game.check_roll().err().unwrap_or(IllegalError::BadRoll(RollError::Twice(seat)))
                };
                Command::Roll(self.by_seat(hands, |hand| hand, twice)?)
            }
            Statement::Act { name, action } => Command::Act { seat: self.seat(name)?, action: *action },
            Statement::Out(name) => Command::Leave(self.seat(name)?),
            Statement::Tour => Command::NextTour,
        }))
    }

    fn seat(&self, name: &str) -> Result<Seat, RecordErrorKind> {
        self.names.seat(name).ok_or_else(|| RecordErrorKind::Refused {
            name: Some(name.to_owned()),
            refusal: self.game.refuse(IllegalError::NoSuchPlayer, None),
        })
    }

    fn named_twice(&self, seat: Seat) -> IllegalError {
        self.game.check_setup().err().unwrap_or(IllegalError::BadSetup(SetupError::Twice(seat)))
    }

    fn refused(&self, seat: Seat, reason: IllegalError) -> RecordErrorKind {
        RecordErrorKind::Refused {
            name: Some(self.names[seat].to_owned()),
            refusal: self.game.refuse(reason, Some(seat)),
        }
    }

    /// One value for each seat that is named. Names come first: an unknown one is told before one
    /// that stands twice.
    fn by_seat<T: Copy, V: Default>(
        &self,
        pairs: &[Pair<T>],
        value: impl Fn(T) -> V,
        twice: impl Fn(Seat) -> IllegalError,
    ) -> Result<BySeat<V>, RecordErrorKind> {
        let seats = self.unique(pairs.iter().map(|pair| pair.name.as_str()), twice)?;
        let mut values = BySeat::default();
        for (seat, pair) in seats.into_iter().zip(pairs) {
            values[seat] = value(pair.value);
        }
        Ok(values)
    }

    fn set(&self, names: &[String]) -> Result<SeatSet, RecordErrorKind> {
        let seats = self.unique(names.iter().map(String::as_str), |seat| self.named_twice(seat))?;
        Ok(seats.into_iter().collect())
    }

    fn unique<'n>(
        &self,
        names: impl Iterator<Item = &'n str>,
        twice: impl Fn(Seat) -> IllegalError,
    ) -> Result<Vec<Seat>, RecordErrorKind> {
        let seats = names.map(|name| self.seat(name)).collect::<Result<Vec<_>, _>>()?;
        let mut seen = SeatSet::EMPTY;
        for &seat in &seats {
            if seen.contains(seat) {
                return Err(self.refused(seat, twice(seat)));
            }
            seen.insert(seat);
        }
        Ok(seats)
    }
}
