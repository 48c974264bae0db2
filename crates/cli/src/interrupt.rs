//! Ctrl-C and SIGTERM, for commands that have something to show when they are stopped.

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

#[cfg(unix)]
struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    /// From now on they are heard.
    fn new() -> io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Signals {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    /// Waits for one of them; false if none will come any more.
    async fn next(&mut self) -> bool {
        let heard = tokio::select! {
            heard = self.interrupt.recv() => heard,
            heard = self.terminate.recv() => heard,
        };
        heard.is_some()
    }
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
