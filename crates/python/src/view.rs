//! What one player sees.

use perudo_bots::Situation;
use perudo_rules::{PlayerView, Seat, Standing};
use pyo3::prelude::*;

use crate::errors::listed;
use crate::odds::Odds;
use crate::rules::Rules;

/// A game as one player sees it: everything public and the own dice. It cannot hold anyone else's.
#[pyclass(frozen, module = "perudo")]
#[derive(Clone)]
pub(crate) struct View {
    pub(crate) seat: Seat,
    pub(crate) view: PlayerView,
    /// The bids of the round.
    pub(crate) bids: Vec<Standing>,
}

impl View {
    pub(crate) fn of(situation: &Situation<'_>) -> View {
        View { seat: situation.seat(), view: *situation.view, bids: situation.bids.to_vec() }
    }

    pub(crate) fn situation(&self) -> Situation<'_> {
        Situation { view: &self.view, bids: &self.bids }
    }

    /// Whether the player who sees this decides.
    pub(crate) fn is_on_turn(&self) -> bool {
        self.view.turn() == Some(self.seat)
    }
}

/// A bid in record spelling, and whose it is.
pub(crate) fn told(standing: Standing) -> (String, usize) {
    (standing.bid.to_string(), standing.bidder.index())
}

#[pymethods]
impl View {
    /// The seat of the player.
    #[getter]
    fn seat(&self) -> usize {
        self.seat.index()
    }

    /// The player's own dice, such as "11346"; empty before the roll.
    #[getter]
    fn hand(&self) -> String {
        self.view.hands().map(|own| own.hand.to_string()).unwrap_or_default()
    }

    /// The rule set.
    #[getter]
    fn rules(&self) -> Rules {
        Rules(*self.view.rules())
    }

    /// What the game waits for: draw, declaring, rolling, bidding, showing or over.
    #[getter]
    fn phase(&self) -> &'static str {
        self.view.phase().name().as_str()
    }

    /// The kind of the round: normal, maputo or final.
    #[getter]
    fn kind(&self) -> &'static str {
        self.view.kind().as_str()
    }

    /// Whether aces are jokers in this round.
    #[getter]
    fn jokers(&self) -> bool {
        self.view.kind().jokers()
    }

    /// The number of the round in its tour, from 1.
    #[getter]
    fn round(&self) -> u32 {
        self.view.round()
    }

    /// The seat whose decision it is.
    #[getter]
    fn turn(&self) -> Option<usize> {
        self.view.turn().map(Seat::index)
    }

    /// The seat that opens the round.
    #[getter]
    fn opener(&self) -> Option<usize> {
        self.view.opener().map(Seat::index)
    }

    /// The bid that stands and its bidder.
    #[getter]
    fn standing(&self) -> Option<(String, usize)> {
        self.view.standing().map(told)
    }

    /// The bids of the round so far, each with its bidder.
    #[getter]
    fn bids(&self) -> Vec<(String, usize)> {
        self.bids.iter().copied().map(told).collect()
    }

    /// The number of dice of each seat.
    #[getter]
    // Bytes would be `bytes` in Python.
    fn dice(&self) -> Vec<u16> {
        self.view.seats().iter().map(|seat| self.view.dice(seat).into()).collect()
    }

    /// The number of dice of all players together.
    #[getter]
    fn in_play(&self) -> u8 {
        self.view.in_play()
    }

    /// Everything open to the player whose decision it is, in record spelling.
    #[getter]
    fn legal(&self) -> Vec<String> {
        listed(&self.view.legal_actions())
    }

    /// The exact odds of bids by the player's own dice.
    fn odds(&self) -> Odds {
        Odds(self.situation().odds())
    }

    /// The table as a picture: what a notebook shows.
    fn _repr_svg_(view: &Bound<'_, View>) -> PyResult<String> {
        view.py().import("perudo.drawing")?.call_method1("svg", (view,))?.extract()
    }

    fn __repr__(&self) -> String {
        let standing = self.view.standing().map_or("no bid".to_owned(), |standing| standing.bid.to_string());
        format!("<View of seat {}: {} against {standing}>", self.seat, self.hand())
    }
}
