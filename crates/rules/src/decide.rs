//! `decide`: a command becomes an event or a refusal. It checks and never changes.

use crate::{
    Action, AllHands, BySeat, Call, Command, DrawError, Event, Face, Game, Hand, IllegalError, NoDice,
    Outcome, Phase, RefereeDice, RefusalError, Reveal, RollError, Seat, SeatSet, SetupError,
};

impl<D: RefereeDice> Game<D> {
    /// What happens if this command is carried out. Nothing changes until the event is applied.
    ///
    /// # Errors
    ///
    /// Why the rules refuse the command, and what would have been legal.
    pub fn decide(&self, command: Command<D>) -> Result<Event<D>, RefusalError> {
        let (player, event) = match command {
            Command::SetDice(dice) => (self.gone_with_dice(&dice), self.decide_dice(dice)),
            Command::SetUsed(seats) => (None, self.decide_used(seats)),
            Command::Open { seat, opening } => {
                let allowed = self.check_player(seat).and_then(|()| self.check_setup());
                (Some(seat), allowed.map(|()| Event::Opened { seat, opening }))
            }
            Command::Draw(throws) => (None, self.decide_draw(throws)),
            Command::Act { seat, action } => (Some(seat), self.decide_action(seat, action)),
            Command::Roll(dice) => (None, self.decide_roll(dice)),
            Command::Rethrow { seat, hand } => (Some(seat), self.decide_rethrow(seat, hand)),
            Command::Show(hands) => (None, self.decide_show(hands)),
            Command::Leave(seat) => (Some(seat), self.decide_leave(seat)),
            Command::NextTour => (None, self.decide_next_tour()),
        };
        event.map_err(|reason| self.refuse(reason, player))
    }

    /// What happens if this player does this. Actions are public: the event cannot hold dice that
    /// are still under cups.
    ///
    /// # Errors
    ///
    /// Why the rules refuse the action, and what would have been legal.
    pub fn decide_act(&self, seat: Seat, action: Action) -> Result<Event<NoDice>, RefusalError> {
        self.decide_action(seat, action).map_err(|reason| self.refuse(reason, Some(seat)))
    }

    /// A refusal with what would have been legal instead.
    pub(crate) fn refuse(&self, reason: IllegalError, player: Option<Seat>) -> RefusalError {
        RefusalError { reason, player, turn: self.turn(), legal: self.legal_actions() }
    }

    fn wrong_phase(&self) -> IllegalError {
        IllegalError::WrongPhase(self.phase.name())
    }

    pub(crate) fn check_setup(&self) -> Result<(), IllegalError> {
        self.check_not_over()?;
        match self.phase {
            Phase::Draw { again: false, .. } => Ok(()),
            Phase::Draw { again: true, .. } => Err(IllegalError::BadSetup(SetupError::DrawBegan)),
            _ => Err(self.wrong_phase()),
        }
    }

    pub(crate) fn check_draw(&self) -> Result<SeatSet, IllegalError> {
        self.check_not_over()?;
        match self.phase {
            Phase::Draw { throwing, .. } => Ok(throwing),
            _ => Err(self.wrong_phase()),
        }
    }

    pub(crate) fn check_roll(&self) -> Result<(), IllegalError> {
        self.check_not_over()?;
        match self.phase {
            Phase::Declaring { .. } | Phase::Rolling => Ok(()),
            _ => Err(self.wrong_phase()),
        }
    }

    fn decide_dice(&self, given: BySeat<Option<u8>>) -> Result<Event<D>, IllegalError> {
        if SeatSet::ALL.without(self.seats).iter().any(|seat| given[seat].is_some()) {
            return Err(IllegalError::NoSuchPlayer);
        }
        if self.gone_with_dice(&given).is_some() {
            return Err(IllegalError::PlayerIsOut);
        }
        self.check_setup()?;
        let most = self.rules.dice;
        let mut dice = self.dice;
        for seat in self.seats.iter() {
            let Some(count) = given[seat] else { continue };
            if count > most {
                return Err(IllegalError::BadSetup(SetupError::TooManyDice { seat, most }));
            }
            dice[seat] = count;
        }
        if dice.values().filter(|&&count| count > 0).count() < 2 {
            return Err(IllegalError::BadSetup(SetupError::TooFewWithDice));
        }
        Ok(Event::DiceSet(dice))
    }

    /// A player who has left the match and is given dice all the same.
    fn gone_with_dice(&self, given: &BySeat<Option<u8>>) -> Option<Seat> {
        self.left.iter().find(|&seat| given[seat].is_some_and(|count| count > 0))
    }

    fn decide_used(&self, seats: SeatSet) -> Result<Event<D>, IllegalError> {
        if !seats.without(self.seats).is_empty() {
            return Err(IllegalError::NoSuchPlayer);
        }
        self.check_setup()?;
        Ok(Event::UsedSet(self.had_maputo.or(seats)))
    }

    fn decide_draw(&self, throws: BySeat<Option<Face>>) -> Result<Event<D>, IllegalError> {
        let throwing = self.check_draw()?;
        let fault = SeatSet::ALL.iter().find_map(|seat| match (throwing.contains(seat), throws[seat]) {
            (true, None) => Some(DrawError::Missing(seat)),
            (false, Some(_)) => Some(DrawError::NotInDraw(seat)),
            _ => None,
        });
        match fault {
            Some(fault) => Err(IllegalError::BadDraw(fault)),
            None => Ok(Event::Drawn(throws)),
        }
    }

    fn decide_roll(&self, dice: D) -> Result<Event<D>, IllegalError> {
        self.check_roll()?;
        if let Some(hands) = dice.hands() {
            self.check_hands(&hands)?;
        }
        Ok(Event::Rolled(dice))
    }

    fn check_hands(&self, hands: &AllHands) -> Result<(), IllegalError> {
        SeatSet::ALL.iter().try_for_each(|seat| self.check_hand(seat, hands[seat]))
    }

    fn check_hand(&self, seat: Seat, rolled: Hand) -> Result<(), IllegalError> {
        let has = self.dice[seat];
        if rolled.len() == usize::from(has) {
            Ok(())
        } else {
            Err(IllegalError::BadRoll(RollError::WrongDice { seat, has, rolled }))
        }
    }

    fn decide_rethrow(&self, seat: Seat, hand: Hand) -> Result<Event<D>, IllegalError> {
        self.check_player(seat)?;
        let dice = self.hands.and_then(|dice| dice.with_hand(seat, hand));
        let Some(dice) = dice else { return Err(self.wrong_phase()) };
        self.check_hand(seat, hand)?;
        Ok(Event::Rethrown { seat, dice })
    }

    fn decide_show(&self, hands: AllHands) -> Result<Event<D>, IllegalError> {
        self.check_not_over()?;
        let Phase::Showing { caller, call } = self.phase else { return Err(self.wrong_phase()) };
        self.check_hands(&hands)?;
        self.revealed(caller, call, hands)
    }

    fn decide_leave(&self, seat: Seat) -> Result<Event<D>, IllegalError> {
        self.check_player(seat)?;
        match self.phase {
            Phase::Draw { .. } => Err(self.wrong_phase()),
            _ => Ok(Event::Left(seat)),
        }
    }

    fn decide_next_tour(&self) -> Result<Event<D>, IllegalError> {
        if self.winner().is_none() {
            Err(self.wrong_phase())
        } else if self.seats.without(self.left).len() < 2 {
            Err(IllegalError::TooFewPlayers)
        } else {
            Ok(Event::TourBegan)
        }
    }

    /// An event with any dice, since it has none.
    fn decide_action<E>(&self, seat: Seat, action: Action) -> Result<Event<E>, IllegalError> {
        self.check(seat, action)?;
        match action {
            Action::Bid(bid) => Ok(Event::Bid { seat, bid }),
            Action::Maputo => Ok(Event::Declared(seat)),
            Action::Pass => Ok(Event::Passed(seat)),
            Action::Dudo => self.call(seat, Call::Dudo),
            Action::Calza => self.call(seat, Call::Calza),
        }
    }

    /// Where the referee sees all dice they are counted at once; otherwise the players show theirs first.
    fn call<E>(&self, caller: Seat, call: Call) -> Result<Event<E>, IllegalError> {
        let Some(dice) = self.hands else { return Err(self.wrong_phase()) };
        match dice.hands() {
            Some(hands) => self.revealed(caller, call, hands),
            None => Ok(Event::Called { seat: caller, call }),
        }
    }

    fn revealed<E>(&self, caller: Seat, call: Call, hands: AllHands) -> Result<Event<E>, IllegalError> {
        let Some(standing) = self.standing else { return Err(self.wrong_phase()) };
        let bid = standing.bid;
        let count = hands.matching(bid.face, self.kind.jokers());
        let outcome = match call {
            Call::Dudo if count < bid.count => Outcome::Loses(standing.bidder),
            Call::Dudo => Outcome::Loses(caller),
            Call::Calza if count == bid.count => Outcome::Gains(caller),
            Call::Calza => Outcome::Loses(caller),
        };
        Ok(Event::Revealed(Reveal { caller, call, bid, bidder: standing.bidder, hands, count, outcome }))
    }
}
