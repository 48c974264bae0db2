//! A player who reads and writes lines.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use crate::program::perudo;

/// How long anything may take before a test is given up.
const PATIENCE: Duration = Duration::from_secs(60);

/// The program in plain lines, with a folder of its own for what it keeps.
pub(crate) struct Lines {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<Vec<u8>>,
    /// Everything that it said.
    pub(crate) said: String,
    /// How much of it somebody has waited for.
    heard: usize,
    /// The beginning of a letter.
    unread: Vec<u8>,
}

impl Lines {
    pub(crate) fn start(folder: &Path, arguments: &[&str]) -> Lines {
        Lines::start_with(folder, arguments, &[])
    }

    /// The same with variables of the environment.
    pub(crate) fn start_with(folder: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> Lines {
        let mut command = perudo();
        command.args(["play", "--plain"]).args(arguments).envs(variables.iter().copied());
        command.env("XDG_DATA_HOME", folder).env("LC_ALL", "C.UTF-8");
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, mut reader) = (child.stdin.take(), child.stdout.take().unwrap());
        let (sender, output) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count) = reader.read(&mut bytes) {
                if count == 0 || sender.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        Lines { child, input, output, said: String::new(), heard: 0, unread: Vec::new() }
    }

    /// Reads more; none if the program has ended.
    fn read(&mut self) -> Option<()> {
        match self.output.recv_timeout(PATIENCE) {
            Ok(bytes) => self.unread.extend(bytes),
            Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) => panic!("nothing more is said: {}", self.said),
        }
        let whole = match std::str::from_utf8(&self.unread) {
            Ok(text) => text.len(),
            Err(error) => error.valid_up_to(),
        };
        self.said += std::str::from_utf8(&self.unread[..whole]).unwrap();
        self.unread.drain(..whole);
        Some(())
    }

    /// Reads until the program waits for a line, and returns what it said; none if it has ended.
    pub(crate) fn until_asked(&mut self) -> Option<String> {
        loop {
            let new = &self.said[self.heard..];
            if let Some(end) = asks(new) {
                let new = new[..end].to_owned();
                self.heard += end;
                return Some(new);
            }
            self.read()?;
        }
    }

    /// Reads until a text was said since this was asked last, and returns what was said up to the end of its line.
    pub(crate) fn until_said(&mut self, text: &str) -> String {
        loop {
            let new = &self.said[self.heard..];
            if let Some(at) = new.find(text)
                && let Some(end) = new[at..].find('\n')
            {
                let said = new[..at + end + 1].to_owned();
                self.heard += said.len();
                return said;
            }
            self.read().unwrap_or_else(|| panic!("{text} is never said: {}", self.said));
        }
    }

    pub(crate) fn line(&mut self, line: &str) {
        // The program may have ended: then the next reading says so.
        let _ = writeln!(self.input.as_mut().unwrap(), "{line}");
    }

    /// A line, and what is said to it.
    pub(crate) fn answer(&mut self, line: &str) -> String {
        self.line(line);
        self.until_asked().unwrap_or_else(|| panic!("ended after {line}: {}", self.said))
    }

    /// Plays by the least bid and a doubt until a text comes.
    pub(crate) fn play_until(&mut self, text: &str) {
        let mut answered = 0;
        loop {
            if self.said[self.heard..].contains(text) {
                return;
            }
            let asked = self.said.matches(ASKS).count();
            if asked > answered && self.said.ends_with("> ") {
                answered = asked;
                let line = plainest(self.said.rsplit(ASKS).next().unwrap());
                self.line(&line);
            }
            self.read().unwrap_or_else(|| panic!("{text} is never said: {}", self.said));
        }
    }

    /// No more lines.
    pub(crate) fn close(&mut self) {
        self.input = None;
    }

    pub(crate) fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        let status = std::process::Command::new("kill").args([format!("-{name}"), pid]).status();
        assert!(status.unwrap().success());
    }

    /// Reads the rest, and how the program ends.
    pub(crate) fn end(mut self) -> (String, ExitStatus) {
        while self.read().is_some() {}
        let status = self.child.wait().unwrap();
        (std::mem::take(&mut self.said), status)
    }
}

/// What stands before everything that is legal.
const ASKS: &str = "You may: ";

/// Where the program waits for a line: after a `>` at the beginning of one.
fn asks(text: &str) -> Option<usize> {
    if text.starts_with("> ") {
        return Some(2);
    }
    text.find("\n> ").map(|at| at + 3)
}

/// A doubt, no maputo, or the least bid.
fn plainest(legal: &str) -> String {
    let call = ["dudo", "pass"].into_iter().find(|call| legal.contains(call));
    call.unwrap_or_else(|| legal.split(',').next().unwrap()).to_owned()
}

impl Drop for Lines {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
