//! The program that drives browsers.

use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};

/// The driver of one browser; it ends with it.
pub(crate) struct Chromedriver {
    child: Child,
    port: u16,
    _stdout: BufReader<ChildStdout>,
}

impl Chromedriver {
    pub(crate) fn start() -> Chromedriver {
        let mut command = Command::new("chromedriver");
        let mut child = command
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver cannot be started; `cargo xtask test` installs it");
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let port = loop {
            let mut line = String::new();
            assert_ne!(stdout.read_line(&mut line).unwrap(), 0, "chromedriver ended at once");
            if let Some((_, port)) = line.split_once("successfully on port ") {
                break port.trim().trim_end_matches('.').parse().unwrap();
            }
        };
        Chromedriver { child, port, _stdout: stdout }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }
}

impl Drop for Chromedriver {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
