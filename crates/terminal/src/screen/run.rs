//! The terminal itself: made ready, read, drawn to, and left as it was.

use std::io::{self, stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
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

/// The terminal as it was comes back when this goes, whatever the reason; ratatui itself sees to panics.
struct Ready {
    /// Whether it has come back. To leave a screen twice moves the cursor, and what a panic said would be written over.
    left: Arc<AtomicBool>,
}

impl Ready {
    fn make(sender: Sender<Input>) -> io::Result<(Ready, DefaultTerminal)> {
        let terminal = ratatui::try_init()?;
        let ready = Ready { left: Arc::default() };
        execute!(stdout(), EnableMouseCapture, EnableBracketedPaste)?;
        let left = Arc::clone(&ready.left);
        let restore = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            // A panic must not leave a terminal that sends mouse movements to a shell.
            left.store(true, Ordering::Relaxed);
            leave_modes();
            restore(info);
            // Whatever the thread did, nobody does it any more, and the screen has gone: the game is kept and ends.
            let _ = sender.send(Input::Broken);
        }));
        Ok((ready, terminal))
    }
}

impl Drop for Ready {
    fn drop(&mut self) {
        if !self.left.swap(true, Ordering::Relaxed) {
            leave_modes();
            ratatui::restore();
        }
    }
}

fn leave_modes() {
    // The terminal may be gone.
    let _ = execute!(stdout(), DisableMouseCapture, DisableBracketedPaste);
}

/// Runs the screen until the person has enough.
pub(crate) fn run(mut app: App, sender: Sender<Input>, inputs: &Receiver<Input>) -> io::Result<App> {
    crate::signals::watch(sender.clone(), || Input::Stop)?;
    let (_ready, mut terminal) = Ready::make(sender.clone())?;
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
        while let Ok((job, luck)) = todo.recv() {
            let action = think(&job, luck);
            if sender.send(Input::Decided(job, action)).is_err() {
                return;
            }
        }
    });
    jobs
}

#[cfg(all(test, unix))]
mod tests {
    use std::env;
    use std::process::Command;

    use perudo_test_terminal::Screen;
    use perudo_words::{Language, Words};

    use super::*;
    use crate::store::Store;
    use crate::{Colours, Game, HomeGame, Options, Pace, Start};

    /// Where the program of the test below keeps its game, and how it panics.
    const FOLDER: &str = "PERUDO_TEST_FOLDER";
    const HOW: &str = "PERUDO_TEST_PANIC";

    /// The program of the test below: a game that a signal lets panic.
    #[test]
    #[ignore = "a_panic_of_any_thread_restores_the_terminal starts it in a terminal of its own"]
    fn a_game_that_panics() {
        let store = Store::new(env::var_os(FOLDER).unwrap().into());
        let words = Words::of(Language::named("en").unwrap());
        let options = Options { pace: Pace::Instant, animated: false, colours: Colours::Sixteen };
        let game = HomeGame {
            name: "You".to_owned(),
            bots: vec!["steady".to_owned()],
            rules: "tournament".to_owned(),
            tours: 1,
            seed: Some(3),
        };
        let (sender, inputs) = channel();
        let on_the_screen = env::var(HOW).unwrap() == "screen";
        let mut signals = signal_hook::iterator::Signals::new([signal_hook::consts::SIGUSR1]).unwrap();
        let for_panic = sender.clone();
        thread::spawn(move || {
            signals.forever().next();
            if on_the_screen {
                for_panic.send(Input::Panic).unwrap();
            } else {
                panic!("a thread panics");
            }
        });
        let start = Start::Game(Game::New(game));
        let app = App::new(Some(&start), options, store, words, sender.clone()).unwrap();
        let mut app = run(app, sender, &inputs).unwrap();
        assert!(app.is_broken());
        app.place().unwrap().keep();
    }

    #[test]
    fn a_panic_of_any_thread_restores_the_terminal() {
        for (how, said, succeeds) in
            [("screen", "the screen panics", false), ("thread", "a thread panics", true)]
        {
            let folder = tempfile::tempdir().unwrap();
            let mut program = Command::new(env::current_exe().unwrap());
            program.args(["--ignored", "--nocapture", "--exact", "screen::run::tests::a_game_that_panics"]);
            program.env(FOLDER, folder.path()).env(HOW, how).env("RUST_BACKTRACE", "0");
            let mut screen = Screen::start(&program, (80, 24));
            screen.until("your turn");
            screen.signal("USR1");
            let (left, status) = screen.end();
            assert!(left.contains(said), "{how}: {left}");
            assert_eq!(status.success(), succeeds, "{how}: {left}");
            assert!(folder.path().join("game.json").exists(), "{how}: the game is kept");
        }
    }
}
