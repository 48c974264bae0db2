//! The referee.

use perudo_arena::Dealer;
use perudo_rules::record::{Names, Record, Replay, Step};
use perudo_rules::{
    BySeat, Command, Event, IllegalError, Opening, Phase, RefusalError, Reveal, Seat, Standing,
};
use perudo_words::Words;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};

use crate::arguments::{RulesLike, action, face, hand, rules, words};
use crate::errors::{bad_names, bad_record, bad_table, listed, refused, wrong};
use crate::rules::Rules;
use crate::view::{View, told};

/// What a game is made from again: its record, its seed and its language.
type Pickled = (String, u64, &'static str);

/// A match at one table, and its referee: what is not legal raises `IllegalError` and changes nothing.
#[pyclass(module = "perudo")]
#[derive(Clone)]
pub(crate) struct Game {
    names: Names,
    pub(crate) game: perudo_rules::Game,
    log: Vec<Event>,
    /// The bids of the round.
    pub(crate) bids: Vec<Standing>,
    seed: u64,
    words: &'static Words,
}

impl Game {
    fn command(&mut self, py: Python<'_>, command: Command) -> PyResult<()> {
        let event = self.game.decide(command);
        let event = event.map_err(|refusal| refused(py, &refusal, &self.names, &self.game, self.words))?;
        self.happen(event);
        Ok(())
    }

    fn happen(&mut self, event: Event) {
        self.game.apply(&event);
        match event {
            Event::Bid { seat, bid } => self.bids.push(Standing { bid, bidder: seat }),
            _ if self.game.standing().is_none() => self.bids.clear(),
            _ => {}
        }
        self.log.push(event);
    }

    /// A seat of this table.
    fn seat(&self, py: Python<'_>, index: i64) -> PyResult<Seat> {
        let named = usize::try_from(index).ok().and_then(Seat::new);
        let seat = named.filter(|&seat| self.game.seats().contains(seat));
        seat.ok_or_else(|| {
            let game = &self.game;
            let (reason, player) = (IllegalError::NoSuchPlayer, named);
            let refusal = RefusalError { reason, player, turn: game.turn(), legal: game.legal_actions() };
            refused(py, &refusal, &self.names, game, self.words)
        })
    }

    /// One value for each seat of the table.
    fn by_seat<T, V: Default>(
        &self,
        py: Python<'_>,
        given: Vec<T>,
        read: impl Fn(T) -> PyResult<V>,
    ) -> PyResult<BySeat<V>>
    where
        BySeat<V>: Default,
    {
        if given.len() != self.names.len() {
            let sentence =
                format!("{} values for {} seats: give one for each", given.len(), self.names.len());
            return Err(wrong(py, sentence));
        }
        let mut values = BySeat::default();
        for (index, value) in given.into_iter().enumerate() {
            values[self.seat(py, index as i64)?] = read(value)?;
        }
        Ok(values)
    }

    /// What throws the dice that come next. Dice follow from the seed and from what happened so far, so that the dice of a
    /// round that is void are not thrown again.
    fn dealer(&self) -> Dealer {
        Dealer::new(self.seed ^ (self.log.len() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (rules=None, players=None, *, names=None, seed=0, lang="en"))]
    fn new(
        py: Python<'_>,
        rules: Option<RulesLike<'_>>,
        players: Option<usize>,
        names: Option<Vec<String>>,
        seed: u64,
        lang: &str,
    ) -> PyResult<Game> {
        let rules = self::rules(py, rules)?;
        let words = words(py, lang)?;
        let players = match (&names, players) {
            (Some(names), Some(players)) if names.len() != players => {
                return Err(wrong(py, format!("{} names for {players} players", names.len())));
            }
            (Some(names), _) => names.len(),
            (None, players) => players.unwrap_or(2),
        };
        let game = perudo_rules::Game::new(rules, players).map_err(|error| bad_table(py, error, words))?;
        let names = names.unwrap_or_else(|| (1..=players).map(|n| format!("player-{n}")).collect());
        let names = Names::new(names).map_err(|error| bad_names(py, &error, words))?;
        Ok(Game { names, game, log: Vec::new(), bids: Vec::new(), seed, words })
    }

    /// The game that a record tells; `RecordError` says what is wrong with it.
    #[staticmethod]
    #[pyo3(signature = (record, *, seed=0, lang="en"))]
    fn read(py: Python<'_>, record: &Bound<'_, PyAny>, seed: u64, lang: &str) -> PyResult<Game> {
        let words = words(py, lang)?;
        let text: Vec<u8> = if let Ok(text) = record.cast::<PyString>() {
            text.to_str()?.as_bytes().to_vec()
        } else {
            record.cast::<PyBytes>()?.as_bytes().to_vec()
        };
        let mut log = Vec::new();
        let (replay, outcome) = Replay::read_steps(&text, |_, step| {
            if let Step::Happened { event, .. } = step {
                log.push(event);
            }
        });
        let table = replay.table();
        let game = table.map(|(names, after)| {
            let game = perudo_rules::Game::new(*after.rules(), names.len());
            let mut game = Game {
                names: names.clone(),
                game: game.unwrap_or(*after),
                log: Vec::with_capacity(log.len()),
                bids: Vec::new(),
                seed,
                words,
            };
            log.iter().for_each(|event| game.happen(*event));
            game
        });
        match (outcome, game) {
            (Ok(()), Some(game)) => Ok(game),
            (Err(error), game) => {
                let game = game.map(|game| Py::new(py, game)).transpose()?;
                Err(bad_record(py, &error, table, game, words))
            }
            (Ok(()), None) => Err(wrong(py, "the record ends before its `seats`")),
        }
    }

    /// The rule set.
    #[getter]
    fn rules(&self) -> Rules {
        Rules(*self.game.rules())
    }

    /// The names around the table, clockwise.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.names.iter().map(|(_, name)| name.to_owned()).collect()
    }

    /// What the game waits for: draw, declaring, rolling, bidding or over.
    #[getter]
    fn phase(&self) -> &'static str {
        self.game.phase().name().as_str()
    }

    /// The seat whose decision it is.
    #[getter]
    fn turn(&self) -> Option<usize> {
        self.game.turn().map(Seat::index)
    }

    /// The number of the round in its tour, from 1.
    #[getter]
    fn round(&self) -> u32 {
        self.game.round()
    }

    /// The kind of the round: normal, maputo or final.
    #[getter]
    fn kind(&self) -> &'static str {
        self.game.kind().as_str()
    }

    /// The seat that opens the round.
    #[getter]
    fn opener(&self) -> Option<usize> {
        self.game.opener().map(Seat::index)
    }

    /// The number of dice of each seat.
    #[getter]
    // Bytes would be `bytes` in Python.
    fn dice(&self) -> Vec<u16> {
        self.game.seats().iter().map(|seat| self.game.dice(seat).into()).collect()
    }

    /// The number of dice of all players together.
    #[getter]
    fn in_play(&self) -> u8 {
        self.game.in_play()
    }

    /// The number of dice in the centre.
    #[getter]
    fn centre(&self) -> u8 {
        self.game.centre()
    }

    /// The seats that have had their maputo in this tour.
    #[getter]
    fn had_maputo(&self) -> Vec<usize> {
        self.game.had_maputo().iter().map(Seat::index).collect()
    }

    /// The dice under the cups while a round is bid on, seat by seat: only a referee may look.
    #[getter]
    fn hands(&self) -> Option<Vec<String>> {
        let hands = self.game.hands()?;
        Some(self.game.seats().iter().map(|seat| hands[seat].to_string()).collect())
    }

    /// The bid that stands and its bidder.
    #[getter]
    fn standing(&self) -> Option<(String, usize)> {
        self.game.standing().map(told)
    }

    /// The bids of the round so far, each with its bidder.
    #[getter]
    fn bids(&self) -> Vec<(String, usize)> {
        self.bids.iter().copied().map(told).collect()
    }

    /// The last showdown of this tour.
    #[getter]
    fn reveal<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Some(reveal) = self.game.reveal() else { return Ok(None) };
        let Reveal { caller, call, bid, bidder, hands, count, .. } = reveal;
        let shown = PyDict::new(py);
        shown.set_item("bid", bid.to_string())?;
        shown.set_item("bidder", bidder.index())?;
        shown.set_item("caller", caller.index())?;
        shown.set_item("call", call.as_str())?;
        shown.set_item("count", count)?;
        shown.set_item("loser", reveal.loser().map(Seat::index))?;
        shown.set_item("gainer", reveal.gainer().map(Seat::index))?;
        let hands: Vec<String> = self.game.seats().iter().map(|seat| hands[seat].to_string()).collect();
        shown.set_item("hands", hands)?;
        Ok(Some(shown))
    }

    /// The winner of the tour, once it is over.
    #[getter]
    fn winner(&self) -> Option<usize> {
        self.game.winner().map(Seat::index)
    }

    /// The tours that each seat has won.
    #[getter]
    fn wins(&self) -> Vec<u32> {
        self.game.seats().iter().map(|seat| self.game.wins(seat)).collect()
    }

    /// Everything open to the player whose decision it is, in record spelling.
    #[getter]
    fn legal(&self) -> Vec<String> {
        listed(&self.game.legal_actions())
    }

    /// A player bids, doubts, calls calza, declares maputo or passes. Without a seat it is the player whose turn it is.
    #[pyo3(signature = (action, seat=None))]
    fn act(&mut self, py: Python<'_>, action: &str, seat: Option<i64>) -> PyResult<()> {
        let action = self::action(py, action)?;
        let seat = self.actor(py, seat)?;
        self.command(py, Command::Act { seat, action })
    }

    /// Raises what `act` would raise, and changes nothing.
    #[pyo3(signature = (action, seat=None))]
    fn check(&self, py: Python<'_>, action: &str, seat: Option<i64>) -> PyResult<()> {
        let action = self::action(py, action)?;
        let seat = self.actor(py, seat)?;
        let decided = self.game.decide(Command::Act { seat, action });
        decided.map(drop).map_err(|refusal| refused(py, &refusal, &self.names, &self.game, self.words))
    }

    /// Throws what is due, the draw and the roll, until someone must decide or the tour is over. The dice follow from the
    /// seed of the game.
    fn deal(&mut self, py: Python<'_>) -> PyResult<()> {
        loop {
            let command = match self.game.phase() {
                Phase::Draw { throwing, .. } => Command::Draw(self.dealer().draw(throwing, 0)),
                Phase::Rolling => Command::Roll(self.dealer().roll(&self.game)),
                _ => return Ok(()),
            };
            self.command(py, command)?;
        }
    }

    /// A throw of the draw: a face for each seat, None for those who do not throw.
    fn draw(&mut self, py: Python<'_>, faces: Vec<Option<u8>>) -> PyResult<()> {
        let read = |pips: Option<u8>| pips.map(|pips| face(py, pips)).transpose();
        let throws = self.by_seat(py, faces, read)?;
        self.command(py, Command::Draw(throws))
    }

    /// A roll: the dice of each seat such as "11346", "" for those without dice.
    fn roll(&mut self, py: Python<'_>, hands: Vec<String>) -> PyResult<()> {
        let hands = self.by_seat(py, hands, |dice| hand(py, &dice))?;
        self.command(py, Command::Roll(hands))
    }

    /// A player whose die lay askew throws again.
    fn rethrow(&mut self, py: Python<'_>, seat: i64, dice: &str) -> PyResult<()> {
        let (seat, hand) = (self.seat(py, seat)?, hand(py, dice)?);
        self.command(py, Command::Rethrow { seat, hand })
    }

    /// Sets up a position instead of the draw: the number of dice of each seat.
    fn set_dice(&mut self, py: Python<'_>, dice: Vec<u8>) -> PyResult<()> {
        let dice = self.by_seat(py, dice, |count| Ok(Some(count)))?;
        self.command(py, Command::SetDice(dice))
    }

    /// Sets up who has had a maputo.
    fn set_used(&mut self, py: Python<'_>, seats: Vec<i64>) -> PyResult<()> {
        let seats = seats.into_iter().map(|seat| self.seat(py, seat)).collect::<PyResult<_>>()?;
        self.command(py, Command::SetUsed(seats))
    }

    /// Sets up who opens, instead of the draw. `lost`: having just lost a die, which matters for maputo.
    #[pyo3(signature = (seat, *, lost=false))]
    fn start(&mut self, py: Python<'_>, seat: i64, lost: bool) -> PyResult<()> {
        let seat = self.seat(py, seat)?;
        let opening = if lost { Opening::Lost } else { Opening::Start };
        self.command(py, Command::Open { seat, opening })
    }

    /// A player leaves the match.
    fn leave(&mut self, py: Python<'_>, seat: i64) -> PyResult<()> {
        let seat = self.seat(py, seat)?;
        self.command(py, Command::Leave(seat))
    }

    /// The next tour of the match begins.
    fn next_tour(&mut self, py: Python<'_>) -> PyResult<()> {
        self.command(py, Command::NextTour)
    }

    /// The game as a player sees it; without a seat, the player whose turn it is.
    #[pyo3(signature = (seat=None))]
    fn view(&self, py: Python<'_>, seat: Option<i64>) -> PyResult<View> {
        let seat = self.actor(py, seat)?;
        Ok(View { seat, view: self.game.seen_by(seat), bids: self.bids.clone() })
    }

    /// The record of the game so far: the text of a `.perudo` file.
    fn record(&self) -> String {
        Record::of_game(self.game.rules(), &self.names, &self.log).to_string()
    }

    /// The story of the game in plain words, line by line.
    #[pyo3(signature = (lang="en"))]
    fn story(&self, py: Python<'_>, lang: &str) -> PyResult<Vec<String>> {
        let words = words(py, lang)?;
        let begun = perudo_rules::Game::new(*self.game.rules(), self.names.len());
        let mut game = begun.map_err(|error| bad_table(py, error, words))?;
        let mut story = words.story_begins(&self.names, &game);
        for event in &self.log {
            let before = game;
            game.apply(event);
            story.extend(words.story(&self.names, &before, event, &game));
        }
        story.extend(words.story_ends(&self.names, &game));
        Ok(story)
    }

    /// A copy that goes its own way.
    fn copy(&self) -> Game {
        self.clone()
    }

    fn __copy__(&self) -> Game {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Game {
        self.clone()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Pickled)> {
        let restore = py.import("perudo")?.getattr("_restored")?;
        Ok((restore, (self.record(), self.seed, self.words.language().code())))
    }

    fn __repr__(&self) -> String {
        let phase = self.game.phase().name();
        format!("<Game of {} under {:?}: {phase}>", self.names, self.game.rules().to_string())
    }
}

impl Game {
    /// The seat that was named, or the one whose turn it is.
    fn actor(&self, py: Python<'_>, seat: Option<i64>) -> PyResult<Seat> {
        match seat {
            Some(seat) => self.seat(py, seat),
            // Where it is nobody's turn, the referee says why with the first seat, too.
            None => Ok(self.game.turn().unwrap_or(Seat::FIRST)),
        }
    }
}
