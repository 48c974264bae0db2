//! One table of the load: what its players know and do. No I/O: messages go into the players' outboxes.

use std::collections::VecDeque;
use std::time::Instant;

use perudo_protocol::{Notice, Now, RefusedBody, ServerMsg, View, WireCommand, WireEvent, You};
use perudo_table::StageName;

use crate::incoming::{self, Incoming};
use crate::moves::choose;
use crate::player::Player;
use crate::tally::{Tally, micros};

/// What all players do at the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Learn what the table is like.
    Greeting,
    /// Sit down.
    Joining,
    /// Begin, but make no move.
    Starting,
    /// Play.
    Playing,
    /// Make no more moves.
    Ending,
    /// Get up.
    Leaving,
}

/// When players move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    /// As soon as they know that it is their turn.
    AtOnce,
    /// When a move of their table is due.
    WhenDue,
}

/// What holds for all tables.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub(crate) phase: Phase,
    pub(crate) pace: Pace,
}

/// A table as its players know it together.
#[derive(Debug)]
pub(crate) struct Table {
    id: String,
    players: Vec<Player>,
    /// Tables differ in how they play.
    salt: u64,
    /// The latest event that any player holds.
    seq: u64,
    /// The table after that event; none before the first `welcome`. It is nobody's in particular: an event is read once
    /// for all players, and whose dice it shows does not matter here.
    view: Option<Box<View>>,
    /// The move that was sent and that nobody holds yet.
    sent: Option<Sent>,
    /// Moves that some seats hold and some do not, the oldest first.
    moves: VecDeque<Move>,
    /// When the moves were due that could not be made yet.
    due: VecDeque<Instant>,
    had_a_turn: bool,
    /// The host has asked for a match.
    starting: bool,
    /// Someone has lost the connection before, so that what was on its way may come late, and stand-ins may play.
    disturbed: bool,
    /// What one player was told changes what others may do.
    stirred: bool,
    /// Since when events cannot be stored.
    storage_down: Option<Instant>,
    /// A player has lost the connection for good, or nobody can move: nothing more can be expected here.
    broken: bool,
}

/// A move that was sent.
#[derive(Debug)]
struct Sent {
    place: usize,
    id: u64,
    at: Instant,
    due: Instant,
}

/// A move that became an event.
#[derive(Debug)]
struct Move {
    seq: u64,
    sent: Sent,
    /// How many seats do not hold it yet.
    missing: usize,
}

impl Table {
    pub(crate) fn new(id: String, players: Vec<Player>, salt: u64) -> Table {
        Table {
            id,
            players,
            salt,
            seq: 0,
            view: None,
            sent: None,
            moves: VecDeque::new(),
            due: VecDeque::new(),
            had_a_turn: false,
            starting: false,
            disturbed: false,
            stirred: false,
            storage_down: None,
            broken: false,
        }
    }

    /// A player has lost the connection for good, or nobody can move.
    pub(crate) fn give_up(&mut self) {
        self.broken = true;
    }

    /// A player has lost the connection, and will come back. Says what that takes.
    pub(crate) fn lose(&mut self, place: usize, at: Instant) -> (String, String, u64) {
        self.disturbed = true;
        let player = &mut self.players[place];
        player.lose(at);
        (self.id.clone(), player.guest().to_owned(), player.seq)
    }

    /// Whether someone is on the way back.
    pub(crate) fn is_waiting(&self) -> bool {
        !self.broken && self.players.iter().any(|player| player.lost.is_some())
    }

    /// Whether others than the one who was told something may have something to do now.
    pub(crate) fn take_stirred(&mut self) -> bool {
        std::mem::take(&mut self.stirred)
    }

    pub(crate) fn places(&self) -> usize {
        self.players.len()
    }

    pub(crate) fn player(&mut self, place: usize) -> &mut Player {
        &mut self.players[place]
    }

    /// A move is due; returns the player who can make it.
    pub(crate) fn owe(&mut self, due: Instant) -> Option<usize> {
        self.due.push_back(due);
        let turn = self.turn()?;
        self.players.iter().position(|player| player.you.chair == Some(turn))
    }

    /// Moves that were due and have not been sent.
    pub(crate) fn behind(&self) -> usize {
        self.due.len()
    }

    fn now(&self) -> Option<&Now> {
        self.view.as_ref().map(|view| &view.now)
    }

    /// The chair that has the turn, unless its move is on its way: events may come before what it becomes.
    fn turn(&self) -> Option<u8> {
        self.now().filter(|now| now.legal.is_some() && self.sent.is_none())?.turn
    }

    /// Commands without an answer, moves that some seat does not hold, and a throw or a tour that has to come.
    pub(crate) fn unanswered(&self) -> usize {
        if self.broken {
            return 0;
        }
        let coming = self.now().is_some_and(|now| now.throw.is_some() || now.stage == StageName::Resting);
        usize::from(self.sent.is_some())
            + usize::from(coming)
            + self.moves.len()
            + self.players.iter().map(Player::unanswered).sum::<usize>()
    }

    /// A player receives a message, and does what follows from it.
    pub(crate) fn receive(&mut self, place: usize, text: &str, now: Instant, plan: Plan, tally: &mut Tally) {
        tally.messages += 1;
        match incoming::read(text) {
            Ok(Incoming::Event(seq)) => self.event(place, seq, text, now, tally),
            Ok(Incoming::Receipt) => return,
            Ok(Incoming::Other(message)) => self.other(place, *message, now, tally),
            Err(error) => tally.fault(&format!("a message that cannot be read: {error}")),
        }
        self.proceed(place, plan, tally);
    }

    fn event(&mut self, place: usize, seq: u64, text: &str, now: Instant, tally: &mut Tally) {
        let player = &mut self.players[place];
        if seq != player.seq + 1 {
            tally.fault("the events of a connection have a gap or come twice");
        }
        let known = std::mem::replace(&mut player.seq, seq);
        let unknown_to_chain = player.chain.is_some() && player.chain_seq < seq;
        if seq > self.seq || unknown_to_chain {
            match serde_json::from_str(text) {
                Ok(ServerMsg::Event { at, event, now, .. }) => {
                    self.news(seq, at, &event, now.as_deref(), tally);
                }
                Ok(_) => tally.fault("a message that is an event and something else"),
                Err(error) => tally.fault(&format!("an event that cannot be read: {error}")),
            }
        }
        if let Some(figures) = tally.measured() {
            figures.events += 1;
        }
        if let Some(since) = self.storage_down.take() {
            tally.storage_down.saturating_record(micros(since, now));
        }
        self.came_back(place, now, tally);
        self.hold(known, seq, now, tally);
    }

    /// An event that somebody here did not know.
    fn news(&mut self, seq: u64, at: u64, event: &WireEvent, now: Option<&Now>, tally: &mut Tally) {
        for player in &mut self.players {
            if let Some(chain) = player.chain.as_mut().filter(|_| player.chain_seq < seq) {
                chain.happened(event, now);
                player.chain_seq = seq;
            }
        }
        if seq <= self.seq {
            return;
        }
        let Some(view) = &mut self.view else {
            return tally.fault("an event came before any welcome");
        };
        view.follow(None, at, event, now);
        self.starting &= view.now.stage == StageName::Waiting;
        self.seq = seq;
        self.learn(event, tally);
        if self.turn().is_some() && !self.had_a_turn {
            self.had_a_turn = true;
            tally.playing += 1;
        }
    }

    /// A seat holds the events after `known`, up to this number.
    fn hold(&mut self, known: u64, seq: u64, now: Instant, tally: &mut Tally) {
        for one in self.moves.iter_mut().filter(|one| known < one.seq && one.seq <= seq) {
            one.missing -= 1;
        }
        while let Some(index) = self.moves.iter().position(|one| one.missing == 0) {
            if let Some(held) = self.moves.remove(index)
                && let Some(figures) = tally.measured()
            {
                figures.moved(held.sent.at, held.sent.due, now);
            }
        }
    }

    /// The table has said something to a player: if the connection had been lost, that is over.
    fn came_back(&mut self, place: usize, now: Instant, tally: &mut Tally) {
        if let Some(lost) = self.players[place].lost.take() {
            tally.back.saturating_record(micros(lost, now));
        }
    }

    /// An event that nobody here knew yet.
    fn learn(&mut self, event: &WireEvent, tally: &mut Tally) {
        let (mut links, mut withheld, mut rounds) = (0, false, 0);
        match event {
            WireEvent::Drawn { links: drawn, .. } => {
                (links, withheld) = (drawn.chairs.len(), !drawn.withheld.is_empty());
            }
            WireEvent::Rolled { with, withheld: without, .. } => {
                (links, withheld) = (with.len(), !without.is_empty());
            }
            WireEvent::Showdown { .. } => rounds = 1,
            _ => {}
        }
        // Who gets up while links are collected is named for that throw.
        if withheld && !self.disturbed && !self.players.iter().any(Player::has_left) {
            tally.fault("dice were thrown without the link of a player who gives all of them");
        }
        if let Some(chair) = mover(event) {
            self.moved(chair, tally);
        }
        if let Some(figures) = tally.measured() {
            figures.links += links as u64;
            figures.rounds += rounds;
        }
    }

    /// The move of a player became an event.
    fn moved(&mut self, chair: u8, tally: &mut Tally) {
        let sent = self.sent.take().filter(|sent| self.players[sent.place].you.chair == Some(chair));
        let Some(sent) = sent else {
            // A stand-in plays for who is away for long.
            if !self.disturbed {
                tally.fault("a move that nobody here has sent");
            }
            return;
        };
        self.players[sent.place].became(sent.id, self.seq);
        self.moves.push_back(Move { seq: self.seq, sent, missing: self.players.len() });
    }

    fn other(&mut self, place: usize, message: ServerMsg, now: Instant, tally: &mut Tally) {
        if let Some(chain) = &mut self.players[place].chain {
            chain.receive(&message);
        }
        match message {
            ServerMsg::Done { seq, id, event } => self.done(place, (seq, id, event), now, tally),
            ServerMsg::Welcome { seq, you, view, .. } => {
                tally.greeted += 1;
                self.welcome(place, seq, view, now, tally);
                self.you(place, you, tally);
            }
            ServerMsg::You { you, .. } => {
                self.came_back(place, now, tally);
                self.you(place, you, tally);
            }
            ServerMsg::Refused { body, .. } => self.refused(place, &body, tally),
            ServerMsg::Notice { notice: Notice::StorageDown, .. } => {
                self.storage_down.get_or_insert(now);
            }
            ServerMsg::Notice { notice: Notice::StorageUp, .. } => self.players[place].storage_is_up(),
            // The connection is about to be closed.
            ServerMsg::Notice { notice: Notice::Restarting, .. } => {}
            ServerMsg::Watching { .. }
            | ServerMsg::Pong { .. }
            | ServerMsg::Receipt { .. }
            | ServerMsg::Receipts { .. }
            | ServerMsg::Event { .. } => {}
        }
    }

    /// The whole table, as it is after an event: who comes back may have missed more than the server has at hand.
    fn welcome(&mut self, place: usize, seq: u64, view: Box<View>, now: Instant, tally: &mut Tally) {
        let player = &mut self.players[place];
        if seq < player.seq {
            tally.fault("an event that was told is gone");
        }
        let known = std::mem::replace(&mut player.seq, seq);
        player.chain_seq = seq;
        if seq > self.seq {
            (self.seq, self.view) = (seq, Some(view));
        }
        self.came_back(place, now, tally);
        self.hold(known, seq, now, tally);
    }

    fn done(&mut self, place: usize, answer: (u64, u64, u64), now: Instant, tally: &mut Tally) {
        let (seq, id, event) = answer;
        let player = &mut self.players[place];
        if seq != player.seq {
            tally.fault("an answer came before the events that it speaks of, or after later ones");
        }
        match player.answered(id) {
            None => tally.fault("a command was answered twice, or never sent"),
            Some(answered) if answered.became.is_some_and(|known| known != event) => {
                tally.fault("an answer names another event than the one that the move became");
            }
            Some(_) => {}
        }
        // Its event was told to nobody who had not been told everything at once.
        if let Some(sent) = self.take_sent(place, id)
            && let Some(figures) = tally.measured()
        {
            figures.moved(sent.at, sent.due, now);
        }
    }

    /// The move of a player, if it is still on its way: it is over, so whoever has the turn may move.
    fn take_sent(&mut self, place: usize, id: u64) -> Option<Sent> {
        let sent = self.sent.take_if(|sent| sent.place == place && sent.id == id)?;
        self.stirred = true;
        Some(sent)
    }

    fn you(&mut self, place: usize, you: You, tally: &mut Tally) {
        let player = &mut self.players[place];
        if player.you.chair.is_none() && you.chair.is_some() {
            tally.seated += 1;
        }
        player.you = you;
    }

    fn refused(&mut self, place: usize, body: &RefusedBody, tally: &mut Tally) {
        let player = &mut self.players[place];
        if body.error == STORAGE_DOWN {
            return body.id.into_iter().for_each(|id| player.wait_for_storage(id));
        }
        let answered = body.id.and_then(|id| player.answered(id));
        if let Some(id) = body.id {
            self.take_sent(place, id);
        }
        // What is sent again may have been overtaken by a stand-in.
        if !answered.is_some_and(|answered| answered.again) {
            tally.fault(&format!("refused ({}): {}", body.error, body.message));
        }
    }

    /// A player does what is to be done, if anything.
    pub(crate) fn proceed(&mut self, place: usize, plan: Plan, tally: &mut Tally) {
        let player = &mut self.players[place];
        match plan.phase {
            Phase::Greeting => return,
            Phase::Joining => player.join(),
            Phase::Leaving => return player.leave(),
            Phase::Starting | Phase::Playing | Phase::Ending => {}
        }
        // Whoever does not hold the latest event yet will receive it in a moment.
        if player.seq != self.seq || self.broken {
            return;
        }
        let Some(View { now, .. }) = self.view.as_deref() else { return };
        let can_start = now.stage == StageName::Waiting && !self.starting;
        if now.throw.is_some() {
            player.give_link();
        } else if !can_start {
            player.renew_chain(tally);
        }
        if can_start && matches!(plan.phase, Phase::Starting | Phase::Playing) && player.you.host {
            self.starting = true;
            player.order(WireCommand::Start);
        }
        let chair = player.you.chair;
        if plan.phase == Phase::Playing && chair.is_some() && self.turn() == chair {
            self.act(place, plan.pace, tally);
        }
    }

    fn act(&mut self, place: usize, pace: Pace, tally: &mut Tally) {
        let number = self.salt.wrapping_add(self.seq);
        let Some(action) = self.now().and_then(|now| choose(now, number)) else {
            self.give_up();
            return tally.fault("someone has the turn, and nothing is legal");
        };
        let at = Instant::now();
        let due = match pace {
            Pace::AtOnce => at,
            Pace::WhenDue => match self.due.pop_front() {
                Some(due) => due,
                None => return,
            },
        };
        let id = self.players[place].order(WireCommand::Act { action });
        self.sent = Some(Sent { place, id, at, due });
    }
}

/// The refusal of what cannot be stored at the moment.
const STORAGE_DOWN: &str = "storage-down";

/// The chair of the player who decided an event.
fn mover(event: &WireEvent) -> Option<u8> {
    match event {
        WireEvent::Bid { chair, .. }
        | WireEvent::Showdown { chair, .. }
        | WireEvent::Declared { chair, .. }
        | WireEvent::Passed { chair, .. } => Some(*chair),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use perudo_protocol::ClientMsg;

    use super::*;

    fn players() -> Vec<Player> {
        (0..2).map(|number| Player::new(format!("{number:032}"), number.to_string(), None)).collect()
    }

    /// Two players, one of whom receives an event late and one of whom receives one twice.
    #[test]
    fn a_move_is_held_when_the_last_seat_holds_it_and_gaps_are_errors() {
        let mut tally = Tally::new().unwrap();
        tally.begin(&[]);
        let plan = Plan { phase: Phase::Playing, pace: Pace::AtOnce };
        let mut table = Table::new("kitchen".to_owned(), players(), 0);
        seat(&mut table, plan, &mut tally);
        let now = Instant::now();
        let mut receive = |table: &mut Table, place: usize, text: &str| {
            table.receive(place, text, now, plan, &mut tally);
            (tally.figures.moves, tally.errors())
        };
        let done = r#"{"type":"done","seq":7,"id":1,"event":7}"#;
        assert_eq!(receive(&mut table, 1, &event(6, 1)), (0, 0));
        assert!(!table.players[1].outbox.is_empty(), "the next player moves at once");
        assert_eq!(table.unanswered(), 2);
        assert_eq!(receive(&mut table, 1, &event(7, 0)), (0, 0));
        assert_eq!(receive(&mut table, 1, done), (0, 0));
        assert_eq!(receive(&mut table, 0, &event(6, 1)), (0, 0));
        assert!(table.players[0].outbox.is_empty(), "a player who does not hold the latest event waits");
        assert_eq!(receive(&mut table, 0, &event(7, 0)), (1, 0));
        assert!(!table.players[0].outbox.is_empty());
        assert_eq!(receive(&mut table, 1, done), (1, 1), "answered twice");
        assert_eq!(receive(&mut table, 1, &event(7, 0)), (1, 2), "received twice");
        assert_eq!(receive(&mut table, 1, &event(9, 0)), (1, 3), "a gap");
        let refused = r#"{"type":"refused","seq":9,"id":1,"error":"not-your-turn","message":"No."}"#;
        assert_eq!(receive(&mut table, 0, refused), (1, 4));
        assert_eq!(table.unanswered(), 0);
    }

    /// Everybody sits and holds event 5.
    fn seat(table: &mut Table, plan: Plan, tally: &mut Tally) {
        for place in 0..table.places() {
            let welcome = welcome(5, place, r#"{"stage":"playing"}"#);
            table.receive(place, &welcome, Instant::now(), plan, tally);
        }
    }

    fn welcome(seq: u64, place: usize, now: &str) -> String {
        format!(
            r#"{{"type":"welcome","seq":{seq},"protocol":1,
                "you":{{"person":{place},"chair":{place},"host":false}},
                "view":{{"table":"kitchen","settings":{{"seats":2}},"stage":"playing","tours_played":0,
                    "chairs":[{{"wins":0}},{{"wins":0}}],"people":[],"host":null,"chat_on":true,"chat":[],
                    "server_tip":"31260ada64c9ec368f8f2b53d289d451fede84f24edd1aa8bc8ecc93a1971f65",
                    "server_from":1,"throws":0,"now":{now}}}}}"#
        )
    }

    fn turn_of(chair: u8) -> String {
        format!(
            r#"{{"stage":"playing","turn":{chair},"dice":[5,5],"legal":{{"least":[1,1,1,1,1,1],"most":10,"calls":[]}}}}"#
        )
    }

    fn event(seq: u64, turn: u8) -> String {
        let event = match seq {
            7 => r#"{"what":"bid","chair":1,"bid":"1x2","by":"person"}"#,
            _ => r#"{"what":"rolled","throw":1,"with":[],"withheld":[]}"#,
        };
        let now = turn_of(turn);
        format!(r#"{{"type":"event","seq":{seq},"at":1,"event":{event},"now":{now}}}"#)
    }

    /// Events before the first welcome are errors, and a welcome stands for events that were missed.
    #[test]
    fn what_is_known_of_a_table_begins_with_a_welcome() {
        let mut tally = Tally::new().unwrap();
        let plan = Plan { phase: Phase::Playing, pace: Pace::AtOnce };
        let mut table = Table::new("kitchen".to_owned(), players(), 0);
        table.receive(0, &event(1, 0), Instant::now(), plan, &mut tally);
        assert_eq!(tally.faults(), [("an event came before any welcome".to_owned(), 1)]);
        seat(&mut table, plan, &mut tally);
        assert!(table.players.iter().all(|player| player.outbox.is_empty()), "it is nobody's turn");
        table.receive(0, &welcome(9, 0, &turn_of(0)), Instant::now(), plan, &mut tally);
        assert!(!table.players[0].outbox.is_empty());
        assert_eq!((table.seq, table.turn(), tally.errors()), (9, None, 1));
    }

    /// A move is sent, the connection is lost and the move is sent again: it counts once, however it is answered.
    #[test]
    fn who_comes_back_sends_again_what_was_not_answered() {
        let you = r#"{"type":"you","seq":6,"you":{"person":1,"chair":1,"host":false}}"#;
        let answers = [
            (r#"{"type":"done","seq":7,"id":1,"event":7}"#, 7),
            (r#"{"type":"refused","seq":6,"id":1,"error":"stale","message":"No."}"#, 6),
        ];
        for (answer, seq) in answers {
            let mut tally = Tally::new().unwrap();
            tally.begin(&[]);
            let plan = Plan { phase: Phase::Playing, pace: Pace::AtOnce };
            let mut table = Table::new("kitchen".to_owned(), players(), 0);
            seat(&mut table, plan, &mut tally);
            let begun = Instant::now();
            table.receive(0, &event(6, 1), begun, plan, &mut tally);
            table.receive(1, &event(6, 1), begun, plan, &mut tally);
            let sent = table.players[1].outbox.clone();
            assert!(matches!(sent[..], [ClientMsg::Order(_)]));
            assert_eq!(table.lose(1, begun).2, 6);
            assert!(table.is_waiting() && table.players[1].outbox.is_empty());
            table.player(1).resume();
            assert_eq!(table.players[1].outbox, sent);
            let later = begun + Duration::from_millis(20);
            table.receive(1, you, later, plan, &mut tally);
            assert!(!table.is_waiting());
            assert_eq!((tally.back.len(), tally.back.max() / 1000), (1, 20));
            table.players[1].outbox.clear();
            if seq == 7 {
                table.receive(1, &event(7, 0), later, plan, &mut tally);
                table.receive(0, &event(7, 0), later, plan, &mut tally);
            }
            table.receive(1, answer, later, plan, &mut tally);
            assert_eq!(tally.faults(), []);
            assert_eq!(tally.figures.moves, seq - 6);
            let anew = table.take_stirred() && !table.players[1].outbox.is_empty();
            assert_eq!(anew, seq == 6, "a refused move is followed by another one");
        }
    }

    /// Storage fails for a moment: the move is sent again, and what came late counts.
    #[test]
    fn what_could_not_be_stored_is_sent_again_when_it_can() {
        let mut tally = Tally::new().unwrap();
        tally.begin(&[]);
        let plan = Plan { phase: Phase::Playing, pace: Pace::AtOnce };
        let mut table = Table::new("kitchen".to_owned(), players(), 0);
        seat(&mut table, plan, &mut tally);
        let begun = Instant::now();
        table.receive(1, &event(6, 1), begun, plan, &mut tally);
        let sent = std::mem::take(&mut table.players[1].outbox);
        let down = r#"{"type":"notice","seq":6,"notice":"storage-down"}"#;
        let refused = r#"{"type":"refused","seq":6,"id":1,"error":"storage-down","message":"No."}"#;
        table.receive(1, down, begun, plan, &mut tally);
        table.receive(1, refused, begun, plan, &mut tally);
        assert!(table.players[1].outbox.is_empty() && table.unanswered() > 0);
        let later = begun + Duration::from_millis(30);
        table.receive(1, &down.replace("down", "up"), later, plan, &mut tally);
        assert_eq!(table.players[1].outbox, sent);
        table.receive(1, &event(7, 0), later, plan, &mut tally);
        assert_eq!((tally.faults(), tally.storage_down.max() / 1000), (&[][..], 30));
    }
}
