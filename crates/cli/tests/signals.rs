//! Commands that are stopped by real signals: what they show, and that they leave no process behind.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)] // a test that cannot start the program has failed

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

/// A pipe that others open for writing. Its end tells that all of them are gone.
struct Pipe {
    _folder: tempfile::TempDir,
    path: PathBuf,
}

impl Pipe {
    fn new() -> Pipe {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pipe");
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        Pipe { _folder: folder, path }
    }

    /// Waits for somebody to write a byte. Before that a program is tried out, which opens the pipe and leaves again.
    fn open(&self) -> File {
        let mut file = File::open(&self.path).unwrap();
        while file.read(&mut [0]).unwrap() == 0 {
            std::thread::yield_now();
        }
        file
    }
}

/// A command that does not outlive a test that fails.
struct Running(Option<Child>);

impl Running {
    fn id(&self) -> String {
        self.0.as_ref().unwrap().id().to_string()
    }

    fn output(mut self) -> Output {
        self.0.take().unwrap().wait_with_output().unwrap()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            child.kill().unwrap();
        }
    }
}

fn perudo(arguments: &[&str]) -> Running {
    let mut command = Command::new(env!("CARGO_BIN_EXE_perudo"));
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")).args(arguments);
    Running(Some(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()))
}

fn send(signal: &str, child: &Running) {
    let sent = Command::new("kill").args([signal, &child.id()]).status().unwrap();
    assert!(sent.success());
}

const HANGUP: u64 = 1;

/// Waits until the program hears Ctrl-C instead of being ended by it, and says which signals it hears.
fn hears_signals(child: &Running) -> u64 {
    const INTERRUPT: u64 = 1 << 1;
    loop {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
        let caught = u64::from_str_radix(caught.trim(), 16).unwrap();
        if caught & INTERRUPT != 0 {
            return caught;
        }
        std::thread::yield_now();
    }
}

/// What a command that was stopped leaves, once nobody holds the pipe open any more.
fn left(child: Running, mut pipe: File) -> (Output, String) {
    let output = child.output();
    let mut rest = Vec::new();
    pipe.read_to_end(&mut rest).unwrap();
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (output, said)
}

/// Plays well, starts another process, and writes to the pipe when it has seen the end of ten tours.
fn player(pipe: &Pipe) -> String {
    let bot = "sys.path.insert(0, \"examples/bots\"); import odds_bot";
    let script = format!(
        "import json, subprocess, sys; {bot}\n\
         pipe = open(\"{}\", \"w\")\n\
         subprocess.Popen([\"sleep\", \"1000\"], pass_fds=[pipe.fileno()])\n\
         tours = 0\n\
         for line in sys.stdin:\n\
         \x20   message = json.loads(line)\n\
         \x20   if message[\"type\"] == \"turn\": print(json.dumps({{\"action\": odds_bot.decide(message)}}), flush=True)\n\
         \x20   tours += message[\"type\"] == \"end\"\n\
         \x20   if tours == 10: print(end=\".\", file=pipe, flush=True); tours += 1",
        pipe.path.display()
    );
    format!("cmd:python3 -c '{script}'")
}

#[test]
fn a_contest_that_is_interrupted_shows_what_was_played_and_ends_all_programs() {
    for signal in ["-INT", "-TERM", "-HUP", "-QUIT"] {
        let pipe = Pipe::new();
        let arguments =
            ["arena", "steady", &player(&pipe), "--games", "100000000", "--threads", "1", "--json"];
        let child = perudo(&arguments);
        let held = pipe.open();
        send(signal, &child);
        let (output, said) = left(child, held);
        let results: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(results["games"].as_u64().unwrap() >= 8, "{results} {said}");
        assert_eq!(results["stopped"], true, "{results}");
        let wins = |bot: usize| results["bots"][bot]["wins"].as_u64().unwrap();
        assert_eq!(wins(0) + wins(1), results["games"].as_u64().unwrap(), "{results}");
    }
}

#[test]
fn a_closed_terminal_stops_a_contest_unless_it_was_started_to_go_on() {
    let arena = ["arena", "steady", "novice", "--games", "100000000", "--threads", "1", "--json"];
    let child = perudo(&arena);
    assert_ne!(hears_signals(&child) & HANGUP, 0);
    let mut command = Command::new("nohup");
    command.arg(env!("CARGO_BIN_EXE_perudo")).args(arena);
    let child = Running(Some(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()));
    assert_eq!(hears_signals(&child) & HANGUP, 0);
}

/// Nobody waits the hour that it may think.
#[test]
fn a_program_that_listens_to_nobody_is_ended_too() {
    let pipe = Pipe::new();
    let program = format!(
        "cmd:sh -c 'trap \"\" INT TERM HUP; exec 3>{}; echo >&3; while :; do sleep 1000; done'",
        pipe.path.display()
    );
    let child = perudo(&["arena", "steady", &program, "--bot-timeout", "3600", "--threads", "1"]);
    let held = pipe.open();
    hears_signals(&child);
    send("-INT", &child);
    let (output, said) = left(child, held);
    assert!(output.stdout.is_empty() && said.contains("nothing to show"), "{output:?}");
}

#[test]
fn measuring_a_program_can_be_interrupted() {
    let pipe = Pipe::new();
    let program = format!(
        "cmd:sh -c 'exec 3>{}; echo >&3; sleep 1000 & exec python3 examples/bots/odds_bot.py'",
        pipe.path.display()
    );
    let child = perudo(&["exploit", &program, "--dice", "2,2"]);
    let held = pipe.open();
    send("-TERM", &child);
    let (_, said) = left(child, held);
    assert!(said.contains("Stopped after"), "{said}");
}

#[test]
fn solving_that_is_interrupted_shows_and_saves_what_was_found() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("2v1.tables");
    let save = file.to_str().unwrap();
    let arguments =
        ["solve", "--dice", "1,1", "--target", "0", "--iterations", "4000000000", "--json", "--save", save];
    let child = perudo(&arguments);
    hears_signals(&child);
    send("-INT", &child);
    let output = child.output();
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(found["iterations"].as_u64().unwrap() >= 1 && found["exploitability"].is_number(), "{found}");
    assert!(fs::metadata(file).unwrap().len() > 0);
}

#[test]
fn what_was_solved_is_shown_even_if_it_cannot_be_saved() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("1v1.tables");
    let save = file.to_str().unwrap();
    let arguments =
        ["solve", "--dice", "1,1", "--target", "0", "--iterations", "4000000000", "--json", "--save", save];
    let child = perudo(&arguments);
    hears_signals(&child);
    folder.close().unwrap();
    send("-INT", &child);
    let output = child.output();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(found["exploitability"].is_number(), "{found}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("there is no such folder"), "{output:?}");
}
