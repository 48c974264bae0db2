//! A player who reads and writes lines.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, ExitStatus, Stdio};

use crate::program::perudo;

/// The program in plain lines, with a folder of its own for what it keeps.
pub(crate) struct Lines {
    child: Child,
    input: Option<ChildStdin>,
    output: ChildStdout,
    /// Everything that it said.
    pub(crate) said: String,
}

impl Lines {
    pub(crate) fn start(folder: &Path, arguments: &[&str]) -> Lines {
        let mut command = perudo();
        command.args(["play", "--plain"]).args(arguments);
        command.env("XDG_DATA_HOME", folder).env("LC_ALL", "C.UTF-8");
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take(), child.stdout.take().unwrap());
        Lines { child, input, output, said: String::new() }
    }

    /// Reads until the program waits for a line, and returns what it said; none if it has ended.
    pub(crate) fn until_asked(&mut self) -> Option<String> {
        let mut bytes = Vec::new();
        loop {
            let mut byte = [0];
            if self.output.read(&mut byte).unwrap() == 0 {
                self.said += &String::from_utf8(bytes).unwrap();
                return None;
            }
            bytes.push(byte[0]);
            if bytes == b"> " || bytes.ends_with(b"\n> ") {
                let text = String::from_utf8(bytes).unwrap();
                self.said += &text;
                return Some(text);
            }
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
        let mut news = self.until_asked().unwrap();
        while !news.contains(text) {
            let legal = news.lines().rev().find(|line| line.starts_with("You may: "));
            let legal = legal.unwrap_or_else(|| panic!("nothing is legal: {}", self.said));
            let line = match () {
                () if legal.contains("dudo") => "dudo",
                () if legal.contains("pass") => "pass",
                () => legal["You may: ".len()..].split(',').next().unwrap(),
            };
            let line = line.to_owned();
            news = self.answer(&line);
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
        self.output.read_to_string(&mut self.said).unwrap();
        let status = self.child.wait().unwrap();
        (std::mem::take(&mut self.said), status)
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
