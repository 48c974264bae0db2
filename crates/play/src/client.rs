//! The core of a client: what a table tells goes in, what is to be shown and sent comes out.

use perudo_protocol::{
    ClientMsg, Notice, Now, Outbox, PROTOCOL, RefusedBody, ServerMsg, View, ViewCup, WireCommand, WireEvent,
    You,
};
use perudo_table::Moment;
use perudo_table::fair::{Link, Receipt, Witness, WitnessError};

use crate::own_dice::{Checked, Keeper, NoRandomError, OwnDice};
use crate::{TableUpdate, TimedEvent};

/// The core of a client, at a table in the same program or at a server's. It does no I/O.
#[derive(Debug)]
pub struct Client {
    outbox: Outbox,
    /// The client's part in the dice, at a server's table.
    dice: Option<OwnDice>,
    /// The number that the client had last among the people: who comes back is told that it has none any more before what
    /// it missed.
    person: Option<u16>,
    /// The last event that is known.
    seq: Option<u64>,
    /// By how many milliseconds the table's clock is ahead of this one.
    ahead: Option<i64>,
}

/// What comes of something that a client was told or wants.
#[derive(Debug, Default)]
#[must_use]
pub struct Output {
    /// To be sent.
    pub send: Vec<ClientMsg>,
    /// To be shown.
    pub told: Vec<Told>,
}

/// Something that a person, or whoever runs the client, is to know.
#[derive(Debug)]
pub enum Told {
    /// The whole table, in place of whatever was known.
    Table {
        /// The number of its last event.
        seq: u64,
        /// The table.
        view: Box<View>,
        /// Who the client is there.
        you: You,
    },
    /// Something that happened.
    Update(TableUpdate),
    /// A command was carried out.
    Done {
        /// Whether it was a decision in the game.
        decision: bool,
    },
    /// A command was not.
    Refused {
        /// Why.
        body: RefusedBody,
        /// What was asked for, if that is known.
        command: Option<WireCommand>,
    },
    /// Who is there.
    Watching {
        /// How many are connected.
        count: usize,
        /// Those in chairs who are not.
        offline: Vec<u16>,
    },
    /// Something about the server.
    Notice(Notice),
    /// The client's dice of this round are on another device.
    DiceElsewhere,
    /// The client's dice were not shown in time, and it was removed.
    NotShown,
    /// The server has shown a tip of its own, which must be in its public log.
    ServerTip {
        /// The first throw that it counts for.
        from: u64,
        /// The tip.
        tip: Link,
    },
    /// The server has signed for something, and the signature is to be checked.
    Receipt(Box<Receipt>),
    /// There is no chance to make a new chain from.
    NoRandom,
}

impl Client {
    /// A client at a table in the same program. The first number of its commands should be random.
    pub fn at_home(first_id: u64) -> Client {
        Client { outbox: Outbox::new(first_id), dice: None, person: None, seq: None, ahead: None }
    }

    /// A client at a server's table.
    pub fn online(first_id: u64, dice: OwnDice) -> Client {
        Client { dice: Some(dice), ..Client::at_home(first_id) }
    }

    /// The last event that is known.
    pub fn seq(&self) -> Option<u64> {
        self.seq
    }

    /// By how many milliseconds the table's clock is ahead of this one.
    pub fn ahead(&self) -> i64 {
        self.ahead.unwrap_or(0)
    }

    /// What was found out about the dice.
    pub fn checked(&self) -> Checked {
        self.dice.as_ref().map(OwnDice::checked).unwrap_or_default()
    }

    /// What is wrong with them.
    pub fn errors(&self) -> &[WitnessError] {
        self.dice.as_ref().map_or(&[], |dice| dice.observer.witness().errors())
    }

    /// Whether commands wait for an answer.
    pub fn is_waiting(&self) -> bool {
        !self.outbox.unanswered().is_empty()
    }

    /// The first message of a connection.
    pub fn hello(&self, guest: String, language: &str) -> ClientMsg {
        ClientMsg::Hello { protocol: PROTOCOL, guest, after: self.seq, lang: Some(language.to_owned()) }
    }

    /// Asks for something, by whoever has seen the table as it was after the event `seen`.
    pub fn order(&mut self, command: WireCommand, seen: u64) -> ClientMsg {
        ClientMsg::Order(self.outbox.queue(command, seen))
    }

    /// Comes in with a name, and with the tips of this client's chains.
    ///
    /// # Errors
    ///
    /// There is no chance to make chains from.
    pub fn join(
        &mut self,
        name: String,
        watch: bool,
        program: bool,
        keeper: &mut dyn Keeper,
    ) -> Result<ClientMsg, NoRandomError> {
        let (tip, closed) = match &mut self.dice {
            Some(dice) if !watch => {
                let (tip, closed) = dice.tips(keeper)?;
                (Some(tip), closed)
            }
            _ => (None, None),
        };
        let command = WireCommand::Join { name, chair: None, watch, program, tip, closed };
        Ok(self.order(command, self.seq.unwrap_or(0)))
    }

    /// The connection is there again, and the table has greeted: what was not answered is sent again.
    pub fn reconnected(&mut self, now: Moment, keeper: &mut dyn Keeper) -> Output {
        let mut output = Output::default();
        output.send.extend(self.outbox.unanswered().into_iter().map(ClientMsg::Order));
        if let Some(dice) = &mut self.dice {
            dice.reconnected(keeper);
            dice.due(now, keeper, &mut output.send);
        }
        output
    }

    /// Takes in what the table tells.
    pub fn receive(&mut self, message: ServerMsg, now: Moment, keeper: &mut dyn Keeper) -> Output {
        let mut output = Output::default();
        // Events are taken in below, if they are new.
        if let (Some(dice), false) = (&mut self.dice, matches!(message, ServerMsg::Event { .. })) {
            dice.receive(&message, keeper);
        }
        match message {
            ServerMsg::Welcome { seq, you, view, .. } => {
                self.welcome(seq, you, view, now, keeper, &mut output)
            }
            ServerMsg::You { you, .. } => {
                self.person = you.person.or(self.person);
                output.told.push(Told::Update(TableUpdate::You(you)));
            }
            ServerMsg::Event { seq, at, event, now: stands } => {
                let event = TimedEvent { seq, at, event, now: stands };
                self.event(event, now, keeper, &mut output);
            }
            ServerMsg::Done { id, .. } => {
                let decision = matches!(self.answered(id), Some(WireCommand::Act { .. }));
                output.told.push(Told::Done { decision });
            }
            ServerMsg::Refused { body, .. } => {
                // Nothing can be stored: the command is sent again when it can.
                if body.error != "storage-down" {
                    let command = body.id.and_then(|id| self.answered(id));
                    // What the client does by itself does not concern the person.
                    if body.error != "bad-link" {
                        output.told.push(Told::Refused { body, command });
                    }
                }
            }
            ServerMsg::Watching { count, offline, .. } => {
                output.told.push(Told::Watching { count, offline: offline.unwrap_or_default() });
            }
            ServerMsg::Notice { notice, .. } => {
                if let Notice::StorageUp = notice {
                    output = self.reconnected(now, keeper);
                }
                output.told.push(Told::Notice(notice));
            }
            ServerMsg::Receipt { receipt, .. } => output.told.push(Told::Receipt(receipt)),
            ServerMsg::Receipts { receipts, .. } => {
                let own = self.dice.as_ref().and_then(|dice| dice.observer.witness().own_receipt(&receipts));
                output.told.extend(own.map(|receipt| Told::Receipt(Box::new(receipt))));
            }
            ServerMsg::Pong { .. } => {}
        }
        output
    }

    /// Tells the witness of the dice of something that is no message.
    pub fn witness<T>(&mut self, keeper: &mut dyn Keeper, act: impl FnOnce(&mut Witness) -> T) -> Option<T> {
        self.dice.as_mut().map(|dice| dice.observe(keeper, |observer| act(observer.witness_mut())))
    }

    /// What was asked for under that number.
    fn answered(&mut self, id: u64) -> Option<WireCommand> {
        self.outbox.answered(id).map(|order| order.command)
    }

    fn welcome(
        &mut self,
        seq: u64,
        you: You,
        mut view: Box<View>,
        now: Moment,
        keeper: &mut dyn Keeper,
        output: &mut Output,
    ) {
        self.person = you.person.or(self.person);
        self.seq = Some(seq);
        let throws = view.throws;
        if let Some(dice) = &mut self.dice {
            dice.complete(&mut view);
            let cups =
                view.tour.as_ref().and_then(|tour| tour.sealed.as_ref()).map(|sealed| &sealed.cups[..]);
            output.told.extend(missing_dice(dice, cups.unwrap_or_default()));
            output.told.push(Told::ServerTip { from: view.server_from, tip: view.server_tip });
            dice.due(now, keeper, &mut output.send);
        }
        output.told.push(Told::Table { seq, view, you });
        self.commit(throws, keeper, output);
    }

    fn event(&mut self, event: TimedEvent, now: Moment, keeper: &mut dyn Keeper, output: &mut Output) {
        let TimedEvent { seq, at, mut event, now: stands } = event;
        if self.seq.is_some_and(|known| seq <= known) {
            return;
        }
        self.seq = Some(seq);
        // An event that was missed comes late: the least delay tells the clocks apart best.
        let ahead = at.cast_signed() - now.0.cast_signed();
        self.ahead = Some(self.ahead.map_or(ahead, |known| known.max(ahead)));
        if let Some(dice) = &mut self.dice {
            dice.happened(&mut event, stands.as_deref(), keeper);
            if let WireEvent::Rolled { cups: Some(cups), .. } = &event {
                output.told.extend(missing_dice(dice, cups));
            }
        }
        match &event {
            WireEvent::Left { person, not_shown: true, .. } if self.person == Some(*person) => {
                output.told.push(Told::NotShown);
            }
            WireEvent::Committed { person: None, tip, from, .. } => {
                output.told.push(Told::ServerTip { from: *from, tip: *tip });
            }
            _ => {}
        }
        let rolled = match &event {
            WireEvent::Rolled { throw, .. } => Some(*throw),
            _ => None,
        };
        output.told.push(Told::Update(TableUpdate::Event(Box::new(TimedEvent {
            seq,
            at,
            event,
            now: stands,
        }))));
        if let Some(dice) = &mut self.dice {
            dice.due(now, keeper, &mut output.send);
        }
        if let Some(throws) = rolled {
            self.commit(throws, keeper, output);
        }
    }

    /// Commits to the client's chains, if that is due.
    fn commit(&mut self, throws: u64, keeper: &mut dyn Keeper, output: &mut Output) {
        let Some(dice) = &mut self.dice else { return };
        match dice.commitment(throws, keeper) {
            Ok(Some((tip, closed))) => {
                let seen = self.seq.unwrap_or(0);
                let order = self.order(WireCommand::Commit { tip, closed }, seen);
                output.send.push(order);
            }
            Ok(None) => {}
            Err(NoRandomError) => output.told.push(Told::NoRandom),
        }
    }
}

fn missing_dice(dice: &OwnDice, cups: &[ViewCup]) -> Option<Told> {
    dice.cups.are_elsewhere(cups).then_some(Told::DiceElsewhere)
}

impl TimedEvent {
    /// How the game stands after it, if that may have changed.
    pub fn stands(&self) -> Option<&Now> {
        self.now.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use perudo_protocol::OwnCups;
    use serde_json::{Value, json};

    use super::*;

    /// A keeper with chance that a test can know.
    #[derive(Default)]
    struct Memory {
        seeds: u8,
        kept: Vec<Link>,
    }

    impl Keeper for Memory {
        fn random(&mut self) -> Result<[u8; 32], NoRandomError> {
            self.seeds += 1;
            Ok([self.seeds; 32])
        }

        fn keep_chain(&mut self, seed: Link) {
            self.kept.push(seed);
        }

        fn keep_cups(&mut self, _: &OwnCups) {}

        fn keep_seen(&mut self, _: &Witness) {}
    }

    const NOW: Moment = Moment(1_794_748_142_500);

    fn message(value: Value) -> ServerMsg {
        serde_json::from_value(value).unwrap()
    }

    fn welcome(person: Option<u16>) -> ServerMsg {
        message(json!({
            "type": "welcome", "seq": 4, "protocol": 1,
            "you": {"person": person, "chair": person.map(|_| 0), "host": false},
            "view": {
                "table": "4t961m390c", "settings": {"seats": 2}, "stage": "waiting", "tours_played": 0,
                "chairs": [{"wins": 0}, {"wins": 0}], "people": [], "host": null, "chat_on": true, "chat": [],
                "server_tip": "00".repeat(32), "server_from": 1, "throws": 0, "now": {"stage": "waiting"},
            },
        }))
    }

    fn client(memory: &mut Memory) -> Client {
        let dice = OwnDice::new(None, None, Witness::new("4t961m390c"), memory).unwrap();
        Client::online(7, dice)
    }

    fn commands(output: &Output) -> Vec<&WireCommand> {
        let mut commands = Vec::new();
        for message in &output.send {
            if let ClientMsg::Order(order) = message {
                commands.push(&order.command);
            }
        }
        commands
    }

    #[test]
    fn an_event_that_is_told_twice_happens_once() {
        let memory = &mut Memory::default();
        let mut client = client(memory);
        drop(client.receive(welcome(None), NOW, memory));
        let said = json!({
            "type": "event", "seq": 5, "at": NOW.0 + 300, "event": {"what": "said", "person": 0, "text": "Hi"},
        });
        let told = |client: &mut Client, memory: &mut Memory| {
            client.receive(message(said.clone()), NOW, memory).told.len()
        };
        assert_eq!([told(&mut client, memory), told(&mut client, memory)], [1, 0]);
        assert_eq!((client.seq(), client.ahead()), (Some(5), 300));
    }

    #[test]
    fn what_was_not_answered_is_sent_again_and_what_was_is_not() {
        let memory = &mut Memory::default();
        let mut client = client(memory);
        drop(client.receive(welcome(Some(0)), NOW, memory));
        let act = WireCommand::Act { action: perudo_rules::Action::Dudo };
        let (sent, start) = (client.order(act.clone(), 4), client.order(WireCommand::Start, 4));
        // Nothing can be stored: that is no answer.
        let down = json!({
            "type": "refused", "seq": 4, "id": id(&sent), "error": "storage-down", "message": "Not now.",
        });
        assert!(client.receive(message(down), NOW, memory).told.is_empty());
        let done = json!({"type": "done", "seq": 4, "id": id(&start), "event": 4});
        drop(client.receive(message(done), NOW, memory));
        let again = client.reconnected(NOW, memory);
        assert!(commands(&again).contains(&&act) && !commands(&again).contains(&&WireCommand::Start));
    }

    fn id(message: &ClientMsg) -> u64 {
        match message {
            ClientMsg::Order(order) => order.id,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn who_sits_commits_to_a_chain_that_is_kept_and_who_watches_does_not() {
        let memory = &mut Memory::default();
        let mut client = client(memory);
        assert_eq!(memory.kept.len(), 1);
        assert!(commands(&client.receive(welcome(None), NOW, memory)).is_empty());
        let seated = client.receive(welcome(Some(0)), NOW, memory);
        assert!(matches!(commands(&seated)[..], [WireCommand::Commit { .. }]), "{seated:?}");
        let join = client.join("Anna".to_owned(), false, true, memory).unwrap();
        let ClientMsg::Order(order) = join else { panic!("{join:?}") };
        assert!(matches!(order.command, WireCommand::Join { program: true, tip: Some(_), closed: None, .. }));
    }
}
