//! External programs: a child process that reads and writes lines.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use perudo_bots::Situation;
use perudo_rules::record::Names;
use perudo_rules::{Action, Event, Own, Rules, Seat};
use serde_json::Value;

use crate::player::{AnswerError, Player};
use crate::stop::Stop;
use crate::wire;

/// The longest answer that is read.
const MAX_LINE: u64 = 64 * 1024;
/// Answers that may wait to be read; a program that sends more is held up.
const MAX_WAITING: usize = 16;
/// Messages that may wait for a program; one that does not read them is ended.
const MAX_UNREAD: usize = 256;
/// After this many late answers in a row a program is not waited for again in this tour.
const PATIENCE: u32 = 3;
/// A late answer is waited for so many times as long as a program may think. One that has not come by then was never given.
const GRACE: u32 = 2;
/// How long a program may take to end by itself.
const FAREWELL: Duration = Duration::from_secs(1);
/// How long nobody looks whether the contest is to stop.
const ATTENTION: Duration = Duration::from_millis(50);
/// How often a program is started; one that keeps ending is given up.
const MAX_STARTS: u32 = 20;

/// An external program that plays in a seat.
pub(crate) struct Program {
    words: Vec<String>,
    timeout: Duration,
    stop: Stop,
    running: Option<Running>,
    starts: u32,
    /// The latest answer, as it came.
    said: Option<String>,
}

struct Running {
    child: Child,
    /// Closed when the program is to end.
    messages: Option<SyncSender<String>>,
    /// When that was.
    dismissed: Option<Instant>,
    answers: Receiver<String>,
    /// Late answers that are still to come and must not be taken for the next ones.
    owed: u32,
    /// When what is owed is no longer waited for.
    grace_until: Option<Instant>,
    /// Something came since that was set; whoever is silent is not waited for again and again.
    heard: bool,
    late_in_a_row: u32,
}

impl Program {
    pub(crate) fn new(words: Vec<String>, timeout: Duration, stop: Stop) -> Program {
        Program { words, timeout, stop, running: None, starts: 0, said: None }
    }

    /// Starts the program if it does not run.
    pub(crate) fn start(&mut self) -> io::Result<()> {
        if let Some(running) = &mut self.running
            && running.child.try_wait()?.is_none()
        {
            return Ok(());
        }
        self.running = None;
        if self.starts >= MAX_STARTS {
            return Err(io::Error::other("the program ends again and again"));
        }
        self.starts += 1;
        let (program, arguments) =
            self.words.split_first().ok_or_else(|| io::Error::other("there is no program"))?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        // A group of its own, so that whatever the program starts can be ended with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("the program has no standard input and output"));
        };
        let (sender, answers) = sync_channel(MAX_WAITING);
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut line = Vec::new();
            // Ends with the program, or when the answers are no longer wanted.
            while matches!(output.by_ref().take(MAX_LINE).read_until(b'\n', &mut line), Ok(length) if length > 0)
            {
                let text = String::from_utf8_lossy(&line).into_owned();
                line.clear();
                if !text.trim().is_empty() && sender.send(text).is_err() {
                    break;
                }
            }
        });
        let (messages, lines) = sync_channel::<String>(MAX_UNREAD);
        thread::spawn(move || {
            // A program may be slow to read: this thread waits for it, the contest does not.
            while let Ok(line) = lines.recv() {
                if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
                    break;
                }
            }
        });
        let messages = Some(messages);
        self.running = Some(Running {
            child,
            messages,
            dismissed: None,
            answers,
            owed: 0,
            grace_until: None,
            heard: true,
            late_in_a_row: 0,
        });
        Ok(())
    }

    fn send(&mut self, message: &Value) -> Result<(), AnswerError> {
        let running = self.running.as_mut().ok_or(AnswerError::Crashed)?;
        let messages = running.messages.as_ref().ok_or(AnswerError::Crashed)?;
        match messages.try_send(format!("{message}\n")) {
            Ok(()) => Ok(()),
            Err(TrySendError::Disconnected(_)) => Err(AnswerError::Crashed),
            Err(TrySendError::Full(_)) => {
                self.running = None;
                Err(AnswerError::Late)
            }
        }
    }
}

impl Running {
    /// The next line, if one comes before the deadline and before anyone stops the contest.
    fn line(&mut self, deadline: Instant, stop: &Stop) -> Result<String, RecvTimeoutError> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.answers.recv_timeout(left.min(ATTENTION)) {
                Err(RecvTimeoutError::Timeout) if left > ATTENTION && !stop.stopped() => {}
                Ok(line) => {
                    self.heard = true;
                    return Ok(line);
                }
                Err(reason) => return Err(reason),
            }
        }
    }

    /// Discards what came before the question, and waits a while for what is owed: once it has come, or is sure not to
    /// come, nobody can take it for the answer to this question.
    fn drop_stale_answers(&mut self, stop: &Stop) {
        let now = Instant::now();
        let is_waited_for = self.owed > 0 && self.late_in_a_row < PATIENCE;
        let deadline = self.grace_until.filter(|_| is_waited_for).unwrap_or(now).max(now);
        while self.owed > 0 && self.line(deadline, stop).is_ok() {
            self.owed -= 1;
        }
        while self.owed == 0 && self.answers.try_recv().is_ok() {}
    }

    /// The line that answers the question.
    fn answer(
        &mut self,
        timeout: Duration,
        stop: &Stop,
        fits: impl Fn(&str) -> bool,
    ) -> Result<String, AnswerError> {
        if self.late_in_a_row >= PATIENCE {
            self.owed += 1;
            return Err(AnswerError::Late);
        }
        let deadline = Instant::now() + timeout;
        // The latest line of a program that owes more: an answer that it gives late, unless nothing follows.
        let mut last = None;
        loop {
            match self.line(deadline, stop) {
                Ok(line) if self.owed > 0 => {
                    self.owed -= 1;
                    last = Some(line);
                }
                Ok(line) => {
                    self.late_in_a_row = 0;
                    return Ok(line);
                }
                Err(RecvTimeoutError::Timeout) => {
                    if let Some(line) = last.filter(|line| fits(line)) {
                        // What it owes was waited for and never came: this is the answer.
                        self.owed = 0;
                        self.late_in_a_row = 0;
                        return Ok(line);
                    }
                    self.owed += 1;
                    self.late_in_a_row += 1;
                    if std::mem::take(&mut self.heard) {
                        self.grace_until = Some(Instant::now() + GRACE * timeout);
                    }
                    return Err(AnswerError::Late);
                }
                Err(RecvTimeoutError::Disconnected) => return Err(AnswerError::Crashed),
            }
        }
    }
}

impl Player for Program {
    fn begin(&mut self, rules: &Rules, names: &Names, you: Seat, seed: u64) {
        // An error here shows at the first decision.
        if self.start().is_ok() {
            if let Some(running) = &mut self.running {
                running.late_in_a_row = 0;
            }
            let _ = self.send(&wire::hello(rules, names, you, seed));
        }
    }

    fn watches(&self) -> bool {
        self.running.is_some()
    }

    fn see(&mut self, names: &Names, event: &Event<Own>) {
        let _ = self.send(&wire::event(names, event));
    }

    fn decide(&mut self, names: &Names, situation: &Situation<'_>) -> Result<Action, AnswerError> {
        self.said = None;
        if let Some(running) = &mut self.running {
            running.drop_stale_answers(&self.stop);
        }
        self.send(&wire::turn(names, situation))?;
        let fits =
            |line: &str| wire::read_answer(line).is_some_and(|action| situation.legal().contains(action));
        let running = self.running.as_mut().ok_or(AnswerError::Crashed)?;
        let answer = running.answer(self.timeout, &self.stop, fits);
        if answer == Err(AnswerError::Crashed) {
            // The next tour starts it anew, even if it only closed its output.
            self.running = None;
        }
        let line = self.said.insert(answer?);
        wire::read_answer(line).ok_or(AnswerError::Nonsense)
    }

    fn said(&self) -> Option<&str> {
        self.said.as_deref()
    }

    fn dismiss(&mut self) {
        if let Some(running) = &mut self.running {
            running.dismiss();
        }
    }

    fn end(&mut self, names: &Names, winner: Option<Seat>) {
        let _ = self.send(&wire::end(names, winner));
    }
}

impl Running {
    /// A program ends with its input.
    fn dismiss(&mut self) -> Instant {
        self.messages = None;
        *self.dismissed.get_or_insert_with(Instant::now)
    }
}

impl Drop for Running {
    /// A program that does not end with its input is ended, with all that it started.
    fn drop(&mut self) {
        let deadline = self.dismiss() + FAREWELL;
        while Instant::now() < deadline && !matches!(self.child.try_wait(), Ok(Some(_))) {
            thread::sleep(Duration::from_millis(2));
        }
        #[cfg(unix)]
        if let Some(group) = i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw) {
            // Nobody may be left in it.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
