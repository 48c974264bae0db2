//! A log of answers that did not count.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use serde_json::Value;

use crate::contest::{ContestError, cannot_write};
use crate::player::AnswerError;

/// A program that is always wrong shall not fill the disk.
const MAX_LINES: u32 = 10_000;
/// The most of an answer that is kept, in characters.
const MAX_ANSWER: usize = 500;

/// An answer that did not count.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    /// Whose it was.
    pub(crate) seat: usize,
    pub(crate) error: AnswerError,
    /// What the program said, if it said anything.
    pub(crate) answer: Option<String>,
    /// What it had been asked.
    pub(crate) turn: Value,
}

/// Where faults are written, a line of JSON each.
pub(crate) struct FaultLog {
    path: PathBuf,
    /// The file, and how many lines still fit.
    file: Mutex<(BufWriter<File>, u32)>,
}

impl FaultLog {
    pub(crate) fn create(path: &Path) -> Result<FaultLog, ContestError> {
        let file = File::create(path).map_err(|error| cannot_write(path, error))?;
        Ok(FaultLog { path: path.to_owned(), file: Mutex::new((BufWriter::new(file), MAX_LINES)) })
    }

    /// Writes the faults of one tour.
    pub(crate) fn write(
        &self,
        deal: u64,
        replay: usize,
        faults: &[Fault],
        bot: impl Fn(usize) -> String,
    ) -> Result<(), ContestError> {
        let mut file = self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let (file, left) = &mut *file;
        let lines = faults.iter().take(*left as usize);
        *left -= lines.len() as u32;
        let written = lines
            .map(|fault| fault.line(deal, replay, &bot(fault.seat)))
            .try_for_each(|line| writeln!(file, "{line}"));
        // Whoever looks at it while the contest goes on sees whole lines.
        written.and_then(|()| file.flush()).map_err(|error: io::Error| cannot_write(&self.path, error))
    }
}

impl Fault {
    fn line(&self, deal: u64, replay: usize, bot: &str) -> Value {
        let answer =
            self.answer.as_ref().map(|answer| answer.trim().chars().take(MAX_ANSWER).collect::<String>());
        serde_json::json!({
            "deal": deal + 1, "replay": replay + 1, "bot": bot, "fault": self.error.name(), "answer": answer,
            "turn": self.turn,
        })
    }
}
