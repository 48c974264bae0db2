//! One table of the load and its players: what they hear and what they do. No I/O: what they say is put into
//! their outboxes.

use std::collections::VecDeque;
use std::time::Instant;

use perudo_protocol::{ClientMsg, Legal, Order, RefusedBody, ServerMsg, WireCommand, You};
use perudo_rules::{Action, Bid, Face};
use perudo_server::Entropy;
use perudo_table::fair::Chain;

use super::message::{self, Done, Heard, Now, Told, What};
use super::tally::Tally;
use super::websocket;

/// How long chains are: short enough that new ones are needed while anyone measures.
const CHAIN: u32 = 256;
/// With so few links left a new chain is committed to: more than go by in a tour while someone is out of it.
const FEW: u32 = 64;

/// A new chain.
pub(super) fn new_chain(entropy: &Entropy) -> Chain {
    Chain::new(entropy.bytes(), CHAIN)
}

/// What everybody does at the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
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
pub(super) enum Pace {
    /// As soon as they know that it is their turn.
    AtOnce,
    /// When a move of their table is due.
    WhenDue,
}

/// What holds for all tables.
#[derive(Debug)]
pub(super) struct Manners {
    pub(super) phase: Phase,
    pub(super) pace: Pace,
    pub(super) entropy: Entropy,
}

/// A table as its players know it together.
#[derive(Debug)]
pub(super) struct Table {
    players: Vec<Player>,
    /// Tables differ in how they play.
    salt: u64,
    /// The latest event that any player holds.
    seq: u64,
    standing: Standing,
    /// The chairs that tied in the draw: only they throw again.
    tied: Vec<u8>,
    /// From which throw on a person's chain counts.
    froms: Vec<(u16, u64)>,
    /// The move that was sent and that nobody holds yet.
    sent: Option<Sent>,
    /// Moves that some seats hold and some do not, the oldest first.
    moves: VecDeque<Move>,
    /// When the moves were due that could not be made yet.
    due: VecDeque<Instant>,
    had_a_turn: bool,
    /// The host has asked for a match.
    starting: bool,
    /// A player has lost the connection: nothing more can be expected here.
    broken: bool,
}

/// How the game stands after the latest event that is about it.
#[derive(Debug, Default)]
struct Standing {
    /// A match can be started, and nobody has done it yet.
    waiting: bool,
    /// The next tour is about to begin.
    resting: bool,
    /// The chair that has the turn and has not used it yet.
    turn: Option<u8>,
    bid: Option<Bid>,
    /// How many dice are in play.
    dice: u32,
    legal: Option<Legal>,
    throw: Option<u64>,
    /// The chairs that throw then.
    throwing: Vec<u8>,
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

/// A player with a connection of their own.
#[derive(Debug)]
pub(super) struct Player {
    /// Frames to be sent.
    pub(super) outbox: Vec<u8>,
    name: String,
    seq: u64,
    you: You,
    last_id: u64,
    /// Commands without an answer, each with the event that it became, if that is known.
    awaited: Vec<(u64, Option<u64>)>,
    chain: Option<Chain>,
    /// The chain that was committed to and does not count yet, with the number of that command.
    next_chain: Option<(u64, Chain)>,
    /// The last throw that a link was given for.
    given: u64,
    joined: bool,
    left: bool,
}

impl Player {
    pub(super) fn new(name: String, chain: Option<Chain>) -> Player {
        Player {
            outbox: Vec::new(),
            name,
            seq: 0,
            you: You::default(),
            last_id: 0,
            awaited: Vec::new(),
            chain,
            next_chain: None,
            given: 0,
            joined: false,
            left: false,
        }
    }

    fn say(&mut self, message: &ClientMsg) {
        // Nothing in it can fail to be written.
        let text = serde_json::to_vec(message).unwrap_or_default();
        websocket::put(&mut self.outbox, websocket::TEXT, &text);
    }

    /// Asks for something; gives the number of the command.
    fn order(&mut self, command: WireCommand) -> u64 {
        self.last_id += 1;
        self.awaited.push((self.last_id, None));
        self.say(&ClientMsg::Order(Order { id: self.last_id, seen: self.seq, command }));
        self.last_id
    }

    /// The command with that number is answered: the event that it became, if that was known.
    fn answered(&mut self, id: u64) -> Option<Option<u64>> {
        let index = self.awaited.iter().position(|(known, _)| *known == id)?;
        Some(self.awaited.swap_remove(index).1)
    }
}

impl Table {
    pub(super) fn new(players: Vec<Player>, salt: u64) -> Table {
        Table {
            players,
            salt,
            seq: 0,
            standing: Standing { waiting: true, ..Standing::default() },
            tied: Vec::new(),
            froms: Vec::new(),
            sent: None,
            moves: VecDeque::new(),
            due: VecDeque::new(),
            had_a_turn: false,
            starting: false,
            broken: false,
        }
    }

    /// A player has lost the connection.
    pub(super) fn lose(&mut self) {
        self.broken = true;
    }

    pub(super) fn player(&mut self, place: usize) -> &mut Player {
        &mut self.players[place]
    }

    /// A move is due; gives the player who can make it.
    pub(super) fn owe(&mut self, due: Instant) -> Option<usize> {
        self.due.push_back(due);
        let turn = self.standing.turn?;
        self.players.iter().position(|player| player.you.chair == Some(turn))
    }

    /// Moves that were due and have not been sent.
    pub(super) fn behind(&self) -> usize {
        self.due.len()
    }

    /// Commands without an answer, moves that some seat does not hold, and a throw or a tour that has to come.
    pub(super) fn unanswered(&self) -> usize {
        if self.broken {
            return 0;
        }
        usize::from(self.sent.is_some())
            + usize::from(self.standing.throw.is_some() || self.standing.resting)
            + self.moves.len()
            + self.players.iter().map(|player| player.awaited.len()).sum::<usize>()
    }

    /// A player hears a message.
    pub(super) fn hear(
        &mut self,
        place: usize,
        text: &[u8],
        now: Instant,
        manners: &Manners,
        tally: &mut Tally,
    ) {
        tally.messages += 1;
        match message::read(text) {
            Ok(Heard::Event(seq)) => self.event(place, seq, text, now, tally),
            Ok(Heard::Done(done)) => self.done(place, done, tally),
            Ok(Heard::Other(message)) => self.other(place, *message, tally),
            Err(fault) => tally.fault(&fault),
        }
        self.go_on(place, manners, tally);
    }

    fn event(&mut self, place: usize, seq: u64, text: &[u8], now: Instant, tally: &mut Tally) {
        let player = &mut self.players[place];
        if seq != player.seq + 1 {
            tally.fault("the events of a connection have a gap or come twice");
        }
        player.seq = seq;
        if seq > self.seq {
            self.seq = seq;
            match message::read_event(text) {
                Ok(told) => self.learn(told, tally),
                Err(fault) => tally.fault(&fault),
            }
        }
        if let Some(figures) = tally.measured() {
            figures.events += 1;
        }
        if let Some(index) = self.moves.iter().position(|one| one.seq == seq) {
            self.moves[index].missing -= 1;
            if self.moves[index].missing == 0
                && let Some(held) = self.moves.remove(index)
                && let Some(figures) = tally.measured()
            {
                figures.moved(held.sent.at, held.sent.due, now);
            }
        }
    }

    /// An event that nobody here knew yet.
    fn learn(&mut self, told: Told<'_>, tally: &mut Tally) {
        let event = told.event;
        if let (Some(person), Some(from)) = (event.person, event.from) {
            self.count_chain(person, from);
        }
        if event.is_move() {
            match self.sent.take().filter(|sent| self.players[sent.place].you.chair == event.chair) {
                None => tally.fault("a move that nobody here has sent"),
                Some(sent) => {
                    let awaited = &mut self.players[sent.place].awaited;
                    if let Some((_, became)) = awaited.iter_mut().find(|(id, _)| *id == sent.id) {
                        *became = Some(self.seq);
                    }
                    self.moves.push_back(Move { seq: self.seq, sent, missing: self.players.len() });
                }
            }
        }
        if !event.withheld.is_empty() {
            tally.fault("dice were thrown without the link of a player who gives all of them");
        }
        if let Some(figures) = tally.measured() {
            figures.links += event.with.len() as u64;
            figures.rounds += u64::from(event.what == "showdown");
        }
        let Some(now) = told.now else { return };
        if event.what == "drawn" || now.phase != Some("draw") {
            self.tied = tied(&event, &now);
        }
        let has_dice = |(chair, dice): (usize, &u8)| (*dice > 0).then_some(chair as u8);
        let throwing = match now.throw {
            None => Vec::new(),
            Some(_) if !self.tied.is_empty() => self.tied.clone(),
            Some(_) => now.dice.iter().enumerate().filter_map(has_dice).collect(),
        };
        self.standing = Standing {
            waiting: now.stage == "waiting" && !self.starting,
            resting: now.stage == "resting",
            // Events may come between a move and what it becomes: it is made once all the same.
            turn: now.turn.filter(|_| now.legal.is_some() && self.sent.is_none()),
            bid: now.bid,
            dice: now.dice.iter().map(|dice| u32::from(*dice)).sum(),
            legal: now.legal,
            throw: now.throw,
            throwing,
        };
        self.starting &= now.stage == "waiting";
        if self.standing.turn.is_some() && !self.had_a_turn {
            self.had_a_turn = true;
            tally.playing += 1;
        }
    }

    /// From that throw on a person's latest chain counts.
    fn count_chain(&mut self, person: u16, from: u64) {
        self.froms.retain(|(known, _)| *known != person);
        self.froms.push((person, from));
        if let Some(player) = self.players.iter_mut().find(|player| player.you.person == Some(person))
            && let Some((_, chain)) = player.next_chain.take()
        {
            player.chain = Some(chain);
        }
    }

    fn done(&mut self, place: usize, done: Done, tally: &mut Tally) {
        let player = &mut self.players[place];
        if done.seq != player.seq {
            tally.fault("an answer came before the events that it speaks of, or after later ones");
        }
        match player.answered(done.id) {
            None => tally.fault("a command was answered twice, or never sent"),
            Some(became) if became.is_some_and(|seq| seq != done.event) => {
                tally.fault("an answer names another event than the one that the move became");
            }
            Some(_) => {}
        }
    }

    fn other(&mut self, place: usize, message: ServerMsg, tally: &mut Tally) {
        match message {
            ServerMsg::Welcome { seq, you, .. } => {
                self.players[place].seq = seq;
                self.seq = self.seq.max(seq);
                tally.greeted += 1;
                // Whoever is here already came with the table, before any throw.
                self.froms.extend(you.person.map(|person| (person, 1)));
                self.you(place, you, tally);
            }
            ServerMsg::You { you, .. } => self.you(place, you, tally),
            ServerMsg::Refused { body, .. } => self.refused(place, &body, tally),
            ServerMsg::Notice { notice, .. } => tally.fault(&format!("the server gives notice: {notice:?}")),
            ServerMsg::Watching { .. } | ServerMsg::Pong { .. } => {}
            ServerMsg::Event { .. } | ServerMsg::Done { .. } => {}
        }
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
        if let Some(id) = body.id {
            player.answered(id);
            // Someone doubted meanwhile: there are links enough to try again later.
            if body.error == "while-throwing"
                && player.next_chain.take_if(|(known, _)| *known == id).is_some()
            {
                return;
            }
            self.sent.take_if(|sent| sent.place == place && sent.id == id);
        }
        tally.fault(&format!("refused ({}): {}", body.error, body.message));
    }

    /// A player does what is to be done, if anything.
    pub(super) fn go_on(&mut self, place: usize, manners: &Manners, tally: &mut Tally) {
        let player = &mut self.players[place];
        match manners.phase {
            Phase::Greeting => return,
            Phase::Joining if player.you.person.is_none() && !player.joined => {
                player.joined = true;
                let (name, tip) = (player.name.clone(), player.chain.as_ref().map(Chain::tip));
                player.order(WireCommand::Join { name, chair: None, watch: false, program: true, tip });
                return;
            }
            Phase::Leaving if !player.left => {
                player.left = true;
                player.order(WireCommand::Leave);
                return;
            }
            _ => {}
        }
        // Whoever does not hold the latest event yet will hear it in a moment.
        if player.seq != self.seq || self.broken {
            return;
        }
        if manners.phase != Phase::Leaving {
            match self.standing.throw {
                Some(throw) => self.give_link(place, throw, tally),
                None => self.renew_chain(place, manners),
            }
        }
        let player = &mut self.players[place];
        let starts = matches!(manners.phase, Phase::Starting | Phase::Playing);
        if starts && self.standing.waiting && player.you.host {
            self.standing.waiting = false;
            self.starting = true;
            player.order(WireCommand::Start);
        }
        if manners.phase == Phase::Playing
            && self.standing.turn.is_some()
            && self.standing.turn == player.you.chair
        {
            self.act(place, manners.pace, tally);
        }
    }

    fn give_link(&mut self, place: usize, throw: u64, tally: &mut Tally) {
        let player = &mut self.players[place];
        let (Some(person), Some(chair), Some(chain)) =
            (player.you.person, player.you.chair, &mut player.chain)
        else {
            return;
        };
        if player.given >= throw || !self.standing.throwing.contains(&chair) {
            return;
        }
        player.given = throw;
        let from = self.froms.iter().find(|(known, _)| *known == person).map(|(_, from)| *from);
        let passed = from.and_then(|from| u32::try_from(throw.checked_sub(from)?).ok());
        match passed.and_then(|passed| chain.open_nth(passed + 1)) {
            Some(link) => player.say(&ClientMsg::Link { throw, link }),
            None => tally.fault("a chain has no link for a throw"),
        }
    }

    /// Commits to a new chain, between throws, before the old one has run out.
    fn renew_chain(&mut self, place: usize, manners: &Manners) {
        let player = &mut self.players[place];
        let few = player.chain.as_ref().is_some_and(|chain| chain.left() < FEW);
        if few && player.next_chain.is_none() && !self.standing.waiting {
            let chain = new_chain(&manners.entropy);
            let id = player.order(WireCommand::Commit { tip: chain.tip() });
            player.next_chain = Some((id, chain));
        }
    }

    fn act(&mut self, place: usize, pace: Pace, tally: &mut Tally) {
        let Some(action) = self.standing.choose(self.salt.wrapping_add(self.seq)) else {
            tally.fault("someone has the turn, and nothing is legal");
            self.standing.turn = None;
            return;
        };
        let at = Instant::now();
        let due = match pace {
            Pace::AtOnce => at,
            Pace::WhenDue => match self.due.pop_front() {
                Some(due) => due,
                None => return,
            },
        };
        self.standing.turn = None;
        let id = self.players[place].order(WireCommand::Act { action });
        self.sent = Some(Sent { place, id, at, due });
    }
}

impl Standing {
    /// Mostly the least raise, and doubts often enough for rounds of a natural length: four or five moves.
    fn choose(&self, number: u64) -> Option<Action> {
        let legal = self.legal.as_ref()?;
        let chance = mixed(number);
        let high = self.bid.is_some_and(|bid| 2 * u32::from(bid.count) > self.dice);
        let least = legal.least.iter().flatten().zip(Face::ALL);
        let bids = least.filter_map(|(least, face)| Some(Bid::new((*least)?, face)));
        let raise = bids.min_by_key(|bid| bid.count).map(Action::Bid);
        if legal.calls.contains(&Action::Dudo) && (raise.is_none() || high || chance.is_multiple_of(4)) {
            return Some(Action::Dudo);
        }
        raise.or_else(|| legal.calls.get(chance as usize % legal.calls.len().max(1)).copied())
    }
}

/// The chairs that threw the highest face of a draw and throw again, if there are several.
fn tied(event: &What<'_>, now: &Now<'_>) -> Vec<u8> {
    let highest = event.throws.iter().max().filter(|_| now.phase == Some("draw")).copied().flatten();
    let throws = event.throws.iter().enumerate();
    let tied = throws.filter(|(_, face)| highest.is_some() && **face == highest);
    tied.map(|(chair, _)| chair as u8).collect()
}

/// A number that looks random, from one that does not (SplitMix64).
fn mixed(number: u64) -> u64 {
    let mixed = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(least: [Option<u8>; 6], bid: Option<Bid>, calls: Vec<Action>) -> Standing {
        Standing {
            bid,
            dice: 4,
            legal: Some(Legal { least: Some(least), most: Some(4), calls }),
            ..Standing::default()
        }
    }

    #[test]
    fn raises_are_small_and_high_bids_are_doubted() {
        let low = Bid::new(1, Face::ALL[2]);
        let least = [Some(1), Some(2), Some(2), Some(1), Some(1), Some(1)];
        let low = standing(least, Some(low), vec![Action::Dudo]);
        let chosen: Vec<_> = (0..700).filter_map(|number| low.choose(number)).collect();
        assert_eq!(chosen.len(), 700);
        let doubts = chosen.iter().filter(|action| **action == Action::Dudo).count();
        assert!((150..250).contains(&doubts), "{doubts}");
        assert!(
            chosen.iter().all(|action| matches!(action, Action::Dudo | Action::Bid(Bid { count: 1, .. })))
        );
        let high = standing(least, Some(Bid::new(3, Face::ALL[2])), vec![Action::Dudo]);
        assert!((0..100).all(|number| high.choose(number) == Some(Action::Dudo)));
        let last = standing([None; 6], Some(Bid::new(2, Face::ALL[5])), vec![Action::Dudo]);
        assert!((0..100).all(|number| last.choose(number) == Some(Action::Dudo)));
        let declaring = standing([None; 6], None, vec![Action::Maputo, Action::Pass]);
        assert!(
            (0..100).all(|number| matches!(declaring.choose(number), Some(Action::Maputo | Action::Pass)))
        );
    }

    #[test]
    fn after_a_tie_those_throw_who_tied_whatever_else_happens() {
        let mut tally = Tally::new().unwrap();
        let mut table = Table::new(Vec::new(), 0);
        let mut learn = |event: &str, phase: &str, throw: &str| {
            let now = format!(r#"{{"stage":"playing","phase":"{phase}","dice":[5,5,0,5]{throw}}}"#);
            let text = format!(r#"{{"type":"event","seq":1,"at":1,"event":{{{event}}},"now":{now}}}"#);
            table.learn(message::read_event(text.as_bytes()).unwrap(), &mut tally);
            table.standing.throwing.clone()
        };
        assert_eq!(learn(r#""what":"tour-began""#, "draw", r#","throw":7"#), [0, 1, 3]);
        assert_eq!(learn(r#""what":"drawn","throws":[4,6,null,6]"#, "draw", r#","throw":8"#), [1, 3]);
        assert_eq!(learn(r#""what":"drawn","throws":[null,2,null,2]"#, "draw", ""), [0; 0]);
        // The server's chain was used up: links are wanted when there is a new one.
        assert_eq!(learn(r#""what":"committed","from":9"#, "draw", r#","throw":9"#), [1, 3]);
        assert_eq!(
            learn(r#""what":"drawn","throws":[null,6,null,2]"#, "rolling", r#","throw":10"#),
            [0, 1, 3]
        );
        assert_eq!(learn(r#""what":"tour-began""#, "draw", r#","throw":30"#), [0, 1, 3]);
    }

    /// Two players, one of whom hears an event late and one of whom hears one twice.
    #[test]
    fn a_move_is_held_when_the_last_seat_holds_it_and_gaps_are_errors() {
        let mut tally = Tally::new().unwrap();
        tally.begin(None);
        let manners = Manners { phase: Phase::Playing, pace: Pace::AtOnce, entropy: Entropy::new(|_| ()) };
        let players = (0..2).map(|number| Player::new(number.to_string(), None)).collect();
        let mut table = Table::new(players, 0);
        let now = Instant::now();
        let mut hear = |table: &mut Table, place: usize, text: &str| {
            table.hear(place, text.as_bytes(), now, &manners, &mut tally);
            (tally.figures.moves, tally.errors())
        };
        for (place, player) in table.players.iter_mut().enumerate() {
            (player.seq, player.you.chair) = (5, Some(place as u8));
        }
        table.seq = 5;
        table.standing.waiting = false;
        let event = |seq: u64, turn: u8| {
            let what = if seq == 7 { "bid" } else { "rolled" };
            format!(
                r#"{{"type":"event","seq":{seq},"at":1,"event":{{"what":"{what}","chair":1}},"now":{{"stage":"playing","turn":{turn},"dice":[5,5],"legal":{{"least":[1,1,1,1,1,1],"most":10,"calls":[]}}}}}}"#
            )
        };
        assert_eq!(hear(&mut table, 1, &event(6, 1)), (0, 0));
        assert!(!table.players[1].outbox.is_empty(), "the next player moves at once");
        assert_eq!(table.unanswered(), 2);
        assert_eq!(hear(&mut table, 1, &event(7, 0)), (0, 0));
        assert_eq!(hear(&mut table, 1, r#"{"type":"done","seq":7,"id":1,"event":7}"#), (0, 0));
        assert_eq!(hear(&mut table, 0, &event(6, 1)), (0, 0));
        assert!(table.players[0].outbox.is_empty(), "who does not hold the latest event waits");
        assert_eq!(hear(&mut table, 0, &event(7, 0)), (1, 0));
        assert!(!table.players[0].outbox.is_empty());
        assert_eq!(
            hear(&mut table, 1, r#"{"type":"done","seq":7,"id":1,"event":7}"#),
            (1, 1),
            "answered twice"
        );
        assert_eq!(hear(&mut table, 1, &event(7, 0)), (1, 2), "told twice");
        assert_eq!(hear(&mut table, 1, &event(9, 0)), (1, 3), "a gap");
        let refused = r#"{"type":"refused","seq":9,"id":1,"error":"not-your-turn","message":"No."}"#;
        assert_eq!(hear(&mut table, 0, refused), (1, 4));
        assert_eq!(table.unanswered(), 0);
    }
}
