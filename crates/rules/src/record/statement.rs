//! One line of a record.

use std::fmt;

use super::names::is_name;
use super::{SyntaxError, SyntaxErrorKind};
use crate::action::saturating_number;
use crate::{Action, Face, Hand};

/// The longest statement that is read, in bytes, comments aside. The longest sensible statement is a thirtieth of it.
pub const MAX_LINE: usize = 64 * 1024;

/// A name and what belongs to it: `anna:11346`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair<T> {
    /// Before the colon.
    pub name: String,
    /// After the colon.
    pub value: T,
}

/// A statement as it is written. Names are any names, numbers any numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// `perudo 1`
    Version,
    /// `rules PRESET axis=value …`
    Rules(Vec<String>),
    /// `seats NAME …`
    Seats(Vec<String>),
    /// `draw NAME:FACE …`
    Draw(Vec<Pair<Face>>),
    /// `start NAME`
    Start(String),
    /// `lost NAME`
    Lost(String),
    /// `dice NAME:N …`
    Dice(Vec<Pair<u8>>),
    /// `used NAME …`
    Used(Vec<String>),
    /// `roll NAME:DICE …`
    Roll(Vec<Pair<Hand>>),
    /// `NAME 3x4`, `NAME dudo`, …
    Act {
        /// The player who acts.
        name: String,
        /// The action.
        action: Action,
    },
    /// `NAME out`
    Out(String),
    /// `tour`
    Tour,
}

/// A word of a line and where it begins.
#[derive(Clone, Copy)]
struct Word<'a> {
    column: usize,
    text: &'a str,
}

impl<'a> Word<'a> {
    fn error(self, kind: impl FnOnce(String) -> SyntaxErrorKind) -> SyntaxError {
        SyntaxError { column: self.column, kind: kind(self.text.to_owned()) }
    }

    fn name(self) -> Result<String, SyntaxError> {
        if is_name(self.text) { Ok(self.text.to_owned()) } else { Err(self.error(SyntaxErrorKind::BadName)) }
    }

    fn pair<T>(self, read: impl Fn(Word<'a>) -> Result<T, SyntaxError>) -> Result<Pair<T>, SyntaxError> {
        let Some((name, value)) = self.text.split_once(':') else {
            return Err(self.error(SyntaxErrorKind::NotAPair));
        };
        let column = self.column + name.chars().count() + 1;
        let name = Word { text: name, ..self }.name()?;
        Ok(Pair { name, value: read(Word { column, text: value })? })
    }

    fn face(self) -> Result<Face, SyntaxError> {
        let face = saturating_number(self.text).and_then(Face::new);
        face.ok_or_else(|| self.error(SyntaxErrorKind::BadFace))
    }

    fn dice(self) -> Result<Hand, SyntaxError> {
        let face = |c: char| c.to_digit(10).and_then(|pips| Face::new(pips as u8));
        let hand: Option<Hand> = self.text.chars().map(face).collect();
        hand.filter(|hand| !hand.is_empty()).ok_or_else(|| self.error(SyntaxErrorKind::BadDice))
    }

    fn number(self) -> Result<u8, SyntaxError> {
        saturating_number(self.text).ok_or_else(|| self.error(SyntaxErrorKind::BadNumber))
    }
}

impl Statement {
    /// Reads one line, without its line break, and where its statement begins. A blank line or a
    /// comment alone is no statement. A player may be called like a keyword: if `is_player` knows
    /// the first word, an action after it is that player's, except that in the draw nobody acts
    /// and `start`, `lost` and `used` set up a position.
    pub(crate) fn parse(
        line: &[u8],
        is_player: impl Fn(&str) -> bool,
        in_draw: bool,
    ) -> Result<Option<(usize, Statement)>, SyntaxError> {
        let code_length = line.iter().position(|&byte| byte == b'#').unwrap_or(line.len());
        if code_length > MAX_LINE {
            return Err(SyntaxError { column: 1, kind: SyntaxErrorKind::LineTooLong });
        }
        let line = str::from_utf8(line).map_err(|error| {
            let valid = String::from_utf8_lossy(&line[..error.valid_up_to()]);
            SyntaxError { column: valid.chars().count() + 1, kind: SyntaxErrorKind::NotUtf8 }
        })?;
        // A byte order mark, as some editors put it before the first line, says nothing here.
        let line = line.strip_prefix('\u{feff}').unwrap_or(line);
        let code = line.split('#').next().unwrap_or_default();
        let words: Vec<Word<'_>> = words(code).collect();
        let Some((&first, rest)) = words.split_first() else { return Ok(None) };
        let statement = match rest {
            [what] if is_player(first.text) && is_action(what.text) && !(in_draw && sets_up(first.text)) => {
                act(first, *what)
            }
            _ => keyword(first, rest),
        };
        statement.map(|statement| Some((first.column, statement)))
    }

    /// The words that begin a statement; every other first word is a player's name.
    pub const KEYWORDS: [&'static str; 10] =
        ["perudo", "rules", "seats", "draw", "start", "lost", "dice", "used", "roll", "tour"];
}

fn is_action(word: &str) -> bool {
    word == "out" || word.parse::<Action>().is_ok()
}

fn sets_up(keyword: &str) -> bool {
    matches!(keyword, "start" | "lost" | "used")
}

fn keyword(first: Word<'_>, rest: &[Word<'_>]) -> Result<Statement, SyntaxError> {
    let texts = || rest.iter().map(|word| word.text.to_owned()).collect();
    match first.text {
        "perudo" => match one(first, rest, "perudo 1")? {
            Word { text: "1", .. } => Ok(Statement::Version),
            other => Err(other.error(SyntaxErrorKind::UnknownVersion)),
        },
        "rules" => some(first, rest, "rules PRESET axis=value …").map(|_| Statement::Rules(texts())),
        "seats" => Ok(Statement::Seats(texts())),
        "draw" => pairs(first, rest, "draw NAME:FACE …", Word::face).map(Statement::Draw),
        "start" => one(first, rest, "start NAME")?.name().map(Statement::Start),
        "lost" => one(first, rest, "lost NAME")?.name().map(Statement::Lost),
        "dice" => pairs(first, rest, "dice NAME:N …", Word::number).map(Statement::Dice),
        "used" => {
            let names = some(first, rest, "used NAME …")?;
            names.iter().map(|word| word.name()).collect::<Result<_, _>>().map(Statement::Used)
        }
        "roll" => pairs(first, rest, "roll NAME:DICE …", Word::dice).map(Statement::Roll),
        "tour" => match rest {
            [] => Ok(Statement::Tour),
            [more, ..] => Err(more.error(|_| SyntaxErrorKind::TooMuch("tour"))),
        },
        _ => {
            first.name()?;
            act(first, one(first, rest, "NAME ACTION")?)
        }
    }
}

fn act(who: Word<'_>, what: Word<'_>) -> Result<Statement, SyntaxError> {
    let name = who.text.to_owned();
    if what.text == "out" {
        return Ok(Statement::Out(name));
    }
    match what.text.parse() {
        Ok(action) => Ok(Statement::Act { name, action }),
        Err(why) => Err(what.error(|word| SyntaxErrorKind::BadAction { word, why })),
    }
}

fn one<'a>(first: Word<'_>, rest: &[Word<'a>], form: &'static str) -> Result<Word<'a>, SyntaxError> {
    match *rest {
        [] => Err(first.error(|_| SyntaxErrorKind::Incomplete(form))),
        [only] => Ok(only),
        [_, more, ..] => Err(more.error(|_| SyntaxErrorKind::TooMuch(form))),
    }
}

fn some<'w, 'a>(
    first: Word<'_>,
    rest: &'w [Word<'a>],
    form: &'static str,
) -> Result<&'w [Word<'a>], SyntaxError> {
    if rest.is_empty() { Err(first.error(|_| SyntaxErrorKind::Incomplete(form))) } else { Ok(rest) }
}

fn pairs<'a, T>(
    first: Word<'_>,
    rest: &[Word<'a>],
    form: &'static str,
    read: impl Fn(Word<'a>) -> Result<T, SyntaxError>,
) -> Result<Vec<Pair<T>>, SyntaxError> {
    some(first, rest, form)?.iter().map(|word| word.pair(&read)).collect()
}

fn words(code: &str) -> impl Iterator<Item = Word<'_>> {
    let mut column = 1;
    code.split(char::is_whitespace).filter_map(move |text| {
        let start = column;
        column += text.chars().count() + 1;
        (!text.is_empty()).then_some(Word { column: start, text })
    })
}

impl<T: fmt::Display> fmt::Display for Pair<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.name, self.value)
    }
}

/// One line of a record, without its line break.
impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn list<T: fmt::Display>(f: &mut fmt::Formatter<'_>, keyword: &str, items: &[T]) -> fmt::Result {
            f.write_str(keyword)?;
            items.iter().try_for_each(|item| write!(f, " {item}"))
        }
        match self {
            Statement::Version => f.write_str("perudo 1"),
            Statement::Rules(words) => list(f, "rules", words),
            Statement::Seats(names) => list(f, "seats", names),
            Statement::Draw(throws) => list(f, "draw", throws),
            Statement::Start(name) => write!(f, "start {name}"),
            Statement::Lost(name) => write!(f, "lost {name}"),
            Statement::Dice(dice) => list(f, "dice", dice),
            Statement::Used(names) => list(f, "used", names),
            Statement::Roll(hands) => list(f, "roll", hands),
            Statement::Act { name, action } => write!(f, "{name} {action}"),
            Statement::Out(name) => write!(f, "{name} out"),
            Statement::Tour => f.write_str("tour"),
        }
    }
}
