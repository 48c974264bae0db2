//! Programs in pseudo-terminals, and what is on their screens.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test fails by panicking

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::num::NonZero;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};

/// How long anything may take before a test is given up.
const PATIENCE: Duration = Duration::from_secs(60);

/// A program in a pseudo-terminal.
pub struct Screen {
    child: Child,
    master: File,
    /// The other end, held open so that what the program leaves behind can be looked at.
    terminal: File,
    output: Receiver<Vec<u8>>,
    parser: vt100::Parser,
}

impl Screen {
    /// Starts a program with its arguments and its environment, on a screen of so many columns and rows.
    pub fn start(program: &Command, size: (u16, u16)) -> Screen {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap();
        let path = Path::new(std::ffi::OsStr::from_bytes(name.as_bytes())).to_owned();
        let terminal = OpenOptions::new().read(true).write(true).open(path).unwrap();
        let master = File::from(master);
        resize(&master, size);
        // A session of its own, with this terminal: what Ctrl-C and a change of size are sent to.
        let mut command = Command::new("setsid");
        command.arg("--ctty").arg(program.get_program()).args(program.get_args());
        command.env("LC_ALL", "C.UTF-8").env("TERM", "xterm-256color");
        command.env_remove("NO_COLOR").env_remove("COLORTERM");
        for (name, value) in program.get_envs() {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        let end = || terminal.try_clone().unwrap();
        let child = command.stdin(end()).stdout(end()).stderr(end()).spawn().unwrap();
        let (sender, output) = channel();
        let mut reader = master.try_clone().unwrap();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count) = reader.read(&mut bytes) {
                if count == 0 || sender.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        let (columns, rows) = known(size);
        Screen { child, master, terminal, output, parser: vt100::Parser::new(rows, columns, 0) }
    }

    /// Types.
    pub fn keys(&mut self, keys: &str) {
        self.master.write_all(keys.as_bytes()).unwrap();
    }

    /// Clicks on a text that is on the screen.
    pub fn click(&mut self, text: &str) {
        let screen = self.text();
        let place = screen
            .lines()
            .enumerate()
            .find_map(|(row, line)| Some((line.split_once(text)?.0.chars().count() + 1, row + 1)));
        let (column, row) = place.unwrap_or_else(|| panic!("no {text} on\n{screen}"));
        self.keys(&format!("\u{1b}[<0;{column};{row}M\u{1b}[<0;{column};{row}m"));
    }

    /// Changes the size of the window.
    pub fn resize(&mut self, size: (u16, u16)) {
        let (columns, rows) = known(size);
        self.parser.screen_mut().set_size(rows, columns);
        resize(&self.master, size);
    }

    /// Sends a signal, by its name.
    pub fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args([format!("-{name}"), pid]).status().unwrap().success());
    }

    /// What is on the screen.
    pub fn text(&self) -> String {
        self.parser.screen().contents()
    }

    /// Whether anything on the screen is coloured.
    pub fn is_coloured(&self) -> bool {
        let screen = self.parser.screen();
        let (rows, columns) = screen.size();
        (0..rows.get()).any(|row| {
            (0..columns.get()).any(|column| {
                let cell = screen.cell(row, column).unwrap();
                (cell.fgcolor(), cell.bgcolor()) != (vt100::Color::Default, vt100::Color::Default)
            })
        })
    }

    /// Reads until a text is on the screen.
    pub fn until(&mut self, text: &str) -> String {
        // A screen that is drawn again and again is no news.
        let end = Instant::now() + PATIENCE;
        loop {
            let screen = self.text();
            if screen.contains(text) {
                return screen;
            }
            match self.output.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(bytes) => self.parser.process(&bytes),
                Err(error) => panic!("{text} never comes ({error}):\n{screen}"),
            }
        }
    }

    /// How the program ends, and what is left on the screen. The terminal must be as it was.
    pub fn end(mut self) -> (String, ExitStatus) {
        let status = self.child.wait().unwrap();
        while let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(200)) {
            self.parser.process(&bytes);
        }
        let screen = self.parser.screen();
        assert!(!screen.alternate_screen(), "the screen of before is back");
        assert!(!screen.hide_cursor(), "the cursor is back");
        assert!(!screen.bracketed_paste(), "pasting is as it was");
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None, "the mouse is free");
        let modes = tcgetattr(&self.terminal).unwrap().local_modes;
        assert!(modes.contains(LocalModes::ECHO | LocalModes::ICANON | LocalModes::ISIG), "{modes:?}");
        (self.text(), status)
    }
}

/// Columns and rows that are not none.
fn known((columns, rows): (u16, u16)) -> (NonZero<u16>, NonZero<u16>) {
    (NonZero::new(columns).unwrap(), NonZero::new(rows).unwrap())
}

fn resize(terminal: &File, (columns, rows): (u16, u16)) {
    tcsetwinsize(terminal, Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
}

impl Drop for Screen {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
