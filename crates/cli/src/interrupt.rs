//! Ctrl-C and its kin, for commands that have something to show, or programs to end, when they are stopped.

use std::io;
use std::process::{self, ExitCode};
use std::thread;

use perudo_arena::Stop;
use tokio::runtime::Builder;

/// Somebody stopped the program, and it showed what it had so far.
const STOPPED: u8 = 130;

/// What a second signal does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Second {
    /// Nothing: programs of others are being ended, and that does not take long.
    Waits,
    /// It ends the program, whatever it is doing.
    Ends,
}

/// The exit code of a program that was stopped.
pub(crate) fn exit_code(stop: &Stop) -> ExitCode {
    if stop.stopped() { ExitCode::from(STOPPED) } else { ExitCode::SUCCESS }
}

/// Stops when a signal comes.
///
/// # Errors
///
/// The system does not let signals be heard.
pub(crate) fn stop_on_signal(second: Second) -> io::Result<Stop> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let mut signals = {
        let _inside = runtime.enter();
        Signals::new()?
    };
    let stop = Stop::default();
    let told = stop.clone();
    thread::spawn(move || {
        runtime.block_on(async {
            while signals.next().await {
                if told.stopped() && second == Second::Ends {
                    process::exit(STOPPED.into());
                }
                told.stop();
            }
        });
    });
    Ok(stop)
}

/// Ctrl-C, SIGTERM, a terminal that is closed, and Ctrl-\.
#[cfg(unix)]
struct Signals {
    /// None for whoever was started by `nohup`, to go on when the terminal is closed.
    hangup: Option<tokio::signal::unix::Signal>,
    quit: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
    interrupt: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    /// From now on they are heard.
    fn new() -> io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Signals {
            hangup: if is_hangup_ignored() { None } else { Some(signal(SignalKind::hangup())?) },
            quit: signal(SignalKind::quit())?,
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    /// Waits for one of them; false if none will come any more.
    async fn next(&mut self) -> bool {
        let hangup = async {
            match &mut self.hangup {
                Some(hangup) => hangup.recv().await,
                None => std::future::pending().await,
            }
        };
        let heard = tokio::select! {
            heard = hangup => heard,
            heard = self.quit.recv() => heard,
            heard = self.terminate.recv() => heard,
            heard = self.interrupt.recv() => heard,
        };
        heard.is_some()
    }
}

/// Whether this program was started so that it goes on when its terminal is closed. Only Linux tells.
#[cfg(unix)]
fn is_hangup_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    // The signals are bits, and SIGHUP is the first of them.
    ignored.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok()).is_some_and(|bits| bits & 1 == 1)
}

#[cfg(windows)]
struct Signals(tokio::signal::windows::CtrlC);

#[cfg(windows)]
impl Signals {
    fn new() -> io::Result<Signals> {
        tokio::signal::windows::ctrl_c().map(Signals)
    }

    async fn next(&mut self) -> bool {
        self.0.recv().await.is_some()
    }
}
