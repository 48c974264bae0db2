//! The program that drives browsers.

use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};

/// The driver of one browser; it ends with it.
pub(crate) struct Chromedriver {
    child: Child,
    port: u16,
    stdout: BufReader<ChildStdout>,
}

impl Chromedriver {
    pub(crate) fn start() -> Chromedriver {
        // It wants the same port of both kinds of addresses, and ends if the second is taken.
        let started = (0..5).find_map(|_| Chromedriver::try_to_start());
        started.expect("chromedriver ended at once, again and again")
    }

    fn try_to_start() -> Option<Chromedriver> {
        let mut command = Command::new("chromedriver");
        let mut child = command
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver cannot be started; `cargo xtask test` installs it");
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let mut driver = Chromedriver { child, port: 0, stdout };
        let mut line = String::new();
        while driver.stdout.read_line(&mut line).unwrap() > 0 {
            if let Some((_, port)) = line.split_once("successfully on port ") {
                driver.port = port.trim().trim_end_matches('.').parse().unwrap();
                return Some(driver);
            }
            line.clear();
        }
        None
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
