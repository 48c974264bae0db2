//! Signals that ask the program to end.

use std::io;
use std::sync::mpsc::Sender;
use std::thread;

/// Says so whenever the program is asked to end: Ctrl-C, `kill`, a terminal that was closed.
#[cfg(unix)]
pub(crate) fn watch<T: Send + 'static>(
    sender: Sender<T>,
    stop: impl Fn() -> T + Send + 'static,
) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    thread::spawn(move || {
        for _ in signals.forever() {
            if sender.send(stop()).is_err() {
                return;
            }
        }
    });
    Ok(())
}

/// Elsewhere the system ends the program by itself.
#[cfg(not(unix))]
pub(crate) fn watch<T: Send + 'static>(_: Sender<T>, _: impl Fn() -> T + Send + 'static) -> io::Result<()> {
    Ok(())
}
