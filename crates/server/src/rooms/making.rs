//! Tables that are made.

use std::sync::PoisonError;

use perudo_protocol::{Order, RefusedBody, WireCommand};
use perudo_table::fair::Link;
use perudo_table::{Account, Guest, Settings};
use perudo_words::Language;

use super::Rooms;
use crate::claimer::Ask;
use crate::config::allows_more;
use crate::room::Room;
use crate::shared_room::SharedRoom;
use crate::store::TableId;

/// Why a table cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum CreateTableError {
    /// There are as many as there can be.
    #[error("there are as many tables as there can be")]
    TooMany,
    /// This guest has made as many as can be.
    #[error("the guest has made as many tables as one guest can")]
    TooManyOfGuest,
    /// Something about it is refused.
    #[error("a command that sets it up is refused: {}", .0.error)]
    Refused(Box<RefusedBody>),
    /// It could not be stored.
    #[error("the table could not be stored")]
    Storage,
}

/// A table to be made, with its first people and bots.
#[derive(Clone, Debug)]
pub(crate) struct NewTable {
    pub(crate) settings: Settings,
    pub(crate) maker: Guest,
    /// Whose name it is, if the maker has one of their own, and whether it is a program.
    pub(crate) account: Option<(Account, bool)>,
    pub(crate) commands: Vec<WireCommand>,
    pub(crate) language: Language,
}

/// Somebody at a table of the queue.
#[derive(Clone, Debug)]
pub(crate) struct QuickPlayer {
    pub(crate) guest: Guest,
    pub(crate) account: Option<Account>,
    pub(crate) program: bool,
    pub(crate) name: String,
    pub(crate) tip: Option<Link>,
}

impl Rooms {
    /// Makes a table and waits until the log has it.
    pub(crate) async fn make(&self, new: NewTable) -> Result<TableId, CreateTableError> {
        let limits = &self.config.limits;
        if !allows_more(limits.tables, self.len()) {
            return Err(CreateTableError::TooMany);
        }
        let id = TableId::from_bits(u64::from_be_bytes(self.entropy.bytes()));
        // Of whatever node; if storage does not say it now, it will not store a table either.
        let elsewhere = match limits.tables_per_guest {
            Some(_) => {
                self.ask(|asker| Ask::MadeBy(new.maker, asker)).await.ok_or(CreateTableError::Storage)?
            }
            None => 0,
        };
        let elsewhere = usize::try_from(elsewhere).unwrap_or(usize::MAX);
        {
            let mut makers = self.makers.lock().unwrap_or_else(PoisonError::into_inner);
            if !allows_more(limits.tables_per_guest, makers.count(new.maker).max(elsewhere)) {
                return Err(CreateTableError::TooManyOfGuest);
            }
            makers.add(id, new.maker);
        }
        let made = self.make_as(id, new).await;
        if made.is_err() {
            match self.room(id) {
                Some(room) => self.forget(id, &room),
                None => self.makers.lock().unwrap_or_else(PoisonError::into_inner).remove(id),
            }
        }
        made.map(|()| id)
    }

    async fn make_as(&self, id: TableId, new: NewTable) -> Result<(), CreateTableError> {
        let mut room = Room::open(id, new.settings, self.entropy.bytes(), self.now());
        room.sign_by(self.signer.clone());
        if let Some((account, program)) = new.account {
            room.know(new.maker, account, program);
        }
        for (number, command) in new.commands.into_iter().enumerate() {
            // The highest numbers: a client begins with the lowest.
            let order = Order { id: u64::MAX - number as u64, seen: 0, command };
            room.carry_out(new.maker, new.language, order, self.now()).map_err(CreateTableError::Refused)?;
        }
        self.store_new(id, room).await
    }

    /// Makes a table of the queue, with everybody at it, and waits until the log has it.
    pub(crate) async fn make_quick(
        &self,
        id: TableId,
        settings: Settings,
        players: Vec<QuickPlayer>,
        bots: Vec<String>,
    ) -> Result<(), CreateTableError> {
        let mut room = Room::open(id, settings, self.entropy.bytes(), self.now());
        room.sign_by(self.signer.clone());
        let host = players.first().map(|player| player.guest);
        let mut number = u64::MAX;
        let mut order = |command| {
            number -= 1;
            Order { id: number, seen: u64::MAX, command }
        };
        for player in players {
            let QuickPlayer { guest, account, program, name, tip } = player;
            if let Some(account) = account {
                room.know(guest, account, program);
            }
            // Guests may have the same name: the second one gets a number.
            let names = std::iter::once(name.clone()).chain((2..9).map(|number| format!("{name} {number}")));
            let mut refused = None;
            for name in names {
                let (chair, watch, closed) = (None, false, None);
                let join = WireCommand::Join { name, chair, watch, program, tip, closed };
                refused = room.carry_out(guest, Language::default(), order(join), self.now()).err();
                if refused.is_none() {
                    break;
                }
            }
            if let Some(refused) = refused {
                return Err(CreateTableError::Refused(refused));
            }
        }
        for level in bots {
            let bot = WireCommand::Bot { chair: None, level };
            if let Some(host) = host {
                room.carry_out(host, Language::default(), order(bot), self.now())
                    .map_err(CreateTableError::Refused)?;
            }
        }
        let made = self.store_new(id, room).await;
        if made.is_err()
            && let Some(room) = self.room(id)
        {
            self.forget(id, &room);
        }
        made
    }

    async fn store_new(&self, id: TableId, room: Room) -> Result<(), CreateTableError> {
        let room = SharedRoom::new(room);
        // Known before it is stored: whatever storage has to say about it must find it.
        self.rooms.insert(id, room.clone());
        self.metrics.tables.inc();
        let stored = self.act(&room, |room, now| (room.signal(), room.settle(now))).await;
        let stored = stored.ok_or(CreateTableError::Storage)?;
        tracing::debug!(table = %id, "a table was opened");
        stored.await.map_err(|_| CreateTableError::Storage)
    }
}
