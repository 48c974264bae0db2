//! The terminal itself: made ready, read, drawn to, and left as it was.

use std::io::{self, stdout};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use perudo_table::BotJob;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::execute;

use super::app::{App, Input, think};
use crate::place::now;

/// The terminal as it was comes back when this goes, whatever the reason: ratatui itself sees to panics.
struct Ready;

impl Ready {
    fn make() -> io::Result<(Ready, DefaultTerminal)> {
        let terminal = ratatui::try_init()?;
        let ready = Ready;
        execute!(stdout(), EnableMouseCapture, EnableBracketedPaste)?;
        // A panic must not leave a terminal that sends mouse movements to a shell.
        let restore = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            leave_modes();
            restore(info);
        }));
        Ok((ready, terminal))
    }
}

impl Drop for Ready {
    fn drop(&mut self) {
        leave_modes();
        ratatui::restore();
    }
}

fn leave_modes() {
    // The terminal may be gone.
    let _ = execute!(stdout(), DisableMouseCapture, DisableBracketedPaste);
}

/// Runs the screen until the person has enough.
pub(crate) fn run(mut app: App, sender: Sender<Input>, inputs: &Receiver<Input>) -> io::Result<App> {
    crate::signals::watch(sender.clone(), || Input::Stop)?;
    let (_ready, mut terminal) = Ready::make()?;
    let events = sender.clone();
    thread::spawn(move || read_events(&events));
    let jobs = thinker(sender);
    loop {
        app.tick(now());
        if let Some(job) = app.take_job() {
            // The thread lives as long as this end of its channel.
            let _ = jobs.send(job);
        }
        terminal.draw(|frame| app.draw(frame, now()))?;
        let input = match app.due(now()) {
            None => inputs.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(due) => {
                let wait = Duration::from_millis(due.0.saturating_sub(now().0));
                inputs.recv_timeout(wait)
            }
        };
        match input {
            Ok(input) => app.handle(input, now()),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        // Whatever else has come is drawn at once, and not one after another.
        while let Ok(input) = inputs.try_recv() {
            app.handle(input, now());
        }
        if app.has_ended() {
            break;
        }
    }
    Ok(app)
}

/// Reads keys, clicks and changes of size. A terminal that is gone ends the game.
fn read_events(sender: &Sender<Input>) {
    loop {
        match event::read() {
            Ok(event) => {
                if sender.send(Input::Terminal(event)).is_err() {
                    return;
                }
            }
            Err(_) => {
                let _ = sender.send(Input::Stop);
                return;
            }
        }
    }
}

/// A thread on which bots think, so that the screen never waits for them.
fn thinker(sender: Sender<Input>) -> Sender<(Box<BotJob>, u64)> {
    let (jobs, todo) = channel::<(Box<BotJob>, u64)>();
    thread::spawn(move || {
        let sender = EndsWithPanic(sender);
        while let Ok((job, luck)) = todo.recv() {
            let action = think(&job, luck);
            if sender.0.send(Input::Decided(job, action)).is_err() {
                return;
            }
        }
    });
    jobs
}

/// A thread that panics ends the game, which is kept: nobody would answer for it any more.
struct EndsWithPanic(Sender<Input>);

impl Drop for EndsWithPanic {
    fn drop(&mut self) {
        if thread::panicking() {
            let _ = self.0.send(Input::Stop);
        }
    }
}
