//! The tour that is played, or was played last.

use std::fmt;
use std::time::Duration;

use perudo_rules::{Event, Game, NoDice, PlayedRound, Seat, Standing};
use serde::{Deserialize, Serialize};

use super::referee::Referee;
use crate::fair::ClosedTip;
use crate::{Actor, Links, Moment, PersonId, Settings, Speed, ThrownDice};

/// One tour, from its draw to its winner.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Tour {
    /// The number in the life of the table, from 1.
    pub(crate) number: u32,
    pub(crate) game: Referee,
    /// Who plays, by the seats of the game.
    pub(crate) players: Vec<Player>,
    /// The bids of the round, in order.
    pub(crate) bids: Vec<Standing>,
    /// The rounds that are over, where bots play who remember them: those of this tour, and before them the last ones that the
    /// same players have played in the same seats.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) past: Vec<PlayedRound>,
    /// When the last thing happened in the game: the turn lasts since then.
    pub(crate) since: Moment,
    /// The number of that event: what a player decided before it was about something else.
    pub(crate) since_event: u64,
    /// Before that moment nothing is thrown.
    pub(crate) quiet_until: Moment,
    /// The links of the dice under the cups.
    pub(crate) links: Links,
    /// At a sealed table: the closed chains that these dice follow from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) cups: Vec<(Seat, ClosedTip)>,
    /// At a sealed table: who called, while the dice are shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) called_by: Option<Actor>,
    /// Whether the rest of it passes quickly.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) skipped: bool,
    /// Those without dice, in the order in which they lost the last one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) out: Vec<Seat>,
    /// People who left, or whose last decision a bot made for them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) absent: Vec<Seat>,
}

/// Someone in a tour, and the name and chair they had when it began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// The chair.
    pub chair: u8,
    /// The name.
    pub name: String,
    /// Who it is.
    pub who: Who,
    /// Milliseconds left in the time bank.
    pub bank: u64,
    /// The closed chain of a bot at a sealed table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closed: Option<ClosedTip>,
}

/// A person or a bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Who {
    /// A person.
    Person(PersonId),
    /// A bot of the ladder.
    Bot(String),
}

/// No dice: what is printed ends up in logs.
impl fmt::Debug for Tour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tour").field("number", &self.number).finish_non_exhaustive()
    }
}

impl Tour {
    pub(crate) fn new(
        before: Option<&Tour>,
        settings: &Settings,
        players: Vec<Player>,
        at: Moment,
        seq: u64,
    ) -> Option<Tour> {
        let game = if settings.dice.is_sealed() {
            Referee::Sealed { sealed: Game::new(settings.rules, players.len()).ok()? }
        } else {
            Referee::Open(Game::new(settings.rules, players.len()).ok()?)
        };
        Some(Tour {
            number: before.map_or(0, |tour| tour.number) + 1,
            game,
            past: before.map_or_else(Vec::new, |tour| tour.remembered_by(&players)),
            players,
            bids: Vec::new(),
            since: at,
            since_event: seq,
            quiet_until: at,
            links: Links::default(),
            cups: Vec::new(),
            called_by: None,
            skipped: false,
            out: Vec::new(),
            absent: Vec::new(),
        })
    }

    /// What is remembered of it in a tour of these players: nothing unless they are the same.
    fn remembered_by(&self, players: &[Player]) -> Vec<PlayedRound> {
        // Another person may get the number of one who left.
        let same = |(before, now): (&Player, &Player)| before.who == now.who && before.name == now.name;
        if self.players.len() != players.len() || !self.players.iter().zip(players).all(same) {
            return Vec::new();
        }
        self.past[self.past.len().saturating_sub(PlayedRound::REMEMBERED)..].to_vec()
    }

    /// The seat of a person in this tour.
    pub(crate) fn seat_of(&self, person: PersonId) -> Option<Seat> {
        let index = self.players.iter().position(|player| player.who == Who::Person(person))?;
        Seat::new(index)
    }

    /// Whether somebody who is no bot has dice, here or away.
    pub(crate) fn people_have_dice(&self) -> bool {
        let is_person = |seat| matches!(self.player(seat).map(|player| &player.who), Some(Who::Person(_)));
        self.game.with_dice().iter().any(is_person)
    }

    /// How quickly it is played, at a table of that speed.
    pub(crate) fn speed(&self, usual: Speed) -> Speed {
        if self.skipped { Speed::Instant } else { usual }
    }

    /// Whether a seat has a part in the coming throw: who is out of the tour has none.
    pub(crate) fn takes_part(&self, seat: Seat) -> bool {
        self.game.dice(seat) > 0
    }

    /// Who is in a seat.
    pub(crate) fn player(&self, seat: Seat) -> Option<&Player> {
        self.players.get(seat.index())
    }

    /// The closed chain that the dice of a seat follow from.
    pub(crate) fn cup(&self, seat: Seat) -> Option<ClosedTip> {
        self.cups.iter().find(|(of, _)| *of == seat).map(|(_, tip)| *tip)
    }

    /// When the time of a player runs out who has the turn now.
    pub(crate) fn deadline(&self, seat: Seat, turn: Duration) -> Moment {
        let bank = self.player(seat).map_or(0, |player| player.bank);
        self.since.after(turn).after(Duration::from_millis(bank))
    }

    /// Takes the time that a decision took beyond its turn out of the bank.
    pub(crate) fn charge(&mut self, seat: Seat, turn: Option<Duration>, at: Moment) {
        let Some(turn) = turn else { return };
        let over = at.since(self.since).saturating_sub(turn);
        if let Some(player) = self.players.get_mut(seat.index()) {
            player.bank = player.bank.saturating_sub(u64::try_from(over.as_millis()).unwrap_or(u64::MAX));
        }
    }

    /// The bank of a person whose time ran out has nothing left.
    pub(crate) fn empty_bank(&mut self, person: PersonId) {
        if let Some(player) = self.players.iter_mut().find(|player| player.who == Who::Person(person)) {
            player.bank = 0;
        }
    }

    /// Somebody decided in a seat, or left it: then nobody decides there any more.
    pub(crate) fn decided(&mut self, seat: Seat, by: Actor) {
        self.absent.retain(|absent| *absent != seat);
        let is_person = matches!(self.player(seat).map(|player| &player.who), Some(Who::Person(_)));
        if by == Actor::Bot && is_person {
            self.absent.push(seat);
        }
    }

    /// Carries out what happened in the game, by the event of this number.
    pub(crate) fn play(&mut self, event: Event<NoDice>, at: Moment, seq: u64) {
        if let Event::Revealed(reveal) = event
            && self.players.iter().any(|player| matches!(player.who, Who::Bot(_)))
        {
            self.past.push(PlayedRound::new(&self.game.seen_by_spectator(), &self.bids, reveal));
        }
        let before = self.game.with_dice();
        self.game.apply(event);
        let now = self.game.with_dice();
        self.out.extend(before.iter().filter(|seat| !now.contains(*seat)));
        match event {
            Event::Bid { seat, bid } => self.bids.push(Standing { bid, bidder: seat }),
            _ if !self.game.has_cups() => self.bids.clear(),
            _ => {}
        }
        self.since = at;
        self.since_event = seq;
    }

    /// Carries out a throw, by the event of this number.
    pub(crate) fn throw(&mut self, dice: &ThrownDice, at: Moment, seq: u64) {
        self.game.throw(dice);
        self.bids.clear();
        (self.since, self.since_event) = (at, seq);
    }
}
