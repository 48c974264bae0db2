//! A tour as a player of it may know it, rebuilt from what the wire tells: for bots that sit at tables of servers.

use perudo_protocol::{Now, View, WireEvent};
use perudo_rules::record::Names;
use perudo_rules::{
    BySeat, Event, Hand, Opening, Outcome, Own, PhaseName, PlayerView, Reveal, RoundKind, Rules, Seat,
    Standing,
};
use perudo_table::record_name;

/// A tour that a bot plays in.
#[derive(Debug)]
pub(crate) struct Tour {
    pub(crate) rules: Rules,
    pub(crate) names: Names,
    pub(crate) you: Seat,
    /// The chairs of the seats.
    chairs: Vec<u8>,
    pub(crate) game: PlayerView,
    /// The bids of this round.
    pub(crate) bids: Vec<Standing>,
}

impl Tour {
    /// The tour of a table at its beginning; none if the one in this chair has no part in it.
    pub(crate) fn begin(view: &View, chair: Option<u8>) -> Option<Tour> {
        let players = &view.tour.as_ref()?.players;
        let rules: Rules = view.settings.rules.as_deref()?.parse().ok()?;
        let names = Names::new(players.iter().map(|player| record_name(&player.name))).ok()?;
        let chairs: Vec<u8> = players.iter().map(|player| player.chair).collect();
        let you = Seat::new(chairs.iter().position(|known| Some(*known) == chair)?)?;
        let game = PlayerView::new(rules, chairs.len()).ok()?;
        Some(Tour { rules, names, you, chairs, game, bids: Vec::new() })
    }

    fn seat(&self, chair: u8) -> Option<Seat> {
        Seat::new(self.chairs.iter().position(|known| *known == chair)?)
    }

    fn by_seat<T>(&self, of: impl Fn(usize) -> T) -> BySeat<T> {
        BySeat::from_fn(|seat| {
            of(self.chairs.get(seat.index()).map_or(usize::MAX, |chair| usize::from(*chair)))
        })
    }

    /// The events that lead to the position that a table shows to somebody who comes in the middle of a tour.
    pub(crate) fn set_up(&self, view: &View) -> Option<Vec<Event<Own>>> {
        let Now { phase, opener, dice, kind, .. } = &view.now;
        if matches!(phase, None | Some(PhaseName::Draw | PhaseName::Over)) {
            return Some(Vec::new());
        }
        let dice = self.by_seat(|chair| dice.get(chair).copied().unwrap_or(0));
        let opener = self.seat((*opener)?)?;
        let mut events = vec![Event::DiceSet(dice), Event::Opened { seat: opener, opening: Opening::Start }];
        if *kind == Some(RoundKind::Maputo) {
            events.push(Event::Declared(opener));
        }
        let tour = view.tour.as_ref()?;
        match phase {
            Some(PhaseName::Declaring) => {
                // Those before the one who is asked now have passed.
                let turn = self.seat(view.now.turn?)?;
                let mut game = PlayerView::replay(self.rules, self.chairs.len(), &events).ok()?;
                while let Some(asked) = game.turn().filter(|asked| *asked != turn) {
                    let passed = Event::Passed(asked);
                    game.apply(&passed);
                    events.push(passed);
                }
            }
            Some(PhaseName::Bidding | PhaseName::Showing) => {
                events.push(Event::Rolled(self.own(tour.hand)));
                for (chair, bid) in &tour.bids {
                    events.push(Event::Bid { seat: self.seat(*chair)?, bid: *bid });
                }
            }
            _ => {}
        }
        Some(events)
    }

    fn own(&self, hand: Option<Hand>) -> Own {
        Own { seat: self.you, hand: hand.unwrap_or(Hand::EMPTY) }
    }

    /// What an event of the wire is in the game.
    pub(crate) fn event(&self, event: &WireEvent) -> Option<Event<Own>> {
        Some(match event {
            WireEvent::Drawn { throws, .. } => {
                Event::Drawn(self.by_seat(|chair| throws.get(chair).copied().flatten()))
            }
            WireEvent::Declared { chair, .. } => Event::Declared(self.seat(*chair)?),
            WireEvent::Passed { chair, .. } => Event::Passed(self.seat(*chair)?),
            WireEvent::Rolled { hand, .. } => Event::Rolled(self.own(*hand)),
            WireEvent::Bid { chair, bid, .. } => Event::Bid { seat: self.seat(*chair)?, bid: *bid },
            WireEvent::Called { chair, call, .. } => Event::Called { seat: self.seat(*chair)?, call: *call },
            WireEvent::Showdown { chair, call, bid, bidder, hands, count, loser, gainer, .. } => {
                let outcome = match (loser, gainer) {
                    (_, Some(gainer)) => Outcome::Gains(self.seat(*gainer)?),
                    (Some(loser), None) => Outcome::Loses(self.seat(*loser)?),
                    (None, None) => return None,
                };
                Event::Revealed(Reveal {
                    caller: self.seat(*chair)?,
                    call: *call,
                    bid: *bid,
                    bidder: self.seat(*bidder)?,
                    hands: self.by_seat(|chair| hands.get(chair).copied().unwrap_or(Hand::EMPTY)),
                    count: *count,
                    outcome,
                })
            }
            WireEvent::Withdrawn { chair, .. } => Event::Left(self.seat(*chair)?),
            _ => return None,
        })
    }

    /// Carries out an event.
    pub(crate) fn apply(&mut self, event: &Event<Own>) {
        match event {
            Event::Rolled(_) => self.bids.clear(),
            Event::Bid { seat, bid } => self.bids.push(Standing { bid: *bid, bidder: *seat }),
            _ => {}
        }
        self.game.apply(event);
    }

    /// Whether the game stands as the table says.
    pub(crate) fn agrees(&self, now: &Now) -> bool {
        let turn = now.turn.and_then(|chair| self.seat(chair));
        let bid = self.game.standing().map(|standing| standing.bid);
        self.game.turn() == turn && bid == now.bid && Some(self.game.kind()) == now.kind
    }

    /// The game as the table shows it, where what was followed does not agree with it.
    pub(crate) fn rebuild(&mut self, view: &View) {
        let Some(events) = self.set_up(view) else { return };
        if let Ok(game) = PlayerView::new(self.rules, self.chairs.len()) {
            self.game = game;
            self.bids.clear();
            for event in &events {
                self.apply(event);
            }
        }
    }

    /// Who has won, if it is over.
    pub(crate) fn winner(event: &WireEvent) -> Option<u8> {
        match event {
            WireEvent::Showdown { winner, .. } | WireEvent::Withdrawn { winner, .. } => *winner,
            _ => None,
        }
    }

    /// The seat of a chair.
    pub(crate) fn seat_of(&self, chair: u8) -> Option<Seat> {
        self.seat(chair)
    }
}
