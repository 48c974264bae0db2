//! `perudo check`: replays records, tells their story, explains what is wrong.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use clap::Args;
use perudo_rules::record::{MAX_LINE, RecordError, RecordErrorKind, Replay, Step};
use perudo_rules::{Event, Game};
use perudo_words::Words;

use crate::eval::{Eval, Judged};
use crate::language::LanguageOption;
use crate::report::{self, Report};
use crate::{BAD_CALL, ERROR, REFUSED, TITLE, bad_call};

/// Where the column of `--eval` begins.
const COLUMN: usize = 44;
const SHOWDOWN: Style = AnsiColor::Yellow.on_default();

/// Replay a record: tell its story, or explain what is wrong with it
#[derive(Args)]
#[command(after_help = "\
Examples:
  perudo check game.perudo              the story of a game in plain words
  perudo check --lang ru game.perudo    the same in Russian
  perudo check --json *.perudo          one JSON object a file, for programs
  perudo check --eval game.perudo       with what every move was worth, and a better one where there is one
  perudo simulate --games 1 --records DIR && perudo check DIR/1.perudo

Exit codes: 0 all records are good, 1 one is not, 2 a file cannot be read.")]
pub(crate) struct Check {
    /// Print one line of JSON for each file instead of the story
    #[arg(long)]
    json: bool,
    /// Judge every move by what the mover could know: the chance to win before and after it, and a better move
    #[arg(long)]
    eval: bool,
    #[command(flatten)]
    language: LanguageOption,
    /// Records to replay; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Check {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let words = self.language.words();
        let mut worst = 0;
        for (index, file) in self.files.iter().enumerate() {
            if self.files.len() > 1 && !self.json {
                let gap = if index > 0 { "\n" } else { "" };
                anstream::println!("{gap}{TITLE}{}{TITLE:#}", file.display());
            }
            let code = match open(file) {
                Ok(text) => self.check(file, text, &words)?,
                Err(error) => unreadable(file, &error, self.json, &words)?,
            };
            worst = worst.max(code);
        }
        Ok(ExitCode::from(worst))
    }

    fn check(&self, file: &Path, mut text: Box<dyn BufRead>, words: &Words) -> io::Result<u8> {
        let mut eval = match self.eval.then(Eval::new).transpose() {
            Ok(eval) => eval,
            Err(message) => {
                bad_call(&message);
                return Ok(BAD_CALL);
            }
        };
        let mut replay = Replay::new();
        let mut out = anstream::stdout().lock();
        let mut line = Vec::new();
        let outcome = loop {
            match read_line(&mut text, &mut line) {
                Ok(true) => {}
                Ok(false) => break replay.finish().map(drop),
                Err(error) => return unreadable(file, &error, self.json, words),
            }
            match replay.read_line(&line) {
                Ok(step) => {
                    let judged = eval.as_mut().and_then(|eval| {
                        let (names, _) = replay.table()?;
                        eval.see(replay.line(), &step, names)
                    });
                    if !self.json {
                        tell(&mut out, words, &replay, &step, judged.as_ref())?;
                    }
                }
                Err(fault) => break Err(fault),
            }
        };
        if self.json {
            let mut report = Report::new(&replay, &outcome, words);
            report.more = eval.map(|mut eval| eval.json(replay.table()));
            writeln!(out, "{}", serde_json::to_string(&report)?)?;
        } else if let Err(fault) = &outcome {
            out.flush()?;
            explain(file, words, &replay, fault);
        } else if let Some((names, game)) = replay.table() {
            writeln!(out)?;
            for line in words.story_ends(names, game) {
                writeln!(out, "{line}")?;
            }
        }
        Ok(if outcome.is_ok() { 0 } else { REFUSED })
    }
}

pub(crate) fn unreadable(file: &Path, error: &io::Error, json: bool, words: &Words) -> io::Result<u8> {
    let values = [("file", file.display().to_string().into()), ("why", error.to_string().into())];
    let message = words.say("check-unreadable", &values);
    anstream::eprintln!("{ERROR}error:{ERROR:#} {message}");
    if json {
        // Line by line, answers go with files.
        let report = Report::unreadable(message);
        writeln!(anstream::stdout(), "{}", serde_json::to_string(&report)?)?;
    }
    Ok(BAD_CALL)
}

pub(crate) fn open(file: &Path) -> io::Result<Box<dyn BufRead>> {
    if file == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    Ok(Box::new(BufReader::new(File::open(file)?)))
}

/// Reads the next line without its line break; false at the end. However long a line is, no more
/// of it is held than the replay needs: of a long comment nothing, of any other long line enough
/// to refuse it.
fn read_line(text: &mut dyn BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let read = text.take(MAX_LINE as u64 + 2).read_until(b'\n', line)?;
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() > MAX_LINE
        && let Some(comment) = line.iter().position(|&byte| byte == b'#')
    {
        line.truncate(comment);
        skip_line(text)?;
    }
    Ok(read > 0)
}

fn skip_line(text: &mut dyn BufRead) -> io::Result<()> {
    loop {
        let waiting = text.fill_buf()?;
        let (length, ended) = match waiting.iter().position(|&byte| byte == b'\n') {
            Some(end) => (end + 1, true),
            None => (waiting.len(), waiting.is_empty()),
        };
        text.consume(length);
        if ended {
            return Ok(());
        }
    }
}

fn tell(
    out: &mut impl Write,
    words: &Words,
    replay: &Replay,
    step: &Step,
    judged: Option<&Judged>,
) -> io::Result<()> {
    let Some((names, after)) = replay.table() else { return Ok(()) };
    match step {
        Step::Nothing => Ok(()),
        Step::Seated => lines(out, "", Style::new(), &words.story_begins(names, after)),
        Step::Happened { before, event } => {
            let (indent, style) = look(before, event);
            let mut story = words.story(names, before, event, after);
            // The column stands next to the move itself, the first line of its story.
            let first = story.iter_mut().find(|line| !line.is_empty());
            if let Some((line, judged)) = first.zip(judged) {
                *line = format!("{line:COLUMN$}  {}", judged.column(words));
            }
            lines(out, indent, style, &story)
        }
    }
}

/// The indent and style of an event: what happens within a round stands apart from what begins and ends it.
fn look(before: &Game, event: &Event) -> (&'static str, Style) {
    match event {
        Event::Bid { .. } | Event::Rethrown { .. } => ("  ", Style::new()),
        Event::Revealed(_) => ("  ", SHOWDOWN),
        Event::Left(_) if before.hands().is_some() => ("  ", SHOWDOWN),
        Event::Rolled(_) | Event::TourBegan => ("", TITLE),
        _ => ("", Style::new()),
    }
}

fn lines(out: &mut impl Write, indent: &str, style: Style, lines: &[String]) -> io::Result<()> {
    lines.iter().try_for_each(|line| match line.as_str() {
        "" => writeln!(out),
        line => writeln!(out, "{indent}{style}{line}{style:#}"),
    })
}

pub(crate) fn explain(file: &Path, words: &Words, replay: &Replay, fault: &RecordError) {
    let table = replay.table();
    let column = match &fault.kind {
        RecordErrorKind::Syntax(error) => format!(":{}", error.column),
        _ => String::new(),
    };
    let player = report::player(&fault.kind).map(|name| format!(" {name}:")).unwrap_or_default();
    let clause = report::clause(&fault.kind).map(|clause| format!(" ({clause})")).unwrap_or_default();
    let name = fault.kind.name();
    let message = words.record_error(&fault.kind, table);
    anstream::eprintln!(
        "{}:{}{column}:{player} {ERROR}{name}{ERROR:#}{clause}: {message}",
        file.display(),
        fault.line
    );
    if let RecordErrorKind::Refused { refusal, .. } = &fault.kind
        && let (Some(turn), Some((names, _))) = (refusal.turn, table)
    {
        let values = [("name", names[turn].to_owned().into()), ("legal", words.legal(&refusal.legal).into())];
        anstream::eprintln!("{}", words.say("refused-legal", &values));
    }
}
