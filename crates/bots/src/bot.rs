//! What a bot is, and what it sees.

use perudo_rules::{Action, Bid, Hand, LegalActions, PlayedRound, PlayerView, Seat, Standing};

use crate::Odds;

/// A player made of code. It is handed what a person in its seat would see, and the types can
/// hold no more: cheating is impossible.
///
/// # Examples
///
/// A bot that doubts whatever is unlikely and else raises by as little as it may:
///
/// ```
/// use perudo_bots::{Bot, Situation};
/// use perudo_rules::Action;
///
/// struct Cautious;
///
/// impl Bot for Cautious {
///     fn decide(&mut self, situation: &Situation<'_>) -> Action {
///         match situation.standing() {
///             Some(bid) if situation.odds().at_least(bid) < 0.5 => Action::Dudo,
///             _ => situation.legal().iter().next().unwrap_or(Action::Dudo),
///         }
///     }
/// }
/// ```
pub trait Bot: Send {
    /// What to do now. It is this bot's turn.
    fn decide(&mut self, situation: &Situation<'_>) -> Action;

    /// A round of this tour is over, and everyone has seen all dice. Whoever asks a new bot in the middle of a tour tells it
    /// of all earlier rounds first.
    fn remember(&mut self, _round: &PlayedRound) {}

    /// Its actions with their weights. Whoever draws among weighed actions knows them; whoever does not is asked so many
    /// times.
    fn weigh(&mut self, situation: &Situation<'_>, samples: u32) -> Vec<(Action, f64)> {
        let mut answers: Vec<(Action, f64)> = Vec::new();
        for _ in 0..samples.max(1) {
            let action = self.decide(situation);
            match answers.iter_mut().find(|(known, _)| *known == action) {
                Some((_, count)) => *count += 1.0,
                None => answers.push((action, 1.0)),
            }
        }
        answers
    }
}

/// What a player knows when it must decide.
#[derive(Clone, Copy, Debug)]
pub struct Situation<'a> {
    /// The game, with the player's own dice and nobody else's.
    pub view: &'a PlayerView,
    /// The bids of this round, in order.
    pub bids: &'a [Standing],
}

impl Situation<'_> {
    /// The player's own seat: bots are only asked when it is their turn.
    pub fn seat(&self) -> Seat {
        self.view.turn().unwrap_or(Seat::FIRST)
    }

    /// The player's own dice; none before the roll.
    pub fn hand(&self) -> Hand {
        self.view.hands().map_or(Hand::EMPTY, |own| own.hand)
    }

    /// Everything that is legal.
    pub fn legal(&self) -> LegalActions {
        self.view.legal_actions()
    }

    /// Whether aces are jokers in this round.
    pub fn jokers(&self) -> bool {
        self.view.kind().jokers()
    }

    /// The standing bid, if there is one.
    pub fn standing(&self) -> Option<Bid> {
        self.view.standing().map(|standing| standing.bid)
    }

    /// The odds by the player's own dice alone.
    pub fn odds(&self) -> Odds {
        Odds::new(self.hand(), usize::from(self.view.in_play()), self.jokers())
    }
}
