//! The game in plain lines: for pipes, screen readers and slow links.

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use perudo_rules::Rules;
use perudo_table::StageName;
use perudo_words::Words;

use crate::net::NetEvent;
use crate::phrases::{self, Chance};
use crate::place::{Listener, Place};
use crate::session::printable;
use crate::tables::Answer;
use crate::typed::Typed;

/// What comes from outside.
#[derive(Debug)]
pub(crate) enum Input {
    /// A line that was typed.
    Line(String),
    /// There will be no more.
    End,
    /// The connection to a table of a server tells something.
    Net(NetEvent),
    /// A server answers.
    Answer(Answer),
    /// The program is asked to end.
    Stop,
}

/// The longest line that is read: whatever is longer is nonsense, and not worth the memory.
const MOST_BYTES: u64 = 4096;

/// Where everything comes in, in order.
pub(crate) struct Inputs {
    sender: Sender<Input>,
    receiver: Receiver<Input>,
    /// What came while an answer was waited for.
    deferred: VecDeque<Input>,
}

impl Inputs {
    pub(crate) fn new() -> Inputs {
        let (sender, receiver) = channel();
        Inputs { sender, receiver, deferred: VecDeque::new() }
    }

    /// Reads lines on a thread of their own, and waits for signals on another. Until then signals end the program by themselves.
    pub(crate) fn start(&self) -> io::Result<()> {
        let (signals, lines) = (self.sender.clone(), self.sender.clone());
        crate::signals::watch(signals, || Input::Stop)?;
        thread::spawn(move || read_lines(&mut io::stdin().lock(), &lines));
        Ok(())
    }

    /// Where the connection to a table tells what it hears.
    pub(crate) fn listener(&self) -> Listener {
        let sender = self.sender.clone();
        Arc::new(move |event| sender.send(Input::Net(event)).is_ok())
    }

    /// Where a server's answer goes.
    pub(crate) fn tell(&self) -> impl FnOnce(Answer) + Send + use<> {
        let sender = self.sender.clone();
        // Nobody may be left to hear it.
        move |answer| drop(sender.send(Input::Answer(answer)))
    }

    /// Whatever is next.
    pub(crate) fn next(&mut self) -> Input {
        self.deferred.pop_front().or_else(|| self.receiver.recv().ok()).unwrap_or(Input::Stop)
    }

    /// The answer that is waited for; nothing if the program is asked to end first. Everything else keeps its turn.
    pub(crate) fn answer(&mut self) -> Option<Answer> {
        loop {
            match self.receiver.recv() {
                Ok(Input::Answer(answer)) => return Some(answer),
                Ok(Input::Stop) | Err(_) => return None,
                Ok(input) => self.deferred.push_back(input),
            }
        }
    }
}

fn read_lines(input: &mut impl BufRead, sender: &Sender<Input>) {
    let mut line = Vec::new();
    loop {
        line.clear();
        match io::Read::take(&mut *input, MOST_BYTES).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => {
                // Nobody may be left to hear it.
                let _ = sender.send(Input::End);
                return;
            }
            Ok(_) => {
                // The rest of a line that is too long is part of the same nonsense.
                if line.last() != Some(&b'\n') && input.skip_until(b'\n').is_err() {
                    line.clear();
                }
                if sender.send(Input::Line(String::from_utf8_lossy(&line).into_owned())).is_err() {
                    return;
                }
            }
        }
    }
}

/// Writes texts without anything that a terminal would obey: names and chat come from strangers.
pub(crate) struct Clean<'a, W>(pub(crate) &'a mut W);

impl<W: Write> Clean<'_, W> {
    /// What `write!` calls.
    pub(crate) fn write_fmt(&mut self, text: fmt::Arguments<'_>) -> io::Result<()> {
        let text = text.to_string();
        let lines: Vec<String> = text.split('\n').map(printable).collect();
        self.0.write_all(lines.join("\n").as_bytes())
    }

    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// The game in lines.
pub(crate) struct Plain<'a, W> {
    place: Place,
    out: Clean<'a, W>,
    words: &'static Words,
    /// How many lines of the story were printed.
    printed: u64,
    /// The event after which the person was asked.
    asked: Option<u64>,
    /// Whether the table was introduced.
    introduced: bool,
    /// What was said between two games.
    between: Option<&'static str>,
    /// What there was to say about the connection.
    concern: Option<String>,
}

impl<'a, W: Write> Plain<'a, W> {
    pub(crate) fn new(place: Place, out: &'a mut W) -> Plain<'a, W> {
        let words = place.session.words;
        Plain {
            place,
            out: Clean(out),
            words,
            printed: 0,
            asked: None,
            introduced: false,
            between: None,
            concern: None,
        }
    }

    /// Plays until the person has enough; returns the place.
    pub(crate) fn run(mut self, inputs: &mut Inputs) -> io::Result<Place> {
        self.greet()?;
        loop {
            self.place.settle();
            self.place.keep_rounds();
            self.print_news()?;
            self.ask()?;
            self.out.flush()?;
            if self.place.is_closed() {
                break;
            }
            match inputs.next() {
                Input::Net(event) => self.place.net(event),
                Input::Answer(_) => {}
                Input::Line(line) => {
                    if !self.carry_out(&line)? {
                        break;
                    }
                }
                Input::End | Input::Stop => {
                    writeln!(self.out)?;
                    break;
                }
            }
        }
        self.place.keep();
        writeln!(self.out, "{}", self.words.text(self.place.farewell()))?;
        self.out.flush()?;
        Ok(self.place)
    }

    fn greet(&mut self) -> io::Result<()> {
        writeln!(self.out, "{}", self.words.text("term-plain-hint"))
    }

    fn print_news(&mut self) -> io::Result<()> {
        let session = &mut self.place.session;
        if let (Some(view), false) = (&session.view, self.introduced) {
            let rules = phrases::rules(&view.settings, self.words);
            writeln!(self.out, "{}", self.words.say("web-summary-rules", &[("rules", rules.into())]))?;
            self.introduced = true;
        }
        let new = usize::try_from(session.told - self.printed).unwrap_or(usize::MAX);
        let old = session.story.len().saturating_sub(new);
        for line in session.story.iter().skip(old) {
            writeln!(self.out, "{}", line.text)?;
        }
        self.printed = session.told;
        if let Some(trouble) = session.trouble.take() {
            writeln!(self.out, "! {trouble}")?;
        }
        let concern = self.place.concern(self.words);
        if concern != self.concern {
            if let Some(concern) = &concern {
                writeln!(self.out, "! {concern}")?;
            }
            self.concern = concern;
        }
        Ok(())
    }

    /// Asks for a decision, once a turn.
    fn ask(&mut self) -> io::Result<()> {
        let session = &self.place.session;
        let Some(view) = &session.view else { return Ok(()) };
        let fresh = self.asked != Some(session.seq());
        if session.is_own_turn() && fresh {
            self.asked = Some(session.seq());
            return self.print_turn();
        }
        let between = view.stage == StageName::Waiting && session.you.person.is_some();
        if between {
            let key = match (self.place.is_home(), view.tour.is_some()) {
                (true, _) | (_, true) => "term-plain-over",
                (false, false) if session.you.host => "term-plain-lobby",
                (false, false) => "term-plain-waits",
            };
            if self.between != Some(key) {
                writeln!(self.out, "{}", self.words.text(key))?;
                if let Some(link) = self.place.link() {
                    writeln!(self.out, "{}: {link}", self.words.text("web-link"))?;
                }
                self.between = Some(key);
            }
        } else {
            self.between = None;
        }
        // A table of a server goes on by itself: a line can be typed at any time.
        if self.place.is_home() { write!(self.out, "> ") } else { Ok(()) }
    }

    fn print_turn(&mut self) -> io::Result<()> {
        self.print_table()?;
        let session = &self.place.session;
        if let Some(legal) = session.now().and_then(|now| now.legal.as_ref()) {
            writeln!(self.out, "{}", phrases::turn(legal, self.words))?;
            let legal = phrases::legal(legal, self.words);
            writeln!(self.out, "{}", self.words.say("term-legal", &[("legal", legal.into())]))?;
        }
        write!(self.out, "> ")
    }

    fn print_table(&mut self) -> io::Result<()> {
        let Some(view) = &self.place.session.view else { return Ok(()) };
        if !view.now.dice.is_empty() {
            let dice = phrases::dice_left(view);
            writeln!(self.out, "{}", self.words.say("term-dice-left", &[("dice", dice.into())]))?;
        }
        if let (Some(bid), Some(bidder)) = (view.now.bid, view.now.bidder) {
            let name = perudo_play::name_at(view, bidder);
            let values = [("bid", self.words.bid(bid).into()), ("name", name.into())];
            writeln!(self.out, "{}", self.words.say("term-standing", &values))?;
        }
        if let Some(hand) = view.tour.as_ref().and_then(|tour| tour.hand) {
            let dice = phrases::dice(hand);
            writeln!(self.out, "{}", self.words.say("web-your-dice", &[("dice", dice.into())]))?;
        }
        Ok(())
    }

    fn print_odds(&mut self) -> io::Result<()> {
        let chances = self.place.session.view.as_ref().map(Chance::all).unwrap_or_default();
        if chances.is_empty() {
            return writeln!(self.out, "{}", self.words.text("term-no-odds"));
        }
        for Chance { bid, at_least, exactly, standing } in chances {
            let key = if standing { "term-odds-standing" } else { "term-odds" };
            let values = [
                ("bid", self.words.bid(bid).into()),
                ("short", bid.to_string().into()),
                ("chance", phrases::percent(at_least).into()),
                ("exact", phrases::percent(exactly).into()),
            ];
            writeln!(self.out, "{}", self.words.say(key, &values))?;
        }
        Ok(())
    }

    fn print_rules(&mut self) -> io::Result<()> {
        let rules = self.place.session.view.as_ref().and_then(|view| view.settings.rules.clone());
        let Some(rules) = rules.and_then(|rules| rules.parse::<Rules>().ok()) else { return Ok(()) };
        for section in self.words.rulebook(&rules) {
            writeln!(self.out, "{}", section.title)?;
            for sentence in section.sentences {
                writeln!(self.out, "  {}", sentence.text)?;
            }
        }
        Ok(())
    }

    /// Does what a line says; says whether the game goes on.
    fn carry_out(&mut self, line: &str) -> io::Result<bool> {
        match Typed::read(line, self.words) {
            Err(sentence) => writeln!(self.out, "! {sentence}")?,
            Ok(Typed::Nothing) => {}
            Ok(Typed::Order(command)) => self.place.order(command),
            Ok(Typed::Odds) => self.print_odds()?,
            Ok(Typed::Table) => self.print_table()?,
            Ok(Typed::Rules) => self.print_rules()?,
            Ok(Typed::Help) => writeln!(self.out, "{}", self.words.text("term-plain-help"))?,
            Ok(Typed::Quit) => return Ok(false),
        }
        Ok(true)
    }
}
