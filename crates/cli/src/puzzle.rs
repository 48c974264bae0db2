//! `perudo puzzle`: one position, one best move.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use anstyle::{AnsiColor, Style};
use clap::Args;
use perudo_learn::{Change, Position, Puzzle, Puzzles, Rating, Sort, action, names, told};
use perudo_rules::Action;
use perudo_rules::record::Names;
use perudo_words::Words;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::language::LanguageOption;
use crate::{DIM, TITLE, bad_call, data_folder};

const GOOD: Style = AnsiColor::Green.on_default().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();
const DAY: u64 = 24 * 3600;

/// Puzzles: find the best move
#[derive(Args)]
#[command(after_help = "\
Examples:
  perudo puzzle                     the puzzle of the day
  perudo puzzle --more              one after another, as hard as your rating says
  perudo puzzle --date 2026-12-24   the puzzle of another day
  perudo puzzle --json              the puzzle of the day with its answer, for programs

Moves are written as in records: 3x4, dudo, calza. What you solve makes your rating, which is kept on this machine.

Exit codes: 0 all is well, 2 the call is wrong.")]
pub(crate) struct PuzzleCommand {
    /// One puzzle after another
    #[arg(long, conflicts_with_all = ["date", "number", "json"])]
    more: bool,
    /// The puzzle of this day, such as 2026-12-24
    #[arg(long, value_name = "DATE", conflicts_with = "number")]
    date: Option<String>,
    /// The puzzle of that number
    #[arg(long, value_name = "N")]
    number: Option<usize>,
    /// Print the puzzle and its answer as JSON, and ask nothing
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    language: LanguageOption,
}

/// What is kept of a player.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Book {
    rating: Rating,
    /// The positions that were tried.
    done: Vec<String>,
}

impl Book {
    fn path() -> PathBuf {
        data_folder().join("puzzles.json")
    }

    fn stored() -> Book {
        let text = std::fs::read(Book::path()).ok();
        text.and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default()
    }

    fn has(&self, puzzle: &Puzzle) -> bool {
        self.done.contains(&puzzle.position.setup().to_string())
    }

    /// Counts a puzzle that is new. In a folder that cannot be written people can do puzzles all the same.
    fn tried(&mut self, puzzle: &Puzzle, solved: bool) -> Option<Change> {
        if self.has(puzzle) {
            return None;
        }
        self.done.push(puzzle.position.setup().to_string());
        let change = self.rating.try_one(puzzle.rating, solved);
        let path = Book::path();
        if let Some(folder) = path.parent()
            && std::fs::create_dir_all(folder).is_ok()
            && let Ok(text) = serde_json::to_vec(self)
        {
            let _ = std::fs::write(path, text);
        }
        Some(change)
    }
}

/// What a person wrote.
enum Answer {
    Tried,
    Left,
}

impl PuzzleCommand {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let puzzles = Puzzles::builtin();
        let words = self.language.words();
        if self.more {
            return endless(puzzles, &words);
        }
        let (number, title) = match (self.number, self.date.as_deref()) {
            (Some(number), _) => {
                let found = number.checked_sub(1).filter(|number| *number < puzzles.len());
                let Some(found) = found else {
                    return Ok(bad_call(&format!(
                        "--number {number}: there are puzzles 1 to {}.",
                        puzzles.len()
                    )));
                };
                (found, words.say("learn-puzzle-number", &[("number", number.to_string().into())]))
            }
            (None, date) => {
                let day = match date.map(day_of) {
                    None => today(),
                    Some(Some(day)) => day,
                    Some(None) => {
                        let date = date.unwrap_or_default();
                        return Ok(bad_call(&format!("--date {date:?} is not a date: write 2026-12-24.")));
                    }
                };
                let Some(number) = puzzles.daily(day) else { return Ok(bad_call("there are no puzzles")) };
                (number, words.say("learn-puzzle-daily", &[("date", date_of(day).into())]))
            }
        };
        let Some(puzzle) = puzzles.get(number) else { return Ok(bad_call("there is no such puzzle")) };
        if self.json {
            anstream::println!("{}", as_json(number, puzzle));
            return Ok(ExitCode::SUCCESS);
        }
        let mut book = Book::stored();
        anstream::println!("{TITLE}{title}{TITLE:#}");
        ask(&words, puzzle, &mut book)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// One puzzle after another, until somebody leaves.
fn endless(puzzles: &Puzzles, words: &Words) -> io::Result<ExitCode> {
    let mut book = Book::stored();
    loop {
        let any = RandomState::new().build_hasher().finish();
        let done = |number| puzzles.get(number).is_some_and(|puzzle| book.has(puzzle));
        let Some(number) = puzzles.next(book.rating.value, &done, any) else {
            let all = words.say("learn-puzzle-all", &[("count", puzzles.len().into())]);
            anstream::println!("{all}");
            book.done.clear();
            continue;
        };
        let Some(puzzle) = puzzles.get(number) else { break };
        let title = words.say("learn-puzzle-number", &[("number", (number + 1).to_string().into())]);
        anstream::println!("{TITLE}{title}{TITLE:#}");
        match ask(words, puzzle, &mut book)? {
            Answer::Tried => anstream::println!(),
            Answer::Left => break,
        }
    }
    let Rating { tried, solved, .. } = book.rating;
    let values = [
        ("rating", book.rating.whole().to_string().into()),
        ("solved", solved.into()),
        ("tried", tried.into()),
    ];
    anstream::println!("{}", words.say("puzzle-bye", &values));
    Ok(ExitCode::SUCCESS)
}

/// Shows a puzzle and takes one move for it.
fn ask(words: &Words, puzzle: &Puzzle, book: &mut Book) -> io::Result<Answer> {
    let position = &puzzle.position;
    show(words, puzzle)?;
    let legal = words.legal(&position.view().legal_actions());
    let mut lines = io::stdin().lock().lines();
    loop {
        anstream::print!("{} ", words.say("puzzle-ask", &[("legal", legal.clone().into())]));
        io::stdout().flush()?;
        let Some(line) = lines.next().transpose()? else {
            anstream::println!();
            return Ok(Answer::Left);
        };
        let text = line.trim();
        match text {
            "" => continue,
            "q" | "quit" | "exit" => return Ok(Answer::Left),
            "?" => {
                anstream::println!("{}", hint(words, position));
                continue;
            }
            _ => {}
        }
        let Ok(made) = text.parse::<Action>() else {
            // A terminal obeys control characters: they are not shown again.
            let text: String = text.chars().filter(|c| !c.is_control()).take(24).collect();
            anstream::println!("{}", words.say("puzzle-not-a-move", &[("text", text.into())]));
            continue;
        };
        if let Err(reason) = position.view().check(position.seat(), made) {
            let refusal = perudo_rules::RefusalError {
                reason,
                player: Some(position.seat()),
                turn: Some(position.seat()),
                legal: position.view().legal_actions(),
            };
            let sentence = match Names::new(names(words, position.setup().dice.len(), None)) {
                Ok(names) => words.refusal(&refusal, None, &names, position.view()),
                Err(_) => refusal.to_string(),
            };
            anstream::println!("{sentence}");
            continue;
        }
        judge(words, puzzle, made, book);
        return Ok(Answer::Tried);
    }
}

fn show(words: &Words, puzzle: &Puzzle) -> io::Result<()> {
    let position = &puzzle.position;
    let names = names(words, position.setup().dice.len(), Some(position.seat()));
    let name = |index: usize| names.get(index).cloned().unwrap_or_default();
    let players: Vec<String> = position
        .view()
        .with_dice()
        .iter()
        .map(|seat| format!("{} {}", name(seat.index()), position.view().dice(seat)))
        .collect();
    let values = [
        ("rules", position.setup().rules.to_string().into()),
        ("dice", words.dice(position.view().in_play()).into()),
        ("players", players.join(", ").into()),
    ];
    let mut out = anstream::stdout().lock();
    writeln!(out, "{DIM}{}{DIM:#}", words.say("puzzle-table", &values))?;
    match position.view().kind() {
        perudo_rules::RoundKind::Maputo => writeln!(out, "{}", words.text("learn-kind-maputo"))?,
        perudo_rules::RoundKind::Final => writeln!(out, "{}", words.text("learn-kind-final"))?,
        perudo_rules::RoundKind::Normal => {}
    }
    if position.bids().is_empty() {
        writeln!(out, "{}", words.text("learn-no-bids"))?;
    }
    for made in position.bids() {
        let values = [("name", name(made.bidder.index()).into()), ("bid", words.bid(made.bid).into())];
        writeln!(out, "  {} ({})", words.say("learn-bid-by", &values), made.bid)?;
    }
    writeln!(out, "{}", words.say("puzzle-you-have", &[("hand", position.hand().to_string().into())]))?;
    writeln!(out, "{}", words.text("learn-puzzle-task"))
}

fn hint(words: &Words, position: &Position) -> String {
    match position.standing() {
        Some(bid) => {
            let chance = (100.0 * position.odds().at_least(bid)).round() as u32;
            words.say("puzzle-hint", &[("chance", chance.into())])
        }
        None => words.text("puzzle-hint-none"),
    }
}

fn judge(words: &Words, puzzle: &Puzzle, made: Action, book: &mut Book) {
    let tried = puzzle.tried(made);
    let (style, key) =
        if tried.solved { (GOOD, "learn-puzzle-solved") } else { (BAD, "learn-puzzle-missed") };
    anstream::println!("{style}{}{style:#}", words.text(key));
    if !tried.solved {
        let best = words.say("learn-puzzle-best", &[("act", action(words, tried.best.0).into())]);
        anstream::println!("{TITLE}{best}{TITLE:#} ({})", tried.best.0);
    }
    for sentence in told(words, puzzle, &tried) {
        anstream::println!("{sentence}");
    }
    let told = match book.tried(puzzle, tried.solved) {
        Some(Change { now, by }) => words.say(
            "learn-puzzle-rating",
            &[
                ("rating", now.to_string().into()),
                ("by", by.unsigned_abs().into()),
                ("sign", if by < 0 { "−" } else { "+" }.into()),
            ],
        ),
        None => words.text("learn-puzzle-unrated"),
    };
    anstream::println!("{DIM}{told}{DIM:#}");
}

fn as_json(number: usize, puzzle: &Puzzle) -> Value {
    let position = &puzzle.position;
    let setup = position.setup();
    let choices = puzzle.choices.iter().map(|(action, thousandths)| {
        json!({ "action": action.to_string(), "chance": f64::from(*thousandths) / 1000.0 })
    });
    json!({
        "number": number + 1,
        "position": setup.to_string(),
        "rules": setup.rules.to_string(),
        "dice": setup.dice,
        "seat": position.seat().index(),
        "hand": position.hand().to_string(),
        "bids": setup.bids.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "rating": puzzle.rating,
        "solved": puzzle.sort == Sort::Solved,
        "best": puzzle.best().to_string(),
        "choices": choices.collect::<Vec<_>>(),
    })
}

/// Today, in days since 1 January 1970.
fn today() -> i64 {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    i64::try_from(seconds / DAY).unwrap_or(0)
}

/// The day of a date such as 2026-12-24.
fn day_of(date: &str) -> Option<i64> {
    let mut parts =
        date.splitn(3, '-').map(|part| part.parse::<u32>().ok().filter(|_| !part.starts_with('+')));
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    if !(1970..=9999).contains(&year) || !(1..=12).contains(&month) || day == 0 {
        return None;
    }
    let first = days_before(year, month);
    let (next_year, next_month) = if month == 12 { (year + 1, 1) } else { (year, month + 1) };
    let found = first + i64::from(day) - 1;
    (found < days_before(next_year, next_month)).then_some(found)
}

/// The days from 1970 to the first of a month.
fn days_before(year: u32, month: u32) -> i64 {
    let leap = |year: u32| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    let years: i64 = (1970..year).map(|year| if leap(year) { 366 } else { 365 }).sum();
    let lengths = [31, if leap(year) { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    years + lengths.iter().take(month as usize - 1).sum::<i64>()
}

/// The date of a day, as it is written in commands.
fn date_of(day: i64) -> String {
    let year = (1970..=9999).rev().find(|&year| days_before(year, 1) <= day).unwrap_or(1970);
    let month = (1..=12).rev().find(|&month| days_before(year, month) <= day).unwrap_or(1);
    format!("{year}-{month:02}-{:02}", day - days_before(year, month) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_days_and_days_are_dates() {
        for (date, day) in [
            ("1970-01-01", 0),
            ("2000-02-29", 11016),
            ("2000-03-01", 11017),
            ("2026-11-18", 20775),
            ("2100-03-01", 47541),
        ] {
            assert_eq!(day_of(date), Some(day), "{date}");
            assert_eq!(date_of(day), date);
        }
        for date in [
            "",
            "2026",
            "2026-13-01",
            "2026-02-29",
            "2026-00-10",
            "2026-01-00",
            "1969-12-31",
            "a-b-c",
            "2026-1-+1",
        ] {
            assert_eq!(day_of(date), None, "{date}");
        }
    }
}
