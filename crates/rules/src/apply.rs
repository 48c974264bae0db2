//! `apply`: an event changes the state. It never fails and needs no hidden dice, so every viewer
//! keeps their own state up to date by the events that they see.

use crate::{
    Bid, BySeat, Event, Face, Game, Maputo, Opening, Outcome, Phase, Reveal, RoundKind, Rules, Seat, SeatSet,
    Standing, TableSizeError,
};

impl<D: Copy> Game<D> {
    /// The state after all these events.
    ///
    /// # Errors
    ///
    /// The rules do not take so many players.
    pub fn replay<'a>(
        rules: Rules,
        players: usize,
        events: impl IntoIterator<Item = &'a Event<D>>,
    ) -> Result<Game<D>, TableSizeError>
    where
        D: 'a,
    {
        let mut game = Game::new(rules, players)?;
        for event in events {
            game.apply(event);
        }
        Ok(game)
    }

    /// Carries out what happened. Events come from [`Game::decide`]; of any others the result is some
    /// state, never a panic.
    pub fn apply(&mut self, event: &Event<D>) {
        match *event {
            Event::Bid { seat, bid } => self.bid(seat, bid),
            Event::Rolled(hands) => {
                self.hands = Some(hands);
                self.phase = Phase::Bidding { turn: self.opener };
            }
            Event::Rethrown { dice, .. } => self.hands = Some(dice),
            Event::Called { seat, call } => self.phase = Phase::Showing { caller: seat, call },
            Event::Revealed(ref reveal) => self.showdown_done(reveal),
            Event::Declared(seat) => {
                self.maputo_of = Some(seat);
                self.kind = RoundKind::Maputo;
                self.phase = Phase::Rolling;
            }
            Event::Passed(seat) => self.ask_for_maputo_after(seat),
            Event::Drawn(ref throws) => self.draw(throws),
            Event::DiceSet(ref dice) => self.set_dice(dice),
            Event::UsedSet(seats) => self.had_maputo = seats,
            Event::Opened { seat, opening } => {
                self.opener_lost = opening == Opening::Lost;
                self.begin_round(seat);
            }
            Event::Left(seat) => self.leave(seat),
            Event::TourBegan => self.begin_tour(),
        }
    }

    fn bid(&mut self, bidder: Seat, bid: Bid) {
        self.standing = Some(Standing { bid, bidder });
        if bid.face != Face::Ace {
            self.highest_plain = Some(bid);
        }
        self.phase = Phase::Bidding { turn: self.next_with_dice(bidder) };
    }

    /// R13, R14, R17, R18: a die changes hands, and the next round begins.
    fn showdown_done(&mut self, reveal: &Reveal) {
        if let Some(owner) = self.maputo_of {
            self.had_maputo.insert(owner);
        }
        self.reveal = Some(*reveal);
        let seat = match reveal.outcome {
            Outcome::Loses(seat) => {
                self.change_dice(seat, self.dice[seat].saturating_sub(1));
                self.opener_lost = self.dice[seat] > 0;
                seat
            }
            Outcome::Gains(seat) => {
                self.change_dice(seat, self.dice[seat].saturating_add(1).min(self.rules.dice));
                self.opener_lost = false;
                seat
            }
        };
        if !self.end_tour_if_won() {
            self.round = self.round.saturating_add(1);
            let opener = if self.dice[seat] > 0 { seat } else { self.next_with_dice(seat) };
            self.begin_round(opener);
        }
    }

    /// R21: the round is void and begins anew.
    fn leave(&mut self, seat: Seat) {
        self.left.insert(seat);
        self.change_dice(seat, 0);
        if self.end_tour_if_won() {
            return;
        }
        if seat == self.opener {
            self.opener_lost = false;
            self.opener = self.next_with_dice(seat);
        }
        self.begin_round(self.opener);
    }

    /// R3: the highest opens; several highest throw again.
    fn draw(&mut self, throws: &BySeat<Option<Face>>) {
        let highest = throws.values().max().copied().flatten();
        let throwing: SeatSet =
            self.with_dice.iter().filter(|&seat| highest.is_some() && throws[seat] == highest).collect();
        match throwing.iter().next() {
            Some(winner) if throwing.len() == 1 => {
                self.opener_lost = false;
                self.begin_round(winner);
            }
            Some(_) => self.phase = Phase::Draw { throwing, again: true },
            None => {}
        }
    }

    /// R1, R23: everyone who is still in the match has all dice again, and draws.
    pub(crate) fn begin_tour(&mut self) {
        self.round = 1;
        self.reveal = None;
        self.had_maputo = SeatSet::EMPTY;
        self.opener_lost = false;
        let (left, most, seats) = (self.left, self.rules.dice, self.seats);
        let in_tour = |seat| seats.contains(seat) && !left.contains(seat);
        self.set_dice(&BySeat::from_fn(|seat| if in_tour(seat) { most } else { 0 }));
    }

    /// The dice of a tour that waits for its draw.
    fn set_dice(&mut self, dice: &BySeat<u8>) {
        self.dice = *dice;
        self.with_dice = self.seats.iter().filter(|&seat| dice[seat] > 0).collect();
        self.in_play = dice.values().fold(0, |sum: u8, &count| sum.saturating_add(count));
        let all = self.rules.dice as usize * self.seats.without(self.left).len();
        self.centre = (all as u8).saturating_sub(self.in_play);
        self.phase = Phase::Draw { throwing: self.with_dice, again: false };
        self.clear_round();
    }

    fn change_dice(&mut self, seat: Seat, count: u8) {
        let before = self.dice[seat];
        self.in_play = self.in_play.wrapping_add(count).wrapping_sub(before);
        self.centre = self.centre.wrapping_add(before).wrapping_sub(count);
        self.dice[seat] = count;
        if count == 0 {
            self.with_dice.remove(seat);
        }
    }

    /// R18: says whether the tour is over.
    fn end_tour_if_won(&mut self) -> bool {
        let mut players = self.with_dice.iter();
        let (Some(winner), None) = (players.next(), players.next()) else { return false };
        self.wins[winner] = self.wins[winner].saturating_add(1);
        self.standing = None;
        self.highest_plain = None;
        self.hands = None;
        self.phase = Phase::Over { winner };
        true
    }

    /// Everything before the roll: who opens, which kind of round, who may declare. A round that
    /// was voided begins here anew.
    fn begin_round(&mut self, opener: Seat) {
        self.clear_round();
        self.opener = opener;
        // R16a.
        let by_itself = self.rules.maputo == Maputo::Auto && self.opener_lost;
        if by_itself && self.no_maputo(opener).is_none() {
            self.maputo_of = Some(opener);
            self.kind = RoundKind::Maputo;
        }
        self.ask_first_for_maputo();
    }

    fn clear_round(&mut self) {
        self.hands = None;
        self.standing = None;
        self.highest_plain = None;
        self.maputo_of = None;
        self.kind = if self.with_dice.len() == 2 { RoundKind::Final } else { RoundKind::Normal };
    }

    /// R16b: those entitled are asked clockwise from the opener.
    fn ask_first_for_maputo(&mut self) {
        let first =
            self.with_dice.clockwise_from(self.opener).find(|&seat| self.no_declaration(seat).is_none());
        self.ask_for_maputo(first);
    }

    fn ask_for_maputo_after(&mut self, asked: Seat) {
        let mut rest = self.with_dice.clockwise_from(self.opener).skip_while(|&seat| seat != asked).skip(1);
        let next = rest.find(|&seat| self.no_declaration(seat).is_none());
        self.ask_for_maputo(next);
    }

    fn ask_for_maputo(&mut self, asked: Option<Seat>) {
        self.phase = match asked {
            Some(turn) => Phase::Declaring { turn },
            None => Phase::Rolling,
        };
    }

    fn next_with_dice(&self, seat: Seat) -> Seat {
        self.with_dice.after(seat).unwrap_or(seat)
    }
}
