//! A match played by bytes, and what must hold after every step of it.

use perudo_rules::record::{Names, Record};
use perudo_rules::{Action, AllHands, Bid, Command, Event, Face, Game, RefusalError, Seat};

use super::anything::any_table;
use super::choices::Choices;
use super::commands::next_command;

/// A match, and everything that happened in it.
pub(crate) struct Played {
    pub(crate) game: Game,
    pub(crate) log: Vec<Event>,
    /// The dice of all who take part in this tour, wherever they lie.
    brought: usize,
}

impl Played {
    /// A match at a table that the bytes choose.
    pub(crate) fn begin(choices: &mut Choices<'_>) -> Played {
        let (rules, players) = any_table(choices);
        let brought = players * usize::from(rules.dice);
        Played { game: Game::new(rules, players).unwrap(), log: Vec::new(), brought }
    }

    /// Asks for something that the bytes choose.
    pub(crate) fn step(&mut self, choices: &mut Choices<'_>) -> Result<Event, RefusalError> {
        let command = next_command(&self.game, choices);
        self.carry_out(command)
    }

    pub(crate) fn carry_out(&mut self, command: Command) -> Result<Event, RefusalError> {
        let event = self.game.decide(command)?;
        self.game.apply(&event);
        self.log.push(event);
        if event == Event::TourBegan {
            let players = self.game.seats().without(self.game.left());
            self.brought = players.len() * usize::from(self.game.rules().dice);
        }
        Ok(event)
    }

    /// The match as a record: what a failed assertion shows.
    pub(crate) fn record(&self) -> Record {
        let names = Names::new(self.game.seats().iter().map(|seat| format!("p{}", seat.index()))).unwrap();
        Record::of_game(self.game.rules(), &names, &self.log)
    }

    /// The list of all legal actions, the check of a single one and the decision say the same
    /// about everything that this seat could try.
    pub(crate) fn assert_list_check_and_decision_agree(&self, seat: Seat) {
        let game = &self.game;
        let listed: Vec<Action> = match game.turn() {
            Some(turn) if turn == seat => game.legal_actions().iter().collect(),
            _ => Vec::new(),
        };
        let mut allowed = Vec::new();
        for action in every_action(game.in_play()) {
            let check = game.check(seat, action);
            let decision = game.decide(Command::Act { seat, action });
            assert_eq!(decision.map(drop).map_err(|refusal| refusal.reason), check, "{seat:?} {action}");
            if check.is_ok() {
                allowed.push(action);
            }
        }
        assert_eq!(listed, allowed, "{seat:?} in\n{}", self.record());
    }

    /// No die appears and none gets lost: each is with a player or in the centre.
    pub(crate) fn assert_dice_are_conserved(&self) {
        let game = &self.game;
        let dice = |seat| usize::from(game.dice(seat));
        let held: usize = game.seats().iter().map(dice).sum();
        assert_eq!(held, usize::from(game.in_play()), "{}", self.record());
        assert_eq!(held + usize::from(game.centre()), self.brought, "{}", self.record());
        for seat in game.seats().iter() {
            assert!(dice(seat) <= usize::from(game.rules().dice), "{}", self.record());
            assert_eq!(game.with_dice().contains(seat), dice(seat) > 0, "{}", self.record());
            let under_cup = |hands: &AllHands| hands[seat].len();
            assert_eq!(game.hands().map_or(dice(seat), under_cup), dice(seat), "{}", self.record());
        }
    }

    /// The log alone leads to the same state.
    pub(crate) fn assert_log_replays(&self) {
        let replayed = Game::replay(*self.game.rules(), self.game.seats().len(), &self.log);
        assert_eq!(replayed, Ok(self.game), "{}", self.record());
    }
}

/// Every action that could be tried at a table with so many dice, in the order of the list of
/// legal ones, and some that no table allows.
pub(crate) fn every_action(in_play: u8) -> impl Iterator<Item = Action> {
    let counts = (0..=in_play + 2).chain([u8::MAX]);
    let bids = counts.flat_map(|count| Face::ALL.map(|face| Action::Bid(Bid::new(count, face))));
    bids.chain([Action::Dudo, Action::Calza, Action::Maputo, Action::Pass])
}

/// Plays a match by these bytes and checks it after every step.
pub(crate) fn play_bytes(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let mut played = Played::begin(&mut choices);
    while !choices.is_empty() {
        if played.step(&mut choices).is_ok() {
            played.assert_dice_are_conserved();
            played.assert_list_check_and_decision_agree(played.game.turn().unwrap_or(Seat::FIRST));
        }
    }
    played.assert_log_replays();
}
